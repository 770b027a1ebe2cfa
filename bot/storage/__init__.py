"""Everything that is stored, in one SQLite file, and what protects that file: checks, copies, a lock, a watch.

`play` saves each step in `Store`; most rooms read from it. Nobody outside this room knows SQLite. It knows only
`model`, and no Discord.
"""
