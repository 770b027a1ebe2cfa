"""What one reader may know of a game of Black Spot; it does not depend on cards that they may not know.

A reader knows the curses that lie face up and those they have peeked at, wherever these lie (B9). Of hands, only
their own; of piles, only the size.
"""

from msgspec import Struct

from rules.blackspot.checks import rum_needed
from rules.blackspot.choices import kinds
from rules.blackspot.ending import outcome
from rules.blackspot.hands import ALL, RUM, WORTH, cards_of, crew_cards, rum_cards
from rules.blackspot.model import (
    UNKNOWN,
    Options,
    Phase,
    Purification,
    Seat,
    State,
    Theft,
    Treasure,
    awaited_seat,
    is_final,
    knows,
    treasure_of,
    unknown_loots,
)
from rules.game import Outcome


class CurseView(Struct, frozen=True):
    """A curse; its place in the tuple is its slot."""

    rank: int
    """1 to 13 where the reader knows it, else `UNKNOWN`."""
    up: bool


class TreasureView(Struct, frozen=True):
    """A treasure, named by its loot, which is also the price of stealing it."""

    loot: int
    curses: tuple[CurseView, ...]


class SeatView(Struct, frozen=True):
    """One player, as far as the reader may know."""

    treasures: tuple[TreasureView, ...]
    hand: int
    """How many cards."""
    loot: int
    """Sum of the loot."""
    curses: int
    """Sum of the face-up curses."""
    face_down: int
    """How many curses lie face down."""
    score: int
    """Loot minus face-up curses; the true score once all are turned up."""
    left: bool


class TheftView(Struct, frozen=True):
    """A theft that waits for its victim's answer."""

    thief: int
    victim: int
    loot: int
    crew: tuple[int, ...]
    """The cards played."""
    strength: int
    """What an answer must be worth at least."""


class PurificationView(Struct, frozen=True):
    """A curse at which rum was played, not enough so far."""

    loot: int
    slot: int
    rank: int
    rum: tuple[int, ...]
    """The cards played so far."""
    needed: int
    """What the next rum card, or under the house rule `sum` the rum still to come, must be worth at least."""


class OwnView(Struct, frozen=True):
    """What only this reader sees."""

    seat: int
    hand: tuple[int, ...]
    """Clubs, then hearts, each from the ace up."""
    crew: int
    """What all crew in the hand is worth."""
    rum: int
    """What all rum in the hand is worth."""
    seen: tuple[int, ...]
    """Ranks of the curses peeked at so far, from the lowest."""
    unknown: tuple[int, ...]
    """Loot of the trove's treasures whose curse this reader does not know."""
    choices: tuple[str, ...]
    """Kinds of move, by tag (`steal`), that this reader can make now; none while another seat is awaited."""


class View(Struct, frozen=True):
    """The table, and the reader's own cards."""

    options: Options
    seats: tuple[SeatView, ...]
    trove: tuple[TreasureView, ...]
    phase: Phase
    active: int
    """The seat whose turn it is."""
    awaited: int | None
    """The seat to decide: the active one, or the victim of a theft."""
    theft: TheftView | None
    purification: PurificationView | None
    draw: int
    discard: int
    treasures_left: int
    """Treasures that are still to be dealt to the trove."""
    taken: int
    purified: tuple[int, ...]
    """Ranks of the curses discarded, in order."""
    first: int
    turns: int
    """Turns ended so far."""
    final: bool
    """The turn under way is a final one: steps 1, 2 and 5 only."""
    final_turns: tuple[int, ...]
    """Once the trove is empty: the seats whose final turn is still to begin, in order, seats that have left too."""
    aside: tuple[int, int] | None
    """Loot and curse that were put aside unseen (B2), once the game is over."""
    outcome: Outcome | None
    own: OwnView | None
    """None for an onlooker."""


def view(state: State, seat: int | None) -> View:
    """Return what a seat, or an onlooker, may know."""
    seen = 0 if seat is None else state.seats[seat].seen
    over = state.phase is Phase.OVER
    return View(
        options=state.options,
        seats=tuple(_seat(player, seen) for player in state.seats),
        trove=_treasures(state.trove, seen),
        phase=state.phase,
        active=state.active,
        awaited=None if over else awaited_seat(state),
        theft=None if state.theft is None else _theft(state.active, state.theft),
        purification=None if state.purification is None else _purification(state, state.purification),
        draw=len(state.draw),
        discard=len(state.discard),
        treasures_left=len(state.loot_deck),
        taken=state.taken,
        purified=state.purified,
        first=state.first,
        turns=state.turns,
        final=is_final(state),
        final_turns=_final_turns(state),
        aside=(state.aside_loot, state.aside_curse) if over else None,
        outcome=outcome(state),
        own=None if seat is None else _own(state, seat),
    )


def _treasures(treasures: tuple[Treasure, ...], seen: int) -> tuple[TreasureView, ...]:
    return tuple(TreasureView(treasure.loot, _curses(treasure, seen)) for treasure in treasures)


def _curses(treasure: Treasure, seen: int) -> tuple[CurseView, ...]:
    return tuple(
        CurseView(curse if knows(seen, treasure, slot) else UNKNOWN, up=treasure.up >> slot & 1 == 1)
        for slot, curse in enumerate(treasure.curses)
    )


def _seat(player: Seat, seen: int) -> SeatView:
    treasures = _treasures(player.treasures, seen)
    lying = [curse for treasure in treasures for curse in treasure.curses]
    loot = sum(treasure.loot for treasure in treasures)
    curses = sum(curse.rank for curse in lying if curse.up)
    return SeatView(
        treasures=treasures,
        hand=player.hand.bit_count(),
        loot=loot,
        curses=curses,
        face_down=sum(not curse.up for curse in lying),
        score=loot - curses,
        left=player.left,
    )


def _theft(thief: int, theft: Theft) -> TheftView:
    return TheftView(thief, theft.victim, theft.loot, crew_cards(theft.crew), theft.strength)


def _purification(state: State, purification: Purification) -> PurificationView:
    loot, slot, rum = purification.loot, purification.slot, purification.rum
    rank = treasure_of(state.seats[state.active], loot).curses[slot]
    return PurificationView(loot, slot, rank, rum_cards(rum), needed=rum_needed(state, rank, rum))


def _final_turns(state: State) -> tuple[int, ...]:
    if state.phase is Phase.OVER:
        return ()
    return tuple((state.active + step) % len(state.seats) for step in range(1, state.finals + 1))


def _own(state: State, seat: int) -> OwnView:
    player = state.seats[seat]
    return OwnView(
        seat=seat,
        hand=tuple(cards_of(player.hand)),
        crew=WORTH[player.hand & ALL],
        rum=WORTH[player.hand >> RUM],
        seen=tuple(rank for rank in range(1, RUM + 1) if player.seen >> rank - 1 & 1),
        unknown=unknown_loots(state, seat),
        choices=kinds(state, seat),
    )
