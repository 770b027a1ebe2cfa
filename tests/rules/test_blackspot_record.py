"""What is shown and what is stored of Black Spot, and that nobody learns what they may not (B9, B10, B13)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from rules import blackspot
from rules.blackspot.model import EndTurn, LetGo, Options, PeekRule, Phase
from rules.cards import VerifiableShuffler, pile
from rules.errors import UnknownFormat
from tests.rules.contract import setup
from tests.rules.option_sets import traits
from tests.rules.ships import seen, under_way

DEALS = 500
TRAITS = traits("blackspot")
encode = msgspec.json.encode


def moments(seed: int) -> Iterator[tuple[blackspot.State, Random]]:
    """Yield about five states of a random game, the last one included, with the game's dice."""
    chosen = setup(blackspot, seed)
    chance, shuffler = Random(seed), VerifiableShuffler(seed.to_bytes(32, "big"))
    state = blackspot.deal(chosen.options, chosen.seats, chosen.first, shuffler)
    while (awaited := blackspot.awaited(state)) is not None:
        if chance.random() < 0.08:
            yield state, chance
        if chosen.leavers and chance.random() < 0.01:
            state = blackspot.apply(state, awaited.seat, blackspot.LEAVE, shuffler).state
        else:
            move = blackspot.sample(state, awaited.seat, chance)
            state = blackspot.apply(state, awaited.seat, move, shuffler).state
    yield state, chance


def readers(state: blackspot.State) -> tuple[int | None, ...]:
    return (None, *range(len(state.seats)))


# --- Nobody learns what they may not ---


def test_nobody_sees_a_trace_of_a_card_they_may_not_know() -> None:
    """In 500 deals, every reader's view is the same, byte by byte, when those cards change places."""
    compared = 0
    for seed in range(DEALS):
        for state, chance in moments(seed):
            for reader in readers(state):
                other = TRAITS.permute(state, reader, chance)
                assert encode(blackspot.view(other, reader)) == encode(blackspot.view(state, reader)), (seed, reader)
                compared += other != state
    assert compared > 5 * DEALS


def test_a_turn_that_ends_and_a_theft_that_succeeds_tell_nobody_anything_else() -> None:
    """The record of a move that shows no card is the same whatever the hidden cards are."""
    compared = 0
    for seed in range(DEALS):
        for state, chance in moments(seed):
            move = {Phase.ACT: EndTurn(), Phase.REACT: LetGo()}.get(state.phase)
            if move is None or any(seat.left for seat in state.seats) or state.finals == 0:
                continue
            for reader in readers(state):
                other = TRAITS.permute(state, reader, chance)
                assert witnessed(other, move, reader) == witnessed(state, move, reader), (seed, reader)
                compared += 1
    assert compared > DEALS


def witnessed(state: blackspot.State, move: Any, reader: int | None) -> bytes:
    awaited = blackspot.awaited(state)
    assert awaited is not None
    step = blackspot.apply(state, awaited.seat, move, VerifiableShuffler(b"same"))
    return encode([blackspot.witness(event, reader) for event in step.events])


def test_a_reader_does_see_what_is_theirs() -> None:
    """The comparison above would pass for a view that shows nothing."""
    table = under_way(("2C KH", "3C"), ("9:4,6+,7", ""), trove="5:2", peeked=("7 2", "4"))
    assert [seen(table.seat(0, reader).treasures) for reader in (0, 1, None)] == ["9:?,6+,7", "9:4,6+,?", "9:?,6+,?"]
    assert [seen(table.view(reader).trove) for reader in (0, 1, None)] == ["5:2", "5:?", "5:?"]
    own = table.view(0).own
    assert own is not None
    assert (own.seat, own.hand, own.crew, own.rum, own.seen, own.unknown) == (
        0,
        tuple(pile("2C KH")),
        2,
        13,
        (2, 7),
        (),
    )
    other = table.view(1).own
    assert other is not None
    assert (other.seat, other.hand, other.unknown) == (1, tuple(pile("3C")), (5,))
    assert table.view(None).own is None


# --- The view ---


def test_the_view_counts_hands_and_piles() -> None:
    table = under_way(("2C KH", "3C"), ("", ""), draw="4C 5C", loot_deck=(3, 4), curse_deck=(5, 6))
    view = table.view(None)
    assert [seat.hand for seat in view.seats] == [2, 1]
    assert (view.draw, view.discard, view.treasures_left) == (2, 21, 2)


