"""Buried Treasure and Double or Nothing (L12, L13)."""

import pytest

from rules import lands
from rules.cards import pile
from rules.errors import Reason
from rules.game import Ending
from rules.lands.model import (
    AllySpent,
    Banked,
    Cause,
    Dared,
    DareDeclined,
    DareLost,
    DarePrize,
    DareTaken,
    DareWon,
    LastRoundBegan,
    Phase,
)
from tests.rules.builders import Table, card, game, later


def dared(deck: str, ally: str = "") -> Table:
    """Seat 0 has 88, draws the deck's first card, banks it and takes the dare."""
    return later(deck, (88,), (), allies=(ally,), dare=True).play("draw bank dare")


# --- L12 ---


def test_l12_banking_exactly_twenty_one_scores_twenty_six_once() -> None:
    table = game("10C 9C 2C", buried_treasure=True).play("draw draw draw")
    assert lands.view(table.state, None).bank_points == 26
    table.play("bank")
    assert table.events == (Banked(seat=0, value=21, bonus=5, score=26),)
    assert (table.scores[0], table.scorings[0]) == (26, 1)


@pytest.mark.parametrize("deck, score", [("10C 8C 2C", 20), ("10C 9C 3C", 22)])
def test_l12_twenty_and_twenty_two_score_themselves(deck: str, score: int) -> None:
    assert game(deck, buried_treasure=True).play("draw draw draw bank").scores[0] == score


def test_l12_is_off_unless_chosen() -> None:
    table = game("10C 9C 2C").play("draw draw draw")
    assert lands.view(table.state, None).bank_points == 21
    assert table.play("bank").scores[0] == 21


def test_l12_the_bonus_counts_towards_the_target() -> None:
    table = later("10C 9C 2C", (74,), (), buried_treasure=True).play("draw draw draw bank")
    assert table.events[-1] == LastRoundBegan(0)


def test_l12_l16_the_bonus_is_paid_on_a_solo_voyage() -> None:
    assert game("10C 9C 2C", seats=1, buried_treasure=True).play("draw draw draw bank").scores == [26]


# --- L13: the offer ---


@pytest.mark.parametrize("card", range(2, 11))
def test_l13_a_bank_that_leaves_ninety_to_ninety_eight_offers_the_dare(card: int) -> None:
    table = later(f"{card}C", (88,), (), dare=True).play("draw bank")
    assert table.events[-1] == Dared(seat=0, need=12 - card)
    assert (table.state.active, table.moves) == (0, "dare decline")


@pytest.mark.parametrize("before, card", [(87, "2C"), (89, "10C"), (90, "10C")])
def test_l13_eighty_nine_ninety_nine_and_a_hundred_offer_none(before: int, card: str) -> None:
    table = later(card, (before,), (), dare=True).play("draw bank")
    assert (table.state.active, table.moves) == (1, "draw")


def test_l13_is_off_unless_chosen() -> None:
    assert later("5C", (88,), ()).play("draw bank").state.active == 1


@pytest.mark.parametrize("before, offered", [(38, True), (46, True), (37, False), (47, False)])
def test_l13_the_window_follows_the_target(before: int, *, offered: bool) -> None:
    table = later("2C", (before,), (), dare=True, target=50).play("draw bank")
    assert (table.state.phase is Phase.OFFER) is offered


def test_l12_l13_the_bonus_of_buried_treasure_counts_for_the_offer() -> None:
    table = later("10C 9C 2C", (67,), (), dare=True, buried_treasure=True).play("draw draw draw bank")
    assert table.events[-1] == Dared(seat=0, need=7)


def test_l13_declining_ends_the_turn_normally() -> None:
    table = later("5C", (88,), (), dare=True).play("draw bank decline")
    assert table.events[-1] == DareDeclined(0)
    assert (table.scores, table.state.active, table.state.turns) == ([93, 0], 1, 1)


