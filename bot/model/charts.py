"""What a picture of numbers is made of, as values. The bot's own process knows them; drawing is done apart."""

from msgspec import Struct


class Panel(Struct, frozen=True):
    """One row of numbers over time, oldest first. All words come ready from the locale."""

    title: str
    axis: str
    """What the numbers along the bottom count."""
    first: int
    """The number of the oldest game shown, counted from 1."""
    scores: tuple[int, ...]
    won: tuple[bool, ...]
    """Of games with others: which were won."""
    best: tuple[int, ...]
    """Of voyages: the best up to each of them. One of these two is empty."""
    legend: tuple[str, ...]
    """Of games: the words for a win and for another game. Of voyages: for a total and for the best so far."""


class Chart(Struct, frozen=True):
    """One picture: at most two panels, one below the other."""

    panels: tuple[Panel, ...]