def test_the_view_shows_a_theft() -> None:
    theft = under_way(("4C 5C", "3C"), ("", "9:")).play("steal 9 4C 5C").view(None).theft
    assert theft is not None
    assert (theft.thief, theft.victim, theft.loot, theft.crew, theft.strength) == (0, 1, 9, tuple(pile("4C 5C")), 9)


@pytest.mark.parametrize(
    "hand, ship, theirs, choices",
    [
        ("9C", "", "9:", ("steal", "end-turn")),
        ("8C KH", "", "9:", ("end-turn",)),
        ("2C AH", "3:13", "9:", ("purify", "end-turn")),
        ("9C AH", "3:13+", "9:", ("steal", "purify", "end-turn")),
        ("9C AH", "3:", "10:", ("end-turn",)),
        ("", "3:1", "1:", ("end-turn",)),
    ],
)
def test_the_view_says_what_its_reader_can_do_in_step_5(
    hand: str, ship: str, theirs: str, choices: tuple[str, ...]
) -> None:
    table = under_way((hand, "3C"), (ship, theirs))
    own, other = table.view(0).own, table.view(1).own
    assert own is not None
    assert other is not None
    assert (own.choices, other.choices) == (choices, ())


@pytest.mark.parametrize(
    "hand, ship, choices",
    [
        ("9C", "4:8", ("fight", "curse", "let-go")),
        ("9C", "4:", ("fight", "let-go")),
        ("9H", "4:8", ("curse", "let-go")),
        ("8C AH", "4:8", ("curse", "let-go")),
        ("8C", "4:8", ("let-go",)),
    ],
)
def test_the_view_says_what_a_victim_can_do(hand: str, ship: str, choices: tuple[str, ...]) -> None:
    table = under_way(("4C 5C", hand), ("", "9:6 " + ship)).play("steal 9 4C 5C")
    own = table.view(1).own
    assert own is not None
    assert own.choices == choices


@pytest.mark.parametrize("rule, choices", [(PeekRule.REQUIRED, ("peek",)), (PeekRule.OPTIONAL, ("peek", "skip-peek"))])
def test_the_view_says_what_can_be_done_in_steps_3_and_4(rule: PeekRule, choices: tuple[str, ...]) -> None:
    table = under_way(("2C 3C", ""), ("", ""), trove="1:2", phase=Phase.PEEK, peek=rule)
    own = table.view(0).own
    assert own is not None
    assert own.choices == choices
    own = table.play("peek 2C 1").view(0).own
    assert own is not None
    assert own.choices == ("take",)


def test_the_kinds_of_move_are_those_that_are_legal() -> None:
    for seed in range(60):
        for state, _ in moments(seed):
            for seat in range(len(state.seats)):
                own = blackspot.view(state, seat).own
                assert own is not None
                kinds = {type(move).__struct_config__.tag for move in blackspot.legal(state, seat)}
                assert set(own.choices) == kinds


# --- The dump ---


def test_a_stored_game_goes_on_where_it_was() -> None:
    table = under_way(
        ("4C 5C 2H", "KC KH"), ("10:8+,2", "9:6 4:8,5+"), peeked=("6", "2"), curse_deck=(1,), loot_deck=(2,)
    )
    table.play("purify 10.0 2H")
    assert blackspot.load(blackspot.dump(table.state)) == table.state
    table.state = blackspot.load(blackspot.dump(table.play("steal 9 4C 5C").state))
    assert table.awaited == (1, "reaction")
    assert table.play("curse KH | 4.1>10").ship(0) == "10:8+,2,5+ 9:6"


def test_a_dump_is_small_and_carries_its_formats_number() -> None:
    largest = max(len(blackspot.dump(state)) for seed in range(100) for state, _ in moments(seed))
    assert largest < 3072
    dump = blackspot.dump(blackspot.deal(Options(), 4, 0, VerifiableShuffler(b"k")))
    assert msgspec.json.decode(dump)["format"] == 1


@pytest.mark.parametrize("broken", [b"", b"{}", b"[]", b"null", b'{"format":1}', b'{"state":{},"format":1}', b"\xff"])
def test_what_is_no_dump_is_refused(broken: bytes) -> None:
    with pytest.raises(UnknownFormat):
        blackspot.load(broken)


@pytest.mark.parametrize("number", [b"0", b"2", b"99"])
def test_a_dump_of_an_unknown_format_is_refused_even_if_it_looks_the_same(number: bytes) -> None:
    dump = blackspot.dump(blackspot.deal(Options(), 2, 0, VerifiableShuffler(b"k")))
    with pytest.raises(UnknownFormat):
        blackspot.load(dump.replace(b'"format":1', b'"format":' + number))
