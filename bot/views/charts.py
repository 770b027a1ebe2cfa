"""A player's last scores: as a line of text, and as a picture with a text for readers who cannot see it."""

from discord import MediaGalleryItem, ui
from msgspec import Struct

from bot.model.charts import Chart, Panel
from bot.model.stats import Run, Stats
from bot.views.kit import Kit

FILE = "quartermaster-stats.png"
LEAST = 2
"""Games that a series needs to be shown."""
LAST = 10
"""Scores that the text lists at most."""
MOST_PANELS = 2


class Series(Struct, frozen=True):
    """The games of one kind."""

    game: str
    kind: str
    """`crewed` or `voyages`; part of the keys of its sentences."""
    games: int
    """All of them, also those before the run."""
    run: Run


def series(one: Stats) -> list[Series]:
    """List the kinds of one game that somebody has played often enough."""
    kinds = (("crewed", one.crewed, one.crewed_run), ("voyages", one.voyages, one.voyages_run))
    return [Series(one.game, kind, record.games, run) for kind, record, run in kinds if len(run.scores) >= LEAST]


def line(kit: Kit, run: Series) -> str:
    """Return the last scores as a line of text."""
    return kit.texts(f"stats-run-{run.kind}", shown=min(LAST, len(run.run.scores)), scores=_last(kit, run))


def _last(kit: Kit, run: Series) -> str:
    won = run.run.won if run.kind == "crewed" else (False,) * len(run.run.won)
    shown = list(zip(run.run.scores, won, strict=True))[-LAST:]
    return ", ".join(kit.texts("stats-run-won", score=str(score)) if is_won else str(score) for score, is_won in shown)


def shown(games: tuple[Stats, ...]) -> list[Series]:
    """Choose what a picture shows: the kinds that were played most, in the order of the text."""
    found = [run for one in games for run in series(one)]
    most = sorted(found, key=lambda run: -run.games)[:MOST_PANELS]
    return [run for run in found if run in most]


def chart(kit: Kit, runs: list[Series]) -> Chart:
    """Return what is to be drawn."""
    return Chart(tuple(_panel(kit, run) for run in runs))


def _panel(kit: Kit, run: Series) -> Panel:
    crewed = run.kind == "crewed"
    return Panel(
        title=_title(kit, run),
        axis=_count(kit, run),
        first=run.games - len(run.run.scores) + 1,
        scores=run.run.scores,
        won=run.run.won if crewed else (),
        best=() if crewed else run.run.best,
        legend=tuple(kit.texts(f"chart-{word}") for word in (("won", "other") if crewed else ("total", "best"))),
    )


def picture(kit: Kit, runs: list[Series]) -> list[ui.Item[ui.LayoutView]]:
    """Draw a message's picture, which is attached to it, and the caption."""
    alt = " ".join(_described(kit, run) for run in runs)
    which = " · ".join(f"{_title(kit, run)}, {_count(kit, run)}" for run in runs)
    item = MediaGalleryItem(f"attachment://{FILE}", description=alt)
    return [ui.MediaGallery(item), ui.TextDisplay(kit.texts("chart-shows", which=which))]


def _described(kit: Kit, run: Series) -> str:
    scores = run.run.scores
    return kit.texts(
        f"chart-alt-{run.kind}",
        title=_title(kit, run),
        count=_count(kit, run),
        least=str(min(scores)),
        most=str(max(scores)),
        shown=min(LAST, len(scores)),
        scores=_last(kit, run),
        wins=sum(run.run.won),
        best=str(run.run.best[-1]),
    )


def _title(kit: Kit, run: Series) -> str:
    return kit.texts(f"chart-title-{run.kind}", game=kit.texts(f"game-{run.game}"))


def _count(kit: Kit, run: Series) -> str:
    count = len(run.run.scores)
    return kit.texts(f"chart-count-{run.kind}", shown=count, games=run.games, all=count == run.games)
