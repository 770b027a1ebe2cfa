"""What results do to the boards: points worked out by hand from games played in the room (L16, X2, F29, F33, F36)."""

import asyncio
import shutil
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict, replace

from bot.model.boards import ALL_TIME, Entry, Line, Page, Wanted
from bot.model.marks import Callsign
from bot.model.records import Person, Standing, Status, Terms, Uncounted
from bot.model.stats import Best, Stats
from bot.storage import schema
from rules.cards import VerifiableShuffler
from tests.bot.builders import ANNE, BART, CALICO, DITA, EDDA, GUILD, MODERATOR, GatedStore, Room, opened
from tests.bot.people import BART_ELSEWHERE, ELSEWHERE, HEARTS_52, board, duel, voyage
from tests.bot.storage.files import sql
from tests.registry import GAMES

VOYAGE_64 = "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D"
"""Ten cards worth 2 + 3 + ... + 10 = 54, and 10."""
VOYAGE_62 = "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D"
HERE, THERE = (ANNE, BART), (replace(BART_ELSEWHERE, user_id=1, name="Anne there"), BART_ELSEWHERE)


async def page(room: Room, board: str, *, reader: int = 99, guild: int = GUILD, **where: Any) -> Page:
    """Ask for the first page of this season in Lands Uncharted, unless something else is said."""
    return await room.store.scores.page(guild, reader, Wanted(**{"game": "lands", "board": board} | where))


# --- Points: more of them, with seasons and servers, are counted again in test_recount.py ---


async def test_wins_and_the_biggest_bank_of_several_games(room: Room) -> None:
    """52 and 2; then 2 and 52: each has won once, and has 52 once, in two games."""
    await duel(room, ANNE, BART)
    assert await board(room, "bank-own") == [(1, "Anne", 52, 1), (2, "Bart", 2, 1)]
    for season in (None, 1, ALL_TIME):
        assert await board(room, "wins", season=season) == [(1, "Anne", 1, 1), (2, "Bart", 0, 1)]
    await duel(room, BART, ANNE)
    assert await board(room, "bank-own") == [(1, "Anne", 52, 2), (1, "Bart", 52, 2)]


async def test_f36_a_score_of_nothing_is_shown_and_its_game_counts(room: Room) -> None:
    """Bart busts on a pair, Calico banks nothing with an ace, Anne scores 52."""
    await room.game(ANNE, BART, CALICO, deck=f"{HEARTS_52} 2C 2D AC", target=50)
    await room.play("draw " * 8 + "bank draw draw draw bank")
    assert await board(room, "wins") == [(1, "Anne", 1, 1), (2, "Bart", 0, 1), (2, "Calico", 0, 1)]
    assert await board(room, "bank-own") == [(1, "Anne", 52, 1), (2, "Bart", 0, 1), (2, "Calico", 0, 1)]


async def test_who_left_a_game_that_counts_has_lost_it(room: Room) -> None:
    """X1: Anne has half of the target when Bart goes."""
    await room.game(ANNE, BART, deck="10H 9H 8H", target=50)
    await room.play("draw draw draw bank draw")
    await room.sessions.leave(room.id, BART)
    assert await board(room, "wins") == [(1, "Anne", 1, 1), (2, "Bart", 0, 1)]


async def test_f29_names_are_those_of_the_last_game(room: Room) -> None:
    """However odd they are."""
    await duel(room, ANNE, BART)
    renamed = replace(BART, name="Robert'); DROP TABLE standings;--")
    await duel(room, ANNE, renamed)
    assert await board(room, "wins") == [(1, "Anne", 2, 2), (2, renamed.name, 0, 2)]


@pytest.mark.parametrize("ends", [lambda room: room.sessions.end(room.id, MODERATOR), None])
async def test_x2_a_game_without_result_counts_nowhere_and_says_so(room: Room, ends: Any) -> None:
    """A moderator ended it, or one of two left too early."""
    await room.game(ANNE, BART, deck="10H")
    await room.play("draw bank")
    session = (await (ends(room) if ends else room.sessions.leave(room.id, BART))).after
    assert session.standing == Standing(Uncounted.NO_RESULT)
    assert await room.now() == session
    assert await board(room, "wins") == await board(room, "bank-own") == []


