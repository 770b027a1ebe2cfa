"""The rules of every game, pure: no I/O, no clock, no Discord, no text for players, and no randomness of their own."""

from rules import blackspot, lands
from rules.game import Game

GAMES: dict[str, Game] = {lands.KEY: lands, blackspot.KEY: blackspot}
"""The registry: the only list of games."""
