"""What may be known of a game of Lands Uncharted: everything but the order of the deck."""

from msgspec import Struct

from rules.game import Outcome
from rules.lands.ending import outcome
from rules.lands.model import (
    LEGAL,
    MAX_COMPULSORY,
    NO_CARD,
    NOBODY,
    SOLO_ROUNDS,
    Cause,
    Move,
    Options,
    Phase,
    State,
    buried_bonus,
    turns_to_come,
)


class SeatView(Struct, frozen=True):
    """One player, in the open."""

    score: int
    banks: tuple[int, ...]
    allies: tuple[int, ...]
    left: bool


class View(Struct, frozen=True):
    """The table as anyone may see it. Cards are integers."""

    options: Options
    seats: tuple[SeatView, ...]
    active: int
    phase: Phase
    moves: tuple[Move, ...]
    """The legal moves of the active seat."""
    treasure: tuple[int, ...]
    face: int | None
    pending: int | None
    """The card that busts unless an ally is spent, and why."""
    cause: Cause | None
    value: int
    bank_points: int
    """What going back to the ship scores now, L12's bonus included."""
    draws: int
    above: int
    askers: tuple[int, ...]
    """What idols still demand within the turn's ten compulsory draws, and the cards that asked."""
    daring: bool
    need: int
    """Doubloons that the active player's turn still lacks to hit the target."""
    deck: int
    discard: int
    round: int
    rounds: int | None
    """How many rounds there are, on a solo voyage."""
    first: int
    trigger: int | None
    """The seat that triggered the last round."""
    last_turns: tuple[int, ...]
    """Seats that still have a turn in the last round, the active one first."""
    outcome: Outcome | None


def view(state: State, _seat: int | None) -> View:
    """Return the table; every seat and every onlooker sees the same."""
    turn = state.turn
    return View(
        options=state.options,
        seats=tuple(SeatView(s.score, s.banks, tuple(s.allies), s.left) for s in state.seats),
        active=state.active,
        phase=state.phase,
        moves=LEGAL[state.phase],
        treasure=tuple(turn.treasure),
        face=_known(turn.face),
        pending=_known(turn.pending),
        cause=turn.cause,
        value=turn.value,
        bank_points=turn.value + buried_bonus(state),
        draws=min(turn.draws, MAX_COMPULSORY - turn.compelled),
        above=turn.above,
        askers=tuple(turn.askers),
        daring=turn.daring,
        need=state.options.target - state.seats[state.active].score - turn.value,
        deck=len(state.deck),
        discard=len(state.discard),
        round=state.round,
        rounds=SOLO_ROUNDS if state.solo else None,
        first=state.first,
        trigger=None if state.trigger == NOBODY else state.trigger,
        last_turns=_last_turns(state),
        outcome=outcome(state),
    )


def _known(card: int) -> int | None:
    return None if card == NO_CARD else card


def _last_turns(state: State) -> tuple[int, ...]:
    if state.stop == NOBODY or state.phase is Phase.OVER:
        return ()
    return (state.active, *(seat for seat, _ in turns_to_come(state)))
