"""A player's statistics."""

from discord import ui

from bot.model.boards import ALL_TIME
from bot.model.games import GAMES
from bot.model.marks import Callsign
from bot.model.stats import Best, Record, Stats, percent, rounded
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
        lines += [_voyages(kit, one.voyages), *runs.get("voyages", ())]
    if one.house_voyages.games:
        lines.append(kit.texts("stats-house-rules", what=_voyages(kit, one.house_voyages)))
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
    return kit.texts("stats-scores", average=average(kit, record.total, record.games), best=best(kit, record.best))


def _voyages(kit: Kit, record: Record) -> str:
    mean, most = average(kit, record.total, record.games), record.best
    best_total = most.house if most.standard is None else most.standard
    return kit.texts("stats-voyages", games=record.games, average=mean, best=best_total or 0)


def _opponents(kit: Kit, one: Stats) -> str:
    unknown = kit.texts("board-unknown")
    names = [
        kit.texts("stats-opponent", name=str(opponent.called.or_else(unknown)), games=opponent.games)
        for opponent in one.opponents
    ]
    return kit.texts("stats-opponents", names=", ".join(names))


def best(kit: Kit, most: Best) -> str:
    """Return the best in one game, that under house rules apart."""
    if most.house is None:
        return "-" if most.standard is None else str(most.standard)
    if most.standard is None:
        return kit.texts("stats-best-house", house=str(most.house))
    return kit.texts("stats-best-apart", best=str(most.standard), house=str(most.house))


def average(kit: Kit, total: int, count: int) -> str:
    """Return an average to one decimal, halves away from zero, in the language's notation."""
    if not count:
        return "0"
    whole, tenths = divmod(rounded(10 * abs(total), count), 10)
    sign = "-" if total < 0 and (whole or tenths) else ""
    return kit.texts("number-tenths", whole=f"{sign}{whole}", tenths=str(tenths))
