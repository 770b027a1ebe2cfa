"""What the clock plays, and leaving (B18, X1)."""

import pytest

from rules import blackspot
from rules.blackspot.model import PeekRule, Phase
from rules.game import Ending
from tests.rules.scenes import Scene, scene, scenes
from tests.rules.ships import Table, left, under_way


def asleep(hand: str, *, peeked: str = "", phase: Phase = Phase.PEEK) -> Table:
    return under_way((hand, "5C"), ("3:13", "8:"), trove="9:4 12:11 2:7", peeked=(peeked, ""), phase=phase)


@pytest.mark.parametrize("hand", ["*2C 3H 4C", "3C *2H 4C", "2C *2H 4C", "AC *AH KH", "KC QC *JH", "*9C"])
def test_b18_step_3_pays_the_lowest_card_hearts_before_clubs(hand: str) -> None:
    (paid,) = (code[1:] for code in hand.split() if code[0] == "*")
    scene(asleep(hand.replace("*", "")), f"-> clock_plays peek {paid} 9").out()


@pytest.mark.parametrize("peeked, loot", [("", 9), ("4", 12), ("4 11", 2), ("11", 9)])
def test_b18_step_3_looks_at_the_first_treasure_with_an_unknown_curse(peeked: str, loot: int) -> None:
    scene(asleep("2C", peeked=peeked), f"-> clock_plays peek 2C {loot}").out()


# --- X1: leaving ---


def four(active: int, phase: Phase = Phase.ACT) -> Table:
    """Four seats with one treasure each, three in the trove; `active` is at step 5."""
    hands = ("AC 9C", "2C 10C", "3C QC", "4C KC")
    ships = ("1:1", "2:2", "3:3", "4:4")
    return under_way(hands, ships, trove="9:9 10:10 11:11", active=active, phase=phase)


def test_x1_f12_play_goes_on_as_it_was_when_another_seat_leaves() -> None:
    scene(four(2), "0: leave -> awaited 2 turn", "end-turn -> awaited 3 turn").out()


