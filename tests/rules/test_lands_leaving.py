"""Leaving, and what the clock plays (X1, L17, F12, F15, F17)."""

from copy import copy

import pytest

from rules import lands
from rules.lands.model import LastRound
from tests.rules.builders import Table, game, idols, later
from tests.rules.scenes import Scene, scene, scenes

both_rules = pytest.mark.parametrize("rule", LastRound)


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
    scene(table, "-> active 2, value 4", "bank -> scores 2 3 4 0").out()
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
    scene(table, "-> active 1, round 2").out()


# --- What a leaver loses ---

PHASES = {
    "draw": (later("5C", (40,), (10,), (10,), allies=("AS",)), "", 0, 40),
    "choice": (later("5C", (40,), (10,), (10,), allies=("AS",)), "draw", 5, 40),
    "bust": (later("5C 5D", (40,), (10,), (10,), allies=("AS",)), "draw draw", 5, 40),
    "offer": (later("5C", (88,), (10,), (10,), allies=("AS",), dare=True), "draw bank", 0, 93),
    "dare": (later("5C 2C", (88,), (10,), (10,), allies=("AS",), dare=True), "draw bank dare draw", 2, 93),
    "compulsory": (later("5C", (40,), (10,), (10,), allies=("AS",), idols=idols("5 draw_more 5")), "draw", 5, 40),
}
every_phase = pytest.mark.parametrize("table, words, lost, stands", PHASES.values(), ids=PHASES)


@every_phase
def test_x1_the_active_seat_may_leave_in_any_phase(table: Table, words: str, lost: int, stands: int) -> None:
    """The treasure is lost, the ally discarded, banked points stand, and the next seat begins afresh."""
    table = copy(table).play(words)
    scene(
        table, f"0:leave -> events left 0 {lost}, scores {stands} 10 10, active 1, moves draw, value 0, allies0 -"
    ).out()
    assert len(table.state.deck) + len(table.state.discard) == 52
    scene(table, "draw -> moves draw bank").out()


@every_phase
def test_x1_another_seat_may_leave_in_any_phase_and_the_turn_is_untouched(
    table: Table, words: str, lost: int, stands: int
) -> None:
    table = copy(table).play(words)
    phase = table.look("phase")
    scene(
        table, f"1:leave -> events left 1 0, active 0, phase {phase}, value {lost}, banks1 10, left1 yes, allies AS"
    ).out()
    assert table.look("scores")[0] == stands


# --- The last round with leavers (F15) ---


@both_rules
def test_x1_f15d_a_seat_that_leaves_in_its_last_turn_passes_it_on(rule: LastRound) -> None:
    table = later("4C 5C", (98,), (45,), (49,), last_round=rule)
    scene(table, "draw bank 1:leave -> active 2", "draw bank -> places 1 0 2").out()


@both_rules
def test_x1_f15_the_last_seat_leaves_before_its_last_turn(rule: LastRound) -> None:
    table = later("4C 5C", (98,), (45,), (49,), last_round=rule)
    scene(table, "draw bank 2:leave -> last_turns 1, active 1", "draw bank -> places 1 2 0").out()


@both_rules
def test_x1_f15_the_last_seat_leaves_in_its_last_turn(rule: LastRound) -> None:
    table = later("4C 5C 6C", (98,), (45,), (49,), last_round=rule)
    scene(table, "draw bank draw bank draw 2:leave -> places 1 2 0").out()


@both_rules
def test_x1_f15_the_last_round_stays_triggered_when_its_trigger_leaves(rule: LastRound) -> None:
    table = later("4C 5C 6C", (98,), (45,), (49,), last_round=rule).play("draw bank 0:leave")
    assert order(table, 2) == [1, 2]
    scene(table, "-> scores 102 50 55, winners 2").out()


def test_x1_f15_finish_round_ends_before_a_first_seat_that_has_left() -> None:
    table = later("9C 5C 6C", (10,), (98,), (49,))
    scene(table, "0:leave draw bank -> active 2", "draw bank -> winners 1").out()


