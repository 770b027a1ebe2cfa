"""While nobody can reach the bot the clocks stand still: stopped, cut off, or frozen (X3, F08, F32, F34)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.errors import NotSaved
from bot.model.records import Terms
from rules.lands.model import Options
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, CHANNEL, START_ID, Room
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
        watch.connect()

    return {3: watch.disconnect, 4: come_back}


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
    assert (watch.fired, watch.redrawn) == ([(room.id, 2060)], [{room.id}])


async def test_f08_a_start_redraws_the_tables_however_short_the_absence(watch: Watch) -> None:
    """A crash may have kept the last steps from being shown."""
    await game(watch.room)
    watch.absence._restarted = None
    await watch.run(0)
    await watch.run(0)
    assert watch.redrawn == [{watch.room.id}]


async def test_a_short_outage_redraws_no_table(watch: Watch) -> None:
    await game(watch.room)
    watch.lose(5)
    await watch.run(0)
    assert (watch.redrawn, await time_left(watch)) == ([], 65)


# --- Cut off ---


async def test_x3_an_outage_costs_nobody_time_and_shows_what_is_left(watch: Watch) -> None:
    """Lost at 20 s, back 1000 s later: 40 s are left."""
    await game(watch.room)
    await watch.run(1140, cut_off(watch))
    assert watch.fired == [(watch.room.id, 1060), (watch.room.id, 1120)]
    assert watch.redrawn == [{watch.room.id}]


async def test_x3_warnings_stand_still_in_an_outage_too(watch: Watch) -> None:
    await games(watch.room, 1, 600)
    await watch.run(1301, cut_off(watch))
    assert [at for _, at in watch.warned] == [1300]


async def test_in_an_outage_the_clock_stands_still_from_the_moment_of_the_loss(watch: Watch) -> None:
    """The clock beats every 10 s; lost 2 s after the third beat."""
    await game(watch.room)

    def lose_it() -> None:
        watch.lose(2)
        watch.disconnect()

    assert await watch.run(HOUR, {3: lose_it}) == [10, 10, 10, None]
    assert (watch.fired, (await watch.room.now()).stopped_at) == ([], BEGAN + 22)


@pytest.mark.parametrize("written", [True, False])
async def test_x3_a_crash_in_an_outage_neither_loses_nor_doubles_it(watch: Watch, *, written: bool) -> None:
    """Lost at 20 s. Also when the process died before it could write that: its last beat was at 20 s."""
    await game(watch.room)
    await watch.run(20)
    watch.disconnect()
    if written:
        await watch.run(0)
    watch.lose(1000)
    for _ in range(2):
        await Watch(watch.room, watch.patch).run(0)
        assert await time_left(watch) == 1060


async def test_f34_to_hear_five_times_that_it_is_ready_moves_deadlines_once(watch: Watch) -> None:
    await game(watch.room)
    await watch.run(20)
    watch.disconnect()
    watch.lose(500)
    watch.disconnect()
    watch.lose(500)
    for _ in range(5):
        watch.connect()
        await watch.run(0)
    assert (await time_left(watch), watch.redrawn) == (1060, [{watch.room.id}])


@pytest.mark.parametrize("frozen, due", [(False, 1065), (True, 1080)], ids=["cut off", "frozen"])
async def test_f32_a_store_that_cannot_be_written_after_an_outage_is_asked_again_soon(
    watch: Watch, *, frozen: bool, due: float
) -> None:
    """Twice it fails: when the connection is lost and when it is back; or when the process goes on, and 5 s later."""
    await game(watch.room)
    happenings = {3: lambda: watch.lose(1000)} if frozen else cut_off(watch)

    def fail() -> None:
        watch.fail(watch.room.store, "set_clocks", NotSaved(), NotSaved())

    await watch.run(1085, {2: fail, **happenings})
    assert (watch.fired, watch.redrawn) == ([(watch.room.id, due)], [{watch.room.id}])


# --- Some are cut off, others are not ---

FAR = 1 << 22
"""A server on the second of two shards; the test's own is on the first."""


