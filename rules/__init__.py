"""The pure rules of every game: no I/O, no clock, no Discord, no sentences, no chance but a Shuffler's."""

from rules import lands
from rules.game import Game

GAMES: dict[str, Game] = {lands.KEY: lands}
"""The registry: the only list of games."""
