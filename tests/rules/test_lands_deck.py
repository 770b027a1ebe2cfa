"""The deck runs out: only the discard pile comes back (L9, F16)."""

from rules.lands.model import Drew, Reshuffled
from tests.rules.builders import card, codes, later

TEN = "3C 5C 7C 8C 9C 10C JC QC KC 3D"


def test_l09_f16_the_new_deck_is_exactly_the_discard_pile() -> None:
    """+4 and +6 lie on the table, one card is left, ten are discarded, both seats have an ally."""
    table = later("4H 6H 2S", (), (9,), allies=("AD", "AH"), discard=TEN, reshuffles=("7C",))
    table.play("draw draw").play("draw draw")
    assert table.events == (Drew(0, card("2S")), Reshuffled(10), Drew(0, card("7C")))
    assert set(codes(table.state.deck).split()) == set(TEN.split()) - {"7C"}
    assert len(table.state.deck) == 9
    assert table.state.discard == b""
    assert (table.treasure, table.value, table.allies) == ("4H 6H 2S 7C", 19, "AD")


def test_l09_the_turns_face_stays_out_too() -> None:
    table = later("KD 2S", (), (), discard=TEN).play("draw draw draw")
    assert set(codes(table.state.deck).split()) | set(table.treasure.split()) == {"2S", *TEN.split()}


def test_l09_the_deck_is_renewed_when_a_card_must_be_drawn_not_before() -> None:
    table = later("2S", (), (), discard=TEN).play("draw")
    assert (len(table.state.deck), len(table.state.discard)) == (0, 10)


def test_l09_what_the_turn_before_banked_is_shuffled_in() -> None:
    table = later("2S", (), (), discard="9D").play("draw bank draw")
    assert table.events[-2:-1] == (Reshuffled(2),)


def test_l09_a_countered_card_and_the_ally_spent_on_it_come_back() -> None:
    table = later("2S 2D", (), (), allies=("AD",), discard="9D", reshuffles=("9D",)).play("draw draw spend draw")
    assert (set(codes(table.state.deck).split()), table.treasure) == ({"2D", "AD"}, "2S 9D")


def test_l09_every_reshuffle_has_a_number_of_its_own() -> None:
    table = later("2S", (), (), discard="9D", reshuffles=("2S 9D", "9D 2S"))
    table.play("draw bank draw bank draw bank draw bank draw")
    drawn = [codes(bytes([event.card])) for event in table.events if isinstance(event, Drew)]
    assert drawn == ["2S", "2S", "9D", "9D", "2S"]
    assert table.state.shuffles == 4
