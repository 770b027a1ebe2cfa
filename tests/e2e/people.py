"""People, the servers they are on, and what they can do there."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord

from tests.e2e.screen import TEXT_STYLE, Button, ImpossibleError, Json, Menu, Message, fields, named
from tests.e2e.simulation import (
    ChannelHandle,
    GuildHandle,
    InteractionResult,
    MemberActor,
    SetupError,
    Simulation,
)

if TYPE_CHECKING:
    from tests.e2e.harness import World


class UnansweredError(AssertionError):
    """The player sees "interaction failed", or a "thinking" that never ends."""


@dataclass(frozen=True)
class Request:
    """One call that the bot made to Discord."""

    method: str
    path: str
    payload: object


@dataclass(frozen=True)
class Reply:
    """What came of one action."""

    acknowledged: bool
    """False only while the bot is away."""
    private: str | None
    """What only the person who acted got to read, all of it; None if nothing."""
    public: str | None
    """What everyone got to read in answer: a new message, or the clicked one as it looks now."""
    messages: tuple[Message, ...]
    """The answers themselves, with their buttons."""
    modal: Json | None
    requests: tuple[Request, ...]
    """All calls to Discord that the action caused."""
    result: InteractionResult = field(repr=False)


class Channel:
    """A text channel or a thread."""

    def __init__(self, server: "Server", handle: ChannelHandle) -> None:
        self.server = server
        self.handle = handle
        self.id = handle.id

    @property
    def messages(self) -> list[Message]:
        """The public messages, oldest first."""
        return self.server.world.simulation.messages(self.id)

    def thread(self, name: str) -> "Channel":
        """Open a public thread here."""
        simulation = self.server.world.simulation
        stored = simulation.backend.create_thread(self.id, name, self.server.handle.owner.id)
        return Channel(self.server, ChannelHandle(simulation, self.server.handle, stored))

    async def deny_bot(self, *permissions: str) -> None:
        """Take permissions from the bot here, by discord.py's names; none to give all back."""
        world = self.server.world
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        world.simulation.deny_bot(self.id, denied)
        await world.settle()

    async def slow_mode(self, seconds: int) -> None:
        """Let ordinary members act only every so many seconds (0 ends it)."""
        self.server.world.simulation.backend.edit_channel(self.id, {"rate_limit_per_user": seconds})
        await self.server.world.settle()

    async def archive(self, *, locked: bool = False) -> None:
        """Archive this thread; locked, its buttons are dead."""
        state = {"archived": True, "locked": locked}
        self.server.world.simulation.backend.edit_channel(self.id, {}, thread_metadata=state)
        await self.server.world.settle()

    async def delete(self) -> None:
        """Delete it with all its messages."""
        self.server.world.simulation.backend.delete_channel(self.id)
        await self.server.world.settle()


class Server:
    """A guild with one channel to begin with."""

    def __init__(self, world: "World", name: str) -> None:
        self.world = world
        self.handle: GuildHandle = world.simulation.create_guild(name)
        self.deck = self.channel("card-table")

    def channel(self, name: str) -> Channel:
        """Open another channel."""
        return Channel(self, self.handle.create_text_channel(name))

    def people(self, *names: str) -> list["Person"]:
        """Let new people in, by display name."""
        return [self._enter(name) for name in names]

    def moderator(self, name: str) -> "Person":
        """Let someone in who may manage messages."""
        return self._with_role(name, discord.Permissions(manage_messages=True))

    def admin(self, name: str) -> "Person":
        """Let someone in who may manage the server."""
        return self._with_role(name, discord.Permissions(manage_guild=True))

    def _with_role(self, name: str, permissions: discord.Permissions) -> "Person":
        person, role = self._enter(name), self.handle.create_role("officers", permissions=permissions)
        self.world.simulation.backend.add_member_role(self.handle.id, person.id, role.id)
        return person

    def speaks(self, code: str) -> None:
        """Set the server's language on Discord."""
        self.world.simulation.languages[self.handle.id] = code

    def demote(self, person: "Person") -> None:
        """Take all roles from someone."""
        backend = self.world.simulation.backend
        for role in list(backend.get_member(self.handle.id, person.id).role_ids):
            backend.remove_member_role(self.handle.id, person.id, role)

    def allow_command(self, person: "Person", name: str) -> None:
        """Let someone use a command whatever its defaults, as Discord's own settings can."""
        known = self.world.simulation.backend.commands[None].values()
        number = next(int(command["id"]) for command in known if command["name"] == name)
        self.handle.set_command_permissions(number, {person.member: True})

    def visit(self, person: "Person") -> "Person":
        """Let someone in who is on another server already: the same user, here."""
        return Person(self, self.handle.add_member(person.member.user), person.name)

    async def remove(self, person: "Person") -> None:
        """Let someone leave the server."""
        self.handle.remove_member(person.member)
        await self.world.settle()

    def _enter(self, name: str) -> "Person":
        user = self.world.simulation.create_user(f"user{len(self.world.known)}", global_name=name)
        self.world.known.append(name)
        return Person(self, self.handle.add_member(user), name)


