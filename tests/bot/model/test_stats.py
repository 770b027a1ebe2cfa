"""The last scores of a player: what the store gives, what is told in words, and what a picture is asked to show."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.model import stats
from bot.model.boards import ALL_TIME
from bot.model.marks import Callsign
from bot.model.records import Person
from bot.model.stats import Best, Record, Run, Stats
from bot.texts import content
from bot.views import charts
from bot.views import stats as drawn
from bot.views.charts import Series
from bot.views.kit import Kit
from tests.bot.builders import ANNE, BART, GUILD, MODERATOR, Room
from tests.bot.clicks import words
from tests.bot.people import ELSEWHERE, duel, voyage

VOYAGE_64 = "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D"
"""Ten cards worth 2 + 3 + ... + 10 = 54, and 10."""
VOYAGE_62 = "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D"
VOYAGE_63 = "2C 3C 4C 5C 6C 7C 8C 9C 10C 9D"
KIT = Kit(content.load().texts, content.load().themes["standard"], {})
NOTHING = Record(0, 0, "", 0, Best(), {}, {})
NONE = Stats("blackspot", ALL_TIME, 1, NOTHING, NOTHING, NOTHING, (), Run(), Run())
HUGE = 2**63 - 1


async def runs_of(room: Room, who: Person, season: int | None = None, guild: int = GUILD) -> Stats:
    return await room.store.scores.stats(guild, who.user_id, "lands", season)


async def later(room: Room) -> None:
    room.clock.now += 60


async def sail(room: Room, *decks: str) -> None:
    for deck in decks:
        await voyage(room, ANNE, deck)
        await later(room)


# --- From the store ---


async def test_voyages_come_oldest_first_with_the_best_up_to_each(room: Room) -> None:
    await sail(room, VOYAGE_62, VOYAGE_64, VOYAGE_63)
    found = await runs_of(room, ANNE)
    assert found.voyages_run == Run((62, 64, 63), (True, True, True), (62, 64, 64))
    assert found.crewed_run == Run()


async def test_games_with_others_tell_who_won(room: Room) -> None:
    await duel(room, ANNE, BART)
    await later(room)
    await duel(room, BART, ANNE)
    assert (await runs_of(room, ANNE)).crewed_run == Run((52, 2), (True, False), (52, 52))
    assert (await runs_of(room, BART)).crewed_run == Run((2, 52), (False, True), (2, 52))


async def test_only_the_last_ones_come_and_the_best_of_those_before_is_known(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stats, "MOST_RUN", 2)
    await sail(room, VOYAGE_64, VOYAGE_62, VOYAGE_63)
    found = await runs_of(room, ANNE)
    assert found.voyages_run == Run((62, 63), (True, True), (64, 64))
    assert found.voyages.games == 3


async def test_a_run_is_of_one_season_or_of_all_time(room: Room) -> None:
    await sail(room, VOYAGE_62)
    assert await room.store.servers.begin_season(GUILD, "lands", 2, room.clock())
    await sail(room, VOYAGE_64)
    for season, scores in ((None, (64,)), (1, (62,)), (ALL_TIME, (62, 64))):
        assert (await runs_of(room, ANNE, season)).voyages_run.scores == scores


async def test_x2_what_does_not_count_is_in_no_run_and_another_server_sees_nothing(room: Room) -> None:
    await sail(room, VOYAGE_62)
    await room.game(ANNE, BART, deck="10H")
    await room.sessions.end(room.id, MODERATOR)
    assert (await runs_of(room, ANNE)).crewed_run == Run()
    await duel(room, ANNE, BART)
    found = await runs_of(room, ANNE, guild=ELSEWHERE)
    assert (found.voyages_run, found.crewed_run) == (Run(), Run())


# --- In words, and for a picture ---


def told(game: str = "lands", crewed: int = 0, voyages: int = 0, score: int = 7) -> Stats:
    """Somebody's statistics with so many games, all of one score; every other one won."""

    def run(games: int) -> Run:
        shown = min(games, stats.MOST_RUN)
        return Run((score,) * shown, tuple(number % 2 == 0 for number in range(shown)), (score,) * shown)

    def record(games: int) -> Record:
        return Record(games, 0, "", 0, Best(score), {}, {})

    return Stats(game, 1, 1, record(crewed), record(voyages), NOTHING, (), run(crewed), run(voyages))


def description(runs: list[Series]) -> str:
    gallery: Any = charts.picture(KIT, runs)[0]
    return str(gallery.items[0].description)


