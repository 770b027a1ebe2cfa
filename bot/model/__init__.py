"""The values that all rooms pass around. No I/O, no Discord."""
