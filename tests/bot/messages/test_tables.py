"""The public message of a session, and the call beside it, when steps, edits and refusals overtake each other."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.messages.background import Background
from bot.messages.display import Display
from bot.messages.hands import Hands
from bot.messages.kits import Kits
from bot.messages.tables import Tables
from bot.model.errors import NotSaved
from bot.model.house_rules import house_rules
from bot.model.records import Person, Session
from bot.texts import content
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, Room
from tests.bot.clicks import words

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
            text = words(view)
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
        text = words(view)
        self._next += 1
        number = self._next
        await self.open.wait()
        self.posted.append(number)
        self.shown.append(text)
        return SimpleNamespace(id=number)


def refused(status: int, code: int) -> discord.HTTPException:
    return discord.HTTPException(cast("Any", SimpleNamespace(status=status, reason="")), {"code": code, "message": ""})


class Deck:
    """A game with its table in a channel."""

    def __init__(self, room: Room) -> None:
        shipped = content.load()
        self.room = room
        self.channel = Channel()
        self.background = Background()
        kits = Kits(shipped.languages, house_rules(shipped), {})
        client, unshown, gone = cast("Any", self.channel), room.unshown, room.sessions.close_place
        self.tables = Tables(client, room.store, kits, self.background, unshown, gone, room.clock)
        self.display = Display(self.tables, Hands(room.sessions, kits, self.background, room.clock))

    async def sail(self, *crew: Person, **terms: Any) -> None:
        await self.room.game(*crew, **terms)
        await self.room.store.set_table(self.room.id, FRESH)

    async def calls(self) -> list[int]:
        """Wait until all is shown; return the messages beside the table that were posted and not taken away."""
        await self.background.close()
        return [number for number in self.channel.posted if number not in self.channel.deleted]


@pytest.fixture
async def deck(room: Room) -> Deck:
    found = Deck(room)
    await found.sail(ANNE, BART, CALICO, deck="2C 3C 4C 5C 6C 7C")
    return found


DREW_2 = "Treasure: 2 doubloons"


async def test_a_step_that_overtakes_an_edit_under_way_is_shown_behind_it(deck: Deck) -> None:
    """The click on a fresh copy is answered at once; the slow edit then arrives with what was before it."""
    deck.channel.open.clear()
    deck.tables.refresh(deck.room.id)
    await deck.channel.editing.wait()
    await deck.room.play("draw")
    deck.channel.open.set()
    assert await deck.calls() == []
    assert [DREW_2 in text for text in deck.channel.shown] == [False, True]


async def test_a_table_posted_anew_shows_the_step_that_was_made_while_it_was_on_its_way(deck: Deck) -> None:
    """`/pirates table` drew it before that step."""

    async def public(_: discord.ui.LayoutView) -> int:
        await deck.room.play("draw")
        return FRESH + 9

    await deck.display.post(cast("Any", SimpleNamespace(public=public)), await deck.room.now())
    await deck.background.close()
    assert (await deck.room.now()).table_id == FRESH + 9
    assert deck.channel.deleted == [FRESH]
    assert [DREW_2 in text for text in deck.channel.shown] == [True]


async def test_a_table_that_cannot_be_saved_does_not_deny_the_step_it_shows(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raised, it would tell the player "that did not happen"."""

    async def locked(*_: Any) -> None:
        raise NotSaved

    monkeypatch.setattr(deck.room.store, "set_table", locked)
    await deck.tables.adopt(await deck.room.now(), FRESH + 9)
    assert deck.channel.deleted == []


async def test_f35_a_table_in_an_archived_thread_is_posted_anew_which_opens_the_thread(deck: Deck) -> None:
    """Discord takes no edit there, and neither a deletion; a new message it takes."""
    await deck.room.store.set_ping(deck.room.id, PING)
    deck.channel.refuse = lambda: None if deck.channel.posted else refused(400, 50083)
    change = await deck.room.wait(90)
    assert change is not None
    deck.display.show(change)
    await deck.background.close()
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
    await deck.background.close()
    assert f"<@{BART.user_id}>" in deck.channel.shown[-1]


