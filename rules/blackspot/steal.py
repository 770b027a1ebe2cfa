"""Stealing, and the victim's answer (B11, B12)."""

from msgspec.structs import replace

from rules.blackspot.checks import check_curse, check_fight, check_steal
from rules.blackspot.events import Answer, Cursed, Events, Fought, Moved, Stolen, TheftBegan
from rules.blackspot.hands import WORTH, cards_of, crew_cards
from rules.blackspot.model import (
    UNKNOWN,
    Curse,
    CurseMoves,
    Fight,
    LetGo,
    Phase,
    Seat,
    State,
    Steal,
    Theft,
    Treasure,
    theft_of,
    treasure_of,
    with_curse,
    with_seat,
    without_curses,
)
from rules.blackspot.purify import give_up
from rules.cards import Shuffler

_ACT, _REACT = Phase.ACT, Phase.REACT


def steal(state: State, move: Steal, events: Events, _shuffler: Shuffler) -> State:
    """Play the crew and ask the victim, who is robbed at once when they have no card to answer with."""
    victim = check_steal(state, move)
    give_up(state, events)
    strength = WORTH[move.crew]
    theft = Theft(victim, move.loot, move.crew, strength)
    events.append(TheftBegan(state.active, victim, move.loot, crew_cards(move.crew), strength))
    state = _pay(state, state.active, move.crew)
    state = replace(state, phase=_REACT, theft=theft, purification=None)
    return state if state.seats[victim].hand else _succeed(state, theft, Answer.EMPTY_HAND, events)


def let_go(state: State, _move: LetGo, events: Events, _shuffler: Shuffler) -> State:
    """The treasure goes."""
    theft = theft_of(state)
    answer = Answer.GONE if state.seats[theft.victim].left else Answer.LET_GO
    return _succeed(state, theft, answer, events)


def fight(state: State, move: Fight, events: Events, _shuffler: Shuffler) -> State:
    """The treasure stays."""
    theft = check_fight(state, move)
    cards = crew_cards(move.crew)
    events.append(Fought(theft.victim, state.active, theft.loot, cards, WORTH[move.crew]))
    return replace(_pay(state, theft.victim, move.crew), phase=_ACT, theft=None)


def curse(state: State, move: Curse, events: Events, _shuffler: Shuffler) -> State:
    """The treasure goes, and curses go onto the thief's treasures."""
    theft = check_curse(state, move)
    state = _succeed(_pay(state, theft.victim, move.pay), theft, Answer.CURSE, events)
    victim, thief = state.seats[theft.victim], state.seats[state.active]
    moved, laden = _load(victim, thief, move.moves)
    events.append(Cursed(theft.victim, state.active, tuple(cards_of(move.pay)), moved))
    seats = with_seat(state.seats, theft.victim, replace(victim, treasures=_unload(victim, move.moves)))
    return replace(state, seats=with_seat(seats, state.active, replace(thief, treasures=laden)))


def _load(victim: Seat, thief: Seat, moves: CurseMoves) -> tuple[tuple[Moved, ...], tuple[Treasure, ...]]:
    """Put each curse on top, as it lies, in the order of the moves."""
    laden = {treasure.loot: treasure for treasure in thief.treasures}
    moved = []
    for loot, slot, to in moves:
        treasure = treasure_of(victim, loot)
        rank, up = treasure.curses[slot], treasure.up >> slot & 1
        laden[to] = with_curse(laden[to], rank, up)
        moved.append(Moved(loot, slot, to, rank if up else UNKNOWN))
    return tuple(moved), tuple(laden.values())


def _unload(victim: Seat, moves: CurseMoves) -> tuple[Treasure, ...]:
    slots: dict[int, set[int]] = {}
    for loot, slot, _ in moves:
        slots.setdefault(loot, set()).add(slot)
    return tuple(
        without_curses(treasure, frozenset(slots[treasure.loot])) if treasure.loot in slots else treasure
        for treasure in victim.treasures
    )


def _succeed(state: State, theft: Theft, answer: Answer, events: Events) -> State:
    """Hand the treasure over with all its curses (B11)."""
    victim, thief = state.seats[theft.victim], state.seats[state.active]
    treasure = treasure_of(victim, theft.loot)
    events.append(Stolen(state.active, theft.victim, theft.loot, len(treasure.curses), answer))
    rest = tuple(other for other in victim.treasures if other is not treasure)
    seats = with_seat(state.seats, theft.victim, replace(victim, treasures=rest))
    seats = with_seat(seats, state.active, replace(thief, treasures=(*thief.treasures, treasure)))
    return replace(state, seats=seats, phase=_ACT, theft=None)


def _pay(state: State, seat: int, cards: int) -> State:
    player = state.seats[seat]
    seats = with_seat(state.seats, seat, replace(player, hand=player.hand & ~cards))
    return replace(state, seats=seats, discard=state.discard + cards_of(cards))
