"""Cursed Idols: the four queens of the text, and compulsory draws (L14)."""

import pytest

from tests.rules.builders import (
    QUEEN_OF_CLUBS,
    QUEEN_OF_DIAMONDS,
    QUEEN_OF_HEARTS,
    QUEEN_OF_SPADES,
    Table,
    game,
    idols,
    later,
)
from tests.rules.scenes import Scene, scene, scenes

QUEENS = (QUEEN_OF_SPADES, QUEEN_OF_CLUBS, QUEEN_OF_HEARTS, QUEEN_OF_DIAMONDS)


def cursed(deck: str, *more: str) -> Table:
    """Deal a game with the four queens, and more idols."""
    return game(deck, idols=idols(*QUEENS, *more))


@pytest.mark.parametrize("queen", ["QS", "QC", "QH", "QD"])
def test_l14_a_queen_that_is_no_idol_is_a_face_like_others(queen: str) -> None:
    others = idols(*(line for line in QUEENS if not line.startswith(queen)))
    scene(game(f"5C {queen}", idols=others), "draw draw -> moves draw bank, value 5").out()


FIVES = ("AC draw_more 5", "2C draw_more 5", "3C draw_more 5")
"""15 draws are demanded in all."""
LONG = "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C KC"
"""The first of them asks; the others are the ten draws that it can make compulsory."""