async def test_two_servers_never_see_each_others_rows(room: Room) -> None:
    """The same people play on both."""
    await duel(room, *HERE)
    for _ in range(2):
        await duel(room, THERE[1], THERE[0])
    assert await board(room, "wins") == [(1, "Anne", 1, 1), (2, "Bart", 0, 1)]
    assert await board(room, "wins", ELSEWHERE) == [(1, "Bart", 2, 2), (2, "Anne there", 0, 2)]
    assert await board(room, "wins", ELSEWHERE + 1) == []
    assert (await voyage(room, THERE[0], VOYAGE_64)).standing == Standing(voyage=True, total=64)
    assert await board(room, "voyage") == []


async def test_a_season_is_of_one_game_on_one_server_and_begins_empty(room: Room) -> None:
    await duel(room, *HERE)
    assert await room.store.servers.begin_season(GUILD, "lands", 2, room.clock.now)
    shown = await page(room, "wins")
    assert (shown.wanted.season, shown.current, shown.lines) == (2, 2, ())
    assert (await page(room, "wins", game="blackspot")).current == 1
    assert (await page(room, "wins", guild=ELSEWHERE)).current == 1


# --- Voyages: L16 ---


async def test_l16_a_voyage_is_compared_with_ones_own_best_and_the_servers(room: Room) -> None:
    first = await voyage(room, ANNE, VOYAGE_62)
    assert first.standing == Standing(voyage=True, total=62)
    second = await voyage(room, BART, VOYAGE_64)
    assert second.standing == Standing(voyage=True, total=64, server_best=62, server_best_by=ANNE.named)
    third = await voyage(room, ANNE, VOYAGE_62)
    assert third.standing == Standing(voyage=True, total=62, own_best=62, server_best=64, server_best_by=BART.named)
    assert await room.now() == third
    for which in ("wins", "rate", "bank", "bank-own"):
        assert await board(room, which) == []


async def test_l16_the_servers_board_holds_voyages_under_the_standard_rules_only(room: Room) -> None:
    """21 is never banked here, so that the totals are the same. The dare makes a voyage no other one."""
    await voyage(room, BART, VOYAGE_62, dare=True)
    session = await voyage(room, ANNE, VOYAGE_64, buried_treasure=True)
    compared = Standing(voyage=True, total=64, standard=False)
    assert session.standing == compared
    session = await voyage(room, BART, VOYAGE_62, buried_treasure=True)
    assert session.standing == replace(compared, total=62, server_best=64, server_best_by=ANNE.named)
    assert await board(room, "voyage") == [(1, "Bart", 62, 1)]


# --- Statistics ---


async def stats_of(room: Room, who: Person, *, season: int | None = None, guild: int = GUILD) -> Stats:
    return await room.store.scores.stats(guild, who.user_id, "lands", season)


async def test_statistics_add_up_what_happened_in_games_with_others(room: Room) -> None:
    """Anne banks 8; busts on the second 7; spends an ace on the second 9 and banks 9 + 10 + 6 = 25, which is 33.

    Then she banks 20 and has 53 of 50. Bart banks 2, 3, 4 and 5.
    """
    await room.game(ANNE, BART, deck="8C 2C 7C 7D 3C AC 9C 9D 10C 6C 4C 10D 8D 2D 5C", target=50)
    await room.play("draw bank draw bank draw draw draw bank")
    await room.play("draw draw draw spend draw draw bank draw bank draw draw draw bank draw bank")
    anne, bart = [(await stats_of(room, who)).crewed for who in (ANNE, BART)]
    assert (anne.games, anne.wins, anne.total, anne.best) == (1, 1, 53, Best(house=53))
    assert anne.totals == {"busts": 1, "banks": 3, "banked": 53, "best_bank": 25, "allies_spent": 1}
    assert (bart.games, bart.wins, bart.total, bart.best) == (1, 0, 14, Best(house=14))
    assert bart.totals == {"busts": 0, "banks": 4, "banked": 14, "best_bank": 5, "allies_spent": 0}


