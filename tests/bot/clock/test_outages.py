"""While nobody can reach the bot the clocks stand still: stopped, cut off, or frozen (X3, F13, F32, F34)."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.clock.scheduler import LOCKED_SECONDS, RETRY_SECONDS
from bot.model.errors import NotSaved
from bot.model.records import Session
from bot.play.absence import Absence
from tests.bot.builders import ANNE, BART, BEGAN, CHANNEL, Held, Room
from tests.bot.clock.test_scheduler import HOUR, Watch, games


@pytest.fixture
def watch(room: Room, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A clock that beats every 10 s, on a bot that players can reach."""
    found = Watch(room, monkeypatch)
    found.scheduler._beat_seconds = 10.0
    return found


async def game(watch: Watch) -> None:
    """Start a game of 60 s for each decision."""
    await watch.room.game(ANNE, BART, turn_seconds=60)


def at_nap(number: int, happening: Callable[[], object]) -> Callable[[], None]:
    """Let something happen once, as this nap begins."""
    left = iter(range(number))

    def nap() -> None:
        if next(left, None) == number - 1:
            happening()

    return nap


def cut_off(watch: Watch, lost_at: int, seconds: float) -> Callable[[], None]:
    """Lose the connection during a nap, for so long."""
    naps = 0

    def nap() -> None:
        nonlocal naps
        naps += 1
        if naps == lost_at:
            watch.scheduler.disconnected()
        elif naps == lost_at + 1:
            watch.room.clock.now += seconds
            watch.scheduler.connected()

    return nap


# --- Before anyone can come ---


