"""The games of this bot, one file with one registration each, and the only list of them.

`__main__` imports this package, which fills the registry in `bot/model/games.py`. Other rooms read the registry only.
"""

from bot.games import blackspot, lands
from bot.model.games import register

for game in (lands.GAME, blackspot.GAME):
    register(game)
