"""The course of a turn, steps 1 to 4 and its end, and the end of the game (B5-B10, B15, B16, X1).

26 pirate cards cannot run out: the other seats hold at most 15, so there are always at least eleven cards in
the draw and discard piles.
"""

from msgspec.structs import replace

from rules.blackspot.checks import check_peek, check_skip, check_take
from rules.blackspot.events import (
    Dealt,
    Events,
    Peeked,
    PeekSkipped,
    Reshuffled,
    Took,
    TroveEmptied,
    TurnBegan,
    TurnedUp,
    TurnEnded,
)
from rules.blackspot.hands import BIT, cards_of, mask_of
from rules.blackspot.model import (
    HAND,
    EndTurn,
    Peek,
    Phase,
    Seat,
    SkipPeek,
    State,
    Take,
    Treasure,
    all_up,
    final_turns,
    is_final,
    unknown_loots,
    with_seat,
)
from rules.blackspot.purify import give_up
from rules.cards import Shuffler

_PEEK, _TAKE, _ACT = Phase.PEEK, Phase.TAKE, Phase.ACT


def begin_turn(state: State, events: Events, shuffler: Shuffler) -> State:
    """Steps 1 and 2: discard the hand unseen and draw five; step 3 is skipped where there is nothing to learn (B7)."""
    seat = state.active
    player = state.seats[seat]
    drop = cards_of(player.hand)
    events.append(TurnBegan(seat, state.turns, is_final(state), len(drop), HAND))
    draw, discard, shuffles = state.draw, state.discard + drop, state.shuffles
    if len(draw) < HAND:
        # What is left is drawn first, then the discard pile is shuffled in (B8).
        events.append(Reshuffled(len(discard)))
        draw, discard, shuffles = draw + shuffler.shuffle(discard, shuffles), b"", shuffles + 1
    return replace(
        state,
        seats=with_seat(state.seats, seat, replace(player, hand=mask_of(draw[:HAND]))),
        draw=draw[HAND:],
        discard=discard,
        shuffles=shuffles,
        phase=_first_phase(state),
    )


def _first_phase(state: State) -> Phase:
    """Skip step 3 for a player who knows every curse of the trove, and steps 3 and 4 once it is empty (B7, B16)."""
    if not state.trove:
        return _ACT
    return _PEEK if unknown_loots(state, state.active) else _TAKE


def peek(state: State, move: Peek, events: Events, _shuffler: Shuffler) -> State:
    """Step 3: pay a card, and only this player learns the curse (B9)."""
    (rank,) = check_peek(state, move).curses
    seat = state.active
    player = state.seats[seat]
    events.append(Peeked(seat, move.loot, move.card, rank))
    player = replace(player, hand=player.hand & ~BIT[move.card], seen=player.seen | 1 << rank - 1)
    return replace(
        state,
        seats=with_seat(state.seats, seat, player),
        discard=state.discard + bytes((move.card,)),
        phase=_TAKE,
    )


def skip_peek(state: State, move: SkipPeek, events: Events, _shuffler: Shuffler) -> State:
    """Step 3 left out."""
    check_skip(state, move)
    events.append(PeekSkipped(state.active))
    return replace(state, phase=_TAKE)


def take(state: State, move: Take, events: Events, _shuffler: Shuffler) -> State:
    """Step 4: take a treasure with its curse as it lies; a new one takes its place while the decks last (B10, B15)."""
    treasure = check_take(state, move)
    seat = state.active
    player = state.seats[seat]
    events.append(Took(seat, move.loot))
    at = state.trove.index(treasure)
    trove = state.trove[:at] + _dealt(state, events) + state.trove[at + 1 :]
    finals = state.finals
    if not trove:
        finals = final_turns(state)
        events.append(TroveEmptied(seat, finals))
    player = replace(player, treasures=(*player.treasures, treasure))
    return replace(
        state,
        seats=with_seat(state.seats, seat, player),
        trove=trove,
        loot_deck=state.loot_deck[1:],
        curse_deck=state.curse_deck[1:],
        taken=state.taken + 1,
        finals=finals,
        phase=_ACT,
    )


def _dealt(state: State, events: Events) -> tuple[Treasure, ...]:
    if not state.loot_deck:
        return ()
    loot = state.loot_deck[0]
    events.append(Dealt(loot))
    return (Treasure(loot, state.curse_deck[:1]),)


def end_turn(state: State, _move: EndTurn, events: Events, shuffler: Shuffler) -> State:
    """Pass play on to the next seat, or end the game after the last turn (B16)."""
    give_up(state, events)
    events.append(TurnEnded(state.active))
    state = replace(state, purification=None, turns=state.turns + 1)
    if state.finals == 0:
        return finish(state, events)
    state = replace(
        state,
        active=(state.active + 1) % len(state.seats),
        finals=state.finals - 1 if state.finals > 0 else state.finals,
    )
    return begin_turn(state, events, shuffler)


def finish(state: State, events: Events) -> State:
    """End the game: every curse is turned up (B17)."""
    for seat, player in enumerate(state.seats):
        events += _turned_up(seat, player)
    seats = tuple(replace(player, treasures=all_up(player.treasures)) for player in state.seats)
    return replace(state, seats=seats, trove=all_up(state.trove), purification=None, theft=None, phase=Phase.OVER)


def _turned_up(seat: int, player: Seat) -> list[TurnedUp]:
    return [
        TurnedUp(seat, treasure.loot, slot, curse)
        for treasure in player.treasures
        for slot, curse in enumerate(treasure.curses)
        if not treasure.up >> slot & 1
    ]
