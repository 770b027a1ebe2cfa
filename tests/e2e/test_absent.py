"""Who is away: shorter clocks, a warning, a pause, a new opener, an outage (X3, F13, F20, F21, F28, F45)."""

import pytest

from bot.model.custom_ids import ControlId
from tests.e2e.harness import Message, Person, World
from tests.e2e.raids import hand, hand_of, play, robbed
from tests.e2e.raids import table as raid_table
from tests.e2e.test_lands_pings import pings
from tests.e2e.turns import DAY, TURN, bank, draw, kept, line, seen
from tests.e2e.voyages import gather, sail

LONG = 900
WEEK = 7 * DAY
CARDS = "2H 3H 4H 5H 6H 7H 8H 9H 10H 2C 3C 4C"


def relative(world: World, seconds: float) -> str:
    """Write a moment from now on as Discord shows it."""
    return f"<t:{int(world.now() + seconds)}:R>"


# --- Patience ---


async def test_the_table_says_plainly_that_a_clock_is_shorter_and_why(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=CARDS)
    await world.advance(TURN)
    await bank(bart)
    assert line(world, "⏳") == (
        f"⏳ **Anne** is to decide. Time is up {relative(world, 45)}; then the turn is played for them."
        " That is 45 s instead of 90 s, because their time ran out before: a move brings the full time back."
    )
    await draw(anne)
    assert line(world, "⏳") == (
        f"⏳ **Anne** is to decide. Time is up {relative(world, 90)}; then the turn is played for them."
    )


async def test_rules_and_help_tell_of_shrinking_clocks_and_pauses(world: World) -> None:
    (anne,) = world.people("Anne")
    for command, options in (("pirates rules", {"game": "lands"}), ("pirates rules", {"game": "blackspot"})):
        assert "halves your next clock" in str((await anne.slash(command, None, **options)).private)
    help_text = str((await anne.slash("pirates help")).private)
    assert "halves your next clock (never under 15 s)" in help_text
    assert "**/pirates pause**" in help_text


# --- The warning at half time ---


async def test_f45_a_long_wait_has_one_ping_at_its_start_and_one_at_half_time(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=CARDS, turn_time=LONG)
    await world.advance(60)
    await bank(anne)
    assert pings(world) == [("Bart",)]
    (call,) = [message for message in world.messages() if message.pings]
    await world.advance(LONG / 2 - 1)
    assert [message.id for message in world.messages() if message.pings] == [call.id]
    await world.advance(1)
    (warning,) = [message for message in world.messages() if message.pings]
    assert warning.id != call.id
    assert warning.text.startswith(
        f"@Bart, half of your time in **Lands Uncharted** is gone. It is up {relative(world, LONG / 2)}: [go to the"
    )
    await world.advance(LONG / 2 - 1)
    assert [message.id for message in world.messages() if message.pings] == [warning.id]
    await bank(bart)
    assert pings(world) == [("Anne",)]


async def test_f13_no_warning_for_a_wait_that_is_over_nor_for_who_is_here(world: World) -> None:
    """Anne decides at 200 s, so nothing comes at 450 s; she votes at 620 s, so nothing comes at 650 s either."""
    anne, _ = await sail(world, "Anne", "Bart", cards=CARDS, turn_time=LONG)
    await world.advance(200)
    await draw(anne)
    await world.advance(420)
    await anne.slash("pirates end")
    await world.advance(60)
    assert pings(world) == []


async def test_a_server_that_wants_no_pings_has_no_warnings(world: World) -> None:
    admin = world.server.admin("Mary")
    await admin.slash("pirates-admin settings")
    await admin.click("Turn pings: on")
    await sail(world, "Anne", "Bart", cards=CARDS, turn_time=LONG)
    await world.advance(LONG - 1)
    assert pings(world) == []


async def test_f20_a_warning_outlives_a_restart(world: World) -> None:
    await sail(world, "Anne", "Bart", cards=CARDS, turn_time=LONG)
    await world.advance(200)
    await world.restart()
    await world.advance(250)
    assert pings(world) == [("Anne",)]
    assert "half of your time" in world.messages()[-1].text


