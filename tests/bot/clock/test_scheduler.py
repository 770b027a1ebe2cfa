"""The one clock: sleeps until the earliest deadline, fires once, outlives every fault (X3, F03, F13, F32, F42)."""

import asyncio
import gc
import logging
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.clock import scheduler as clock_room
from bot.clock.scheduler import LOCKED_SECONDS, OVERDUE_SECONDS, RETRY_SECONDS, Scheduler
from bot.model.errors import NotSaved
from bot.model.records import Change, Closed, Session, Status, Terms
from bot.play.absence import Absence
from rules.lands.model import Options
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, CHANNEL, DAY, START_ID, Clock, Room

HOUR = 3600.0


class Naps:
    """Stands in for the clock's nap: time passes at once, by the test's clock, unless it is woken first."""

    def __init__(self, clock: Clock, until: float) -> None:
        self._clock = clock
        self._until = until
        self.asked: list[float | None] = []
        """How long the clock wanted to sleep, each time."""
        self.on_nap: Callable[[], object] = lambda: None

    async def __call__(self, wake: asyncio.Event, seconds: float | None) -> None:
        self.asked.append(seconds)
        self.on_nap()
        await asyncio.sleep(0)
        if wake.is_set():
            return
        if seconds is None or self._clock.now + seconds > self._until:
            raise asyncio.CancelledError
        self._clock.now += seconds


class Watch:
    """A clock over a room's sessions, run on the test's time."""

    def __init__(self, room: Room, patch: pytest.MonkeyPatch, *, reachable: bool = True) -> None:
        self.room = room
        self.patch = patch
        self.absence = Absence(room.store, room.sessions.locks, room.clock)
        self.wake = asyncio.Event()
        self.scheduler = Scheduler(
            room.sessions,
            room.store,
            self.absence,
            room.unshown,
            self,
            room.is_member,
            self.wake,
            room.clock,
            beat_seconds=HOUR,
        )
        self.absence.moved = 0.0  # the tables tell the time that is left
        if reachable:
            self.scheduler.connected()
        self.redrawn = 0
        """How often all tables were shown with the time that is left."""
        self.fired: list[tuple[str, float]] = []
        """What was shown, and how long after the beginning."""
        self.warned: list[tuple[str, float]] = []
        """The same of warnings."""

    # --- The display ---

    def show(self, change: Change) -> None:
        self.fired.append((change.after.id, self.room.clock.now - BEGAN))

    def warn(self, session: Session) -> None:
        self.warned.append((session.id, self.room.clock.now - BEGAN))

    def refresh(self, session_ids: Iterable[str]) -> None:
        pass

    async def refresh_open(self) -> None:
        self.redrawn += 1

    # --- Time ---

    async def run(self, seconds: float, on_nap: Callable[[], object] = lambda: None) -> list[float | None]:
        """Let the clock run for so long; return the lengths of its naps."""
        naps = Naps(self.room.clock, self.room.clock.now + seconds)
        naps.on_nap = on_nap
        with self.patch.context() as patch:
            patch.setattr(clock_room, "nap", naps)
            with pytest.raises(asyncio.CancelledError):
                await self.scheduler.run()
        return naps.asked