async def test_streaks_are_counted_in_the_order_of_the_games(room: Room) -> None:
    """Won, won, lost, won; and Bart against two others, so that all of them count."""
    for winner, loser in ((ANNE, BART), (ANNE, BART), (BART, ANNE), (ANNE, BART)):
        room.clock.now += 60
        await duel(room, winner, loser)
    anne, bart = [(await stats_of(room, who)).crewed for who in (ANNE, BART)]
    assert (anne.streaks, anne.streak, anne.longest_streak) == ("1101", 1, 2)
    assert (bart.streaks, bart.streak, bart.longest_streak) == ("0010", 0, 1)


async def test_voyages_are_apart_and_no_results_are_nowhere(room: Room) -> None:
    await voyage(room, ANNE, VOYAGE_64)
    await voyage(room, ANNE, VOYAGE_62, buried_treasure=True)
    await room.game(ANNE, BART)
    await room.sessions.end(room.id, MODERATOR)
    found = await stats_of(room, ANNE)
    assert (found.voyages.games, found.voyages.total, found.voyages.best) == (1, 64, Best(standard=64))
    assert (found.house_voyages.games, found.house_voyages.total, found.house_voyages.best) == (1, 62, Best(house=62))
    assert (found.crewed.games, found.crewed.streak, found.crewed.longest_streak, found.opponents) == (0, 0, 0, ())


async def test_favourite_opponents_are_the_three_met_most_by_their_last_names(room: Room) -> None:
    for others in ((BART,), (CALICO,), (CALICO,), (DITA,), (EDDA,)):
        room.clock.now += 60
        await duel(room, ANNE, *others)
    renamed = replace(CALICO, name="Jack")
    await duel(room, renamed, BART)
    found = (await stats_of(room, ANNE)).opponents
    assert [(one.called.name, one.games) for one in found] == [("Jack", 2), ("Edda", 1), ("Dita", 1)]


async def test_statistics_are_of_one_server_and_one_period(room: Room) -> None:
    await duel(room, ANNE, BART)
    assert await room.store.servers.begin_season(GUILD, "lands", 2, room.clock.now)
    assert ((await stats_of(room, ANNE)).crewed.games, (await stats_of(room, ANNE)).opponents) == (0, ())
    assert (await stats_of(room, ANNE, season=1)).crewed.games == 1
    assert (await stats_of(room, ANNE, season=ALL_TIME)).crewed.games == 1
    elsewhere = await stats_of(room, ANNE, season=ALL_TIME, guild=ELSEWHERE)
    assert (elsewhere.crewed.games, elsewhere.opponents) == (0, ())


async def test_statistics_of_black_spot_are_the_facts_of_its_games(room: Room) -> None:
    """A random game through the sessions; each seat's facts are what its result holds."""
    room.sessions._shuffler = VerifiableShuffler
    chance, game = Random(3), GAMES["blackspot"]
    session = (await room.sessions.open("blackspot", ANNE, Terms(game.Options()))).after
    room.id = session.id
    await room.sessions.join(room.id, BART)
    session = (await room.sessions.start(room.id, ANNE, 900)).after
    while session.status is Status.PLAYING:
        awaited = game.awaited(session.state)
        assert awaited is not None
        session = await room.play(game.token(game.sample(session.state, awaited.seat, chance)))
    for seat, who in enumerate((ANNE, BART)):
        record = (await room.store.scores.stats(GUILD, who.user_id, "blackspot", None)).crewed
        facts = session.facts[seat]
        assert record.totals == asdict(facts)
        assert record.totals["thefts"] > 0


# --- Pages: F33 ---


async def enrol(store: GatedStore, guild: int, points: list[int], *, which: str = "wins") -> None:
    """Give players 1, 2, 3 ... these points in one game each."""
    entries = [Entry(which, number, won, best_counts=False) for number, won in enumerate(points, start=1)]
    async with store._transaction():
        await store.scores._write(
            store._queries.add_points,
            guild_id=guild,
            game="lands",
            season=1,
            entries=msgspec.json.encode(entries).decode(),
        )


