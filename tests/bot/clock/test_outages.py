"""While nobody can reach the bot the clocks stand still: stopped, cut off, or frozen (X3, F08, F32, F34)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.clock.scheduler import LOCKED_SECONDS
from bot.model.errors import NotSaved
from bot.play.absence import Absence
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, CHANNEL, Room
from tests.bot.clock.watch import Happenings, Watch, games

HOUR = 3600.0


@pytest.fixture
def watch(room: Room, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A clock that beats every 10 s, on a bot that players can reach."""
    return Watch(room, monkeypatch)


@pytest.fixture
def starting(room: Room, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The same before anyone can reach it; steps of the sessions come to it."""
    found = Watch(room, monkeypatch, reachable=False)
    room.sessions._absence = found.absence
    return found


async def game(room: Room) -> None:
    """Start a game of 60 s for each decision."""
    await room.game(ANNE, BART, turn_seconds=60)


def cut_off(watch: Watch, seconds: float = 1000) -> Happenings:
    """Lose the connection in the third nap, for so long."""

    def come_back() -> None:
        watch.lose(seconds)
        watch.scheduler.connected()

    return {3: watch.scheduler.disconnected, 4: come_back}


async def time_left(watch: Watch, session_id: str = "") -> float:
    """Return when the time of a session ends, seconds after the beginning."""
    session = await watch.room.sessions.load(session_id or watch.room.id)
    assert session.deadline is not None
    return session.deadline - BEGAN


# --- Before anyone can come ---


async def test_nothing_is_served_before_the_bot_can_be_reached(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await game(room)
    watch = Watch(room, monkeypatch, reachable=False)
    watch.lose(HOUR)
    assert await watch.run(HOUR) == [None]
    assert watch.fired == []


async def test_x3_a_stop_before_it_could_be_reached_loses_no_time(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Away for 1000 s, started without a network, stopped again, away for 1000 s more."""
    await game(room)
    for _ in range(2):
        room.clock.now += 1000
        await Watch(room, monkeypatch, reachable=False).run(0)
    watch = Watch(room, monkeypatch)
    await watch.run(70)
    assert (watch.fired, watch.redrawn) == ([(room.id, 2060)], 1)


async def test_f08_a_start_redraws_the_tables_however_short_the_absence(watch: Watch) -> None:
    """A crash may have kept the last steps from being shown."""
    watch.absence.moved = Absence(watch.room.store, watch.room.sessions.locks, watch.room.clock).moved
    await watch.run(0)
    await watch.run(0)
    assert watch.redrawn == 1


async def test_a_short_outage_redraws_no_table(watch: Watch) -> None:
    await game(watch.room)
    watch.lose(5)
    await watch.run(0)
    assert (watch.redrawn, await time_left(watch)) == (0, 65)


# --- Cut off ---


async def test_x3_an_outage_costs_nobody_time_and_shows_what_is_left(watch: Watch) -> None:
    """Lost at 20 s, back 1000 s later: 40 s are left."""
    await game(watch.room)
    await watch.run(1140, cut_off(watch))
    assert watch.fired == [(watch.room.id, 1060), (watch.room.id, 1120)]
    assert watch.redrawn == 1


async def test_x3_warnings_stand_still_in_an_outage_too(watch: Watch) -> None:
    await games(watch.room, 1, 600)
    await watch.run(1301, cut_off(watch))
    assert [at for _, at in watch.warned] == [1300]


async def test_in_an_outage_the_clock_neither_serves_nor_beats(watch: Watch) -> None:
    """What is written is the moment of the loss, once."""
    await game(watch.room)
    await watch.run(20)
    watch.lose(2)
    watch.scheduler.disconnected()
    watch.lose(500)
    assert await watch.run(HOUR) == [None]
    assert (watch.fired, await watch.beaten_at()) == ([], 22)


@pytest.mark.parametrize("written", [True, False])
async def test_x3_a_crash_in_an_outage_neither_loses_nor_doubles_it(watch: Watch, *, written: bool) -> None:
    """Lost at 20 s. Also when the process died before it could write that: its last beat was at 20 s."""
    await game(watch.room)
    await watch.run(20)
    watch.scheduler.disconnected()
    if written:
        await watch.run(0)
    watch.lose(1000)
    for _ in range(2):
        await Watch(watch.room, watch.patch).run(0)
        assert await time_left(watch) == 1060


async def test_f34_to_hear_five_times_that_it_is_ready_moves_deadlines_once(watch: Watch) -> None:
    await game(watch.room)
    await watch.run(20)
    watch.scheduler.disconnected()
    watch.lose(500)
    watch.scheduler.disconnected()
    watch.lose(500)
    resumed = watch.fail(watch.room.store, "resume_clocks")
    for _ in range(5):
        watch.scheduler.connected()
        await watch.run(0)
    assert (resumed, await time_left(watch), watch.redrawn) == ([1020], 1060, 1)


@pytest.mark.parametrize("frozen, due", [(False, 1060), (True, 1070)], ids=["cut off", "frozen"])
async def test_f32_a_store_that_cannot_be_written_after_an_outage_is_asked_again_soon(
    watch: Watch, *, frozen: bool, due: float
) -> None:
    await game(watch.room)
    happenings = {3: lambda: watch.lose(1000)} if frozen else cut_off(watch)

    def fail() -> None:
        watch.fail(watch.room.store, "resume_clocks", NotSaved(), NotSaved())

    await watch.run(1085, {2: fail, **happenings})
    assert (watch.fired, watch.redrawn) == ([(watch.room.id, due + 2 * LOCKED_SECONDS)], 1)


# --- Clicks that come before the clock has moved the deadlines ---


async def test_x3_clicks_before_ready_find_the_deadlines_moved_and_move_nothing_twice(
    room: Room, starting: Watch
) -> None:
    """Away for 1000 s; five clicks in one tick; ready 2 s later. The clock began 1002 s late, for everyone."""
    await game(room)
    starting.lose(1000)
    await asyncio.gather(*(starting.absence.catch_up() for _ in range(5)))
    assert await time_left(starting) == 1060
    starting.lose(2)
    starting.scheduler.connected()
    await starting.run(0)
    assert (await time_left(starting), starting.redrawn) == (1062, 1)


STEPS: dict[str, Callable[[Room], Awaitable[Any]]] = {
    "a game ends with its channel": lambda room: room.sessions.close_place(CHANNEL),
    "a lobby opens": lambda room: room.lobby(replace(ANNE, channel_id=CHANNEL + 9)),
    "somebody leaves": lambda room: room.sessions.leave(room.id, CALICO),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
async def test_x3_a_step_before_ready_costs_the_other_games_no_time(
    room: Room, starting: Watch, step: Callable[[Room], Awaitable[Any]]
) -> None:
    """Its moment becomes the last sign of life, from which the deadlines would be moved."""
    room.id, other = await games(room, 2)
    starting.lose(1000)
    await step(room)
    assert await time_left(starting, other) == 1090


async def test_a_click_moves_nothing_while_all_is_well(watch: Watch) -> None:
    await game(watch.room)
    await watch.run(20)
    watch.lose(4)
    await watch.absence.catch_up()
    assert await time_left(watch) == 60


async def test_x3_a_click_after_a_freeze_does_not_swallow_the_time_of_the_others(watch: Watch) -> None:
    """Its step would be the last sign of life, had the deadlines not been moved before it."""
    await game(watch.room)
    watch.room.sessions._absence = watch.absence

    async def thaw() -> None:
        watch.lose(1000)
        await watch.room.sessions.end(watch.room.id, ANNE)

    await watch.run(40, {3: thaw})
    assert await time_left(watch) == 1060


async def test_x3_a_step_under_way_does_not_write_the_deadline_from_before(watch: Watch) -> None:
    """A vote has read the session when the deadlines are moved: it is finished first."""
    await game(watch.room)
    watch.lose(60)

    async def move() -> float:
        watch.lose(1000)
        return await watch.absence.move_deadlines()

    vote = watch.room.sessions.end(watch.room.id, ANNE)
    assert (await watch.room.in_order(vote, move()))[1] == 1000
    assert await time_left(watch) == 60 + 1000
