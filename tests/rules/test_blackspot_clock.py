"""What the clock plays, and leaving (B18, X1)."""

import pytest

from rules import blackspot
from rules.blackspot.events import Answer, Left, Peeked, Stolen, Took, TurnBegan, TurnEnded
from rules.blackspot.model import PeekRule, Phase
from rules.errors import Reason
from rules.game import Ending
from tests.rules.builders import card
from tests.rules.ships import Table, dealt, left, move, under_way


def asleep(hand: str, *, peeked: str = "", trove: str = "9:4 12:11 2:7", phase: Phase = Phase.PEEK) -> Table:
    return under_way((hand, "5C"), ("3:13", "8:"), trove=trove, peeked=(peeked, ""), phase=phase)


# --- B18 ---


@pytest.mark.parametrize(
    "hand, paid",
    [("2C 3H 4C", "2C"), ("3C 2H 4C", "2H"), ("2C 2H 4C", "2H"), ("AC AH KH", "AH"), ("KC QC JH", "JH"), ("9C", "9C")],
)
def test_b18_step_3_pays_the_lowest_card_hearts_before_clubs(hand: str, paid: str) -> None:
    assert blackspot.timeout_move(asleep(hand).state) == move(f"peek {paid} 9")


@pytest.mark.parametrize("peeked, loot", [("", 9), ("4", 12), ("4 11", 2), ("11", 9)])
def test_b18_step_3_looks_at_the_first_treasure_with_an_unknown_curse(peeked: str, loot: int) -> None:
    assert blackspot.timeout_move(asleep("2C", peeked=peeked).state) == move(f"peek 2C {loot}")


def test_b18_step_3_is_skipped_where_it_is_optional() -> None:
    table = under_way(("2C", ""), ("", ""), trove="9:4", phase=Phase.PEEK, peek=PeekRule.OPTIONAL)
    assert blackspot.timeout_move(table.state) == move("skip-peek")


def test_b18_step_4_takes_the_highest_loot() -> None:
    assert blackspot.timeout_move(asleep("2C", phase=Phase.TAKE).state) == move("take 12")


def test_b18_step_5_and_a_purification_in_progress_end() -> None:
    table = asleep("2H", phase=Phase.ACT)
    assert blackspot.timeout_move(table.state) == move("end-turn")
    table.play("purify 3.0 2H")
    assert blackspot.timeout_move(table.state) == move("end-turn")


def test_b18_a_reaction_lets_go() -> None:
    table = under_way(("9C", "KC"), ("", "9:")).play("steal 9 9C")
    assert blackspot.timeout_move(table.state) == move("let-go")
    table.time_out()
    assert (table.ship(0), table.awaited) == ("9:", (0, "turn"))


def test_b18_a_whole_turn_of_time_outs() -> None:
    """The two is paid; then seat 1 discards its five and draws."""
    table = asleep("2C 3H 4C").time_out()
    assert (table.ship(0), table.awaited) == ("3:13 12:11", (1, "turn"))
    assert table.discard == "2C 5C"


# --- X1: leaving ---


def four(active: int, **more: object) -> Table:
    """Four seats with one treasure each, three in the trove; `active` is at step 5."""
    return under_way(
        ("AC 9C", "2C 10C", "3C QC", "4C KC"),
        ("1:1", "2:2", "3:3", "4:4"),
        trove="9:9 10:10 11:11",
        active=active,
        **more,  # type: ignore[arg-type]
    )


def test_x1_the_active_seat_leaves_and_its_turn_is_played_to_the_end() -> None:
    table = four(0, phase=Phase.TAKE).play("0: leave")
    assert table.ship(0) == "1:1 11:11"
    assert table.awaited == (1, "turn")
    assert table.events[0] == Left(0)
    assert table.events[-2:] == (TurnEnded(0), TurnBegan(1, turn=1, final=False, discarded=2, drawn=5))


def test_x1_a_seat_that_left_takes_its_time_outs_at_once_when_its_turn_comes() -> None:
    """It draws AC AH 3H 4H KH: the ace of hearts is its lowest card, hearts before clubs; the eleven the highest."""
    table = under_way(
        ("9C", "2C", "5C"), ("", "", ""), trove="9:9 10:10 11:11", draw="AC AH 3H 4H KH 6C 7C 8C 10C JC"
    ).play("1: leave", "end-turn")
    assert table.ship(1) == "11:11"
    assert table.events == (
        Left(1),
        TurnEnded(0),
        TurnBegan(1, turn=1, final=False, discarded=1, drawn=5),
        Peeked(1, loot=9, card=card("AH"), curse=9),
        Took(1, 11),
        TurnEnded(1),
        TurnBegan(2, turn=2, final=False, discarded=1, drawn=5),
    )
    assert table.awaited == (2, "turn")


def test_x1_two_seats_in_a_row_have_left() -> None:
    table = four(0).play("1: leave", "2: leave", "end-turn")
    assert table.awaited == (3, "turn")
    assert (table.ship(1), table.ship(2)) == ("2:2 11:11", "3:3 10:10")


def test_x1_f12_play_goes_on_as_it_was_when_another_seat_leaves() -> None:
    table = four(2).play("0: leave")
    assert table.awaited == (2, "turn")
    table.play("end-turn")
    assert table.awaited == (3, "turn")


