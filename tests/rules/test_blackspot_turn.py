"""Steps 1 to 4 of a turn, the piles and the trove (B3, B7-B10, B15)."""

import pytest

from rules import blackspot
from rules.blackspot.events import Dealt, Peeked, PeekSkipped, Reshuffled, Took, TurnBegan, TurnEnded
from rules.blackspot.hands import cards_of, mask_of, worth
from rules.blackspot.model import PeekRule, Phase
from rules.cards import pile
from rules.errors import Reason
from tests.rules.builders import card
from tests.rules.ships import Table, seen, under_way


def peeking(**more: object) -> Table:
    """Seat 0 has drawn and is to peek; three treasures lie in the trove."""
    return under_way(
        ("2C 3C 4C 2H 3H", "5C 6C 7C 8C 9C"),
        ("", ""),
        trove="9:4 6:11 2:7",
        phase=Phase.PEEK,
        **{"loot_deck": (3, 8), "curse_deck": (1, 5), **more},  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    "hand, value",
    [("AC", 1), ("10C", 10), ("JC", 11), ("QC", 12), ("KC", 13), ("AH", 1), ("JH", 11), ("QH", 12), ("KH", 13)],
)
def test_b3_an_ace_is_worth_one_and_faces_eleven_to_thirteen(hand: str, value: int) -> None:
    assert worth(mask_of(pile(hand))) == value


def test_b3_a_hand_is_worth_the_sum_of_its_cards() -> None:
    """1 + 5 + 13 crew, 2 + 12 rum."""
    mask = mask_of(pile("AC 5C KC 2H QH"))
    assert worth(mask) == 33
    assert cards_of(mask) == pile("AC 5C KC 2H QH")


# --- Steps 1 and 2 ---


def test_b7_the_next_turn_begins_with_a_discarded_hand_and_five_new_cards() -> None:
    table = under_way(("2C", "5C 6C 7C"), ("", ""), draw="AC AH 3C 3H 4C 4H KH")
    table.play("end-turn")
    assert table.hand(1) == "AC 3C 4C AH 3H"
    assert table.hand(0) == "2C"
    assert table.discard.endswith("5C 6C 7C")
    assert table.events == (TurnEnded(0), TurnBegan(1, turn=1, final=False, discarded=3, drawn=5))


def test_b7_a_player_without_cards_draws_five_as_well() -> None:
    table = under_way(("2C", ""), ("", "")).play("end-turn")
    assert len(table.hand(1).split()) == 5
    assert table.events[-1] == TurnBegan(1, turn=1, final=False, discarded=0, drawn=5)


def test_b8_in_mid_draw_the_discard_pile_is_shuffled_in() -> None:
    """Two cards are left. Seat 1 discards 5C 6C, draws AC AH, then 5C KH QH from the new pile of 21.

    26 cards: one in the hand of seat 0, two in the draw pile, 23 discarded with seat 1's two.
    """
    table = under_way(("2C", "5C 6C"), ("", ""), draw="AC AH", reshuffles=("5C KH QH JH",)).play("end-turn")
    assert table.hand(1) == "AC 5C AH QH KH"
    assert table.events[-1] == Reshuffled(23)
    assert (len(table.state.draw), table.discard, table.state.shuffles) == (20, "", 5)
    assert table.state.draw[0] == card("JH")


def test_b8_the_last_five_cards_are_drawn_without_a_shuffle() -> None:
    table = under_way(("2C", "5C 6C"), ("", ""), draw="AC AH 2H 3H 4H").play("end-turn")
    assert (table.hand(1), len(table.state.draw), table.state.shuffles) == ("AC AH 2H 3H 4H", 0, 4)


def test_b8_an_empty_pile_is_shuffled_when_the_next_card_is_needed() -> None:
    table = under_way(("2C", "5C 6C"), ("", ""), draw="", reshuffles=("KC QC JC 10C 9C",)).play("end-turn")
    assert table.hand(1) == "9C 10C JC QC KC"
    assert table.events[-1] == Reshuffled(25)


# --- Step 3 ---


def test_b7_step_3_pays_one_card_and_shows_one_curse() -> None:
    table = peeking().play("peek 3H 6")
    assert table.hand(0) == "2C 3C 4C 2H"
    assert table.discard == "3H"
    assert table.events == (Peeked(0, loot=6, card=card("3H"), curse=11),)
    assert table.state.phase is Phase.TAKE


