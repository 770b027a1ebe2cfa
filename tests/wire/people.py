"""People at the pretended Discord: they type commands, click, pick, fill in forms and read what they may see.

`World` is what a test holds. `slash`, `click`, `pick` and `submit` act and wait for the bot's answer; `command`,
`press` and `forge` only prepare an interaction, for `send` to put several on the wire in one burst.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import discord

from tests.wire import shapes
from tests.wire.options import options_of
from tests.wire.server import PATIENCE, WireServer
from tests.wire.shapes import Json, Person
from tests.wire.state import DEFERRED_MESSAGE, Interaction, Message

_COMMAND: Final = 2
_COMPONENT: Final = 3
_MODAL: Final = 5
_BUTTON: Final = discord.ComponentType.button.value
_SELECT: Final = discord.ComponentType.select.value


class InteractionFailed(AssertionError):
    """What Discord tells a player in red when the bot has not answered within three seconds."""


@dataclass(frozen=True)
class Reply:
    """The bot's answer to one interaction."""

    kind: int
    """The type of the first answer: 4 message, 5 deferred, 6 silence, 7 update of the message, 9 modal."""
    payload: Json
    """The `data` of the first answer, as the bot sent it."""
    message: Message | None
    """The message shown or updated, as it is now; none for a modal, or when it was deleted meanwhile."""
    interaction: Interaction

    @property
    def text(self) -> str:
        return "" if self.message is None else self.message.text

    @property
    def private(self) -> bool:
        return self.message is not None and self.message.reader is not None


