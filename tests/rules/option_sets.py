"""What the contract tests must know of each game: random house rules, all moves, its piles, what is hidden.

A new game owes one line in `TRAITS`.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.cards import CODES, RANKS
from rules.idols import MAX_IDOLS, NUMBERS, Effect, Idol
from rules.lands.model import DarePrize, LastRound, Move, Options, State


class Traits(NamedTuple):
    """One game, as the contract tests need it."""

    options: Callable[[Random], Any]
    """Random valid house rules under which a game of random moves ends."""
    moves: Callable[[Any], Iterable[Any]]
    """Every move there is, legal in this state or not; `LEAVE` is not among them."""
    piles: Callable[[Any], Iterable[bytes]]
    """Every place in a state where cards lie."""
    permute: Callable[[Any, int | None, Random], Any]
    """The same state with the cards shuffled that this reader may not know."""


def traits(key: str) -> Traits:
    """Return the traits of a game of the registry."""
    assert key in TRAITS, f"the game {key!r} is in rules.GAMES, but has no entry in tests/rules/option_sets.py"
    return TRAITS[key]


# --- Lands Uncharted ---

HARSH = frozenset({Effect.BUST, Effect.TOLL})
"""Too many of these, and a game of random moves takes for ever."""
MOST_HARSH = 3


def _lands_idols(chance: Random) -> tuple[Idol, ...]:
    places = chance.sample([*CODES, *RANKS], chance.choice((0, 0, 1, 4, MAX_IDOLS)))
    idols: list[Idol] = []
    for on in places:
        harsh = sum(idol.effect in HARSH for idol in idols)
        effect = chance.choice([effect for effect in Effect if harsh < MOST_HARSH or effect not in HARSH])
        number = chance.choice(NUMBERS[effect]) if effect in NUMBERS else 0
        idols.append(Idol(on, effect, number))
    return tuple(idols)


def _lands_options(chance: Random) -> Options:
    return Options(
        target=chance.choice((50, 75, 100, 100, 300)),
        last_round=chance.choice(list(LastRound)),
        buried_treasure=chance.random() < 0.5,
        dare=chance.random() < 0.5,
        dare_prize=chance.choice(list(DarePrize)),
        idols=_lands_idols(chance),
    )


def _lands_moves(_state: State) -> Iterable[Move]:
    return (move for move in Move if move is not Move.LEAVE)


def _lands_piles(state: State) -> Iterable[bytes]:
    turn = state.turn
    shown = bytes(card for card in (turn.face, turn.pending) if card >= 0)
    return (state.deck, state.discard, turn.treasure, shown, *(seat.allies for seat in state.seats))


def _lands_permute(state: State, _seat: int | None, chance: Random) -> State:
    return replace(state, deck=bytes(chance.sample(state.deck, len(state.deck))))


TRAITS: dict[str, Traits] = {
    "lands": Traits(_lands_options, _lands_moves, _lands_piles, _lands_permute),
}
