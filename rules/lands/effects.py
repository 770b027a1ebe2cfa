"""What a Cursed Idol does to the turn in which its card was drawn and kept (L14, L15)."""

from collections.abc import Callable

from msgspec.structs import replace

from rules.cards import RANK_OF
from rules.idols import Effect
from rules.lands.model import (
    MAX_COMPULSORY,
    AllyLost,
    Demanded,
    Discarded,
    Event,
    State,
    Valued,
    with_seat,
)

Events = list[Event]


def _demand(state: State, card: int, draws: int, above: int, events: Events) -> State:
    turn = state.turn
    if turn.daring or turn.compelled == MAX_COMPULSORY:
        return state
    events.append(Demanded(state.active, card, draws, above))
    turn = replace(
        turn,
        draws=turn.draws + draws,
        above=max(turn.above, above),
        askers=turn.askers + bytes((card,)),
    )
    return replace(state, turn=turn)


def _draw_more(state: State, card: int, number: int, events: Events) -> State:
    return _demand(state, card, number, 0, events)


def _draw_until_above(state: State, card: int, number: int, events: Events) -> State:
    return _demand(state, card, 0, number, events)


def _discard_highest(state: State, card: int, _number: int, events: Events) -> State:
    return _discard_by(max, state, card, events)


def _discard_lowest(state: State, card: int, _number: int, events: Events) -> State:
    return _discard_by(min, state, card, events)


def _discard_by(choose: Callable[..., int], state: State, card: int, events: Events) -> State:
    """Discard one card of the treasure, but not the one just drawn; it no longer counts for any bust test (L5)."""
    turn = state.turn
    others = turn.treasure.replace(bytes((card,)), b"")
    if not others:
        return state
    gone = choose(others, key=RANK_OF.__getitem__)
    events.append(Discarded(state.active, card, gone))
    rank = RANK_OF[gone]
    turn = replace(
        turn,
        treasure=turn.treasure.replace(bytes((gone,)), b""),
        ranks=turn.ranks & ~(1 << rank),
        value=max(0, turn.value - rank),
    )
    return replace(state, turn=turn, discard=state.discard + bytes((gone,)))


def _bonus(state: State, card: int, number: int, events: Events) -> State:
    events.append(Valued(state.active, card, number))
    return replace(state, turn=replace(state.turn, value=state.turn.value + number))


def _toll(state: State, card: int, number: int, events: Events) -> State:
    taken = min(number, state.turn.value)
    events.append(Valued(state.active, card, -taken))
    return replace(state, turn=replace(state.turn, value=state.turn.value - taken))


def _lose_ally(state: State, card: int, _number: int, events: Events) -> State:
    allies = state.seats[state.active].allies
    if not allies:
        return state
    events.append(AllyLost(state.active, card, allies[-1]))
    return replace(
        state,
        seats=with_seat(state, state.active, allies=allies[:-1]),
        discard=state.discard + allies[-1:],
    )


EFFECTS: dict[Effect, Callable[[State, int, int, Events], State]] = {
    Effect.DISCARD_HIGHEST: _discard_highest,
    Effect.DISCARD_LOWEST: _discard_lowest,
    Effect.DRAW_MORE: _draw_more,
    Effect.DRAW_UNTIL_ABOVE: _draw_until_above,
    Effect.BONUS: _bonus,
    Effect.TOLL: _toll,
    Effect.LOSE_ALLY: _lose_ally,
}
"""The effects that act on a card which was kept; BUST, GAIN_ALLY and BANK_NOW decide where it goes."""