async def far_game(room: Room) -> str:
    """Start the same game on the far server; return its id."""
    crew = [replace(who, guild_id=FAR, channel_id=CHANNEL + 1) for who in (ANNE, BART)]
    session = (await room.sessions.open("lands", crew[0], Terms(Options(), 60))).after
    await room.sessions.join(session.id, crew[1])
    await room.sessions.start(session.id, crew[0], START_ID)
    return session.id


@pytest.mark.parametrize("kind", ["shard", "outage"])
async def test_x3_the_clocks_of_those_who_are_cut_off_stand_still_and_of_nobody_else(watch: Watch, kind: str) -> None:
    """The far server is cut off from 20 s to 1020 s, with 40 s left. At home turns take ten minutes."""
    watch.connect(0, 2)
    watch.connect(1, 2)
    await watch.room.game(ANNE, BART, turn_seconds=600)
    far = await far_game(watch.room)

    def lose_it() -> None:
        watch.disconnect(1) if kind == "shard" else watch.reach.begin_outage(FAR)

    def regain_it() -> None:
        assert watch.passed == 1020
        watch.connect(1, 2) if kind == "shard" else watch.reach.end_outage(FAR)

    await watch.run(20)
    lose_it()
    await watch.run(1000)
    regain_it()
    await watch.run(50)
    assert watch.fired == [(watch.room.id, 600), (far, 1060)]
    assert watch.redrawn == [{far}]


async def test_a_lobby_that_is_opened_in_an_outage_has_all_of_its_time_behind_it(watch: Watch) -> None:
    """Commands may come from a server that Discord calls unavailable."""
    watch.room.sessions._absence = watch.absence
    watch.connect(1, 2)
    watch.reach.begin_outage(FAR)
    change = await watch.room.sessions.open("lands", replace(ANNE, guild_id=FAR), Terms(Options()))
    await watch.run(0)
    watch.lose(HOUR)
    watch.reach.end_outage(FAR)
    await watch.run(0)
    assert await time_left(watch, change.after.id) == HOUR + 15 * 60


async def test_x3_a_loss_that_is_over_before_it_could_be_written_costs_nobody_time(watch: Watch) -> None:
    await game(watch.room)
    await watch.absence.catch_up()
    watch.disconnect()
    watch.lose(20)
    watch.connect()
    await watch.absence.catch_up()
    assert await time_left(watch) == 60 + 20


# --- What could not be shown ---


async def test_x3_the_clock_does_not_act_for_who_was_not_shown_the_step_and_they_have_all_their_time(
    watch: Watch,
) -> None:
    """Refused at 10 s, shown at 100 s: 50 s of Anne's 60 are left then."""
    await game(watch.room)
    session = await watch.room.now()

    def refused() -> None:
        watch.unshown.begin(session, "table")
        watch.unshown.stop(session.id)

    def shown() -> None:
        watch.lose(90)
        watch.unshown.shown(session.id, "table")

    await watch.run(150, {2: refused, 3: shown})
    assert watch.fired == [(session.id, 150)]
    assert watch.redrawn == [{session.id}]


async def test_x3_a_message_still_on_its_way_at_the_deadline_holds_the_clock(watch: Watch) -> None:
    """Discord makes the bot wait: on its way from 50 s to 80 s, so that 10 s are left then."""
    await game(watch.room)
    session = await watch.room.now()

    def shown() -> None:
        watch.lose(20)
        watch.unshown.shown(session.id, "table")

    await watch.run(95, {6: lambda: watch.unshown.begin(session, "table"), 7: shown})
    assert watch.fired == [(session.id, 90)]


@pytest.mark.parametrize("seconds, left", [(5, 60), (6, 66)])
async def test_x3_a_message_that_was_long_on_its_way_gives_that_time_back(
    watch: Watch, seconds: int, left: int
) -> None:
    await game(watch.room)
    await watch.run(0)
    watch.unshown.begin(await watch.room.now(), "table")
    watch.lose(seconds)
    watch.unshown.shown(watch.room.id, "table")
    await watch.run(0)
    assert await time_left(watch) == left


