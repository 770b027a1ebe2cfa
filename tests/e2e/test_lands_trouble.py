"""When Discord, the process or the bot itself fails: the game survives or ends cleanly, and players are told.

Field reports F08, F14, F20, F22 and F35; every call with every fault is in test_discord_faults.py.
"""

from collections.abc import Awaitable, Callable

import pytest

from bot.model.records import Closed, Status
from tests.e2e.harness import Channel, UnansweredError, World
from tests.e2e.turns import (
    DAY,
    HEARTS_42,
    TURN,
    act,
    bank,
    draw,
    in_thread,
    kept,
    line,
    ranking,
    seen,
)
from tests.e2e.voyages import HEARTS_52, gather, sail

NOT_TAKEN = "Discord did not take the answer to that. **/pirates table** shows the game as it stands."


# --- The table is gone ---


async def test_the_clock_posts_a_deleted_table_again(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    await world.delete(world.table())
    assert world.messages() == []
    await world.advance(TURN)
    assert "⌛ Time ran out for **Anne**." in seen(world)
    assert len([message for message in world.messages() if message.buttons]) == 1
    await bank(bart)
    assert line(world, "**Bart** ·") == "**Bart** · 2"


async def test_a_move_on_a_table_that_is_just_being_deleted_stands(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2C")
    old = world.table()
    await world.delete(old)
    assert (await anne.press(old.button("Draw").custom_id, on=old)).private == NOT_TAKEN
    await anne.slash("pirates table")
    assert "**Treasure: 10 doubloons**" in seen(world)


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


@pytest.mark.parametrize("status, code", [(403, 50013), (404, 10008), (400, 50035), (500, 0)])
async def test_who_acted_is_told_when_discord_refuses_the_answer_and_what_they_did_stands(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
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


async def test_what_is_wrong_with_a_message_stands_in_the_log_and_no_token_does(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2S")
    world.discord_fails("POST", "/interactions/*/*/callback", status=400, code=50035)
    caplog.clear()
    await anne.click("Draw")
    [warning] = [record.getMessage() for record in caplog.records if record.name == "bot.interactions.boundary"]
    assert "could not be answered: HTTPException 400 (50035): " in warning
    assert "simcord_interaction" not in warning


@pytest.mark.parametrize("status, code", [(404, 10062), (400, 40060)])
async def test_what_was_done_shows_in_the_channel_when_discord_takes_no_answer_any_more(
    world: World, status: int, code: int
) -> None:
    """Unseen, a lobby would only block the channel."""
    (anne,) = world.people("Anne")
    for act_on, shown in ((anne.slash("lands"), "**1. Anne** · opened"), (anne.click("Start"), "solo voyage")):
        world.discord_fails("POST", "/interactions/*/*/callback", status=status, code=code)
        with pytest.raises(UnansweredError):
            await act_on
        assert shown in seen(world)
    assert len(world.messages()) == 1


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


@pytest.mark.parametrize("beat_seconds", [2.0])
async def test_x3_the_time_that_was_left_is_left_after_a_restart(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    await draw(anne)
    await world.advance(TURN - 20)
    await world.restart(after=3600)
    await world.advance(19)
    assert "Anne to play" in seen(world)
    await world.advance(1)
    assert "⌛ Time ran out for **Anne**." in seen(world)


async def a_proposal(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H")
    await anne.slash("pirates end")
    await world.restart()
    await bart.click("Agree")
    assert "The crew agreed to end the game. No result." in seen(world)


async def a_rematch(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=f"{HEARTS_52} 2C", target=50)
    await bank(anne, 8)
    await bank(bart)
    await world.restart(after=DAY)
    assert ranking(world) == ["**1. Anne** 52", "**2. Bart** 2"]
    await bart.click("Rematch")
    assert "Invited again: Anne." in seen(world)


async def a_panel(world: World) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    panel = (await anne.click("House rules")).messages[0]
    await world.restart()
    await anne.click("Buried Treasure", on=panel)
    assert "Buried Treasure: **on**" in seen(world)


@pytest.mark.parametrize("works", [a_proposal, a_rematch, a_panel])
async def test_f20_what_is_beside_the_turns_works_after_a_restart(
    world: World, works: Callable[[World], Awaitable[None]]
) -> None:
    await works(world)


# --- Threads: F35 ---


async def test_f35_a_game_in_an_archived_thread_is_played_on(world: World) -> None:
    thread, anne, bart = await in_thread(world)
    await world.do(world.simulation.change_thread(thread.id, archived=True))
    await anne.click("Back to the ship", on=world.table(thread))
    await bart.click("Draw", on=world.table(thread))
    assert "**Bart** drew `2♣C`." in seen(world, thread)
