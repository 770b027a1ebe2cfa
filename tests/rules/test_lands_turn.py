"""A turn of Lands Uncharted: the draw, the choice, the bust and the ally (L1-L8)."""

import pytest

from rules import lands
from rules.cards import CODES, RANK_OF, VerifiableShuffler, pile
from rules.game import Clock
from rules.lands.model import (
    ACES,
    FACES,
    AllyJoined,
    AllySpent,
    Banked,
    Busted,
    Cause,
    Drew,
    Options,
    Threatened,
)
from tests.rules.builders import card, game, later


def test_l01_one_to_four_pirates_play() -> None:
    assert list(lands.SEATS) == [1, 2, 3, 4]


@pytest.mark.parametrize("first", range(4))
def test_l02_the_seat_that_touched_coin_begins_and_play_goes_in_joining_order(first: int) -> None:
    table = game("2C 3C 4C 5C 6C", seats=4, first=first)
    order = []
    for _ in range(5):
        order.append(table.state.active)
        table.play("draw bank")
    assert order == [(first + n) % 4 for n in range(5)]


def test_l02_without_a_press_the_seed_chooses_among_all_seats() -> None:
    chosen = [lands.deal(Options(), 4, None, VerifiableShuffler(bytes([seed]))).first for seed in range(80)]
    assert {chosen.count(seat) >= 8 for seat in range(4)} == {True}


def test_l02_the_seat_on_top_of_the_shuffled_seats_begins() -> None:
    shuffler = VerifiableShuffler(b"key")
    for seats in lands.SEATS:
        assert lands.deal(Options(), seats, None, shuffler).first == shuffler.shuffle(bytes(range(seats)), 0)[0]


def test_l02_a_round_begins_with_the_first_seat() -> None:
    table = game("2C 3C 4C 5C 6C 7C", first=2)
    rounds = []
    for _ in range(6):
        rounds.append(lands.view(table.state, None).round)
        table.play("draw bank")
    assert rounds == [1, 1, 1, 2, 2, 2]


def test_l02_the_deck_is_the_same_whether_or_not_the_first_seat_was_drawn() -> None:
    shuffler = VerifiableShuffler(b"key")
    assert (
        lands.deal(Options(), 3, None, shuffler).deck
        == lands.deal(Options(), 3, 1, shuffler).deck
        == shuffler.shuffle(bytes(range(52)), 1)
    )


def test_l03_a_turn_begins_with_a_compulsory_draw() -> None:
    assert game("2C").moves == "draw"


def test_l03_after_a_draw_the_player_may_push_forward_or_go_back_to_the_ship() -> None:
    assert game("2C").play("draw").moves == "draw bank"


def test_l03_banking_scores_the_sum_and_passes_play_on() -> None:
    table = game("10D 9S 2H").play("draw draw draw bank")
    assert table.scores == [21, 0, 0]
    assert (table.state.active, table.moves) == (1, "draw")
    assert table.events[-1] == Banked(seat=0, value=21, bonus=0, score=21)
    assert table.discard == {"10D", "9S", "2H"}


def test_l03_only_the_active_seat_has_moves() -> None:
    state = game("2C").state
    assert [len(lands.legal(state, seat)) for seat in range(3)] == [1, 0, 0]
    awaited = lands.awaited(state)
    assert awaited is not None
    assert (awaited.seat, awaited.clock, awaited.turn) == (0, Clock.TURN, 0)


@pytest.mark.parametrize("code, worth", [(f"{n}{suit}", n) for n in range(2, 11) for suit in "CDHS"])
def test_l04_a_number_is_worth_itself(code: str, worth: int) -> None:
    assert game(code).play("draw bank").scores == [worth, 0, 0]


@pytest.mark.parametrize("code", [rank + suit for rank in "AJQK" for suit in "CDHS"])
def test_l04_faces_and_aces_are_worth_nothing(code: str) -> None:
    assert game(f"{code} 7D").play("draw draw bank").scores == [7, 0, 0]


@pytest.mark.parametrize("faces", ["JC QD", "QC KD", "KC JD", "JC JD", "QS QH", "KS KH"])
def test_l05_a_second_face_busts(faces: str) -> None:
    table = game(f"9C {faces}").play("draw draw draw")
    assert table.events[-1] == Busted(seat=0, cause=Cause.FACES, lost=9)
    assert (table.scores, table.state.active) == ([0, 0, 0], 1)


@pytest.mark.parametrize("number", range(2, 11))
def test_l05_a_second_card_of_a_number_busts_at_any_distance(number: int) -> None:
    between = "3C 4C" if number not in {3, 4} else "8C 9C"
    table = game(f"{number}H {between} KD {number}S").play("draw draw draw draw draw")
    assert isinstance(table.events[-1], Busted)
    assert table.events[-1].cause is Cause.PAIR


def test_l05_one_of_each_number_and_one_face_and_all_aces_bust_nobody() -> None:
    deck = "2C 3C 4C 5C 6C 7C 8C 9C 10C KC AC AD AH AS"
    table = game(deck).play("draw " * 14)
    assert (table.value, table.moves) == (54, "draw bank")
    assert table.play("bank").scores == [54, 0, 0]


