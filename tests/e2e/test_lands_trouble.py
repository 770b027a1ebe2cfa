"""When Discord, the process or the bot itself fails: the game survives or ends cleanly, and players are told.

Field reports F08, F11, F14, F20, F22, F32 and F35.
"""

from collections.abc import Callable

import pytest

from bot.model.records import Closed, Status
from tests.e2e.harness import Channel, Person, UnansweredError, World
from tests.e2e.turns import DAY, HEARTS_42, HEARTS_52, TURN, bank, draw, in_thread, kept, line, ranking, seen
from tests.e2e.voyages import PUSH, gather, sail


def tables(world: World) -> list[int]:
    """List the public messages with controls, by id."""
    return [message.id for message in world.messages() if message.buttons]


# --- The table is gone ---


async def test_the_clock_posts_a_deleted_table_again(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    await world.delete(world.table())
    assert world.messages() == []
    await world.advance(TURN)
    assert "⌛ Time ran out for **Anne**." in seen(world)
    assert len(tables(world)) == 1
    await bank(bart)
    assert line(world, "**Bart** ·") == "**Bart** · 2"


async def test_a_move_on_a_table_that_is_just_being_deleted_stands(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2C")
    old = world.table()
    await world.delete(old)
    reply = await anne.press(old.button("Draw").custom_id, on=old)
    assert reply.private == "Discord did not take the answer to that. **/pirates table** shows the game as it stands."
    await anne.slash("pirates table")
    assert "**Treasure: 10 doubloons**" in seen(world)
    await draw(anne)
    assert "**Treasure: 12 doubloons**" in seen(world)


async def test_a_deleted_lobby_is_posted_again_by_command(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    await world.delete(world.table())
    await bart.slash("pirates table")
    await anne.click("Start")
    assert "to play" in seen(world)


# --- The place is gone: F22 ---


def channel_itself(_: World, place: Channel) -> Channel:
    """Take the game's own channel or thread."""
    return place


def parent_channel(world: World, _: Channel) -> Channel:
    """Take the channel that the thread hangs on."""
    return world.server.deck


GONE: dict[str, Callable[[World, Channel], Channel]] = {
    "the thread": channel_itself,
    "the channel of the thread": parent_channel,
}


@pytest.mark.parametrize("gone", GONE.values(), ids=GONE)
async def test_with_its_thread_a_game_goes_and_its_players_are_free(
    world: World, gone: Callable[[World, Channel], Channel]
) -> None:
    thread, port = world.server.deck.thread("quiet corner"), world.server.channel("port")
    anne, bart = world.people("Anne", "Bart")
    await anne.slash("lands", thread)
    await bart.click("Join", on=world.table(thread))
    world.first(0)
    world.stack("10H")
    await anne.click("Start", on=world.table(thread))
    await anne.click("Draw", on=world.table(thread))
    await gone(world, thread).delete()
    ended = await kept(world, thread)
    assert (ended.status, ended.closed, ended.deadline) == (Status.CLOSED, Closed.CHANNEL_GONE, None)
    await world.advance(TURN)
    await anne.slash("lands", port)
    await bart.click("Join", on=world.table(port))
    await anne.click("Start", on=world.table(port))
    assert "to play" in seen(world, port)


async def test_with_its_channel_a_game_goes_and_its_players_are_free(world: World) -> None:
    deck, port = world.server.deck, world.server.channel("port")
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    await deck.delete()
    assert (await kept(world, deck)).closed is Closed.CHANNEL_GONE
    await bart.slash("lands", port)
    assert "**1. Bart** · opened this lobby" in seen(world, port)


async def test_a_server_that_sends_the_bot_away_leaves_no_game_behind(world: World) -> None:
    await sail(world, "Anne", "Bart", cards="10H")
    tortuga = world.second_server("Tortuga")
    (dita,) = tortuga.people("Dita")
    await dita.slash("lands", tortuga.deck)
    await world.server.remove_bot()
    assert (await kept(world, world.server.deck)).closed is Closed.CHANNEL_GONE
    assert (await kept(world, tortuga.deck)).status is Status.LOBBY


# --- Permissions: F14 ---


async def test_without_the_right_to_write_a_game_goes_on_by_clicks(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    await world.server.deck.deny_bot("send_messages")
    await world.advance(61)
    await anne.click("Back to the ship")
    assert "Bart to play" in seen(world)
    assert len(world.messages()) == 1
    await world.server.deck.deny_bot()
    await bank(bart)
    assert "Anne to play" in seen(world)


async def test_a_table_nobody_may_touch_goes_on_in_the_store_and_shows_with_the_next_click(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    before = seen(world)
    await world.server.deck.deny_bot("view_channel", "send_messages")
    await world.advance(TURN)
    assert seen(world) == before
    await world.server.deck.deny_bot()
    reply = await bart.click(PUSH)
    assert reply.private is not None
    assert reply.private.startswith("The table has moved on")
    assert "⌛ Time ran out for **Anne**." in seen(world)
    await draw(bart)
    assert "Treasure: 2 doubloons" in seen(world)


# --- Discord refuses the answer ---

TOO_LATE = [(404, 10062), (400, 40060)]
"""Discord takes no answer to that click any more."""
REFUSALS = [(403, 50013), (404, 10008), (400, 50035), (500, 0)]


@pytest.mark.parametrize("status, code", REFUSALS)
async def test_who_clicked_is_told_when_discord_refuses_the_answer_and_the_move_stands(
    world: World, status: int, code: int
) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2S")
    world.discord_fails("POST", "/interactions/*/*/callback", status=status, code=code)
    reply = await anne.click("Draw")
    assert reply.private == "Discord did not take the answer to that. **/pirates table** shows the game as it stands."
    assert "**Treasure: 10 doubloons**" in seen(world)
    await draw(anne)
    assert "**Treasure: 12 doubloons**" in seen(world)


async def test_who_typed_is_told_when_discord_refuses_the_table_and_the_lobby_stands(world: World) -> None:
    anne, bart = world.people("Anne", "Bart")
    world.discord_fails("POST", "/interactions/*/*/callback", status=400, code=50035)
    reply = await anne.slash("lands")
    assert reply.private == "Discord did not take the answer to that. **/pirates table** shows the game as it stands."
    await bart.slash("pirates table")
    assert "**1. Anne** · opened this lobby" in seen(world)


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


@pytest.mark.parametrize("status, code", TOO_LATE)
async def test_a_move_stands_when_its_answer_is_refused_and_the_table_shows_it_all_the_same(
    world: World, status: int, code: int
) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2S")
    world.discord_fails("POST", "/interactions/*/*/callback", status=status, code=code)
    with pytest.raises(UnansweredError):
        await anne.click("Draw")
    assert "**Treasure: 10 doubloons**" in seen(world)
    await draw(anne)
    assert "**Treasure: 12 doubloons**" in seen(world)


@pytest.mark.parametrize("status, code", [(403, 50001), (429, 30046), (500, 0)])
async def test_what_the_clock_did_shows_with_the_next_click_when_its_edit_is_refused(
    world: World, status: int, code: int
) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    world.discord_fails("PATCH", "/channels/*/messages/*", status=status, code=code, times=8)
    await world.advance(TURN)
    await bart.click(PUSH)
    assert "⌛ Time ran out for **Anne**." in seen(world)
    await draw(bart)
    assert "**Treasure: 2 doubloons**" in seen(world)
    assert len(tables(world)) == 1


async def test_a_refused_click_on_a_table_that_shows_what_is_no_longer_so_redraws_it(world: World) -> None:
    anne, bart, calico = await sail(world, "Anne", "Bart", "Calico", cards="10H")
    await anne.slash("pirates end")
    await world.server.deck.deny_bot("view_channel", "send_messages")
    await bart.slash("pirates leave")
    assert "Agree" in world.table().labels
    reply = await calico.click("Agree")
    assert "no longer open" in str(reply.private)
    assert world.table().labels == ["Draw"]


async def test_a_lobby_whose_command_could_not_be_answered_shows_in_the_channel_all_the_same(world: World) -> None:
    """Unseen it would only block the channel."""
    anne, bart = world.people("Anne", "Bart")
    world.discord_fails("POST", "/interactions/*/*/callback", status=404, code=10062)
    with pytest.raises(UnansweredError):
        await anne.slash("lands")
    assert "**1. Anne** · opened this lobby" in seen(world)
    assert len(world.messages()) == 1
    await bart.click("Join")
    assert "**2. Bart**" in seen(world)


# --- Restarts and deadlines: F08, F20, X3 ---

PHASES = {
    "draw": ("10H", 0, "Draw", "Treasure: 10 doubloons", "Time ran out for **Anne**"),
    "choice": ("10H 2C", 1, "Draw", "Treasure: 12 doubloons", "banked 10"),
    "bust pending": ("AH 10H 10C", 3, "Spend", "spent the ally `A♥H` against `10♣C`", "spent the ally `A♥H`"),
    "dare offered": (f"{HEARTS_42} 3C", -6, "Take the dare", "exactly 8 more", "declines the dare"),
    "daring": (f"{HEARTS_42} 3C 5C", -7, "Draw", "exactly 5 more", "hit the target exactly"),
    "forced draws": ("QH 2C 3C", 1, "Draw", "1 more card must be drawn", "banked 5"),
}
"""By phase: cards, how many Anne draws (below 0: banks after so many, one less when she also takes the dare), what she
clicks then, what shows of it, and what her time-out does instead."""


async def reach(world: World, phase: str) -> list[Person]:
    """Bring Anne into a phase of her first turn."""
    cards, count, *_ = PHASES[phase]
    crew = await sail(world, "Anne", "Bart", cards=cards, target=50, dare="on", queen_of_hearts="on")
    anne = crew[0]
    if count > 0:
        await draw(anne, count)
    if count < 0:
        await bank(anne, 6)
    if phase == "daring":
        await anne.click("Take the dare")
    return crew


@pytest.mark.parametrize("phase", PHASES)
async def test_in_every_phase_the_buttons_work_after_a_restart(world: World, phase: str) -> None:
    anne, _ = await reach(world, phase)
    before = world.table()
    await world.crash()
    await world.start()
    assert world.table().labels == before.labels
    await anne.click(PHASES[phase][2], on=before)
    assert PHASES[phase][3] in seen(world)
    assert len(world.messages()) == 1


@pytest.mark.parametrize("beat_seconds", [2.0])
@pytest.mark.parametrize("phase", PHASES)
async def test_in_every_phase_the_time_that_was_left_is_left_after_a_restart(world: World, phase: str) -> None:
    await reach(world, phase)
    await world.advance(TURN - 20)
    await world.restart(after=3600)
    await world.advance(19)
    assert "Time ran out" not in seen(world)
    await world.advance(1)
    assert "⌛ Time ran out for **Anne**." in seen(world)
    assert PHASES[phase][4] in seen(world)
    assert "Bart to play" in seen(world)


@pytest.mark.parametrize("beat_seconds", [2.0])
async def test_a_lobby_keeps_its_quarter_of_an_hour_over_a_restart(world: World) -> None:
    _, bart = await gather(world, "Anne", "Bart")
    await world.advance(890)
    await world.restart(after=600)
    await world.advance(9)
    await bart.click("Leave")
    await bart.click("Join")
    await world.restart(after=600)
    await world.advance(899)
    assert "the crew gathers" in seen(world)
    await world.advance(1)
    assert "Nobody started in time" in world.messages()[-1].text


async def test_a_game_without_a_clock_closes_a_week_after_its_last_move_over_a_restart(world: World) -> None:
    await sail(world, "Anne", "Bart", cards="10H", turn_time=0)
    await world.advance(3 * DAY)
    await world.restart(after=DAY)
    await world.advance(4 * DAY - 60)
    assert "No clock: take your time" in seen(world)
    await world.advance(60)
    assert "Nobody moved for a week" in seen(world)


async def test_an_open_proposal_can_be_agreed_to_after_a_restart(world: World) -> None:
    anne, bart, calico = await sail(world, "Anne", "Bart", "Calico", cards="10H")
    await anne.slash("pirates end")
    await bart.click("Agree")
    await world.restart()
    await calico.click("Agree")
    assert "The crew agreed to end the game. No result." in seen(world)


async def test_a_rematch_can_be_called_after_a_restart(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=f"{HEARTS_52} 2C", target=50)
    await bank(anne, 8)
    await bank(bart)
    await world.restart(after=DAY)
    assert ranking(world) == ["**1. Anne** 52", "**2. Bart** 2"]
    await bart.click("Rematch")
    assert "Invited again: Anne." in seen(world)


async def test_a_panel_of_house_rules_works_after_a_restart(world: World) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    panel = (await anne.click("House rules")).messages[0]
    await world.restart()
    await anne.click("Buried Treasure", on=panel)
    assert "Buried Treasure: **on**" in seen(world)


# --- A click and the clock ---


async def test_who_moves_a_second_before_the_time_is_up_has_a_whole_new_time(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2C")
    await world.advance(TURN - 1)
    await draw(anne)
    await world.advance(TURN - 1)
    assert "Anne to play" in seen(world)
    await world.advance(1)
    assert "⌛ Time ran out for **Anne**." in seen(world)


async def test_who_clicks_after_the_time_is_up_is_told_that_the_table_moved_on(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    late = world.table().button(PUSH)
    await world.advance(TURN)
    reply = await anne.click(late)
    assert reply.private is not None
    assert reply.private.startswith("The table has moved on")
    assert line(world, "**Anne** ·") == "**Anne** · 10"
    assert "Bart to play" in seen(world)


# --- Threads: F35 ---


async def test_a_game_in_an_archived_thread_is_played_on(world: World) -> None:
    thread, anne, bart = await in_thread(world)
    await world.do(world.simulation.change_thread(thread.id, archived=True))
    await anne.click("Back to the ship", on=world.table(thread))
    assert "Bart to play" in seen(world, thread)
    await bart.click("Draw", on=world.table(thread))
    assert "**Bart** drew `2♣C`." in seen(world, thread)