@pytest.mark.parametrize("players, pages", [(0, 1), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
async def test_f33_everyone_is_on_one_page_and_pages_are_of_this_server(room: Room, players: int, pages: int) -> None:
    await enrol(room.store, GUILD, [number % 7 for number in range(players)])
    await enrol(room.store, ELSEWHERE, list(range(500)))
    found: list[Line] = []
    for number in range(1, pages + 1):
        shown = await page(room, "wins", page=number)
        assert (shown.wanted.page, shown.pages, shown.players, shown.moved) == (number, pages, players, False)
        found += shown.lines
    assert len(found) == players
    assert sorted(line.points for line in found) == sorted(number % 7 for number in range(players))
    assert all(one.points >= other.points for one, other in pairwise(found))


async def test_f33_a_page_out_of_range_becomes_the_nearest(room: Room) -> None:
    empty = await page(room, "wins")
    assert (empty.wanted.page, empty.pages, empty.moved, empty.lines, empty.own) == (1, 1, False, (), None)
    await enrol(room.store, GUILD, list(range(21)))
    for asked, given in {0: 1, -1: 1, 1: 1, 2: 2, 3: 3, 4: 3, 999: 3, 2**62: 3}.items():
        shown = await page(room, "wins", page=asked)
        assert (shown.wanted.page, shown.moved) == (given, asked != given)


async def test_ties_share_a_rank_also_across_pages(room: Room) -> None:
    """Three with 9, then nine with 5, then two with 1: ranks 1, 4 and 13."""
    await enrol(room.store, GUILD, [9] * 3 + [5] * 9 + [1] * 2)
    first, second = [await page(room, "wins", page=number) for number in (1, 2)]
    assert [line.rank for line in first.lines] == [1] * 3 + [4] * 7
    assert [line.rank for line in second.lines] == [4] * 2 + [13] * 2


async def test_a_win_rate_takes_five_games(room: Room) -> None:
    for games in range(1, 6):
        await enrol(room.store, GUILD, [1, 0], which="rate")
        assert [line.games for line in (await page(room, "rate")).lines] == ([5, 5] if games == 5 else [])


async def test_among_equals_fewer_games_stand_first_and_of_rates_more(room: Room) -> None:
    """Players 1, 2, 3 win five games each, and then lose none, two and one."""
    for which in ("wins", "rate"):
        for _ in range(5):
            await enrol(room.store, GUILD, [1, 1, 1], which=which)
        await enrol(room.store, GUILD, [1, 1], which=which)
        await enrol(room.store, GUILD, [1], which=which)
    shown = await page(room, "rate")
    assert [(line.rank, line.games) for line in shown.lines] == [(1, 7), (1, 6), (1, 5)]
    await enrol(room.store, GUILD, [0, 1, 2])
    shown = await page(room, "wins")
    assert [(line.rank, line.points, line.games) for line in shown.lines] == [(1, 7, 6), (1, 7, 7), (1, 7, 8)]


async def test_the_readers_place_is_told_on_the_page_and_off_it(room: Room) -> None:
    await enrol(room.store, GUILD, list(range(30, 0, -1)))
    for number in (1, 2, 3):
        shown = await page(room, "wins", page=number, reader=17)
        assert shown.own == Line(17, Callsign(""), 14, 1, own=True)
        assert [line.rank for line in shown.lines if line.own] == ([17] if number == 2 else [])
    assert (await page(room, "wins", reader=31)).own is None


async def test_f31_points_stop_at_the_largest_integer(room: Room) -> None:
    await enrol(room.store, GUILD, [2**63 - 6])
    await enrol(room.store, GUILD, [10])
    assert [line.points for line in (await page(room, "wins")).lines] == [2**63 - 1]
    await duel(room, ANNE, BART)
    assert (await page(room, "wins")).lines[0].games == 3


# --- A database from before there were boards ---


async def test_a_game_begun_before_the_boards_goes_on_and_counts(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its results stay as they were; of the running game only what happens from now on is counted."""
    old = tmp_path / "old"
    shutil.copytree(schema.DATA, old)
    for script in ("0002_scores", "0012_names", "0011_fair_play"):
        (old / "migrations" / f"{script}.sql").unlink()
    deck = f"9C 8C {HEARTS_52}"
    with monkeypatch.context() as patch:
        patch.setattr(schema, "DATA", old)
        async with opened(database) as room:
            session = await room.game(ANNE, BART, deck=deck, target=50)
    sql(
        database,
        "CREATE TEMP TABLE another AS SELECT * FROM sessions",
        "UPDATE another SET id = 'before', channel_id = 71, status = 'finished', deadline = NULL",
        "INSERT INTO sessions SELECT * FROM another",
        "INSERT INTO results VALUES ('before', 'lands', 7, 1.0, 'highest-score', 1, '{}')",
        "INSERT INTO result_seats VALUES ('before', 0, 1, 'Anne', 100, 1, 0)",
        "UPDATE sessions SET record = json_remove(json_set(record, '$.guild_id', 7, '$.channel_id', 70), '$.facts')",
    )
    async with opened(database) as room:
        room.id, room.decks = session.id, (deck,)
        assert await room.now() == session
        await room.play("draw bank draw bank " + "draw " * 8 + "bank draw bank")
        assert await board(room, "wins") == [(1, "Anne", 1, 1), (2, "Bart", 0, 1)]
        assert (await stats_of(room, ANNE)).crewed.best_of("best_bank") == Best(house=52)


# --- One query, by indexes ---


async def test_f40_a_page_is_one_query(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    read = room.store.scores._read

    async def counting(query: object, **facts: object) -> list[object]:
        asked.append(query)
        return await read(query, **facts)

    monkeypatch.setattr(room.store.scores, "_read", counting)
    await enrol(room.store, GUILD, list(range(500)))
    await asyncio.gather(*(page(room, "wins", page=number) for number in range(1, 6)))
    assert len(asked) == 5


OF_A_PLAYER = ("record_of", "opponents_of", "run_of")


@pytest.mark.parametrize("query", ["board_page", "counted_since", "bests", "season", *OF_A_PLAYER])
async def test_every_query_of_the_boards_searches_an_index(room: Room, query: str) -> None:
    """No table of the database is read from end to end, and statistics start from the player's own games."""
    facts = {"guild_id": 7, "game": "lands", "board": "wins", "season": None, "page": 5, "page_size": 10}
    facts |= {"reader_id": 1, "user_id": 1, "people": "[1]", "standard": None, "since": 0.0, "crewed": 1, "most": 3}
    plan = await plan_of(room, query, facts)
    stored = ("standings", "results", "result_seats", "seat", "other", "names", "seasons")
    assert [step for step in plan if step.startswith("SCAN") and step.split()[1] in stored] == []
    searches = [step for step in plan if step.startswith("SEARCH")]
    assert [step for step in searches if "USING" not in step] in ([], ["SEARCH shown"])
    if query in OF_A_PLAYER:
        assert searches[0].startswith("SEARCH seat USING")
        assert "INDEX result_seats_by_user (user_id=?)" in searches[0]


async def plan_of(room: Room, query: str, facts: dict[str, Any]) -> list[str]:
    sql = f"EXPLAIN QUERY PLAN {getattr(room.store._queries, query).sql}"
    return [row[3] for row in await room.store._reader.execute_fetchall(sql, facts)]


async def test_a_page_is_in_the_order_of_its_index(room: Room) -> None:
    """Only the ten rows of the page are sorted, never the board."""
    facts = {"guild_id": 7, "game": "lands", "board": "wins", "season": 1, "page": 5, "page_size": 10, "reader_id": 1}
    plan = await plan_of(room, "board_page", facts)
    covering = "SEARCH standings USING COVERING INDEX standings_by_score"
    assert sum(step.startswith(covering) for step in plan) == 4
    assert [step for step in plan if "TEMP B-TREE" in step] == ["USE TEMP B-TREE FOR ORDER BY"]
