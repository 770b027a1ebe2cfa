"""The absent wait less each time, and are warned in time: shrinking clocks and half-time warnings (X3, F13, F21)."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.records import Session
from bot.play.deadlines import IDLE_SECONDS
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, DAY, DITA, Room, rows
from tests.bot.play.test_reactions import at_sea, do
from tests.rules.ships import under_way


def left(room: Room, session: Session) -> float | None:
    """Return the seconds until the deadline."""
    return None if session.deadline is None else session.deadline - room.clock.now


# --- Patience ---


async def test_each_time_out_in_a_row_halves_that_players_next_clock_until_the_seat_leaves(room: Room) -> None:
    """90, then 45, then 22 (half of 45, whole seconds); the third turn missed is the last (X3). The others have 90."""
    session = await room.game(ANNE, BART, CALICO)
    for seconds in (90, 45, 22):
        assert left(room, session) == seconds
        assert left(room, await room.time_out()) == 90
        assert left(room, await room.turns(1)) == 90
        session = await room.turns(1)
    assert session.players[0].left


async def test_a_move_gives_the_full_clock_back(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.time_out()
    assert left(room, await room.turns(2)) == 45
    assert left(room, await room.play("draw")) == 90
    await room.play("bank")
    assert left(room, await room.turns(2)) == 90


async def agrees(room: Room) -> None:
    for motion in (await room.now()).motions:
        await room.sessions.refuse(room.id, BART, motion.number)
    await room.sessions.pause(room.id, BART)
    await room.sessions.agree(room.id, ANNE, (await room.motion()).number)


async def proposes(room: Room) -> None:
    for motion in (await room.now()).motions:
        await room.sessions.refuse(room.id, BART, motion.number)
    await room.sessions.end(room.id, ANNE)


async def proposes_and_takes_it_back(room: Room) -> None:
    await room.sessions.pause(room.id, ANNE)
    await room.sessions.refuse(room.id, ANNE, (await room.motion()).number)


async def proposes_to_remove_another(room: Room) -> None:
    whom = CALICO if (await room.now()).motions else BART
    await room.sessions.remove(room.id, ANNE, whom.user_id)


async def carries_a_removal(room: Room) -> None:
    await room.sessions.remove(room.id, BART, DITA.user_id)
    for who in (CALICO, ANNE):
        await room.sessions.agree(room.id, who, (await room.motion()).number)


async def refuses(room: Room) -> None:
    await room.sessions.pause(room.id, BART)
    await room.sessions.refuse(room.id, ANNE, (await room.motion()).number)


VOTES = (agrees, proposes, proposes_and_takes_it_back, proposes_to_remove_another, carries_a_removal, refuses)


@pytest.mark.parametrize("vote", VOTES, ids=lambda vote: vote.__name__)
async def test_x3_no_vote_forgives_a_missed_turn_or_gives_a_clock_back(
    room: Room, vote: Callable[[Room], Awaitable[None]]
) -> None:
    """Else one vote a turn would keep a seat that never plays."""
    await room.game(ANNE, BART, CALICO, DITA)
    for turn in (1, 2):
        session = await room.time_out()
        assert session.players[0].missed == turn
        session = await room.turns(1)
        if turn == 1 or vote is not carries_a_removal:
            await vote(room)
        while (session := await room.now()).state.active:
            await room.turns(1)
        assert left(room, await room.now()) == {1: 45, 2: 22}[turn]
    assert (await room.time_out()).players[0].left


@pytest.mark.parametrize("clock, halved, again", [(20, 15, 15), (15, 15, 15), (86_400, 43_200, 21_600), (61, 30, 15)])
async def test_no_clock_shrinks_below_15_seconds_or_above_the_sessions_own(
    room: Room, clock: int, halved: int, again: int
) -> None:
    """Alone at sea: every turn is Anne's."""
    assert left(room, await room.game(ANNE, turn_seconds=clock)) == clock
    assert left(room, await room.time_out()) == halved
    assert left(room, await room.time_out()) == again


async def test_without_a_clock_nothing_shrinks(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=None)
    room.clock.now += DAY
    await room.sessions.skip(room.id, BART)
    session = await room.turns(1)
    assert (session.state.active, session.players[0].missed, left(room, session)) == (0, 1, IDLE_SECONDS)


def two_thefts(*victim: str) -> Any:
    """Anne may steal Bart's four with 4, and then his nine with 5 + 6."""
    return under_way(("4C 5C 6C 2H", *victim), ("2:", "9: 4:"))


@pytest.mark.parametrize("victim", ["KC 3H", "AC", "2H 3H 4H"])
async def test_b12_missed_reactions_count_for_the_clock_whatever_the_cards_and_not_for_leaving(
    room: Room, victim: str
) -> None:
    """60 s for a reaction: 30 for the next; then half of a half for Bart's own turn: 90, 45, 22."""
    await at_sea(room, two_thefts(victim))
    session = await do(room, ANNE, "steal 4 4C")
    assert left(room, session) == 60
    assert left(room, await room.time_out()) == 90
    session = await do(room, ANNE, "steal 9 5C 6C")
    assert left(room, session) == 30
    session = await room.time_out()
    assert (session.players[1].missed, session.players[1].late) == (0, 2)
    session = await do(room, ANNE, "end-turn")
    assert (session.state.active, left(room, session)) == (1, 22)


