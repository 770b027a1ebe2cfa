"""Purifying (B13)."""

from msgspec.structs import replace

from rules.blackspot.checks import check_purify, rum_needed
from rules.blackspot.events import CurseStayed, Events, Purified, RumPlayed
from rules.blackspot.hands import RUM, cards_of, rum_cards
from rules.blackspot.model import (
    Purification,
    Purify,
    State,
    Treasure,
    treasure_of,
    with_seat,
    with_treasure,
    without_curses,
)
from rules.cards import Shuffler


def purify(state: State, move: Purify, events: Events, _shuffler: Shuffler) -> State:
    """Flip the curse and play the rum: either the curse is discarded, or the purification goes on."""
    treasure = check_purify(state, move)
    before = _rum_before(state, move)
    if not before:
        give_up(state, events)
    seat, curse, bit = state.active, treasure.curses[move.slot], 1 << move.slot
    flipped = not treasure.up & bit
    events.append(RumPlayed(seat, move.loot, move.slot, curse, rum_cards(move.rum), flipped))
    rum = before | move.rum
    state = _spend(state, move.rum)
    if rum_needed(state, curse, rum):
        pending = Purification(move.loot, move.slot, rum)
        return replace(_laid(state, replace(treasure, up=treasure.up | bit)), purification=pending)
    events.append(Purified(seat, move.loot, move.slot, curse))
    state = _laid(state, without_curses(treasure, frozenset((move.slot,))))
    return replace(state, purified=(*state.purified, curse), purification=None)


def give_up(state: State, events: Events) -> None:
    """Record that a purification under way ends with the curse in place, as the player does something else."""
    pending = state.purification
    if pending is None:
        return
    treasure = treasure_of(state.seats[state.active], pending.loot)
    events.append(CurseStayed(state.active, pending.loot, pending.slot, treasure.curses[pending.slot]))


def _rum_before(state: State, move: Purify) -> int:
    """Return the rum already played in this purification; another curse is another purification."""
    pending = state.purification
    if pending is None or (pending.loot, pending.slot) != (move.loot, move.slot):
        return 0
    return pending.rum


def _spend(state: State, rum: int) -> State:
    hand = rum << RUM
    player = state.seats[state.active]
    seats = with_seat(state.seats, state.active, replace(player, hand=player.hand & ~hand))
    return replace(state, seats=seats, discard=state.discard + cards_of(hand))


def _laid(state: State, treasure: Treasure) -> State:
    player = state.seats[state.active]
    changed = replace(player, treasures=with_treasure(player.treasures, treasure))
    return replace(state, seats=with_seat(state.seats, state.active, changed))
