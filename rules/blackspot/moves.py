"""Finds the handler of each move of Black Spot, or the reason against it.

A handler takes a state and returns the next one, adding what happened to `events`: the list becomes the step's record.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.blackspot.choices import timeout_move
from rules.blackspot.events import Event, Events, Left
from rules.blackspot.model import (
    Curse,
    EndTurn,
    Fight,
    Leave,
    LetGo,
    Move,
    Peek,
    Phase,
    Purify,
    SkipPeek,
    State,
    Steal,
    Take,
    awaited_seat,
    with_seat,
)
from rules.blackspot.purify import purify
from rules.blackspot.steal import curse, fight, let_go, steal
from rules.blackspot.turn import end_turn, finish, peek, skip_peek, take
from rules.cards import Shuffler
from rules.errors import IllegalMove, Reason
from rules.game import Step

_HANDLERS: dict[type[Move], Callable[[State, Any, Events, Shuffler], State]] = {
    Peek: peek,
    SkipPeek: skip_peek,
    Take: take,
    Steal: steal,
    Purify: purify,
    EndTurn: end_turn,
    LetGo: let_go,
    Fight: fight,
    Curse: curse,
}
KINDS: dict[Phase, frozenset[type[Move]]] = {
    Phase.PEEK: frozenset((Peek, SkipPeek)),
    Phase.TAKE: frozenset((Take,)),
    Phase.ACT: frozenset((Steal, Purify, EndTurn)),
    Phase.REACT: frozenset((LetGo, Fight, Curse)),
    Phase.OVER: frozenset(),
}
"""The kinds of move of each phase."""
_OVER = Phase.OVER


def apply(state: State, seat: int, move: Move, shuffler: Shuffler) -> Step[State, Event]:
    """Make a move. Raises IllegalMove with the reason; the state given is never changed."""
    kind = type(move)
    events: Events = []
    if kind in KINDS[state.phase] and seat == awaited_seat(state):
        state = _HANDLERS[kind](state, move, events, shuffler)
    else:
        _refuse(state, seat, move)
        state = _leave(state, seat, events, shuffler)
    return Step(_play_for_the_absent(state, events, shuffler), tuple(events))


def _play_for_the_absent(state: State, events: Events, shuffler: Shuffler) -> State:
    """Let seats that have left take their time-outs (X1). It ends: two seats or more still play, or it is over."""
    while state.seats[awaited_seat(state)].left and state.phase is not _OVER:
        move = timeout_move(state)
        state = _HANDLERS[type(move)](state, move, events, shuffler)
    return state


def _leave(state: State, seat: int, events: Events, shuffler: Shuffler) -> State:
    """The seat's treasures stay in play; the game ends when one player is left, a theft under way succeeding (X1)."""
    events.append(Left(seat))
    player = replace(state.seats[seat], left=True)
    state = replace(state, seats=with_seat(state.seats, seat, player))
    if sum(not other.left for other in state.seats) > 1:
        return state
    if state.theft is not None:
        state = let_go(state, LetGo(), events, shuffler)
    return finish(state, events)


def _refuse(state: State, seat: int, move: Move) -> None:
    """Raise the reason against a move, or return when it is a player leaving."""
    if state.phase is Phase.OVER:
        raise IllegalMove(Reason.GAME_OVER)
    if state.seats[seat].left:
        raise IllegalMove(Reason.SEAT_LEFT)
    if isinstance(move, Leave):
        return
    if state.theft is None and type(move) in KINDS[Phase.REACT]:
        raise IllegalMove(Reason.NO_THEFT)
    awaited = awaited_seat(state)
    if seat == awaited:
        raise IllegalMove(_reason(state, move))
    if state.theft is not None:
        raise IllegalMove(Reason.AWAIT_ANSWER, victim=awaited)
    raise IllegalMove(Reason.NOT_YOUR_TURN, turn=awaited)


def _reason(state: State, move: Move) -> Reason:
    """Name what the awaited seat must do instead, or has done already."""
    if state.phase is Phase.REACT:
        return Reason.ANSWER_THEFT
    if state.phase is Phase.PEEK:
        return Reason.PEEK_FIRST
    if state.phase is Phase.TAKE:
        return Reason.PEEK_DONE if type(move) in KINDS[Phase.PEEK] else Reason.TAKE_FIRST
    return Reason.TAKE_DONE if state.trove else Reason.TROVE_EMPTY
