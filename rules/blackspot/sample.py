"""A random move without listing all, for simulated games."""

from collections.abc import Callable
from random import Random

from rules.blackspot.choices import END_TURN, LET_GO, SKIP_PEEK, curses_of, movable, stealable, targets, theft_of
from rules.blackspot.hands import ALL, RUM, WORTH, cards_of, worth
from rules.blackspot.model import (
    Curse,
    CurseMoves,
    CurseReaction,
    Fight,
    Move,
    Peek,
    PeekRule,
    Phase,
    Purify,
    Seat,
    State,
    Steal,
    Take,
)

# Found once: an enum takes 0.1 microseconds to find its member.
_OPTIONAL, _ONE = PeekRule.OPTIONAL, CurseReaction.ONE


def sample(state: State, seat: int, chance: Random) -> Move:
    """Return a random move of the awaited seat; every legal move can come, some more often than others."""
    return _SAMPLES[state.phase](state, state.seats[seat], chance)


def _some(cards: int, need: int, chance: Random) -> int:
    """Choose cards of one suit that are worth enough; all of them are."""
    chosen = cards & chance.getrandbits(RUM)
    return chosen if WORTH[chosen] >= need else cards


def _sample_peek(state: State, player: Seat, chance: Random) -> Move:
    if state.options.peek is _OPTIONAL and chance.random() < 0.2:  # noqa: PLR2004 - a matter of taste
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
        strongest = WORTH[crew]
        loots = [loot for loot in stealable(state) if loot <= strongest]
        if loots:
            loot = loots[int(chance.random() * len(loots))]
            return Steal(loot, _some(crew, loot, chance))
    rum = player.hand >> RUM
    if 1 <= roll < 2 and rum:  # noqa: PLR2004 - the second of three
        curses = curses_of(player)
        if curses:
            loot, slot = curses[int(chance.random() * len(curses))]
            return Purify(loot, slot, _some(rum, 1, chance))
    return END_TURN


def _sample_answer(state: State, player: Seat, chance: Random) -> Move:
    """Fight, curse or let go, each with one chance in three where it can be done."""
    strength = theft_of(state).strength
    roll = chance.random() * 3
    crew = player.hand & ALL
    if roll < 1 and WORTH[crew] >= strength:
        return Fight(_some(crew, strength, chance))
    if roll > 2 and worth(player.hand) >= strength:  # noqa: PLR2004 - the third of three
        moves = _sample_moves(state, player, chance)
        if moves:
            pay = player.hand & chance.getrandbits(2 * RUM)
            return Curse(pay if worth(pay) >= strength else player.hand, moves)
    return LET_GO


def _sample_moves(state: State, victim: Seat, chance: Random) -> CurseMoves:
    """Choose curses, in random order, and where each goes."""
    curses = movable(state, victim)
    if not curses:
        return ()
    most = 1 if state.options.curse_reaction is _ONE else len(curses)
    places = targets(state)
    chosen = chance.sample(curses, 1 + int(chance.random() * most))
    return tuple((loot, slot, places[int(chance.random() * len(places))]) for loot, slot in chosen)


_SAMPLES: dict[Phase, Callable[[State, Seat, Random], Move]] = {
    Phase.PEEK: _sample_peek,
    Phase.TAKE: _sample_take,
    Phase.ACT: _sample_act,
    Phase.REACT: _sample_answer,
}
