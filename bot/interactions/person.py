"""Reads an interaction: who it is from, where, and with which permissions. The boundary answers what it raises."""

from typing import Any

import discord
from msgspec import Struct

from bot.model.custom_ids import ControlId, decode
from bot.model.errors import MalformedId, Refusal, Refused
from bot.model.names import clean
from bot.model.records import Person
from bot.views.kit import Kit

NEEDED = ("view_channel", "send_messages")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads")


def person_of(interaction: discord.Interaction) -> Person:
    """Return who clicked or typed. Raises Refused(SERVERS_ONLY) outside a server's channels (X4)."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused(Refusal.SERVERS_ONLY)
    user = interaction.user
    return Person(
        user_id=user.id,
        name=clean(user.display_name, user.id),
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        moderator=interaction.permissions.manage_messages,
        parent_id=interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None,
    )


def missing_permissions(kit: Kit, channel: object, granted: discord.Permissions) -> str:
    """Name the permissions that the bot lacks to run a game in a channel; in a forum's threads for a forum."""
    threads = isinstance(channel, discord.Thread | discord.ForumChannel)
    needed = NEEDED_IN_THREADS if threads else NEEDED
    return ", ".join(kit.texts(f"permission-{name}") for name in needed if not getattr(granted, name))


def require_permissions(interaction: discord.Interaction, kit: Kit) -> None:
    """Raise Refused(MISSING_PERMISSIONS) if the bot lacks permissions to run a game in this channel."""
    missing = missing_permissions(kit, interaction.channel, interaction.app_permissions)
    if missing:
        raise Refused(Refusal.MISSING_PERMISSIONS, channel=f"<#{interaction.channel_id}>", permissions=missing)


class Described(Struct, frozen=True):
    """What the log says about an interaction: enough to find a fault, without the token and a control's argument.

    The argument may be a move or a draft, which names hidden cards.
    """

    what: str
    """The control's verb, or the command's name."""
    who: str
    session: str | None = None
    revision: int | None = None

    def __str__(self) -> str:
        return f"{self.what!r} {self.who}"


def control_of(interaction: discord.Interaction) -> ControlId | None:
    """Return the control that was clicked, None for a command. Raises MalformedId for one that is none of ours."""
    data: Any = interaction.data or {}
    return decode(data["custom_id"]) if "custom_id" in data else None


def described(interaction: discord.Interaction) -> Described:
    """Describe what a person did for the log."""
    who = f"by user {interaction.user.id} in channel {interaction.channel_id}"
    try:
        control = control_of(interaction)
    except MalformedId:
        return Described("unknown control", who)
    if control is None:
        data: Any = interaction.data or {}
        return Described(str(data.get("name")), who)
    return Described(control.verb, who, control.session or None, control.revision)