def test_l13_the_dare_is_offered_once_a_game_even_if_it_was_declined() -> None:
    table = later("5C KC 2C", (88,), (), dare=True).play("draw bank decline draw bank draw bank")
    assert (table.scores[0], table.state.active) == (95, 1)


def test_l13_a_lost_dare_is_not_offered_again() -> None:
    table = dared("5C 9C KC 10D").play("draw draw bank draw bank")
    assert (table.scores[0], table.state.active) == (90, 1)


def test_l13_each_seat_has_a_dare_of_its_own() -> None:
    table = later("5C 5D", (88,), (88,), dare=True).play("draw bank decline draw bank")
    assert (table.state.active, table.moves) == (1, "dare decline")


# --- L13: the dare ---


def test_l13_the_dare_is_an_extra_turn_inside_the_same_turn() -> None:
    table = dared("5C 2C")
    assert table.events[-1] == DareTaken(0)
    assert (table.state.active, table.moves, table.value, table.state.turns) == (0, "draw", 0, 0)


def test_l13_there_is_no_way_back() -> None:
    table = dared("5C 2C").play("draw")
    assert (table.moves, table.value) == ("draw", 2)
    assert table.refusal("bank") == (Reason.NO_WAY_BACK, {})


def test_l13_exactly_the_target_is_scored_once_and_triggers_the_last_round() -> None:
    table = dared("5C 4D 3D").play("draw draw")
    assert table.events[-2:] == (DareWon(seat=0, score=100), LastRoundBegan(0))
    assert table.state.seats[0].banks == (88, 5, 7)
    assert (table.scorings[0], table.state.active) == (3, 1)
    assert table.discard == {"5C", "4D", "3D"}


def test_l13_above_the_target_falls_to_eighty() -> None:
    table = dared("5C 4D 5D").play("draw draw")
    assert table.events[-1] == DareLost(seat=0, cause=Cause.TOO_MUCH, score=80)
    assert (table.scores[0], table.state.active, table.state.turns) == (80, 1, 1)
    assert table.discard == {"5C", "4D", "5D"}


@pytest.mark.parametrize("cards, cause", [("KC QC", Cause.FACES), ("2D 2H", Cause.PAIR)])
def test_l13_a_bust_falls_to_eighty(cards: str, cause: Cause) -> None:
    table = dared(f"5C {cards}").play("draw draw")
    assert table.events[-1] == DareLost(seat=0, cause=cause, score=80)


def test_l13_the_fall_is_a_correction_and_no_scoring() -> None:
    table = dared("5C 9D").play("draw")
    assert table.state.seats[0].banks == (88, 5, -13)
    assert (table.scores[0], table.scorings[0]) == (80, 2)


def test_l13_the_fall_follows_the_target() -> None:
    assert later("2C 10D", (40,), (), dare=True, target=50).play("draw bank dare draw").scores[0] == 30


def test_l13_faces_and_numbers_of_the_banked_turn_do_not_count_in_the_dare() -> None:
    table = later("KC 5C QC 5D", (88,), (), dare=True).play("draw draw bank dare draw draw")
    assert (table.moves, table.value) == ("draw", 5)


def test_l13_faces_and_aces_leave_the_total_and_the_dare_goes_on() -> None:
    table = dared("5C KC AC").play("draw draw")
    assert (table.moves, table.value, table.allies) == ("draw", 0, "AC")


def test_l13_an_ally_counters_a_bust_in_the_dare_and_takes_the_card_away() -> None:
    table = dared("5C 2D 2H 5H", ally="AH").play("draw draw")
    assert table.moves == "spend run"
    table.play("spend")
    assert table.events == (AllySpent(0, card("AH"), card("2H")),)
    assert (table.moves, table.value) == ("draw", 2)
    assert DareWon(0, 100) in table.play("draw").events


