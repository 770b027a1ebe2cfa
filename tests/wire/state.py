"""What the pretended Discord remembers: people, channels, messages, commands, interactions. No sockets.

Methods are named after what Discord does with a request and raise `Refused` where Discord would refuse.
"""

import copy
import secrets
from dataclasses import dataclass, field
from typing import Final

from tests.wire import shapes
from tests.wire.shapes import COMPONENTS_V2, EPHEMERAL, LOADING, Json, Person

# The kinds of a first answer to an interaction.
MESSAGE: Final = 4
DEFERRED_MESSAGE: Final = 5
DEFERRED_UPDATE: Final = 6
UPDATE: Final = 7


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


@dataclass
class Interaction:
    """One command or click; `event` is what the gateway sends."""

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
    def custom_id(self) -> str:
        return str(self.event["data"].get("custom_id", ""))

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

    # People, channels and commands

    def member(self, user_id: str) -> Json:
        if user_id not in self.members:
            raise Refused(404, 10007, "Unknown Member")
        return shapes.member(self.members[user_id])

    def channel(self, channel_id: str) -> Json:
        if channel_id not in self.channels:
            raise Refused(404, 10003, "Unknown Channel")
        return self.channels[channel_id]

    def new_channel(self, name: str) -> str:
        """Make a channel; return its id."""
        made = self.snowflakes.next()
        self.channels[made] = shapes.channel(made, f"{name}-{len(self.channels)}")
        return made

    def sync(self, commands: list[Json]) -> list[Json]:
        """Replace all commands, and count it."""
        self.syncs += 1
        added = {"default_member_permissions": None, "nsfw": False, "application_id": shapes.APPLICATION}
        ids = {"id": self.snowflakes.next, "version": self.snowflakes.next}
        self.commands = [{**added, **one, **{key: new() for key, new in ids.items()}} for one in commands]
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

    def post(self, channel_id: str, payload: Json, reader: str | None = None) -> Message:
        self.channel(channel_id)
        data = shapes.message(self.snowflakes.next(), channel_id)
        message = self.edit(Message(data, reader), payload)
        self.messages[message.id] = message
        return message

    def edit(self, message: Message, payload: Json) -> Message:
        """Put `payload` into `message`, or refuse and leave it as it was."""
        data = dict(message.data)
        data["content"] = payload.get("content", data["content"]) or ""
        data["flags"] = data["flags"] & ~LOADING | (payload.get("flags") or 0)
        if payload.get("components") is not None:
            data["components"] = copy.deepcopy(payload["components"])
            for number, component in enumerate(shapes.walk(data["components"]), 1):
                component.setdefault("id", number)
        if data["flags"] & COMPONENTS_V2 and data["content"]:
            raise Refused(400, 50035, "Invalid Form Body: content cannot stand beside components v2")
        message.data = data
        return message

    def delete(self, message: Message) -> None:
        del self.messages[message.id]

    # Interactions

    def interaction(self, kind: int, person: Person, channel_id: str, data: Json, message: Json | None) -> Interaction:
        """Prepare an interaction of Discord's `kind` (2 command, 3 component), ready to be dispatched."""
        event = shapes.interaction(kind, person, self.channel(channel_id), data, self.app_permissions)
        event |= {"id": self.snowflakes.next(), "token": f"wire-interaction-{secrets.token_hex(16)}"}
        if message is not None:
            event["message"] = copy.deepcopy(message)
        interaction = Interaction(event, person.id)
        self.interactions[interaction.token] = interaction
        return interaction

    def answer(self, token: str, callback: Json) -> Json:
        """Carry out the first answer to an interaction; the result is what `with_response` returns."""
        interaction = self._open_interaction(token)
        kind, data = callback["type"], callback.get("data") or {}
        if kind in {MESSAGE, DEFERRED_MESSAGE}:
            extra = LOADING if kind == DEFERRED_MESSAGE else 0
            interaction.original = self._reply(interaction, data, extra).id
        elif kind in {DEFERRED_UPDATE, UPDATE} and interaction.source is not None:
            interaction.original = interaction.source
            if kind == UPDATE:
                self.edit(self.message(interaction.source), data)
        else:
            raise Refused(400, 50035, f"Invalid Form Body: no answer of type {kind} here")
        interaction.callback = callback
        message = self.message(interaction.original)
        told = {
            "id": interaction.id,
            "type": interaction.event["type"],
            "response_message_id": message.id,
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.reader is not None,
        }
        return {"interaction": told, "resource": {"type": kind, "message": message.data}}

    def follow_up(self, token: str, payload: Json) -> Message:
        """A further message; the first one after a deferral takes its place, and its visibility."""
        interaction = self._answered(token)
        original = self.messages.get(interaction.original or "")
        if original is not None and original.loading:
            return self.edit(original, {**payload, "flags": payload.get("flags", 0) & ~EPHEMERAL})
        message = self._reply(interaction, payload)
        interaction.followups.append(message.id)
        return message

    def interaction_message(self, token: str, message_id: str) -> Message:
        interaction = self._answered(token)
        return self.message(interaction.original if message_id == "@original" else message_id)

    def _answered(self, token: str) -> Interaction:
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

    def _reply(self, interaction: Interaction, payload: Json, extra_flags: int = 0) -> Message:
        flags = (payload.get("flags") or 0) | extra_flags
        reader = interaction.user if flags & EPHEMERAL else None
        return self.post(interaction.event["channel_id"], {**payload, "flags": flags}, reader)
