"""The rules of every registered game by key, in the order of the registry: what a test goes through for every game."""

import bot.games  # noqa: F401 - registers the games
from bot.model.games import GAMES as REGISTERED
from rules.game import Rules

GAMES: dict[str, Rules] = {key: game.rules for key, game in REGISTERED.items()}
