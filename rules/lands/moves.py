"""Every move of Lands Uncharted, in the order of the rule text.

A handler takes a state and returns the next one, adding what happened to `events`: the list becomes the step's
record.

The cards cannot run out: four seats keep at most 16 allies, and a turn holds at most nine numbers, one face and
one card that busts. So a card can always be drawn once the discard pile is shuffled in (L9).
"""

from collections.abc import Callable

from msgspec.structs import replace

from rules.cards import RANK_OF, Shuffler
from rules.errors import IllegalMove, Reason
from rules.game import Step
from rules.idols import Effect, Idol, idol_on
from rules.lands.effects import EFFECTS
from rules.lands.model import (
    ACES,
    DARE_FALL,
    DARE_GAP,
    DARE_TURN,
    FACES,
    FRESH_TURN,
    LEGAL,
    MAX_ALLIES,
    MAX_COMPULSORY,
    NO_CARD,
    NOBODY,
    AllyJoined,
    AllySpent,
    Banked,
    Busted,
    Cause,
    Dared,
    DareDeclined,
    DareLost,
    DarePrize,
    DareTaken,
    DareWon,
    Drew,
    Event,
    LastRound,
    LastRoundBegan,
    Left,
    Move,
    Phase,
    Reshuffled,
    SentBack,
    State,
    Threatened,
    Turn,
    buried_bonus,
    turns_to_come,
    with_seat,
)

Events = list[Event]

# Looked up once: finding an enum's member takes 0.1 microseconds, and these are needed at every move.
_DRAW, _FORCED, _FREE = Move.DRAW, Phase.DRAW, Phase.CHOICE


def apply(state: State, seat: int, move: Move, shuffler: Shuffler) -> Step[State, Event]:
    """Make a move. Raises IllegalMove with the reason; the state given is never changed."""
    if move not in LEGAL[state.phase] or seat != state.active:
        _refuse(state, seat, move)
    events: Events = []
    if move is _DRAW:
        return Step(_draw(state, shuffler, events), tuple(events))
    return Step(_MOVES[move](state, seat, events), tuple(events))


def _refuse(state: State, seat: int, move: Move) -> None:
    """Raise the reason against a move, or return when it is a player leaving in someone else's turn."""
    if state.phase is Phase.OVER:
        raise IllegalMove(Reason.GAME_OVER)
    if state.seats[seat].left:
        raise IllegalMove(Reason.SEAT_LEFT)
    if move is Move.LEAVE:
        return
    if seat != state.active:
        raise IllegalMove(Reason.NOT_YOUR_TURN, turn=state.active)
    raise IllegalMove(_reason(state, move))


def _reason(state: State, move: Move) -> Reason:
    """Name what the player whose turn it is must do instead."""
    if state.phase is Phase.BUST:
        return Reason.ANSWER_BUST
    if state.phase is Phase.OFFER:
        return Reason.ANSWER_DARE
    if move in LEGAL[Phase.BUST]:
        return Reason.NO_BUST
    if move in LEGAL[Phase.OFFER]:
        return Reason.NO_DARE
    if state.turn.daring:
        return Reason.NO_WAY_BACK
    return Reason.IDOL_DEMANDS if state.turn.askers else Reason.DRAW_FIRST


# --- Searching for treasure: L3, L5, L7, L9 ---


def _draw(state: State, shuffler: Shuffler, events: Events) -> State:
    deck, discard, shuffles = state.deck, state.discard, state.shuffles
    if not deck:
        deck, discard, shuffles = shuffler.shuffle(discard, shuffles), b"", shuffles + 1
        events.append(Reshuffled(len(deck)))
    card = deck[0]
    turn = _count_compulsory(state.turn, card) if state.turn.askers else state.turn
    events.append(Drew(state.active, card))
    idol = idol_on(state.options.idols, card) if state.options.idols else None
    cause = _bust_cause(turn, card, idol)
    state = replace(state, deck=deck[1:], discard=discard, shuffles=shuffles, turn=turn)
    if cause is not None:
        return _threaten(state, card, cause, events)
    return _keep(state, card, idol, events)


