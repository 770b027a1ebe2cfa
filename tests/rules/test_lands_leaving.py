"""Leaving, and what the clock plays (X1, L17, F12, F15, F17)."""

from collections.abc import Callable

import pytest

from rules import lands
from rules.errors import Reason
from rules.game import Ending
from rules.lands.model import LastRound, LastRoundBegan, Left, Phase
from tests.rules.builders import Table, game, idols, later

LAST_ROUNDS = (LastRound.FINISH_ROUND, LastRound.ONE_MORE_EACH)


def order(table: Table, turns: int) -> list[int]:
    """Let the awaited seats bank their first cards; return the seats that had a turn."""
    seats = []
    for _ in range(turns):
        seats.append(table.state.active)
        table.play("draw bank")
    return seats


def four(active: int) -> Table:
    """Four seats, first 0, play has come to `active`, who has drawn."""
    return game("2C 3C 4C 5C 6C 7C 8C 9C 10C", seats=4).play("draw bank " * active + "draw")


# --- The order of play (F12) ---


def test_x1_f12_an_earlier_seat_leaves_and_play_goes_on_as_it_was() -> None:
    """Order 0 1 2 3, seat 2 is at it, seat 0 leaves: 2, 3, 1."""
    table = four(2).play("0:leave")
    assert (table.state.active, table.value) == (2, 4)
    table.play("bank")
    assert order(table, 4) == [3, 1, 2, 3]


def test_x1_f12_the_active_last_seat_leaves_and_the_first_is_next() -> None:
    assert order(four(3).play("3:leave"), 4) == [0, 1, 2, 0]


def test_x1_f12_the_active_and_the_next_seat_leave_together() -> None:
    assert order(four(1).play("1:leave 2:leave"), 3) == [3, 0, 3]
    assert order(four(1).play("2:leave 1:leave"), 3) == [3, 0, 3]


def test_x1_f12_a_later_seat_leaves_and_is_skipped() -> None:
    table = four(1).play("3:leave bank")
    assert order(table, 4) == [2, 0, 1, 2]


def test_x1_rounds_are_counted_though_the_first_seat_has_left() -> None:
    table = four(1).play("0:leave bank")
    order(table, 2)
    assert (table.state.active, lands.view(table.state, None).round) == (1, 2)


# --- What a leaver loses ---


def in_draw() -> Table:
    return later("5C", (40,), (10,), (10,), allies=("AS",))


def in_choice() -> Table:
    return in_draw().play("draw")


def in_bust() -> Table:
    return later("5C 5D", (40,), (10,), (10,), allies=("AS",)).play("draw draw")


def in_offer() -> Table:
    return later("5C", (88,), (10,), (10,), allies=("AS",), dare=True).play("draw bank")


def in_dare() -> Table:
    return later("5C 2C", (88,), (10,), (10,), allies=("AS",), dare=True).play("draw bank dare draw")


def in_compulsory() -> Table:
    return later("5C", (40,), (10,), (10,), allies=("AS",), idols=idols("5 draw_more 5")).play("draw")


PHASES = [
    (in_draw, Phase.DRAW, 0, 40),
    (in_choice, Phase.CHOICE, 5, 40),
    (in_bust, Phase.BUST, 5, 40),
    (in_offer, Phase.OFFER, 0, 93),
    (in_dare, Phase.DRAW, 2, 93),
    (in_compulsory, Phase.DRAW, 5, 40),
]


@pytest.mark.parametrize("start, phase, lost, stands", PHASES)
def test_x1_the_active_seat_may_leave_in_any_phase(
    start: Callable[[], Table], phase: Phase, lost: int, stands: int
) -> None:
    """The treasure is lost, the ally discarded, banked points stand, and the next seat begins afresh."""
    table = start()
    assert table.state.phase is phase
    table.play("0:leave")
    assert table.events == (Left(seat=0, lost=lost),)
    assert table.scores == [stands, 10, 10]
    assert (table.state.active, table.moves, table.value) == (1, "draw", 0)
    assert (table.state.seats[0].allies, "AS" in table.discard) == (b"", True)
    assert len(table.state.deck) + len(table.state.discard) == 52
    assert table.play("draw").moves == "draw bank"


