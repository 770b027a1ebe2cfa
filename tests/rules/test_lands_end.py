"""How a game ends and who has won: last round, ties, the solo voyage (L10, L11, L16, F15)."""

import pytest

from rules import lands
from rules.lands.model import LastRound
from tests.rules.builders import Table, game, later
from tests.rules.scenes import Scene, scene, scenes

BOTH = [LastRound.FINISH_ROUND, LastRound.ONE_MORE_EACH]


def order_to_the_end(table: Table) -> list[int]:
    """Let every seat bank its first card until the game is over; return the seats that had a turn."""
    seats = []
    while lands.awaited(table.state):
        seats.append(table.state.active)
        table.play("draw bank")
    return seats


@pytest.mark.parametrize("target", [50, 100, 300])
@pytest.mark.parametrize("card, trigger", [("9C", "-"), ("10C", "0")])
def test_l10_the_target_or_more_triggers_the_last_round(target: int, card: str, trigger: str) -> None:
    scene(later(card, (target - 10,), (), target=target), f"draw bank -> trigger {trigger}").out()


def test_l10_f15a_every_seat_behind_the_trigger_gets_one_turn_and_the_trigger_none() -> None:
    """Target 50: P1 48, P2 45, P3 49. P1 banks 4, P2 banks 8, P3 busts: P2 wins with 53."""
    scene(
        later("4C 8C KC QC", (48,), (45,), (49,), target=50),
        "draw bank -> last last-round 0",
        "draw bank draw draw -> scores 52 53 49, places 2 1 3, ending highest-score, winners 1",
    ).out()


def test_l10_f15b_a_trigger_by_the_last_seat_ends_the_game_at_once() -> None:
    table = later("2C 3C 4C", (10,), (10,), (49,), target=50)
    scene(table, "draw bank draw bank draw bank -> last last-round 2, winners 2").out()


def test_l10_f15c_a_bank_by_the_clock_triggers_as_any_other() -> None:
    table = later("4C 8C 5C", (48,), (45,), (40,), target=50)
    scene(table, "draw clock -> last last-round 0, last_turns 1 2").out()


@pytest.mark.parametrize("first, trigger, turns", [(0, 1, [2, 3]), (2, 3, [0, 1]), (2, 1, []), (1, 1, [2, 3, 0])])
def test_l10_finish_round_plays_on_to_the_seat_before_the_first(first: int, trigger: int, turns: list[int]) -> None:
    check_last_turns(first, trigger, turns, LastRound.FINISH_ROUND)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("trigger", range(4))
def test_l10_one_more_each_gives_every_other_seat_one_turn(first: int, trigger: int) -> None:
    check_last_turns(first, trigger, [(trigger + step) % 4 for step in (1, 2, 3)], LastRound.ONE_MORE_EACH)


def check_last_turns(first: int, trigger: int, turns: list[int], rule: LastRound) -> None:
    """Play to the trigger: `turns` are then announced, and are played."""
    banks = [(98,) if seat == trigger else (10,) for seat in range(4)]
    table = later("2C 3D 2D 3H 2H 3S 2S 4C", *banks, first=first, last_round=rule)
    while table.look("trigger") is None:
        table.play("draw bank")
    assert list(table.look("last_turns")) == turns
    assert order_to_the_end(table) == turns


@pytest.mark.parametrize("rule", BOTH)
def test_l10_l11_a_second_seat_over_the_target_does_not_start_the_round_again_and_may_win(rule: LastRound) -> None:
    table = later("2C 10C 3C 4C", (98,), (95,), (5,), last_round=rule)
    scene(table, "draw bank", "draw bank -> events drew 1 10C banked 1 10 0 105, trigger 0").out()
    assert order_to_the_end(table) == [2]
    assert table.result.winners == (1,)


@scenes(
    {
        # The winner
        "L11: the text's example: 10 25 55 12 beats 5 5 17 8 10 7 5 45 in fewer scorings": scene(
            later("10C 2C 10D 9D 8D 7D 6D 5D", (10, 25, 55), (5, 5, 17, 8, 10, 7, 5)),
            "draw draw bank draw draw draw draw draw draw bank -> scores 102 102, scorings 4 8",
            "-> ending fewest-scorings, places 1 2",
        ),
        "L11: a full tie of three is shared": scene(
            later("10C 10D 10H", (40,), (40,), (40,), target=50),
            "draw bank draw bank draw bank -> ending shared, places 1 1 1, winners 0 1 2",
        ),
        "L11: two share ahead of a third who scored more often": scene(
            later("10C 10D 10H", (40,), (20, 20), (40,), target=50),
            "draw bank draw bank draw bank -> ending shared, places 1 3 1",
        ),
        "L11: places below the winner follow the same order and may be shared": scene(
            later("KC KD KH 10H", (40,), (20, 20), (40,), (45,), target=50),
            "draw bank draw bank draw bank draw bank -> ending highest-score, places 2 4 2 1",
        ),
        "L11: banking nothing is no scoring (L8)": scene(
            later("KC 2D 10C 8D", (40,), (40,), target=50),
            "draw bank draw bank draw bank draw bank -> scores 50 50, scorings 2 3, winners 0",
        ),
        # A solo voyage
        "L16: a solo voyage is ten turns, and their total is the result, a bust among them": scene(
            game("2C 3C 4C 5C 6C 7C 8C 9C 10C KC QC", seats=1),
            "draw bank " * 9 + "-> round 10, rounds 10, outcome -",
            "draw draw -> ending solo, scores 54, places 1",
        ),
        "L16: a target does not end a solo voyage": scene(
            later("10C 9C", (95,)), "draw bank -> last banked 0 10 0 105, moves draw, trigger -, last_turns -"
        ),
        "L16: there is no dare on a solo voyage": scene(later("5C", (90,), dare=True), "draw bank -> phase draw"),
        "L16: one deck runs through all rounds": scene(
            game("2C 3C 4C", seats=1), "draw bank draw bank draw -> discard 2C 3C", "-> round 3"
        ),
        "L16: a voyage that scores nothing counts as zero": scene(
            game("KC KD KH KS QC QD QH QS JC JD", seats=1), "draw bank " * 10 + "-> scores 0, places 1, ending solo"
        ),
    }
)
def test_l11_l16_ends(scene: Scene) -> None:
    scene.out()
