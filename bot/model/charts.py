"""The content of a chart, as values. The bot makes them; a worker process draws them (bot/workers/chart_image.py)."""

from msgspec import Struct


class Panel(Struct, frozen=True):
    """One series of scores, oldest first. All texts are ready to be drawn."""

    title: str
    axis: str
    """The label of the horizontal axis."""
    first: int
    """The number of the oldest game shown, counted from 1."""
    scores: tuple[int, ...]
    won: tuple[bool, ...]
    """For games with others: which were won."""
    best: tuple[int, ...]
    """For voyages: the best total up to each of them. Either `won` or `best` is empty."""
    legend: tuple[str, ...]
    """For games: the labels of a win and of any other game. For voyages: of a total and of the best so far."""


class Chart(Struct, frozen=True):
    """One picture: at most two panels, one below the other."""

    panels: tuple[Panel, ...]
