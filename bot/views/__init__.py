"""Drawings: a rules view and a frame of facts become a Discord message.

`messages`, `interactions` and `commands` call them. A drawing gets no session, no store and no state, so it cannot show
a card that its reader may not know.
"""
