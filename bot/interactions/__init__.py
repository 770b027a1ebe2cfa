"""Where a click enters: decoded, routed, and answered inside one error boundary."""
