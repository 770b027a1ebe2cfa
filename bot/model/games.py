"""The registry of games: everything that shared code asks of one game, in one value.

Each game is registered once, by its file in `bot/games`. Shared code reads this registry and knows no game by name;
only home-made idols (L15) belong to Lands Uncharted.
Kits, frames and drawings are `Any` here, because this room may not import `bot/views`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from bot.model.stats import Record
from bot.texts.content import Content
from rules.game import Rules

_HOUSE = "-own"


class Board(Struct, frozen=True):
    """What players are ranked by. Its texts are `board-<key>`, `board-line-<words>` and `board-empty-<words>`."""

    key: str
    fact: str = ""
    """The field of the game's `Facts` that gives the points; empty for wins, win rate and voyages."""
    best: bool = False
    """Only the best game of a player counts; else games add up."""
    standard: bool | None = None
    """Whether it holds games under the rules as written, or those under house rules; None for all of them."""

    @property
    def words(self) -> str:
        """What the texts of its lines are called: the same under whatever rules."""
        return self.key.removesuffix(_HOUSE)

    @property
    def rules(self) -> str:
        """Which rules its games were played under, for a text."""
        return {None: "all", True: "standard", False: "house"}[self.standard]

    @property
    def adds_up(self) -> bool:
        """Whether what is done in games adds up, so that each game more gains something, also for who loses it."""
        return bool(self.fact) and not self.best

    def holds(self, *, standard: bool) -> bool:
        """Tell whether it holds games with others that were played under the rules as written, or under others."""
        return self.standard in {None, standard} and self != VOYAGE


def kept_apart(board: Board) -> tuple[Board, Board]:
    """Return a board for games under the rules as written, and beside it one for those under house rules."""
    return replace(board, standard=True), replace(board, key=f"{board.key}{_HOUSE}", standard=False)


WINS = Board("wins")
RATE = Board("rate")
"""The share of games won."""
VOYAGE = Board("voyage", best=True, standard=True)
"""The best solo voyage under the standard rules (L16)."""


FieldWriters = Mapping[str, Callable[[Any, Any, Any], int | str]]
"""By the field of an event that does not go into a sentence as it is: kit, frame and value -> what stands there."""


class Table(Protocol):
    """A module that draws the public table of one game."""

    FIELDS: FieldWriters

    def draw(self, kit: Any, frame: Any, view: Any, /) -> Any:
        """Return the `Drawing` of a running game from the onlooker's view, or of how it ended."""

    def rules(self, kit: Any, options: Any, /) -> tuple[str, ...]:
        """Return the rules in sections, the house rules in force last."""


class HandDrawer(Protocol):
    """Draws the private hand of one seat.

    `draft` is the argument of the draft control that was clicked, None for a hand that is opened. `allows(move)` tells
    whether the rules would let the reader make a move now. Raises MalformedId for a draft that no control writes.
    """

    def __call__(self, kit: Any, frame: Any, view: Any, draft: str | None, allows: Callable[[Any], bool], /) -> Any: ...


class CallWriter(Protocol):
    """Writes the sentence that pings a player who must decide out of turn; `mention` is their mention on Discord."""

    def __call__(self, kit: Any, frame: Any, view: Any, mention: str, /) -> str: ...


class Game(Struct, frozen=True):
    """One registration."""

    rules: Rules
    house_rules: Callable[[Content], tuple[Any, ...]]
    """Returns its `HouseRule`s, in the order of the panel."""
    boards: tuple[Board, ...]
    """The first is the default."""
    table: Table
    statistics: Callable[[Any, Record], str]
    """Kit and record -> the game's own line in `/pirates stats`."""
    hand: HandDrawer | None = None
    """None for a game without private hands."""
    call: CallWriter | None = None
    """None for a game in which nobody decides out of turn."""
    locale: Path | None = None
    """A folder like `data/locale` with the game's own sentences; None for a game whose sentences are there."""

    @property
    def key(self) -> str:
        """The name in commands, in the database and in the keys of its texts."""
        return self.rules.KEY


GAMES: dict[str, Game] = {}
"""By key, in the order in which players see them. Filled by `bot/games`."""


def register(game: Game) -> None:
    """Add a game. Raises ValueError for a key that another game has."""
    if game.key in GAMES:
        raise ValueError(f"two games are registered as {game.key!r}")
    GAMES[game.key] = game
