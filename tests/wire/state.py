"""What the pretended Discord remembers: people, channels, messages, commands, interactions. No sockets.

Methods are named after what Discord does with a request and raise `Refused` where Discord would refuse.
"""

import copy
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from tests.wire import shapes
from tests.wire.shapes import COMPONENTS_V2, EPHEMERAL, LOADING, Json, Person

# The kinds of a first answer to an interaction.
MESSAGE: Final = 4
DEFERRED_MESSAGE: Final = 5
DEFERRED_UPDATE: Final = 6
UPDATE: Final = 7
MODAL: Final = 9


class Refused(Exception):
    """Discord refuses: HTTP status, Discord's own error code, its message."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.body = {"code": code, "message": message}


@dataclass
class Message:
    """A stored message: what Discord would send of it, and the only reader of it, if it is ephemeral."""

    data: Json
    reader: str | None = None

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def text(self) -> str:
        return shapes.text(self.data)

    @property
    def loading(self) -> bool:
        return bool(self.data["flags"] & LOADING)

    def seen_by(self, person: Person) -> bool:
        return self.reader in {None, person.id}


@dataclass
class Interaction:
    """One command, click or modal submit; `event` is what the gateway sends."""

    event: Json
    user: str
    callback: Json | None = None
    """The bot's first answer, as sent (`type` and `data`)."""
    original: str | None = None
    """The id of the message that `@original` means."""
    followups: list[str] = field(default_factory=list)
    """The ids of further messages, oldest first."""
    expired: bool = False
    """Three seconds are over: an answer now comes too late."""

    @property
    def id(self) -> str:
        return str(self.event["id"])

    @property
    def token(self) -> str:
        return str(self.event["token"])

    @property
    def source(self) -> str | None:
        """The id of the message whose component was used."""
        message = self.event.get("message")
        return None if message is None else str(message["id"])


