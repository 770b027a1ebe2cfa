"""What is shown of Black Spot, and that nobody learns what they may not (B9, B10, B13)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from rules import blackspot
from rules.blackspot.model import EndTurn, LetGo, PeekRule, Phase
from rules.cards import VerifiableShuffler
from tests.rules.contract import setup, tag
from tests.rules.option_sets import traits
from tests.rules.scenes import Scene, scene, scenes
from tests.rules.ships import under_way

DEALS = 100
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


def test_a_turn_that_ends_and_a_theft_that_succeeds_tell_nobody_anything_else() -> None:
    """The record of a move that shows no card is the same whatever the hidden cards are (the contract tests views)."""
    compared = 0
    for seed in range(DEALS):
        for state, chance in moments(seed):
            move = {Phase.ACT: EndTurn(), Phase.REACT: LetGo()}.get(state.phase)
            if move is None or any(seat.left for seat in state.seats) or state.finals == 0:
                continue
            for reader in readers(state):
                other = TRAITS.permute(state, reader, chance)
                assert witnessed(other, move, reader) == witnessed(state, move, reader), (seed, reader)
                compared += other != state
    assert compared > DEALS


def witnessed(state: blackspot.State, move: Any, reader: int | None) -> bytes:
    awaited = blackspot.awaited(state)
    assert awaited is not None
    step = blackspot.apply(state, awaited.seat, move, VerifiableShuffler(b"same"))
    return encode([blackspot.witness(event, reader) for event in step.events])


@scenes(
    {
        "a reader does see what is theirs: the comparison above would pass for a view that shows nothing": scene(
            under_way(("2C KH", "3C"), ("9:4,6+,7", ""), trove="5:2", peeked=("7 2", "4")),
            "-> ship0@0 9:?,6+,7, ship0@1 9:4,6+,?, ship0@ 9:?,6+,?, trove@0 5:2, trove@1 5:?, trove@ 5:?",
            "-> own0 0 2C KH 2 13 2 7 - purify end-turn, own1 1 3C 3 0 4 5 -, own -",
        ),
        "the view counts hands and piles": scene(
            under_way(("2C KH", "3C"), ("", ""), draw="4C 5C", loot_deck=(3, 4), curse_deck=(5, 6)),
            "-> cards0 2, cards1 1, draw 2, treasures_left 2",
        ),
        "the view says what a reader can do, in the order of the buttons": scene(
            under_way(("9C AH", "9C"), ("3:13+", "9: 4:8"), trove="1:2", phase=Phase.PEEK, peek=PeekRule.OPTIONAL),
            "-> choices0 peek skip-peek, choices1 -",
            "skip-peek -> choices0 take",
            "take 1 -> choices0 steal purify end-turn",
            "steal 9 9C -> choices0 -, choices1 fight curse let-go",
        ),
    }
)
def test_the_view(scene: Scene) -> None:
    scene.out()


def test_the_kinds_of_move_are_those_that_are_legal() -> None:
    for seed in range(60):
        for state, _ in moments(seed):
            for seat in range(len(state.seats)):
                own = blackspot.view(state, seat).own
                assert own is not None
                assert set(own.choices) == {tag(move) for move in blackspot.legal(state, seat)}
