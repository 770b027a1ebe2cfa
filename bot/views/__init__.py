"""Drawings: a rules view becomes a message. One line here for each game."""

from bot.views import lands
from bot.views.kit import GameTable

TABLES: dict[str, GameTable] = {"lands": lands}
