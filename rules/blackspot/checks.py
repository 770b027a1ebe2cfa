"""The one check of each move. Moves are refused by it, buttons disabled, and legal moves listed.

A check looks at a move of the phase's kind, made by the seat that is awaited; whose turn it is and which kinds of move
a phase allows, is decided before (see `moves`). It raises IllegalMove, or returns what the handler goes on with.
"""

from collections.abc import Callable
from typing import Any

from rules.blackspot.hands import ALL, BIT, RUM, WORTH, worth
from rules.blackspot.model import (
    Curse,
    CurseMoves,
    CurseReaction,
    Fight,
    Peek,
    PeekRule,
    Purify,
    PurifyRule,
    Seat,
    SkipPeek,
    State,
    Steal,
    Take,
    Theft,
    Treasure,
    find,
    holder,
    theft_of,
)
from rules.errors import IllegalMove, Reason

# Looked up once: finding an enum's member takes 0.1 microseconds.
_OPTIONAL, _ONE, _SUM = PeekRule.OPTIONAL, CurseReaction.ONE, PurifyRule.SUM


def allows(check: Callable[[State, Any], object], state: State, move: Any) -> bool:
    """Tell whether a check lets a move pass."""
    try:
        check(state, move)
    except IllegalMove:
        return False
    return True


def check_peek(state: State, move: Peek) -> Treasure:
    """Any treasure of the trove may be looked at, for any card of the hand (B9)."""
    if not state.seats[state.active].hand & BIT[move.card]:
        raise IllegalMove(Reason.NOT_IN_HAND)
    return _in_trove(state, move.loot)


def may_skip(state: State) -> bool:
    """Tell whether step 3 may be left out (B7)."""
    return state.options.peek is _OPTIONAL


def check_skip(state: State, _move: SkipPeek) -> None:
    """Step 3 is compulsory unless the house says otherwise (B7)."""
    if not may_skip(state):
        raise IllegalMove(Reason.PEEK_REQUIRED)


def check_take(state: State, move: Take) -> Treasure:
    """Any treasure of the trove may be taken (B7)."""
    return _in_trove(state, move.loot)


def _in_trove(state: State, loot: int) -> Treasure:
    treasure = find(state.trove, loot)
    if treasure is None:
        raise IllegalMove(Reason.NOT_IN_TROVE, loot=loot)
    return treasure


def check_steal(state: State, move: Steal) -> int:
    """The price is the loot value, overpaying is allowed (B11). Returns the victim."""
    victim = holder(state, move.loot)
    if victim is None:
        raise IllegalMove(Reason.NOBODY_HAS_IT, loot=move.loot)
    if victim == state.active:
        raise IllegalMove(Reason.OWN_TREASURE, loot=move.loot)
    _check_crew(state.seats[state.active], move.crew, move.loot)
    return victim


def check_purify(state: State, move: Purify) -> Treasure:
    """One's own curse, and at least one rum card (B13)."""
    player = state.seats[state.active]
    treasure = _own(player, move.loot)
    if not 0 <= move.slot < len(treasure.curses):
        raise IllegalMove(Reason.NO_SUCH_CURSE, loot=move.loot)
    if move.rum & ~(player.hand >> RUM):
        raise IllegalMove(Reason.NOT_IN_HAND)
    if not move.rum:
        raise IllegalMove(Reason.RUM_NEEDED)
    return treasure


def rum_needed(state: State, curse: int, rum: int) -> int:
    """Return what rum must still be worth to remove a curse at which `rum` was played, 0 when that was enough (B13).

    The next card alone, or under the house rule `sum` the cards still to come together.
    """
    if state.options.purify is _SUM:
        return max(0, curse - WORTH[rum])
    # A mask's length is its highest rank: the strongest card played in this purification.
    return 0 if rum.bit_length() >= curse else curse


def check_fight(state: State, move: Fight) -> Theft:
    """Crew worth at least the crew played (B12)."""
    theft = theft_of(state)
    _check_crew(state.seats[theft.victim], move.crew, theft.strength)
    return theft


def check_curse(state: State, move: Curse) -> Theft:
    """Rum and crew worth at least the crew played, and at least one curse that can be moved (B12)."""
    theft = theft_of(state)
    victim = state.seats[theft.victim]
    if move.pay & ~victim.hand:
        raise IllegalMove(Reason.NOT_IN_HAND)
    played = worth(move.pay)
    if played < theft.strength:
        raise IllegalMove(Reason.TOO_WEAK, need=theft.strength, played=played)
    if not move.moves:
        raise IllegalMove(Reason.CURSE_NEEDED)
    if len(move.moves) > 1:
        _check_number(state, move.moves)
    for loot, slot, to in move.moves:
        _check_move(state, theft, loot, slot, to)
    return theft


def most_moved(state: State, curses: int) -> int:
    """Return how many of so many curses one answer may move (B12)."""
    return min(curses, 1) if state.options.curse_reaction is _ONE else curses


def _check_number(state: State, moves: CurseMoves) -> None:
    if len(moves) > most_moved(state, len(moves)):
        raise IllegalMove(Reason.ONE_CURSE)
    if len({(loot, slot) for loot, slot, _ in moves}) < len(moves):
        raise IllegalMove(Reason.CURSE_TWICE)


def _check_move(state: State, theft: Theft, loot: int, slot: int, to: int) -> None:
    """From what remains with the victim, onto what the thief has, the stolen treasure included (B12)."""
    if loot == theft.loot:
        raise IllegalMove(Reason.NOT_YOUR_TREASURE, loot=loot)
    if not 0 <= slot < len(_own(state.seats[theft.victim], loot).curses):
        raise IllegalMove(Reason.NO_SUCH_CURSE, loot=loot)
    if to != theft.loot and find(state.seats[state.active].treasures, to) is None:
        raise IllegalMove(Reason.NOT_THE_THIEFS, loot=to)


def _own(player: Seat, loot: int) -> Treasure:
    treasure = find(player.treasures, loot)
    if treasure is None:
        raise IllegalMove(Reason.NOT_YOUR_TREASURE, loot=loot)
    return treasure


def _check_crew(player: Seat, crew: int, need: int) -> None:
    if crew & ~(player.hand & ALL):
        raise IllegalMove(Reason.NOT_IN_HAND)
    if WORTH[crew] < need:
        raise IllegalMove(Reason.TOO_WEAK, need=need, played=WORTH[crew])
