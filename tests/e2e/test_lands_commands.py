"""`/pirates` in a game of Lands Uncharted, as the people in the channel see it."""

import pytest

from tests.e2e.harness import World
from tests.e2e.turns import DASH, DAY, bank, draw, line, ranking, seen
from tests.e2e.voyages import sail


def motion(world: World) -> str:
    """Give the line of the table that holds the open proposal."""
    return line(world, "🏳️")


# --- /pirates table ---


async def test_a_buried_or_deleted_table_comes_back(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    first = world.table()
    reply = await anne.slash("pirates table")
    assert reply.private is None
    assert [message.id for message in world.messages()] == [world.table().id] != [first.id]
    await world.delete(world.table())
    await anne.slash("pirates table")
    await draw(anne)
    assert "Treasure: 10 doubloons" in seen(world)


# --- /pirates leave and remove: X1 ---


async def test_x1_leaving_in_ones_own_turn_loses_the_treasure_and_the_next_one_plays(world: World) -> None:
    anne, bart, _ = await sail(world, "Anne", "Bart", "Calico", cards="AH 10H 3C")
    await draw(anne, 2)
    assert str((await anne.slash("pirates leave")).private).startswith("You left the game.")
    assert "**Anne** left the game and 10 doubloons of treasure behind." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 0 · left"
    assert line(world, "⚓") == "⚓ Who opened this game has left it: now **Bart** may propose to end it."
    assert "discard pile 2" in seen(world)
    await draw(bart)
    assert "**Bart** drew `3♣C`." in seen(world)
    assert "⚓" not in seen(world)


NO_RESULT = ", so there is no result."
LEFT = {
    "half the target": ("Anne Bart", "10H 9H 6H", "🏆 **Bart** wins as the last one aboard."),
    "less than half": ("Anne Bart", "10H 9H 5H", "Only one player is left and nobody has half the target" + NO_RESULT),
    "a solo voyage": ("Anne", "10H", "The voyage was broken off" + NO_RESULT),
}


@pytest.mark.parametrize("names, cards, told", LEFT.values(), ids=LEFT)
async def test_x1_l16_a_game_that_is_left_says_how_it_ends(world: World, names: str, cards: str, told: str) -> None:
    crew = await sail(world, *names.split(), cards=cards, target=50)
    await bank(crew[0], len(cards.split()))
    await crew[0].slash("pirates leave")
    assert told in seen(world)
    assert ("🏆" in seen(world)) == ("🏆" in told)


async def test_x1_a_moderator_removes_at_once_and_players_together(world: World) -> None:
    anne, bart, calico, dita = await sail(world, "Anne", "Bart", "Calico", "Dita", cards="10H")
    reply = await bart.slash("pirates remove", player=anne)
    assert str(reply.private).startswith("Your proposal stands at the table.")
    assert motion(world) == "🏳️ **Bart** proposes to remove **Anne** from the game. 1 of 3 agree."
    assert (await anne.click("Agree")).private == "This proposal is about you, so the others decide."
    await calico.click("Agree")
    assert motion(world).endswith("2 of 3 agree.")
    await dita.click("Agree")
    assert "🏳️ The crew removed **Anne**." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 0 · left"
    assert world.table().labels == ["Draw"]
    reply = await world.moderator("Mary").slash("pirates remove", player=bart)
    assert reply.private == "Bart is out of the game."
    assert "🏳️ A moderator removed **Bart**.\n**Bart** left the game." in seen(world)
    assert "Calico to play" in seen(world)


# --- /pirates skip ---


async def test_without_a_clock_a_majority_skips_who_is_away_for_a_day(world: World) -> None:
    crew = await sail(world, "Anne", "Bart", "Calico", "Dita", cards="10H", turn_time=0)
    anne, bart, calico, _ = crew
    assert "⏳ No clock: take your time, **Anne**." in seen(world)
    await draw(anne)
    early = await bart.slash("pirates skip")
    assert str(early.private).startswith("They still have time: the others can skip them <t:")
    await world.advance(DAY)
    await bart.slash("pirates skip")
    assert motion(world) == "🏳️ **Bart** proposes to skip the turn of **Anne**. 1 of 2 agree."
    await calico.click("Agree")
    assert "⌛ The crew skipped **Anne**." in seen(world)
    assert "**Anne** banked 10: 10 doubloons on the ship." in seen(world)
    assert "🏳️" not in seen(world)


# --- /pirates end ---


async def test_x2_a_moderator_ends_a_game_at_once_and_the_channel_is_free(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    await bank(anne)
    mary = world.moderator("Mary")
    assert (await mary.slash("pirates end")).private == "The game has ended without a result."
    assert "The moderator **Mary** ended it. No result." in seen(world)
    assert line(world, "Does not count") == "-# Does not count on any board: the game ended without a result."
    assert ranking(world) == [f"**{DASH} Anne** 10", f"**{DASH} Bart** 0"]
    assert world.table().labels == ["Rematch"]
    assert str((await mary.slash("pirates end")).private).startswith("That game is over.")
    assert (await anne.slash("lands")).public is not None


async def test_the_opener_ends_a_game_with_the_consent_of_all_others(world: World) -> None:
    anne, bart, calico = await sail(world, "Anne", "Bart", "Calico", cards="10H")
    await anne.slash("pirates end")
    old = world.table().button("Agree")
    await calico.click("Refuse")
    assert world.table().labels == ["Draw"]
    assert (await calico.click(old)).private == "That proposal is no longer open."
    await anne.slash("pirates end")
    assert motion(world) == "🏳️ **Anne** proposes to end the game without a result. 1 of 3 agree."
    await bart.click("Agree")
    # The game goes on meanwhile, and the proposal stands.
    await draw(anne)
    assert motion(world).endswith("2 of 3 agree.")
    await calico.click("Agree")
    assert "The crew agreed to end the game. No result." in seen(world)
