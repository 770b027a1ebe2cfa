"""How a game ends and who has won: last round, ties, the solo voyage (L10, L11, L16, F15)."""

import pytest

from rules import lands
from rules.game import Ending
from rules.lands.model import Banked, LastRound, LastRoundBegan, Phase
from tests.rules.builders import Table, game, later


def order_to_the_end(table: Table) -> list[int]:
    """Let every seat bank its first card until the game is over; return the seats that had a turn."""
    seats = []
    while lands.awaited(table.state):
        seats.append(table.state.active)
        table.play("draw bank")
    return seats


def test_l10_ninety_nine_does_not_trigger_the_last_round() -> None:
    table = later("9C", (90,), ()).play("draw bank")
    assert table.events[-1] == Banked(0, 9, 0, 99)
    assert lands.view(table.state, None).trigger is None


@pytest.mark.parametrize("deck", ["10C 2C", "10C 9C"])
def test_l10_a_hundred_or_more_triggers_it(deck: str) -> None:
    table = later(deck, (88,), ()).play("draw draw bank")
    assert table.events[-1] == LastRoundBegan(0)
    assert lands.view(table.state, None).trigger == 0


def test_l10_f15a_every_seat_behind_the_trigger_gets_one_turn_and_the_trigger_none() -> None:
    """Target 50: P1 48, P2 45, P3 49. P1 banks 4, P2 banks 8, P3 busts: P2 wins with 53."""
    table = later("4C 8C KC QC", (48,), (45,), (49,), target=50)
    table.play("draw bank draw bank draw draw")
    assert table.result.scores == (52, 53, 49)
    assert table.result.places == (2, 1, 3)
    assert table.result.ending is Ending.HIGHEST_SCORE
    assert table.result.winners == (1,)


def test_l10_f15b_a_trigger_by_the_last_seat_ends_the_game_at_once() -> None:
    table = later("2C 3C 4C", (10,), (10,), (49,), target=50).play("draw bank draw bank draw bank")
    assert table.events[-1] == LastRoundBegan(2)
    assert table.result.winners == (2,)


def test_l10_f15c_a_bank_by_the_clock_triggers_as_any_other() -> None:
    table = later("4C 8C 5C", (48,), (45,), (40,), target=50).play("draw").time_out()
    assert table.events[-1] == LastRoundBegan(0)
    assert order_to_the_end(table) == [1, 2]


@pytest.mark.parametrize("first, trigger, turns", [(0, 1, [2, 3]), (2, 3, [0, 1]), (2, 1, []), (1, 1, [2, 3, 0])])
def test_l10_finish_round_plays_on_to_the_seat_before_the_first(first: int, trigger: int, turns: list[int]) -> None:
    banks = [(10,)] * 4
    banks[trigger] = (98,)
    table = later("2C 3D 2D 3H 2H 3S 2S", *banks, first=first)
    while table.state.active != trigger:
        table.play("draw bank")
    table.play("draw bank")
    assert list(lands.view(table.state, None).last_turns) == turns
    assert order_to_the_end(table) == turns


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("trigger", range(4))
def test_l10_one_more_each_gives_every_other_seat_one_turn(first: int, trigger: int) -> None:
    banks = [(10,)] * 4
    banks[trigger] = (98,)
    table = later("2C 3D 2D 3H 2H 3S 2S 4C", *banks, first=first, last_round=LastRound.ONE_MORE_EACH)
    while table.state.active != trigger:
        table.play("draw bank")
    table.play("draw bank")
    turns = [(trigger + step) % 4 for step in (1, 2, 3)]
    assert list(lands.view(table.state, None).last_turns) == turns
    assert order_to_the_end(table) == turns


@pytest.mark.parametrize("option", [LastRound.FINISH_ROUND, LastRound.ONE_MORE_EACH])
def test_l10_a_second_seat_over_the_target_does_not_start_the_round_again(option: LastRound) -> None:
    table = later("2C 10C 3C 4C", (98,), (95,), (5,), last_round=option).play("draw bank draw bank")
    assert not any(isinstance(event, LastRoundBegan) for event in table.events[3:])
    assert order_to_the_end(table) == [2]
    assert table.result.winners == (1,)


def test_l10_a_bust_of_the_last_seat_ends_the_game() -> None:
    table = later("2C KC QC", (98,), (97,)).play("draw bank draw draw")
    assert table.result.scores == (100, 97)


