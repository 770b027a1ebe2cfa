"""The JSON shapes of the pretended Discord: people, server, channel, application, components.

Pure functions and a few fixed ids; `state` fills them, `server` and `gateway` send them.
"""

import itertools
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import discord

Json = dict[str, Any]

API: Final = "/api/v10"
TOKEN: Final = "wire.test.token"  # noqa: S105 (opens nothing but the loopback server)
APPLICATION: Final = "1100000000000000001"
GUILD: Final = "1100000000000000002"
CHANNEL: Final = "1100000000000000003"

EPHEMERAL: Final = discord.MessageFlags(ephemeral=True).value
LOADING: Final = discord.MessageFlags(loading=True).value
COMPONENTS_V2: Final = discord.MessageFlags(components_v2=True).value
SEAMAN: Final = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, read_message_history=True
)

_DISCORD_EPOCH_MS: Final = 1420070400000
_JOINED: Final = "2026-01-01T00:00:00.000000+00:00"


@dataclass(frozen=True)
class Person:
    """A member of the server; `permissions` are theirs in every channel."""

    id: str
    name: str
    permissions: discord.Permissions = SEAMAN


class Snowflakes:
    """Ids that are unique and tell their time of birth, as Discord's do."""

    def __init__(self) -> None:
        self._count = itertools.count(1)

    def next(self) -> str:
        return str((time.time_ns() // 1_000_000 - _DISCORD_EPOCH_MS) << 22 | next(self._count) % 4096)


def user(person_id: str, name: str, *, bot: bool = False) -> Json:
    named = {"id": person_id, "username": name.lower(), "global_name": name}
    return {**named, "discriminator": "0", "avatar": None, "bot": bot}


def member(person: Person) -> Json:
    standing = {"roles": [], "joined_at": _JOINED, "permissions": str(person.permissions.value)}
    return {"user": user(person.id, person.name), "nick": None, "deaf": False, "mute": False, "flags": 0, **standing}


def bot_user() -> Json:
    return user(APPLICATION, "Quartermaster", bot=True)


def application() -> Json:
    owner = {"owner": user("1100000000000000004", "Owner"), "verify_key": "0" * 64}
    public = {"bot_public": True, "bot_require_code_grant": False, "flags": 0}
    return {"id": APPLICATION, "name": "Quartermaster", "description": "", "icon": None, **public, **owner}


def channel(channel_id: str, name: str) -> Json:
    empty = dict.fromkeys(("topic", "parent_id", "last_message_id"))
    standing = {"type": 0, "position": 0, "nsfw": False, "rate_limit_per_user": 0, "permission_overwrites": []}
    return {"id": channel_id, "guild_id": GUILD, "name": name, **empty, **standing}


def guild(channels: Iterable[Json], bot_permissions: discord.Permissions) -> Json:
    standing = {"position": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
    colours = {"colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}}
    everyone = {"id": GUILD, "name": "@everyone", "permissions": str(bot_permissions.value), **standing, **colours}
    return {
        "id": GUILD,
        "name": "The Wire",
        "unavailable": False,
        "member_count": 5,
        "owner_id": "1100000000000000004",
        "preferred_locale": "en-US",
        "roles": [everyone],
        "members": [{**member(Person(APPLICATION, "Quartermaster")), "user": bot_user()}],
        "channels": list(channels),
        "features": [],
    }


def message(message_id: str, channel_id: str) -> Json:
    """A message in which nothing stands yet."""
    empty: Json = {name: [] for name in ("mentions", "mention_roles", "attachments", "embeds", "components")}
    standing = {"type": 0, "flags": 0, "tts": False, "pinned": False, "mention_everyone": False}
    written = {"author": bot_user(), "application_id": APPLICATION, "timestamp": _JOINED, "edited_timestamp": None}
    return {"id": message_id, "channel_id": channel_id, "content": "", **written, **standing, **empty}


def interaction(kind: int, person: Person, channel: Json, data: Json, permissions: discord.Permissions) -> Json:
    """What the gateway sends of a command (kind 2) or a click (3); its id and token are still to come."""
    place = {"guild_id": GUILD, "channel_id": channel["id"], "channel": channel, "context": 0}
    tongue = {"guild": {"id": GUILD, "locale": "en-US", "features": []}, "guild_locale": "en-US", "locale": "en-US"}
    rights = {"app_permissions": str(permissions.value), "attachment_size_limit": 10 << 20, "entitlements": []}
    by = {"member": member(person), "authorizing_integration_owners": {"0": GUILD}}
    return {"application_id": APPLICATION, "type": kind, "version": 1, "data": data, **place, **tongue, **rights, **by}


def walk(node: object) -> Iterator[Json]:
    """Every component under `node`, itself included, in reading order (containers, sections, rows, labels)."""
    if isinstance(node, list):
        for child in node:
            yield from walk(child)
    elif isinstance(node, dict):
        if "type" in node:
            yield node
        for key in ("components", "component", "accessory"):
            yield from walk(node.get(key))


def text(message: Json) -> str:
    """All the writing of a message, line by line: its content and every text display; not button labels."""
    displays = (str(part["content"]) for part in walk(message["components"]) if part["type"] == 10)
    return "\n".join(filter(None, (str(message["content"]), *displays)))
