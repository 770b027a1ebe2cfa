"""One test for each reason the rules of Lands Uncharted refuse a move; a refused move changes nothing."""

import pytest

from rules import lands
from rules.cards import VerifiableShuffler
from rules.errors import IllegalMove, MalformedMove, Reason
from rules.lands.model import Move
from tests.rules.builders import game, idols, later


def test_game_over() -> None:
    table = later("2C 3C", (98,), ()).play("draw bank draw bank")
    for move in Move:
        assert table.refusal(f"0:{move}") == (Reason.GAME_OVER, {})


def test_seat_left() -> None:
    table = game("2C").play("1:leave")
    for move in Move:
        assert table.refusal(f"1:{move}") == (Reason.SEAT_LEFT, {})


def test_not_your_turn_says_whose_it_is() -> None:
    table = game("2C", first=2).play("draw")
    for move in set(Move) - {Move.LEAVE}:
        assert table.refusal(f"1:{move}") == (Reason.NOT_YOUR_TURN, {"turn": 2})


def test_draw_first() -> None:
    assert game("2C").refusal("bank") == (Reason.DRAW_FIRST, {})


def test_idol_demands() -> None:
    table = game("KC 2C", idols=idols("K draw_until_above 8")).play("draw")
    assert table.refusal("bank") == (Reason.IDOL_DEMANDS, {})


def test_idol_demands_also_after_an_ally_saved_the_player() -> None:
    table = game("AS KC QC 2C", idols=idols("K draw_more 3")).play("draw draw draw spend")
    assert table.refusal("bank") == (Reason.IDOL_DEMANDS, {})


def test_no_way_back() -> None:
    table = later("5C 2C", (88,), (), dare=True).play("draw bank dare")
    assert table.refusal("bank") == (Reason.NO_WAY_BACK, {})


def test_answer_bust() -> None:
    table = game("AS 2C 2D").play("draw draw draw")
    for word in ("draw", "bank", "dare", "decline"):
        assert table.refusal(word) == (Reason.ANSWER_BUST, {})


def test_answer_dare() -> None:
    table = later("5C", (88,), (), dare=True).play("draw bank")
    for word in ("draw", "bank", "spend", "run"):
        assert table.refusal(word) == (Reason.ANSWER_DARE, {})


def test_no_bust() -> None:
    for table in (game("AS 2C").play("draw"), game("2C")):
        assert table.refusal("spend") == (Reason.NO_BUST, {})
        assert table.refusal("run") == (Reason.NO_BUST, {})


def test_no_dare() -> None:
    for table in (game("2C").play("draw"), game("2C")):
        assert table.refusal("dare") == (Reason.NO_DARE, {})
        assert table.refusal("decline") == (Reason.NO_DARE, {})


def test_a_refusal_carries_its_reason_in_words_for_the_log() -> None:
    with pytest.raises(IllegalMove, match="draw-first"):
        lands.apply(game("2C").state, 0, Move.BANK, VerifiableShuffler(b""))


@pytest.mark.parametrize("text", ["", "DRAW", "draw ", "draw:1", "0", "fly", "bánk", "draw\n"])
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMove):
        lands.from_token(text)
