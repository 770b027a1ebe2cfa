"""Buried Treasure, the dare and the idols of Lands Uncharted, by clicks only. Every sum is done by hand."""

from typing import cast

import pytest

from bot.app import Quartermaster
from bot.model.records import Terms
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.e2e.harness import Person, World
from tests.e2e.turns import HEARTS_42, HEARTS_52, TURN, bank, draw, line, ranking, seen
from tests.e2e.voyages import PUSH, sail

# --- Buried Treasure: L12 ---


async def test_exactly_twenty_one_digs_up_five_more(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 9H 2H 10C 8C 2C", buried_treasure="on")
    await draw(anne, 3)
    assert "**Treasure: 21 doubloons**" in seen(world)
    await anne.click("Back to the ship (+26)")
    assert "**Anne** banked 21 and found Buried Treasure (+5): 26 doubloons on the ship." in seen(world)
    await bank(bart, 3)
    assert line(world, "**Bart** ·") == "**Bart** · 20"


async def test_without_the_house_rule_twenty_one_is_twenty_one(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 9H 2H")
    await draw(anne, 3)
    await anne.click("Back to the ship (+21)")
    assert line(world, "**Anne** ·") == "**Anne** · 21"


# --- Double or Nothing: L13 ---


async def dared(world: World, cards: str, **options: int | str) -> list[Person]:
    """Let Anne bank 42 of 50, and be dared for the missing 8; then these cards lie on top."""
    crew = await sail(world, "Anne", "Bart", cards=f"{HEARTS_42} {cards}", target=50, dare="on", **options)
    await bank(crew[0], 6)
    assert "8 short of the target: **Anne** may double or have nothing." in seen(world)
    assert line(world, "Double or Nothing?").endswith(
        "One last turn for exactly 8 more. Hit it, and you have the target. Bust or overshoot, and you fall back to 30."
    )
    assert world.table().labels == ["Take the dare", "Decline the dare"]
    return crew


async def test_a_dare_is_taken_and_won_and_the_last_round_begins(world: World) -> None:
    anne, bart = await dared(world, "3C 5C 10C")
    await anne.click("Take the dare")
    assert world.table().labels == ["Draw"]
    assert "🎲 **Double or Nothing:** exactly 8 more, or fall back to 30." in seen(world)
    await draw(anne)
    assert world.table().labels == ["Draw"]
    assert "exactly 5 more" in seen(world)
    await draw(anne)
    assert "**Anne** hit the target exactly: 50 doubloons!" in seen(world)
    assert line(world, "Last round.") == "🔔 **Last round.** Still to play: Bart."
    await bank(bart)
    assert ranking(world) == ["**1. Anne** 42, 8 = 50", "**2. Bart** 10"]


async def test_a_dare_that_overshoots_falls_back_and_no_ally_helps(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=f"AH {HEARTS_42} 9C 3D 2D", target=50, dare="on")
    await bank(anne, 7)
    await anne.click("Take the dare")
    await draw(anne)
    assert "Too much! **Anne** lost the dare and falls back to 30." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 30 · allies `A♥H`"
    assert line(world, "**Bart** ·") == "▶ **Bart** · 0"
    await bank(bart)
    await world.moderator("Mary").slash("pirates end")
    assert " Anne** 42, -12 = 30" in seen(world)


async def test_a_dare_lost_by_a_bust_falls_back_to_twenty_short(world: World) -> None:
    anne, _ = await dared(world, "3C 3D")
    await anne.click("Take the dare")
    await draw(anne, 2)
    assert "Two of a number! **Anne** lost the dare and falls back to 30." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 30"
    assert "Bart to play" in seen(world)


async def test_an_ally_saves_a_dare_from_a_pair(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards=f"AH {HEARTS_42} 3C 3D 5C", target=50, dare="on")
    await bank(anne, 7)
    await anne.click("Take the dare")
    await draw(anne, 2)
    assert world.table().labels == ["Spend an ally", "Run"]
    await anne.click("Spend an ally")
    assert "**Anne** spent the ally `A♥H` against `3♦D`." in seen(world)
    assert world.table().labels == ["Draw"]
    await draw(anne)
    assert "**Anne** hit the target exactly: 50 doubloons!" in seen(world)


async def test_l13_who_may_run_in_a_dare_reads_that_it_costs_more_than_the_treasure(world: World) -> None:
    # 50 - 20 = 30: running is a bust, and a bust in the dare falls back to 20 short of the target.
    anne, _ = await sail(world, "Anne", "Bart", cards=f"AH {HEARTS_42} 3C 3D", target=50, dare="on")
    await bank(anne, 7)
    await anne.click("Take the dare")
    await draw(anne, 2)
    warning = "⚠️ `3♦D` is a number that is already in the treasure. Spend an ally to go on, or run and fall back to 30."
    assert line(world, "Spend an ally") == warning
    await anne.click("Run")
    assert line(world, "**Anne** ·") == "**Anne** · 30 · allies `A♥H`"


async def test_a_declined_dare_ends_the_turn_and_is_not_offered_again(world: World) -> None:
    anne, bart = await dared(world, "10C 2C")
    await anne.click("Decline the dare")
    assert "**Anne** declines the dare." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 42"
    await bank(bart)
    await bank(anne)
    assert line(world, "**Anne** ·") == "**Anne** · 44"
    assert "Bart to play" in seen(world)


async def test_a_dare_nobody_answers_in_time_is_declined(world: World) -> None:
    await dared(world, "10C")
    await world.advance(TURN)
    assert "⌛ Time ran out for **Anne**." in seen(world)
    assert "**Anne** declines the dare." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 42"
    assert "Bart to play" in seen(world)


async def test_who_took_the_dare_and_lets_time_run_out_draws_on(world: World) -> None:
    anne, _ = await dared(world, "3C 5C")
    await anne.click("Take the dare")
    await world.advance(TURN)
    assert "**Anne** hit the target exactly: 50 doubloons!" in seen(world)


async def test_with_that_house_rule_an_exact_dare_wins_on_the_spot(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards=f"{HEARTS_42} 8C", target=50, dare="on", dare_prize="instant_win")
    await bank(anne, 6)
    assert "exactly 8 more. Hit it, and you win on the spot. Bust or overshoot," in line(world, "Double or Nothing?")
    await anne.click("Take the dare")
    await draw(anne)
    assert "🏆 **Anne** wins on the spot with an exact dare." in seen(world)
    assert ranking(world) == ["**1. Anne** 42, 8 = 50", "**2. Bart** 0"]


async def test_the_last_seat_of_the_last_round_may_dare_as_well(world: World) -> None:
    cards = f"{HEARTS_52} 10C 9C 8C 7C 6C 10D"
    anne, bart = await sail(world, "Anne", "Bart", cards=cards, target=50, dare="on")
    await bank(anne, 8)
    await bank(bart, 5)
    await bart.click("Take the dare")
    await draw(bart)
    assert "🏆 **Anne** wins with the highest score aboard." in seen(world)
    assert ranking(world) == ["**1. Anne** 52", "**2. Bart** 40, 10 = 50"]


@pytest.mark.parametrize("cards, banked", [("10H 9H 8H 7H 6H 5H 4H", 49), ("10H 9H 8H 7H 5H", 39)])
async def test_one_short_or_eleven_short_of_fifty_is_no_dare(world: World, cards: str, banked: int) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards=cards, target=50, dare="on")
    await bank(anne, len(cards.split()))
    assert line(world, "**Anne** ·") == f"**Anne** · {banked}"
    assert "Bart to play" in seen(world)


# --- Cursed Idols: L14 ---


async def test_the_queen_of_spades_takes_the_highest_card_of_this_turn(world: World) -> None:
    cards = "10H 5H QS 10C"
    anne, _ = await sail(world, "Anne", "Bart", cards=cards, queen_of_spades="on")
    await draw(anne, 3)
    assert "The idol `Q♠S` takes `10♥H` from the treasure." in seen(world)
    assert "Threat: `Q♠S`" in seen(world)
    assert "Back to the ship (+5)" in world.table().labels
    # The ten that left counts no longer for a pair (L5).
    await draw(anne)
    assert "Back to the ship (+15)" in world.table().labels


async def test_the_queen_of_clubs_busts_at_once(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H QC", queen_of_clubs="on")
    await draw(anne, 2)
    assert "The idol strikes! **Anne** runs for their life and loses 10 doubloons." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 0"
    assert "Bart to play" in seen(world)


async def test_an_ally_may_counter_the_queen_of_clubs(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="AH 10H QC KD", queen_of_clubs="on")
    await draw(anne, 3)
    assert "⚠️ `Q♣C` is cursed. Spend an ally to go on, or run and lose this treasure." in seen(world)
    await anne.click("Spend an ally")
    # The queen is gone and is no face card of this turn: a king is the first.
    await draw(anne)
    assert "Threat: `K♦D`" in seen(world)
    assert "Back to the ship (+10)" in world.table().labels


async def test_the_queen_of_hearts_wants_two_more_draws(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H QH 2C AS", queen_of_hearts="on")
    await draw(anne, 2)
    assert "The idol `Q♥H` demands 2 more draws." in seen(world)
    assert "2 more cards must be drawn (`Q♥H`)." in seen(world)
    assert world.table().labels == ["Draw"]
    await draw(anne)
    assert "1 more card must be drawn (`Q♥H`)." in seen(world)
    assert world.table().labels == ["Draw"]
    await draw(anne)
    assert "must be drawn" not in seen(world)
    assert world.table().labels == [PUSH, "Back to the ship (+12)"]


async def test_the_queen_of_diamonds_wants_draws_until_a_nine_or_ten(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="QD 8H AS 9H", queen_of_diamonds="on")
    await draw(anne)
    assert "The idol `Q♦D` demands draws until a number above 8." in seen(world)
    for _ in range(3):
        assert "Cards must be drawn until a number above 8 (`Q♦D`)." in seen(world)
        assert world.table().labels == ["Draw"]
        await draw(anne)
    assert "must be drawn" not in seen(world)
    assert world.table().labels == [PUSH, "Back to the ship (+17)"]


async def test_a_second_queen_that_an_ally_counters_asks_for_nothing_but_counts_as_a_draw(world: World) -> None:
    cards = "AH QH QD 2C"
    crew = await sail(world, "Anne", "Bart", cards=cards, queen_of_hearts="on", queen_of_diamonds="on")
    anne = crew[0]
    await draw(anne, 3)
    await anne.click("Spend an ally")
    assert "1 more card must be drawn (`Q♥H`)." in seen(world)
    assert world.table().labels == ["Draw"]
    await draw(anne)
    assert world.table().labels == [PUSH, "Back to the ship (+2)"]


async def test_demands_of_two_idols_add_up_and_the_table_names_both(world: World) -> None:
    # Two queens are two faces, so the second idol must be a number: home-made, from the server's house rules.
    hearts, diamonds = Idol("QH", Effect.DRAW_MORE, 2), Idol("5C", Effect.DRAW_UNTIL_ABOVE, 8)
    store = cast("Quartermaster", world.bot)._store
    rules = Terms(Options(idols=(diamonds, hearts)), TURN)
    await store.servers.change_terms(world.server.handle.id, "lands", lambda _: rules)
    anne, _ = await sail(world, "Anne", "Bart", cards="QH 5C 2C 3C 9H")
    await draw(anne, 2)
    assert "Cards must be drawn until a number above 8, and at least 1 more (`Q♥H` `5♣C`)." in seen(world)
    await draw(anne)
    assert "Cards must be drawn until a number above 8 (`Q♥H` `5♣C`)." in seen(world)
    await draw(anne)
    assert world.table().labels == ["Draw"]
    await draw(anne)
    assert world.table().labels == [PUSH, "Back to the ship (+19)"]


async def test_l15_the_rules_say_that_an_idol_which_discards_spares_its_own_card(world: World) -> None:
    store = cast("Quartermaster", world.bot)._store
    rules = Terms(Options(idols=(Idol("9", Effect.DISCARD_HIGHEST), Idol("2", Effect.DISCARD_LOWEST))), TURN)
    await store.servers.change_terms(world.server.handle.id, "lands", lambda _: rules)
    anne, _ = await sail(world, "Anne", "Bart", cards="5H 9C 2S")
    told = (await anne.slash("pirates rules")).private or ""
    assert "every `9`: discard the highest number card drawn before it this turn." in told
    assert "every `2`: discard the lowest number card drawn before it this turn." in told
    # The nine, higher than the five, stays; then the two, lower than the nine.
    await draw(anne, 2)
    assert "The idol `9♣C` takes `5♥H` from the treasure." in seen(world)
    await draw(anne)
    assert "The idol `2♠S` takes `9♣C` from the treasure." in seen(world)
    assert "Back to the ship (+2)" in world.table().labels


async def test_l13_the_rules_say_which_idols_are_silent_in_a_dare(world: World) -> None:
    silent = "In a dare no idol demands draws or sends you back to the ship."
    store = cast("Quartermaster", world.bot)._store
    idols = Idol("2", Effect.BANK_NOW), Idol("QH", Effect.DRAW_MORE, 2)
    await store.servers.change_terms(
        world.server.handle.id, "lands", lambda _: Terms(Options(target=50, idols=idols), TURN)
    )
    (edward,) = world.people("Edward")
    assert silent not in ((await edward.slash("pirates rules", game="lands")).private or "")
    # 10 + 9 + 8 + 7 + 6 + 3 = 43; the two makes 45 and the five 50, with no draw owed to the queen.
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 9H 8H 7H 6H 3H QH 2C 5C", dare="on")
    assert silent in ((await anne.slash("pirates rules")).private or "")
    await bank(anne, 6)
    await anne.click("Take the dare")
    for _ in range(2):
        await draw(anne)
        assert "demands" not in seen(world)
        assert world.table().labels == ["Draw"]
    await draw(anne)
    assert "**Anne** hit the target exactly: 50 doubloons!" in seen(world)


async def test_a_queen_whose_idol_sleeps_is_a_face_like_any_other(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H QC", queen_of_hearts="on")
    await draw(anne, 2)
    assert world.table().labels == [PUSH, "Back to the ship (+10)"]
