"""Purifying (B13)."""

import pytest

from rules.blackspot.model import PurifyRule
from tests.rules.scenes import Scene, scene, scenes
from tests.rules.ships import Table, under_way

SINGLE, SUM = PurifyRule.SINGLE, PurifyRule.SUM


def cursed(rule: PurifyRule = SINGLE) -> Table:
    """Seat 0 (2H 5H 6H 9H, 4C) has a face-down eight and a face-up three on the ten, a face-down six on the four."""
    return under_way(("4C 2H 5H 6H 9H", "2C"), ("10:8,3+ 4:6", "1:13"), purify=rule)


@pytest.mark.parametrize("rule", PurifyRule)
def test_b13_one_rum_card_worth_the_curse_discards_it(rule: PurifyRule) -> None:
    scene(
        cursed(rule),
        "purify 10.0 9H -> events rum-played 0 10 0 8 9H yes purified 0 10 0 8, ship0 10:3+ 4:6",
        "-> hand0 4C 2H 5H 6H, discard 9H, purified 8, purification -",
    ).out()


@pytest.mark.parametrize("rule", PurifyRule)
def test_b13_a_weaker_card_flips_the_curse_and_is_spent(rule: PurifyRule) -> None:
    scene(
        cursed(rule),
        "purify 10.0 5H -> events rum-played 0 10 0 8 5H yes, ship0 10:8+,3+ 4:6",
        "-> hand0 4C 2H 6H 9H, discard 5H",
    ).out()


@scenes(
    {
        "an equal card is enough": scene(cursed(), "purify 4.0 6H -> ship0 10:8,3+ 4:"),
        "more rum may be added after the flip": scene(
            cursed(),
            "purify 10.0 5H",
            "purify 10.0 9H -> events rum-played 0 10 0 8 9H no purified 0 10 0 8, ship0 10:3+ 4:6",
        ),
        "`single` does not add rum up: 5 + 6 are spent at an eight, which stays, face up": scene(
            cursed(),
            "purify 10.0 5H 6H -> events rum-played 0 10 0 8 5H 6H yes, purification 10 0 8 5H 6H 8",
            "end-turn -> ship0 10:8+,3+ 4:6",
        ),
        "the end of the turn gives it up": scene(
            under_way(("5H", "2C"), ("10:8", "1:13"), trove="", finals=0),
            "purify 10.0 5H",
            "end-turn -> events curse-stayed 0 10 0 8 turn-ended 0 turned-up 1 1 0 13",
        ),
        "`sum` adds rum up over the purification: 2 + 5 are one short, six more meet it": scene(
            cursed(SUM),
            "purify 10.0 2H, purify 10.0 5H -> ship0 10:8+,3+ 4:6, purification 10 0 8 2H 5H 1",
            "purify 10.0 6H -> ship0 10:3+ 4:6",
        ),
        "`sum` takes several cards at once": scene(cursed(SUM), "purify 10.0 2H 6H -> ship0 10:3+ 4:6"),
        "a face-up curse is purified the same way": scene(
            cursed(), "purify 10.1 5H -> events rum-played 0 10 1 3 5H no purified 0 10 1 3, ship0 10:8 4:6"
        ),
        "after another one it begins from zero": scene(
            cursed(SUM), "purify 10.0 2H, purify 10.1 5H, purify 10.0 6H -> ship0 10:8+ 4:6, purification 10 0 8 6H 2"
        ),
        "another curse is another purification": scene(
            cursed(), "purify 10.0 2H", "purify 4.0 5H -> events curse-stayed 0 10 0 8 rum-played 0 4 0 6 5H yes"
        ),
        "a theft ends it": scene(
            cursed(SUM),
            "purify 10.0 2H",
            "steal 1 4C -> events curse-stayed 0 10 0 8 theft-began 0 1 1 4C 4, purification -",
            "let-go, purify 10.0 6H -> purification 10 0 8 6H 2",
        ),
        "a refused move does not end it": scene(
            cursed(SUM),
            "purify 10.0 2H",
            "steal 1 -> refused too-weak need=1 played=0",
            "purify 10.0 6H -> ship0 10:3+ 4:6",
        ),
        "it never ends by itself because no rum is left: that would tell the others": scene(
            under_way(("2H", "2C"), ("10:8", "")), "purify 10.0 2H -> purification 10 0 8 2H 8, awaited 0 turn, hand0 -"
        ),
        "after success the slots move up": scene(cursed(), "purify 10.0 9H, purify 10.0 5H -> ship0 10: 4:6"),
    }
)
def test_b13_purifying(scene: Scene) -> None:
    scene.out()