@pytest.fixture
def watch(room: Room, monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(room, monkeypatch)


async def games(room: Room, count: int, turn_seconds: int = 90) -> list[str]:
    """Start games for three, one in each of so many channels; the clock starts with the last of them."""
    found = []
    for number in range(count):
        crew = [replace(who, channel_id=CHANNEL + number) for who in (ANNE, BART, CALICO)]
        session = (await room.sessions.open("lands", crew[0], Terms(Options(), turn_seconds))).after
        for who in crew[1:]:
            await room.sessions.join(session.id, who)
        await room.sessions.start(session.id, crew[0], START_ID)
        found.append(session.id)
    return found


async def test_a_deadline_fires_once_and_on_time(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=60)
    await watch.run(119)
    assert watch.fired == [(watch.room.id, 60)]
    session = await watch.room.now()
    assert (session.state.active, session.players[0].missed, session.deadline) == (1, 1, BEGAN + 120)


async def test_the_clock_sleeps_until_the_earliest_deadline(watch: Watch) -> None:
    await games(watch.room, 1, 300)
    await games(watch.room, 0)
    assert (await watch.run(100))[0] == 300


async def test_with_nothing_to_wait_for_the_clock_sleeps_until_it_is_woken(watch: Watch) -> None:
    assert await watch.run(HOUR) == [None]


async def test_a_commit_wakes_the_clock(watch: Watch) -> None:
    """A game that starts while the clock sleeps without a deadline is served."""
    room = watch.room
    room.on_commit.append(lambda _change: watch.wake.set())
    tasks: list[asyncio.Task[Any]] = []

    def start_once() -> None:
        if not tasks:
            tasks.append(asyncio.ensure_future(room.lobby(ANNE)))

    started = asyncio.Event()

    async def nap(wake: asyncio.Event, seconds: float | None) -> None:
        if seconds is None:
            start_once()
            await wake.wait()
            return
        assert seconds == 15 * 60
        started.set()
        raise asyncio.CancelledError

    watch.patch.setattr(clock_room, "nap", nap)
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(5):
            await watch.scheduler.run()
    assert started.is_set()
    await tasks[0]


async def test_f13_a_timer_of_an_answered_decision_does_not_fire_on_the_next(watch: Watch) -> None:
    """20 s each; Anne plays at 5 s. Nothing happens at 20 s, Bart's time ends at 25 s."""
    await watch.room.game(ANNE, BART, turn_seconds=20)
    watch.room.clock.now += 5
    await watch.room.turns(1)
    await watch.run(24)
    assert watch.fired == [(watch.room.id, 25)]


async def test_the_clock_looks_rarely_and_never_in_a_busy_loop(watch: Watch) -> None:
    """A nap until each deadline, and one of no time behind it.

    Two games of 60 s for three: each misses a turn of 60 s, then one of 30 s; two leave after a third of 15 s.
    """
    await games(watch.room, 2, 60)
    assert await watch.run(359) == [60, 0] * 3 + [30, 0] * 3 + [15, 0] * 2 + [None]


async def test_x3_while_a_deadline_runs_the_process_notes_that_it_is_alive(watch: Watch) -> None:
    """A beat each hour; after a crash at 2.5 h the deadline has lost no more than the last half hour."""
    await watch.room.game(ANNE, BART, turn_seconds=86_400)
    await watch.run(2.5 * HOUR)
    assert watch.room.clock.now == BEGAN + 2 * HOUR
    assert float(await watch.room.store.note("heartbeat") or 0) == BEGAN + 2 * HOUR


async def test_x3_a_clean_stop_notes_the_very_moment(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=86_400)
    await watch.run(0)
    watch.room.clock.now += 1800
    watch.scheduler._beat_seconds = 60.0
    await watch.run(59)
    assert float(await watch.room.store.note("heartbeat") or 0) == BEGAN + 1800


async def test_x3_after_an_absence_all_deadlines_are_later_by_it(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=60)
    await watch.run(0)
    watch.room.clock.now += 1000
    assert await watch.absence.move_deadlines() == 1000
    await watch.run(70)
    assert watch.fired == [(watch.room.id, 1060)]


async def test_x3_a_process_that_was_frozen_costs_nobody_time_and_shows_what_is_left(watch: Watch) -> None:
    """Stopped by a signal, or on a computer that slept: in the third nap 1000 s pass. It was alive at 20 s."""
    await watch.room.game(ANNE, BART, turn_seconds=60)
    watch.scheduler._beat_seconds = 10.0
    lost = iter((0, 0, 1000))

    def nap() -> None:
        watch.room.clock.now += next(lost, 0)

    await watch.run(1150, nap)
    assert watch.fired == [(watch.room.id, 1070), (watch.room.id, 1130)]
    assert watch.redrawn == 1


async def test_x3_a_nap_that_is_a_little_late_costs_what_it_costs(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=60)
    watch.scheduler._beat_seconds = 10.0
    late = iter((5, 4))

    def nap() -> None:
        watch.room.clock.now += next(late, 0)

    await watch.run(62, nap)
    assert watch.fired == [(watch.room.id, 60)]
    assert watch.redrawn == 0


async def test_f32_a_store_that_fails_after_a_freeze_is_asked_again(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=60)
    watch.scheduler._beat_seconds = 10.0
    lost, answers = iter((1000,)), iter((False, True))
    resume = watch.absence.move_deadlines

    async def moody() -> float:
        if next(answers):
            return await resume()
        raise NotSaved

    def nap() -> None:
        watch.room.clock.now += next(lost, 0)

    monkeypatch.setattr(watch.absence, "move_deadlines", moody)
    await watch.run(1100, nap)
    assert watch.redrawn == 1


async def test_f03_lobbies_and_games_without_players_end_by_themselves(watch: Watch) -> None:
    """A lobby after 15 minutes; a game for three after three missed turns of two of them."""
    (game,) = await games(watch.room, 1)
    other = replace(ANNE, channel_id=CHANNEL + 1)
    lobby = (await watch.room.sessions.open("lands", other, Terms(Options()))).after.id
    await watch.run(DAY)
    assert await watch.room.store.live_ids() == []
    assert (await watch.room.sessions.load(lobby)).closed is Closed.LOBBY_EXPIRED
    assert (await watch.room.sessions.load(game)).status is Status.FINISHED


# --- Faults: F03, F32 ---


async def test_f32_a_fault_in_one_session_does_not_stop_the_others_and_is_tried_again(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await games(watch.room, 2)
    expire, attempts = watch.room.sessions.expire, []

    async def faulty(session_id: str, is_member: Any) -> Change | None:
        if session_id == broken:
            attempts.append(watch.room.clock.now - BEGAN)
            if len(attempts) < 3:
                raise RuntimeError("struck by lightning")
        return await expire(session_id, is_member)

    watch.patch.setattr(watch.room.sessions, "expire", faulty)
    with caplog.at_level(logging.ERROR, "bot.clock.scheduler"):
        naps = await watch.run(90 + 2.5 * RETRY_SECONDS)
    assert attempts == [90, 90 + RETRY_SECONDS, 90 + 2 * RETRY_SECONDS]
    assert watch.fired[0] == (sound, 90)
    assert (broken, 90 + 2 * RETRY_SECONDS) in watch.fired
    assert len(caplog.records) == 2
    assert all(broken in record.message and record.exc_info for record in caplog.records)
    assert naps.count(0) <= len(watch.fired) + len(attempts)
    assert min(nap for nap in naps if nap) == OVERDUE_SECONDS


async def test_f03_a_fault_in_showing_does_not_undo_the_time_out(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, CALICO)

    def dark(_: Change) -> None:
        raise RuntimeError("no light")

    watch.patch.setattr(watch, "show", dark)
    await watch.run(100)
    assert (await watch.room.now()).state.active == 1


@pytest.mark.parametrize(
    "fault, wait, fires", [(RuntimeError("struck by lightning"), RETRY_SECONDS, 120), (NotSaved(), LOCKED_SECONDS, 90)]
)
async def test_f03_a_store_that_cannot_be_read_for_a_while_does_not_stop_the_clock(
    watch: Watch, fault: Exception, wait: int, fires: int, caplog: pytest.LogCaptureFixture
) -> None:
    await watch.room.game(ANNE, BART, CALICO)
    next_deadline, faults = watch.room.store.next_deadline, [fault, fault]

    async def faulty() -> float | None:
        if faults:
            raise faults.pop()
        return await next_deadline()

    watch.patch.setattr(watch.room.store, "next_deadline", faulty)
    with caplog.at_level(logging.ERROR, "bot.clock.scheduler"):
        naps = await watch.run(179)
    assert naps[:2] == [wait, wait]
    assert watch.fired == [(watch.room.id, fires)]
    assert len(caplog.records) == 2


async def test_f42_fifty_games_all_fire_on_time_though_the_garbage_is_collected(watch: Watch) -> None:
    ids = await games(watch.room, 50, 30)
    await watch.run(59, on_nap=gc.collect)
    assert sorted(watch.fired) == sorted((session_id, 30) for session_id in ids)


async def test_a_clock_that_is_woken_often_writes_no_beat_each_time(watch: Watch) -> None:
    """A commit is a sign of life in itself; a beat beside each would double what is written."""
    await watch.room.game(ANNE, BART, turn_seconds=86_400)
    beats, beat = [], watch.room.store.beat

    async def count(now: float) -> None:
        beats.append(now - BEGAN)
        await beat(now)

    watch.patch.setattr(watch.room.store, "beat", count)
    woken = iter(range(20))

    def poke() -> None:
        if next(woken, None) is not None:
            watch.wake.set()

    await watch.run(1.5 * HOUR, on_nap=poke)
    assert beats == [0, HOUR, HOUR]
