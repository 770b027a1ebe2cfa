"""What results do to the boards: points worked out by hand from games played in the room (L16, X2, F29, F33, F36)."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

from bot.model.boards import ALL_TIME, Entry, Line, Page, Wanted
from bot.model.records import Person, Session, Standing, Status, Terms, Uncounted
from bot.model.stats import Stats
from bot.storage import schema
from rules import GAMES
from rules.cards import VerifiableShuffler
from tests.bot.builders import ANNE, BART, CALICO, CHANNEL, DAY, DITA, EDDA, GUILD, MODERATOR, GatedStore, Room

HEARTS_52 = "10H 9H 8H 7H 6H 5H 4H 3H"
"""Eight cards worth 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 = 52."""
VOYAGE_64 = "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D"
"""Ten cards worth 2 + 3 + ... + 10 = 54, and 10."""
VOYAGE_62 = "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D"
ELSEWHERE = 8
"""Another server."""


async def duel(room: Room, winner: Person, loser: Person, **options: int) -> Session:
    """Let the first bank 52 of a target of 50 in one turn, and the second 2."""
    await room.game(winner, loser, deck=f"{HEARTS_52} 2C", target=50, **options)
    return await room.play("draw " * 8 + "bank draw bank")


async def voyage(room: Room, who: Person, deck: str, **options: Any) -> Session:
    """Let someone sail ten rounds of one card each."""
    await room.game(who, deck=deck, **options)
    return await room.turns(10)


async def page(room: Room, board: str, *, reader: int = 99, guild: int = GUILD, **where: Any) -> Page:
    """Ask for the first page of this season in Lands Uncharted, unless something else is said."""
    return await room.store.scores.page(guild, reader, Wanted(**{"game": "lands", "board": board} | where))


async def board(room: Room, which: str, **where: Any) -> list[tuple[int, str, int, int]]:
    """Give rank, name, points and games of the first page."""
    shown = await page(room, which, **where)
    return [(line.rank, line.name, line.points, line.games) for line in shown.lines]


# --- Points ---


async def test_a_win_is_a_point_and_a_loss_is_a_game_for_the_season_and_for_all_time(room: Room) -> None:
    await duel(room, ANNE, BART)
    for season in (None, 1, ALL_TIME):
        assert await board(room, "wins", season=season) == [(1, "Anne", 1, 1), (2, "Bart", 0, 1)]


async def test_the_biggest_bank_is_one_bank_and_the_best_of_several_games(room: Room) -> None:
    """52 and 2; then 2 and 52: each has 52 once, in two games."""
    await duel(room, ANNE, BART)
    assert await board(room, "bank") == [(1, "Anne", 52, 1), (2, "Bart", 2, 1)]
    await duel(room, BART, ANNE)
    assert await board(room, "bank") == [(1, "Anne", 52, 2), (1, "Bart", 52, 2)]


async def test_a_win_rate_takes_five_games(room: Room) -> None:
    for _ in range(4):
        await duel(room, ANNE, BART)
    assert await board(room, "rate") == []
    await duel(room, BART, ANNE)
    assert await board(room, "rate") == [(1, "Anne", 4, 5), (2, "Bart", 1, 5)]


async def test_f36_a_score_of_nothing_is_shown_and_its_game_counts(room: Room) -> None:
    """Bart busts on a pair, Calico banks nothing with an ace, Anne scores 52."""
    await room.game(ANNE, BART, CALICO, deck=f"{HEARTS_52} 2C 2D AC", target=50)
    await room.play("draw " * 8 + "bank draw draw draw bank")
    assert await board(room, "wins") == [(1, "Anne", 1, 1), (2, "Bart", 0, 1), (2, "Calico", 0, 1)]
    assert await board(room, "bank") == [(1, "Anne", 52, 1), (2, "Bart", 0, 1), (2, "Calico", 0, 1)]


async def test_who_left_a_game_that_counts_has_lost_it(room: Room) -> None:
    """X1: Anne has half of the target when Bart goes."""
    await room.game(ANNE, BART, deck="10H 9H 8H", target=50)
    await room.play("draw draw draw bank draw")
    await room.sessions.leave(room.id, BART)
    assert await board(room, "wins") == [(1, "Anne", 1, 1), (2, "Bart", 0, 1)]


async def test_f29_names_are_those_of_the_last_game(room: Room) -> None:
    await duel(room, ANNE, BART)
    renamed = msgspec.structs.replace(BART, name="Black Bart")
    await duel(room, ANNE, renamed)
    assert await board(room, "wins") == [(1, "Anne", 2, 2), (2, "Black Bart", 0, 2)]


async def test_f37_a_name_of_odd_characters_is_stored_as_it_is(room: Room) -> None:
    odd = msgspec.structs.replace(ANNE, name="Robert'); DROP TABLE standings;--")
    await duel(room, odd, BART)
    assert (await board(room, "wins"))[0] == (1, odd.name, 1, 1)


# --- What does not count: X2 ---


async def test_x2_a_game_that_a_moderator_ended_counts_nowhere_and_says_so(room: Room) -> None:
    await room.game(ANNE, BART, deck="10H")
    await room.play("draw bank")
    session = (await room.sessions.end(room.id, MODERATOR)).after
    assert session.standing == Standing(Uncounted.NO_RESULT)
    assert await room.now() == session
    assert await board(room, "wins") == []
    assert await board(room, "bank") == []


async def test_x2_a_game_left_too_early_counts_nowhere(room: Room) -> None:
    await room.game(ANNE, BART)
    session = (await room.sessions.leave(room.id, BART)).after
    assert (session.status, session.standing) == (Status.FINISHED, Standing(Uncounted.NO_RESULT))
    assert await board(room, "wins") == []


async def test_the_sixth_game_of_the_same_crew_within_a_day_does_not_count(room: Room) -> None:
    """In any order of seats; a game of others, and one a day later, does."""
    for number in range(5):
        crew = (ANNE, BART) if number % 2 else (BART, ANNE)
        assert (await duel(room, *crew)).standing == Standing()
        room.clock.now += 60
    assert (await duel(room, ANNE, BART)).standing == Standing(Uncounted.OFTEN)
    assert await board(room, "wins") == [(1, "Bart", 3, 5), (2, "Anne", 2, 5)]
    assert (await duel(room, ANNE, CALICO)).standing == Standing()
    room.clock.now += DAY - 5 * 60
    assert (await duel(room, ANNE, BART)).standing == Standing()
    assert (await duel(room, ANNE, BART)).standing == Standing(Uncounted.OFTEN)


async def test_nobody_gets_onto_a_board_of_games_with_others_alone(room: Room) -> None:
    await voyage(room, ANNE, VOYAGE_64)
    for which in ("wins", "rate", "bank"):
        assert await board(room, which) == []
    assert await board(room, "voyage") == [(1, "Anne", 64, 1)]


async def test_a_voyage_can_be_sailed_any_number_of_times(room: Room) -> None:
    for _ in range(7):
        assert (await voyage(room, ANNE, VOYAGE_62)).standing is not None
    assert await board(room, "voyage") == [(1, "Anne", 62, 7)]


# --- Voyages: L16 ---


async def test_l16_a_voyage_is_compared_with_ones_own_best_and_the_servers(room: Room) -> None:
    first = await voyage(room, ANNE, VOYAGE_62)
    assert first.standing == Standing(voyage=True, total=62)
    second = await voyage(room, BART, VOYAGE_64)
    assert second.standing == Standing(voyage=True, total=64, server_best=62, server_name="Anne")
    third = await voyage(room, ANNE, VOYAGE_62)
    assert third.standing == Standing(voyage=True, total=62, own_best=62, server_best=64, server_name="Bart")
    assert await room.now() == third


async def test_l16_the_servers_board_holds_voyages_under_the_standard_rules_only(room: Room) -> None:
    """21 is never banked here, so that the totals are the same."""
    await voyage(room, BART, VOYAGE_62)
    session = await voyage(room, ANNE, VOYAGE_64, buried_treasure=True)
    assert session.standing == Standing(voyage=True, total=64, standard=False)
    session = await voyage(room, BART, VOYAGE_62, buried_treasure=True)
    assert session.standing == Standing(voyage=True, total=62, standard=False, server_best=64, server_name="Anne")
    assert await board(room, "voyage") == [(1, "Bart", 62, 1)]


async def test_l16_the_target_and_the_dare_do_not_make_a_voyage_another_one(room: Room) -> None:
    await voyage(room, ANNE, VOYAGE_62, dare=True)
    assert await board(room, "voyage") == [(1, "Anne", 62, 1)]


# --- Seasons ---


async def test_a_new_season_begins_empty_and_the_old_one_stays_readable(room: Room) -> None:
    await duel(room, ANNE, BART)
    assert await room.store.servers.begin_season(GUILD, "lands", 2, room.clock.now)
    assert await board(room, "wins") == []
    await duel(room, BART, ANNE)
    shown = await page(room, "wins")
    assert (shown.wanted.season, shown.current) == (2, 2)
    assert await board(room, "wins") == [(1, "Bart", 1, 1), (2, "Anne", 0, 1)]
    assert await board(room, "wins", season=1) == [(1, "Anne", 1, 1), (2, "Bart", 0, 1)]
    assert await board(room, "wins", season=ALL_TIME) == [(1, "Anne", 1, 2), (1, "Bart", 1, 2)]


async def test_a_season_is_of_one_game_on_one_server(room: Room) -> None:
    for number in (2, 3):
        assert await room.store.servers.begin_season(GUILD, "lands", number, room.clock.now)
    assert (await page(room, "wins")).current == 3
    assert (await page(room, "wins", game="blackspot")).current == 1
    assert (await page(room, "wins", guild=ELSEWHERE)).current == 1


# --- Two servers ---


async def test_two_servers_never_see_each_others_rows(room: Room) -> None:
    """The same people play on both."""
    await duel(room, ANNE, BART)
    there = [Person(who.user_id, f"{who.name} there", ELSEWHERE, CHANNEL + 1) for who in (ANNE, BART)]
    for _ in range(2):
        await duel(room, there[1], there[0])
    assert await board(room, "wins") == [(1, "Anne", 1, 1), (2, "Bart", 0, 1)]
    assert await board(room, "wins", guild=ELSEWHERE) == [(1, "Bart there", 2, 2), (2, "Anne there", 0, 2)]
    assert await board(room, "wins", guild=ELSEWHERE + 1) == []
    session = await voyage(room, there[0], VOYAGE_64)
    assert session.standing == Standing(voyage=True, total=64)
    assert await board(room, "voyage") == []


async def test_the_games_of_a_crew_on_another_server_do_not_use_up_the_day_here(room: Room) -> None:
    there = [Person(who.user_id, who.name, ELSEWHERE, CHANNEL + 1) for who in (ANNE, BART)]
    for _ in range(5):
        await duel(room, *there)
    assert (await duel(room, ANNE, BART)).standing == Standing()


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
    assert (anne.games, anne.wins, anne.total, anne.best) == (1, 1, 53, 53)
    assert anne.totals == {"busts": 1, "banks": 3, "banked": 53, "best_bank": 25, "allies_spent": 1}
    assert (bart.games, bart.wins, bart.total, bart.best) == (1, 0, 14, 14)
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
    assert (found.voyages.games, found.voyages.total, found.voyages.best) == (2, 126, 64)
    assert (found.crewed.games, found.crewed.streak, found.crewed.longest_streak, found.opponents) == (0, 0, 0, ())


async def test_favourite_opponents_are_the_three_met_most_by_their_last_names(room: Room) -> None:
    for others in ((BART,), (CALICO,), (CALICO,), (DITA,), (EDDA,)):
        room.clock.now += 60
        await duel(room, ANNE, *others)
    renamed = msgspec.structs.replace(CALICO, name="Jack")
    await duel(room, renamed, BART)
    found = (await stats_of(room, ANNE)).opponents
    assert [(one.name, one.games) for one in found] == [("Jack", 2), ("Edda", 1), ("Dita", 1)]


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


@pytest.mark.parametrize("asked, given", [(0, 1), (-1, 1), (1, 1), (2, 2), (3, 3), (4, 3), (999, 3), (2**62, 3)])
async def test_f33_a_page_out_of_range_becomes_the_nearest(room: Room, asked: int, given: int) -> None:
    await enrol(room.store, GUILD, list(range(21)))
    shown = await page(room, "wins", page=asked)
    assert (shown.wanted.page, shown.moved) == (given, asked != given)


async def test_f33_the_first_page_of_an_empty_board_is_no_other(room: Room) -> None:
    shown = await page(room, "wins")
    assert (shown.wanted.page, shown.pages, shown.moved, shown.lines, shown.own) == (1, 1, False, (), None)


async def test_ties_share_a_rank_also_across_pages(room: Room) -> None:
    """Three with 9, then nine with 5, then two with 1: ranks 1, 4 and 13."""
    await enrol(room.store, GUILD, [9] * 3 + [5] * 9 + [1] * 2)
    first, second = [await page(room, "wins", page=number) for number in (1, 2)]
    assert [line.rank for line in first.lines] == [1] * 3 + [4] * 7
    assert [line.rank for line in second.lines] == [4] * 2 + [13] * 2


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
        assert shown.own == Line(17, "", 14, 1, own=True)
        assert [line.rank for line in shown.lines if line.own] == ([17] if number == 2 else [])
    assert (await page(room, "wins", reader=31)).own is None


async def test_f33_a_row_that_is_added_between_two_pages_makes_no_fault(room: Room) -> None:
    await enrol(room.store, GUILD, [5] * 10)
    assert (await page(room, "wins")).pages == 1
    await enrol(room.store, GUILD, [0] * 11)
    assert (await page(room, "wins", page=2)).players == 11


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
    (old / "migrations" / "0002_scores.sql").unlink()
    with monkeypatch.context() as patch:
        patch.setattr(schema, "DATA", old)
        store = await GatedStore.open(database)
        assert isinstance(store, GatedStore)
        session = await Room(store).game(ANNE, BART, deck=f"9C 8C {HEARTS_52}", target=50)
        await store.close()
    statements = (
        "CREATE TEMP TABLE another AS SELECT * FROM sessions",
        "UPDATE another SET id = 'before', channel_id = 71, status = 'finished', deadline = NULL",
        "INSERT INTO sessions SELECT * FROM another",
        "INSERT INTO results VALUES ('before', 'lands', 7, 1.0, 'highest-score', 1, '{}')",
        "INSERT INTO result_seats VALUES ('before', 0, 1, 'Anne', 100, 1, 0)",
        "UPDATE sessions SET record = json_remove(json_set(record, '$.guild_id', 7, '$.channel_id', 70), '$.facts')",
    )
    with closing(sqlite3.connect(database)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    store = await GatedStore.open(database)
    assert isinstance(store, GatedStore)
    room = Room(store)
    room.id, room.decks = session.id, (f"9C 8C {HEARTS_52}",)
    assert await room.now() == session
    await room.play("draw bank draw bank " + "draw " * 8 + "bank draw bank")
    assert await board(room, "wins") == [(1, "Anne", 1, 1), (2, "Bart", 0, 1)]
    assert (await stats_of(room, ANNE)).crewed.best_of("best_bank") == 52
    await store.close()


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


@pytest.mark.parametrize("query", ["board_page", "counted_since", "bests", "season", "record_of", "opponents_of"])
async def test_every_query_of_the_boards_searches_an_index(room: Room, query: str) -> None:
    """No table of the database is read from end to end."""
    facts = {"guild_id": 7, "game": "lands", "board": "wins", "season": None, "page": 5, "page_size": 10}
    facts |= {"reader_id": 1, "user_id": 1, "crew": "", "since": 0.0, "crewed": 1, "most": 3}
    sql = f"EXPLAIN QUERY PLAN {getattr(room.store._queries, query).sql}"
    plan = [row[3] for row in await room.store._reader.execute_fetchall(sql, facts)]
    stored = ("standings", "results", "result_seats", "seat", "other", "names", "seasons")
    assert [step for step in plan if step.startswith("SCAN") and step.split()[1] in stored] == []
    assert [step for step in plan if step.startswith("SEARCH") and "USING" not in step] in ([], ["SEARCH shown"])


@pytest.mark.parametrize("query", ["record_of", "opponents_of"])
async def test_statistics_start_from_the_players_own_games(room: Room, query: str) -> None:
    """However many results a server has."""
    facts = {"guild_id": 7, "game": "lands", "season": None, "user_id": 1, "crewed": 1, "most": 3}
    sql = f"EXPLAIN QUERY PLAN {getattr(room.store._queries, query).sql}"
    plan = [row[3] for row in await room.store._reader.execute_fetchall(sql, facts)]
    (start, *_) = [step for step in plan if step.startswith("SEARCH")]
    assert start.startswith("SEARCH seat USING")
    assert "INDEX result_seats_by_user (user_id=?)" in start


async def test_a_page_is_in_the_order_of_its_index(room: Room) -> None:
    """Only the ten rows of the page are sorted, never the board."""
    sql = f"EXPLAIN QUERY PLAN {room.store._queries.board_page.sql}"
    facts = {"guild_id": 7, "game": "lands", "board": "wins", "season": 1, "page": 5, "page_size": 10, "reader_id": 1}
    plan = [row[3] for row in await room.store._reader.execute_fetchall(sql, facts)]
    covering = "SEARCH standings USING COVERING INDEX standings_by_score"
    assert sum(step.startswith(covering) for step in plan) == 4
    assert [step for step in plan if "TEMP B-TREE" in step] == ["USE TEMP B-TREE FOR ORDER BY"]