async def test_b18_the_victim_of_a_theft_is_warned_with_the_way_to_react(world: World) -> None:
    anne, _ = await robbed(world, reaction_time=LONG)
    await world.advance(LONG / 2)
    warning = world.messages()[-1]
    assert (warning.pings, warning.labels) == (("Anne",), ["React"])
    assert warning.text.startswith("@Anne, half of your time in **Black Spot** is gone.")
    await anne.click("React", on=warning)
    assert "takes your `2♦D`" in hand_of(anne)


# --- Pause ---


async def paused(world: World, **options: int | str) -> list[Person]:
    """Start a game, let Anne draw once, and let both agree to a pause."""
    crew = await sail(world, "Anne", "Bart", cards=CARDS, **options)
    await draw(crew[0])
    await crew[1].slash("pirates pause")
    await crew[0].click("Agree")
    return crew


def paused_line(world: World, seconds: float = WEEK) -> str:
    until = int(world.now() + seconds)
    return (
        f"⏸️ **Paused by agreement** until <t:{until}:f> (<t:{until}:R>); then the game goes on by itself."
        " Any of its players can press **Resume** before."
    )


async def test_a_pause_is_proposed_agreed_to_and_ended_by_a_button(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=CARDS)
    await draw(anne)
    proposed = await bart.slash("pirates pause")
    assert proposed.private == ("Your proposal stands at the table. It takes effect when enough of the others agree.")
    assert "⏸️ **Bart** proposes to pause the game for up to seven days." in seen(world)
    agreed = await anne.click("Agree")
    assert agreed.public is not None
    assert line(world, "⏸️") == paused_line(world)
    assert world.table().labels == ["Resume"]
    await world.advance(DAY)
    assert world.table().labels == ["Resume"]
    await bart.click("Resume")
    assert line(world, "⏳") == (
        f"⏳ **Anne** is to decide. Time is up {relative(world, 90)}; then the turn is played for them."
    )
    assert pings(world) == [("Anne",)]
    await anne.click("Back to the ship")
    assert "· Bart to play" in seen(world)


async def test_the_commands_pause_and_resume_and_say_so(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=CARDS)
    await anne.slash("pirates pause")
    assert (await bart.slash("pirates pause")).private == (
        "The game is paused. Any of its players can let it go on with **Resume** at the table, or **/pirates resume**."
    )
    assert world.table().labels == ["Resume"]
    assert (await anne.slash("pirates resume")).private == "The game goes on."
    assert (await anne.slash("pirates resume")).private == "This game is not paused."
    assert "Draw" in world.table().labels


async def test_alone_at_sea_a_pause_needs_nobody(world: World) -> None:
    (anne,) = await sail(world, "Anne", cards=CARDS)
    await anne.slash("pirates pause")
    assert world.table().labels == ["Resume"]
    await anne.click("Resume")
    await draw(anne)


async def test_f07_strangers_and_who_left_do_not_resume(world: World) -> None:
    crew = await sail(world, "Anne", "Bart", "Calico", cards=CARDS)
    await crew[0].slash("pirates pause")
    for person in crew[1:]:
        await person.click("Agree")
    await crew[2].slash("pirates leave")
    (edward,) = world.people("Edward")
    for person in (edward, crew[2]):
        assert (await person.click("Resume")).private == "You are not one of this game's players."
    assert world.table().labels == ["Resume"]


async def test_f01_the_resume_button_of_an_old_drawing_shows_the_table_as_it_is(world: World) -> None:
    anne, bart = await paused(world)
    old = world.table().button("Resume")
    await anne.click("Resume")
    reply = await bart.click(old)
    assert reply.private == "This game is not paused."
    assert "Draw" in world.table().labels


async def test_an_old_button_of_the_turn_shows_the_pause(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=CARDS)
    old = world.table().button("Draw")
    await anne.slash("pirates pause")
    await bart.click("Agree")
    reply = await anne.click(old)
    assert "The table has moved on" in str(reply.private)
    assert world.table().labels == ["Resume"]


async def test_a_forged_move_in_a_pause_is_told_how_the_game_goes_on(world: World) -> None:
    anne, _ = await paused(world)
    session = await kept(world)
    reply = await anne.press(str(ControlId("move", session.id, session.revision, "draw")))
    assert "**/pirates resume**, lets it go on" in str(reply.private)
    assert await kept(world) == session


