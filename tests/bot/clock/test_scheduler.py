"""The one clock: sleeps until the earliest deadline, fires once, outlives every fault (X3, F03, F13, F32, F42)."""

import asyncio
import gc
import logging
from functools import partial

import pytest
from msgspec.structs import replace

from bot.clock import scheduler as clock_room
from bot.clock.scheduler import BEAT_SECONDS, LOCKED_SECONDS, OVERDUE_SECONDS, RETRY_SECONDS
from bot.model.errors import NotSaved
from bot.model.records import Change, Closed, Session, Status, Terms
from rules.lands.model import Options
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, CHANNEL, DAY, Room
from tests.bot.clicks import Stage
from tests.bot.clock.watch import Watch, games

HOUR = 3600.0
STRUCK = RuntimeError("struck by lightning")


@pytest.fixture
def watch(room: Room, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A clock that beats every hour, on a bot that players can reach."""
    return Watch(room, monkeypatch, beat=HOUR)


# --- When it fires, and how it sleeps ---


async def test_a_deadline_fires_once_and_on_time(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=60)
    assert await watch.run(119) == [60, 0, 60]
    assert watch.fired == [(watch.room.id, 60)]
    session = await watch.room.now()
    assert (session.state.active, session.players[0].missed, session.deadline) == (1, 1, BEGAN + 120)


async def test_with_nothing_to_wait_for_the_clock_sleeps_until_a_commit_wakes_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that opens meanwhile is served."""
    asked = []

    async def nap(wake: asyncio.Event, seconds: float | None) -> None:
        asked.append(seconds)
        if seconds is not None:
            raise asyncio.CancelledError
        await stage.slash(ANNE, "lands")
        assert wake.is_set()

    monkeypatch.setattr(clock_room, "nap", nap)
    with pytest.raises(asyncio.CancelledError):
        await stage.app.scheduler.run()
    assert asked == [None, BEAT_SECONDS]


async def test_f13_a_timer_of_an_answered_decision_does_not_fire_on_the_next(watch: Watch) -> None:
    """20 s each; Anne plays at 5 s. Nothing happens at 20 s, Bart's time ends at 25 s."""
    await watch.room.game(ANNE, BART, turn_seconds=20)
    watch.lose(5)
    await watch.room.turns(1)
    await watch.run(24)
    assert watch.fired == [(watch.room.id, 25)]


async def test_the_clock_looks_rarely_and_never_in_a_busy_loop(watch: Watch) -> None:
    """A nap until each deadline, and one of no time behind it.

    Two games of 60 s for three: each misses a turn of 60 s, then one of 30 s; two leave after a third of 15 s.
    """
    await games(watch.room, 2, 60)
    assert await watch.run(359) == [60, 0] * 3 + [30, 0] * 3 + [15, 0] * 2 + [None]


async def test_f03_lobbies_and_games_without_players_end_by_themselves(watch: Watch) -> None:
    """A lobby after 15 minutes; a game for three after three missed turns of two of them."""
    (game,) = await games(watch.room, 1)
    other = replace(ANNE, channel_id=CHANNEL + 1)
    lobby = (await watch.room.sessions.open("lands", other, Terms(Options()))).after.id
    await watch.run(DAY)
    assert await watch.room.store.live_ids() == []
    assert (await watch.room.sessions.load(lobby)).closed is Closed.LOBBY_EXPIRED
    assert (await watch.room.sessions.load(game)).status is Status.FINISHED


async def test_f42_fifty_games_all_fire_on_time_though_the_garbage_is_collected(watch: Watch) -> None:
    ids = await games(watch.room, 50, 30)
    await watch.run(59, {1: gc.collect, 2: gc.collect, 3: gc.collect})
    assert sorted(watch.fired) == sorted((session_id, 30) for session_id in ids)


# --- Signs of life: X3 ---


async def test_x3_while_a_deadline_runs_the_process_notes_that_it_is_alive(watch: Watch) -> None:
    """A beat each hour; after a crash at 2.5 h the deadline has lost no more than the last half hour."""
    await watch.room.game(ANNE, BART, turn_seconds=86_400)
    await watch.run(2.5 * HOUR)
    assert (watch.passed, await watch.beaten_at()) == (2 * HOUR, 2 * HOUR)


async def test_x3_a_clean_stop_notes_the_very_moment(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=86_400)
    await watch.run(HOUR, {1: lambda: watch.lose(1800)})
    assert await watch.beaten_at() == 1800


async def test_a_clock_that_is_woken_often_writes_no_beat_each_time(watch: Watch) -> None:
    """A commit is a sign of life in itself; a beat beside each would double what is written."""
    await watch.room.game(ANNE, BART, turn_seconds=86_400)
    beats = watch.fail(watch.room.store, "beat")
    await watch.run(1.5 * HOUR, dict.fromkeys(range(1, 21), watch.wake.set))
    assert beats == [0, HOUR, HOUR]


@pytest.mark.parametrize(
    "lost, fired, redrawn",
    [((0, 0, 1000), [1070, 1130], 1), ((5, 4), [60], 0)],
    ids=["frozen: stopped by a signal, or on a computer that slept", "a little late"],
)
async def test_x3_a_process_that_was_frozen_costs_nobody_time_and_shows_what_is_left(
    room: Room, monkeypatch: pytest.MonkeyPatch, lost: tuple[int, ...], fired: list[float], redrawn: int
) -> None:
    """It beats every 10 s; in the third nap 1000 s pass, and it was alive at 20 s. Less costs what it costs."""
    watch = Watch(room, monkeypatch)
    await room.game(ANNE, BART, turn_seconds=60)
    await watch.run(fired[-1] + 20, {nap: partial(watch.lose, seconds) for nap, seconds in enumerate(lost, 1)})
    assert (watch.fired, len(watch.redrawn)) == ([(room.id, at) for at in fired], redrawn)


# --- Faults: F03, F32 ---


async def test_f32_a_fault_in_one_session_does_not_stop_the_others_and_is_tried_again(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await games(watch.room, 2)
    attempts = watch.fail(watch.room.sessions, "expire", STRUCK, STRUCK, of=broken)
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
        raise STRUCK

    watch.patch.setattr(watch, "show", dark)
    await watch.run(100)
    assert (await watch.room.now()).state.active == 1


@pytest.mark.parametrize("fault, wait, fires", [(STRUCK, RETRY_SECONDS, 120), (NotSaved(), LOCKED_SECONDS, 90)])
async def test_f03_a_store_that_cannot_be_read_for_a_while_does_not_stop_the_clock(
    watch: Watch, fault: Exception, wait: int, fires: int, caplog: pytest.LogCaptureFixture
) -> None:
    await watch.room.game(ANNE, BART, CALICO)
    watch.fail(watch.room.store, "next_deadline", fault, fault)
    with caplog.at_level(logging.ERROR, "bot.clock.scheduler"):
        naps = await watch.run(179)
    assert naps[:2] == [wait, wait]
    assert watch.fired == [(watch.room.id, fires)]
    assert len(caplog.records) == 2


async def test_f32_a_time_out_that_cannot_be_saved_is_tried_again_after_five_seconds(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=60)
    watch.fail(watch.room.store, "save", NotSaved(), NotSaved())
    await watch.run(80)
    assert watch.fired == [(watch.room.id, 60 + 2 * LOCKED_SECONDS)]


# --- Warnings ---


async def test_f21_the_clock_warns_once_at_half_time_and_fires_once(watch: Watch) -> None:
    (session_id,) = await games(watch.room, 1, 600)
    naps = await watch.run(850)
    assert (watch.warned, watch.fired) == ([(session_id, 300)], [(session_id, 600)])
    assert naps == [300, 0, 300, 0, 300]


async def test_f13_a_warning_of_an_answered_decision_does_not_fire_on_the_next(watch: Watch) -> None:
    await watch.room.game(ANNE, BART, turn_seconds=600)
    watch.lose(200)
    await watch.room.turns(1)
    await watch.run(299)
    assert watch.warned == []


async def test_a_warning_outlives_the_process(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    (session_id,) = await games(room, 1, 600)
    await Watch(room, monkeypatch).run(250)
    after = Watch(room, monkeypatch)
    await after.run(60)
    assert after.warned == [(session_id, 300)]


async def test_f32_a_fault_in_a_warning_stops_no_time_out(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    """It is tried again each minute, also when the time-out has come, which it does not delay."""
    (session_id,) = await games(watch.room, 1, 330)
    attempts = watch.fail(watch.room.sessions, "warn", *[STRUCK] * 9)
    with caplog.at_level(logging.ERROR, "bot.clock.scheduler"):
        await watch.run(340)
    assert watch.fired == [(session_id, 330)]
    assert attempts == [165, 165 + RETRY_SECONDS, 165 + 2 * RETRY_SECONDS]
    assert all(session_id in record.message for record in caplog.records)


async def test_f32_a_warning_that_cannot_be_shown_is_logged_and_stops_no_time_out(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    (session_id,) = await games(watch.room, 1, 330)

    def dark(_: Session) -> None:
        raise STRUCK

    watch.patch.setattr(watch, "warn", dark)
    with caplog.at_level(logging.ERROR, "bot.clock.scheduler"):
        await watch.run(340)
    assert (watch.fired, len(caplog.records)) == ([(session_id, 330)], 1)