def test_x1_the_treasures_of_a_seat_that_left_stay_in_play_and_it_lets_go_at_once() -> None:
    table = four(0).play("2: leave", "steal 3 9C")
    assert table.ship(0) == "1:1 3:3"
    assert table.events[-1] == Stolen(0, 2, 3, 1, Answer.GONE)
    assert table.awaited == (0, "turn")


def test_x1_a_victim_who_leaves_lets_go() -> None:
    table = four(0).play("steal 2 9C", "1: leave")
    assert (table.ship(0), table.ship(1)) == ("1:1 2:2", "")
    assert table.events[-2:] == (Left(1), Stolen(0, 1, 2, 1, Answer.GONE))
    assert table.awaited == (0, "turn")


def test_x1_a_thief_who_leaves_still_gets_the_treasure_and_then_the_turn_ends() -> None:
    table = four(0).play("steal 2 9C", "0: leave")
    assert table.awaited == (1, "reaction")
    table.play("let-go")
    assert (table.ship(0), table.awaited) == ("1:1 2:2", (1, "turn"))


def test_x1_a_victim_may_still_fight_a_thief_who_left() -> None:
    table = four(0).play("steal 2 9C", "0: leave", "fight 10C")
    assert (table.ship(0), table.ship(1), table.awaited) == ("1:1", "2:2", (1, "turn"))


def test_x1_thief_and_victim_leave() -> None:
    table = four(0).play("steal 2 9C", "0: leave", "1: leave")
    assert table.ship(0) == "1:1 2:2"
    assert table.awaited == (2, "turn")


def test_x1_the_last_turns_of_seats_that_left_pass_by() -> None:
    """Seat 1 took the last treasure; seat 2 has left when its final turn comes."""
    table = under_way(("9C", "2C", "3C"), ("1:", "2:", "3:"), trove="", taken=12, finals=3, active=1)
    table.play("2: leave", "end-turn")
    assert table.awaited == (0, "turn")
    assert table.view(None).final_turns == (1,)
    table.play("1: leave")
    assert table.result.ending is Ending.LAST_ABOARD


def test_x1_a_seat_leaves_once_and_has_no_moves() -> None:
    table = four(0).play("1: leave")
    assert table.refusal("1: leave") == (Reason.SEAT_LEFT, {})
    assert blackspot.legal(table.state, 1) == ()
    assert table.seat(1, None).left


@pytest.mark.parametrize(
    "taken, ending, places", [(6, Ending.LAST_ABOARD, (0, 0, 1)), (5, Ending.NO_RESULT, (0, 0, 0))]
)
def test_x1_f17_the_stayer_wins_once_six_treasures_were_taken(
    taken: int, ending: Ending, places: tuple[int, ...]
) -> None:
    table = under_way(("9C", "2C", "3C"), ("13:", "12:", "1:2"), taken=taken).play("0: leave", "1: leave")
    assert table.awaited is None
    assert (table.result.ending, table.result.places, table.result.scores) == (ending, places, (13, 12, -1))
    assert table.refusal("2: end-turn") == (Reason.GAME_OVER, {})


@pytest.mark.parametrize("taken, half", [(0, False), (5, False), (6, True), (12, True)])
def test_x1_half_of_the_game_is_six_treasures_taken(taken: int, *, half: bool) -> None:
    assert blackspot.midway(under_way(("", ""), ("", ""), taken=taken).state) is half


def test_x1_taking_counts_towards_half_and_stealing_does_not() -> None:
    table = under_way(("9C", ""), ("", "9:"), trove="3:4 5:6", phase=Phase.TAKE, taken=4).play("take 3")
    assert not blackspot.midway(table.play("steal 9 9C").state)
    assert table.state.taken == 5


@pytest.mark.parametrize("leaver", [0, 1])
def test_x1_a_theft_under_way_goes_through_when_a_departure_ends_the_game(leaver: int) -> None:
    table = under_way(("9C", "KC"), ("", "9:1"), taken=6).play("steal 9 9C", f"{leaver}: leave")
    assert (table.result.ending, table.result.scores) == (Ending.LAST_ABOARD, (8, 0))
    assert table.state.theft is None


def test_x1_a_departure_in_the_middle_of_a_purification_ends_it() -> None:
    table = under_way(("2H", "2C", "3C"), ("10:8", "", "")).play("purify 10.0 2H", "0: leave")
    assert (table.ship(0), table.view(None).purification) == ("10:8+", None)


def test_x1_a_closed_game_has_scores_and_nobody_is_placed() -> None:
    outcome = blackspot.abandoned(four(0).state)
    assert (outcome.ending, outcome.places, outcome.scores) == (Ending.NO_RESULT, (0,) * 4, (0,) * 4)


def test_x1_everything_is_turned_up_when_a_departure_ends_the_game() -> None:
    table = under_way(("9C", "2C"), ("13:4", "12:5"), trove="1:13", taken=6).play("1: leave")
    assert (table.ship(0), table.trove, table.view(None).aside) == ("13:4+", "1:13+", (13, 12))


def test_a_game_of_time_outs_takes_twelve_turns_and_the_final_ones() -> None:
    for seats in (2, 3, 4):
        table = dealt(seats=seats)
        turns = 0
        while table.awaited is not None:
            table.time_out()
            turns += 1
        assert turns == 12 + seats


def test_left_seats_are_no_victims_to_wait_for_even_with_a_full_hand() -> None:
    table = left(four(0), 3).play("steal 4 9C")
    assert table.awaited == (0, "turn")