@pytest.mark.parametrize(
    "error, tries",
    [
        *((refused(403, code), 1) for code in (50001, 50013, 10003)),  # F14: not permitted, or gone
        *((error, 2) for error in (refused(503, 0), TimeoutError(), ConnectionResetError())),  # missed in passing
    ],
    ids=["no access", "no permission", "no channel", "unavailable", "slow", "cut off"],
)
async def test_f14_what_may_pass_is_tried_once_more_and_nothing_for_ever(
    deck: Deck, monkeypatch: pytest.MonkeyPatch, error: Exception, tries: int
) -> None:
    monkeypatch.setattr("bot.messages.tables.RETRY_SECONDS", 0.0)
    deck.channel.refuse = lambda: error
    deck.tables.refresh(deck.room.id)
    for _ in range(3):
        await deck.background.settled(f"table of session {deck.room.id}")
        await asyncio.gather(*deck.background._naps)
    assert (deck.channel.edits, deck.channel.posted) == (tries, [])
    deck.channel.refuse = lambda: None
    deck.tables.refresh(deck.room.id)
    await deck.background.close()
    assert (deck.channel.edits, len(deck.channel.shown)) == (tries + 1, 1)


# --- Calls: F13, F21, F45 ---


async def test_two_turns_in_one_breath_leave_one_ping(deck: Deck) -> None:
    """Both calls are under way when Discord answers the first."""
    deck.room.clock.now = BEGAN + 80
    deck.channel.open.clear()
    for who, token in ((ANNE, "draw"), (ANNE, "bank"), (BART, "draw"), (BART, "bank")):
        deck.tables.follow(await deck.room.click(who, token))
        await asyncio.sleep(0)
    deck.channel.open.set()
    assert await deck.calls() == [(await deck.room.now()).ping_id]
    assert f"<@{CALICO.user_id}>" in deck.channel.shown[-1]


HALF_OF_LONG = 300
HALF, TURN = "half of your time", "it is your turn"


@pytest.fixture
async def slow(room: Room) -> Deck:
    """A game of two with ten minutes for each decision, of which five are gone."""
    found = Deck(room)
    await found.sail(ANNE, BART, turn_seconds=2 * HALF_OF_LONG)
    room.clock.now += HALF_OF_LONG
    return found


async def due(deck: Deck) -> Session:
    session = await deck.room.sessions.warn(deck.room.id)
    assert session is not None
    return session


async def test_f21_a_warning_takes_the_place_of_the_call_before(slow: Deck) -> None:
    await slow.room.store.set_ping(slow.room.id, PING)
    slow.tables.warn(await due(slow))
    assert await slow.calls() == [(await slow.room.now()).ping_id]
    assert slow.channel.deleted == [PING]
    assert [f"<@{ANNE.user_id}>, {HALF}" in said for said in slow.channel.shown] == [True]


@pytest.mark.parametrize("paused", [False, True], ids=["made", "put off by a pause"])
async def test_f13_a_warning_on_its_way_when_the_decision_is_made_is_not_sent(slow: Deck, *, paused: bool) -> None:
    session = await due(slow)
    if paused:
        await slow.room.sessions.pause(slow.room.id, ANNE)
        await slow.room.agree(BART)
    else:
        await slow.room.play("draw")
    slow.tables.warn(session)
    assert await slow.calls() == []


@pytest.mark.parametrize("order", ["warning turn", "turn warning"])
async def test_f45_a_warning_and_the_next_turn_in_one_tick_leave_the_call_of_the_turn(slow: Deck, order: str) -> None:
    """Anne's warning never stands beside, nor in the place of, the call to Bart."""
    session = await due(slow)
    await slow.room.play("draw")
    change = await slow.room.click(ANNE, "bank")
    for name in order.split():
        if name == "turn":
            slow.tables.follow(change)
        else:
            slow.tables.warn(session)
    assert await slow.calls() == [(await slow.room.now()).ping_id]
    assert [TURN in said for said in slow.channel.shown] == [True]