def test_b7_steps_3_and_4_are_compulsory() -> None:
    table = peeking()
    assert table.refusal("take 9") == (Reason.PEEK_FIRST, {})
    assert table.refusal("end-turn") == (Reason.PEEK_FIRST, {})
    assert table.refusal("skip-peek") == (Reason.PEEK_REQUIRED, {})
    assert table.play("peek 3H 6").refusal("end-turn") == (Reason.TAKE_FIRST, {})


def test_b7_option_optional_lets_one_skip_step_3() -> None:
    table = peeking(peek=PeekRule.OPTIONAL)
    assert table.allows("skip-peek")
    assert table.allows("peek 3H 6")
    table.play("skip-peek")
    assert (table.events, table.state.phase, table.hand(0)) == ((PeekSkipped(0),), Phase.TAKE, "2C 3C 4C 2H 3H")


@pytest.mark.parametrize(
    "peeked, phase", [("4 11 7", Phase.TAKE), ("4 11", Phase.PEEK), ("4 11 8", Phase.PEEK), ("", Phase.PEEK)]
)
def test_b7_step_3_is_skipped_by_who_knows_every_curse_of_the_trove(peeked: str, phase: Phase) -> None:
    table = under_way(("2C", ""), ("", ""), trove="9:4 6:11 2:7", peeked=("4 11 7", peeked)).play("end-turn")
    assert table.state.phase is phase


def test_b9_any_treasure_of_the_trove_may_be_looked_at_even_a_known_one() -> None:
    table = peeking(peeked=("4", ""))
    assert [table.allows(f"peek 2C {loot}") for loot in (9, 6, 2)] == [True] * 3


def test_b9_one_need_not_take_the_treasure_one_looked_at() -> None:
    assert peeking().play("peek 3H 6", "take 9").ship(0) == "9:4"


def test_b9_only_the_peeker_learns_the_curse() -> None:
    table = peeking().play("peek 3H 6")
    assert [seen(table.view(reader).trove) for reader in (0, 1, None)] == ["9:? 6:11 2:?", "9:? 6:? 2:?", "9:? 6:? 2:?"]
    (event,) = table.events
    assert blackspot.witness(event, 0) == event
    for reader in (1, None):
        assert blackspot.witness(event, reader) == Peeked(0, loot=6, card=card("3H"), curse=0)


def test_b9_what_was_seen_stays_known_wherever_the_curse_goes() -> None:
    """Seat 0 peeks at the six's curse; seat 1 takes the six: seat 0 still knows, its owner does not (B10)."""
    table = peeking(draw="10C JC QC KC AC KH QH").play("peek 3H 6", "take 9", "end-turn", "peek KC 2")
    table.play("take 6")
    assert table.ship(1) == "6:11"
    assert [seen(table.seat(1, reader).treasures) for reader in (0, 1, None)] == ["6:11", "6:?", "6:?"]
    own = table.view(0).own
    assert own is not None
    assert own.seen == (11,)


def test_b10_a_taken_treasure_keeps_its_curse_as_it_lies_and_its_owner_may_not_look() -> None:
    table = peeking().play("peek 3H 6", "take 9")
    assert table.ship(0) == "9:4"
    assert seen(table.seat(0, 0).treasures) == "9:?"


# --- Step 4 ---


def test_b15_a_new_treasure_takes_the_place_of_the_one_taken() -> None:
    table = peeking().play("peek 3H 6", "take 6")
    assert table.trove == "9:4 3:1 2:7"
    assert table.events[-2:] == (Took(0, 6), Dealt(3))
    assert (table.state.phase, table.view(None).treasures_left, table.state.taken) == (Phase.ACT, 1, 1)


def test_b15_once_the_decks_are_out_the_trove_shrinks() -> None:
    table = peeking(loot_deck=(), curse_deck=()).play("peek 3H 6", "take 6")
    assert table.trove == "9:4 2:7"
    assert table.events[-1] == Took(0, 6)


def test_b7_one_treasure_a_turn() -> None:
    table = peeking().play("peek 3H 6", "take 6")
    assert table.refusal("take 9") == (Reason.TAKE_DONE, {})
    assert table.refusal("peek 2C 9") == (Reason.TAKE_DONE, {})
