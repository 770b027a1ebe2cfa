"""Each reason the rules of Black Spot refuse a move; a refused move changes nothing. And what a move is written as."""

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
from tests.rules.scenes import scene
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


def over() -> Table:
    return under_way(("2C", "3C"), ("", ""), trove="", finals=0).play("end-turn")


def peeked() -> Table:
    return peeking().play("peek 3H 9")


def at(seat: int, *lines: str) -> tuple[str, ...]:
    """Let a seat make these moves."""
    return tuple(f"{seat}: {line}" for line in lines)


REFUSALS: dict[str, tuple[Table, tuple[str, ...], str]] = {
    "game over": (over(), at(0, *ONE_OF_EACH, "leave"), Reason.GAME_OVER),
    "seat left": (acting().play("1: leave"), at(1, *ONE_OF_EACH, "leave"), Reason.SEAT_LEFT),
    "not your turn": (acting(), at(1, *TURN_MOVES), f"{Reason.NOT_YOUR_TURN} turn=0"),
    "a thief who clicks twice, or goes on, waits for the victim": (
        robbed(),
        at(0, "steal 9 9C", *ONE_OF_EACH),
        f"{Reason.AWAIT_ANSWER} victim=1",
    ),
    "everyone else waits for the victim too": (robbed(), at(2, *ONE_OF_EACH), f"{Reason.AWAIT_ANSWER} victim=1"),
    "answer the theft": (robbed(), at(1, *TURN_MOVES), Reason.ANSWER_THEFT),
    "no theft in step 5": (acting(), (*at(0, *ANSWERS), *at(1, *ANSWERS)), Reason.NO_THEFT),
    "no theft in step 3": (peeking(), (*at(0, *ANSWERS), *at(1, *ANSWERS)), Reason.NO_THEFT),
    "no theft any more": (robbed().play("let-go"), (*at(0, *ANSWERS), *at(1, *ANSWERS)), Reason.NO_THEFT),
    "peek first": (peeking(), ("take 9", "steal 8 2C", "purify 3.0 3H", "end-turn"), Reason.PEEK_FIRST),
    "the peek is required": (peeking(), ("skip-peek",), Reason.PEEK_REQUIRED),
    "peeked already": (peeked(), ("peek 2C 6", "skip-peek"), Reason.PEEK_DONE),
    "take first": (peeked(), ("steal 8 2C", "purify 3.0 3H", "end-turn"), Reason.TAKE_FIRST),
    "taken already": (acting(), ("peek 4C 1", "skip-peek", "take 1"), Reason.TAKE_DONE),
    "the trove is empty": (
        under_way(("2C", "3C"), ("", ""), trove="", finals=1),
        ("peek 2C 1", "skip-peek", "take 1"),
        Reason.TROVE_EMPTY,
    ),
    "not in the trove: another player's": (peeking(), ("peek 3H 8",), f"{Reason.NOT_IN_TROVE} loot=8"),
    "not in the trove: still in the deck": (
        peeking(loot_deck=(7,), curse_deck=(1,)),
        ("peek 3H 7",),
        f"{Reason.NOT_IN_TROVE} loot=7",
    ),
    "not in the trove when taking": (peeked(), ("take 8",), f"{Reason.NOT_IN_TROVE} loot=8"),
    "not in the trove: just taken": (
        under_way(("2C", "3C"), ("3:", "9:4"), trove="6:5", phase=Phase.TAKE),
        ("take 9",),
        f"{Reason.NOT_IN_TROVE} loot=9",
    ),
    "not in the hand when peeking": (peeking(), ("peek KC 9", "peek 3C 9", "peek KH 9"), Reason.NOT_IN_HAND),
    "not in the hand in step 5": (
        acting(),
        ("steal 9 10C", "steal 9 9C KC", "purify 10.0 KH", "purify 10.0 6H AH"),
        Reason.NOT_IN_HAND,
    ),
    "not in the hand when answering, nor is the thief's crew": (
        robbed(),
        ("fight 9C", "fight KC 3C", "curse QH | 4.0>10", "curse KH 3C | 4.0>10"),
        Reason.NOT_IN_HAND,
    ),
    "too weak to steal": (acting(), ("steal 11 9C",), f"{Reason.TOO_WEAK} need=11 played=9"),
    "no crew at all": (acting(), ("steal 4",), f"{Reason.TOO_WEAK} need=4 played=0"),
    "too weak to answer": (robbed(), ("fight 2C", "curse 2C | 4.0>10"), f"{Reason.TOO_WEAK} need=9 played=2"),
    "no crew to fight": (robbed(), ("fight",), f"{Reason.TOO_WEAK} need=9 played=0"),
    "nobody has it: in the trove": (acting(), ("steal 1 4C 9C",), f"{Reason.NOBODY_HAS_IT} loot=1"),
    "nobody has it: in the deck or put aside": (acting(), ("steal 7 4C 9C",), f"{Reason.NOBODY_HAS_IT} loot=7"),
    "one's own treasure": (acting(), ("steal 10 4C 9C",), f"{Reason.OWN_TREASURE} loot=10"),
    "one's own, since a first click": (
        acting().play("steal 4 4C, let-go"),
        ("steal 4 9C",),
        f"{Reason.OWN_TREASURE} loot=4",
    ),
    "purifying another's": (acting(), ("purify 9.0 6H",), f"{Reason.NOT_YOUR_TREASURE} loot=9"),
    "purifying the trove's": (acting(), ("purify 1.0 6H",), f"{Reason.NOT_YOUR_TREASURE} loot=1"),
    "cursing from the stolen one": (robbed(), ("curse KC | 9.0>10",), f"{Reason.NOT_YOUR_TREASURE} loot=9"),
    "cursing from the thief's": (robbed(), ("curse KC | 10.0>10",), f"{Reason.NOT_YOUR_TREASURE} loot=10"),
    "cursing from a third player's": (robbed(), ("curse KC | 11.0>10",), f"{Reason.NOT_YOUR_TREASURE} loot=11"),
    "no such curse to purify": (acting(), ("purify 10.1 6H",), f"{Reason.NO_SUCH_CURSE} loot=10"),
    "purified already": (
        under_way(("9H 10H", "2C"), ("10:8", "")).play("purify 10.0 9H"),
        ("purify 10.0 10H",),
        f"{Reason.NO_SUCH_CURSE} loot=10",
    ),
    "no such curse to move": (robbed(), ("curse KC | 4.2>10",), f"{Reason.NO_SUCH_CURSE} loot=4"),
    "no such curse to move with another": (robbed(), ("curse KC | 4.0>10 2.0>10",), f"{Reason.NO_SUCH_CURSE} loot=2"),
    "rum is needed": (acting(), ("purify 10.0",), Reason.RUM_NEEDED),
    "a curse is needed": (robbed(), ("curse KC |",), Reason.CURSE_NEEDED),
    "one curse only": (robbed(curse_reaction=CurseReaction.ONE), ("curse KC | 4.0>10 4.1>10",), Reason.ONE_CURSE),
    "the same curse twice": (robbed(), ("curse KC | 4.0>10 4.0>9",), Reason.CURSE_TWICE),
    "onto the victim's own": (robbed(), ("curse KC | 4.0>4",), f"{Reason.NOT_THE_THIEFS} loot=4"),
    "onto a third player's": (robbed(), ("curse KC | 4.0>11",), f"{Reason.NOT_THE_THIEFS} loot=11"),
    "onto one in the trove": (robbed(), ("curse KC | 4.0>1",), f"{Reason.NOT_THE_THIEFS} loot=1"),
}


@pytest.mark.parametrize("table, lines, reason", REFUSALS.values(), ids=REFUSALS)
def test_a_move_is_refused_with_its_reason(table: Table, lines: tuple[str, ...], reason: str) -> None:
    scene(table, *(f"{line} -> refused {reason}" for line in lines)).out()


def test_not_in_hand_for_masks_that_no_token_makes() -> None:
    table = acting()
    huge = mask_of(pile("6H"))
    for move in (Steal(4, huge), Steal(4, -1), Purify(10, 0, huge)):
        with pytest.raises(IllegalMove, match="not-in-hand"):
            blackspot.apply(table.state, 0, move, table._shuffler)


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


MALFORMED = (
    "x K leave ee k kA kAA kAO kABA kNB k0B tA tO tJJ rJ rJAA rJIAA rJAAAA pJMAAB pJAIAA pJA==B fAA fIAA f=AA fäAA"
    " c cAAAA cEAAAA cAAAABA cAAAABfs"
)


@pytest.mark.parametrize("text", ["", "e ", *MALFORMED.split(), "cAAAAB" + "AA" * 13])
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMove):
        blackspot.from_token(text)
