"""The contract that every game keeps. The rules of a game are a module with these names.

Nothing here waits, prints, reads a clock or makes random choices of its own. States, moves and events are values: a
function returns new ones and never changes those it was given.
"""

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import StructConfig

from rules.cards import Shuffler


class Clock(StrEnum):
    """Which of the two time limits a decision has."""

    TURN = "turn"
    REACTION = "reaction"


class FirstClaim(StrEnum):
    """Which of several claims to the first turn counts."""

    LATEST = "latest"
    EARLIEST = "earliest"


class Awaited(Struct, frozen=True):
    """The one decision the game waits for."""

    seat: int
    clock: Clock
    turn: int
    """Counts turns from 0; a time-out plays on until this number changes (X3)."""


class Ending(StrEnum):
    """By which rule a game was decided."""

    HIGHEST_SCORE = "highest-score"
    FEWEST_SCORINGS = "fewest-scorings"
    SHARED = "shared"
    DARE_WON = "dare-won"
    LAST_ABOARD = "last-aboard"
    SOLO = "solo"
    NO_RESULT = "no-result"


class Outcome(Struct, frozen=True):
    """How a game ended, by seat."""

    ending: Ending
    places: tuple[int, ...]
    """1 is the best; equal places are shared; 0 is unplaced (left, or a game without result)."""
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that won, none when there is no result."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class State(Protocol):
    """A whole game at one moment: a frozen struct of the game's own.

    Code that knows no game, such as the store, reads nothing of it but the house rules.
    """

    @property
    def options(self) -> Any:
        """The house rules it is played under: the game's `Options`."""


class Event(Protocol):
    """One thing that happened: a frozen struct of the game's own, with a tag.

    The tag names the event's sentence in the locale files, and the fields are the facts of that sentence. An event
    that a player brought about has an integer field `seat`, which says who; an event like a shuffle has none. Where
    somebody else decided it, such as the victim of a theft, `decider` is that seat. The step that `LEAVE` leads to
    begins with an event whose tag is `left`.
    """

    __struct_fields__: ClassVar[tuple[str, ...]]
    __struct_config__: ClassVar[StructConfig]


class SeatView(Protocol):
    """What a view tells of one player."""

    @property
    def score(self) -> int:
        """Points so far. They order the seats as long as there are no places."""


class View(Protocol):
    """What one reader may know: a frozen struct of the game's own, which only its drawings read in full."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""

    @property
    def seats(self) -> Sequence[SeatView]:
        """Every seat in order, those who have left included."""


StateT_co = TypeVar("StateT_co", bound=State, covariant=True)
EventT_co = TypeVar("EventT_co", bound=Event, covariant=True)


class Step(Struct, Generic[StateT_co, EventT_co], frozen=True, gc=False):
    """The state that a move leads to, and what happened on the way."""

    state: StateT_co
    events: tuple[EventT_co, ...]


_Event = Event  # inside `Rules` that name is the game's own union


class Rules(Protocol):
    """A module that knows one game's rules. Seats are 0-based; `None` as a seat is an onlooker.

    Parameters are `Any` where each game takes its own type alone: code that knows no game hands back what it got
    from the same game. What such code reads of these values is in `State`, `Event` and `View`; besides, it compares
    moves with `LEAVE`, and builds and converts `Options`, `Event` and `Facts` as the structs that they are.
    """

    KEY: str
    SEATS: range
    """Allowed numbers of players."""
    FIRST_CLAIM: FirstClaim
    Options: Any
    """A struct: each house rule a field with its default."""
    Event: Any
    """The union of the game's event structs."""
    Facts: Any
    """A struct of counts, all 0 to begin with: what boards and statistics need to know about one seat."""
    LEAVE: Any
    """The move of giving up a seat (X1). It can be made out of turn and is never listed by `legal`."""

    def validate(self, options: Any, /) -> None:
        """Raise InvalidOptions for house rules out of range."""

    def deal(self, options: Any, seats: int, first: int | None, shuffler: Shuffler, /) -> State:
        """Return the first state. `first` is the seat to begin; None lets the shuffler choose."""

    def awaited(self, state: Any, /) -> Awaited | None:
        """Return the decision the game waits for, None when it is over."""

    def legal(self, state: Any, seat: int, /) -> tuple[Any, ...]:
        """List moves that `seat` may make now: only legal ones, and at least one for the awaited seat.

        A game may leave out combinations that are too many to list; its docstring says which. `apply` decides.
        """

    def sample(self, state: Any, seat: int, chance: Random, /) -> Any:
        """Return a random legal move of the awaited seat without listing them all; every legal move has a chance."""

    def apply(self, state: Any, seat: int, move: Any, shuffler: Shuffler, /) -> Step[State, _Event]:
        """Make a move. Raises IllegalMove, changing nothing, for every move that is not legal."""

    def timeout_move(self, state: Any, /) -> Any:
        """Return the legal move that the awaited seat makes when its clock runs out."""

    def outcome(self, state: Any, /) -> Outcome | None:
        """Return how the game ended, None while it runs."""

    def abandoned(self, state: Any, /) -> Outcome:
        """Return the outcome of a game that is closed without result: the scores, and nobody placed (X2)."""

    def view(self, state: Any, seat: int | None, /) -> View:
        """Return everything that `seat` may know, and nothing else."""

    def witness(self, event: Any, seat: int | None, /) -> _Event:
        """Return the event as `seat` may know it: hidden cards become an explicit unknown."""

    def tally(self, facts: tuple[Any, ...], events: tuple[Any, ...], /) -> tuple[Any, ...]:
        """Return each seat's `Facts` after these events."""

    def comparable(self, options: Any, seats: int, /) -> Any:
        """Return the house rules, with those at their defaults that make no difference for this number of seats."""

    def midway(self, state: Any, /) -> bool:
        """Tell whether half of the game has been played (X1)."""

    def token(self, move: Any, /) -> str:
        """Write a move as at most 40 ASCII characters, without a colon."""

    def from_token(self, text: str, /) -> Any:
        """Read a move. Raises MalformedMove for anything `token` does not write."""

    def dump(self, state: Any, /) -> bytes:
        """Write a state, with the number of its format, as JSON."""

    def load(self, data: bytes, /) -> State:
        """Read what `dump` wrote, of this format or an older one. Raises UnknownFormat otherwise."""