def test_l05_a_face_does_not_pair_with_a_number_nor_a_ten_with_a_face() -> None:
    assert game("10C JD").play("draw draw").moves == "draw bank"


def test_l05_the_tests_look_at_one_turn_only() -> None:
    table = game("KC 5C QD 5D", seats=1).play("draw draw bank draw draw bank")
    assert table.scores == [10]


def test_l06_a_bust_costs_this_turn_only() -> None:
    table = game("9C AH KC QC 8D", seats=1).play("draw bank draw draw draw run")
    assert (table.scores, table.allies, table.state.active) == ([9], "AH", 0)
    assert table.discard == {"9C", "KC", "QC"}
    assert (table.value, table.moves) == (0, "draw")


def test_l07_an_ace_is_put_aside_in_the_open_and_is_no_treasure() -> None:
    table = game("AD 6C").play("draw")
    assert table.events == (Drew(0, card("AD")), AllyJoined(0, card("AD"), kept=True))
    assert (table.allies, table.treasure, table.value, table.moves) == ("AD", "", 0, "draw bank")
    assert lands.view(table.state, 2).seats[0].allies == (card("AD"),)


def test_l07_an_ally_stays_from_turn_to_turn_and_is_not_banked() -> None:
    table = game("AD 6C", seats=1).play("draw draw bank")
    assert (table.allies, table.scores, table.discard) == ("AD", [6], {"6C"})


def test_l07_a_bust_with_an_ally_is_a_choice() -> None:
    table = game("AD 6C 6D").play("draw draw draw")
    assert table.moves == "spend run"
    assert table.events[-1] == Threatened(0, card("6D"), Cause.PAIR)
    assert (table.state.active, table.value) == (0, 6)


def test_l07_without_an_ally_there_is_no_choice() -> None:
    assert game("6C 6D").play("draw draw").state.active == 1


def test_l07_spending_discards_the_ace_and_the_drawn_card_and_the_turn_goes_on() -> None:
    table = game("AD 6C 6D 9H").play("draw draw draw spend")
    assert table.events[-1] == AllySpent(0, card("AD"), card("6D"))
    assert (table.discard, table.allies, table.treasure) == ({"AD", "6D"}, "", "6C")
    assert table.moves == "draw bank"
    assert table.play("draw bank").scores == [15, 0, 0]


def test_l07_running_keeps_the_ally() -> None:
    table = game("AD 6C 6D", seats=1).play("draw draw draw run")
    assert (table.allies, table.scores, table.discard) == ("AD", [0], {"6C", "6D"})
    assert table.events[-1] == Busted(0, Cause.PAIR, 6)


def test_l07_the_player_may_go_back_to_the_ship_right_after_a_rescue() -> None:
    assert game("AD 6C 6D").play("draw draw draw spend bank").scores == [6, 0, 0]


def test_l07_one_ally_counters_one_bust() -> None:
    table = game("AD AH 6C 6D 6H 6S").play("draw draw draw draw spend draw spend draw")
    assert table.events[-1] == Busted(0, Cause.PAIR, 6)
    assert table.discard == {"AD", "AH", "6C", "6D", "6H", "6S"}


def test_l07_a_countered_number_does_not_count_but_the_first_one_still_does() -> None:
    table = game("AD AH 6C 6D 6H").play("draw draw draw draw spend draw")
    assert table.moves == "spend run"


def test_l07_a_countered_face_does_not_count_but_the_first_one_still_does() -> None:
    table = game("AD AH KC QC JC").play("draw draw draw draw spend")
    assert CODES[table.state.turn.face] == "KC"
    assert table.play("draw").moves == "spend run"


def test_l07_another_seats_ally_is_no_help() -> None:
    table = later("6C 6D", (), (), allies=("", "AS")).play("draw draw")
    assert (table.state.active, table.allies) == (1, "AS")


def test_l08_banking_nothing_is_allowed_and_is_no_scoring() -> None:
    table = game("KC", seats=2).play("draw bank")
    assert table.events == (Drew(0, card("KC")), Banked(0, 0, 0, 0))
    assert (table.scores, table.scorings, table.state.active) == ([0, 0], [0, 0], 1)


def test_l08_f36_a_zero_by_bust_and_a_zero_by_banking_rank_last_together_behind_four() -> None:
    """P1 busts, P2 banks nothing, P3 sails home with 4 and then takes the last round."""
    table = later("KC QC KD 4H 5C 5D KH 6H", (), (), (46,), target=50)
    table.play("draw draw draw bank draw bank")
    assert table.result.scores == (0, 0, 50)
    assert table.result.places == (2, 2, 1)


def test_the_constants_name_twelve_faces_and_four_aces() -> None:
    assert {CODES[card] for card in FACES} == {rank + suit for rank in "JQK" for suit in "CDHS"}
    assert {CODES[card] for card in ACES} == {"AC", "AD", "AH", "AS"}
    assert [RANK_OF[card] for card in pile("AS 2S 10S JS QS KS")] == [1, 2, 10, 11, 12, 13]
