"""The final cycle and the score (B16, B17)."""

import pytest

from rules.blackspot.model import FinalCycle, Phase
from tests.rules.scenes import Scene, scene, scenes
from tests.rules.ships import Table, dealt, under_way

FULL, OTHERS, IMMEDIATE = FinalCycle.FULL_CYCLE, FinalCycle.OTHERS_ONLY, FinalCycle.IMMEDIATE


def last_take(ending: FinalCycle, seats: int = 3, active: int = 1) -> Table:
    """`active` is to take the last treasure of the trove, a five with a two."""
    ships = ("9:1", "8:3+", "7:4", "6:5")[:seats]
    hands = ("2C 3C", "4C 5C", "6C 7C", "8C")[:seats]
    return under_way(hands, ships, trove="5:2", phase=Phase.TAKE, active=active, taken=11, ending=ending)


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
    table = last_take(ending, seats, active).play("take 5")
    scene(table, f"-> events took {active} 5 trove-emptied {active} {len(turns) - 1}, trove -, final no").out()
    assert list(table.look("final_turns")) == turns[1:]
    seats_to_act = []
    while table.awaited is not None:
        seats_to_act.append(table.awaited[0])
        table.play("end-turn")
    assert seats_to_act == turns


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b16_twelve_treasures_divide_so_that_the_last_seat_takes_the_last_one(seats: int) -> None:
    """Played by the clock alone: twelve turns, and the final ones."""
    table, turns = dealt(seats=seats), 0
    while table.state.trove:
        last = table.state.active
        table.time_out()
        turns += 1
    assert (last, turns) == (seats - 1, 12)
    while table.awaited is not None:
        table.time_out()
        turns += 1
    assert turns == 12 + seats


def ended(*ships: str) -> Table:
    """The last turn is over."""
    return under_way(("2C",) * len(ships), ships, trove="", taken=12, finals=0, active=len(ships) - 1).play("end-turn")


@scenes(
    {
        # The final turns
        "B16: the view shows whose final turn is still to come": scene(
            last_take(FULL),
            "-> final_turns -",
            "take 5 -> final_turns 2 0 1",
            "end-turn -> final_turns 0 1",
            "end-turn -> final_turns 1",
            "end-turn -> final_turns -, over no",
            "end-turn -> final_turns -, over yes",
        ),
        "B16: a final turn has steps 1, 2 and 5 only": scene(
            last_take(FULL),
            "take 5, end-turn -> last turn-began 2 1 yes 2 5, phase act, final yes",
            "take 5 -> refused trove-empty",
            "peek 6C 5 -> refused trove-empty",
        ),
        "B16: treasures can be stolen in the final turns": scene(
            under_way(("9C", "2C"), ("", "9:1"), trove="", taken=12, finals=0),
            "steal 9 9C, let-go, end-turn -> scores 8 0",
        ),
        "B16: a seat that left is placed nowhere, whatever it owns": scene(
            under_way(("2C",) * 3, ("5:", "6:", "13:"), trove="", taken=12, finals=0),
            "2: leave -> events left 2",
            "end-turn -> scores 5 6 13, places 2 1 0",
        ),
        # The score
        "B17: loot minus curses, face-down ones turned up: 9 + 4 - 2 - 3 and 13 - 12 - 1": scene(
            ended("9:2,3+ 4:", "13:12+,1"),
            "-> scores 8 0, events turn-ended 1 turned-up 0 9 0 2 turned-up 1 13 1 1",
            "-> ship0 9:2+,3+ 4:, ship1 13:12+,1+",
        ),
        "B17: the highest wins": scene(
            ended("9:2", "13:12", "5:"), "-> scores 7 1 5, ending highest-score, places 1 3 2"
        ),
        "B17: scores may be negative: 2 - 13 loses to 1 - 8": scene(
            ended("2:13", "1:8"), "-> scores -11 -7, winners 1"
        ),
        "B17: equal scores share the win": scene(ended("9:2", "12:5+", "3:"), "-> ending shared, places 1 1 3"),
        "B17: all may share with nothing": scene(ended("", "4:4", ""), "-> scores 0 0 0, places 1 1 1"),
        "B17: everything is shown at the end, with the cards put aside (B2)": scene(
            ended("9:2,3+ 4:", "12:11"),
            "-> aside 13 12, ship0@ 9:2+,3+ 4:, ship1@ 12:11+, awaited -, final_turns -, phase over",
        ),
    }
)
def test_b16_b17_ends(scene: Scene) -> None:
    scene.out()


@pytest.mark.parametrize("reader", [0, 1, None])
def test_b17_before_the_end_only_face_up_curses_count_in_what_is_shown(reader: int | None) -> None:
    table = under_way(("2C", "3C"), ("9:2,3+ 4:", "13:12"), peeked=("2 12", ""))
    seat = table.view(reader).seats[0]
    assert (seat.loot, seat.curses, seat.face_down, seat.score) == (13, 3, 1, 10)
    assert [seat.score for seat in ended("9:2,3+ 4:", "12:11").view(reader).seats] == [8, 1]