@scenes(
    {
        # The queen of spades
        "L14: Spades discards the highest number of the turn": scene(
            cursed("2C 9C 5C QS"),
            "draw draw draw draw -> last discarded 0 QS 9C, treasure 2C 5C, value 7, moves draw bank, discard 9C",
        ),
        "L14: Spades does nothing where there is no number": scene(
            cursed("AC QS"), "draw draw -> allies AC, value 0, moves draw bank"
        ),
        "L14: what Spades discarded no longer counts for the pair test (L5)": scene(
            cursed("9C QS 9D"), "draw draw draw -> treasure 9D, value 9"
        ),
        "L14: Spades counts as the turn's face": scene(cursed("9C QS JC"), "draw draw draw -> last busted 0 faces 0"),
        "L14: Spades has no effect when she busts": scene(
            cursed("9C KC QS"), "draw draw draw -> last busted 0 faces 9"
        ),
        "L14: Spades has no effect when she is countered": scene(
            cursed("AH 9C KC QS"),
            "draw draw draw draw -> moves spend run, treasure 9C",
            "spend -> treasure 9C, value 9, moves draw bank, face KC",
        ),
        # The queen of clubs
        "L14: Clubs busts at once, even as the first face": scene(
            cursed("9C QC"), "draw draw -> last busted 0 idol 9, active 1, discard 9C QC"
        ),
        "L14: Clubs ends the turn as its first card": scene(cursed("QC"), "draw -> active 1, moves draw"),
        "L14: Clubs can be countered, and then is no face": scene(
            cursed("AH 9C QC KD"), "draw draw draw -> moves spend run", "spend draw -> value 9, moves draw bank"
        ),
        "L14: Clubs busts by faces as the second face": scene(
            cursed("9C KC QC"), "draw draw draw -> last busted 0 faces 9"
        ),
        # The queen of hearts
        "L14: Hearts makes two draws compulsory": scene(
            cursed("QH 2C 3C"),
            "draw -> last demanded 0 QH 2 0, moves draw",
            "bank -> refused idol-demands",
            "draw -> moves draw",
            "draw -> moves draw bank",
            "bank -> scores 5 0 0",
        ),
        "L14: aces count as compulsory draws": scene(cursed("QH AC AD"), "draw draw draw -> moves draw bank"),
        "L14: a countered card counts as a compulsory draw, and the rest goes on": scene(
            cursed("AS 5C QH 5D 6C"),
            "draw draw draw draw -> moves spend run",
            "spend -> moves draw",
            "draw -> moves draw bank",
        ),
        "L14: a countered card may be the last compulsory draw": scene(
            cursed("AS 5C QH 6C 5D"), "draw draw draw draw draw spend -> moves draw bank"
        ),
        "L14: Hearts demands nothing of the next turn after a bust": scene(
            cursed("QH KC 2C"), "draw draw -> active 1", "draw -> moves draw bank"
        ),
        "L14: Hearts demands nothing when she is countered": scene(
            cursed("AS KC QH"), "draw draw draw spend -> last ally-spent 0 AS QH, moves draw bank"
        ),
        "L14: the clock draws what is compulsory and then banks (L17)": scene(
            cursed("QH 2C 3C 4C"), "draw clock -> scores 5 0 0, active 1"
        ),
        # The queen of diamonds
        "L14: Diamonds demands draws until a nine": scene(
            cursed("2C QD 8C AC 3C 9C"), "draw draw draw draw draw -> moves draw", "draw -> moves draw bank"
        ),
        "L14: Diamonds is met by a ten too": scene(
            cursed("2C QD 8C AC 3C 10C"), "draw draw draw draw draw -> moves draw", "draw -> moves draw bank"
        ),
        "L14: Diamonds is not met by what lay there before": scene(cursed("10C QD"), "draw draw -> moves draw"),
        "L14: Diamonds is met by a countered nine": scene(
            cursed("9C AS QD 9D"), "draw draw draw draw -> last threatened 0 9D pair", "spend -> moves draw bank"
        ),
        "L14: Diamonds is not met by a countered face": scene(cursed("AS QD KC"), "draw draw draw spend -> moves draw"),
        # Demands together
        "L14: counts add up: of the two for Hearts the first is a four, which asks for three more": scene(
            cursed("QH 4C 5C 6C 7C 8C", "4 draw_more 3"),
            "draw draw -> draws 4",
            "draw draw draw -> moves draw",
            "draw -> moves draw bank",
        ),
        "L14: a count during Diamonds needs both met: the nine answers her and is the first of two": scene(
            cursed("QD 3C 9C 4C", "3 draw_more 2"),
            "draw draw -> draws 2, above 8, askers 24 2",
            "draw -> moves draw",
            "draw -> moves draw bank",
        ),
        "L14: Diamonds outlasts a count": scene(
            cursed("QD 3C 4C 5C 9C", "3 draw_more 2"),
            "draw draw draw draw -> draws 0, moves draw",
            "draw -> moves draw bank",
        ),
        "L14: every card is tested against each `until`: a six answers `above 5`, but not Diamonds": scene(
            cursed("QD 3C 6C 10C", "3 draw_until_above 5"), "draw draw draw -> moves draw", "draw -> moves draw bank"
        ),
        "L14: a card that answers one `until` may ask for another": scene(
            cursed("QD 10C 7C 9C", "10 draw_until_above 8"), "draw draw -> moves draw", "draw draw -> moves draw bank"
        ),
        "L14: demands end with the turn": scene(cursed("QD KC 2C"), "draw draw draw -> active 1, moves draw bank"),
        # At most ten draws a turn are compulsory
        "L14: what is demanded beyond ten draws lapses": scene(
            game(LONG, idols=idols(*FIVES)),
            "draw " * 10 + "-> moves draw",
            "draw -> moves draw bank",
            "bank -> scores 54 0 0",
        ),
        "L14: a demand of the tenth card lapses": scene(
            game(LONG, idols=idols(*FIVES, "K draw_more 2")), "draw " * 10, "draw -> events drew 0 KC, moves draw bank"
        ),
        "L14: after ten draws nothing can be demanded for the rest of the turn": scene(
            game(f"{LONG} AD", idols=idols(*FIVES, "AD draw_more 2")), "draw " * 12 + "-> moves draw bank"
        ),
        "L14: the next turn can be compelled again": scene(
            game(f"{LONG} QH", idols=idols(*FIVES, QUEEN_OF_HEARTS)), "draw " * 11 + "bank draw -> moves draw"
        ),
        "L14: an `until` lapses after ten draws, those of countered cards included": scene(
            later("QD 2C 3C 4C 5C 6C 7C 8C AD 2D 3D", (), (), allies=("AH AS",), idols=idols(QUEEN_OF_DIAMONDS)),
            "draw " * 10 + "spend draw -> moves spend run",
            "spend -> moves draw bank",
        ),
    }
)
def test_l14_cursed_idols(scene: Scene) -> None:
    scene.out()
