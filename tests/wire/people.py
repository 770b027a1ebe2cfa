"""People at the pretended Discord: they type commands, click and read what they may see.

`World` is what a test holds. `slash` and `click` act and wait for the bot's answer; `command`, `press` and `forge` only
prepare an interaction, for `send` to put several on the wire in one burst.
"""

from dataclasses import dataclass
from typing import Final

import discord

from tests.wire import shapes
from tests.wire.server import WireServer
from tests.wire.shapes import Json, Person
from tests.wire.state import DEFERRED_MESSAGE, Interaction, Message

_BUTTON: Final = discord.ComponentType.button.value
_KINDS: Final[dict[type, int]] = {str: 3, int: 4, bool: 5}
"""Of a command's option, by the type of its value."""


@dataclass(frozen=True)
class Reply:
    """The bot's answer to one interaction."""

    kind: int
    """The type of the first answer: 4 message, 5 deferred, 6 silence, 7 update of the message."""
    message: Message | None
    """The message shown or updated, as it is now; none when it was deleted meanwhile."""

    @property
    def shown(self) -> Message:
        assert self.message is not None, "the answer was taken away"
        return self.message

    @property
    def text(self) -> str:
        return "" if self.message is None else self.message.text

    @property
    def private(self) -> bool:
        return self.message is not None and self.message.reader is not None


class World:
    """One Discord with one server, and all its people."""

    def __init__(self, server: WireServer) -> None:
        self.server = server
        self.state = server.state
        self.channel = shapes.CHANNEL

    def person(self, name: str, permissions: discord.Permissions = shapes.SEAMAN) -> Person:
        """A new member of the server."""
        person = Person(self.state.snowflakes.next(), name, permissions)
        self.state.members[person.id] = person
        return person

    # Act and wait for the answer

    async def slash(self, person: Person, words: str, **options: object) -> Reply:
        """Run a slash command, such as "lands" or "pirates table", with options by name."""
        return await self.run(self.command(person, words, **options))

    async def click(self, person: Person, label: str, message: str | None = None) -> Reply:
        """Click the button with this label; see `press`."""
        return await self.run(self.press(person, label, message))

    async def send_click(self, person: Person, custom_id: str, message: str) -> Reply:
        """Click a button whether or not the message has it; see `forge`."""
        return await self.run(self.forge(person, custom_id, message))

    async def run(self, interaction: Interaction) -> Reply:
        await self.send(interaction)
        return await self.reply(interaction)

    # Prepare and send

    def command(self, person: Person, words: str, **options: object) -> Interaction:
        name, *below = words.split()
        [known] = [command for command in self.state.commands if command["name"] == name]
        given: list[Json] = [
            {"type": _KINDS[type(value)], "name": key, "value": value} for key, value in options.items()
        ]
        for subcommand in reversed(below):
            given = [{"type": 1, "name": subcommand, "options": given}]
        data = {"id": known["id"], "name": name, "type": 1, "options": given, "resolved": {}}
        return self.state.interaction(2, person, self.channel, data, None)

    def press(self, person: Person, label: str, message: str | None = None) -> Interaction:
        """A click on the button whose label is, or begins with the words, `label`.

        It is looked for in the message with that id, or else in all that the person sees, newest first. A greyed
        button cannot be clicked.
        """
        for found in reversed(self.seen(person)):
            if message in {None, found.id}:
                for button in self._buttons(found.id):
                    if f"{button.get('label', '')} ".startswith(f"{label} "):
                        return self.forge(person, button["custom_id"], found.id)
        raise AssertionError(f"{person.name} sees no button {label!r} to click, but:\n{self.screen(person)}")

    def forge(self, person: Person, custom_id: str, message: str) -> Interaction:
        """A click with any custom_id: made up, or of a button that the message had once."""
        clicked = self.state.message(message).data
        data: Json = {"custom_id": custom_id, "component_type": _BUTTON}
        return self.state.interaction(3, person, clicked["channel_id"], data, clicked)

    async def send(self, *interactions: Interaction) -> None:
        """Put the interactions on the wire in one burst, without waiting for any answer."""
        await self.server.gateway.dispatch("INTERACTION_CREATE", *(one.event for one in interactions))

    async def reply(self, interaction: Interaction) -> Reply:
        """Wait for the answer; behind a visible deferral ("thinking ...") the answer is what replaces it."""
        callback = await self.server.until(lambda: interaction.callback)
        if callback["type"] == DEFERRED_MESSAGE:
            await self.server.until(lambda: not self._thinking(interaction))
        return Reply(callback["type"], self.state.messages.get(interaction.original or ""))

    # Look

    def seen(self, person: Person) -> list[Message]:
        """What this person can see in the channel, oldest first; their private messages among it."""
        return [one for one in self.state.messages.values() if one.reader in {None, person.id}]

    def screen(self, person: Person) -> str:
        """All that this person sees, as text: messages with their buttons, oldest first."""
        return "\n---\n".join(f"{one.text}\n{self.labels(one.id)}" for one in self.seen(person))

    def labels(self, message: str) -> list[str]:
        """The labels of all buttons of a message that are not greyed."""
        return [button.get("label", "") for button in self._buttons(message)]

    # Within

    def _thinking(self, interaction: Interaction) -> bool:
        original = self.state.messages.get(interaction.original or "")
        return original is not None and original.loading

    def _buttons(self, message: str) -> list[Json]:
        parts = shapes.walk(self.state.message(message).data["components"])
        return [one for one in parts if one["type"] == _BUTTON and not one.get("disabled") and "custom_id" in one]
