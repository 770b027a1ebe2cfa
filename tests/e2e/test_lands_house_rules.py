"""What a table of Lands Uncharted says of Buried Treasure, dares and idols. Rules are proved in tests/rules."""

from collections.abc import Mapping

import pytest

from bot.model.records import Terms
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.e2e.harness import World
from tests.e2e.turns import HEARTS_42, TURN, act, line, ranking, seen, settle_on
from tests.e2e.voyages import PUSH, sail

QUEENS = {f"queen_of_{suit}": "on" for suit in ("spades", "clubs", "hearts", "diamonds")}
EVERYTHING: Mapping[str, int | str] = {"target": 50, "dare": "on", "buried_treasure": "on", **QUEENS}
TO_42 = "draw draw draw draw draw draw bank"
"""Anne banks 42 of 50, and is dared for the missing 8."""
DRAW, CAUGHT = ["Draw"], ["Spend an ally", "Run"]
LOST = "**Anne** lost the dare and falls back to 30."

SAID: dict[str, tuple[str, str, str, list[str]]] = {
    "l12 exactly 21": (
        "10H 9H 2H",
        "draw draw draw bank",
        "**Anne** banked 21 and found Buried Treasure (+5): 26 ",
        DRAW,
    ),
    "l13 taken": (HEARTS_42, f"{TO_42} take", "🎲 **Double or Nothing:** exactly 8 more, or fall back to 30.", DRAW),
    "l13 declined": (HEARTS_42, f"{TO_42} decline", "**Anne** declines the dare.", DRAW),
    "l13 too much": (f"{HEARTS_42} 9C", f"{TO_42} take draw", f"Too much! {LOST}", DRAW),
    "l13 a pair": (f"{HEARTS_42} 3C 3D", f"{TO_42} take draw draw", f"Two of a number! {LOST}", DRAW),
    "l13 a pair and an ally": (
        f"AH {HEARTS_42} 3C 3D",
        f"draw {TO_42} take draw draw",
        "⚠️ `3♦D` is a number that is already in the treasure. Spend an ally to go on, or run and fall back to 30.",
        CAUGHT,
    ),
    "l14 spades": (
        "10H 5H QS",
        "draw draw draw",
        "The idol `Q♠S` takes `10♥H` from the treasure.",
        [PUSH, "Back to the ship (+5)"],
    ),
    "l14 clubs": (
        "10H QC",
        "draw draw",
        "The idol strikes! **Anne** runs for their life and loses 10 doubloons.",
        DRAW,
    ),
    "l14 clubs and an ally": (
        "AH 10H QC",
        "draw draw draw",
        "⚠️ `Q♣C` is cursed. Spend an ally to go on, or run and lose this treasure.",
        CAUGHT,
    ),
    "l14 hearts": ("10H QH", "draw draw", "The idol `Q♥H` demands 2 more draws.", DRAW),
    "l14 two owed": ("10H QH", "draw draw", "2 more cards must be drawn (`Q♥H`).", DRAW),
    "l14 one owed": ("10H QH 2C", "draw draw draw", "1 more card must be drawn (`Q♥H`).", DRAW),
    "l14 diamonds": ("QD", "draw", "The idol `Q♦D` demands draws until a number above 8.", DRAW),
    "l14 above eight": ("QD", "draw", "Cards must be drawn until a number above 8 (`Q♦D`).", DRAW),
}
"""By rule: cards, what Anne does, what the table says then, and which buttons it has."""


@pytest.mark.parametrize("cards, moves, told, labels", SAID.values(), ids=SAID)
async def test_the_table_says_what_a_house_rule_has_done(
    world: World, cards: str, moves: str, told: str, labels: list[str]
) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards=cards, **EVERYTHING)
    await act(anne, moves)
    assert told in seen(world)
    assert world.table().labels == labels


PRIZES = {
    "last_round": ("Hit it, and you have the target. Bust or overshoot, and you fall back to 30.", PUSH),
    "instant_win": ("Hit it, and you win on the spot. Bust or overshoot, and you fall back to 30.", "Rematch"),
}


@pytest.mark.parametrize("prize", PRIZES)
async def test_l13_a_dare_is_offered_with_its_prize(world: World, prize: str) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards=f"{HEARTS_42} 8C", **EVERYTHING, dare_prize=prize)
    await act(anne, TO_42)
    assert "8 short of the target: **Anne** may double or have nothing." in seen(world)
    assert line(world, "Double or Nothing?").endswith(f"One last turn for exactly 8 more. {PRIZES[prize][0]}")
    assert world.table().labels == ["Take the dare", "Decline the dare"]
    await act(anne, "take draw")
    assert world.table().labels == [PRIZES[prize][1]]
    if prize == "instant_win":
        assert "🏆 **Anne** wins on the spot with an exact dare." in seen(world)
        assert ranking(world) == ["**1. Anne** 42, 8 = 50", "**2. Bart** 0"]


async def test_l14_demands_of_two_idols_add_up_and_the_table_names_both(world: World) -> None:
    # Two queens are two faces, so the second idol must be a number: home-made, from the server's house rules.
    hearts, diamonds = Idol("QH", Effect.DRAW_MORE, 2), Idol("5C", Effect.DRAW_UNTIL_ABOVE, 8)
    await settle_on(world, Terms(Options(idols=(diamonds, hearts)), TURN))
    anne, _ = await sail(world, "Anne", "Bart", cards="QH 5C 2C 3C 9H")
    await act(anne, "draw draw")
    assert "Cards must be drawn until a number above 8, and at least 1 more (`Q♥H` `5♣C`)." in seen(world)
    await act(anne, "draw draw draw")
    assert world.table().labels == [PUSH, "Back to the ship (+19)"]


async def test_l15_the_rules_say_that_an_idol_which_discards_spares_its_own_card(world: World) -> None:
    idols = Idol("9", Effect.DISCARD_HIGHEST), Idol("2", Effect.DISCARD_LOWEST)
    await settle_on(world, Terms(Options(idols=idols), TURN))
    anne, _ = await sail(world, "Anne", "Bart", cards="5H 9C 2S")
    told = str((await anne.slash("pirates rules")).private)
    assert "every `9`: discard the highest number card drawn before it this turn." in told
    assert "every `2`: discard the lowest number card drawn before it this turn." in told
    # The nine, higher than the five, stays; then the two, lower than the nine.
    await act(anne, "draw draw")
    assert "The idol `9♣C` takes `5♥H` from the treasure." in seen(world)
    await act(anne, "draw")
    assert "The idol `2♠S` takes `9♣C` from the treasure." in seen(world)


async def test_l13_the_rules_say_which_idols_are_silent_in_a_dare(world: World) -> None:
    silent = "In a dare no idol demands draws or sends you back to the ship."
    idols = Idol("2", Effect.BANK_NOW), Idol("QH", Effect.DRAW_MORE, 2)
    await settle_on(world, Terms(Options(target=50, idols=idols), TURN))
    (edward,) = world.people("Edward")
    assert silent not in str((await edward.slash("pirates rules", game="lands")).private)
    # 10 + 9 + 8 + 7 + 6 + 3 = 43; the two makes 45 and the five 50, with no draw owed to the queen.
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 9H 8H 7H 6H 3H QH 2C 5C", dare="on")
    assert silent in str((await anne.slash("pirates rules")).private)
    await act(anne, f"{TO_42} take")
    for _ in range(2):
        await act(anne, "draw")
        assert "demands" not in seen(world)
        assert world.table().labels == DRAW
    await act(anne, "draw")
    assert "**Anne** hit the target exactly: 50 doubloons!" in seen(world)
