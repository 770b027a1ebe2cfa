"""Steps 1 to 4 of a turn, the piles and the trove (B3, B7-B10, B15)."""

import pytest

from rules import blackspot
from rules.blackspot.events import Peeked
from rules.blackspot.hands import cards_of, mask_of, worth
from rules.blackspot.model import PeekRule, Phase
from rules.cards import pile
from tests.rules.builders import card
from tests.rules.scenes import Scene, scene, scenes
from tests.rules.ships import Table, under_way


def peeking(**more: object) -> Table:
    """Seat 0 has drawn and is to peek; three treasures lie in the trove."""
    return under_way(
        ("2C 3C 4C 2H 3H", "5C 6C 7C 8C 9C"),
        ("", ""),
        trove="9:4 6:11 2:7",
        phase=Phase.PEEK,
        **{"loot_deck": (3, 8), "curse_deck": (1, 5), **more},  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("hand, value", [("AC", 1), ("10C", 10), ("JC", 11), ("QC", 12), ("KC", 13)])
@pytest.mark.parametrize("suit", "CH")
def test_b3_an_ace_is_worth_one_and_faces_eleven_to_thirteen(hand: str, value: int, suit: str) -> None:
    assert worth(mask_of(pile(hand[:-1] + suit))) == value


def test_b3_a_hand_is_worth_the_sum_of_its_cards() -> None:
    """1 + 5 + 13 crew, 2 + 12 rum."""
    mask = mask_of(pile("AC 5C KC 2H QH"))
    assert worth(mask) == 33
    assert cards_of(mask) == pile("AC 5C KC 2H QH")


# --- Steps 1 and 2 ---


def test_b8_in_mid_draw_the_discard_pile_is_shuffled_in() -> None:
    """Two cards are left. Seat 1 discards 5C 6C, draws AC AH, then 5C KH QH from the new pile of 21.

    26 cards: one in the hand of seat 0, two in the draw pile, 23 discarded with seat 1's two.
    """
    table = under_way(("2C", "5C 6C"), ("", ""), draw="AC AH", reshuffles=("5C KH QH JH",))
    scene(table, "end-turn -> hand1 AC 5C AH QH KH, last reshuffled 23, discard -").out()
    assert (len(table.state.draw), table.state.draw[0], table.state.shuffles) == (20, card("JH"), 5)


# --- Step 3 ---


@pytest.mark.parametrize("peeked, phase", [("4 11 7", "take"), ("4 11", "peek"), ("4 11 8", "peek"), ("", "peek")])
def test_b7_step_3_is_skipped_by_who_knows_every_curse_of_the_trove(peeked: str, phase: str) -> None:
    table = under_way(("2C", ""), ("", ""), trove="9:4 6:11 2:7", peeked=("4 11 7", peeked))
    scene(table, f"end-turn -> phase {phase}").out()


def test_b9_the_record_of_a_peek_tells_the_curse_to_the_peeker_alone() -> None:
    (event,) = peeking().play("peek 3H 6").events
    assert blackspot.witness(event, 0) == event
    for reader in (1, None):
        assert blackspot.witness(event, reader) == Peeked(0, loot=6, card=card("3H"), curse=0)


def test_b9_what_was_seen_stays_known_wherever_the_curse_goes() -> None:
    """Seat 0 peeks at the six's curse; seat 1 takes the six: seat 0 still knows, its owner does not (B10)."""
    scene(
        peeking(draw="10C JC QC KC AC KH QH"),
        "peek 3H 6, take 9, end-turn, peek KC 2, take 6 -> ship1 6:11",
        "-> ship1@0 6:11, ship1@1 6:?, ship1@ 6:?, seen0 11",
    ).out()


def test_b10_a_taken_treasure_keeps_its_curse_as_it_lies_and_its_owner_may_not_look() -> None:
    scene(peeking(), "peek 3H 6, take 9 -> ship0 9:4, ship0@0 9:?").out()


# --- Step 4 ---


@scenes(
    {
        # A turn begins with
        "B7: a turn begins with a discarded hand and five new cards": scene(
            under_way(("2C", "5C 6C 7C"), ("", ""), draw="AC AH 3C 3H 4C 4H KH"),
            "end-turn -> events turn-ended 0 turn-began 1 1 no 3 5, hand0 2C, hand1 AC 3C 4C AH 3H, draw 2",
            "-> discard 8C 9C 10C JC QC KC 2H 5H 6H 7H 8H 9H 10H JH QH 5C 6C 7C",
        ),
        "B7: a player without cards draws five as well": scene(
            under_way(("2C", ""), ("", ""), draw="AC AH 3C 3H 4C"),
            "end-turn -> last turn-began 1 1 no 0 5, hand1 AC 3C 4C AH 3H",
        ),
        "B7: the last five cards are drawn without a shuffle (B8)": scene(
            under_way(("2C", "5C 6C"), ("", ""), draw="AC AH 2H 3H 4H"),
            "end-turn -> last turn-began 1 1 no 2 5, hand1 AC AH 2H 3H 4H, draw 0",
        ),
        "B7: an empty pile is shuffled when the next card is needed (B8)": scene(
            under_way(("2C", "5C 6C"), ("", ""), draw="", reshuffles=("KC QC JC 10C 9C",)),
            "end-turn -> last reshuffled 25, hand1 9C 10C JC QC KC",
        ),
        # Step 3
        "B7: step 3 pays one card and shows one curse": scene(
            peeking(), "peek 3H 6 -> events peeked 0 6 3H 11, hand0 2C 3C 4C 2H, discard 3H, phase take"
        ),
        "B7: step 3 may be skipped under the option `optional`": scene(
            peeking(peek=PeekRule.OPTIONAL),
            "can skip-peek, peek 3H 6",
            "skip-peek -> events peek-skipped 0, phase take, hand0 2C 3C 4C 2H 3H",
        ),
        "B7: step 3 may look at any treasure of the trove, a known one too (B9)": scene(
            peeking(peeked=("4", "")), "can peek 2C 9, peek 2C 6, peek 2C 2"
        ),
        "B7: step 3 does not bind to the treasure one looked at (B9)": scene(
            peeking(), "peek 3H 6, take 9 -> ship0 9:4"
        ),
        "B7: step 3 shows the curse to the peeker alone (B9)": scene(
            peeking(), "peek 3H 6 -> trove@0 9:? 6:11 2:?, trove@1 9:? 6:? 2:?, trove@ 9:? 6:? 2:?"
        ),
        # The trove
        "B15: a new treasure takes the place of the one taken": scene(
            peeking(),
            "peek 3H 6",
            "take 6 -> events took 0 6 dealt 3, trove 9:4 3:1 2:7, phase act, treasures_left 1, taken 1",
        ),
        "B15: once the decks are out the trove shrinks": scene(
            peeking(loot_deck=(), curse_deck=()), "peek 3H 6, take 6 -> trove 9:4 2:7, last took 0 6"
        ),
    }
)
def test_b7_b8_b9_b15_turns(scene: Scene) -> None:
    scene.out()
