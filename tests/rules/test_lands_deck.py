"""The deck runs out: only the discard pile comes back (L9, F16)."""

from tests.rules.builders import later
from tests.rules.scenes import Scene, scene, scenes

TEN = "3C 5C 7C 8C 9C 10C JC QC KC 3D"


def test_l09_f16_the_new_deck_is_exactly_the_discard_pile() -> None:
    """+4 and +6 lie on the table, one card is left, ten are discarded, both seats have an ally."""
    scene(
        later("4H 6H 2S", (), (9,), allies=("AD", "AH"), discard=TEN, reshuffles=("7C",)),
        "draw draw",
        "draw draw -> events drew 0 2S reshuffled 10 drew 0 7C",
        "-> deck 3C 5C 8C 9C 10C JC QC KC 3D, discard -, treasure 4H 6H 2S 7C, value 19, allies AD",
    ).out()


@scenes(
    {
        "the turn's face stays out too": scene(
            later("KD 2S", (), (), discard=TEN), "draw draw draw -> face KD, deck 5C 7C 8C 9C 10C JC QC KC 3D"
        ),
        "the deck is renewed when a card must be drawn, not before": scene(
            later("2S", (), (), discard=TEN), f"draw -> deck -, discard {TEN}"
        ),
        "what the turn before banked is shuffled in": scene(
            later("2S", (), (), discard="9D"), "draw bank", "draw -> events reshuffled 2 drew 1 9D"
        ),
        "a countered card and the ally spent on it come back": scene(
            later("2S 2D", (), (), allies=("AD",), discard="9D", reshuffles=("9D",)),
            "draw draw spend draw -> deck AD 2D, treasure 2S 9D",
        ),
        "every reshuffle has a number of its own": scene(
            later("2S", (), (), discard="9D", reshuffles=("2S 9D", "9D 2S")),
            "draw bank",
            "draw bank -> events reshuffled 2 drew 1 2S banked 1 2 0 2",
            "draw bank",
            "draw bank -> events reshuffled 2 drew 1 9D banked 1 9 0 11",
        ),
    }
)
def test_l09_the_new_deck(scene: Scene) -> None:
    scene.out()
