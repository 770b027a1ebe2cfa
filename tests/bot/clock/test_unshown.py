"""What the clock does at the deadline of a game whose table cannot be shown (F14, F35)."""

from collections.abc import Awaitable, Callable

import pytest

from bot.clock.unshown import HOLD_SECONDS, UNSEEN_SECONDS
from bot.model.records import Closed
from tests.bot.builders import ANNE, BART, Room


async def paused(room: Room) -> None:
    await room.game(ANNE, BART)
    await room.sessions.pause(room.id, ANNE)
    await room.agree(BART)


@pytest.mark.parametrize("clock, hold", [(90, HOLD_SECONDS), (600, 600)])
async def test_f14_a_game_waits_five_minutes_or_as_long_as_a_decision_may_take(
    room: Room, clock: int, hold: int
) -> None:
    room.unshown.note_unshown(await room.game(ANNE, BART, turn_seconds=clock))
    room.clock.now += clock
    assert await room.unshown.holds(room.id)
    assert (await room.now()).deadline == room.clock.now + hold


@pytest.mark.parametrize(
    "setting",
    [lambda room: room.lobby(ANNE), lambda room: room.game(ANNE, BART, turn_seconds=None), paused],
    ids=["a lobby", "a game without a clock", "a paused game"],
)
async def test_f14_nobody_waits_where_no_turn_would_be_played(
    room: Room, setting: Callable[[Room], Awaitable[object]]
) -> None:
    await setting(room)
    before = await room.now()
    room.unshown.note_unshown(before)
    assert not await room.unshown.holds(room.id)
    assert await room.now() == before


async def test_f14_a_game_that_is_shown_again_goes_on(room: Room) -> None:
    room.unshown.note_unshown(await room.game(ANNE, BART))
    room.unshown.note_shown(await room.now())
    assert not await room.unshown.holds(room.id)


async def test_f14_an_hour_after_its_last_step_the_game_closes(room: Room) -> None:
    room.unshown.note_unshown(await room.game(ANNE, BART))
    room.clock.now += UNSEEN_SECONDS
    assert await room.unshown.holds(room.id)
    assert (await room.now()).closed is Closed.UNSEEN
    assert not await room.unshown.holds(room.id)


async def test_f14_a_hold_that_was_decided_before_a_click_changes_nothing_behind_it(room: Room) -> None:
    session = await room.game(ANNE, BART, turn_seconds=600)
    after = await room.play("draw")
    await room.store.postpone(session, room.clock.now + 900)
    assert await room.now() == after
