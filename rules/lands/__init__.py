"""Lands Uncharted: push your luck, 1-4 players (rulings L1-L17), as rules/game.py asks for."""

from random import Random
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from rules.cards import DECK, Shuffler
from rules.errors import MalformedMove, UnknownFormat
from rules.game import Awaited, Clock, FirstClaim
from rules.idols import Effect, Idol
from rules.lands.ending import abandoned, midway, outcome
from rules.lands.model import LEGAL, TIME_OUT, Event, Move, Options, Phase, Seat, State, validate
from rules.lands.moves import apply
from rules.lands.tally import Facts, comparable, tally
from rules.lands.view import View, view

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

KEY = "lands"
SEATS = range(1, 5)
FIRST_CLAIM = FirstClaim.LATEST
"""L2: the player who recently handled currency."""
LEAVE = Move.LEAVE


class _Dump(Struct, frozen=True):
    state: State
    """Since format 2 its options come without idols: these are in the next field."""
    idols: tuple[tuple[str, Effect, int, str], ...] = ()
    """The values of each idol without the names of the fields, which saves a third of the room."""
    format: Literal[1, 2] = 1


# Looked up once: finding an enum's member takes 0.1 microseconds, and these are needed before every move.
_OVER, _TURN = Phase.OVER, Clock.TURN
_TOKENS = {move.value: move for move in Move}
_decode = msgspec.json.Decoder(_Dump).decode


def deal(options: Options, seats: int, first: int | None, shuffler: Shuffler) -> State:
    """Shuffle 0 chooses the first player where none is named; the deck is shuffle 1 either way (L2)."""
    if first is None:
        first = shuffler.shuffle(bytes(range(seats)), 0)[0]
    deck = shuffler.shuffle(DECK, 1)
    return State(options, (Seat(),) * seats, deck, first=first, active=first, shuffles=2)


def awaited(state: State) -> Awaited | None:
    """Return the active seat, on the one clock this game has."""
    return None if state.phase is _OVER else Awaited(state.active, _TURN, state.turns)


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of `seat`; only the active one has any."""
    return LEGAL[state.phase] if seat == state.active else ()


def sample(state: State, _seat: int, chance: Random) -> Move:
    """Choose evenly among the moves of the active seat."""
    return chance.choice(LEGAL[state.phase])


def timeout_move(state: State) -> Move:
    """Spend an ally against a bust, draw when that is compulsory, decline a dare, otherwise bank (L17)."""
    return TIME_OUT[state.phase]


def witness(event: Event, _seat: int | None) -> Event:
    """Return the event as it is: everybody sees everything that happens."""
    return event


def token(move: Move) -> str:
    """Write a move."""
    return move.value


def from_token(text: str) -> Move:
    """Read a move. Raises MalformedMove."""
    try:
        return _TOKENS[text]
    except KeyError as error:
        raise MalformedMove(text) from error


def dump(state: State) -> bytes:
    """Write a state as JSON; piles are base64, one card a byte."""
    options = state.options
    if not options.idols:
        return msgspec.json.encode(_Dump(state, format=2))
    idols: Any = tuple(map(astuple, options.idols))
    return msgspec.json.encode(_Dump(replace(state, options=replace(options, idols=())), idols, format=2))


def load(data: bytes) -> State:
    """Read a state. Raises UnknownFormat."""
    try:
        dumped = _decode(data)
    except msgspec.DecodeError as error:
        raise UnknownFormat(str(error)) from error
    if not dumped.idols:
        return dumped.state
    idols = tuple(Idol(*fields) for fields in dumped.idols)
    return replace(dumped.state, options=replace(dumped.state.options, idols=idols))
