"""Stealing, and the victim's three answers (B11, B12, B14)."""

import pytest

from rules import blackspot
from rules.blackspot.model import CurseReaction
from tests.rules.scenes import Scene, scene, scenes
from tests.rules.ships import Table, under_way


def raid(**options: object) -> Table:
    """Seat 0 (4C 5C 9C) may rob seat 1 (3C 7C 2H KH), who has a nine with two curses, a four and a clean two."""
    return under_way(
        ("4C 5C 9C 6H", "3C 7C 2H KH", "8C"),
        ("10:12+", "9:6,3+ 4:8,5+ 2:", "11:1"),
        **options,  # type: ignore[arg-type]
    )


def robbed(**options: object) -> Table:
    """Seat 1 is robbed of the nine by nine crew."""
    return raid(**options).play("steal 9 9C")


@pytest.mark.parametrize("crew", ["4C", "5C", "9C", "4C 5C", "4C 9C", "5C 9C", "4C 5C 9C"])
def test_b11_crew_worth_the_loot_or_more_steals_it(crew: str) -> None:
    assert raid().allows(f"steal 4 {crew}")


def test_b12_a_turn_with_thefts_is_one_turn() -> None:
    awaited = blackspot.awaited(robbed().state)
    assert awaited is not None
    assert awaited.turn == 0


@scenes(
    {
        # A theft
        "B11: the price is the loot value, whatever curses lie on it": scene(
            raid(),
            "cannot steal 9 4C, steal 9 5C",
            "can steal 9 9C, steal 9 4C 5C",
            "steal 9 5C -> refused too-weak need=9 played=5",
        ),
        "B11: the crew is discarded and the victim asked": scene(
            raid(),
            "steal 9 4C 9C -> events theft-began 0 1 9 4C 9C 13, hand0 5C 6H, discard 4C 9C, awaited 1 reaction",
            "-> ship1 9:6,3+ 4:8,5+ 2:, theft 0 1 9 4C 9C 13",
        ),
        "B11: all curses come along as they lie": scene(
            robbed(),
            "let-go -> ship0 10:12+ 9:6,3+, ship1 4:8,5+ 2:, last stolen 0 1 9 2 let-go, awaited 0 turn, phase act",
        ),
        "B11: other thefts may follow, also on the same treasure": scene(
            raid(), "steal 2 4C, fight 7C, steal 2 5C, let-go, steal 9 9C, let-go, end-turn -> ship0 10:12+ 2: 9:6,3+"
        ),
        "B11: every opponent may be robbed, but not oneself": scene(
            raid(), "steal 10 4C 9C -> refused own-treasure loot=10", "can steal 11 4C 9C"
        ),
        # Who is asked
        "B12: a victim with an empty hand is robbed at once": scene(
            under_way(("9C", ""), ("", "9:6")),
            "steal 9 9C -> events theft-began 0 1 9 9C 9 stolen 0 1 9 1 empty-hand, ship0 9:6, ship1 -, awaited 0 turn",
        ),
        "B12: a victim who cannot answer is asked all the same": scene(
            under_way(("9C", "2H"), ("", "9:6")), "steal 9 9C -> awaited 1 reaction, legal1 let-go"
        ),
        "B12: the thief waits, and only the victim answers": scene(
            robbed(),
            "-> legal0 -, legal2 -",
            "0: end-turn -> refused await-answer victim=1",
            "2: let-go -> refused await-answer victim=1",
        ),
        # Fighting
        "B12: crew worth the crew played keeps the treasure: 3 + 7 against 9": scene(
            robbed(),
            "cannot fight 7C",
            "can fight 3C 7C",
            "fight 3C 7C -> events fought 1 0 9 3C 7C 10, ship1 9:6,3+ 4:8,5+ 2:, discard 9C 3C 7C",
            "-> awaited 0 turn, hand1 2H KH",
        ),
        "B12: an equal fight is won by the victim": scene(
            under_way(("9C", "4C 5C"), ("", "9:6")), "steal 9 9C, fight 4C 5C -> ship1 9:6"
        ),
        "B12: a fight must match the crew played, not the loot": scene(
            raid(), "steal 4 5C 9C", "fight 3C 7C -> refused too-weak need=14 played=10"
        ),
        "B12: rum does not fight": scene(robbed(), "fight KH -> refused too-weak need=9 played=0"),
        # Cursing
        "B12: rum and crew together pay for cursing": scene(
            robbed(),
            "can curse KH | 4.0>10, curse 7C 2H | 4.0>10, curse 3C 7C | 4.0>10",
            "cannot curse 7C | 4.0>10, curse 3C 2H | 4.0>10",
        ),
        "B12: the treasure goes, and curses follow as they lie, the others keeping their order": scene(
            robbed(),
            "curse 7C 2H | 4.0>10 4.1>9"
            " -> events stolen 0 1 9 2 curse cursed 1 0 7C 2H 4 0 10 0 4 1 9 5, ship0 10:12+,8 9:6,3+,5+",
            "-> ship1 4: 2:, discard 9C 7C 2H, awaited 0 turn",
        ),
        "B12: slots mean the places before the answer": scene(
            under_way(("9C", "KH"), ("", "9: 4:8,5+,7")),
            "steal 9 9C, curse KH | 4.0>9 4.2>9 -> ship0 9:8,7, ship1 4:5+",
        ),
        "B12: curses lie in the order of the answer": scene(
            under_way(("9C", "KH"), ("3:2", "9: 4:8,5+ 6:10")),
            "steal 9 9C, curse KH | 6.0>3 4.1>3 4.0>3 -> ship0 3:2,10,5+,8 9:, ship1 4: 6:",
        ),
        "B12: nobody learns a face-down curse by its move, and who knew it still does": scene(
            under_way(("9C", "KH", "2C"), ("", "9: 4:8", ""), peeked=("", "", "8")),
            "steal 9 9C, curse KH | 4.0>9 -> ship0@0 9:?, ship0@1 9:?, ship0@2 9:8, ship0@ 9:?",
        ),
        "B12: without a curse on the remaining treasures cursing is not offered: those stolen come along anyway": scene(
            under_way(("9C", "KH"), ("", "9:6 4:")),
            "steal 9 9C -> choices1 let-go",
            "cannot curse KH | 9.0>9",
            "curse KH | 9.0>9 -> refused not-your-treasure loot=9",
        ),
        "B12: the option `one` moves exactly one": scene(
            robbed(curse_reaction=CurseReaction.ONE),
            "curse KH | 4.0>10 4.1>9 -> refused one-curse",
            "curse KH | 4.1>9 -> ship0 10:12+ 9:6,3+,5+",
        ),
        "B12: the option `any` moves as many as there are, though single ones are listed": scene(
            robbed(), "cannot curse KH | 4.0>10 4.1>10", "curse KH | 4.0>10 4.1>10 -> ship0 10:12+,8,5+ 9:6,3+"
        ),
    }
)
def test_b11_b12_thefts(scene: Scene) -> None:
    scene.out()


def test_b14_a_treasure_may_carry_any_number_of_curses_or_none() -> None:
    scene(
        under_way(("9C", "KH"), ("3:1,2,3,4,5,6", "9: 4:8,7,9,10,11,12+")),
        "steal 9 9C, curse KH | 4.0>3 4.1>3 4.2>3 4.3>3 4.4>3 4.5>3"
        " -> ship0 3:1,2,3,4,5,6,8,7,9,10,11,12+ 9:, ship1 4:",
    ).out()
