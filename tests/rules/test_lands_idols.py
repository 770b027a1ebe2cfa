"""Cursed Idols: the four queens of the text, and compulsory draws (L14)."""

from rules import lands
from rules.cards import CODES, pile
from rules.errors import Reason
from rules.lands.model import AllySpent, Busted, Cause, Demanded, Discarded, Threatened
from tests.rules.builders import (
    QUEEN_OF_CLUBS,
    QUEEN_OF_DIAMONDS,
    QUEEN_OF_HEARTS,
    QUEEN_OF_SPADES,
    Table,
    card,
    game,
    idols,
    later,
)

QUEENS = (QUEEN_OF_SPADES, QUEEN_OF_CLUBS, QUEEN_OF_HEARTS, QUEEN_OF_DIAMONDS)


def cursed(deck: str, *more: str, seats: int = 3) -> Table:
    """Deal a game with the four queens, and more idols."""
    return game(deck, seats, idols=idols(*QUEENS, *more))


def test_l14_without_idols_a_queen_is_a_face_like_others() -> None:
    for queen in ("QS", "QC", "QH", "QD"):
        table = game(f"5C {queen}").play("draw draw")
        assert (table.moves, table.value) == ("draw bank", 5)


def test_l14_any_subset_of_the_queens_may_be_on() -> None:
    table = game("QC 5C QH", idols=idols(QUEEN_OF_HEARTS)).play("draw draw bank draw")
    assert table.moves == "draw"


# --- Queen of Spades ---


def test_l14_spades_discards_the_highest_number_of_the_turn() -> None:
    table = cursed("2C 9C 5C QS").play("draw draw draw draw")
    assert table.events[-1] == Discarded(0, idol=card("QS"), card=card("9C"))
    assert (table.treasure, table.value, table.moves) == ("2C 5C", 7, "draw bank")
    assert table.discard == {"9C"}


def test_l14_spades_with_no_number_does_nothing() -> None:
    table = cursed("AC QS").play("draw draw")
    assert (table.allies, table.value, table.moves) == ("AC", 0, "draw bank")


def test_l14_l05_the_discarded_number_no_longer_counts_for_the_pair_test() -> None:
    table = cursed("9C QS 9D").play("draw draw draw")
    assert (table.treasure, table.value) == ("9D", 9)


def test_l14_spades_counts_as_the_turns_face() -> None:
    assert cursed("9C QS JC").play("draw draw draw").events[-1] == Busted(0, Cause.FACES, 0)


def test_l14_spades_that_busts_has_no_effect() -> None:
    table = cursed("9C KC QS").play("draw draw draw")
    assert table.events[-1] == Busted(0, Cause.FACES, lost=9)


def test_l14_spades_countered_by_an_ally_has_no_effect() -> None:
    table = cursed("AH 9C KC QS").play("draw draw draw draw")
    assert (table.moves, table.treasure) == ("spend run", "9C")
    table.play("spend")
    assert (table.treasure, table.value, table.moves) == ("9C", 9, "draw bank")
    assert CODES[table.state.turn.face] == "KC"


# --- Queen of Clubs ---


def test_l14_clubs_busts_at_once_even_as_the_first_face() -> None:
    table = cursed("9C QC").play("draw draw")
    assert isinstance(table.events[-1], Busted)
    assert (table.events[-1].lost, table.state.active, table.discard) == (9, 1, {"9C", "QC"})


def test_l14_clubs_can_be_countered_by_an_ally_and_then_is_no_face() -> None:
    table = cursed("AH 9C QC KD").play("draw draw draw")
    assert table.moves == "spend run"
    table.play("spend draw")
    assert (table.value, table.moves) == (9, "draw bank")


def test_l14_clubs_as_second_face_is_a_bust_by_faces() -> None:
    assert cursed("9C KC QC").play("draw draw draw").events[-1] == Busted(0, Cause.FACES, 9)


def test_l14_clubs_as_first_card_ends_the_turn() -> None:
    table = cursed("QC").play("draw")
    assert (table.state.active, table.moves) == (1, "draw")


# --- Queen of Hearts ---


def test_l14_hearts_makes_two_draws_compulsory() -> None:
    table = cursed("QH 2C 3C").play("draw")
    assert table.events[-1] == Demanded(0, card("QH"), draws=2, above=0)
    assert table.moves == "draw"
    assert table.refusal("bank") == (Reason.IDOL_DEMANDS, {})
    assert table.play("draw").moves == "draw"
    assert table.play("draw").moves == "draw bank"
    assert table.play("bank").scores[0] == 5


def test_l14_aces_count_as_compulsory_draws() -> None:
    assert cursed("QH AC AD").play("draw draw draw").moves == "draw bank"


def test_l14_a_countered_card_counts_as_a_compulsory_draw_and_the_rest_goes_on() -> None:
    table = cursed("AS 5C QH 5D 6C").play("draw draw draw draw")
    assert table.moves == "spend run"
    assert table.play("spend").moves == "draw"
    assert table.play("draw").moves == "draw bank"


def test_l14_a_countered_card_may_be_the_last_compulsory_draw() -> None:
    assert cursed("AS 5C QH 6C 5D").play("draw draw draw draw draw spend").moves == "draw bank"


def test_l14_hearts_that_busts_demands_nothing_of_the_next_turn() -> None:
    table = cursed("QH KC 2C").play("draw draw")
    assert table.state.active == 1
    assert table.play("draw").moves == "draw bank"


