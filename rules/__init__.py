"""The rules of every game, pure: no I/O, no clock, no Discord, no text for players, and no randomness of their own."""