@pytest.mark.parametrize("start, phase, lost, stands", PHASES)
def test_x1_another_seat_may_leave_in_any_phase_and_the_turn_is_untouched(
    start: Callable[[], Table], phase: Phase, lost: int, stands: int
) -> None:
    table = start()
    table.play("1:leave")
    assert table.events == (Left(seat=1, lost=0),)
    assert (table.state.active, table.state.phase, table.value) == (0, phase, lost)
    assert (table.scores[0], table.allies) == (stands, "AS")


def test_x1_allies_of_a_seat_that_leaves_between_its_turns_are_discarded() -> None:
    table = later("5C", (), (), (), allies=("", "AS AH")).play("1:leave")
    assert (table.discard, table.state.active) == ({"AS", "AH"}, 0)
    assert table.state.seats[1].allies == b""


def test_x1_a_seat_leaves_once_and_then_has_no_moves() -> None:
    table = four(1).play("0:leave")
    assert table.refusal("0:leave") == (Reason.SEAT_LEFT, {})
    assert lands.view(table.state, None).seats[0].left


def test_x1_banked_points_stand_but_cannot_win() -> None:
    table = later("2C 3C", (97,), (10,), (98,)).play("0:leave draw bank draw bank")
    assert table.result.scores == (97, 12, 101)
    assert table.result.places == (0, 2, 1)
    table = later("3C 3D 2C", (98,), (10,), (95,)).play("draw bank 0:leave draw bank draw bank")
    assert (table.result.scores, table.result.places) == ((101, 13, 97), (0, 2, 1))


# --- The last round with leavers (F15) ---


@pytest.mark.parametrize("option", LAST_ROUNDS)
def test_x1_f15d_a_seat_that_leaves_in_its_last_turn_passes_it_on(option: LastRound) -> None:
    table = later("4C 5C", (98,), (45,), (49,), last_round=option).play("draw bank 1:leave")
    assert order(table, 1) == [2]
    assert table.result.places == (1, 0, 2)


@pytest.mark.parametrize("option", LAST_ROUNDS)
def test_x1_f15_the_last_seat_leaves_before_its_last_turn(option: LastRound) -> None:
    table = later("4C 5C", (98,), (45,), (49,), last_round=option).play("draw bank 2:leave")
    assert lands.view(table.state, None).last_turns == (1,)
    assert order(table, 1) == [1]
    assert table.result.places == (1, 2, 0)


@pytest.mark.parametrize("option", LAST_ROUNDS)
def test_x1_f15_the_last_seat_leaves_in_its_last_turn(option: LastRound) -> None:
    table = later("4C 5C 6C", (98,), (45,), (49,), last_round=option).play("draw bank draw bank draw 2:leave")
    assert table.result.places == (1, 2, 0)


@pytest.mark.parametrize("option", LAST_ROUNDS)
def test_x1_f15_the_last_round_stays_triggered_when_its_trigger_leaves(option: LastRound) -> None:
    table = later("4C 5C 6C", (98,), (45,), (49,), last_round=option).play("draw bank 0:leave")
    assert order(table, 2) == [1, 2]
    assert (table.result.scores, table.result.winners) == ((102, 50, 55), (2,))


def test_x1_f15_finish_round_ends_before_a_first_seat_that_has_left() -> None:
    table = later("9C 5C 6C", (10,), (98,), (49,)).play("0:leave draw bank")
    assert order(table, 1) == [2]
    assert table.result.winners == (1,)


