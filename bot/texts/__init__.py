"""Reads the sentences and card themes of every language from data/, once at start, and picks a reader's language.

`__main__` loads them; `model`, `views`, `messages` and `commands` use them. It knows no other room, and no Discord.
"""
