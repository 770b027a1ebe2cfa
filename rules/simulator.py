"""Plays games of random moves: to see whether house rules let a game end, for tests and for benchmarks."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct

from rules.cards import VerifiableShuffler
from rules.errors import InvalidOptions, OptionFault
from rules.game import Event, Rules, State, Step

MAX_MOVES = 10_000
"""A game with more moves counts as endless; random players need a few hundred."""


class Played(Struct, frozen=True, gc=False):
    """One move of a random game, with the states around it."""

    before: Any
    seat: int
    move: Any
    step: Step[State, Event]


def play_out(game: Rules, options: Any, seats: int, seed: int) -> Iterator[Played]:
    """Yield a random game move by move. Raises InvalidOptions(ENDLESS) when it does not end."""
    chance = Random(seed)  # noqa: S311 - a reproducible player, not a secret
    shuffler = VerifiableShuffler(seed.to_bytes(32, "big"))
    state = game.deal(options, seats, None, shuffler)
    for _ in range(MAX_MOVES):
        awaited = game.awaited(state)
        if awaited is None:
            return
        move = game.sample(state, awaited.seat, chance)
        step = game.apply(state, awaited.seat, move, shuffler)
        yield Played(state, awaited.seat, move, step)
        state = step.state
    raise InvalidOptions(OptionFault.ENDLESS, moves=MAX_MOVES)


def check_ends(game: Rules, options: Any, games: int = 1000) -> None:
    """Play `games` random games (L15). Raises InvalidOptions(ENDLESS) as soon as one does not end."""
    for seed in range(games):
        seats = game.SEATS[seed % len(game.SEATS)]
        for _ in play_out(game, options, seats, seed):
            pass
