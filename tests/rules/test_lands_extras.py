"""Buried Treasure and Double or Nothing (L12, L13)."""

import pytest

from rules.lands.model import DarePrize
from tests.rules.builders import Table, game, later
from tests.rules.scenes import Scene, scene, scenes


def dared(deck: str, ally: str = "") -> Table:
    """Seat 0 has 88, draws the deck's first card, banks it and takes the dare."""
    return later(deck, (88,), (), allies=(ally,), dare=True).play("draw bank dare")


@pytest.mark.parametrize("short", range(2, 11))
@pytest.mark.parametrize("target", [50, 100])
def test_l13_a_bank_that_leaves_two_to_ten_short_offers_the_dare(short: int, target: int) -> None:
    table = later("5C", (target - short - 5,), (), dare=True, target=target)
    scene(table, f"draw bank -> last dared 0 {short}, active 0, moves dare decline").out()


@pytest.mark.parametrize("short", [11, 1, 0])
@pytest.mark.parametrize("target", [50, 100])
def test_l13_eleven_one_or_nothing_short_offers_none(short: int, target: int) -> None:
    table = later("5C", (target - short - 5,), (), dare=True, target=target)
    scene(table, "draw bank -> active 1, moves draw").out()


@scenes(
    {
        # Buried treasure
        "L12: banking exactly 21 scores 26, once": scene(
            game("10C 9C 2C", buried_treasure=True),
            "draw draw draw -> bank_points 26",
            "bank -> events banked 0 21 5 26, scores 26 0 0, scorings 1 0 0",
        ),
        "L12: 20 scores itself": scene(game("10C 8C 2C", buried_treasure=True), "draw draw draw bank -> scores 20 0 0"),
        "L12: 22 scores itself": scene(game("10C 9C 3C", buried_treasure=True), "draw draw draw bank -> scores 22 0 0"),
        "L12: buried treasure is off unless chosen": scene(
            game("10C 9C 2C"), "draw draw draw -> bank_points 21", "bank -> scores 21 0 0"
        ),
        "L12: the bonus counts towards the target": scene(
            later("10C 9C 2C", (74,), (), buried_treasure=True), "draw draw draw bank -> last last-round 0"
        ),
        "L12: the bonus is paid on a solo voyage": scene(
            game("10C 9C 2C", seats=1, buried_treasure=True), "draw draw draw bank -> scores 26"
        ),
        "L12: the bonus counts for the offer of a dare": scene(
            later("10C 9C 2C", (67,), (), dare=True, buried_treasure=True), "draw draw draw bank -> last dared 0 7"
        ),
        # The offer
        "L13: the dare is off unless chosen": scene(later("5C", (88,), ()), "draw bank -> active 1"),
        "L13: declining ends the turn normally": scene(
            later("5C", (88,), (), dare=True),
            "draw bank decline -> last dare-declined 0, scores 93 0, active 1, turns 1",
        ),
        "L13: the dare is offered once a game, even if it was declined": scene(
            later("5C KC 2C", (88,), (), dare=True), "draw bank decline draw bank draw bank -> scores 95 0, active 1"
        ),
        "L13: the dare is not offered again after it was lost": scene(
            dared("5C 9C KC 10D"), "draw draw bank draw bank -> scores 90 0, active 1"
        ),
        "L13: each seat has a dare of its own": scene(
            later("5C 5D", (88,), (88,), dare=True), "draw bank decline draw bank -> active 1, moves dare decline"
        ),
        # The dare
        "L13: the dare is an extra turn inside the same turn, without a way back": scene(
            dared("5C 2C"),
            "-> last dare-taken 0, active 0, moves draw, value 0, turns 0",
            "draw -> moves draw, value 2, daring yes",
            "bank -> refused no-way-back",
        ),
        "L13: exactly the target is scored once and triggers the last round": scene(
            dared("5C 4D 3D"),
            "draw",
            "draw -> events drew 0 3D dare-won 0 100 last-round 0, banks0 88 5 7, scorings 3 0, active 1",
            "-> discard 5C 3D 4D, last_turns 1",
        ),
        "L13: above the target falls to 80": scene(
            dared("5C 4D 5D"),
            "draw draw -> last dare-lost 0 too-much 80, scores 80 0, active 1, turns 1, discard 5C 4D 5D",
        ),
        "L13: a second face falls to 80": scene(dared("5C KC QC"), "draw draw -> last dare-lost 0 faces 80"),
        "L13: a pair falls to 80": scene(dared("5C 2D 2H"), "draw draw -> last dare-lost 0 pair 80"),
        "L13: the fall is a correction and no scoring": scene(
            dared("5C 9D"), "draw -> banks0 88 5 -13, scores 80 0, scorings 2 0"
        ),
        "L13: the fall follows the target": scene(
            later("2C 10D", (40,), (), dare=True, target=50), "draw bank dare draw -> scores 30 0"
        ),
        "L13: faces and numbers of the banked turn do not count in the dare": scene(
            later("KC 5C QC 5D", (88,), (), dare=True), "draw draw bank dare draw draw -> moves draw, value 5"
        ),
        "L13: faces and aces leave the total and the dare goes on": scene(
            dared("5C KC AC"), "draw draw -> moves draw, value 0, allies AC"
        ),
        "L13: an ally counters a bust and takes the card away": scene(
            dared("5C 2D 2H 5H", ally="AH"),
            "draw draw -> moves spend run",
            "spend -> events ally-spent 0 AH 2H, moves draw, value 2",
            "draw -> scores 100 0",
        ),
        "L13: running falls to 80 and keeps the ally": scene(
            dared("5C 2D 2H", ally="AH"), "draw draw run -> last dare-lost 0 pair 80, allies0 AH"
        ),
        "L13: an ally does not save from too much": scene(
            dared("5C 9D", ally="AH"), "draw -> last dare-lost 0 too-much 80, allies0 AH"
        ),
        "L13: a pair that also exceeds the target can be countered: the pair test comes first": scene(
            dared("5C 4D 4H", ally="AH"), "draw draw -> moves spend run", "spend -> value 4"
        ),
        "L13: a pair that would hit the target busts: the pair test comes first": scene(
            dared("6C 3D 3H"), "draw draw -> last dare-lost 0 pair 80"
        ),
        # The end
        "L13: the last seat of the last round is offered the dare and may decline": scene(
            later("2C 5C", (98,), (88,), dare=True),
            "draw bank draw bank -> moves dare decline",
            "decline -> scores 100 93, winners 0",
        ),
        "L13: the last seat of the last round may win the dare": scene(
            later("2C 5C 7D", (98,), (88,), dare=True), "draw bank draw bank dare draw -> scores 100 100, over yes"
        ),
        "L13: a dare lost by the last seat ends the game": scene(
            later("2C 5C 8D", (98,), (88,), dare=True), "draw bank draw bank dare draw -> scores 100 80, winners 0"
        ),
        "L13: the correction is no scoring in a tie: 38 + 2, then 30 + 20, against 10 + 20 + 20": scene(
            later("2C 9D 8D KC 10H 6H 4H 10S 7S 3S", (38,), (10, 20), dare=True, target=50),
            "draw bank dare draw draw  draw bank -> scores 30 30",
            "draw draw draw bank " * 2 + "-> scores 50 50, scorings 3 3, ending shared",
        ),
        "L13: the prize `instant_win` ends the game on the spot, even behind a higher score": scene(
            later("10C 5C 7D", (95,), (88,), (20,), dare=True, dare_prize=DarePrize.INSTANT_WIN),
            "draw bank draw bank dare draw -> last dare-won 1 100, ending dare-won, scores 105 100 20",
            "-> places 2 1 3, discard 5C 10C 7D",
        ),
        # The clock
        "L13 L17: the clock declines the offer": scene(
            later("5C 7D", (88,), (), dare=True), "draw bank", "clock -> scores 93 0, active 1"
        ),
        "L13 L17: the clock draws in the dare until it is decided": scene(
            dared("5C 2D 3D KC 9D"), "clock -> scores 80 0, active 1"
        ),
        "L13 L17: a time-out whose bank is offered the dare is one missed turn": scene(
            later("5C 7D", (88,), (), dare=True), "clock -> scores 93 0, active 1, turns 1"
        ),
    }
)
def test_l12_l13_l17_extras(scene: Scene) -> None:
    scene.out()
