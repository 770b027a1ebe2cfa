"""The public message of a session when steps, edits and Discord's refusals overtake each other (F35, F38)."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from msgspec.structs import replace

from bot.messages.background import Background
from bot.messages.display import Display
from bot.messages.hands import Hands
from bot.messages.kits import Kits
from bot.messages.tables import Tables
from bot.model.errors import NotSaved
from bot.model.house_rules import house_rules
from bot.texts import content
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, Room

TABLE, PING = 10, 11
FRESH = discord.utils.time_snowflake(discord.utils.utcnow())


class Channel:
    """Stands in for Discord: notes what is shown, may hold an edit, and may refuse one."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        """Every public text in the order in which Discord got it."""
        self.posted: list[int] = []
        self.deleted: list[int] = []
        self.edits = 0
        self.editing = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()
        self.refuse: Callable[[], Exception | None] = lambda: None
        self._next = FRESH

    def get_partial_messageable(self, *_: Any, **__: Any) -> "Channel":
        return self

    def get_partial_message(self, number: int) -> Any:
        async def edit(*, view: discord.ui.LayoutView, **_: Any) -> None:
            self.edits += 1
            self.editing.set()
            text = text_of(view)
            await self.open.wait()
            if (refusal := self.refuse()) is not None:
                raise refusal
            self.shown.append(text)

        async def delete() -> None:
            if (refusal := self.refuse()) is not None:
                raise refusal
            self.deleted.append(number)

        return SimpleNamespace(edit=edit, delete=delete)

    async def send(self, *, view: discord.ui.LayoutView, **_: Any) -> Any:
        text = text_of(view)
        self._next += 1
        number = self._next
        await self.open.wait()
        self.posted.append(number)
        self.shown.append(text)
        return SimpleNamespace(id=number)


def text_of(view: discord.ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))


def refused(status: int, code: int) -> discord.HTTPException:
    return discord.HTTPException(cast("Any", SimpleNamespace(status=status, reason="")), {"code": code, "message": ""})


class Deck:
    """A game of three with its table in a channel."""

    def __init__(self, room: Room) -> None:
        shipped = content.load()
        self.room = room
        self.channel = Channel()
        self.background = Background()
        kits = Kits(shipped.languages, house_rules(shipped), {})
        self.tables = Tables(
            cast("Any", self.channel),
            room.store,
            kits,
            self.background,
            room.unshown,
            room.sessions.close_place,
            room.clock,
        )
        self.display = Display(self.tables, Hands(room.sessions, kits, self.background, room.clock))

    async def sail(self) -> None:
        await self.room.game(ANNE, BART, CALICO, deck="2C 3C 4C 5C 6C 7C")
        await self.room.store.set_table(self.room.id, FRESH)

    async def settled(self) -> None:
        await self.background.settled(f"table of session {self.room.id}")
        await self.background.settled(f"ping of session {self.room.id}")


@pytest.fixture
async def deck(room: Room) -> Deck:
    found = Deck(room)
    await found.sail()
    return found


async def test_a_step_that_overtakes_an_edit_under_way_is_shown_behind_it(deck: Deck) -> None:
    """The click on a fresh copy is answered at once; the slow edit then arrives with what was before it."""
    deck.channel.open.clear()
    deck.tables.refresh(deck.room.id)
    await deck.channel.editing.wait()
    await deck.room.play("draw")
    deck.channel.open.set()
    await deck.settled()
    assert ["Treasure: 2 doubloons" in text for text in deck.channel.shown] == [False, True]


async def test_a_table_posted_anew_shows_the_step_that_was_made_while_it_was_on_its_way(deck: Deck) -> None:
    """`/pirates table` drew it before that step."""

    async def public(_: discord.ui.LayoutView) -> int:
        await deck.room.play("draw")
        return FRESH + 9

    await deck.display.post(cast("Any", SimpleNamespace(public=public)), await deck.room.now())
    await deck.settled()
    assert (await deck.room.now()).table_id == FRESH + 9
    assert deck.channel.deleted == [FRESH]
    assert ["Treasure: 2 doubloons" in text for text in deck.channel.shown] == [True]


async def test_a_table_that_cannot_be_saved_does_not_deny_the_step_it_shows(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raised, it would tell the player "that did not happen"."""

    async def locked(*_: Any) -> None:
        raise NotSaved

    monkeypatch.setattr(deck.room.store, "set_table", locked)
    await deck.tables.adopt(await deck.room.now(), FRESH + 9)
    assert deck.channel.deleted == []