async def test_x3_time_is_given_back_once_the_table_and_the_call_are_both_shown(watch: Watch) -> None:
    await game(watch.room)
    session = await watch.room.now()
    for kind in ("table", "call"):
        watch.unshown.begin(session, kind)
        watch.unshown.stop(session.id)
    watch.lose(10)
    watch.unshown.shown(session.id, "table")
    await watch.run(0)
    assert (await watch.room.now()).stopped_at == BEGAN
    watch.lose(10)
    watch.unshown.shown(session.id, "call")
    await watch.run(0)
    assert await time_left(watch) == 60 + 20


async def test_x3_a_step_while_the_clock_stands_still_has_the_full_time_when_it_goes_on(watch: Watch) -> None:
    """A vote has the time that is left, a move a new 60 s."""
    await game(watch.room)
    await watch.run(0)
    watch.room.sessions._absence = watch.absence
    watch.disconnect()
    watch.lose(10)
    await watch.room.sessions.end(watch.room.id, ANNE)
    assert (await watch.room.now()).stopped_at == BEGAN
    watch.lose(20)
    await watch.room.play("draw")
    watch.lose(30)
    watch.connect()
    await watch.run(0)
    assert await time_left(watch) == 10 + 20 + 30 + 60


# --- Discord's time ---


@pytest.mark.parametrize("jump", [-HOUR, 300.0, 24 * HOUR])
async def test_x3_when_the_time_is_corrected_everyone_has_what_they_had_left(watch: Watch, jump: float) -> None:
    """Corrected by a click at 25 s; the clock had beaten at 20 s. 35 s are left before and after."""
    await game(watch.room)
    watch.room.sessions._absence = watch.absence
    await watch.run(20)
    watch.absence._nap_ends = None
    watch.lose(5)
    watch.absence.time_is_wrong(lambda: watch.lose(jump))
    await watch.absence.catch_up()
    assert await time_left(watch) == 25 + jump + 35
    await watch.run(40)
    assert watch.fired == [(watch.room.id, 25 + jump + 35)]


@pytest.mark.parametrize("wrong", [-24 * HOUR, 24 * HOUR])
async def test_x3_a_start_with_a_clock_that_is_a_day_off_leaves_everyone_what_they_had(
    watch: Watch, wrong: float
) -> None:
    """Stopped at 20 s with 40 s left."""
    await game(watch.room)
    await watch.run(20)
    watch.lose(wrong)
    again = Watch(watch.room, watch.patch)
    await again.run(0)
    assert await time_left(again) == again.passed + 40


# --- Clicks that come before the clock has moved the deadlines ---


async def test_x3_clicks_before_ready_find_the_deadlines_moved_and_move_nothing_twice(
    room: Room, starting: Watch
) -> None:
    """Away for 1000 s; five clicks in one tick; ready 2 s later. The clock began 1002 s late, for everyone."""
    await game(room)
    starting.lose(1000)
    await asyncio.gather(*(starting.absence.catch_up() for _ in range(5)))
    starting.lose(2)
    starting.connect()
    await starting.run(0)
    assert (await time_left(starting), starting.redrawn) == (1062, [{room.id}])


STEPS: dict[str, Callable[[Room], Awaitable[Any]]] = {
    "a game ends with its channel": lambda room: room.sessions.close_place(CHANNEL),
    "a lobby opens": lambda room: room.lobby(replace(ANNE, channel_id=CHANNEL + 9)),
    "somebody leaves": lambda room: room.sessions.leave(room.id, CALICO),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
async def test_x3_a_step_before_ready_costs_the_other_games_no_time(
    room: Room, starting: Watch, step: Callable[[Room], Awaitable[Any]]
) -> None:
    room.id, other = await games(room, 2)
    starting.lose(1000)
    await step(room)
    starting.connect()
    await starting.run(0)
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
    """A vote that comes while the deadlines are being moved reads the session behind that."""
    await game(watch.room)
    await watch.run(0)
    watch.disconnect()
    await watch.absence.catch_up()
    watch.lose(1000)

    async def come_back() -> None:
        watch.connect()
        await watch.absence.catch_up()

    await watch.room.in_order(come_back(), watch.room.sessions.end(watch.room.id, ANNE))
    assert await time_left(watch) == 60 + 1000
