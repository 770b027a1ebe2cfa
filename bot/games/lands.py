"""Lands Uncharted, as the shared rooms see it."""

from functools import partial

from bot.model import idols
from bot.model.games import RATE, VOYAGE, WINS, Board, Game, kept_apart
from bot.model.house_rules import HouseRule, flag, option, switch, theme, time, with_options
from bot.model.records import Terms
from bot.model.stats import Record, percent
from bot.texts.content import Content, Queen
from bot.views import lands as table
from bot.views.kit import Kit
from bot.views.stats import average, best
from rules import lands
from rules.lands.model import TARGETS, DarePrize, LastRound

TARGETS_OFFERED = ("50", "75", "100", "150", "200", "300")


def _turn_queen(queen: Queen, terms: Terms, on: bool) -> Terms:  # noqa: FBT001 - as every switch is turned
    others = {idol for idol in terms.options.idols if idol != queen.idol}
    return with_options(terms, idols=idols.ordered(others | ({queen.idol} if on else set())))


def _queen(queen: Queen) -> HouseRule:
    """One of the four queens: in or out of the idols (L14)."""
    return switch("lands", queen.rule, lambda t: queen.idol in t.options.idols, partial(_turn_queen, queen))


def _home_idols() -> HouseRule:
    """All of the server's home-made idols as one switch (L15); not shown in its defaults, which hold none."""
    return switch(
        "lands",
        "home_idols",
        idols.on_in,
        lambda t, on: idols.put_on(t) if on else idols.lay_aside(t),
        idols.at_hand,
    )


def _target() -> HouseRule:
    return HouseRule(
        "lands",
        "target",
        TARGETS_OFFERED,
        lambda t: str(t.options.target),
        lambda t, v: with_options(t, target=int(v)),
        TARGETS,
    )


def house_rules(content: Content) -> tuple[HouseRule, ...]:
    """Return what a lobby of Lands Uncharted can settle."""
    return (
        _target(),
        option("lands", "last_round", LastRound),
        option("lands", "dare_prize", DarePrize),
        flag("lands", "buried_treasure"),
        flag("lands", "dare"),
        *map(_queen, content.queens),
        _home_idols(),
        time("turn_time", "turn_seconds"),
        theme(content),
    )


def statistics(kit: Kit, record: Record) -> str:
    """Return the line of `/pirates stats` on busts, banks and allies."""
    busts, banks = record.total_of("busts"), record.total_of("banks")
    return kit.texts(
        "stats-lands",
        percent=percent(busts, busts + banks) if busts + banks else 0,
        average=average(kit, record.total_of("banked"), banks),
        best=best(kit, record.best_of("best_bank")),
        allies=record.total_of("allies_spent"),
    )


GAME = Game(
    rules=lands,
    house_rules=house_rules,
    boards=(WINS, RATE, VOYAGE, *kept_apart(Board("bank", fact="best_bank", best=True))),
    table=table,
    statistics=statistics,
)