class State:
    """One server; tests may change any public field between requests."""

    def __init__(self) -> None:
        self.snowflakes = shapes.Snowflakes()
        self.channels = {shapes.CHANNEL: shapes.channel(shapes.CHANNEL, "quarterdeck")}
        self.members: dict[str, Person] = {}
        self.app_permissions = shapes.SEAMAN
        self.commands: list[Json] = []
        self.syncs = 0
        self.messages: dict[str, Message] = {}
        self.interactions: dict[str, Interaction] = {}

    # People and commands

    def member(self, user_id: str) -> Json:
        if user_id not in self.members:
            raise Refused(404, 10007, "Unknown Member")
        return shapes.member(self.members[user_id])

    def channel(self, channel_id: str) -> Json:
        if channel_id not in self.channels:
            raise Refused(404, 10003, "Unknown Channel")
        return self.channels[channel_id]

    def sync(self, commands: list[Json]) -> list[Json]:
        """Replace all commands and count it; a command that keeps its name keeps its id."""
        ids = {command["name"]: command["id"] for command in self.commands}
        self.syncs += 1
        self.commands = [
            {
                "default_member_permissions": None,
                "nsfw": False,
                **command,
                "id": ids.get(command["name"]) or self.snowflakes.next(),
                "application_id": shapes.APPLICATION,
                "version": self.snowflakes.next(),
            }
            for command in commands
        ]
        return self.commands

    # Messages

    def message(self, message_id: str | None) -> Message:
        if message_id not in self.messages:
            raise Refused(404, 10008, "Unknown Message")
        return self.messages[message_id]

    def public_message(self, channel_id: str, message_id: str) -> Message:
        """A message as the channel's own routes see it: they know no ephemeral ones."""
        self.channel(channel_id)
        message = self.message(message_id)
        if message.reader is not None or message.data["channel_id"] != channel_id:
            raise Refused(404, 10008, "Unknown Message")
        return message

    def post(self, channel_id: str, payload: Json, files: Mapping[str, bytes], reader: str | None = None) -> Message:
        self.channel(channel_id)
        data: Json = {
            "id": self.snowflakes.next(),
            "channel_id": channel_id,
            "author": shapes.bot_user(),
            "application_id": shapes.APPLICATION,
            "type": 0,
            "content": "",
            "flags": 0,
            "timestamp": _now(),
            "edited_timestamp": None,
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
        }
        message = Message(data, reader)
        self._write(message, payload, files)
        self.messages[message.id] = message
        return message

    def edit(self, message: Message, payload: Json, files: Mapping[str, bytes]) -> Message:
        self._write(message, payload, files)
        message.data["edited_timestamp"] = _now()
        return message

    def delete(self, message: Message) -> None:
        del self.messages[message.id]

    def _write(self, message: Message, payload: Json, files: Mapping[str, bytes]) -> None:
        """Put `payload` into `message`, or refuse and leave it as it was."""
        data = dict(message.data)
        data["content"] = payload.get("content", data["content"]) or ""
        data["embeds"] = payload.get("embeds", data["embeds"]) or []
        data["flags"] = data["flags"] & ~LOADING | (payload.get("flags") or 0)
        if payload.get("components") is not None:
            data["components"] = copy.deepcopy(payload["components"])
            for number, component in enumerate(shapes.walk(data["components"]), 1):
                component.setdefault("id", number)
        if "attachments" in payload:
            data["attachments"] = self._attachments(data, payload["attachments"] or [], files)
        if data["flags"] & COMPONENTS_V2 and (data["content"] or data["embeds"]):
            raise Refused(400, 50035, "Invalid Form Body: content and embeds cannot stand beside components v2")
        message.data = data

    def _attachments(self, data: Json, wanted: list[Json], files: Mapping[str, bytes]) -> list[Json]:
        """The attachments kept (named by id) and the new ones (named by their number among the files)."""
        kept = {attachment["id"]: attachment for attachment in data["attachments"]}
        return [kept.get(str(item["id"])) or self._attachment(item, files[f"files[{item['id']}]"]) for item in wanted]

    def _attachment(self, item: Json, content: bytes) -> Json:
        attachment = self.snowflakes.next()
        url = f"http://127.0.0.1/attachments/{attachment}/{item['filename']}"
        return {**item, "id": attachment, "size": len(content), "url": url, "proxy_url": url}

    # Interactions

    def interaction(self, kind: int, person: Person, channel_id: str, data: Json, message: Json | None) -> Interaction:
        """Prepare an interaction of Discord's `kind` (2 command, 3 component, 5 modal), ready to be dispatched."""
        event: Json = {
            "id": self.snowflakes.next(),
            "application_id": shapes.APPLICATION,
            "type": kind,
            "token": f"wire-interaction-{secrets.token_hex(16)}",
            "version": 1,
            "data": data,
            "guild_id": shapes.GUILD,
            "guild": {"id": shapes.GUILD, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "locale": "en-US",
            "channel_id": channel_id,
            "channel": self.channel(channel_id),
            "member": shapes.member(person),
            "app_permissions": str(self.app_permissions.value),
            "attachment_size_limit": 10 * 1024 * 1024,
            "authorizing_integration_owners": {"0": shapes.GUILD},
            "context": 0,
            "entitlements": [],
        }
        if message is not None:
            event["message"] = copy.deepcopy(message)
        interaction = Interaction(event, person.id)
        self.interactions[interaction.token] = interaction
        return interaction

    def answer(self, token: str, callback: Json, files: Mapping[str, bytes]) -> Json:
        """Carry out the first answer to an interaction; the result is what `with_response` returns."""
        interaction = self._open_interaction(token)
        kind, data = callback["type"], callback.get("data") or {}
        if kind in {MESSAGE, DEFERRED_MESSAGE}:
            extra = LOADING if kind == DEFERRED_MESSAGE else 0
            interaction.original = self._reply(interaction, data, files, extra).id
        elif kind in {DEFERRED_UPDATE, UPDATE} and interaction.source is not None:
            interaction.original = interaction.source
            if kind == UPDATE:
                self.edit(self.message(interaction.source), data, files)
        elif kind != MODAL or interaction.event["type"] == 5:
            raise Refused(400, 50035, f"Invalid Form Body: no answer of type {kind} here")
        interaction.callback = callback
        return self._callback_result(interaction, kind)

    def follow_up(self, token: str, payload: Json, files: Mapping[str, bytes]) -> Message:
        """A further message; the first one after a deferral takes its place, and its visibility."""
        interaction = self.answered(token)
        original = self.messages.get(interaction.original or "")
        if original is not None and original.loading:
            return self.edit(original, {**payload, "flags": payload.get("flags", 0) & ~EPHEMERAL}, files)
        message = self._reply(interaction, payload, files)
        interaction.followups.append(message.id)
        return message

    def interaction_message(self, token: str, message_id: str) -> Message:
        interaction = self.answered(token)
        return self.message(interaction.original if message_id == "@original" else message_id)

    def answered(self, token: str) -> Interaction:
        interaction = self.interactions.get(token)
        if interaction is None or interaction.callback is None:
            raise Refused(404, 10015, "Unknown Webhook")
        return interaction

    def _open_interaction(self, token: str) -> Interaction:
        interaction = self.interactions.get(token)
        if interaction is None or interaction.expired:
            raise Refused(404, 10062, "Unknown interaction")
        if interaction.callback is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        return interaction

    def _reply(
        self, interaction: Interaction, payload: Json, files: Mapping[str, bytes], extra_flags: int = 0
    ) -> Message:
        flags = (payload.get("flags") or 0) | extra_flags
        reader = interaction.user if flags & EPHEMERAL else None
        return self.post(interaction.event["channel_id"], {**payload, "flags": flags}, files, reader)

    def _callback_result(self, interaction: Interaction, kind: int) -> Json:
        result: Json = {
            "interaction": {"id": interaction.id, "type": interaction.event["type"]},
            "resource": {"type": kind},
        }
        if interaction.original is not None:
            message = self.message(interaction.original)
            result["interaction"] |= {
                "response_message_id": message.id,
                "response_message_loading": message.loading,
                "response_message_ephemeral": message.reader is not None,
            }
            result["resource"]["message"] = message.data
        return result


def _now() -> str:
    return datetime.now(UTC).isoformat()
