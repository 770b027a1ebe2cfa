"""A player's statistics."""

from discord import ui

from bot.model.boards import ALL_TIME
from bot.model.games import GAMES
from bot.model.marks import Callsign
from bot.model.stats import Record, Stats, percent, rounded
from bot.views import charts
from bot.views import kit as k
from bot.views.kit import Kit


def stats(kit: Kit, who: Callsign, games: tuple[Stats, ...], below: k.Items | None = None) -> ui.LayoutView:
    """Draw what someone has done in each game; `below` is the picture, or a sentence on why there is none."""
    items: k.Items = [k.text(kit.texts("stats-title", name=str(who)))]
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
        lines.append(GAMES[one.game].statistics(kit, one.crewed))
        lines.append(_opponents(kit, one))
    if one.voyages.games:
        voyages = one.voyages
        mean = average(kit, voyages.total, voyages.games)
        lines.append(kit.texts("stats-voyages", games=voyages.games, average=mean, best=voyages.best))
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
    return kit.texts("stats-scores", average=average(kit, record.total, record.games), best=record.best)


def _opponents(kit: Kit, one: Stats) -> str:
    unknown = kit.texts("board-unknown")
    names = [
        kit.texts("stats-opponent", name=str(opponent.called.or_else(unknown)), games=opponent.games)
        for opponent in one.opponents
    ]
    return kit.texts("stats-opponents", names=", ".join(names))


def average(kit: Kit, total: int, count: int) -> str:
    """Return an average to one decimal, halves away from zero, in the language's notation."""
    if not count:
        return "0"
    whole, tenths = divmod(rounded(10 * abs(total), count), 10)
    sign = "-" if total < 0 and (whole or tenths) else ""
    return kit.texts("number-tenths", whole=f"{sign}{whole}", tenths=str(tenths))
