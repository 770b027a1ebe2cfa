"""Shares in percent: what is ranked apart is shown apart, and nothing but all is 100 %."""

import pytest

from bot.model.boards import Line, Page, Wanted
from bot.model.marks import Callsign
from bot.model.stats import percent
from bot.texts import content
from bot.views import scores
from bot.views.kit import Kit
from tests.bot.clicks import words

CONTENT = content.load()


@pytest.mark.parametrize(
    "part, whole, shown",
    [(200, 200, 100), (199, 200, 99), (0, 200, 0), (1, 500, 1), (1, 8, 13), (2, 3, 67), (1, 2, 50), (1999, 2000, 99)],
)
def test_a_share_is_rounded_but_never_to_all_or_nothing(part: int, whole: int, shown: int) -> None:
    assert percent(part, whole) == shown


@pytest.mark.parametrize("language, comma", [("en-US", "."), ("de", ",")])
def test_places_on_the_board_of_win_rates_are_told_apart(language: str, comma: str) -> None:
    """200 of 200, 199 of 200, 1999 of 2000 and 3 of 4: only the first is 100 %, and whole shares have no tenths."""
    spoken = CONTENT.languages[language]
    rates = [(200, 200), (1999, 2000), (199, 200), (3, 4), (0, 9)]
    anne = Callsign("Anne")
    lines = tuple(Line(place, anne, won, games) for place, (won, games) in enumerate(rates, start=1))
    page = Page(Wanted("lands", "rate", 1), 1, 1, len(lines), lines, None, moved=False)
    text = words(scores.public(Kit(spoken.texts, spoken.themes["standard"], {}), page))
    found = [line.split(" % ")[0].rpartition(" ")[2] for line in text.splitlines() if " % " in line]
    assert found == ["100", f"99{comma}9", f"99{comma}5", "75", "0"]