@scenes(
    {
        # The clock
        "B18: step 3 is skipped where it is optional": scene(
            under_way(("2C", ""), ("", ""), trove="9:4", phase=Phase.PEEK, peek=PeekRule.OPTIONAL),
            "-> clock_plays skip-peek",
        ),
        "B18: step 4 takes the highest loot": scene(asleep("2C", phase=Phase.TAKE), "-> clock_plays take 12"),
        "B18: step 5 ends, and so does a purification in progress": scene(
            asleep("2H", phase=Phase.ACT), "-> clock_plays end-turn", "purify 3.0 2H -> clock_plays end-turn"
        ),
        "B18: a reaction lets go": scene(
            under_way(("9C", "KC"), ("", "9:")), "steal 9 9C -> clock_plays let-go", "clock -> ship0 9:, awaited 0 turn"
        ),
        "B18: a whole turn: the two is paid, then seat 1 discards its five": scene(
            asleep("2C 3H 4C"), "clock -> ship0 3:13 12:11, awaited 1 turn, discard 2C 5C"
        ),
        # Leaving
        "X1: the active seat's turn is played to the end": scene(
            four(0, Phase.TAKE),
            "0: leave -> events left 0 took 0 11 turn-ended 0 turn-began 1 1 no 2 5, ship0 1:1 11:11, awaited 1 turn",
        ),
        "X1: a seat that left takes its time-outs at once when its turn comes": scene(
            under_way(("9C", "2C", "5C"), ("", "", ""), trove="9:9 10:10 11:11", draw="AC AH 3H 4H KH 6C 7C 8C 10C JC"),
            "1: leave -> events left 1",
            "end-turn -> events turn-ended 0 turn-began 1 1 no 1 5 peeked 1 9 AH 9 took 1 11 turn-ended 1"
            " turn-began 2 2 no 1 5, ship1 11:11, awaited 2 turn",
        ),
        "X1: two seats in a row that left take their time-outs": scene(
            four(0), "1: leave, 2: leave, end-turn -> awaited 3 turn, ship1 2:2 11:11, ship2 3:3 10:10"
        ),
        "X1: the treasures of a seat that left stay in play, and it lets go at once": scene(
            four(0), "2: leave, steal 3 9C -> ship0 1:1 3:3, last stolen 0 2 3 1 gone, awaited 0 turn"
        ),
        "X1: a seat that left lets go, though its hand is full": scene(
            left(four(0), 3), "steal 4 9C -> awaited 0 turn"
        ),
        "X1: a victim who leaves lets go": scene(
            four(0),
            "steal 2 9C",
            "1: leave -> events left 1 stolen 0 1 2 1 gone, ship0 1:1 2:2, ship1 -, awaited 0 turn",
        ),
        "X1: a thief who leaves still gets the treasure, and then the turn ends": scene(
            four(0), "steal 2 9C, 0: leave -> awaited 1 reaction", "let-go -> ship0 1:1 2:2, awaited 1 turn"
        ),
        "X1: a victim may still fight a thief who left": scene(
            four(0), "steal 2 9C, 0: leave, fight 10C -> ship0 1:1, ship1 2:2, awaited 1 turn"
        ),
        "X1: when thief and victim leave, the treasure goes and both turns pass": scene(
            four(0), "steal 2 9C, 0: leave, 1: leave -> ship0 1:1 2:2, awaited 2 turn"
        ),
        "X1: the final turns of seats that left pass by: seat 1 took the last treasure": scene(
            under_way(("9C", "2C", "3C"), ("1:", "2:", "3:"), trove="", taken=12, finals=3, active=1),
            "2: leave, end-turn -> awaited 0 turn, final_turns 1",
            "1: leave -> ending last-aboard",
        ),
        "X1: a seat leaves once and has no moves": scene(
            four(0), "1: leave -> legal1 -", "1: leave -> refused seat-left"
        ),
        "X1: a departure in the middle of a purification ends it": scene(
            under_way(("2H", "2C", "3C"), ("10:8", "", "")), "purify 10.0 2H, 0: leave -> ship0 10:8+, purification -"
        ),
        "X1: everything is turned up when a departure ends the game": scene(
            under_way(("9C", "2C"), ("13:4", "12:5"), trove="1:13", taken=6),
            "1: leave -> ship0 13:4+, trove 1:13+, aside 13 12",
        ),
        "X1: a theft under way succeeds when the thief alone stays": scene(
            under_way(("9C", "2C"), ("", "9:1"), taken=6), "steal 9 9C, 1: leave -> scores 8 0, winners 0"
        ),
        "X1: a theft under way succeeds when the victim alone stays": scene(
            under_way(("9C", "2C"), ("", "9:1"), taken=6), "steal 9 9C, 0: leave -> scores 8 0, winners 1"
        ),
    }
)
def test_b18_x1_the_clock_and_leaving(scene: Scene) -> None:
    scene.out()


@pytest.mark.parametrize("taken, result", [(6, "last-aboard, places 0 0 1"), (5, "no-result, places 0 0 0")])
def test_x1_f17_the_stayer_wins_once_six_treasures_were_taken(taken: int, result: str) -> None:
    scene(
        under_way(("9C", "2C", "3C"), ("13:", "12:", "1:2"), taken=taken),
        f"0: leave, 1: leave -> awaited -, scores 13 12 -1, ending {result}",
        "2: end-turn -> refused game-over",
    ).out()


@pytest.mark.parametrize("taken, half", [(0, False), (5, False), (6, True), (12, True)])
def test_x1_half_of_the_game_is_six_treasures_taken(taken: int, *, half: bool) -> None:
    assert blackspot.midway(under_way(("", ""), ("", ""), taken=taken).state) is half


def test_x1_taking_counts_towards_half_and_stealing_does_not() -> None:
    table = under_way(("9C", ""), ("", "9:"), trove="3:4 5:6", phase=Phase.TAKE, taken=4)
    scene(table, "take 3, steal 9 9C -> taken 5").out()


def test_x1_a_closed_game_has_scores_and_nobody_is_placed() -> None:
    outcome = blackspot.abandoned(four(0).state)
    assert (outcome.ending, outcome.places, outcome.scores) == (Ending.NO_RESULT, (0,) * 4, (0,) * 4)
