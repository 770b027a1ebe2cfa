"""The end-to-end harness: a world with people in it, who type commands and click buttons of the real bot.

Tests read like a transcript and never touch the simulation below (`simulation.py`) or a custom_id, unless they
forge one. Every payload the bot sends is checked (`tests/payloads.py`), every click must be answered, and nothing
may be logged as an error: an action that breaks this raises at once.

    async def test_two_captains_meet(world: World) -> None:
        anne, bart = world.people("Anne", "Bart")
        await anne.slash("lands")
        await bart.click("Join")
        assert "Bart" in world.table().text
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from fnmatch import fnmatch

import discord

from tests.e2e.chance import Chance
from tests.e2e.people import Channel, Person, Reply, Request, Server, UnansweredError
from tests.e2e.screen import Button, ImpossibleError, Menu, Message
from tests.e2e.simulation import InteractionResult, Simulation
from tests.payloads import BadPayload, check_request

__all__ = [
    "BadPayload",
    "Button",
    "Channel",
    "ImpossibleError",
    "Menu",
    "Message",
    "Person",
    "Reply",
    "Request",
    "Server",
    "UnansweredError",
    "World",
]

Launch = Callable[["World"], AbstractAsyncContextManager[discord.AutoShardedClient]]
"""Builds one run of the bot with all it needs, and closes what it opened."""


class World:
    """A simulated Discord with the bot on it, which may stop and start again."""

    def __init__(self, launch: Launch) -> None:
        self.simulation = Simulation()
        self.chance = Chance()
        self.known: list[str] = []
        """Display names of everyone who ever came in."""
        self._launch = launch
        self._run = AsyncExitStack()
        self._bot: discord.AutoShardedClient | None = None
        self._log = _ErrorLog()
        self._checked = 0
        self._errors_read = 0
        self.server = Server(self, "The Lagoon")

    @classmethod
    @asynccontextmanager
    async def open(cls, launch: Launch) -> AsyncIterator["World"]:
        """Open a world with the bot running; in the end, raise what went wrong and nobody has looked at."""
        world = cls(launch)
        logging.getLogger().addHandler(world._log)
        try:
            await world.start()
            yield world
            await world.stop()
            world.check()
            unread = world._log.lines[world._errors_read :]
            assert not unread, "the bot had errors:\n" + "\n".join(unread)
        finally:
            logging.getLogger().removeHandler(world._log)
            await world._run.aclose()
            await world.simulation.shutdown()

    # The bot

    @property
    def bot(self) -> discord.AutoShardedClient:
        """The running client. Raises LookupError while there is none."""
        if self._bot is None:
            raise LookupError("the bot is away")
        return self._bot

    async def start(self) -> None:
        """Start a new run of the bot on the same database."""
        self._bot = await self._run.enter_async_context(self._launch(self))
        await self.simulation.connect(self._bot)
        self.check()

    async def stop(self) -> None:
        """Shut the bot down as its host would. Does nothing while it is away."""
        if self._bot is not None:
            await self._bot.close()
            await self.crash()

    async def crash(self) -> None:
        """Cut the bot off in the middle of what it does: it cannot even say goodbye to Discord."""
        self._bot = None
        await self.simulation.disconnect()
        await self._run.aclose()

    async def restart(self, *, after: float = 0) -> None:
        """Stop the bot and start a new run, some seconds later."""
        await self.stop()
        await self.advance(after)
        await self.start()

    # Time and chance

    def now(self) -> float:
        """UTC epoch seconds on the virtual clock."""
        return self.simulation.now().timestamp()

    async def advance(self, seconds: float) -> None:
        """Let virtual time pass, with all that is due in it."""
        await self.do(self.simulation.advance_time(seconds))

    def stack(self, *decks: str) -> None:
        """Put these cards on top at the next shuffle of a deck that holds them: `10H 2S QS`, left is next to draw.

        With several decks each waits for a shuffle of its own, in order.
        """
        self.chance.stack(*decks)

    def first(self, seat: int) -> None:
        """Let this seat begin the next game."""
        self.chance.first(seat)

    # The servers

    def people(self, *names: str) -> list[Person]:
        """Let new people into the first server, by display name."""
        return self.server.people(*names)

    def moderator(self, name: str) -> Person:
        """Let someone into the first server who may manage messages."""
        return self.server.moderator(name)

    def second_server(self, name: str) -> Server:
        """Open another server, with the bot on it."""
        return Server(self, name)

    def table(self, where: Channel | None = None) -> Message:
        """The newest public message with controls. Raises ImpossibleError when there is none."""
        for message in reversed(self.messages(where)):
            if message.buttons or message.menus:
                return message
        raise ImpossibleError("there is no table here")

    def messages(self, where: Channel | None = None) -> list[Message]:
        """The public messages of a channel, oldest first."""
        return (where or self.server.deck).messages

    async def delete(self, message: Message) -> None:
        """Delete a message, as a moderator would."""
        self.simulation.backend.delete_message(message.channel, message.id)
        await self.settle()

    # What went wrong

    def discord_fails(self, method: str, path: str, *, status: int, code: int = 0, times: int | None = 1) -> None:
        """Let Discord refuse the bot's next calls that fit.

        Args:
            method: of HTTP, or `*`.
            path: with `*` for any part, such as `/channels/*/messages`.
            status: of HTTP.
            code: Discord's own error number, such as 50013 for a missing permission.
            times: how often; None for ever.
        """
        self.simulation.inject_error(method, path, status=status, code=code, times=times)

    def discord_loses(self, method: str, path: str, error: Exception, *, times: int | None = None) -> None:
        """Let the bot's next calls that fit come to nothing: a time-out, a connection that is cut."""
        self.simulation.lose(method, path, error, times=times)

    def discord_recovers(self) -> None:
        """Let all calls get through again."""
        self.simulation.backend.faults.clear()

    def calls(self, method: str, path: str) -> int:
        """Count the calls so far that fit, refused ones too."""
        return sum(one.method == method and fnmatch(one.path, path) for one in self.simulation.http_requests)

    @property
    def errors(self) -> list[str]:
        """What the bot logged as an error or left unhandled; once read here, it does not fail the test."""
        self._errors_read = len(self._log.lines)
        return list(self._log.lines)

    def screen(self) -> str:
        """What everyone sees in the first channel now, with the buttons in brackets."""
        return "\n\n".join(f"{message.text}\n{message.labels}" for message in self.messages())

    def transcript(self) -> str:
        """All that went between Discord and the bot, a line each."""
        return self.simulation.transcript()

    async def do(self, action: Awaitable[None]) -> None:
        """Await something that happens in the world and check what the bot made of it."""
        await action
        self.check()

    async def settle(self) -> None:
        """Wait until the bot has nothing left to do before time passes."""
        await self.do(self.simulation.quiet())

    def check(self) -> list[Request]:
        """Check every payload since the last time and return the requests."""
        requests = [Request(made.method, made.path, made.json) for made in self.simulation.http_requests]
        fresh, self._checked = requests[self._checked :], len(requests)
        for request in fresh:
            check_request(request.method, request.path, request.payload)
        return fresh

    def reply(self, result: InteractionResult) -> Reply:
        """Read what came of an interaction. Raises UnansweredError when the player is left without an answer."""
        requests = self.check()
        if self._bot is not None and self.simulation.unanswered(result):
            raise UnansweredError(f"the player sees no answer: {result}")
        answers = self.simulation.answers(result)
        return Reply(
            acknowledged=result.acknowledged,
            private=_joined([answer.text for answer in answers if answer.private]),
            public=_joined([answer.text for answer in answers if not answer.private]),
            messages=tuple(answers),
            modal=result.modal,
            requests=tuple(requests),
            result=result,
        )


def _joined(texts: list[str]) -> str | None:
    return "\n".join(texts) if texts else None


class _ErrorLog(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        reason = f" ({record.exc_info[1]!r})" if record.exc_info else ""
        self.lines.append(f"{record.name}: {record.getMessage()}{reason}")
