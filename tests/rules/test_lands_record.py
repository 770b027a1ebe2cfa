"""What is shown and what is stored of Lands Uncharted."""

import msgspec
import pytest

from rules import lands
from rules.cards import VerifiableShuffler, pile
from rules.errors import UnknownFormat
from rules.idols import Effect, Idol
from rules.lands.model import Move, Options
from tests.rules.builders import card, game, idols, later


def test_the_view_shows_the_table_and_counts_the_deck() -> None:
    seen = lands.view(game("KC 7D AS 9C", buried_treasure=True).play("draw draw draw").state, 1)
    assert (seen.treasure, seen.face, seen.pending, seen.cause) == (tuple(pile("7D")), card("KC"), None, None)
    assert (seen.value, seen.bank_points, seen.need) == (7, 7, 93)
    assert (seen.deck, seen.discard, seen.round, seen.rounds) == (49, 0, 1, None)
    assert (seen.active, seen.moves, seen.outcome) == (0, ("draw", "bank"), None)


def test_the_view_shows_the_card_that_busts_and_why() -> None:
    seen = lands.view(game("7D AS 7C").play("draw draw draw").state, 1)
    assert (seen.pending, seen.cause, seen.treasure) == (card("7C"), "pair", tuple(pile("7D")))


def test_the_view_of_a_dare_says_what_is_still_needed() -> None:
    seen = lands.view(later("5C 4C", (88,), (), dare=True).play("draw bank dare draw").state, 1)
    assert (seen.daring, seen.need, seen.seats[0].banks) == (True, 3, (88, 5))


def test_card_numbers_with_the_value_zero_are_shown_as_cards() -> None:
    """F36: the ace of clubs is card 0, seat 0 triggers, and both are values, not nothing."""
    table = game("AC 7D 7C").play("draw")
    assert lands.view(table.state, None).seats[0].allies == (0,)
    assert lands.view(later("2C", (98,), ()).play("draw bank").state, None).trigger == 0


def test_a_stored_game_goes_on_where_it_was() -> None:
    table = later("5C 2D 2H 7D", (88,), (3, 4), allies=("AS",), dare=True, idols=idols("QS bonus 3", "4 bank_now"))
    table.play("draw bank dare draw draw")
    assert lands.load(lands.dump(table.state)) == table.state
    table.state = lands.load(lands.dump(table.state))
    assert table.look("moves") == (Move.SPEND, Move.RUN)


def test_l15_idols_come_back_from_a_dump_and_from_one_of_the_first_format() -> None:
    """The first one had them in the options, whole."""
    cursed = Options(idols=(Idol("7", Effect.TOLL, 3, "Greedy Grin"), Idol("QC", Effect.BUST)))
    state = lands.deal(cursed, 2, 0, VerifiableShuffler(b"k"))
    assert lands.load(lands.dump(state)) == state
    assert lands.load(msgspec.json.encode({"state": state, "format": 1})) == state


def test_a_dump_carries_its_formats_number() -> None:
    assert msgspec.json.decode(lands.dump(game("2C").state))["format"] == 2


@pytest.mark.parametrize("broken", [b"", b"{}", b"[]", b"null", b'{"format":1}', b'{"state":{},"format":1}', b"\xff"])
def test_what_is_no_dump_is_refused(broken: bytes) -> None:
    with pytest.raises(UnknownFormat):
        lands.load(broken)


@pytest.mark.parametrize("number", [b"0", b"3", b"99"])
def test_a_dump_of_an_unknown_format_is_refused_even_if_it_looks_the_same(number: bytes) -> None:
    dump = lands.dump(lands.deal(Options(), 2, 0, VerifiableShuffler(b"k")))
    with pytest.raises(UnknownFormat):
        lands.load(dump.replace(b'"format":2', b'"format":' + number))
