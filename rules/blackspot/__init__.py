"""Black Spot: hidden hands, theft and curses, 2-4 players (rulings B1-B19), as rules/game.py asks for."""

from typing import Literal

import msgspec
from msgspec import Struct

from rules.blackspot.choices import legal, timeout_move
from rules.blackspot.ending import abandoned, midway, outcome
from rules.blackspot.events import Event, witness
from rules.blackspot.hands import DIAMONDS, PIRATES, SPADES, mask_of
from rules.blackspot.model import (
    HAND,
    TROVE,
    Leave,
    Move,
    Options,
    Phase,
    Ranks,
    Seat,
    State,
    Treasure,
    awaited_seat,
)
from rules.blackspot.moves import apply
from rules.blackspot.sample import sample
from rules.blackspot.tally import Facts, comparable, tally
from rules.blackspot.tokens import from_token, token
from rules.blackspot.turn import begin_turn
from rules.blackspot.view import View, view
from rules.cards import RANK_OF, Shuffler
from rules.errors import UnknownFormat
from rules.game import Awaited, Clock, FirstClaim

__all__ = [
    "FIRST_CLAIM",
    "KEY",
    "LEAVE",
    "SEATS",
    "Event",
    "Facts",
    "Move",
    "Options",
    "State",
    "View",
    "abandoned",
    "apply",
    "awaited",
    "comparable",
    "deal",
    "dump",
    "from_token",
    "legal",
    "load",
    "midway",
    "outcome",
    "sample",
    "tally",
    "timeout_move",
    "token",
    "validate",
    "view",
    "witness",
]

KEY = "blackspot"
SEATS = range(2, 5)
FIRST_CLAIM = FirstClaim.EARLIEST
"""B6: the first to say so."""
LEAVE = Leave()


class _Dump(Struct, frozen=True):
    state: State
    format: Literal[1] = 1


# Looked up once: finding an enum's member takes 0.1 microseconds, and these are needed before every move.
_OVER, _TURN, _REACTION = Phase.OVER, Clock.TURN, Clock.REACTION
_decode = msgspec.json.Decoder(_Dump).decode


def validate(_options: Options) -> None:
    """Accept every combination: no two of the house rules contradict each other."""


def deal(options: Options, seats: int, first: int | None, shuffler: Shuffler) -> State:
    """Put two cards aside, fill the trove and the hands (B2-B5), and begin the first turn.

    Shuffle 0 chooses the first player where none is named (B6); 1 is the Pirate Deck, 2 the Cursed Deck, 3 the Loot
    Deck, either way.
    Hands are dealt five cards at a time, from the first player on; the first turn then begins as every turn does.
    """
    if first is None:
        first = shuffler.shuffle(bytes(range(seats)), 0)[0]
    pirates = shuffler.shuffle(PIRATES, 1)
    curses, loot = _ranks(shuffler.shuffle(SPADES, 2)), _ranks(shuffler.shuffle(DIAMONDS, 3))
    state = State(
        options,
        tuple(Seat(_opening_hand(pirates, (seat - first) % seats)) for seat in range(seats)),
        tuple(Treasure(loot[at], (curses[at],)) for at in range(1, TROVE + 1)),
        pirates[HAND * seats :],
        loot[TROVE + 1 :],
        curses[TROVE + 1 :],
        aside_loot=loot[0],
        aside_curse=curses[0],
        first=first,
        active=first,
    )
    return begin_turn(state, [], shuffler)


def _ranks(cards: bytes) -> Ranks:
    return tuple(RANK_OF[card] for card in cards)


def _opening_hand(pirates: bytes, place: int) -> int:
    return mask_of(pirates[HAND * place : HAND * (place + 1)])


def awaited(state: State) -> Awaited | None:
    """Return the victim of a theft on the clock for reactions, otherwise the active seat on that for turns (B12)."""
    if state.phase is _OVER:
        return None
    clock = _TURN if state.theft is None else _REACTION
    return Awaited(awaited_seat(state), clock, state.turns)


def dump(state: State) -> bytes:
    """Write a state as JSON; piles are base64, one card a byte."""
    return msgspec.json.encode(_Dump(state))


def load(data: bytes) -> State:
    """Read a state. Raises UnknownFormat."""
    try:
        return _decode(data).state
    except msgspec.DecodeError as error:
        raise UnknownFormat(str(error)) from error
