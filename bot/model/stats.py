"""What a player has done, as values. No I/O, no Discord."""

from msgspec import Struct

from bot.model.marks import Callsign

FAVOURITES = 3
"""Opponents that are listed."""

MOST_RUN = 100
"""Games that a `Run` holds: as many as a picture shows."""


def rounded(total: int, count: int) -> int:
    """Divide to a whole number, halves rounded up; neither number may be negative."""
    return (2 * total + count) // (2 * count)


def percent(part: int, whole: int) -> int:
    """Return a share in whole percent; 0 and 100 only where that is exact."""
    return share(part, whole, 100)


def share(part: int, whole: int, parts: int) -> int:
    """Return how many of so many equal parts a share is, rounded; none and all only where that is exact."""
    if part in {0, whole}:
        return parts * part // whole
    return min(parts - 1, max(1, rounded(parts * part, whole)))


class Best(Struct, frozen=True, array_like=True):
    """The best in one game; None for no such game."""

    standard: int | None = None
    """Under the rules as written."""
    house: int | None = None
    """Under house rules, which may make more possible."""


class Record(Struct, frozen=True):
    """Games of one kind that count, added up."""

    games: int
    wins: int
    streaks: str
    """`1` for each win and `0` for each other game, in order."""
    total: int
    """The scores of all games."""
    best: Best
    """The best of them."""
    totals: dict[str, int]
    bests: dict[str, Best]
    """By the name of each of the game's own facts: all games together, and the highest in one game."""

    def total_of(self, fact: str) -> int:
        """Return a fact of all games together, 0 without games."""
        return self.totals.get(fact, 0)

    def best_of(self, fact: str) -> Best:
        """Return the highest of a fact in one game."""
        return self.bests.get(fact, Best())

    @property
    def streak(self) -> int:
        """Wins in a row up to now."""
        return len(self.streaks.rpartition("0")[2])

    @property
    def longest_streak(self) -> int:
        """The most wins in a row."""
        return max(map(len, self.streaks.split("0")))


class Opponent(Struct, frozen=True):
    """Someone a player met."""

    called: Callsign
    """The name is empty when it has been deleted."""
    games: int


class Run(Struct, frozen=True):
    """The last games of one kind, oldest first."""

    scores: tuple[int, ...] = ()
    won: tuple[bool, ...] = ()
    """Solo voyages are all won."""
    best: tuple[int, ...] = ()
    """The best score up to each of them, games from before the run included."""


class Stats(Struct, frozen=True):
    """What a player has done in one game."""

    game: str
    season: int
    """`boards.ALL_TIME` for all of them."""
    current: int
    """The season under way."""
    crewed: Record
    """Games with others."""
    voyages: Record
    """Solo voyages under the rules as written."""
    house_voyages: Record
    """Solo voyages under house rules."""
    opponents: tuple[Opponent, ...]
    """The favourites, most games first."""
    crewed_run: Run
    voyages_run: Run
    """The last of the games above, at most MOST_RUN."""