async def test_an_edit_that_nothing_overtook_is_one_edit(deck: Deck) -> None:
    deck.tables.refresh(deck.room.id)
    await deck.settled()
    assert deck.channel.edits == 1


async def test_two_turns_in_one_breath_leave_one_ping(deck: Deck) -> None:
    """Both calls are under way when Discord answers the first."""
    deck.room.clock.now = BEGAN + 80
    deck.channel.open.clear()
    for token in ("draw", "bank", "draw", "bank"):
        session = await deck.room.now()
        active = session.players[session.state.active]
        who = replace(ANNE, user_id=active.user_id, name=active.name)
        change = await deck.room.sessions.play(session.id, who, session.revision, token)
        deck.tables.follow(change)
        await asyncio.sleep(0)
    deck.channel.open.set()
    await deck.settled()
    left = [number for number in deck.channel.posted if number not in deck.channel.deleted]
    assert len(left) == 1
    assert (await deck.room.now()).ping_id == left[0]
    assert f"<@{CALICO.user_id}>" in deck.channel.shown[-1]


async def test_f35_a_table_in_an_archived_thread_is_posted_anew_which_opens_the_thread(deck: Deck) -> None:
    """Discord takes no edit there, and neither a deletion; a new message it takes."""
    await deck.room.store.set_ping(deck.room.id, PING)
    deck.channel.refuse = lambda: None if deck.channel.posted else refused(400, 50083)
    change = await deck.room.wait(90)
    assert change is not None
    deck.tables.refresh(deck.room.id)
    deck.tables.follow(change)
    await deck.settled()
    assert "Time ran out for **Anne**" in deck.channel.shown[0]
    assert (await deck.room.now()).table_id == deck.channel.posted[0]
    assert f"<@{BART.user_id}>" in deck.channel.shown[-1]


async def test_f35_in_a_locked_thread_the_ping_is_tried_all_the_same(deck: Deck) -> None:
    """The former ping cannot be taken away; that must not keep the next player from being called."""
    await deck.room.store.set_ping(deck.room.id, PING)
    deck.channel.refuse = lambda: refused(400, 50083)
    change = await deck.room.wait(90)
    assert change is not None
    deck.tables.follow(change)
    await deck.settled()
    assert f"<@{BART.user_id}>" in deck.channel.shown[-1]


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_f14_what_is_not_permitted_is_tried_once(deck: Deck, code: int) -> None:
    deck.channel.refuse = lambda: refused(403, code)
    deck.tables.refresh(deck.room.id)
    await deck.settled()
    assert (deck.channel.edits, deck.channel.posted) == (1, [])


@pytest.mark.parametrize("error", [refused(503, 0), TimeoutError(), ConnectionResetError()])
async def test_a_table_that_was_missed_in_passing_is_tried_once_more_and_not_for_ever(
    deck: Deck, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr("bot.messages.tables.RETRY_SECONDS", 0.0)
    deck.channel.refuse = lambda: error
    deck.tables.refresh(deck.room.id)
    await deck.settled()
    await asyncio.gather(*deck.background._naps)
    await deck.settled()
    assert deck.background._naps == set()
    assert deck.channel.edits == 2
    deck.channel.refuse = lambda: None
    deck.tables.refresh(deck.room.id)
    await deck.settled()
    assert len(deck.channel.shown) == 1
