"""Where a click enters: it is decoded, routed to a handler, and answered inside one error boundary.

`app` hands clicks and modals to the router; `commands` run inside the same boundary. Steps go through `play`, answers
through `messages`. It may not know `storage`.
"""
