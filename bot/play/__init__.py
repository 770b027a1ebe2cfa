"""Where games are decided: `Sessions` locks a session, asks the rules, and commits. The only way a game changes.

`interactions`, `commands` and `clock` call it. It knows `model` and `storage`, shows nothing, and knows no Discord.
"""
