"""What Black Spot consists of: house rules, the state and the moves.

`bytes` hold cards, numbered as in rules/cards.py; loot and curses are ranks 1 to 13, as each has a suit of its own.
A treasure is named by its loot, a curse by its treasure and slot: never by a card that its reader may not know.
"""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

HAND = 5
TROVE = 3
"""Treasures that lie in the trove while the decks last (B4, B15)."""
TREASURES = 12
HALF = TREASURES // 2
"""Treasures taken from the trove when half of the game has been played (X1)."""
NO_FINALS = -1
UNKNOWN = 0
"""Stands for the rank of a curse that the reader may not know."""

Ranks = tuple[int, ...]
CurseMoves = tuple[tuple[int, int, int], ...]
"""Each curse that moves: its treasure's loot, its slot there before the move, the loot of the treasure it goes onto."""


class PeekRule(StrEnum):
    """Whether step 3 must be played (B7)."""

    REQUIRED = "required"
    OPTIONAL = "optional"


class CurseReaction(StrEnum):
    """How many curses a victim may move (B12)."""

    ANY = "any"
    ONE = "one"


class PurifyRule(StrEnum):
    """What removes a curse: one rum card that is worth it, or the rum of a purification added up (B13)."""

    SINGLE = "single"
    SUM = "sum"


class FinalCycle(StrEnum):
    """Who has a final turn once the trove is empty (B16)."""

    FULL_CYCLE = "full_cycle"
    OTHERS_ONLY = "others_only"
    IMMEDIATE = "immediate"


class Options(Struct, frozen=True, gc=False):
    """The house rules of one game."""

    peek: PeekRule = PeekRule.REQUIRED
    """B7: whether one must pay a card and look at a curse in the trove."""
    curse_reaction: CurseReaction = CurseReaction.ANY
    """B12: how many curses a victim may put onto the thief's treasures."""
    purify: PurifyRule = PurifyRule.SINGLE
    """B13: what removes a curse."""
    ending: FinalCycle = FinalCycle.FULL_CYCLE
    """B16: who has a final turn."""


class Phase(StrEnum):
    """What is to be decided."""

    PEEK = "peek"
    """Step 3."""
    TAKE = "take"
    """Step 4."""
    ACT = "act"
    """Step 5."""
    REACT = "react"
    """A victim answers a thief (B12)."""
    OVER = "over"


class Treasure(Struct, frozen=True, gc=False):
    """One loot card and the curses on it."""

    loot: int
    """Its rank; no other treasure has it."""
    curses: Ranks = ()
    """In the order they came."""
    up: int = 0
    """Bit `slot` is set where the curse lies face up."""


class Seat(Struct, frozen=True, gc=False):
    """One player."""

    hand: int = 0
    """A mask, see `hands`."""
    treasures: tuple[Treasure, ...] = ()
    seen: int = 0
    """Bit `rank - 1` is set for each curse that this player has peeked at, wherever it lies now (B9)."""
    left: bool = False


class Theft(Struct, frozen=True, gc=False):
    """A theft that waits for its victim's answer; the thief is the active seat."""

    victim: int
    loot: int
    crew: int
    strength: int
    """What the crew is worth; an answer must match it."""


class Purification(Struct, frozen=True, gc=False):
    """A curse at which rum was played, not enough so far."""

    loot: int
    slot: int
    rum: int
    """Mask of the rum played so far."""


class State(Struct, frozen=True, gc=False):
    """A whole game."""

    options: Options
    seats: tuple[Seat, ...]
    trove: tuple[Treasure, ...]
    draw: bytes
    loot_deck: Ranks
    curse_deck: Ranks
    aside_loot: int
    aside_curse: int
    """The two cards put aside unseen until the game ends (B2)."""
    first: int
    """The seat that began."""
    active: int
    """The seat whose turn it is."""
    discard: bytes = b""
    purified: Ranks = ()
    """Curses discarded by purifying, in order."""
    phase: Phase = Phase.PEEK
    theft: Theft | None = None
    purification: Purification | None = None
    turns: int = 0
    """Turns ended so far."""
    taken: int = 0
    """Treasures taken from the trove."""
    finals: int = NO_FINALS
    """Once the trove is empty: final turns that begin after the turn under way."""
    shuffles: int = 4
    """Shuffles made so far: first seat, pirates, curses, loot, then each reshuffle."""


# --- Moves ---


class Peek(Struct, frozen=True, gc=False, tag="peek"):
    """Step 3: pay a card and look at the curse of a treasure in the trove."""

    card: int
    loot: int


class SkipPeek(Struct, frozen=True, gc=False, tag="skip-peek"):
    """Step 3 left out, where the house rule allows it."""


