"""What a player has done."""

from collections.abc import Callable

from discord import ui

from bot.model.boards import ALL_TIME
from bot.model.names import shown
from bot.model.stats import Record, Stats, percent, rounded
from bot.views import charts
from bot.views import kit as k
from bot.views.kit import Kit


def stats(kit: Kit, name: str, games: tuple[Stats, ...], below: k.Items | None = None) -> ui.LayoutView:
    """Draw what someone has done in each game; `below` is the picture, or a word on why there is none."""
    items: k.Items = [k.text(kit.texts("stats-title", name=shown(name)))]
    for one in games:
        items += [k.rule(), k.text("\n".join(_lines(kit, one)))]
    return k.container(*items, *(below or ()), k.text(kit.texts("stats-small-print")))


def _lines(kit: Kit, one: Stats) -> list[str]:
    current = one.season == one.current
    period = kit.texts("board-period", season=one.season, current=current)
    lines = [kit.texts("stats-game", game=kit.texts(f"game-{one.game}"), period=period)]
    runs = {run.kind: [charts.line(kit, run)] for run in charts.series(one)}
    if one.crewed.games:
        lines += [_results(kit, one.crewed), _scores(kit, one.crewed), *runs.get("crewed", ())]
        lines.append(_OWN[one.game](kit, one.crewed))
        lines.append(_opponents(kit, one))
    if one.voyages.games:
        voyages = one.voyages
        average = _average(kit, voyages.total, voyages.games)
        lines.append(kit.texts("stats-voyages", games=voyages.games, average=average, best=voyages.best))
        lines += runs.get("voyages", ())
    if len(lines) == 1:
        lines.append(kit.texts("stats-none" if one.season == ALL_TIME else "stats-none-season"))
    return lines


def _results(kit: Kit, record: Record) -> str:
    return kit.texts(
        "stats-results",
        games=record.games,
        wins=record.wins,
        percent=percent(record.wins, record.games),
        streak=record.streak,
        longest=record.longest_streak,
    )


def _scores(kit: Kit, record: Record) -> str:
    return kit.texts("stats-scores", average=_average(kit, record.total, record.games), best=record.best)


def _lands(kit: Kit, record: Record) -> str:
    turns = record.busts + record.banks
    return kit.texts(
        "stats-lands",
        percent=percent(record.busts, turns) if turns else 0,
        average=_average(kit, record.banked, record.banks),
        best=record.best_bank,
        allies=record.allies_spent,
    )


def _blackspot(kit: Kit, record: Record) -> str:
    return kit.texts(
        "stats-blackspot",
        thefts=record.thefts,
        stolen=record.stolen,
        fights=record.fights,
        curses=record.curses_laid,
        purified=record.purified,
    )


_OWN: dict[str, Callable[[Kit, Record], str]] = {"lands": _lands, "blackspot": _blackspot}
"""What is told of each game alone."""


def _opponents(kit: Kit, one: Stats) -> str:
    unknown = kit.texts("board-unknown")
    names = [
        kit.texts("stats-opponent", name=shown(opponent.name) or unknown, games=opponent.games)
        for opponent in one.opponents
    ]
    return kit.texts("stats-opponents", names=", ".join(names))


def _average(kit: Kit, total: int, count: int) -> str:
    """Return an average to one decimal, halves away from zero, written as the language writes it."""
    if not count:
        return "0"
    whole, tenths = divmod(rounded(10 * abs(total), count), 10)
    sign = "-" if total < 0 and (whole or tenths) else ""
    return kit.texts("number-tenths", whole=f"{sign}{whole}", tenths=str(tenths))
