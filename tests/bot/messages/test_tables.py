"""The public message of a session, and the call beside it, when steps, edits and refusals overtake each other."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.clock.table_looks import TableLooks
from bot.messages.background import Background, Showing, Work
from bot.messages.calls import Calls
from bot.messages.channels import Channels
from bot.messages.display import Display
from bot.messages.hands import Hands
from bot.messages.kits import Kits
from bot.messages.tables import Tables
from bot.model.errors import NotSaved
from bot.model.house_rules import house_rules
from bot.model.records import Change, Closed, Person, Session
from bot.play.unshown import Unshown
from bot.texts import content
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, MODERATOR, Room
from tests.bot.clicks import words
from tests.bot.play.test_reactions import at_sea, do
from tests.rules.ships import under_way

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
        self.refuse_posts: Callable[[], Exception | None] = lambda: None
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

        async def fetch() -> None:
            if (refusal := self.refuse()) is not None:
                raise refusal

        return SimpleNamespace(edit=edit, delete=delete, fetch=fetch)

    async def send(self, *, view: discord.ui.LayoutView, **_: Any) -> Any:
        if (refusal := self.refuse_posts()) is not None:
            raise refusal
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
        self.unshown = Unshown(room.clock)
        channels, closing = (
            Channels(cast("Any", self.channel), self.unshown),
            (room.sessions.close_place, room.sessions.close),
        )
        self.tables = Tables(channels, room.store, kits, self.background, self.unshown, *closing, room.clock)
        self.calls = Calls(channels, room.store, kits, self.background, self.unshown, room.clock)
        self.display = Display(self.tables, self.calls, Hands(room.sessions, kits, self.background, room.clock))

    async def sail(self, *crew: Person, **terms: Any) -> None:
        await self.room.game(*crew, **terms)
        await self.room.store.set_table(self.room.id, FRESH)

    async def called(self) -> list[int]:
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
    assert await deck.called() == []
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
    deck.calls.follow(change)
    await deck.background.close()
    assert f"<@{BART.user_id}>" in deck.channel.shown[-1]


# --- Answers ---


class Read:
    """Stands in for an answer: what it says, and the message that was clicked; None for a command."""

    def __init__(self, clicked: int | None) -> None:
        self.clicked = None if clicked is None else SimpleNamespace(id=clicked)
        self.in_private = False
        self.redrawn: list[str] = []
        self.told: list[str] = []
        self.kit = SimpleNamespace(language="en-US")

    async def redraw(self, view: discord.ui.LayoutView) -> None:
        self.redrawn.append(words(view))

    async def private(self, view: discord.ui.LayoutView) -> None:
        self.told.append(words(view))


async def test_a_click_on_an_old_copy_of_the_table_leads_to_the_table_which_shows_it(deck: Deck) -> None:
    change, read = await deck.room.click(ANNE, "draw"), Read(clicked=FRESH - 9)
    await deck.display.answer(cast("Any", read), ANNE, change)
    await deck.background.close()
    assert ["moved" in text for text in read.redrawn] == [True]
    assert [DREW_2 in text for text in deck.channel.shown] == [True]


async def test_whoever_types_the_last_move_reads_how_the_game_ended(room: Room) -> None:
    """Until then a hand of Black Spot is what they read."""
    deck, read = Deck(room), Read(clicked=None)
    await at_sea(room, under_way(("4C 2H", "KC 3H"), ("2:", "4:")))
    await deck.display.answer(cast("Any", read), ANNE, await room.sessions.end(room.id, MODERATOR))
    await deck.background.close()
    assert ["The moderator **Mo** ended it" in text for text in read.told] == [True]


# --- What Discord does not take: X3, F14 ---


class Tries:
    """Lets the pauses before a next try pass when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failed = asyncio.Event()
        """Something waits for its next try."""
        self._over = asyncio.Event()

        async def pause(showing: Showing, work: Work, _: float) -> None:
            self.failed.set()
            await self._over.wait()
            showing.replace(work)

        monkeypatch.setattr(Showing, "pause", pause)

    async def again(self) -> None:
        self._over.set()
        await asyncio.sleep(0)
        self._over.clear()


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> Tries:
    return Tries(monkeypatch)