@pytest.mark.parametrize("beat_seconds", [WEEK])
async def test_after_seven_days_the_game_goes_on_by_itself(world: World) -> None:
    await paused(world)
    await world.advance(WEEK)
    assert "· Anne to play" in seen(world)
    assert "Time ran out" not in seen(world)
    assert line(world, "⏳").startswith(f"⏳ **Anne** is to decide. Time is up {relative(world, 90)}")
    assert pings(world) == [("Anne",)]


async def test_x3_a_pause_outlives_a_restart_and_the_command_shows_its_table_again(world: World) -> None:
    anne, _ = await paused(world)
    await world.restart()
    await anne.slash("pirates table")
    assert world.table().labels == ["Resume"]
    await anne.click("Resume")
    assert "Draw" in " ".join(world.table().labels)


async def test_a_paused_game_is_left_ended_and_played_again(world: World) -> None:
    anne, bart = await paused(world)
    await anne.slash("pirates leave")
    assert "⏸️" not in seen(world)
    await bart.click("Rematch")
    assert seen(world).startswith("## Lands Uncharted: rematch")


@pytest.mark.parametrize("who", ["thief", "victim"])
async def test_b12_a_pause_in_a_theft_shows_hands_that_do_nothing(world: World, who: str) -> None:
    anne, bart = await robbed(world)
    await anne.click("My hand", on=raid_table(world))
    await anne.slash("pirates pause")
    await bart.click("Agree")
    assert raid_table(world).labels == ["Resume", "My hand"]
    assert [message for message in world.messages() if message.pings] == []
    person = {"thief": bart, "victim": anne}[who]
    await person.click("My hand", on=raid_table(world))
    assert "⏸️ The game is paused." in hand_of(person)
    assert hand(person).enabled == []
    await person.click("Resume", on=raid_table(world))
    assert f"Time is up {relative(world, 60)}; then the treasure is let go." in raid_table(world).text
    await play(anne, "let-go")


async def test_a_draft_and_react_in_a_pause_are_refused_in_private(world: World) -> None:
    anne, bart = await robbed(world)
    await anne.click("React", on=world.messages()[-1])
    fight, react = hand(anne).button("Fight"), world.messages()[-1].button("React")
    await anne.slash("pirates pause")
    await bart.click("Agree")
    table: Message = raid_table(world)
    refused = await anne.press(fight.custom_id, on=hand(anne))
    sentence = f"The game is paused by agreement and goes on by itself {relative(world, WEEK)}. **Resume** at the table"
    assert sentence in str(refused.private)
    assert "⏸️ The game is paused." in hand_of(anne)
    assert sentence in str((await anne.press(react.custom_id, on=table)).private)
    assert raid_table(world).labels == ["Resume", "My hand"]


# --- F28: a new opener ---


async def test_f28_the_table_names_the_new_opener_when_the_old_one_goes(world: World) -> None:
    anne, bart, _ = await sail(world, "Anne", "Bart", "Calico", cards=CARDS)
    await anne.slash("pirates leave")
    assert line(world, "⚓") == "⚓ Who opened this game has left it: now **Bart** may propose to end it."
    await draw(bart)
    assert "⚓" not in seen(world)


async def test_f28_the_lobby_names_the_new_opener_when_the_old_one_goes(world: World) -> None:
    anne, bart, calico = await gather(world, "Anne", "Bart", "Calico")
    await anne.click("Leave")
    assert "Who opened this lobby has left: **Bart** sets the house rules now." in seen(world)
    await calico.click("Leave")
    assert "sets the house rules now" not in seen(world)
    await calico.click("Join")
    await bart.click("Start")
    assert "⚓" not in seen(world)


# --- Outages ---


async def test_x3_an_outage_of_the_gateway_costs_nobody_time(world: World) -> None:
    """Ten minutes without a connection: Anne has the 60 s left that she had, and the table says so."""
    await sail(world, "Anne", "Bart", cards=CARDS)
    await world.advance(30)
    shard = world.bot.get_shard(0)
    assert shard is not None
    await shard.disconnect()
    await world.settle()
    await world.advance(LONG)
    assert "Time ran out" not in seen(world)
    for _ in range(3):
        await shard.connect()
        await world.settle()
    assert line(world, "⏳").startswith(f"⏳ **Anne** is to decide. Time is up {relative(world, 60)}")
    await world.advance(59)
    assert "Time ran out" not in seen(world)
    await world.advance(1)
    assert "Time ran out for **Anne**" in seen(world)
    assert pings(world) == [("Bart",)]
