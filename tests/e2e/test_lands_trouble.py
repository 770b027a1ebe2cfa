"""When Discord, the process or the bot itself fails: the game survives or ends cleanly, and players are told.

Field reports F08, F14, F20, F22 and F35; every call with every fault is in test_discord_faults.py.
"""

from collections.abc import Awaitable, Callable

import pytest

from bot.model.records import Closed, Status
from tests.e2e.harness import Channel, World
from tests.e2e.turns import (
    HEARTS_42,
    TURN,
    act,
    bank,
    draw,
    in_thread,
    kept,
    line,
    seen,
)
from tests.e2e.voyages import sail

NOT_TAKEN = "Discord did not take the answer to that. **/pirates table** shows the game as it stands."


# --- The table is gone ---


async def test_the_clock_posts_a_deleted_table_again_before_it_acts(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    await world.delete(world.table())
    assert world.messages() == []
    await world.advance(TURN)
    assert "Anne to play" in seen(world)
    await world.advance(TURN)
    assert "⌛ Time ran out for **Anne**." in seen(world)
    assert len([message for message in world.messages() if message.buttons]) == 1
    await bank(bart)
    assert line(world, "**Bart** ·") == "**Bart** · 2"


# --- The place is gone: F22 ---


async def the_thread(thread: Channel) -> None:
    await thread.delete()


async def its_channel(thread: Channel) -> None:
    await thread.server.deck.delete()


@pytest.mark.parametrize("delete", [the_thread, its_channel])
async def test_f22_with_its_place_a_game_goes_and_its_players_are_free(
    world: World, delete: Callable[[Channel], Awaitable[None]]
) -> None:
    port = world.server.channel("port")
    thread, anne, bart = await in_thread(world)
    await delete(thread)
    ended = await kept(world, thread)
    assert (ended.status, ended.closed, ended.deadline) == (Status.CLOSED, Closed.CHANNEL_GONE, None)
    await world.advance(TURN)
    await anne.slash("lands", port)
    await bart.click("Join", on=world.table(port))
    await anne.click("Start", on=world.table(port))
    assert "to play" in seen(world, port)


# --- Discord refuses the answer ---


@pytest.mark.parametrize(
    "status, code, told", [(400, 50035, "HTTPException 400 (50035): "), (500, 0, "HTTPException 500 (0)")]
)
async def test_who_acted_is_told_when_discord_refuses_the_answer_and_no_token_is_logged(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int, told: str
) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2S")
    thread = world.server.deck.thread("quiet corner")
    world.discord_fails("POST", "/interactions/*/*/callback", status=status, code=code, times=1)
    assert (await anne.click("Draw")).private == NOT_TAKEN
    assert "**Treasure: 10 doubloons**" in seen(world)
    world.discord_fails("POST", "/interactions/*/*/callback", status=status, code=code, times=1)
    assert (await anne.slash("lands", thread)).private == NOT_TAKEN
    await anne.slash("pirates table", thread)
    assert "**1. Anne** · opened this lobby" in seen(world, thread)
    warnings = [record.getMessage() for record in caplog.records if record.name == "bot.interactions.boundary"]
    assert len(warnings) == 2
    assert f"could not be answered: {told}" in warnings[0]
    assert "simcord_interaction" not in str(warnings)


# --- Restarts and deadlines: F08, F20, X3 ---

PHASES = {
    "draw": ("10H", "", "Draw", "Treasure: 10 doubloons"),
    "choice": ("10H 2C", "draw", "Draw", "Treasure: 12 doubloons"),
    "bust pending": ("AH 10H 10C", "draw draw draw", "Spend", "spent the ally `A♥H` against `10♣C`"),
    "dare offered": (HEARTS_42, "draw draw draw draw draw draw bank", "Take the dare", "exactly 8 more"),
    "daring": (f"{HEARTS_42} 3C", "draw draw draw draw draw draw bank take", "Draw", "exactly 5 more"),
    "forced draws": ("QH 2C", "draw", "Draw", "1 more card must be drawn"),
}
"""By phase: cards, what brings Anne there, what she clicks then, and what shows of it."""


@pytest.mark.parametrize("cards, moves, label, shown", PHASES.values(), ids=PHASES)
async def test_in_every_phase_the_buttons_work_after_a_restart(
    world: World, cards: str, moves: str, label: str, shown: str
) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards=cards, target=50, dare="on", queen_of_hearts="on")
    await act(anne, moves)
    before = world.table()
    await world.crash()
    await world.start()
    assert world.table().labels == before.labels
    await anne.click(label, on=before)
    assert shown in seen(world)
    assert len(world.messages()) == 1
