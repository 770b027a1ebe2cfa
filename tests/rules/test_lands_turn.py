"""A turn of Lands Uncharted: the draw, the choice, the bust and the ally (L1-L8)."""

import pytest

from rules import lands
from rules.cards import VerifiableShuffler
from rules.game import Awaited, Clock
from rules.lands.model import Options
from tests.rules.builders import game, later
from tests.rules.scenes import Scene, scene, scenes, text


def test_l01_one_to_four_pirates_play() -> None:
    assert list(lands.SEATS) == [1, 2, 3, 4]


@pytest.mark.parametrize("first", range(4))
def test_l02_the_seat_that_touched_coin_begins_each_round_and_play_goes_in_joining_order(first: int) -> None:
    table = game("2C 3C 4C 5C 6C 7C", seats=4, first=first)
    order = []
    for _ in range(6):
        order.append((table.look("active"), table.look("round")))
        table.play("draw bank")
    assert order == [((first + turn) % 4, 1 + turn // 4) for turn in range(6)]


def test_l02_without_a_press_the_seed_chooses_among_all_seats() -> None:
    chosen = [lands.deal(Options(), 4, None, VerifiableShuffler(bytes([seed]))).first for seed in range(80)]
    assert {chosen.count(seat) >= 8 for seat in range(4)} == {True}


def test_l02_shuffle_0_chooses_the_first_seat_and_the_deck_is_shuffle_1_either_way() -> None:
    shuffler = VerifiableShuffler(b"key")
    for seats in lands.SEATS:
        drawn, named = (lands.deal(Options(), seats, first, shuffler) for first in (None, 0))
        assert drawn.first == shuffler.shuffle(bytes(range(seats)), 0)[0]
        assert drawn.deck == named.deck == shuffler.shuffle(bytes(range(52)), 1)


def test_l03_only_the_active_seat_has_moves_and_a_clock() -> None:
    state = game("2C").state
    assert [len(lands.legal(state, seat)) for seat in range(3)] == [1, 0, 0]
    assert lands.awaited(state) == Awaited(0, Clock.TURN, 0)


@pytest.mark.parametrize("rank", ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])
@pytest.mark.parametrize("suit", "CDHS")
def test_l04_numbers_are_worth_themselves_and_faces_and_aces_nothing(rank: str, suit: str) -> None:
    worth = int(rank) if rank.isdigit() else 0
    assert game(rank + suit).play("draw bank").look("scores") == [worth, 0, 0]


@pytest.mark.parametrize("faces", ["JC QD", "QC KD", "KC JD", "JC JD", "QS QH", "KS KH"])
def test_l05_a_second_face_busts(faces: str) -> None:
    scene(game(f"9C {faces}"), "draw draw draw -> last busted 0 faces 9, scores 0 0 0, active 1").out()


@pytest.mark.parametrize("number", range(2, 11))
def test_l05_a_second_card_of_a_number_busts_at_any_distance(number: int) -> None:
    between = "3C 4C" if number not in {3, 4} else "8C 9C"
    table = game(f"{number}H {between} KD {number}S").play("draw draw draw draw draw")
    assert text(table.events[-1]).startswith("busted 0 pair")


def test_l06_a_bust_costs_this_turn_only() -> None:
    scene(
        game("9C AH KC QC 8D", seats=1),
        "draw bank draw draw draw run -> scores 9, allies AH, discard 9C QC KC, value 0, moves draw",
    ).out()


@scenes(
    {
        # A turn
        "L3: a turn begins with a compulsory draw": scene(game("2C"), "-> moves draw"),
        "L3: then one may push forward or go back to the ship": scene(game("2C"), "draw -> moves draw bank"),
        "L3: banking scores the sum and passes play on": scene(
            game("10D 9S 2H"),
            "draw draw draw bank -> last banked 0 21 0 21, scores 21 0 0, active 1, moves draw, discard 10D 2H 9S",
        ),
        # What does not bust
        "L5: one of each number, one face and all aces bust nobody": scene(
            game("2C 3C 4C 5C 6C 7C 8C 9C 10C KC AC AD AH AS"),
            "draw " * 14 + "-> value 54, moves draw bank",
            "bank -> scores 54 0 0",
        ),
        "L5: a ten does not pair with a face": scene(game("10C JD"), "draw draw -> moves draw bank"),
        "L5: the tests look at one turn only": scene(
            game("KC 5C QD 5D", seats=1), "draw draw bank draw draw bank -> scores 10"
        ),
        # Allies
        "L7: an ace is put aside in the open and is no treasure": scene(
            game("AD 6C"),
            "draw -> events drew 0 AD ally-joined 0 AD yes, allies AD, treasure -, value 0, moves draw bank",
        ),
        "L7: an ally stays from turn to turn and is not banked": scene(
            game("AD 6C", seats=1), "draw draw bank -> allies AD, scores 6, discard 6C"
        ),
        "L7: a bust with an ally is a choice": scene(
            game("AD 6C 6D"), "draw draw draw -> moves spend run, last threatened 0 6D pair, active 0, value 6"
        ),
        "L7: without an ally there is no choice": scene(game("6C 6D"), "draw draw -> active 1"),
        "L7: spending discards the ace and the drawn card and the turn goes on": scene(
            game("AD 6C 6D 9H"),
            "draw draw draw spend -> last ally-spent 0 AD 6D, moves draw bank, discard AD 6D, allies -, treasure 6C",
            "draw bank -> scores 15 0 0",
        ),
        "L7: running keeps the ally": scene(
            game("AD 6C 6D", seats=1), "draw draw draw run -> allies AD, scores 0, discard 6C 6D, last busted 0 pair 6"
        ),
        "L7: one may go back to the ship right after a rescue": scene(
            game("AD 6C 6D"), "draw draw draw spend bank -> scores 6 0 0"
        ),
        "L7: one ally counters one bust, and the first number still counts": scene(
            game("AD AH 6C 6D 6H 6S"),
            "draw draw draw draw spend draw -> moves spend run",
            "spend draw -> last busted 0 pair 6, discard 6C AD 6D AH 6H 6S",
        ),
        "L7: a countered face does not count, but the first one still does": scene(
            game("AD AH KC QC JC"), "draw draw draw draw spend -> face KC", "draw -> moves spend run"
        ),
        "L7: another seat's ally is no help": scene(
            later("6C 6D", (), (), allies=("", "AS")), "draw draw -> active 1, allies AS"
        ),
    }
)
def test_l03_l05_l07_turns(scene: Scene) -> None:
    scene.out()


def test_l08_banking_nothing_is_allowed_and_is_no_scoring() -> None:
    scene(game("KC", seats=2), "draw bank -> events drew 0 KC banked 0 0 0 0, scores 0 0, scorings 0 0, active 1").out()


def test_l08_f36_a_zero_by_bust_and_a_zero_by_banking_rank_last_together_behind_four() -> None:
    """P1 busts, P2 banks nothing, P3 sails home with 4 and then takes the last round."""
    table = later("KC QC KD 4H 5C 5D KH 6H", (), (), (46,), target=50)
    scene(table, "draw draw draw bank draw bank -> scores 0 0 50, places 2 2 1").out()
