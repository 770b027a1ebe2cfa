"""Clicks and commands through the whole bot as `__main__` builds it; of Discord only what it would answer is played.

Faster than the simulated Discord of tests/e2e, so that thousands of clicks cost seconds, and several of them may come
in the same tick. Every custom_id that the bot ever draws is kept in `Stage.drawn`.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any, cast

import discord
from msgspec import Struct

from bot.__main__ import build
from bot.model.records import Change, Person, Session
from bot.storage.store import Store
from tests.bot.builders import CHANNEL, GUILD, SECRET, Clock
from tests.offline import running
from tests.payloads import COMPONENTS_V2, Kind, check
from tests.rules.builders import StackedShuffler

TABLE = discord.utils.time_snowflake(discord.utils.utcnow())
"""The message that every public control is clicked on: the table's id in the store."""
ELSEWHERE = 71
"""Another channel of the same server."""
BUTTON, TEXT = 2, 10
CLICK, TYPED = discord.InteractionType.component, discord.InteractionType.application_command
SELECTS = {3, 8}


class Control(Struct, frozen=True):
    """Something to click, as it was drawn."""

    custom_id: str
    values: tuple[str, ...]
    """What a select sends; empty for a button."""
    private: bool
    greyed: bool


class Answer(Struct):
    """What Discord was told in answer to one interaction."""

    private: list[str]
    redrawn: list[str]
    public: list[str]
    taken: int = 0
    """Messages of it that were taken away again."""

    @property
    def count(self) -> int:
        return len(self.private) + len(self.redrawn) + len(self.public)


def parts(view: discord.ui.LayoutView) -> Iterator[dict[str, Any]]:
    """Yield every component of a message."""
    return _walk(cast("Any", view).to_components())


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from _walk(part.get("components", []))
        yield from _walk([part["accessory"]] if "accessory" in part else [])


def words(view: discord.ui.LayoutView) -> str:
    return "\n".join(part["content"] for part in parts(view) if part["type"] == TEXT)


def _values(part: dict[str, Any]) -> tuple[str, ...]:
    """Choose what is not chosen already."""
    options = [option for option in part.get("options", ()) if not option.get("default")]
    return (options[0]["value"],) if options else ()


