"""A random move, chosen without listing all of them, for simulated games."""

from collections.abc import Callable
from random import Random
from typing import Any

from rules.blackspot.checks import (
    allows,
    check_curse,
    check_fight,
    check_purify,
    check_steal,
    may_skip,
    most_moved,
)
from rules.blackspot.choices import END_TURN, LET_GO, SKIP_PEEK, can_curse, curses_of, movable, stealable, targets
from rules.blackspot.hands import ALL, RUM, cards_of
from rules.blackspot.model import Curse, CurseMoves, Fight, Move, Peek, Phase, Purify, Seat, State, Steal, Take


def sample(state: State, seat: int, chance: Random) -> Move:
    """Return a random move of the awaited seat; every legal move can come, some more often than others."""
    return _SAMPLES[state.phase](state, state.seats[seat], chance)


def _some(suit: int, chance: Random) -> int:
    """Choose some cards of a suit, or none."""
    return suit & chance.getrandbits(RUM)


def _or_all(check: Callable[[State, Any], object], state: State, part: Move, whole: Move) -> Move:
    """Return the move that plays some of the cards, or where these do not suffice the one that plays all."""
    return part if allows(check, state, part) else whole


def _sample_peek(state: State, player: Seat, chance: Random) -> Move:
    if may_skip(state) and chance.random() < 0.2:  # noqa: PLR2004 - a matter of taste
        return SKIP_PEEK
    cards, trove = cards_of(player.hand), state.trove
    roll = chance.random
    return Peek(cards[int(roll() * len(cards))], trove[int(roll() * len(trove))].loot)


def _sample_take(state: State, _player: Seat, chance: Random) -> Move:
    return Take(state.trove[int(chance.random() * len(state.trove))].loot)


def _sample_act(state: State, player: Seat, chance: Random) -> Move:
    """Steal, purify or end the turn, each with one chance in three where it can be done."""
    roll = chance.random() * 3
    crew = player.hand & ALL
    if roll < 1 and crew:
        loots = [loot for loot in stealable(state) if allows(check_steal, state, Steal(loot, crew))]
        if loots:
            loot = loots[int(chance.random() * len(loots))]
            return _or_all(check_steal, state, Steal(loot, _some(crew, chance)), Steal(loot, crew))
    rum = player.hand >> RUM
    if 1 <= roll < 2 and rum:  # noqa: PLR2004 - the second of three
        curses = curses_of(player)
        if curses:
            loot, slot = curses[int(chance.random() * len(curses))]
            return _or_all(check_purify, state, Purify(loot, slot, _some(rum, chance)), Purify(loot, slot, rum))
    return END_TURN


def _sample_answer(state: State, player: Seat, chance: Random) -> Move:
    """Fight, curse or let go, each with one chance in three where it can be done."""
    roll = chance.random() * 3
    crew = player.hand & ALL
    if roll < 1 and allows(check_fight, state, Fight(crew)):
        return _or_all(check_fight, state, Fight(_some(crew, chance)), Fight(crew))
    if roll > 2 and can_curse(state, player):  # noqa: PLR2004 - the third of three
        moves = _sample_moves(state, player, chance)
        pay = player.hand & chance.getrandbits(2 * RUM)
        return _or_all(check_curse, state, Curse(pay, moves), Curse(player.hand, moves))
    return LET_GO


def _sample_moves(state: State, victim: Seat, chance: Random) -> CurseMoves:
    """Choose curses, in random order, and where each goes."""
    curses, places = movable(state, victim), targets(state)
    chosen = chance.sample(curses, 1 + int(chance.random() * most_moved(state, len(curses))))
    return tuple((loot, slot, places[int(chance.random() * len(places))]) for loot, slot in chosen)


_SAMPLES: dict[Phase, Callable[[State, Seat, Random], Move]] = {
    Phase.PEEK: _sample_peek,
    Phase.TAKE: _sample_take,
    Phase.ACT: _sample_act,
    Phase.REACT: _sample_answer,
}