async def test_an_answer_gives_the_full_time_for_reactions_back(room: Room) -> None:
    """Bart misses one theft and answers the next in his 30 s; his turn, which follows, has the full 90 s."""
    await at_sea(room, two_thefts("KC 3H"))
    await do(room, ANNE, "steal 4 4C")
    await room.time_out()
    await do(room, ANNE, "steal 9 5C 6C")
    session = await do(room, BART, "fight KC")
    assert session.players[1].late == 0
    assert left(room, await do(room, ANNE, "end-turn")) == 90


# --- Warnings ---

LONG = 600


async def warning(room: Room, at: float) -> Session | None:
    """Let the clock look at this session's warning so long after the beginning."""
    room.clock.now = BEGAN + at
    return await room.sessions.warn(room.id)


@pytest.mark.parametrize("clock, half", [(302, 151), (600, 300), (86_400, 43_200)])
async def test_f21_who_has_more_than_five_minutes_is_warned_once_at_half_time(
    room: Room, clock: int, half: float
) -> None:
    """Which is no step: nothing but the warning itself is written."""
    await room.game(ANNE, BART, turn_seconds=clock)
    assert await room.store.next_deadline() == BEGAN + half
    assert await warning(room, half - 1) is None
    before, others = await room.now(), await rows(room.store, "moves", "results", "notes")
    assert await warning(room, half) is not None
    assert await warning(room, half) is None
    assert await room.now() == replace(before, warn_at=None)
    assert await rows(room.store, "moves", "results", "notes") == others
    assert await room.store.next_deadline() == BEGAN + clock


@pytest.mark.parametrize("clock", [300, 90, None])
async def test_five_minutes_or_less_or_no_clock_bring_no_warning(room: Room, clock: int | None) -> None:
    assert (await room.game(ANNE, BART, turn_seconds=clock)).warn_at is None


async def test_neither_a_lobby_nor_a_solo_voyage_nor_the_end_of_a_game_is_warned(room: Room) -> None:
    assert (await room.lobby(ANNE, turn_seconds=LONG)).warn_at is None
    await room.sessions.cancel(room.id, ANNE)
    assert (await room.game(ANNE, turn_seconds=LONG)).warn_at is None
    await room.sessions.leave(room.id, ANNE)
    await room.game(ANNE, BART, turn_seconds=LONG)
    await room.sessions.leave(room.id, BART)
    assert ((await room.now()).warn_at, await room.store.next_deadline()) == (None, None)


async def test_a_shortened_clock_of_five_minutes_brings_no_warning(room: Room) -> None:
    """600 halved is 300, which is not over five minutes."""
    await room.game(ANNE, BART, turn_seconds=LONG)
    await room.time_out()
    session = await room.turns(1)
    assert (left(room, session), session.warn_at) == (300, None)


async def test_f13_a_move_takes_the_old_warning_off_and_brings_a_new_one(room: Room) -> None:
    """Anne draws at 200 s: nothing at 300 s; the next half time is at 500 s."""
    await room.game(ANNE, BART, turn_seconds=LONG)
    room.clock.now += 200
    await room.play("draw")
    assert await warning(room, 300) is None
    assert await warning(room, 500) is not None


async def test_votes_and_departures_of_others_neither_lose_nor_repeat_a_warning(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA, turn_seconds=LONG)
    room.clock.now += 100
    await room.sessions.end(room.id, ANNE)
    await room.sessions.leave(room.id, DITA)
    assert (await room.now()).warn_at == BEGAN + 300
    assert await warning(room, 300) is not None
    await room.sessions.end(room.id, ANNE)
    await room.sessions.leave(room.id, CALICO)
    assert (await room.now()).warn_at is None


async def test_f13_a_warning_that_comes_with_the_deadline_warns_nobody(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=LONG)
    assert await warning(room, 600) is None
    assert (await room.now()).warn_at is None


async def test_x3_warnings_are_moved_by_the_time_the_bot_was_away_and_outlive_it(room: Room) -> None:
    """A minute away, and half time is at 360 s."""
    await room.game(ANNE, BART, turn_seconds=LONG)
    await room.store.stop_all_clocks()
    await room.store.set_clocks({}, [room.id], BEGAN + 60)
    assert await warning(room, 359) is None
    assert await room.store.warning_ids(BEGAN + 360) == [room.id]
    assert await warning(room, 360) is not None


@pytest.mark.parametrize("order, due", [("move warn", False), ("warn move", True)])
async def test_a_warning_and_a_move_in_one_tick_are_both_right_in_either_order(
    room: Room, order: str, *, due: bool
) -> None:
    """Behind the move it is for a wait that is over; before it, it was due, and the move has a warning of its own."""
    session = await room.game(ANNE, BART, turn_seconds=LONG)
    room.clock.now += 300
    move, warn = room.sessions.play(room.id, ANNE, session.revision, "draw"), room.sessions.warn(room.id)
    if order == "move warn":
        change, warned = await room.in_order(move, warn)
    else:
        warned, change = await room.in_order(warn, move)
    assert (change.after.revision, warned is not None) == (session.revision + 1, due)
    assert (await room.now()).warn_at == room.clock.now + 300
