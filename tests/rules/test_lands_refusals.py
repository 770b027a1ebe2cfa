"""Each reason the rules of Lands Uncharted refuse a move; a refused move changes nothing."""

import pytest

from rules import lands
from rules.cards import VerifiableShuffler
from rules.errors import IllegalMove, MalformedMove, Reason
from rules.lands.model import Move
from tests.rules.builders import Table, game, idols, later
from tests.rules.scenes import scene


def over() -> Table:
    return later("2C 3C", (98,), ()).play("draw bank draw bank")


def threatened() -> Table:
    return game("AS 2C 2D").play("draw draw draw")


def offered() -> Table:
    return later("5C 2C", (88,), (), dare=True).play("draw bank")


REFUSALS = {
    "game over": (over(), [f"0:{move}" for move in Move], Reason.GAME_OVER),
    "seat left": (game("2C").play("1:leave"), [f"1:{move}" for move in Move], Reason.SEAT_LEFT),
    "not your turn": (
        game("2C", first=2).play("draw"),
        [f"1:{move}" for move in Move if move is not Move.LEAVE],
        f"{Reason.NOT_YOUR_TURN} turn=2",
    ),
    "draw first": (game("2C"), ["bank"], Reason.DRAW_FIRST),
    "an idol demands": (game("KC 2C", idols=idols("K draw_until_above 8")).play("draw"), ["bank"], Reason.IDOL_DEMANDS),
    "an idol demands also after an ally saved the player": (
        game("AS KC QC 2C", idols=idols("K draw_more 3")).play("draw draw draw spend"),
        ["bank"],
        Reason.IDOL_DEMANDS,
    ),
    "no way back": (offered().play("dare"), ["bank"], Reason.NO_WAY_BACK),
    "answer the bust": (threatened(), ["draw", "bank", "dare", "decline"], Reason.ANSWER_BUST),
    "answer the dare": (offered(), ["draw", "bank", "spend", "run"], Reason.ANSWER_DARE),
    "no bust": (game("AS 2C").play("draw"), ["spend", "run"], Reason.NO_BUST),
    "no bust before the draw": (game("2C"), ["spend", "run"], Reason.NO_BUST),
    "no dare": (game("2C").play("draw"), ["dare", "decline"], Reason.NO_DARE),
    "no dare before the draw": (game("2C"), ["dare", "decline"], Reason.NO_DARE),
}


@pytest.mark.parametrize("table, moves, reason", REFUSALS.values(), ids=REFUSALS)
def test_a_move_is_refused_with_its_reason(table: Table, moves: list[str], reason: str) -> None:
    scene(table, *(f"{move} -> refused {reason}" for move in moves)).out()


def test_a_refusal_carries_its_reason_in_words_for_the_log() -> None:
    with pytest.raises(IllegalMove, match="draw-first"):
        lands.apply(game("2C").state, 0, Move.BANK, VerifiableShuffler(b""))


@pytest.mark.parametrize("text", ["", "DRAW", "draw ", "draw:1", "0", "fly", "bánk", "draw\n"])
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMove):
        lands.from_token(text)
