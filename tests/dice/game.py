"""The one registration of the dice game."""

from pathlib import Path

from bot.model.games import RATE, WINS, Board, Game
from bot.model.house_rules import HouseRule, time, with_options
from bot.model.stats import Record
from bot.texts.content import Content
from bot.views.kit import Kit
from bot.views.stats import best
from tests.dice import rules, table


def house_rules(_content: Content) -> tuple[HouseRule, ...]:
    target = HouseRule(
        "dice",
        "target",
        ("10", "20", "50"),
        lambda t: str(t.options.target),
        lambda t, v: with_options(t, target=int(v)),
        rules.TARGETS,
    )
    return (target, time("turn_time", "turn_seconds"))


def statistics(kit: Kit, record: Record) -> str:
    return kit.texts("stats-dice", rolls=record.total_of("rolls"), best=best(kit, record.best_of("best_turn")))


GAME = Game(
    rules=rules,
    house_rules=house_rules,
    boards=(WINS, RATE, Board("turn", fact="best_turn", best=True)),
    table=table,
    statistics=statistics,
    locale=Path(__file__).parent / "locale",
)
