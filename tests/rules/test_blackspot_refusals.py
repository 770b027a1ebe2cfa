"""One test for each reason the rules of Black Spot refuse a move; a refused move changes nothing."""

import pytest

from rules import blackspot
from rules.blackspot.hands import mask_of
from rules.blackspot.model import (
    Curse,
    CurseReaction,
    EndTurn,
    Fight,
    Leave,
    LetGo,
    Move,
    Peek,
    Phase,
    Purify,
    SkipPeek,
    Steal,
    Take,
)
from rules.cards import pile
from rules.errors import IllegalMove, MalformedMove, Reason
from tests.rules.ships import Table, under_way

ONE_OF_EACH = (
    "peek 2C 9",
    "skip-peek",
    "take 9",
    "steal 4 4C",
    "purify 9.0 2H",
    "end-turn",
    "let-go",
    "fight 4C",
    "curse 4C | 9.0>4",
)
TURN_MOVES, ANSWERS = ONE_OF_EACH[:6], ONE_OF_EACH[6:]


def peeking(**options: object) -> Table:
    return under_way(("2C 3H", "5C"), ("3:", "8:"), trove="9:4 6:5", phase=Phase.PEEK, **options)  # type: ignore[arg-type]


def acting() -> Table:
    """Seat 0 (4C 9C 6H) is at step 5."""
    return under_way(("4C 9C 6H", "KC KH 2C", "3C"), ("10:12", "9:6 4:8,5+ 2:", "11:1"), trove="1:2")


def robbed(**options: object) -> Table:
    """Seat 1 (KC KH 2C) is robbed of the nine by nine crew."""
    return under_way(("9C 6H", "KC KH 2C", "3C"), ("10:12", "9:6 4:8,5+ 2:", "11:1"), **options).play("steal 9 9C")  # type: ignore[arg-type]


def test_game_over() -> None:
    table = under_way(("2C", "3C"), ("", ""), trove="", finals=0).play("end-turn")
    for line in (*ONE_OF_EACH, "leave"):
        assert table.refusal(f"0: {line}") == (Reason.GAME_OVER, {})


def test_seat_left() -> None:
    table = acting().play("1: leave")
    for line in (*ONE_OF_EACH, "leave"):
        assert table.refusal(f"1: {line}") == (Reason.SEAT_LEFT, {})


def test_not_your_turn_says_whose_it_is() -> None:
    table = acting()
    for line in TURN_MOVES:
        assert table.refusal(f"1: {line}") == (Reason.NOT_YOUR_TURN, {"turn": 0})


def test_await_answer() -> None:
    """A thief who clicks twice, or goes on, waits for the victim; so does everyone whose turn it is not."""
    table = robbed()
    for line in ("steal 9 9C", *ONE_OF_EACH):
        for seat in (0, 2):
            assert table.refusal(f"{seat}: {line}") == (Reason.AWAIT_ANSWER, {"victim": 1})


def test_answer_theft() -> None:
    table = robbed()
    for line in TURN_MOVES:
        assert table.refusal(f"1: {line}") == (Reason.ANSWER_THEFT, {})


def test_no_theft() -> None:
    """An answer after the time-out, or without a theft."""
    for table in (acting(), peeking(), robbed().play("let-go")):
        for line in ANSWERS:
            assert table.refusal(f"0: {line}") == (Reason.NO_THEFT, {})
            assert table.refusal(f"1: {line}") == (Reason.NO_THEFT, {})


def test_peek_first() -> None:
    for line in ("take 9", "steal 8 2C", "purify 3.0 3H", "end-turn"):
        assert peeking().refusal(line) == (Reason.PEEK_FIRST, {})


def test_peek_required() -> None:
    assert peeking().refusal("skip-peek") == (Reason.PEEK_REQUIRED, {})


def test_peek_done() -> None:
    table = peeking().play("peek 3H 9")
    for line in ("peek 2C 6", "skip-peek"):
        assert table.refusal(line) == (Reason.PEEK_DONE, {})


