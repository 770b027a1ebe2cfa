"""Drawings of Black Spot: its table, its private hand, and the draft of a move.

`bot/games/blackspot.py` registers them. Like all drawings they get a rules view, never a state.
"""