class World:
    """One Discord with one server, and all its people.

    `patience` is how long people wait for an answer, in seconds; Discord gives three.
    """

    def __init__(self, server: WireServer) -> None:
        self.server = server
        self.state = server.state
        self.channel = shapes.CHANNEL
        self.patience = PATIENCE

    def person(self, name: str, permissions: discord.Permissions = shapes.SEAMAN) -> Person:
        """A new member of the server."""
        person = Person(self.state.snowflakes.next(), name, permissions)
        self.state.members[person.id] = person
        return person

    def leave(self, person: Person) -> None:
        """Leave the server: from now on the member is not found."""
        del self.state.members[person.id]

    # Act and wait for the answer

    async def slash(self, person: Person, words: str, **options: object) -> Reply:
        """Run a slash command, such as "lands" or "pirates table", with options by name."""
        return await self._run(self.command(person, words, **options))

    async def click(self, person: Person, label: str, message: str | None = None) -> Reply:
        """Click the button with this label; see `press`."""
        return await self._run(self.press(person, label, message))

    async def send_click(self, person: Person, custom_id: str, message: str) -> Reply:
        """Click a button whether or not the message has it; see `forge`."""
        return await self._run(self.forge(person, custom_id, message))

    async def pick(self, person: Person, *values: str, message: str | None = None) -> Reply:
        """Choose these values, or labels, in the newest menu that offers them all."""
        return await self._run(self._choice(person, values, message))

    async def submit(self, person: Person, modal: Reply, **answers: object) -> Reply:
        """Send a modal off; `answers` by custom_id, whatever is not named stays as the bot filled it in."""
        return await self._run(self._form(person, modal, answers))

    # Prepare and send

    def command(self, person: Person, words: str, **options: object) -> Interaction:
        name, *rest = words.split()
        known = {command["name"]: command for command in self.state.commands}
        assert name in known, f"/{name} is not among the bot's commands: {sorted(known)}"
        resolved: Json = {}
        data = {"id": known[name]["id"], "name": name, "type": 1}
        data["options"] = options_of(known[name], rest, options, resolved)
        return self.state.interaction(_COMMAND, person, self.channel, data | {"resolved": resolved}, None)

    def press(self, person: Person, label: str, message: str | None = None) -> Interaction:
        """A click on the button whose label is, or begins with the words, `label`.

        It is looked for in the message with that id, or else in all that the person sees, newest first. A greyed
        button cannot be clicked.
        """
        for found in self._messages(person, message):
            buttons = [part for part in self._enabled(found, _BUTTON) if _labelled(part, label)]
            exact = [part for part in buttons if part.get("label") == label] or buttons
            if exact:
                assert len(exact) == 1, f"{label!r} is ambiguous: {[part['label'] for part in exact]}"
                return self._component(person, found, exact[0]["custom_id"], _BUTTON, [])
        raise AssertionError(f"{person.name} sees no button {label!r} to click, but:\n{self.screen(person)}")

    def forge(self, person: Person, custom_id: str, message: str) -> Interaction:
        """A click with any custom_id: made up, or of a button that the message had once."""
        return self._component(person, self.state.message(message), custom_id, _BUTTON, [])

    async def send(self, *interactions: Interaction) -> None:
        """Put the interactions on the wire in one burst, without waiting for any answer."""
        await self.server.gateway.dispatch("INTERACTION_CREATE", *(one.event for one in interactions))

    async def reply(self, interaction: Interaction) -> Reply:
        """Wait for the answer; behind a visible deferral ("thinking ...") the answer is what replaces it.

        Raises:
            InteractionFailed: the bot was too slow.
        """
        try:
            callback = await self.server.until(lambda: interaction.callback, self.patience)
        except TimeoutError:
            interaction.expired = True
            raise InteractionFailed(f"no answer to {interaction.event['data']}") from None
        if callback["type"] == DEFERRED_MESSAGE:
            await self.server.until(lambda: not self._thinking(interaction), self.patience)
        message = self.state.messages.get(interaction.original or "")
        return Reply(callback["type"], callback.get("data") or {}, message, interaction)

    # Look

    def seen(self, person: Person) -> list[Message]:
        """What this person can see in the channel, oldest first; their private messages among it."""
        return [message for message in self.state.messages.values() if message.seen_by(person)]

    def screen(self, person: Person) -> str:
        """All that this person sees, as text: messages with their buttons, oldest first."""
        return "\n---\n".join(f"{one.text}\n{self.labels(one.id)}" for one in self.seen(person))

    def labels(self, message: str) -> list[str]:
        """The labels of all buttons of a message that are not greyed."""
        return [part.get("label", "") for part in self._enabled(self.state.message(message), _BUTTON)]

    # Within

    async def _run(self, interaction: Interaction) -> Reply:
        await self.send(interaction)
        return await self.reply(interaction)

    def _thinking(self, interaction: Interaction) -> bool:
        original = self.state.messages.get(interaction.original or "")
        return original is not None and original.loading

    def _messages(self, person: Person, message: str | None) -> Iterator[Message]:
        if message is None:
            return reversed(self.seen(person))
        found = self.state.message(message)
        assert found.seen_by(person), f"{person.name} cannot see this message"
        return iter([found])

    def _enabled(self, message: Message, kind: int) -> list[Json]:
        parts = [part for part in shapes.walk(message.data["components"]) if part["type"] == kind]
        return [part for part in parts if not part.get("disabled") and "custom_id" in part]

    def _component(self, person: Person, message: Message, custom_id: str, kind: int, values: list[str]) -> Interaction:
        data: Json = {"custom_id": custom_id, "component_type": kind}
        if kind == _SELECT:
            data["values"] = values
        return self.state.interaction(_COMPONENT, person, message.data["channel_id"], data, message.data)

    def _choice(self, person: Person, wanted: tuple[str, ...], message: str | None) -> Interaction:
        for found in self._messages(person, message):
            for menu in self._enabled(found, _SELECT):
                values = {name: one["value"] for one in menu["options"] for name in (one["label"], one["value"])}
                if values.keys() >= set(wanted):
                    chosen = [values[name] for name in wanted]
                    return self._component(person, found, menu["custom_id"], _SELECT, chosen)
        raise AssertionError(f"{person.name} sees no menu that offers {wanted}, but:\n{self.screen(person)}")

    def _form(self, person: Person, modal: Reply, answers: dict[str, object]) -> Interaction:
        known = {part["custom_id"] for part in shapes.walk(modal.payload["components"]) if "custom_id" in part}
        assert answers.keys() <= known, f"the modal asks for {sorted(known)}"
        data = {
            "custom_id": modal.payload["custom_id"],
            "components": [filled_in(part, answers) for part in modal.payload["components"]],
        }
        source = modal.interaction.event
        return self.state.interaction(_MODAL, person, source["channel_id"], data, source.get("message"))


def filled_in(part: Json, answers: dict[str, object]) -> Json:
    """A component of a modal as Discord sends it back."""
    shown = {"type": part["type"], "id": part.get("id", 0)}
    if "component" in part:
        return shown | {"component": filled_in(part["component"], answers)}
    if "components" in part:
        return shown | {"components": [filled_in(child, answers) for child in part["components"]]}
    if "custom_id" not in part:
        return shown
    shown["custom_id"] = part["custom_id"]
    if "options" in part and part["type"] != discord.ComponentType.radio_group.value:
        chosen = [one["value"] for one in part["options"] if one.get("default")]
        return shown | {"values": answers.get(part["custom_id"], chosen)}
    return shown | {"value": answers.get(part["custom_id"], part.get("value", part.get("default", "")))}


def _labelled(button: Json, label: str) -> bool:
    return f"{button.get('label', '')} ".startswith(f"{label} ")
