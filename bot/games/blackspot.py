"""Black Spot, as the shared rooms see it."""

from bot.model.games import RATE, WINS, Board, Game, kept_apart
from bot.model.house_rules import HouseRule, option, shuffle_seats, theme, time
from bot.model.stats import Record
from bot.texts.content import Content
from bot.views.blackspot import table
from bot.views.blackspot.hand import hand
from bot.views.kit import Kit
from rules import blackspot
from rules.blackspot.model import CurseReaction, FinalCycle, PeekRule, PurifyRule


def house_rules(content: Content) -> tuple[HouseRule, ...]:
    """Return what a lobby of Black Spot can settle."""
    return (
        option("blackspot", "peek", PeekRule),
        option("blackspot", "curse_reaction", CurseReaction),
        option("blackspot", "purify", PurifyRule),
        option("blackspot", "ending", FinalCycle),
        time("turn_time", "turn_seconds"),
        time("reaction_time", "reaction_seconds"),
        theme(content),
        shuffle_seats(),
    )


def statistics(kit: Kit, record: Record) -> str:
    """Return the line of `/pirates stats` on thefts, fights, curses and purifications."""
    return kit.texts(
        "stats-blackspot",
        thefts=record.total_of("thefts"),
        stolen=record.total_of("stolen"),
        fights=record.total_of("fights"),
        curses=record.total_of("curses_laid"),
        purified=record.total_of("purified"),
    )


GAME = Game(
    rules=blackspot,
    house_rules=house_rules,
    boards=(WINS, RATE, *kept_apart(Board("stolen", fact="stolen"))),
    table=table,
    statistics=statistics,
    hand=hand,
    call=table.call,
)