def _count_compulsory(turn: Turn, card: int) -> Turn:
    """Count a compulsory draw: any card lowers the draws owed, and may be the one that `above` asks for (L14)."""
    compelled = turn.compelled + 1
    draws = max(0, turn.draws - 1)
    above = 0 if card not in FACES and RANK_OF[card] > turn.above else turn.above
    if compelled == MAX_COMPULSORY:
        draws = above = 0
    askers = turn.askers if draws or above else b""
    return replace(turn, compelled=compelled, draws=draws, above=above, askers=askers)


def _bust_cause(turn: Turn, card: int, idol: Idol | None) -> Cause | None:
    """The bust test comes before any idol (L14); an ace never fails it."""
    if card in FACES:
        if turn.face != NO_CARD:
            return Cause.FACES
    elif turn.ranks >> RANK_OF[card] & 1:
        return Cause.PAIR
    return Cause.IDOL if idol is not None and idol.effect is Effect.BUST else None


def _threaten(state: State, card: int, cause: Cause, events: Events) -> State:
    state = replace(state, turn=replace(state.turn, pending=card, cause=cause))
    if not state.seats[state.active].allies:
        return _lose(state, cause, events)
    events.append(Threatened(state.active, card, cause))
    return replace(state, phase=Phase.BUST)


def _keep(state: State, card: int, idol: Idol | None, events: Events) -> State:
    """Put a card that did not bust where it belongs, then apply the effect of its idol."""
    turn = state.turn
    if card in ACES or (idol is not None and idol.effect is Effect.GAIN_ALLY):
        state = _befriend(state, card, events)
    elif card in FACES:
        turn = replace(turn, face=card)
    else:
        rank = RANK_OF[card]
        turn = replace(
            turn,
            treasure=turn.treasure + bytes((card,)),
            ranks=turn.ranks | 1 << rank,
            value=turn.value + rank,
        )
    if idol is None:
        return _go_on(state, turn, events)
    state = replace(state, turn=turn)
    if idol.effect is Effect.BANK_NOW and not turn.daring:
        events.append(SentBack(state.active, card))
        return _bank(state, state.active, events)
    if idol.effect in EFFECTS:
        state = EFFECTS[idol.effect](state, card, idol.number, events)
    return _go_on(state, state.turn, events)


def _befriend(state: State, card: int, events: Events) -> State:
    allies = state.seats[state.active].allies
    kept = len(allies) < MAX_ALLIES
    events.append(AllyJoined(state.active, card, kept))
    if not kept:
        return replace(state, discard=state.discard + bytes((card,)))
    return replace(state, seats=with_seat(state, state.active, allies=allies + bytes((card,))))


def _go_on(state: State, turn: Turn, events: Events) -> State:
    """Go on after a card that was kept or countered; `turn` is what lies on the table now."""
    forced = turn.askers or turn.daring
    state = replace(state, turn=turn, phase=_FORCED if forced else _FREE)
    return _judge_dare(state, events) if turn.daring else state


def _spend(state: State, seat: int, events: Events) -> State:
    """Ally and the card just drawn go to the discard pile; the turn continues as after a draw (L7)."""
    turn, allies = state.turn, state.seats[seat].allies
    ally = allies[-1]
    events.append(AllySpent(seat, ally, turn.pending))
    state = replace(
        state,
        seats=with_seat(state, seat, allies=allies[:-1]),
        discard=state.discard + bytes((ally, turn.pending)),
    )
    return _go_on(state, replace(turn, pending=NO_CARD, cause=None), events)


def _run(state: State, _seat: int, events: Events) -> State:
    cause = state.turn.cause
    assert cause is not None  # noqa: S101 - Phase.BUST is entered with a cause only
    return _lose(state, cause, events)


def _lose(state: State, cause: Cause, events: Events) -> State:
    """A bust costs this turn only (L6), in a dare also the score (L13)."""
    if state.turn.daring:
        return _lose_dare(state, cause, events)
    events.append(Busted(state.active, cause, state.turn.value))
    return _end_turn(state)