def test_x1_f15_one_more_each_skips_a_seat_that_has_left() -> None:
    table = later("9C 5C 6C 7C", (10,), (98,), (49,), (20,), last_round=LastRound.ONE_MORE_EACH)
    scene(table, "draw bank 3:leave draw bank -> last_turns 2 0").out()
    assert order(table, 2) == [2, 0]
    scene(table, "-> places 3 1 2 0").out()


# --- One is left, or none (F17) ---


@pytest.mark.parametrize("target, score, half", [(100, 49, False), (100, 50, True), (75, 37, False), (75, 38, True)])
def test_x1_half_of_the_game_is_half_the_target(target: int, score: int, *, half: bool) -> None:
    assert lands.midway(later("2C", (), (score,), target=target).state) is half


@scenes(
    {
        # What a leaver loses
        "X1: allies of a seat that leaves between its turns are discarded": scene(
            later("5C", (), (), (), allies=("", "AS AH")), "1:leave -> discard AH AS, active 0, allies1 -"
        ),
        "X1: banked points stand but cannot win": scene(
            later("2C 3C", (97,), (10,), (98,)), "0:leave draw bank draw bank -> scores 97 12 101, places 0 2 1"
        ),
        "X1: banked points cannot win though they are the most": scene(
            later("3C 3D 2C", (98,), (10,), (95,)),
            "draw bank 0:leave draw bank draw bank -> scores 101 13 97, places 0 2 1",
        ),
        # One is left or none
        "X1: the stayer wins once they have half the target": scene(
            later("2C", (), (), (50,)), "draw 0:leave 1:leave -> over yes, ending last-aboard, places 0 0 1"
        ),
        "X1: the stayer wins once a seat that left has half the target": scene(
            later("2C", (50,), (), ()), "draw 0:leave 1:leave -> over yes, ending last-aboard, places 0 0 1"
        ),
        "X1: before anyone has half the target there is no result": scene(
            later("2C", (49,), (49,), (49,)),
            "draw 0:leave 1:leave -> over yes, ending no-result, places 0 0 0",
            "2:draw -> refused game-over",
        ),
        "X1: when all leave, the game ends once, without a winner": scene(
            game("2C"), "0:leave 1:leave -> ending no-result, winners -", "2:leave -> refused game-over"
        ),
        "X1: the active seat of two leaves": scene(
            later("2C", (10,), (60,)), "draw 0:leave -> ending last-aboard, winners 1, discard 2C"
        ),
        "X1: the waiting seat of two leaves": scene(
            later("2C", (60,), (10,)), "draw 1:leave -> winners 0, scores 60 10, discard 2C"
        ),
        "X1: giving up a solo voyage is no result": scene(
            later("2C", (60,)), "draw 0:leave -> ending no-result, places 0"
        ),
        # The clock
        "L17: the clock draws and banks in a turn that was not begun": scene(
            game("7C 8C"), "clock -> scores 7 0 0, active 1"
        ),
        "L17: the clock banks after a draw": scene(game("7C 8C 9C"), "draw draw clock -> scores 15 0 0"),
        "L17: the clock spends an ally against a bust and banks": scene(
            game("AS 7C 7D"), "draw draw draw clock -> scores 7 0 0, active 1, discard 7C 7D AS"
        ),
        "L17: the clock spends allies on compulsory draws as long as there are some": scene(
            game("AS 7C QH 7D 7H", idols=idols("QH draw_more 2")),
            "draw draw draw clock -> scores 0 0 0, active 1, discard 7C 7D 7H QH AS",
        ),
        "L17: the clock triggers the last round as a player would": scene(
            later("2C", (98,), ()), "clock -> last last-round 0"
        ),
    }
)
def test_x1_l17_leaving_and_the_clock(scene: Scene) -> None:
    scene.out()