class Stage:
    """The bot, and what people see of it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.decks: tuple[str, ...] = ()
        self.app = build(store, now=clock, secret=lambda: SECRET, shuffler=lambda _key: StackedShuffler(*self.decks))
        cast("Any", self.app).get_partial_messageable = self._channel
        self.sessions = self.app.sessions
        running(self.app.scheduler._absence)  # though nobody serves the deadlines
        self.drawn: dict[str, Control] = {}
        """By custom_id."""
        self.posted: list[str] = []
        """What the bot posted in a channel by itself: pings, and tables posted anew."""
        self.managers: set[int] = set()
        """Who may manage the server."""
        self.robots: set[int] = set()
        """Who is a bot account."""
        self.pinged: list[int] = []
        """Whom those may notify."""
        self.labels: list[list[str]] = []
        """The words on the buttons of every message that was drawn."""
        self.texts: list[str] = []
        """Everything that anyone got to read, in order."""
        self.judged = False
        """Whether every message is held against Discord's limits."""
        self.deleted = False
        """Whether someone has deleted the table and the pings."""
        self._number = TABLE
        self._saved: sqlite3.Connection | None = None

    # --- People ---

    async def press(self, who: Person, control: Control | str) -> Answer:
        """Click a control where it was drawn; a text is a button on the table."""
        if isinstance(control, str):
            control = self.drawn.get(control, Control(control, (), private=False, greyed=False))
        data = {"custom_id": control.custom_id, "values": list(control.values)}
        answer, interaction = self._interaction(who, data)
        flags = discord.MessageFlags(ephemeral=control.private)
        interaction.message = SimpleNamespace(id=TABLE, flags=flags, components=[])
        await self.app.router.click(interaction)
        return answer

    async def slash(self, who: Person, name: str, **options: Any) -> Answer:
        """Type a command."""
        top, _, rest = name.partition(" ")
        found: Any = self.app.tree.get_command(top)
        command = found.get_command(rest) if rest else found
        chosen = {parameter.name: options.get(parameter.name) for parameter in command.parameters}
        answer, interaction = self._interaction(who, {"name": name})
        await command.callback(interaction, **chosen)
        return answer

    async def settle(self) -> None:
        """Wait until nothing is being shown any more."""
        while self.app.background._tasks:
            await self.app.background.close()

    async def time_out(self, session: Session) -> Change:
        """Let a session's deadline come and the clock act; nothing is shown yet."""
        assert session.deadline is not None
        await self.settle()  # what is still on its way would hold the clock
        self.clock.now = session.deadline
        change = await self.sessions.expire(session.id, self.app.is_member)
        assert change is not None
        return change

    def _interaction(self, who: Person, data: Mapping[str, Any]) -> tuple[Answer, Any]:
        answer = Answer([], [], [])
        self._number += 1
        permissions = discord.Permissions(manage_messages=who.moderator, manage_guild=who.user_id in self.managers)
        interaction = SimpleNamespace(
            id=self._number,
            type=CLICK if "custom_id" in data else TYPED,
            data=data,
            guild_id=who.guild_id or None,
            guild=SimpleNamespace(id=who.guild_id, get_channel=lambda _number: None),
            channel_id=who.channel_id,
            channel=None,
            user=SimpleNamespace(id=who.user_id, display_name=who.name, bot=who.user_id in self.robots),
            permissions=permissions,
            app_permissions=discord.Permissions.all(),
            locale=discord.Locale.american_english,
            guild_locale=None,
            message=None,
            followup=SimpleNamespace(send=self._sender(answer)),
        )
        edit = self._editor(answer, interaction)
        interaction.edit_original_response = edit
        interaction.delete_original_response = self._taker(answer)
        interaction.response = _Response(edit, self._sender(answer), answer)
        return answer, interaction

    # --- Discord ---

    def note(self, view: discord.ui.LayoutView, *, private: bool) -> str:
        """Remember the controls of a message and return its text."""
        if self.judged:
            components: Any = cast("Any", view).to_components()
            check(Kind.EDIT, {"flags": COMPONENTS_V2, "components": components, "allowed_mentions": {"parse": []}})
        for part in parts(view):
            if "custom_id" in part:
                greyed = bool(part.get("disabled"))
                self.drawn[part["custom_id"]] = Control(part["custom_id"], _values(part), private, greyed)
        self.labels.append([part.get("label", "") for part in parts(view) if part["type"] == BUTTON])
        self.texts.append(words(view))
        return self.texts[-1]

    def _editor(self, answer: Answer, interaction: Any) -> Any:
        async def edit(*, view: discord.ui.LayoutView, **_: Any) -> None:
            private = interaction.message is None or interaction.message.flags.ephemeral
            answer.redrawn.append(self.note(view, private=private))

        return edit

    def _sender(self, answer: Answer) -> Any:
        async def send(*, view: discord.ui.LayoutView, ephemeral: bool = False, **_: Any) -> Any:
            (answer.private if ephemeral else answer.public).append(self.note(view, private=ephemeral))
            self._number += 1

            async def edit(*, view: discord.ui.LayoutView, **_: Any) -> None:
                self.note(view, private=ephemeral)

            return SimpleNamespace(message_id=self._number, id=self._number, edit=edit, delete=self._taker(answer))

        return send

    @staticmethod
    def _taker(answer: Answer) -> Any:
        async def take_away() -> None:
            answer.taken += 1

        return take_away

    def _channel(self, *_: Any, **__: Any) -> Any:
        async def send(*, view: discord.ui.LayoutView, allowed_mentions: Any = None, **_: Any) -> Any:
            self.posted.append(self.note(view, private=False))
            self.pinged += [] if allowed_mentions is None else [user.id for user in allowed_mentions.users]
            self._number += 1
            return SimpleNamespace(id=self._number)

        async def edit(*, view: discord.ui.LayoutView, **_: Any) -> None:
            if self.deleted:
                gone: Any = SimpleNamespace(status=404, reason="Not Found")
                raise discord.NotFound(gone, {"code": 10008, "message": "Unknown Message"})
            self.note(view, private=False)

        async def delete() -> None:
            return

        partial = SimpleNamespace(edit=edit, delete=delete)
        return SimpleNamespace(send=send, get_partial_message=lambda _number: partial)

    # --- The store ---

    @property
    def writes(self) -> int:
        """Rows written so far."""
        return cast("int", cast("Any", self.store._writer).total_changes)

    async def save(self) -> None:
        """Keep the database as it is, for `restore`."""
        await self.settle()
        self._saved = sqlite3.connect(":memory:", check_same_thread=False)
        await self.store._writer.backup(self._saved)
        await self.store._writer.execute("PRAGMA synchronous = OFF")  # no test here cuts the power

    async def restore(self) -> None:
        """Put the database back to what was saved."""
        await self.settle()
        assert self._saved is not None
        writer: Any = self.store._writer
        await writer._execute(self._saved.backup, writer._conn)
        self.store._beaten_at = 0.0  # what was noted since is not in it

    def close(self) -> None:
        if self._saved is not None:
            self._saved.close()


class _Response:
    """The first answer to an interaction."""

    def __init__(self, edit: Any, send: Any, answer: Answer) -> None:
        self._edit, self._send, self._answer = edit, send, answer
        self._done = False

    def is_done(self) -> bool:
        return self._done

    async def edit_message(self, *, view: discord.ui.LayoutView) -> None:
        self._first()
        await self._edit(view=view)

    async def send_message(self, *, view: discord.ui.LayoutView, ephemeral: bool = False, **_: Any) -> Any:
        self._first()
        return await self._send(view=view, ephemeral=ephemeral)

    async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
        """Say that a private file comes, and nothing else: here no answer takes long."""
        assert ephemeral
        assert thinking
        self._first()

    async def send_modal(self, modal: discord.ui.Modal) -> None:
        self._first()
        self._answer.private.append(modal.title)

    def _first(self) -> None:
        assert not self._done, "Discord takes one first answer"
        self._done = True


def someone(user_id: int, name: str, channel_id: int = CHANNEL, **facts: Any) -> Person:
    return Person(user_id, name, GUILD, channel_id, **facts)