def test_take_first() -> None:
    table = peeking().play("peek 3H 9")
    for line in ("steal 8 2C", "purify 3.0 3H", "end-turn"):
        assert table.refusal(line) == (Reason.TAKE_FIRST, {})


def test_take_done() -> None:
    for line in ("peek 4C 1", "skip-peek", "take 1"):
        assert acting().refusal(line) == (Reason.TAKE_DONE, {})


def test_trove_empty() -> None:
    table = under_way(("2C", "3C"), ("", ""), trove="", finals=1)
    for line in ("peek 2C 1", "skip-peek", "take 1"):
        assert table.refusal(line) == (Reason.TROVE_EMPTY, {})


def test_not_in_trove() -> None:
    """A treasure that was just taken, one that another player has, one that is still in the deck."""
    table = peeking(loot_deck=(7,), curse_deck=(1,))
    for loot in (8, 7, 13):
        assert table.refusal(f"peek 3H {loot}") == (Reason.NOT_IN_TROVE, {"loot": loot})
    table.play("peek 3H 9")
    assert table.refusal("take 8") == (Reason.NOT_IN_TROVE, {"loot": 8})
    table.play("take 9", "end-turn")
    table.play(f"peek {table.hand(1).split()[0]} 6")
    assert table.refusal("take 9") == (Reason.NOT_IN_TROVE, {"loot": 9})


@pytest.mark.parametrize("line", ["peek KC 9", "peek 3C 9", "peek KH 9"])
def test_not_in_hand_when_peeking(line: str) -> None:
    assert peeking().refusal(line) == (Reason.NOT_IN_HAND, {})


@pytest.mark.parametrize("line", ["steal 9 10C", "steal 9 9C KC", "purify 10.0 KH", "purify 10.0 6H AH"])
def test_not_in_hand_in_step_5(line: str) -> None:
    assert acting().refusal(line) == (Reason.NOT_IN_HAND, {})


@pytest.mark.parametrize("line", ["fight 9C", "fight KC 3C", "curse QH | 4.0>10", "curse KH 3C | 4.0>10"])
def test_not_in_hand_when_answering(line: str) -> None:
    """The thief's crew of this very theft is out of reach too."""
    assert robbed().refusal(line) == (Reason.NOT_IN_HAND, {})


def test_not_in_hand_for_masks_that_no_token_makes() -> None:
    table = acting()
    huge = mask_of(pile("6H"))
    for move in (Steal(4, huge), Steal(4, -1), Purify(10, 0, huge)):
        with pytest.raises(IllegalMove, match="not-in-hand"):
            blackspot.apply(table.state, 0, move, table._shuffler)


def test_too_weak() -> None:
    assert acting().refusal("steal 11 9C") == (Reason.TOO_WEAK, {"need": 11, "played": 9})
    assert acting().refusal("steal 4") == (Reason.TOO_WEAK, {"need": 4, "played": 0})
    assert robbed().refusal("fight 2C") == (Reason.TOO_WEAK, {"need": 9, "played": 2})
    assert robbed().refusal("fight") == (Reason.TOO_WEAK, {"need": 9, "played": 0})
    assert robbed().refusal("curse 2C | 4.0>10") == (Reason.TOO_WEAK, {"need": 9, "played": 2})


def test_nobody_has_it() -> None:
    """In the trove, in the deck or put aside: it makes no difference to the answer."""
    for loot in (1, 7, 13):
        assert acting().refusal(f"steal {loot} 4C 9C") == (Reason.NOBODY_HAS_IT, {"loot": loot})


def test_own_treasure() -> None:
    assert acting().refusal("steal 10 4C 9C") == (Reason.OWN_TREASURE, {"loot": 10})


def test_own_treasure_once_it_was_stolen() -> None:
    """A second click on the same treasure."""
    table = acting().play("steal 4 4C", "let-go")
    assert table.refusal("steal 4 9C") == (Reason.OWN_TREASURE, {"loot": 4})


