"""What is shown and what is stored of Lands Uncharted."""

import msgspec

from rules import lands
from rules.cards import VerifiableShuffler
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.rules.builders import game, later
from tests.rules.scenes import Scene, scene, scenes


@scenes(
    {
        "the view shows the table and counts the deck": scene(
            game("KC 7D AS 9C", buried_treasure=True),
            "draw draw draw -> treasure 7D, face KC, pending -, cause -, value 7, bank_points 7, need 93",
            "-> draws 0, above 0, round 1, rounds -, active 0, first 0, outcome -, cards 49 0",
        ),
        "the view shows the card that busts and why": scene(
            game("7D AS 7C"), "draw draw draw -> pending 6, cause pair, treasure 7D"
        ),
        "the view of a dare says what is still needed": scene(
            later("5C 4C", (88,), (), dare=True), "draw bank dare draw -> daring yes, need 3, banks0 88 5"
        ),
        "F36: card 0, the ace of clubs, is a card": scene(game("AC 7D 7C"), "draw -> allies0 AC, shown_allies 0"),
        "F36: seat 0 is a seat": scene(later("2C", (98,), ()), "draw bank -> trigger 0"),
    }
)
def test_the_view(scene: Scene) -> None:
    scene.out()


def test_l15_idols_come_back_from_a_dump_and_from_one_of_the_first_format() -> None:
    """The first one had them in the options, whole."""
    cursed = Options(idols=(Idol("7", Effect.TOLL, 3, "Greedy Grin"), Idol("QC", Effect.BUST)))
    state = lands.deal(cursed, 2, 0, VerifiableShuffler(b"k"))
    assert lands.load(lands.dump(state)) == state
    assert lands.load(msgspec.json.encode({"state": state, "format": 1})) == state