@pytest.mark.parametrize("error", [refused(503, 0), TimeoutError(), ConnectionResetError()], ids=["503", "slow", "cut"])
async def test_x3_what_discord_does_not_take_is_shown_later_and_nobodys_clock_runs_meanwhile(
    deck: Deck, tries: Tries, error: Exception
) -> None:
    """Anne banks at 10 s, and Discord takes nothing for 55 s: Bart has all of his 90 s from then on."""
    deck.room.clock.now = BEGAN + 10
    await deck.room.play("draw")
    change = await deck.room.click(ANNE, "bank")
    deck.channel.refuse = lambda: error
    deck.display.show(change)
    await tries.failed.wait()
    assert deck.unshown.since(deck.room.id) == BEGAN + 10
    assert not await deck.tables.is_shown(deck.room.id)
    deck.room.clock.now += 55
    deck.channel.refuse = lambda: None
    await tries.again()
    await deck.background.close()
    assert "Bart to play" in deck.channel.shown[0]
    assert deck.unshown.since(deck.room.id) is None
    assert deck.unshown.late() == {deck.room.id: BEGAN + 10}


async def test_x3_the_clock_does_not_act_while_the_step_is_on_its_way(deck: Deck) -> None:
    """Discord makes the bot wait with the edit; the table itself is there."""
    deck.channel.open.clear()
    deck.tables.refresh(deck.room.id)
    await deck.channel.editing.wait()
    assert not await deck.tables.is_shown(deck.room.id)
    assert deck.unshown.since(deck.room.id) == BEGAN
    deck.channel.open.set()
    await deck.background.close()
    assert await deck.tables.is_shown(deck.room.id)


