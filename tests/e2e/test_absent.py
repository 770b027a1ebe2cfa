"""Who is away: a warning, a pause, an outage (X3, F13, F20, F21, F28, F45)."""

from tests.e2e.harness import World
from tests.e2e.raids import hand, hand_of, play, robbed
from tests.e2e.raids import table as raid_table
from tests.e2e.turns import DAY, bank, draw, line, pings, seen
from tests.e2e.voyages import sail

LONG = 900
WEEK = 7 * DAY
CARDS = "2H 3H 4H 5H 6H 7H 8H 9H 10H 2C 3C 4C"
NO_PLAYER = "You are not one of this game's players."


def relative(world: World, seconds: float) -> str:
    """Write a moment from now on as Discord shows it."""
    return f"<t:{int(world.now() + seconds)}:R>"


# --- The warning at half time ---


async def test_f45_a_long_wait_has_one_ping_at_its_start_and_one_at_half_time(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=CARDS, turn_time=LONG)
    await world.advance(60)
    await bank(anne)
    assert pings(world) == [("Bart",)]
    (call,) = [message for message in world.messages() if message.pings]
    await world.advance(LONG / 2 - 1)
    assert [message.id for message in world.messages() if message.pings] == [call.id]
    await world.restart()  # F20: it outlives the process
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


async def test_b18_the_victim_of_a_theft_is_warned_with_the_way_to_react(world: World) -> None:
    anne, _ = await robbed(world, reaction_time=LONG)
    await world.advance(LONG / 2)
    warning = world.messages()[-1]
    assert (warning.pings, warning.labels) == (("Anne",), ["React"])
    assert warning.text.startswith("@Anne, half of your time in **Black Spot** is gone.")
    await anne.click("React", on=warning)
    assert "takes your `2♦D`" in hand_of(anne)


# --- Pause ---


async def test_a_pause_is_proposed_agreed_to_and_ended_by_a_button(world: World) -> None:
    anne, bart, calico = await sail(world, "Anne", "Bart", "Calico", cards=CARDS)
    old = world.table().button("Draw")
    await calico.slash("pirates leave")
    proposed = await bart.slash("pirates pause")
    assert proposed.private == "Your proposal stands at the table. It takes effect when enough of the others agree."
    assert "⏸️ **Bart** proposes to pause the game for up to seven days." in seen(world)
    assert (await anne.slash("pirates pause")).private == (
        "The game is paused. Any of its players can let it go on with **Resume** at the table, or **/pirates resume**."
    )
    until = int(world.now() + WEEK)
    assert line(world, "⏸️") == (
        f"⏸️ **Paused by agreement** until <t:{until}:f> (<t:{until}:R>); then the game goes on by itself."
        " Any of its players can press **Resume** before."
    )
    assert "The table has moved on" in str((await anne.click(old)).private)
    await world.restart()
    await world.advance(DAY)
    assert world.table().labels == ["Resume"]
    resume = world.table().button("Resume")
    assert (await calico.click("Resume")).private == NO_PLAYER
    await bart.click("Resume")
    assert line(world, "⏳") == (
        f"⏳ **Anne** is to decide. Time is up {relative(world, 90)}; then the turn is played for them."
    )
    assert pings(world) == [("Anne",)]
    assert (await bart.click(resume)).private == "This game is not paused."
    await anne.slash("pirates pause")
    await bart.click("Agree")
    assert (await anne.slash("pirates resume")).private == "The game goes on."
    assert (await anne.slash("pirates resume")).private == "This game is not paused."
    await draw(anne)


async def test_b12_a_pause_in_a_theft_shows_hands_that_do_nothing(world: World) -> None:
    anne, bart = await robbed(world)
    react = world.messages()[-1].button("React")
    await anne.click("React", on=world.messages()[-1])
    fight = hand(anne).button("Fight")
    await anne.slash("pirates pause")
    await bart.click("Agree")
    assert raid_table(world).labels == ["Resume", "My hand"]
    assert [message for message in world.messages() if message.pings] == []
    for person in (anne, bart):
        await person.click("My hand", on=raid_table(world))
        assert "⏸️ The game is paused." in hand_of(person)
        assert hand(person).enabled == []
    refused = await anne.press(fight.custom_id, on=hand(anne))
    sentence = f"The game is paused by agreement and goes on by itself {relative(world, WEEK)}. **Resume** at the table"
    assert sentence in str(refused.private)
    assert "⏸️ The game is paused." in hand_of(anne)
    assert sentence in str((await anne.press(react.custom_id, on=raid_table(world))).private)
    await bart.click("Resume", on=raid_table(world))
    assert f"Time is up {relative(world, 60)}; then the treasure is let go." in raid_table(world).text
    await play(anne, "let-go")


# --- Outages ---