class Person:
    """Someone on a server. Actions settle before they return: what they cause has happened then."""

    def __init__(self, server: Server, member: MemberActor, name: str) -> None:
        self.server = server
        self.member = member
        self.name = name
        self.id = member.id

    @property
    def _simulation(self) -> Simulation:
        return self.server.world.simulation

    def speaks(self, code: str) -> "Person":
        """Set their language on Discord; return them."""
        self._simulation.languages[self.id] = code
        return self

    def messages(self, where: Channel | None = None) -> list[Message]:
        """What they see in a channel, oldest first: the public messages and their own private ones."""
        return self._simulation.messages((where or self.server.deck).id, self.id)

    async def slash(self, command: str, where: Channel | None = None, /, **options: "Option") -> Reply:
        """Type a command, such as `pirates table`, in a channel (the server's first one, unless given)."""
        place = (where or self.server.deck).handle
        given = {name: _handle(value) for name, value in options.items()}
        return await self._act(self.member.slash(place, command, **given))

    async def type(self, command: str, option: str, typed: str, where: Channel | None = None) -> dict[str, str]:
        """Type into an option of a command; return what Discord suggests, at most 25: what is sent, by its words."""
        place = (where or self.server.deck).handle
        choices = await self.member.autocomplete(place, command, option, typed)
        self.server.world.check()
        return {str(choice["name"]).replace(TEXT_STYLE, ""): str(choice["value"]) for choice in choices}

    async def click(self, button: str | Button, *, on: Message | None = None) -> Reply:
        """Click a button.

        Args:
            button: its label or how it begins; leading emojis and case do not count. A `Button` from an earlier
                drawing is clicked as it was then, as by someone whose screen lags behind.
            on: the message to look at, as it is now; otherwise the newest that shows this person such a button.
        """
        if isinstance(button, Button):
            return await self.press(button.custom_id, on=self._at(button))
        message = self._look(on, lambda seen: seen.button(button))
        found = message.button(button)
        if not found.enabled:
            raise ImpossibleError(f"{found.label!r} is greyed")
        return await self._act(self._simulation.click(self.member, message, found.custom_id))

    async def select(self, *labels: str, menu: str | None = None, on: Message | None = None) -> Reply:
        """Choose options of a menu by their labels (or how they begin).

        Args:
            labels: of the options.
            menu: its placeholder or how it begins; not needed where a message has only one.
            on: the message to look at, as it is now; otherwise the newest that shows this person such a menu.
        """
        message = self._look(on, lambda seen: seen.menu(menu))
        found = message.menu(menu)
        if not found.enabled:
            raise ImpossibleError(f"{found.placeholder!r} is greyed")
        offered = list(found.options)
        values = [named(tuple(found.options.values()), label, offered) for label in labels]
        return await self._act(self._simulation.select(self.member, message, found.custom_id, values))

    async def choose_channels(self, *channels: Channel, menu: str | None = None, on: Message | None = None) -> Reply:
        """Choose channels in a menu that offers all there are; none to clear it."""
        message = self._look(on, lambda seen: seen.menu(menu))
        handles = [channel.handle for channel in channels]
        return await self._act(self._simulation.select(self.member, message, message.menu(menu).custom_id, handles))

    async def submit(self, reply: Reply, **answers: str) -> Reply:
        """Fill the modal that an action brought up, fields by label with _ for spaces, and send it."""
        if reply.modal is None:
            raise ImpossibleError("no modal was shown")
        places = fields(reply.modal)
        labels = list(places)
        values = {
            named(tuple(places.values()), label.replace("_", " "), labels): text for label, text in answers.items()
        }
        return await self._act(self.member.submit_modal(reply.result, values))

    async def press(self, custom_id: str, *, on: Message | None = None, values: list[str] | None = None) -> Reply:
        """Send a forged or outdated custom_id, as a click or, with values, as a choice from a menu."""
        message = on or self._newest_with_controls()
        return await self._act(self._simulation.forge(self.member, message, custom_id, values))

    async def press_modal(self, custom_id: str, answers: dict[str, str], *, on: Message | None = None) -> Reply:
        """Send a forged modal: texts by the custom_ids of its fields."""
        message = on or self._newest_with_controls()
        return await self._act(self._simulation.forge_modal(self.member, message, custom_id, answers))

    async def _act(self, action: Awaitable[InteractionResult]) -> Reply:
        try:
            result = await action
        except SetupError as reason:
            raise ImpossibleError(str(reason)) from reason
        return self.server.world.reply(result)

    def _look(self, on: Message | None, has: Callable[[Message], Button | Menu]) -> Message:
        """Look at one message again, or find the newest that has what is wanted."""
        reasons = []
        for seen in [self._at(on)] if on else self._all_seen():
            try:
                has(seen)
            except ImpossibleError as reason:
                reasons.append(str(reason))
            else:
                return seen
        raise ImpossibleError(f"{self.name} sees " + ("; ".join(reasons) or "no message"))

    def _at(self, drawn: Message | Button) -> Message:
        number = drawn.id if isinstance(drawn, Message) else drawn.message
        now = self._simulation.message(drawn.channel, number)
        if now is None:
            raise ImpossibleError("the message is gone")
        return now

    def _all_seen(self) -> list[Message]:
        """Everything they see on this server, newest first."""
        channels = self._simulation.visible_channels(self.member)
        seen = [message for channel in channels for message in self._simulation.messages(channel, self.id)]
        return sorted(seen, key=lambda message: message.id, reverse=True)

    def _newest_with_controls(self) -> Message:
        for message in self._all_seen():
            if message.buttons or message.menus:
                return message
        raise ImpossibleError(f"{self.name} sees no message with controls")


Option = str | int | Person | Channel
"""What may be given to a command's option."""


def _handle(value: Option) -> object:
    if isinstance(value, Person):
        return value.member
    return value.handle if isinstance(value, Channel) else value