def test_x1_f15_one_more_each_skips_a_seat_that_has_left() -> None:
    table = later("9C 5C 6C 7C", (10,), (98,), (49,), (20,), last_round=LastRound.ONE_MORE_EACH)
    table.play("draw bank 3:leave draw bank")
    assert lands.view(table.state, None).last_turns == (2, 0)
    assert order(table, 2) == [2, 0]
    assert table.result.places == (3, 1, 2, 0)


# --- One is left, or none (F17) ---


@pytest.mark.parametrize(
    "banks, ending, places",
    [
        (((), (), (50,)), Ending.LAST_ABOARD, (0, 0, 1)),
        (((50,), (), ()), Ending.LAST_ABOARD, (0, 0, 1)),
        (((49,), (49,), (49,)), Ending.NO_RESULT, (0, 0, 0)),
    ],
)
def test_x1_f17a_the_stayer_wins_once_some_seat_has_half_the_target(
    banks: tuple[tuple[int, ...], ...], ending: Ending, places: tuple[int, ...]
) -> None:
    table = later("2C", *banks).play("draw 0:leave 1:leave")
    assert lands.awaited(table.state) is None
    assert (table.result.ending, table.result.places) == (ending, places)
    assert table.refusal("2:draw") == (Reason.GAME_OVER, {})


def test_x1_f17b_when_all_leave_the_game_ends_once_without_a_winner() -> None:
    table = game("2C").play("0:leave 1:leave")
    assert (table.result.ending, table.result.winners) == (Ending.NO_RESULT, ())
    assert table.refusal("2:leave") == (Reason.GAME_OVER, {})


def test_x1_the_active_seat_of_two_leaves_and_the_other_stays() -> None:
    table = later("2C", (10,), (60,)).play("draw 0:leave")
    assert (table.result.ending, table.result.winners) == (Ending.LAST_ABOARD, (1,))
    assert "2C" in table.discard


def test_x1_the_waiting_seat_of_two_leaves_and_the_table_is_cleared() -> None:
    table = later("2C", (60,), (10,)).play("draw 1:leave")
    assert (table.result.winners, table.result.scores) == ((0,), (60, 10))
    assert table.discard == {"2C"}


def test_x1_giving_up_a_solo_voyage_is_no_result() -> None:
    table = later("2C", (60,)).play("draw 0:leave")
    assert (table.result.ending, table.result.places) == (Ending.NO_RESULT, (0,))


@pytest.mark.parametrize("target, score, half", [(100, 49, False), (100, 50, True), (75, 37, False), (75, 38, True)])
def test_x1_half_of_the_game_is_half_the_target(target: int, score: int, *, half: bool) -> None:
    assert lands.midway(later("2C", (), (score,), target=target).state) is half


# --- The clock (L17) ---


def test_l17_a_turn_that_was_not_begun_is_drawn_and_banked() -> None:
    table = game("7C 8C").time_out()
    assert (table.scores, table.state.active) == ([7, 0, 0], 1)


def test_l17_after_a_draw_the_clock_banks() -> None:
    assert game("7C 8C 9C").play("draw draw").time_out().scores == [15, 0, 0]


def test_l17_the_clock_spends_an_ally_against_a_bust_and_banks() -> None:
    table = game("AS 7C 7D").play("draw draw draw").time_out()
    assert (table.scores, table.state.active) == ([7, 0, 0], 1)
    assert table.discard == {"AS", "7C", "7D"}


def test_l17_the_clock_spends_allies_on_compulsory_draws_as_long_as_there_are_some() -> None:
    table = game("AS 7C QH 7D 7H", idols=idols("QH draw_more 2")).play("draw draw draw").time_out()
    assert (table.scores, table.state.active) == ([0, 0, 0], 1)
    assert table.discard == {"AS", "7C", "QH", "7D", "7H"}


def test_l17_the_clock_triggers_the_last_round_as_a_player_would() -> None:
    assert later("2C", (98,), ()).time_out().events[-1] == LastRoundBegan(0)