async def test_a_step_that_a_click_has_shown_is_not_tried_once_more(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    overtaken: list[str] = []
    monkeypatch.setattr(deck.background, "overtaken", overtaken.append)
    session = await deck.room.now()
    await deck.tables.overtake(session)
    assert overtaken == [f"table of session {session.id}"]
    await deck.room.play("draw")
    await deck.tables.overtake(session)
    assert len(overtaken) == 1
    await deck.background.close()


@pytest.mark.parametrize("code", [50001, 50013])
async def test_f14_a_table_that_may_not_be_shown_is_tried_every_five_minutes_and_the_clock_waits(
    deck: Deck, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    naps: list[float] = []
    monkeypatch.setattr(deck.background, "later", lambda seconds, _do: naps.append(seconds))
    deck.channel.refuse = lambda: refused(403, code)
    for _ in range(3):
        deck.tables.refresh(deck.room.id)
        await deck.background.settled(f"table of session {deck.room.id}")
    assert (deck.channel.edits, naps) == (3, [300])
    assert deck.unshown.since(deck.room.id) == BEGAN


@pytest.mark.parametrize("seconds, closed", [(3599, None), (3600, Closed.UNSEEN)])
async def test_f14_an_hour_after_its_last_step_a_game_that_cannot_be_shown_closes(
    deck: Deck, monkeypatch: pytest.MonkeyPatch, seconds: int, closed: Closed | None
) -> None:
    monkeypatch.setattr(deck.background, "later", lambda _seconds, _do: None)
    deck.channel.refuse = lambda: refused(403, 50001)
    deck.room.clock.now = BEGAN + seconds
    deck.tables.refresh(deck.room.id)
    await deck.background.close()
    assert (await deck.room.now()).closed is closed


@pytest.mark.parametrize(
    "terms, paused", [({"turn_seconds": None}, False), ({}, True)], ids=["a game without a clock", "a paused game"]
)
async def test_f14_nobody_waits_where_no_turn_would_be_played(
    room: Room, monkeypatch: pytest.MonkeyPatch, terms: dict[str, Any], *, paused: bool
) -> None:
    deck = Deck(room)
    await deck.sail(ANNE, BART, **terms)
    if paused:
        await room.sessions.pause(room.id, ANNE)
        await room.agree(BART)
    monkeypatch.setattr(deck.background, "later", lambda _seconds, _do: None)
    deck.channel.refuse = lambda: refused(403, 50001)
    room.clock.now = BEGAN + 9999
    deck.tables.refresh(room.id)
    await deck.background.close()
    assert (await room.now()).live
    assert deck.unshown.since(room.id) is None
    assert await deck.tables.is_shown(room.id)


async def test_x3_a_victim_who_could_not_be_called_is_called_later_and_has_all_of_their_time(
    room: Room, tries: Tries
) -> None:
    """One 503 on the call: the table shows the theft, but the victim may not look at it."""
    deck = Deck(room)
    change = await theft(deck)
    deck.channel.refuse_posts = lambda: refused(503, 0)
    deck.display.show(change)
    await tries.failed.wait()
    assert deck.unshown.since(room.id) == room.clock.now
    deck.channel.refuse_posts = lambda: None
    await tries.again()
    assert len(await deck.called()) == 1
    assert deck.unshown.since(room.id) is None


async def theft(deck: Deck) -> Change:
    """Let Anne steal Bart's four, who could fight."""
    await at_sea(deck.room, under_way(("4C 2H", "KC 3H"), ("2:", "4:")))
    await deck.room.store.set_table(deck.room.id, FRESH)
    before = await deck.room.now()
    return Change(before, await do(deck.room, ANNE, "steal 4 4C"))


# --- Tables that somebody deletes ---

GONE = refused(404, 10008)


@pytest.mark.parametrize("way", ["the clock looks before it acts", "a round of looks"])
async def test_a_deleted_table_is_posted_anew_and_the_awaited_player_has_all_of_their_time(
    deck: Deck, way: str
) -> None:
    deck.room.clock.now = BEGAN + 90
    deck.channel.refuse = lambda: None if deck.channel.posted else GONE
    if way == "a round of looks":
        await TableLooks(deck.room.store, deck.tables.look).look_round()
    else:
        assert not await deck.tables.is_shown(deck.room.id)
    await deck.background.close()
    session = await deck.room.now()
    assert (session.table_id, session.deadline) == (deck.channel.posted[0], BEGAN + 180)


async def test_whoever_deletes_the_table_again_and_again_wins_no_more_time_for_one_decision(deck: Deck) -> None:
    deck.channel.refuse = lambda: GONE
    for now, shown in ((90, False), (180, True)):
        deck.room.clock.now = BEGAN + now
        assert await deck.tables.is_shown(deck.room.id) == shown
        await deck.background.close()
    assert (await deck.room.now()).deadline == BEGAN + 180
    assert len(deck.channel.posted) == 2


@pytest.mark.parametrize(
    "error, acts, waits",
    [(refused(503, 0), False, True), (TimeoutError(), False, True), (refused(403, 50001), True, False)],
    ids=["unavailable", "slow", "the history may not be read"],
)
async def test_x3_the_clock_acts_for_nobody_while_discord_answers_nothing(
    deck: Deck, tries: Tries, error: Exception, *, acts: bool, waits: bool
) -> None:
    assert tries
    deck.room.clock.now = BEGAN + 90
    deck.channel.refuse = lambda: error
    assert await deck.tables.is_shown(deck.room.id) == acts
    assert (deck.unshown.since(deck.room.id) is not None) == waits


async def test_f22_a_channel_that_is_gone_is_noticed_when_its_table_is_looked_for(deck: Deck) -> None:
    deck.channel.refuse = lambda: refused(404, 10003)
    await TableLooks(deck.room.store, deck.tables.look).look_round()
    assert (await deck.room.now()).closed is Closed.CHANNEL_GONE


# --- Calls: F13, F21, F45 ---


async def test_two_turns_in_one_breath_leave_one_ping(deck: Deck) -> None:
    """Both calls are under way when Discord answers the first."""
    deck.room.clock.now = BEGAN + 80
    deck.channel.open.clear()
    for who, token in ((ANNE, "draw"), (ANNE, "bank"), (BART, "draw"), (BART, "bank")):
        deck.calls.follow(await deck.room.click(who, token))
        await asyncio.sleep(0)
    deck.channel.open.set()
    assert await deck.called() == [(await deck.room.now()).ping_id]
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
    slow.calls.warn(await due(slow))
    assert await slow.called() == [(await slow.room.now()).ping_id]
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
    slow.calls.warn(session)
    assert await slow.called() == []


@pytest.mark.parametrize("order", ["warning turn", "turn warning"])
async def test_f45_a_warning_and_the_next_turn_in_one_tick_leave_the_call_of_the_turn(slow: Deck, order: str) -> None:
    """Anne's warning never stands beside, nor in the place of, the call to Bart."""
    session = await due(slow)
    await slow.room.play("draw")
    change = await slow.room.click(ANNE, "bank")
    for name in order.split():
        if name == "turn":
            slow.calls.follow(change)
        else:
            slow.calls.warn(session)
    assert await slow.called() == [(await slow.room.now()).ping_id]
    assert [TURN in said for said in slow.channel.shown] == [True]