def test_less_than_two_games_are_no_run_and_no_picture() -> None:
    assert charts.shown((told(crewed=1, voyages=1), told("blackspot"))) == []


def test_a_picture_shows_the_two_kinds_that_were_played_most_in_the_order_of_the_words() -> None:
    runs = charts.shown((told(crewed=3, voyages=9), told("blackspot", crewed=5)))
    assert [(run.game, run.kind) for run in runs] == [("lands", "voyages"), ("blackspot", "crewed")]
    (alone,) = charts.shown((told(crewed=3),))
    assert (alone.game, alone.kind) == ("lands", "crewed")


def test_the_panel_of_a_long_run_begins_at_its_number_and_says_so() -> None:
    (panel,) = charts.chart(KIT, charts.shown((told(voyages=137),))).panels
    assert (panel.first, len(panel.scores)) == (38, 100)
    assert panel.title == "Lands Uncharted: solo voyages"
    assert panel.axis == "the last 100 of 137 voyages"
    assert (panel.legend, panel.won, len(panel.best)) == (("total", "best so far"), (), 100)


def test_the_panel_of_games_with_others_tells_wins() -> None:
    (panel,) = charts.chart(KIT, charts.shown((told("blackspot", crewed=4),))).panels
    assert (panel.title, panel.axis, panel.first) == ("Black Spot: with others", "4 games", 1)
    assert (panel.legend, panel.won, panel.best) == (("won", "not won"), (True, False, True, False), ())


def test_the_words_tell_the_last_ten_and_who_won() -> None:
    (run,) = charts.shown((told(crewed=12),))
    scores = "7 (won), 7, 7 (won), 7, 7 (won), 7, 7 (won), 7, 7 (won), 7"
    assert charts.line(KIT, run) == f"Last 10 scores, oldest first: {scores}"
    assert description([run]) == (
        "Chart of scores, Lands Uncharted: with others, 12 games: from 7 to 7, 6 of them won. "
        f"The last 10, oldest first: {scores}."
    )


def test_the_words_of_voyages_tell_no_wins() -> None:
    (run,) = charts.shown((told(voyages=2),))
    assert charts.line(KIT, run) == "Last 2 voyages, oldest first: 7, 7"
    assert description([run]) == (
        "Chart of totals, Lands Uncharted: solo voyages, 2 voyages: from 7 to 7, best so far 7. "
        "The last 2, oldest first: 7, 7."
    )


def test_the_largest_scores_there_can_be_fit_into_what_discord_takes() -> None:
    runs = charts.shown((told(crewed=99_999, score=-HUGE), told("blackspot", crewed=99_999, score=-HUGE)))
    assert len(description(runs)) <= 1024
    runs = charts.shown((told(voyages=99_999, score=HUGE), told("blackspot", crewed=99_999, score=HUGE)))
    assert len(description(runs)) <= 1024


@pytest.mark.parametrize(
    "total, games, average", [(-1, 25, "0.0"), (-7, 2, "-3.5"), (9, 4, "2.3"), (-9, 4, "-2.3"), (349, 10, "34.9")]
)
def test_an_average_is_rounded_as_by_hand_also_below_zero(total: int, games: int, average: str) -> None:
    """-1 / 25 = -0.04, which is no -0.0; 9 / 4 = 2.25."""
    record = replace(NOTHING, games=games, total=total)
    told = drawn.stats(KIT, Callsign("Anne"), (replace(NONE, crewed=record),))
    assert f"Average score {average} · best -" in words(told)


@pytest.mark.parametrize(
    "most, said",
    [
        (Best(), "-"),
        (Best(-4), "-4"),
        (Best(house=234), "234 under house rules"),
        (Best(52, 234), "52 (under house rules 234)"),
    ],
)
def test_a_best_under_house_rules_is_told_apart(most: Best, said: str) -> None:
    assert drawn.best(KIT, most) == said


@pytest.mark.parametrize("wins, percent", [(0, 0), (1, 13), (3, 38), (4, 50), (5, 63), (7, 88), (8, 100)])
def test_a_win_rate_is_rounded_as_by_hand(wins: int, percent: int) -> None:
    """An eighth is 12.5 %, three are 37.5 %: both halves go up."""
    record = replace(NOTHING, games=8, wins=wins)
    told = drawn.stats(KIT, Callsign("Anne"), (replace(NONE, crewed=record),))
    assert f"({percent} %)" in words(told)
