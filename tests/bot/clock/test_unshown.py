"""Tables that cannot be shown: what the clock waits for, and how long (F14)."""

import pytest

from bot.clock.unshown import UnshownTables
from tests.bot.builders import ANNE, BART, Room


@pytest.fixture
def unshown(room: Room) -> UnshownTables:
    return UnshownTables(room.sessions, room.store, room.clock)


@pytest.mark.parametrize("clock, waits", [(90, 300), (900, 900)])
async def test_f14_a_game_is_held_for_five_minutes_or_for_the_whole_clock_of_who_is_awaited(
    room: Room, unshown: UnshownTables, clock: int, waits: int
) -> None:
    unshown.note_unshown(await room.game(ANNE, BART, turn_seconds=clock))
    room.clock.now += clock
    assert await unshown.holds(room.id)
    assert (await room.now()).deadline == room.clock.now + waits


async def test_f14_a_lobby_is_not_held(room: Room, unshown: UnshownTables) -> None:
    lobby = await room.lobby(ANNE)
    unshown.note_unshown(lobby)
    assert not await unshown.holds(lobby.id)
    assert (await room.now()).deadline == lobby.deadline


async def test_f14_a_table_that_shows_again_is_held_no_longer(room: Room, unshown: UnshownTables) -> None:
    game = await room.game(ANNE, BART)
    unshown.note_unshown(game)
    unshown.note_shown(game)
    assert not await unshown.holds(game.id)
