"""The start of a game (B1-B6, B19)."""

import pytest

from rules import blackspot
from rules.blackspot.model import Options, Phase
from rules.blackspot.view import CurseView
from rules.cards import VerifiableShuffler
from tests.rules.builders import codes
from tests.rules.option_sets import blackspot_piles
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


def test_b2_the_first_card_of_the_cursed_and_the_loot_deck_is_put_aside_unseen() -> None:
    table = dealt(PIRATES, CURSES, LOOT)
    assert (table.state.aside_loot, table.state.aside_curse) == (12, 13)
    assert {table.view(reader).aside for reader in (None, 0, 1)} == {None}


def test_b2_there_are_twelve_treasures() -> None:
    view = dealt(PIRATES, CURSES, LOOT).view(None)
    assert len(view.trove) + view.treasures_left == 12


def test_b4_the_trove_shows_three_loot_cards_with_a_hidden_curse_each() -> None:
    table = dealt(PIRATES, CURSES, LOOT)
    assert table.trove == "9:2 6:3 1:4"
    for reader in (None, 0, 1):
        trove = table.view(reader).trove
        assert [treasure.loot for treasure in trove] == [9, 6, 1]
        assert [treasure.curses for treasure in trove] == [(CurseView(0, up=False),)] * 3


def test_b5_everyone_is_dealt_five_cards_and_the_first_turn_replaces_the_first_hand() -> None:
    """B7: seat 0 discards its opening hand, AC to 5C, and draws the next five."""
    table = dealt(PIRATES, CURSES, LOOT)
    assert table.hand(1) == "6C 7C 8C 9C 10C"
    assert table.hand(0) == "JC QC KC AH 2H"
    assert table.discard == "AC 2C 3C 4C 5C"
    assert (table.state.phase, table.awaited) == (Phase.PEEK, (0, "turn"))


def test_b5_hands_are_dealt_from_the_first_player_on() -> None:
    """Three seats, seat 1 begins: 1 gets AC-5C, 2 gets 6C-10C, 0 gets JC-2H; then 1 draws 3H-7H."""
    table = dealt(PIRATES, CURSES, LOOT, seats=3, first=1)
    assert [table.hand(seat) for seat in range(3)] == [
        "JC QC KC AH 2H",
        "3H 4H 5H 6H 7H",
        "6C 7C 8C 9C 10C",
    ]
    assert table.discard == "AC 2C 3C 4C 5C"


def test_b5_four_hands_and_the_first_turn_leave_one_card() -> None:
    table = dealt(PIRATES, CURSES, LOOT, seats=4)
    assert (codes(table.state.draw), len(table.state.discard)) == ("KH", 5)


def test_b6_the_first_player_is_named_and_play_goes_on_in_joining_order() -> None:
    table = dealt(PIRATES, CURSES, LOOT, seats=3, first=2)
    order = []
    for _ in range(4):
        order.append(table.state.active)
        table.time_out()
    assert order == [2, 0, 1, 2]


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


@pytest.mark.parametrize("seats", blackspot.SEATS)
def test_every_set_of_house_rules_is_valid(seats: int) -> None:
    blackspot.validate(Options())
    assert blackspot.outcome(blackspot.deal(Options(), seats, 0, VerifiableShuffler(b""))) is None
