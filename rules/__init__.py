"""The pure rules of every game: no I/O, no clock, no Discord, no sentences, no chance but a Shuffler's."""

from rules import blackspot, lands
from rules.game import Game

GAMES: dict[str, Game] = {lands.KEY: lands, blackspot.KEY: blackspot}
"""The registry: the only list of games."""
