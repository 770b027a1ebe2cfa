"""`/pirates-admin check`: what would keep a game from working here, each with its fix."""

from collections.abc import Callable, Iterator
from typing import Any

import discord
from discord import app_commands

from bot.commands.admin import GROUP
from bot.commands.building import command, group_in
from bot.commands.syncing import compare
from bot.interactions.person import missing_permissions, person_of
from bot.interactions.router import Router
from bot.messages.delivery_errors import UNDELIVERED
from bot.messages.replies import Reply
from bot.model.records import Person, ServerSettings
from bot.storage.store import Store
from bot.views import admin
from bot.views.admin import Finding
from bot.views.kit import Kit

SKEWED_SECONDS = 10
"""A host's clock that is wrong by more than this is worth an admin's attention."""


class AdminCheck:
    """Looks, and changes nothing. Who may use it is set in Discord alone."""

    def __init__(self, store: Store, skew: Callable[[], float], router: Router, kit: Kit) -> None:
        """`skew` returns by how many seconds the host's clock is ahead of Discord's."""
        self._store = store
        self._skew = skew
        self._router = router
        self._kit = kit

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the command to the group, which was added before."""
        about = self._kit.texts("command-pirates-admin-check")
        group_in(tree, GROUP).add_command(command(self._router, "check", about, self._check))

    async def _check(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        person = person_of(interaction)
        settings = await self._store.servers.settings(person.guild_id)
        findings = [
            *self._this_channel(interaction, person, settings, reply.kit),
            *self._other_channels(interaction, settings, reply.kit),
            *await self._too_many(person, settings),
            *await self._commands(interaction),
            *self._clock(),
        ]
        await reply.private(admin.report(reply.kit, tuple(findings)))

    def _this_channel(
        self, interaction: discord.Interaction, person: Person, settings: ServerSettings, kit: Kit
    ) -> Iterator[Finding]:
        """Look at the channel in which the command was typed."""
        if not settings.allows(person.channel_id, person.parent_id):
            yield Finding("not-allowed", {"channel": f"<#{person.channel_id}>"})
        yield from _findings_in(kit, interaction.channel, person.channel_id, interaction.app_permissions)

    def _other_channels(
        self, interaction: discord.Interaction, settings: ServerSettings, kit: Kit
    ) -> Iterator[Finding]:
        """Look at the other channels that games may run in."""
        guild = interaction.guild
        if guild is None:
            return
        for number in settings.channels:
            channel = guild.get_channel(number)
            if channel is None:
                yield Finding("gone", {"channel": f"<#{number}>"})
            elif number != interaction.channel_id:
                yield from _findings_in(kit, channel, number, channel.permissions_for(guild.me))

    async def _too_many(self, person: Person, settings: ServerSettings) -> list[Finding]:
        if settings.most_games is None:
            return []
        live = await self._store.servers.live(person.guild_id)
        return [Finding("too-many", {"open": live})] if live >= settings.most_games else []

    async def _commands(self, interaction: discord.Interaction[Any]) -> list[Finding]:
        """Compare the commands that Discord has with those of this version."""
        try:
            comparison = await compare(interaction.client.tree, self._store)
        except UNDELIVERED:
            return [Finding("commands-unknown")]
        if comparison.missing:
            return [Finding("commands-missing", {"names": ", ".join(f"/{name}" for name in comparison.missing)})]
        return [] if comparison.same else [Finding("commands-old")]

    def _clock(self) -> list[Finding]:
        seconds = round(self._skew())
        if abs(seconds) <= SKEWED_SECONDS:
            return []
        return [Finding("clock-ahead" if seconds > 0 else "clock-behind", {"seconds": abs(seconds)})]


def _findings_in(kit: Kit, channel: object, number: int, granted: discord.Permissions) -> Iterator[Finding]:
    mention = f"<#{number}>"
    missing = missing_permissions(kit, channel, granted)
    if missing:
        yield Finding("permissions", {"channel": mention, "permissions": missing})
    if getattr(channel, "slowmode_delay", 0):
        yield Finding("slow-mode", {"channel": mention})
    if isinstance(channel, discord.Thread) and channel.locked:
        yield Finding("locked", {"channel": mention})
    elif isinstance(channel, discord.Thread) and channel.archived:
        yield Finding("archived", {"channel": mention})
