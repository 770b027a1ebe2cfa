"""Dice: roll as often as you dare, hold to keep what you rolled; a one ends the turn with nothing."""

from enum import StrEnum
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.cards import Shuffler
from rules.errors import IllegalMove, InvalidOptions, MalformedMove, OptionFault, Reason, UnknownFormat
from rules.game import Awaited, Clock, Ending, FirstClaim, Outcome, Step
from rules.tally import Counters, count

KEY = "dice"
SEATS = range(2, 4)
FIRST_CLAIM = FirstClaim.LATEST
TARGETS = range(10, 51)
FACES = bytes(range(1, 7))


class Move(StrEnum):
    ROLL = "roll"
    HOLD = "hold"
    LEAVE = "leave"


LEAVE = Move.LEAVE


class Options(Struct, frozen=True):
    target: int = 20


class Rolled(Struct, frozen=True, tag="rolled"):
    seat: int
    face: int


class Lost(Struct, frozen=True, tag="lost"):
    seat: int


class Held(Struct, frozen=True, tag="held"):
    seat: int
    points: int


class Left(Struct, frozen=True, tag="left"):
    seat: int


Event = Rolled | Lost | Held | Left


class Facts(Struct, frozen=True):
    rolls: int = 0
    best_turn: int = 0


class Seat(Struct, frozen=True):
    score: int = 0
    left: bool = False


class State(Struct, frozen=True):
    options: Options
    seats: tuple[Seat, ...]
    active: int
    turn_points: int = 0
    turns: int = 0
    rolls: int = 0
    format: int = 1


class View(Struct, frozen=True):
    options: Options
    seats: tuple[Seat, ...]
    active: int
    turn_points: int
    outcome: Outcome | None


def validate(options: Options) -> None:
    if options.target not in TARGETS:
        raise InvalidOptions(OptionFault.TARGET_RANGE, least=TARGETS[0], most=TARGETS[-1])


def deal(options: Options, seats: int, first: int | None, shuffler: Shuffler) -> State:
    begins = shuffler.shuffle(bytes(range(seats)), 0)[0] if first is None else first
    return State(options, (Seat(),) * seats, begins)


def awaited(state: State) -> Awaited | None:
    return None if outcome(state) else Awaited(state.active, Clock.TURN, state.turns)


def legal(state: State, seat: int) -> tuple[Move, ...]:
    if outcome(state) or seat != state.active:
        return ()
    return (Move.ROLL, Move.HOLD) if state.turn_points else (Move.ROLL,)


def sample(state: State, seat: int, chance: Random) -> Move:
    return chance.choice(legal(state, seat))


def timeout_move(state: State) -> Move:
    return Move.HOLD if state.turn_points else Move.ROLL


def apply(state: State, seat: int, move: Move, shuffler: Shuffler) -> Step[State, Any]:
    _require(state, seat, move)
    if move is Move.LEAVE:
        return _leave(state, seat)
    if move is Move.HOLD:
        held = replace(state.seats[seat], score=state.seats[seat].score + state.turn_points)
        return Step(_next(_with(state, seat, held)), (Held(seat, state.turn_points),))
    face = shuffler.shuffle(FACES, state.rolls + 1)[-1]
    rolled, event = replace(state, rolls=state.rolls + 1), Rolled(seat, face)
    if face == 1:
        return Step(_next(rolled), (event, Lost(seat)))
    return Step(replace(rolled, turn_points=state.turn_points + face), (event,))


def _require(state: State, seat: int, move: Move) -> None:
    if outcome(state):
        raise IllegalMove(Reason.GAME_OVER)
    if state.seats[seat].left:
        raise IllegalMove(Reason.SEAT_LEFT)
    if move is not Move.LEAVE and seat != state.active:
        raise IllegalMove(Reason.NOT_YOUR_TURN, turn=state.active)
    if move is Move.HOLD and not state.turn_points:
        raise IllegalMove(Reason.DRAW_FIRST)


def _leave(state: State, seat: int) -> Step[State, Any]:
    after = _with(state, seat, replace(state.seats[seat], left=True))
    return Step(_next(after) if seat == state.active else after, (Left(seat),))


def _with(state: State, seat: int, player: Seat) -> State:
    return replace(state, seats=(*state.seats[:seat], player, *state.seats[seat + 1 :]))


def _next(state: State) -> State:
    order = [(state.active + step) % len(state.seats) for step in range(1, len(state.seats) + 1)]
    following = next((seat for seat in order if not state.seats[seat].left), state.active)
    return replace(state, active=following, turn_points=0, turns=state.turns + 1)


def outcome(state: State) -> Outcome | None:
    scores = tuple(seat.score for seat in state.seats)
    aboard = [seat for seat, player in enumerate(state.seats) if not player.left]
    if len(aboard) < 2:
        ending = Ending.LAST_ABOARD if aboard and midway(state) else Ending.NO_RESULT
        won = aboard if ending is Ending.LAST_ABOARD else []
        return Outcome(ending, tuple(int(seat in won) for seat in range(len(scores))), scores)
    if max(scores[seat] for seat in aboard) < state.options.target:
        return None
    ranks = sorted((scores[seat] for seat in aboard), reverse=True)
    places = tuple(ranks.index(score) + 1 if seat in aboard else 0 for seat, score in enumerate(scores))
    return Outcome(Ending.HIGHEST_SCORE, places, scores)


def abandoned(state: State) -> Outcome:
    return Outcome(Ending.NO_RESULT, (0,) * len(state.seats), tuple(seat.score for seat in state.seats))


def view(state: State, _seat: int | None) -> View:
    return View(state.options, state.seats, state.active, state.turn_points, outcome(state))


def witness(event: Event, _seat: int | None) -> Event:
    return event


def tally(facts: tuple[Facts, ...], events: tuple[Event, ...]) -> tuple[Facts, ...]:
    return count(_COUNTERS, facts, events)


_COUNTERS: Counters = {
    Rolled: lambda facts, _event: replace(facts, rolls=facts.rolls + 1),
    Held: lambda facts, event: replace(facts, best_turn=max(facts.best_turn, event.points)),
}


def comparable(options: Options, _seats: int) -> Options:
    return options


def midway(state: State) -> bool:
    return any(2 * seat.score >= state.options.target for seat in state.seats)


def token(move: Move) -> str:
    return move.value


def from_token(text: str) -> Move:
    try:
        return Move(text)
    except ValueError as error:
        raise MalformedMove(text) from error


def dump(state: State) -> bytes:
    return msgspec.json.encode(state)


def load(data: bytes) -> State:
    try:
        state = msgspec.json.decode(data, type=State)
    except msgspec.DecodeError as error:
        raise UnknownFormat(str(error)) from error
    if state.format != 1:
        raise UnknownFormat(str(state.format))
    return state
