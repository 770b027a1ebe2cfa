"""The start of a game (B1-B6, B19)."""

from rules import blackspot
from rules.blackspot.model import Options
from rules.cards import VerifiableShuffler
from tests.rules.builders import codes
from tests.rules.option_sets import blackspot_piles
from tests.rules.scenes import Scene, scene, scenes
from tests.rules.ships import dealt

PIRATES = "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
CURSES = "KS 2S 3S 4S 5S"
LOOT = "QD 9D 6D AD 5D"


def test_b1_two_to_four_play() -> None:
    assert list(blackspot.SEATS) == [2, 3, 4]


def test_b2_hearts_and_clubs_are_drawn_spades_curse_and_diamonds_are_loot() -> None:
    """Two seats: five cards each, five of the first turn; 26 - 15 are left in the draw pile."""
    table = dealt(PIRATES, CURSES, LOOT)
    *_, loot, curses = blackspot_piles(table.state)
    assert len(table.state.draw) == 11
    assert {codes(loot[at : at + 1])[-1] for at in range(13)} == {"D"}
    assert {codes(curses[at : at + 1])[-1] for at in range(13)} == {"S"}


@scenes(
    {
        "a card of either deck is put aside unseen, three treasures lie in the trove (B2, B4)": scene(
            dealt(PIRATES, CURSES, LOOT), "-> aside -, trove 9:2 6:3 1:4, trove@0 9:? 6:? 1:?, trove@ 9:? 6:? 1:?"
        ),
        "there are twelve treasures (B2)": scene(dealt(PIRATES, CURSES, LOOT), "-> treasures_left 9"),
        "five cards each, and the first turn replaces the first hand (B5, B7)": scene(
            dealt(PIRATES, CURSES, LOOT),
            "-> hand0 JC QC KC AH 2H, hand1 6C 7C 8C 9C 10C, discard AC 2C 3C 4C 5C, phase peek, awaited 0 turn",
        ),
        "hands are dealt from the first player on (B5): seat 1 gets AC-5C and then 3H-7H": scene(
            dealt(PIRATES, CURSES, LOOT, seats=3, first=1),
            "-> hand0 JC QC KC AH 2H, hand1 3H 4H 5H 6H 7H, hand2 6C 7C 8C 9C 10C, discard AC 2C 3C 4C 5C",
        ),
        "four hands and the first turn leave one card (B5)": scene(
            dealt(PIRATES, CURSES, LOOT, seats=4), "-> draw 1, discard AC 2C 3C 4C 5C"
        ),
        "the first player is named, and play goes on in joining order (B6)": scene(
            dealt(PIRATES, CURSES, LOOT, seats=3, first=2),
            "-> active 2",
            "clock -> active 0",
            "clock -> active 1",
            "clock -> active 2",
        ),
    }
)
def test_b2_b4_b5_b6_the_deal(scene: Scene) -> None:
    scene.out()


def test_b2_the_cards_put_aside_are_the_first_of_their_decks() -> None:
    state = dealt(PIRATES, CURSES, LOOT).state
    assert (state.aside_loot, state.aside_curse) == (12, 13)


def test_b6_else_the_seed_draws_the_first_player_and_the_decks_are_the_same() -> None:
    drawn = set()
    for number in range(40):
        shuffler = VerifiableShuffler(bytes((number,)))
        state = blackspot.deal(Options(), 4, None, shuffler)
        drawn.add(state.first)
        assert state == blackspot.deal(Options(), 4, state.first, shuffler)
    assert drawn == {0, 1, 2, 3}


def test_b19_the_theme_is_no_rule_of_the_game() -> None:
    assert Options.__struct_fields__ == ("peek", "curse_reaction", "purify", "ending")
