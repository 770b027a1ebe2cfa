"""The values that rooms pass around: sessions, steps, custom_ids, house rules, boards, errors; the registry of games.

Every room above `texts` uses them. This room knows only `texts`: no I/O, no Discord.
"""
