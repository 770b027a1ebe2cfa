"""`/leaderboard` with the buttons that turn its pages, and `/pirates stats`."""

import io
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from bot.commands.building import Option, choice, command, group_in
from bot.interactions.pace import Pace
from bot.interactions.person import person_of
from bot.interactions.router import Click, Router
from bot.messages.delivery_errors import UNDELIVERED, reason_of
from bot.messages.kits import Kits
from bot.messages.replies import Reply
from bot.model.boards import ALL_TIME, Wanted, choose, every_board, wanted
from bot.model.errors import Refusal, Refused
from bot.model.games import GAMES
from bot.model.names import clean
from bot.play.sessions import Sessions
from bot.storage.store import Store
from bot.views import charts, scores, stats
from bot.views.kit import Items, text
from bot.workers.pictures import Pictures

WAYS = ("board", "board-first", "board-previous", "board-next", "board-last")
"""Verbs of the buttons that show a page of a board."""
SEASON, ALL = "season", "all"
MOST_SEASONS = 999
"""The latest season that can be asked for by number."""

Tell = Callable[[Items | None], ui.LayoutView]
"""Draws statistics with something below them."""

log = logging.getLogger(__name__)


class ScoreCommands:
    """The commands, and the clicks on boards."""

    def __init__(  # noqa: PLR0913, PLR0917 - the composition root names each
        self, sessions: Sessions, store: Store, pictures: Pictures, router: Router, kits: Kits, pace: Pace
    ) -> None:
        self._sessions = sessions
        self._store = store
        self._pictures = pictures
        self._router = router
        self._kits = kits
        self._kit = kits.standard
        self._pace = pace

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the commands, one of them to the group `pirates`, and take the clicks on their buttons."""
        texts = self._kit.texts
        games = choice({key: texts(f"game-{key}") for key in GAMES})
        periods = choice({SEASON: texts("period-season"), ALL: texts("period-all")})
        about = texts("command-leaderboard")
        boards = choice({key: texts(f"board-{key}") for key in every_board()})
        options = [
            Option("game", texts("command-leaderboard-game"), games),
            Option("period", texts("command-leaderboard-period"), periods),
            Option("season", texts("command-leaderboard-season"), app_commands.Range[int, 1, MOST_SEASONS]),
            Option("board", texts("command-leaderboard-board"), boards),
            Option("page", texts("command-leaderboard-page"), int),
        ]
        tree.add_command(command(self._router, "leaderboard", about, self._leaderboard, *options))
        group = group_in(tree, "pirates")
        options = [
            Option("player", texts("command-pirates-stats-player"), discord.User),
            Option("game", texts("command-pirates-stats-game"), games),
            Option("period", texts("command-pirates-stats-period"), periods),
        ]
        group.add_command(command(self._router, "stats", texts("command-pirates-stats"), self._stats, *options))
        for verb in WAYS:
            self._router.serve(verb, self._turn)
        self._router.serve("share", self._share)

    async def _leaderboard(self, interaction: discord.Interaction, reply: Reply, chosen: dict[str, Any]) -> None:
        person = person_of(interaction)
        here = None if chosen["game"] else await self._sessions.find_in_channel(person.channel_id)
        game, board = choose(chosen["game"], chosen["board"], here.game if here else None)
        season = chosen["season"] or _season(chosen)
        number = 1 if chosen["page"] is None else chosen["page"]
        page = await self._store.scores.page(
            person.guild_id, person.user_id, Wanted(game, board, season=season, page=number)
        )
        if season is not None and season > page.current:
            raise Refused(Refusal.BAD_OPTION)
        await reply.private(scores.private(reply.kit, page))

    async def _turn(self, click: Click) -> None:
        """Show another page in place of the clicked one; from a shared page, show it to the reader alone."""
        person = click.person
        page = await self._store.scores.page(person.guild_id, person.user_id, wanted(click.control.argument))
        view = scores.private(click.reply.kit, page)
        if click.reply.in_private:
            await click.reply.redraw(view)
        else:
            await click.reply.private(view)

    async def _share(self, click: Click) -> None:
        """Post the page for everyone, as it is now. Raises Refused(TOO_OFTEN)."""
        person = click.person
        if not self._pace.allows(person):
            raise Refused(Refusal.TOO_OFTEN)
        page = await self._store.scores.page(person.guild_id, person.user_id, wanted(click.control.argument))
        await click.reply.public(scores.public(self._kits.server(click.interaction), page))

    async def _stats(self, interaction: discord.Interaction, reply: Reply, chosen: dict[str, Any]) -> None:
        person = person_of(interaction)
        user: discord.abc.User = chosen["player"] or interaction.user
        games = [chosen["game"]] if chosen["game"] else list(GAMES)
        found = tuple(
            [await self._store.scores.stats(person.guild_id, user.id, game, _season(chosen)) for game in games]
        )
        called = await self._store.scores.called(person.guild_id, user.id, clean(user.display_name, user.id))
        tell = partial(stats.stats, reply.kit, called, found)
        runs = charts.shown(found)
        instead = await self._illustrate(interaction, reply, tell, runs) if runs else None
        if instead is not None or not runs:
            await reply.private(tell(instead))

    async def _illustrate(
        self, interaction: discord.Interaction, reply: Reply, tell: Tell, runs: list[charts.Series]
    ) -> Items | None:
        """Answer with text and picture; when there is no picture, return what the text is to say about that."""
        texts = reply.kit.texts
        if not interaction.app_permissions.attach_files:
            log.warning("no picture: Attach Files is missing in channel %s", interaction.channel_id)
            return [text(texts("chart-not-allowed"))]
        drawn = await self._pictures.draw(charts.chart(reply.kit, runs), interaction.filesize_limit)
        if drawn is None:
            return [text(texts("chart-failed"))]
        try:
            file = discord.File(io.BytesIO(drawn), filename=charts.FILE)
            await reply.private_file(tell(charts.picture(reply.kit, runs)), file)
        except UNDELIVERED as error:
            log.warning("a picture could not be handed over: %s", reason_of(error))
            return [text(texts("chart-failed"))]
        return None


def _season(chosen: dict[str, Any]) -> int | None:
    """Return the chosen period as a season: `ALL_TIME`, or None for the one under way."""
    return ALL_TIME if chosen["period"] == ALL else None