def test_l13_running_in_the_dare_falls_to_eighty_and_keeps_the_ally() -> None:
    table = dared("5C 2D 2H", ally="AH").play("draw draw run")
    assert table.events[-1] == DareLost(0, Cause.PAIR, 80)
    assert table.state.seats[0].allies == pile("AH")


def test_l13_an_ally_does_not_save_from_too_much() -> None:
    table = dared("5C 9D", ally="AH").play("draw")
    assert table.events[-1] == DareLost(0, Cause.TOO_MUCH, 80)
    assert table.state.seats[0].allies == pile("AH")


def test_l13_a_pair_that_also_exceeds_the_target_can_be_countered() -> None:
    """93 + 4 + 4 would be 101; the pair test comes first."""
    table = dared("5C 4D 4H", ally="AH").play("draw draw")
    assert table.moves == "spend run"
    assert table.play("spend").value == 4


def test_l13_a_pair_that_would_hit_the_target_busts() -> None:
    """94 + 3 + 3 would be 100; the pair test comes first."""
    table = dared("6C 3D 3H").play("draw draw")
    assert table.events[-1] == DareLost(0, Cause.PAIR, 80)


@pytest.mark.parametrize("words, scores", [("decline", (100, 93)), ("dare draw", (100, 100))])
def test_l13_the_last_seat_of_the_last_round_is_offered_the_dare(words: str, scores: tuple[int, int]) -> None:
    table = later("2C 5C 7D", (98,), (88,), dare=True).play("draw bank draw bank")
    assert table.moves == "dare decline"
    assert table.play(words).result.scores == scores


def test_l13_a_dare_lost_by_the_last_seat_ends_the_game() -> None:
    table = later("2C 5C 8D", (98,), (88,), dare=True).play("draw bank draw bank dare draw")
    assert (table.result.scores, table.result.winners) == ((100, 80), (0,))


def test_l13_l11_the_correction_is_no_scoring_in_a_tie() -> None:
    """Seat 0: 38, 2, a dare lost (30), 20. Seat 1: 10, 20, nothing, 20. Both 50 in three scorings."""
    table = later("2C 9D 8D KC 10H 6H 4H 10S 7S 3S", (38,), (10, 20), dare=True, target=50)
    table.play("draw bank dare draw draw  draw bank")
    assert table.scores == [30, 30]
    table.play("draw draw draw bank " * 2)
    assert (table.result.scores, table.scorings) == ((50, 50), [3, 3])
    assert table.result.ending is Ending.SHARED


def test_l13_instant_win_ends_the_game_on_the_spot_even_behind_a_higher_score() -> None:
    table = later("10C 5C 7D", (95,), (88,), (20,), dare=True, dare_prize=DarePrize.INSTANT_WIN)
    table.play("draw bank draw bank dare draw")
    assert table.events[-1] == DareWon(1, 100)
    assert table.result.ending is Ending.DARE_WON
    assert (table.result.scores, table.result.places) == ((105, 100, 20), (2, 1, 3))
    assert len(table.discard) == 3


def test_l13_the_prize_last_round_lets_the_others_answer() -> None:
    table = dared("5C 7D 9S").play("draw")
    assert lands.view(table.state, None).last_turns == (1,)


def test_l13_l17_a_time_out_declines_the_offer() -> None:
    table = later("5C 7D", (88,), (), dare=True).play("draw bank").time_out()
    assert (table.scores, table.state.active) == ([93, 0], 1)


def test_l13_l17_a_time_out_draws_in_the_dare_until_it_is_decided() -> None:
    table = dared("5C 2D 3D KC 9D").time_out()
    assert (table.scores[0], table.state.active) == (80, 1)


def test_l13_a_missed_choice_after_the_dare_was_offered_is_one_turn() -> None:
    """A time-out of the whole turn: the bank is offered the dare, the clock declines it."""
    table = later("5C 7D", (88,), (), dare=True).time_out()
    assert (table.scores, table.state.active, table.state.turns) == ([93, 0], 1, 1)