def test_l14_hearts_countered_by_an_ally_demands_nothing() -> None:
    table = cursed("AS KC QH").play("draw draw draw spend")
    assert isinstance(table.events[-1], AllySpent)
    assert table.moves == "draw bank"


# --- Queen of Diamonds ---


def test_l14_diamonds_demands_draws_until_a_nine_or_ten() -> None:
    for stop in ("9C", "10C"):
        table = cursed(f"2C QD 8C AC 3C {stop}").play("draw draw")
        for _ in range(4):
            assert table.moves == "draw"
            table.play("draw")
        assert table.moves == "draw bank"


def test_l14_diamonds_is_not_met_by_what_lay_there_before() -> None:
    assert cursed("10C QD").play("draw draw").moves == "draw"


def test_l14_diamonds_is_met_by_a_countered_nine() -> None:
    table = cursed("9C AS QD 9D").play("draw draw draw draw")
    assert table.events[-1] == Threatened(0, card("9D"), Cause.PAIR)
    assert table.play("spend").moves == "draw bank"


def test_l14_diamonds_is_not_met_by_a_countered_face() -> None:
    assert cursed("AS QD KC").play("draw draw draw spend").moves == "draw"


# --- Demands together ---


def test_l14_counts_add_up() -> None:
    """Two from Hearts; the four is the first of them and asks for three more: four are left."""
    table = cursed("QH 4C 5C 6C 7C 8C", "4 draw_more 3").play("draw draw")
    assert table.state.turn.draws == 4
    assert table.play("draw draw draw").moves == "draw"
    assert table.play("draw").moves == "draw bank"


def test_l14_a_count_during_diamonds_needs_both_met() -> None:
    """The nine answers Diamonds and is the first of the two; one more is owed."""
    table = cursed("QD 3C 9C 4C", "3 draw_more 2").play("draw draw draw")
    assert table.moves == "draw"
    assert table.play("draw").moves == "draw bank"


def test_l14_diamonds_outlasts_a_count() -> None:
    table = cursed("QD 3C 4C 5C 9C", "3 draw_more 2").play("draw draw draw draw")
    assert (table.state.turn.draws, table.moves) == (0, "draw")
    assert table.play("draw").moves == "draw bank"


def test_l14_every_card_is_tested_against_each_until() -> None:
    """A six answers `above 5`, but not Diamonds; the ten answers both."""
    table = cursed("QD 3C 6C 10C", "3 draw_until_above 5").play("draw draw draw")
    assert table.moves == "draw"
    assert table.play("draw").moves == "draw bank"


def test_l14_a_card_that_answers_one_until_may_ask_for_another() -> None:
    table = cursed("QD 10C 7C 9C", "10 draw_until_above 8").play("draw draw")
    assert table.moves == "draw"
    assert table.play("draw draw").moves == "draw bank"


def test_l14_demands_end_with_the_turn() -> None:
    table = cursed("QD KC 2C").play("draw draw draw")
    assert (table.state.active, table.moves) == (1, "draw bank")


# --- Ten compulsory draws ---

FIVES = ("AC draw_more 5", "2C draw_more 5", "3C draw_more 5")
"""15 draws are demanded in all."""


def test_l14_at_most_ten_draws_are_compulsory_and_the_rest_lapses() -> None:
    table = game("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C KC", idols=idols(*FIVES)).play("draw " * 10)
    assert table.moves == "draw"
    assert table.play("draw").moves == "draw bank"
    assert table.play("bank").scores[0] == 54


def test_l14_a_demand_of_the_tenth_compulsory_card_lapses() -> None:
    table = game("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C KC", idols=idols(*FIVES, "K draw_more 2"))
    table.play("draw " * 11)
    assert table.moves == "draw bank"
    assert not any(isinstance(event, Demanded) and event.card == card("KC") for event in table.events)


def test_l14_after_ten_nothing_can_be_demanded_for_the_rest_of_the_turn() -> None:
    table = game("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C KC AD", idols=idols(*FIVES, "AD draw_more 2"))
    assert table.play("draw " * 12).moves == "draw bank"


def test_l14_the_next_turn_can_be_compelled_again() -> None:
    deck = "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C KC QH"
    table = game(deck, idols=idols(*FIVES, QUEEN_OF_HEARTS)).play("draw " * 11 + "bank draw")
    assert table.moves == "draw"


def test_l14_an_until_lapses_after_ten_draws() -> None:
    """Diamonds, then ten cards without a nine or ten; two of them are countered, all ten count."""
    table = later("QD 2C 3C 4C 5C 6C 7C 8C AD 2D 3D", (), (), allies=("AH AS",), idols=idols(QUEEN_OF_DIAMONDS))
    table.play("draw " * 10 + "spend draw")
    assert table.moves == "spend run"
    assert table.play("spend").moves == "draw bank"


def test_l14_l17_a_time_out_draws_what_is_compulsory_and_then_banks() -> None:
    table = cursed("QH 2C 3C 4C").play("draw").time_out()
    assert (table.scores, table.state.active) == ([5, 0, 0], 1)


def test_l14_the_view_says_what_is_still_owed_and_who_asked() -> None:
    table = cursed("QD 3C", "3 draw_more 2").play("draw draw")
    seen = lands.view(table.state, None)
    assert (seen.draws, seen.above, seen.askers) == (2, 8, tuple(pile("QD 3C")))