async def test_nothing_is_served_before_the_bot_can_be_reached(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(room, monkeypatch, reachable=False)
    await game(watch)
    room.clock.now += HOUR
    assert await watch.run(HOUR) == [None]
    assert watch.fired == []


async def test_x3_a_stop_before_it_could_be_reached_loses_no_time(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Away for 1000 s, started without a network, stopped again, away for 1000 s more."""
    await game(Watch(room, monkeypatch))
    for _ in range(2):
        room.clock.now += 1000
        await Watch(room, monkeypatch, reachable=False).run(0)
    watch = Watch(room, monkeypatch)
    await watch.run(70)
    assert watch.fired == [(room.id, 2060)]
    assert watch.redrawn == 1


async def test_f08_a_start_redraws_the_tables_however_short_the_absence(watch: Watch) -> None:
    """A crash may have kept the last steps from being shown."""
    watch.absence.moved = Absence(watch.room.store, watch.room.sessions.locks, watch.room.clock).moved
    await watch.run(0)
    await watch.run(0)
    assert watch.redrawn == 1


async def test_a_short_outage_redraws_no_table(watch: Watch) -> None:
    await game(watch)
    watch.room.clock.now += 5
    await watch.run(0)
    assert (watch.redrawn, (await watch.room.now()).deadline) == (0, BEGAN + 65)


# --- Cut off ---


async def test_x3_an_outage_costs_nobody_time_and_shows_what_is_left(watch: Watch) -> None:
    """Lost at 20 s, back 1000 s later: 40 s are left."""
    await game(watch)
    await watch.run(1140, cut_off(watch, lost_at=3, seconds=1000))
    assert watch.fired == [(watch.room.id, 1060), (watch.room.id, 1120)]
    assert watch.redrawn == 1


async def test_x3_warnings_stand_still_in_an_outage_too(watch: Watch) -> None:
    await games(watch.room, 1, 600)
    await watch.run(1301, cut_off(watch, lost_at=3, seconds=1000))
    assert [at for _, at in watch.warned] == [1300]


async def test_in_an_outage_the_clock_neither_serves_nor_beats(watch: Watch) -> None:
    """What is written is the moment of the loss, once."""
    await game(watch)
    await watch.run(20)
    watch.room.clock.now += 2
    watch.scheduler.disconnected()
    watch.room.clock.now += 500
    assert await watch.run(HOUR) == [None]
    assert watch.fired == []
    assert float(await watch.room.store.note("heartbeat") or 0) == BEGAN + 22


@pytest.mark.parametrize("written", [True, False])
async def test_x3_a_crash_in_an_outage_neither_loses_nor_doubles_it(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, *, written: bool
) -> None:
    """Lost at 20 s. Also when the process died before it could write that: its last beat was at 20 s."""
    await game(watch)
    await watch.run(20)
    watch.scheduler.disconnected()
    if written:
        await watch.run(0)
    watch.room.clock.now += 1000
    for _ in range(2):
        after = Watch(watch.room, monkeypatch)
        await after.run(0)
        assert (await watch.room.now()).deadline == BEGAN + 1060


async def test_f34_to_hear_five_times_that_it_is_ready_moves_deadlines_once(watch: Watch) -> None:
    await game(watch)
    await watch.run(20)
    watch.scheduler.disconnected()
    watch.scheduler.disconnected()
    watch.room.clock.now += 1000
    resumed = []
    resume = watch.room.store.resume_clocks

    async def count(now: float) -> float:
        resumed.append(now - BEGAN)
        return await resume(now)

    watch.patch.setattr(watch.room.store, "resume_clocks", count)
    for _ in range(5):
        watch.scheduler.connected()
        await watch.run(0)
    assert resumed == [1020]
    assert ((await watch.room.now()).deadline, watch.redrawn) == (BEGAN + 1060, 1)


async def test_f32_a_store_that_cannot_be_written_after_an_outage_is_asked_again_soon(watch: Watch) -> None:
    await game(watch)
    resume, answers = watch.room.store.resume_clocks, iter((True, False, False))

    async def moody(now: float) -> float:
        if next(answers, True):
            return await resume(now)
        raise NotSaved

    watch.patch.setattr(watch.room.store, "resume_clocks", moody)
    await watch.run(1080, cut_off(watch, lost_at=3, seconds=1000))
    assert watch.fired == [(watch.room.id, 1060 + 2 * LOCKED_SECONDS)]


# --- Clicks that come before the clock has moved the deadlines ---


async def test_x3_clicks_before_ready_find_the_deadlines_moved_and_move_nothing_twice(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Away for 1000 s; five clicks in one tick; ready 2 s later. The clock began 1002 s late, for everyone."""
    watch = Watch(room, monkeypatch, reachable=False)
    await game(watch)
    room.clock.now += 1000
    await asyncio.gather(*(watch.absence.catch_up() for _ in range(5)))
    assert (await room.now()).deadline == BEGAN + 1060
    room.clock.now += 2
    watch.scheduler.connected()
    await watch.run(0)
    assert ((await room.now()).deadline, watch.redrawn) == (BEGAN + 1062, 1)


async def test_x3_a_channel_found_gone_before_ready_costs_the_other_games_no_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Servers are looked at before the bot is ready; the end of a game there is a step like any."""
    watch = Watch(room, monkeypatch, reachable=False)
    room.sessions._absence = watch.absence
    gone, other = await games(room, 2)
    room.clock.now += 1000
    await room.sessions.close_place((await room.sessions.load(gone)).channel_id)
    assert (await room.sessions.load(other)).deadline == BEGAN + 1090


async def test_a_lobby_opened_before_ready_costs_the_others_no_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(room, monkeypatch, reachable=False)
    room.sessions._absence = watch.absence
    (running,) = await games(room, 1)
    room.clock.now += 1000
    await room.lobby(replace(ANNE, channel_id=CHANNEL + 1))
    assert (await room.sessions.load(running)).deadline == BEGAN + 1090


async def test_a_click_moves_nothing_while_all_is_well(watch: Watch) -> None:
    await game(watch)
    await watch.run(20)
    watch.room.clock.now += 4
    await watch.absence.catch_up()
    assert (await watch.room.now()).deadline == BEGAN + 60


async def test_x3_a_click_after_a_freeze_does_not_swallow_the_time_of_the_others(watch: Watch) -> None:
    """Its step would be the last sign of life, had the deadlines not been moved before it."""
    await game(watch)
    clicks: list[asyncio.Task[Any]] = []

    watch.room.sessions._absence = watch.absence

    def thaw() -> None:
        watch.room.clock.now += 1000
        clicks.append(asyncio.ensure_future(watch.room.sessions.end(watch.room.id, ANNE)))

    await watch.run(40, at_nap(3, thaw))
    await asyncio.gather(*clicks)
    assert (await watch.room.now()).deadline == BEGAN + 1060


async def test_x3_a_step_under_way_does_not_write_the_deadline_from_before(watch: Watch) -> None:
    """A vote has read the session when the deadlines are moved: it is finished first."""
    await game(watch)
    watch.room.clock.now += 60
    async with Held(watch.room.store) as held:
        held.send(watch.room.sessions.end(watch.room.id, ANNE))
        await watch.room.store.crowd(1)
        watch.room.clock.now += 1000
        held.send(watch.absence.move_deadlines())
        await held.outcome(writers=0)
    assert (await watch.room.now()).deadline == BEGAN + 60 + 1000


# --- Warnings, and what cannot be saved ---


async def test_f21_the_clock_warns_once_at_half_time_and_fires_once(watch: Watch) -> None:
    (session_id,) = await games(watch.room, 1, 600)
    watch.scheduler._beat_seconds = HOUR
    naps = await watch.run(850)
    assert (watch.warned, watch.fired) == ([(session_id, 300)], [(session_id, 600)])
    assert naps == [300, 0, 300, 0, 300]


async def test_f13_a_warning_of_an_answered_decision_does_not_fire_on_the_next(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=600)
    watch.room.clock.now += 200
    await watch.room.turns(1)
    await watch.run(299)
    assert watch.warned == []


async def test_a_warning_outlives_the_process(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    (session_id,) = await games(watch.room, 1, 600)
    await watch.run(250)
    after = Watch(watch.room, monkeypatch)
    await after.run(60)
    assert after.warned == [(session_id, 300)]


async def test_f32_a_fault_in_a_warning_stops_no_time_out(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    """It is tried again each minute, also when the time-out has come, which it does not delay."""
    (session_id,) = await games(watch.room, 1, 330)
    attempts = []

    def dark(_: Session) -> None:
        raise RuntimeError("no light")

    async def broken(_: str) -> Session | None:
        attempts.append(watch.room.clock.now - BEGAN)
        raise RuntimeError("struck by lightning")

    watch.patch.setattr(watch.room.sessions, "warn", broken)
    watch.patch.setattr(watch, "warn", dark)
    with caplog.at_level(logging.ERROR, "bot.clock.scheduler"):
        await watch.run(340)
    assert watch.fired == [(session_id, 330)]
    assert attempts == [165, 165 + RETRY_SECONDS, 165 + 2 * RETRY_SECONDS]
    assert all(session_id in record.message for record in caplog.records)


async def test_f32_a_time_out_that_cannot_be_saved_is_tried_again_after_five_seconds(watch: Watch) -> None:
    await game(watch)
    save, faults = watch.room.store.save, [NotSaved(), NotSaved()]

    async def locked(*arguments: Any) -> Session:
        if faults:
            raise faults.pop()
        return await save(*arguments)

    watch.patch.setattr(watch.room.store, "save", locked)
    await watch.run(80)
    assert watch.fired == [(watch.room.id, 60 + 2 * LOCKED_SECONDS)]
