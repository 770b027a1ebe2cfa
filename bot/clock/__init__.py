"""What works without a click: time-outs, tables that cannot be shown, the data of servers that are gone.

`app` starts its tasks. Steps go through `play`; what is to be shown goes to the `Display` that `__main__` passes in,
as this room knows no Discord and no messages.
"""
