"""Drawings: a rules view becomes a message. One line here for each game."""

from bot.views import lands
from bot.views.blackspot import hand
from bot.views.blackspot import table as blackspot
from bot.views.kit import CallWriter, HandDrawer
from bot.views.table import GameTable

TABLES: dict[str, GameTable] = {"lands": lands, "blackspot": blackspot}
HANDS: dict[str, HandDrawer] = {"blackspot": hand.hand}
"""Games with private hands."""
CALLS: dict[str, CallWriter] = {"blackspot": blackspot.call}
"""Games in which someone decides out of turn."""
