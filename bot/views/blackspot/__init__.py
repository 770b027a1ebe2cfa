"""Drawings of Black Spot: its table, its private hand, and the draft of a move."""