def test_not_your_treasure() -> None:
    for loot in (9, 1, 7):
        assert acting().refusal(f"purify {loot}.0 6H") == (Reason.NOT_YOUR_TREASURE, {"loot": loot})
    for loot in (9, 10, 11, 1):
        assert robbed().refusal(f"curse KC | {loot}.0>10") == (Reason.NOT_YOUR_TREASURE, {"loot": loot})


def test_no_such_curse() -> None:
    assert acting().refusal("purify 10.1 6H") == (Reason.NO_SUCH_CURSE, {"loot": 10})
    assert robbed().refusal("curse KC | 4.2>10") == (Reason.NO_SUCH_CURSE, {"loot": 4})
    assert robbed().refusal("curse KC | 4.0>10 2.0>10") == (Reason.NO_SUCH_CURSE, {"loot": 2})


def test_no_such_curse_once_it_is_purified() -> None:
    table = under_way(("9H 10H", "2C"), ("10:8", "")).play("purify 10.0 9H")
    assert table.refusal("purify 10.0 10H") == (Reason.NO_SUCH_CURSE, {"loot": 10})


def test_rum_needed() -> None:
    assert acting().refusal("purify 10.0") == (Reason.RUM_NEEDED, {})


def test_curse_needed() -> None:
    assert robbed().refusal("curse KC |") == (Reason.CURSE_NEEDED, {})


def test_one_curse() -> None:
    table = robbed(curse_reaction=CurseReaction.ONE)
    assert table.refusal("curse KC | 4.0>10 4.1>10") == (Reason.ONE_CURSE, {})


def test_curse_twice() -> None:
    assert robbed().refusal("curse KC | 4.0>10 4.0>9") == (Reason.CURSE_TWICE, {})


def test_not_the_thiefs() -> None:
    """Onto the victim's own, another player's, or one in the trove."""
    for to in (4, 2, 11, 1):
        assert robbed().refusal(f"curse KC | 4.0>{to}") == (Reason.NOT_THE_THIEFS, {"loot": to})


# --- Tokens ---


@pytest.mark.parametrize(
    "move, text",
    [
        (Peek(0, 1), "kAB"),
        (Peek(38, 13), "kmN"),
        (SkipPeek(), "s"),
        (Take(9), "tJ"),
        (Steal(13, 0x1FFF), "rNB__"),
        (Purify(1, 11, 1), "pBLAAB"),
        (EndTurn(), "e"),
        (LetGo(), "g"),
        (Fight(4), "fAAE"),
        (Curse(1 << 25, ((1, 0, 1),)), "cCAAAAAA"),
        (Curse(1, ((13, 11, 13), (1, 0, 13))), "cAAAABfrAM"),
        (Leave(), "l"),
    ],
)
def test_a_move_is_written_as_a_letter_and_digits(move: Move, text: str) -> None:
    """13, 11, 13 is (12 * 12 + 11) * 13 + 12 = 2027 = 31 * 64 + 43: `f` and `r`."""
    assert blackspot.token(move) == text
    assert blackspot.from_token(text) == move


def test_the_longest_answer_fits_into_a_buttons_id() -> None:
    everything = Curse((1 << 26) - 1, tuple((13, slot, 13) for slot in range(12)))
    assert len(blackspot.token(everything)) == 30


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "K",
        "leave",
        "e ",
        "ee",
        "k",
        "kA",
        "kAA",
        "kAO",
        "kABA",
        "kNB",
        "k0B",
        "tA",
        "tO",
        "tJJ",
        "rJ",
        "rJAA",
        "rJIAA",
        "rJAAAA",
        "pJMAAB",
        "pJAIAA",
        "pJA==B",
        "fAA",
        "fIAA",
        "f=AA",
        "fäAA",
        "c",
        "cAAAA",
        "cEAAAA",
        "cAAAABA",
        "cAAAABfs",
        "cAAAAB" + "AA" * 13,
    ],
)
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMove):
        blackspot.from_token(text)
