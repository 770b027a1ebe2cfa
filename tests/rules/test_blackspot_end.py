"""The final cycle and the score (B16, B17)."""

import pytest

from rules.blackspot.events import Left, Took, TroveEmptied, TurnBegan, TurnedUp, TurnEnded
from rules.blackspot.model import FinalCycle, Options, Phase
from rules.errors import Reason
from rules.game import Ending
from tests.rules.ships import Table, dealt, under_way

FULL, OTHERS, IMMEDIATE = FinalCycle.FULL_CYCLE, FinalCycle.OTHERS_ONLY, FinalCycle.IMMEDIATE


def last_take(ending: FinalCycle, seats: int = 3, active: int = 1) -> Table:
    """`active` is to take the last treasure of the trove, a five with a two."""
    ships = ("9:1", "8:3+", "7:4", "6:5")[:seats]
    hands = ("2C 3C", "4C 5C", "6C 7C", "8C")[:seats]
    return under_way(hands, ships, trove="5:2", phase=Phase.TAKE, active=active, taken=11, ending=ending)


def order(table: Table) -> list[int]:
    """End every turn to come; return whose they were."""
    seats = []
    while table.awaited is not None:
        seats.append(table.awaited[0])
        table.play("end-turn")
    return seats


# --- B16 ---


@pytest.mark.parametrize(
    "ending, seats, active, turns",
    [
        (FULL, 3, 1, [1, 2, 0, 1]),
        (FULL, 2, 1, [1, 0, 1]),
        (FULL, 4, 3, [3, 0, 1, 2, 3]),
        (OTHERS, 3, 1, [1, 2, 0]),
        (OTHERS, 2, 0, [0, 1]),
        (IMMEDIATE, 3, 1, [1]),
    ],
)
def test_b16_after_the_turn_of_the_last_take_the_final_turns_follow(
    ending: FinalCycle, seats: int, active: int, turns: list[int]
) -> None:
    """The first of them is the turn in which the last treasure is taken."""
    assert order(last_take(ending, seats, active).play("take 5")) == turns


@pytest.mark.parametrize("ending, turns", [(FULL, 3), (OTHERS, 2), (IMMEDIATE, 0)])
def test_b16_the_last_take_is_announced(ending: FinalCycle, turns: int) -> None:
    table = last_take(ending).play("take 5")
    assert table.events == (Took(1, 5), TroveEmptied(1, turns))
    assert (table.trove, table.state.phase, table.view(None).final) == ("", Phase.ACT, False)


def test_b16_the_view_shows_whose_final_turn_is_still_to_come() -> None:
    table = last_take(FULL)
    shown = [table.view(None).final_turns]
    table.play("take 5")
    for _ in range(4):
        shown.append(table.view(None).final_turns)
        table.play("end-turn")
    assert shown == [(), (2, 0, 1), (0, 1), (1,), ()]


def test_b16_a_final_turn_has_steps_1_2_and_5_only() -> None:
    table = last_take(FULL).play("take 5", "end-turn")
    assert table.events[-1] == TurnBegan(2, turn=1, final=True, discarded=2, drawn=5)
    assert (table.state.phase, table.view(None).final) == (Phase.ACT, True)
    assert table.refusal("take 5") == (Reason.TROVE_EMPTY, {})
    assert table.refusal("peek 6C 5") == (Reason.TROVE_EMPTY, {})


def test_b16_treasures_can_be_stolen_in_the_final_turns() -> None:
    table = under_way(("9C", "2C"), ("", "9:1"), trove="", taken=12, finals=0).play("steal 9 9C", "let-go")
    assert table.play("end-turn").result.scores == (8, 0)


def test_b16_twelve_treasures_divide_so_that_the_last_seat_takes_the_last_one() -> None:
    for seats in (2, 3, 4):
        table = dealt(seats=seats)
        while table.state.trove:
            last = table.state.active
            table.time_out()
        assert last == seats - 1


# --- B17 ---


def ended(*ships: str) -> Table:
    """The last turn is over."""
    return under_way(("2C",) * len(ships), ships, trove="", taken=12, finals=0, active=len(ships) - 1).play("end-turn")


def test_b17_the_score_is_loot_minus_curses_face_down_ones_turned_up() -> None:
    """9 + 4 - 2 - 3 = 8; 13 - 12 - 1 = 0."""
    table = ended("9:2,3+ 4:", "13:12+,1")
    assert table.result.scores == (8, 0)
    assert table.events == (TurnEnded(1), TurnedUp(0, 9, 0, 2), TurnedUp(1, 13, 1, 1))
    assert (table.ship(0), table.ship(1)) == ("9:2+,3+ 4:", "13:12+,1+")


def test_b17_the_highest_wins() -> None:
    table = ended("9:2", "13:12", "5:")
    assert table.result.scores == (7, 1, 5)
    assert (table.result.ending, table.result.places) == (Ending.HIGHEST_SCORE, (1, 3, 2))


def test_b17_scores_may_be_negative() -> None:
    """2 - 13 = -11 loses to 1 - 8 = -7."""
    table = ended("2:13", "1:8")
    assert (table.result.scores, table.result.winners) == ((-11, -7), (1,))


def test_b17_equal_scores_share_the_win() -> None:
    table = ended("9:2", "12:5+", "3:")
    assert (table.result.ending, table.result.places) == (Ending.SHARED, (1, 1, 3))


def test_b17_all_may_share_with_nothing() -> None:
    table = ended("", "4:4", "")
    assert (table.result.scores, table.result.places) == ((0, 0, 0), (1, 1, 1))


def test_b17_before_the_end_only_face_up_curses_count_in_what_is_shown() -> None:
    table = under_way(("2C", "3C"), ("9:2,3+ 4:", "13:12"), peeked=("2 12", ""))
    for reader in (0, 1, None):
        seat = table.seat(0, reader)
        assert (seat.loot, seat.curses, seat.face_down, seat.score) == (13, 3, 1, 10)


def test_b2_b17_at_the_end_everything_is_shown_with_the_cards_put_aside() -> None:
    view = ended("9:2,3+ 4:", "12:11").view(None)
    assert view.aside == (13, 12)
    assert [seat.score for seat in view.seats] == [8, 1]
    assert [seat.face_down for seat in view.seats] == [0, 0]
    assert (view.awaited, view.final_turns, view.phase) == (None, (), Phase.OVER)


def test_b16_b17_a_seat_that_left_is_placed_nowhere_whatever_it_owns() -> None:
    """Seat 2 has 13; of the others seat 1 has the most."""
    table = under_way(("2C",) * 3, ("5:", "6:", "13:"), trove="", taken=12, finals=0)
    table.play("2: leave", "end-turn")
    assert table.events[0] == Left(2)
    assert (table.result.scores, table.result.places) == ((5, 6, 13), (2, 1, 0))
    assert table.state.options == Options()