# --- Back to the ship: L8, L12, L13 ---


def _bank(state: State, seat: int, events: Events) -> State:
    options, value, bonus = state.options, state.turn.value, buried_bonus(state)
    state = _score(state, value + bonus)
    player = state.seats[seat]
    score = player.score
    events.append(Banked(seat, value, bonus, score))
    need = options.target - score
    if options.dare and need in DARE_GAP and not player.dared and not state.solo:
        events.append(Dared(seat, need))
        return replace(_clear(state), phase=Phase.OFFER, seats=with_seat(state, seat, dared=True))
    return _end_turn(_check_target(state, score, events))


def _score(state: State, points: int) -> State:
    """Add points to the active seat; banking nothing is not a time scored (L8)."""
    if not points:
        return state
    banks = (*state.seats[state.active].banks, points)
    return replace(state, seats=with_seat(state, state.active, banks=banks))


def _check_target(state: State, score: int, events: Events) -> State:
    """Trigger the last round, once (L10). A solo voyage has none (L16)."""
    if score < state.options.target or state.solo or state.stop != NOBODY:
        return state
    events.append(LastRoundBegan(state.active))
    stop = state.first if state.options.last_round is LastRound.FINISH_ROUND else state.active
    return replace(state, stop=stop, trigger=state.active)


def _dare(state: State, seat: int, events: Events) -> State:
    events.append(DareTaken(seat))
    return replace(state, turn=DARE_TURN, phase=Phase.DRAW)


def _decline(state: State, seat: int, events: Events) -> State:
    events.append(DareDeclined(seat))
    return _end_turn(state)


def _judge_dare(state: State, events: Events) -> State:
    """Exactly the target wins, above it is a bust that no ally counters, below it the dare goes on (L13)."""
    seat, options = state.active, state.options
    total = state.seats[seat].score + state.turn.value
    if total > options.target:
        return _lose_dare(state, Cause.TOO_MUCH, events)
    if total < options.target:
        return state
    state = _score(state, state.turn.value)
    events.append(DareWon(seat, total))
    if options.dare_prize is DarePrize.INSTANT_WIN:
        return replace(_clear(state), champion=seat, phase=Phase.OVER)
    return _end_turn(_check_target(state, total, events))


def _lose_dare(state: State, cause: Cause, events: Events) -> State:
    seat = state.active
    score = state.options.target - DARE_FALL
    events.append(DareLost(seat, cause, score))
    return _end_turn(_score(state, score - state.seats[seat].score))


# --- Whose turn, and the end: L10, L16, X1 ---


def _clear(state: State) -> State:
    """Discard what lies on the table."""
    return replace(state, discard=state.discard + state.turn.cards, turn=FRESH_TURN)


def _end_turn(state: State) -> State:
    """Pass play on to the next seat that still plays, or end the game."""
    discard, turns = state.discard + state.turn.cards, state.turns + 1
    following = next(turns_to_come(state), None)
    if following is None:
        return replace(state, discard=discard, turn=FRESH_TURN, turns=turns, phase=Phase.OVER)
    seat, number = following
    return replace(
        state,
        discard=discard,
        turn=FRESH_TURN,
        turns=turns,
        active=seat,
        round=number,
        phase=_FORCED,
    )


def _leave(state: State, seat: int, events: Events) -> State:
    """The treasure of the turn is lost, allies are discarded, banked points stand (X1)."""
    in_turn = seat == state.active
    events.append(Left(seat, state.turn.value if in_turn else 0))
    allies = state.seats[seat].allies
    state = replace(
        state,
        seats=with_seat(state, seat, left=True, allies=b""),
        discard=state.discard + allies,
    )
    if sum(not player.left for player in state.seats) <= 1:
        return replace(_clear(state), phase=Phase.OVER)
    return _end_turn(state) if in_turn else state


_MOVES: dict[Move, Callable[[State, int, Events], State]] = {
    Move.BANK: _bank,
    Move.SPEND: _spend,
    Move.RUN: _run,
    Move.DARE: _dare,
    Move.DECLINE: _decline,
    Move.LEAVE: _leave,
}