@pytest.mark.parametrize("target", [50, 300])
def test_l10_the_target_is_an_option(target: int) -> None:
    table = later("2C 3C", (target - 3,), (), target=target).play("draw bank")
    assert lands.view(table.state, None).trigger is None
    table = later("3C 4C", (target - 3,), (), target=target).play("draw bank")
    assert lands.view(table.state, None).trigger == 0


def test_l11_the_highest_score_wins_not_the_first_over_the_target() -> None:
    table = later("2C 9C", (98,), (95,)).play("draw bank draw bank")
    assert (table.result.scores, table.result.winners) == ((100, 104), (1,))


def test_l11_the_texts_example_a_beats_b_in_fewer_scorings() -> None:
    """Player A: 10, 25, 55, 12 = 102. Player B: 5, 5, 17, 8, 10, 7, 5, 45 = 102."""
    table = later("10C 2C 10D 9D 8D 7D 6D 5D", (10, 25, 55), (5, 5, 17, 8, 10, 7, 5))
    table.play("draw draw bank draw draw draw draw draw draw bank")
    assert table.result.scores == (102, 102)
    assert table.scorings == [4, 8]
    assert (table.result.ending, table.result.places) == (Ending.FEWEST_SCORINGS, (1, 2))


def test_l11_a_full_tie_of_three_is_shared() -> None:
    table = later("10C 10D 10H", (40,), (40,), (40,), target=50).play("draw bank draw bank draw bank")
    assert (table.result.ending, table.result.places) == (Ending.SHARED, (1, 1, 1))
    assert table.result.winners == (0, 1, 2)


def test_l11_two_share_ahead_of_a_third_who_scored_more_often() -> None:
    table = later("10C 10D 10H", (40,), (20, 20), (40,), target=50).play("draw bank draw bank draw bank")
    assert (table.result.ending, table.result.places) == (Ending.SHARED, (1, 3, 1))


def test_l11_places_below_the_winner_follow_the_same_order_and_may_be_shared() -> None:
    table = later("KC KD KH 10H", (40,), (20, 20), (40,), (45,), target=50)
    table.play("draw bank draw bank draw bank draw bank")
    assert (table.result.ending, table.result.places) == (Ending.HIGHEST_SCORE, (2, 4, 2, 1))


def test_l08_l11_banking_nothing_is_no_scoring_in_a_tie() -> None:
    """Both reach 50; A banked nothing once, B scored once more."""
    table = later("KC 2D 10C 8D", (40,), (40,), target=50)
    table.play("draw bank draw bank draw bank draw bank")
    assert (table.result.scores, table.scorings) == ((50, 50), [2, 3])
    assert table.result.winners == (0,)


def test_l16_a_solo_voyage_is_ten_turns_and_its_total_the_result() -> None:
    """2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 are banked, one turn is a bust."""
    table = game("2C 3C 4C 5C 6C 7C 8C 9C 10C KC QC", seats=1)
    table.play("draw bank " * 9)
    assert lands.view(table.state, 0).round == 10
    assert lands.outcome(table.state) is None
    table.play("draw draw")
    assert (table.result.ending, table.result.scores, table.result.places) == (Ending.SOLO, (54,), (1,))


def test_l16_a_target_does_not_end_a_solo_voyage() -> None:
    table = later("10C 9C", (95,)).play("draw bank")
    assert table.events[-1] == Banked(0, 10, 0, 105)
    assert (table.moves, table.state.trigger) == ("draw", -1)
    assert lands.view(table.state, None).last_turns == ()


def test_l16_there_is_no_dare_on_a_solo_voyage() -> None:
    assert later("5C", (90,), dare=True).play("draw bank").state.phase is Phase.DRAW


def test_l16_one_deck_runs_through_all_ten_rounds() -> None:
    table = game("2C 3C 4C", seats=1).play("draw bank draw bank draw")
    assert (len(table.state.deck), table.discard) == (49, {"2C", "3C"})


def test_l16_a_solo_voyage_that_scores_nothing_still_counts_as_zero() -> None:
    table = game("KC KD KH KS QC QD QH QS JC JD", seats=1).play("draw bank " * 10)
    assert (table.result.scores, table.result.places, table.result.ending) == ((0,), (1,), Ending.SOLO)