class Take(Struct, frozen=True, gc=False, tag="take"):
    """Step 4."""

    loot: int


class Steal(Struct, frozen=True, gc=False, tag="steal"):
    """Step 5: play crew for another player's treasure."""

    loot: int
    crew: int
    """13-bit mask."""


class Purify(Struct, frozen=True, gc=False, tag="purify"):
    """Step 5: play rum at a curse on one's own treasure."""

    loot: int
    slot: int
    rum: int
    """13-bit mask."""


class EndTurn(Struct, frozen=True, gc=False, tag="end-turn"):
    pass


class LetGo(Struct, frozen=True, gc=False, tag="let-go"):
    """The victim lets the treasure go."""


class Fight(Struct, frozen=True, gc=False, tag="fight"):
    """The victim keeps the treasure."""

    crew: int
    """13-bit mask."""


class Curse(Struct, frozen=True, gc=False, tag="curse"):
    """The victim lets the treasure go and puts curses onto the thief's treasures."""

    pay: int
    """26-bit mask."""
    moves: CurseMoves


class Leave(Struct, frozen=True, gc=False, tag="leave"):
    """Give up the seat (X1)."""


Move = Peek | SkipPeek | Take | Steal | Purify | EndTurn | LetGo | Fight | Curse | Leave


# --- Looking at a state ---


def awaited_seat(state: State) -> int:
    """Return the seat to decide: the victim of a theft, otherwise the seat whose turn it is."""
    return state.active if state.theft is None else state.theft.victim


def knows(seen: int, treasure: Treasure, slot: int) -> bool:
    """Tell whether a player who has `seen` these ranks knows this curse."""
    return (treasure.up >> slot | seen >> treasure.curses[slot] - 1) & 1 == 1


def unknown_loots(state: State, seat: int) -> tuple[int, ...]:
    """Return the loot of the trove's treasures whose curse a seat does not know, in the order they lie."""
    seen = state.seats[seat].seen
    return tuple(treasure.loot for treasure in state.trove if not knows(seen, treasure, 0))


def theft_of(state: State) -> Theft:
    """Return the theft that waits for an answer."""
    theft = state.theft
    assert theft is not None  # noqa: S101 - Phase.REACT has a theft
    return theft


def is_final(state: State) -> bool:
    """Tell whether the turn under way is a final one: it began with an empty trove (B16)."""
    return NO_FINALS < state.finals < final_turns(state)


def final_turns(state: State) -> int:
    """Return how many final turns there are under the house rule (B16)."""
    if state.options.ending is FinalCycle.IMMEDIATE:
        return 0
    return len(state.seats) - (state.options.ending is FinalCycle.OTHERS_ONLY)


def holder(state: State, loot: int) -> int | None:
    """Return the seat that has a treasure."""
    for seat, player in enumerate(state.seats):
        for treasure in player.treasures:
            if treasure.loot == loot:
                return seat
    return None


def find(treasures: tuple[Treasure, ...], loot: int) -> Treasure | None:
    """Return the treasure that a loot names."""
    for treasure in treasures:
        if treasure.loot == loot:
            return treasure
    return None


def treasure_of(player: Seat, loot: int) -> Treasure:
    """Return the treasure that a loot names; the player has it."""
    treasure = find(player.treasures, loot)
    assert treasure is not None  # noqa: S101 - checked, or named by a theft or a purification
    return treasure


# --- Changing one ---


def with_seat(seats: tuple[Seat, ...], number: int, player: Seat) -> tuple[Seat, ...]:
    """Return the seats with one of them changed."""
    return (*seats[:number], player, *seats[number + 1 :])


def with_treasure(treasures: tuple[Treasure, ...], changed: Treasure) -> tuple[Treasure, ...]:
    """Return the treasures with the one of the same loot changed."""
    return tuple(changed if treasure.loot == changed.loot else treasure for treasure in treasures)


def without_curses(treasure: Treasure, slots: frozenset[int]) -> Treasure:
    """Take curses away; the others keep their order."""
    curses: list[int] = []
    up = 0
    for slot, curse in enumerate(treasure.curses):
        if slot not in slots:
            up |= (treasure.up >> slot & 1) << len(curses)
            curses.append(curse)
    return Treasure(treasure.loot, tuple(curses), up)


def with_curse(treasure: Treasure, curse: int, up: int) -> Treasure:
    """Put a curse on top of the others, as it lies: `up` is 1 for face up."""
    return Treasure(treasure.loot, (*treasure.curses, curse), treasure.up | up << len(treasure.curses))


def all_up(treasures: tuple[Treasure, ...]) -> tuple[Treasure, ...]:
    """Turn every curse up."""
    return tuple(replace(treasure, up=(1 << len(treasure.curses)) - 1) for treasure in treasures)
