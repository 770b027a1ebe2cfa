"""`/pirates-admin settings`: one private panel whose every change is stored at once and logged."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.commands.building import command
from bot.interactions.router import Click, Router
from bot.messages.kits import Kits
from bot.messages.replies import Reply
from bot.model.custom_ids import number_in
from bot.model.errors import MalformedId, Refusal, Refused
from bot.model.games import GAMES
from bot.model.house_rules import SWITCHED, as_written, chosen
from bot.model.records import MOST_GAMES, ServerSettings, Terms
from bot.storage.servers import Servers
from bot.views import admin

GROUP = "pirates-admin"
LIMITS = {admin.NO_LIMIT: None, **{str(number): number for number in range(1, MOST_GAMES + 1)}}
"""How many games at once, by the value of a control."""

log = logging.getLogger(__name__)

Handler = Callable[[Click], Awaitable[None]]


class AdminSettings:
    """The group with its first command, and the clicks on the panel."""

    def __init__(self, servers: Servers, router: Router, kits: Kits, now: Callable[[], float]) -> None:
        self._servers = servers
        self._router = router
        self._kits = kits
        self._now = now

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the group with its first command, and take the clicks on the panel."""
        texts = self._kits.standard.texts
        group = app_commands.Group(
            name=GROUP,
            description=texts("command-pirates-admin"),
            guild_only=True,
            # Who else may use the group is the server's choice, in Discord's own settings.
            default_permissions=discord.Permissions(manage_guild=True),
        )
        about = texts("command-pirates-admin-settings")
        group.add_command(command(self._router, "settings", about, self._open))
        tree.add_command(group)
        clicks: dict[str, Handler] = {
            "admin-page": self._page,
            "admin-rule": self._rule,
            "admin-reset": self._reset,
            "admin-channels": self._channels,
            "admin-games": self._games,
            "admin-pings": self._pings,
            "admin-language": self._language,
            "admin-ask": self._ask,
            "admin-season": self._season,
        }
        for verb, handle in clicks.items():
            self._router.serve(verb, for_managers(handle))

    async def _open(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        require_manager(interaction)
        await reply.private(await self._overview(interaction, reply))

    # --- Pages ---

    async def _page(self, click: Click) -> None:
        page = click.control.argument
        if page == admin.SERVER:
            await click.reply.redraw(await self._overview(click.interaction, click.reply))
            return
        terms = await self._servers.terms(click.person.guild_id, _game(page))
        await click.reply.redraw(admin.game(click.reply.kit, page, terms, tuple(GAMES)))

    async def _overview(self, interaction: discord.Interaction, reply: Reply, note: str = "") -> discord.ui.LayoutView:
        guild = _guild(interaction)
        settings = await self._servers.settings(guild.id)
        overview = admin.Overview(
            settings,
            language=self._kits.server(interaction).language,
            languages={code: self._kits.plain(code).texts("language-name") for code in self._kits.languages},
            present=tuple(channel for channel in settings.channels if guild.get_channel(channel) is not None),
            seasons={game: await self._servers.season(guild.id, game) for game in GAMES},
        )
        return admin.server(reply.kit, overview, note)

    # --- The lobbies of one game ---

    async def _rule(self, click: Click) -> None:
        game, _, argument = click.control.argument.partition(".")
        rule, value = chosen(self._kits.standard.house_rules[_game(game)], argument, click.values)
        await self._settle(click, game, f"{rule.name} = {value}", lambda terms: rule.write(terms, value))

    async def _reset(self, click: Click) -> None:
        """Reset a game's defaults to the rules as written, times and theme included."""
        game = _game(click.control.argument)
        await self._settle(click, game, "as written", as_written)

    async def _settle(self, click: Click, game: str, what: str, change: Callable[[Terms], Terms]) -> None:
        terms = await self._servers.change_terms(click.person.guild_id, game, change)
        log_change(click, f"{game} {what}")
        await click.reply.redraw(admin.game(click.reply.kit, game, terms, tuple(GAMES)))

    # --- The whole server ---

    async def _channels(self, click: Click) -> None:
        channels = tuple(_channel(click, value) for value in click.values)
        if len(channels) > admin.MOST_CHANNELS:
            raise MalformedId
        await self._change(click, "channels", channels)

    async def _games(self, click: Click) -> None:
        value = click.control.argument or "".join(click.values)
        if value not in LIMITS:
            raise MalformedId
        await self._change(click, "most_games", LIMITS[value])

    async def _pings(self, click: Click) -> None:
        if click.control.argument not in SWITCHED:
            raise MalformedId
        await self._change(click, "pings", SWITCHED[click.control.argument])

    async def _language(self, click: Click) -> None:
        value = "".join(click.values)
        if value not in {admin.AS_DISCORD, *self._kits.languages}:
            raise MalformedId
        await self._change(click, "language", None if value == admin.AS_DISCORD else value)

    async def _change(self, click: Click, field: str, value: Any) -> None:
        def change(settings: ServerSettings) -> ServerSettings:
            return replace(settings, **{field: value})

        await self._servers.change(click.person.guild_id, change)
        log_change(click, f"{field} = {value}")
        await click.reply.redraw(await self._overview(click.interaction, click.reply))

    # --- Seasons ---

    async def _ask(self, click: Click) -> None:
        game = _game(click.control.argument)
        number = await self._servers.season(click.person.guild_id, game)
        await click.reply.redraw(admin.season(click.reply.kit, game, number + 1))

    async def _season(self, click: Click) -> None:
        """Begin the season that was confirmed; a second confirmation of the same one changes nothing."""
        key, _, text = click.control.argument.partition("=")
        game, number = _game(key), number_in(text)
        begun = await self._servers.begin_season(click.person.guild_id, game, number, self._now())
        if begun:
            log_change(click, f"{game} season = {number}")
        texts = click.reply.kit.texts
        note = texts("settings-season-begun" if begun else "settings-season-stale", game=texts(f"game-{game}"))
        await click.reply.redraw(await self._overview(click.interaction, click.reply, note))


def require_manager(interaction: discord.Interaction) -> None:
    """Raise Refused(NEEDS_MANAGER) unless the server lets this person manage it."""
    if not interaction.permissions.manage_guild:
        raise Refused(Refusal.NEEDS_MANAGER)


def for_managers(handle: Handler) -> Handler:
    """Check the permission at each click: a panel may stay open after a role is gone, and ids can be forged."""

    async def guarded(click: Click) -> None:
        require_manager(click.interaction)
        if not click.reply.in_private:
            raise MalformedId
        await handle(click)

    return guarded


def _game(key: str) -> str:
    if key not in GAMES:
        raise MalformedId
    return key


def _guild(interaction: discord.Interaction) -> discord.Guild:
    if interaction.guild is None:
        raise Refused(Refusal.SERVERS_ONLY)
    return interaction.guild


def _channel(click: Click, value: str) -> int:
    """Read the id of a channel of this server where games can run. Raises MalformedId for any other."""
    channel = _guild(click.interaction).get_channel(int(value)) if value.isdecimal() and value.isascii() else None
    if channel is None or channel.type not in admin.CHANNEL_TYPES:
        raise MalformedId
    return channel.id


def log_change(click: Click, what: str) -> None:
    """Log a change of settings for the host."""
    log.info("settings of server %d: user %d set %s", click.person.guild_id, click.person.user_id, what)
