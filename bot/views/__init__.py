"""Drawings: a rules view becomes a message. One line here for each game."""

from collections.abc import Callable

from discord import ui

from bot.views import blackspot, hand, lands
from bot.views.kit import GameTable

TABLES: dict[str, GameTable] = {"lands": lands, "blackspot": blackspot}
HANDS: dict[str, Callable[..., ui.LayoutView]] = {"blackspot": hand.hand}
"""Games with private hands: draws one from kit, frame, view, draft and what the rules allow."""
