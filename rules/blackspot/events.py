"""The record of what happened in a game of Black Spot.

Only `Peeked` holds what others may not know: hands drawn and discarded are counts, a face-down curse is `UNKNOWN`.
Cards are numbers as in rules/cards.py; loot and curses are ranks.
"""

from enum import StrEnum

from msgspec import Struct

from rules.blackspot.model import UNKNOWN


class Answer(StrEnum):
    """How a theft succeeded."""

    LET_GO = "let-go"
    CURSE = "curse"
    EMPTY_HAND = "empty-hand"
    """The victim had no card to answer with and was not asked."""
    GONE = "gone"
    """The victim has left."""


class TurnBegan(Struct, frozen=True, gc=False, tag="turn-began"):
    """Steps 1 and 2: the hand was discarded unseen, five cards were drawn."""

    seat: int
    turn: int
    """Counts from 0."""
    final: bool
    discarded: int
    drawn: int


class Reshuffled(Struct, frozen=True, gc=False, tag="reshuffled"):
    """The draw pile ran out and the discard pile became a new one (B8)."""

    cards: int


class Peeked(Struct, frozen=True, gc=False, tag="peeked"):
    seat: int
    loot: int
    card: int
    """The card paid for it."""
    curse: int
    """For others than the peeker: `UNKNOWN`."""


class PeekSkipped(Struct, frozen=True, gc=False, tag="peek-skipped"):
    seat: int


class Took(Struct, frozen=True, gc=False, tag="took"):
    seat: int
    loot: int


class Dealt(Struct, frozen=True, gc=False, tag="dealt"):
    """A new treasure lies in the trove."""

    loot: int


class TroveEmptied(Struct, frozen=True, gc=False, tag="trove-emptied"):
    """The last treasure was taken; this many final turns follow (B16)."""

    seat: int
    turns: int


class TheftBegan(Struct, frozen=True, gc=False, tag="theft-began"):
    seat: int
    victim: int
    loot: int
    cards: tuple[int, ...]
    strength: int


class Fought(Struct, frozen=True, gc=False, tag="fought"):
    """The victim keeps the treasure."""

    seat: int
    """The victim."""
    thief: int
    loot: int
    cards: tuple[int, ...]
    strength: int


class Stolen(Struct, frozen=True, gc=False, tag="stolen"):
    seat: int
    """The thief."""
    victim: int
    loot: int
    curses: int
    """How many came along."""
    answer: Answer

    @property
    def decider(self) -> int:
        """The victim let it go (B12)."""
        return self.victim


class Moved(Struct, frozen=True, gc=False):
    """A curse that changed treasures."""

    loot: int
    slot: int
    """Where it lay before the move."""
    to: int
    """The loot of the treasure it lies on now."""
    curse: int
    """Its rank when face up, else `UNKNOWN`."""


class Cursed(Struct, frozen=True, gc=False, tag="cursed"):
    """The victim put curses onto the thief's treasures."""

    seat: int
    """The victim."""
    thief: int
    cards: tuple[int, ...]
    """What the victim paid."""
    moved: tuple[Moved, ...]


class RumPlayed(Struct, frozen=True, gc=False, tag="rum-played"):
    """Rum was played at a curse."""

    seat: int
    loot: int
    slot: int
    curse: int
    cards: tuple[int, ...]
    flipped: bool
    """The curse was face down until now."""


class Purified(Struct, frozen=True, gc=False, tag="purified"):
    """The rum was enough and the curse is discarded."""

    seat: int
    loot: int
    slot: int
    curse: int


class CurseStayed(Struct, frozen=True, gc=False, tag="curse-stayed"):
    """A purification was given up with another move."""

    seat: int
    loot: int
    slot: int
    curse: int


class TurnEnded(Struct, frozen=True, gc=False, tag="turn-ended"):
    seat: int


class TurnedUp(Struct, frozen=True, gc=False, tag="turned-up"):
    """The game is over and a face-down curse is turned up (B17)."""

    seat: int
    loot: int
    slot: int
    curse: int


class Left(Struct, frozen=True, gc=False, tag="left"):
    seat: int


Event = (
    TurnBegan
    | Reshuffled
    | Peeked
    | PeekSkipped
    | Took
    | Dealt
    | TroveEmptied
    | TheftBegan
    | Fought
    | Stolen
    | Cursed
    | RumPlayed
    | Purified
    | CurseStayed
    | TurnEnded
    | TurnedUp
    | Left
)
Events = list[Event]


def witness(event: Event, seat: int | None) -> Event:
    """Return the event as `seat` may know it: a peeked curse is only the peeker's (B9)."""
    if isinstance(event, Peeked) and event.seat != seat:
        return Peeked(event.seat, event.loot, event.card, UNKNOWN)
    return event
