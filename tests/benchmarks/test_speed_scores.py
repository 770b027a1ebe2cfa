"""How long boards and statistics take with 100,000 results on one server, and how long a last move takes then.

Run with `pytest -o addopts="" tests/benchmarks/test_speed_scores.py`. Nothing here fails by time: the figures are
printed in the summary. `tests/bot/test_scores.py` asserts that every query goes by an index.
"""

import asyncio
import sqlite3
import statistics
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from random import Random

from bot.model.boards import ALL_TIME, Wanted
from bot.model.records import Person, Status, Terms
from bot.storage.store import Store
from rules.cards import VerifiableShuffler
from rules.lands.model import Options
from tests.offline import sessions_over

RESULTS, PLAYERS, GUILD = 100_000, 20_000, 7
BOARDS = ("wins", "rate", "bank")
ROUNDS = 20


def fill(path: Path) -> None:
    """Write results of two to four of the players each, and the standings that they add up to."""
    chance = Random(1)
    results, seats = [], []
    standings: dict[tuple[int, str, int], list[int]] = defaultdict(lambda: [0, 0])
    for number in range(RESULTS):
        crew = chance.sample(range(1, PLAYERS + 1), chance.choice((2, 3, 4)))
        results.append((f"s{number:09}", GUILD, 1.7e9 + number))
        for seat, user in enumerate(crew):
            seats.append((f"s{number:09}", seat, user, f"P{user}", chance.randrange(150), seat + 1))
            for season in (ALL_TIME, 1):
                for board in BOARDS:
                    row = standings[season, board, user]
                    points = chance.randrange(80) if board == "bank" else int(seat == 0)
                    row[:] = [row[0] + 1, max(row[1], points) if board == "bank" else row[1] + points]
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany(
            "INSERT INTO results (session_id, game, guild_id, ended_at, ending, rated, options, counts) "
            "VALUES (?, 'lands', ?, ?, 'highest-score', 1, '{}', 1)",
            results,
        )
        connection.executemany(
            "INSERT INTO result_seats (session_id, seat, user_id, name, score, place, has_left) "
            "VALUES (?, ?, ?, ?, ?, ?, 0)",
            seats,
        )
        names = [(GUILD, user, f"P{user}") for user in range(1, PLAYERS + 1)]
        connection.executemany("INSERT INTO names VALUES (?, ?, ?)", names)
        connection.executemany(
            "INSERT INTO standings (guild_id, game, season, board, user_id, games, points) "
            "VALUES (?, 'lands', ?, ?, ?, ?, ?)",
            [(GUILD, *place, *row) for place, row in standings.items()],
        )
        connection.commit()


async def pages(path: Path) -> dict[str, list[float]]:
    """Time first, middle and last pages of every board."""
    store = await Store.open(path)
    times: dict[str, list[float]] = defaultdict(list)
    try:
        for round_ in range(ROUNDS):
            for board in BOARDS:
                for where, number in (("first", 1), ("middle", PLAYERS // 20), ("last", PLAYERS)):
                    began = time.perf_counter()
                    page = await store.scores.page(GUILD, 1 + round_, Wanted("lands", board, page=number))
                    times[where].append(time.perf_counter() - began)
                    assert page.players > PLAYERS * 0.9
                    assert len(page.lines) > 0
    finally:
        await store.close()
    return times


async def statistics_of_players(path: Path) -> list[float]:
    """Time the statistics of some players."""
    store = await Store.open(path)
    times = []
    try:
        for user in range(1, 1 + ROUNDS):
            began = time.perf_counter()
            assert (await store.scores.stats(GUILD, user, "lands", None)).crewed.games > 0
            times.append(time.perf_counter() - began)
    finally:
        await store.close()
    return times


async def last_moves(path: Path) -> list[float]:
    """Time the last move of games of two: it writes result, names and standings."""
    store = await Store.open(path)
    sessions = sessions_over(store, lambda: 1.8e9, VerifiableShuffler)
    times = []
    try:
        for number in range(ROUNDS):
            crew = [Person(2 * number + seat + 1, f"P{seat}", GUILD, 70) for seat in range(2)]
            session = (await sessions.open("lands", crew[0], Terms(Options(target=50)))).after
            await sessions.join(session.id, crew[1])
            session = (await sessions.start(session.id, crew[0], 900)).after
            while session.status is Status.PLAYING:
                token = "bank" if session.state.turn.value else "draw" if session.state.phase != "bust" else "run"
                began = time.perf_counter()
                session = (await sessions.play(session.id, crew[session.state.active], session.revision, token)).after
                spent = time.perf_counter() - began
            times.append(spent)
    finally:
        await store.close()
    return times


def test_pages_and_last_moves_with_a_hundred_thousand_results(tmp_path: Path, figures: list[str]) -> None:
    path = tmp_path / "scores.sqlite3"
    asyncio.run(opened_and_closed(path))
    fill(path)
    for where, times in asyncio.run(pages(path)).items():
        median, worst = statistics.median(times) * 1000, max(times) * 1000
        figures.append(f"The {where} page of {PLAYERS:,} players: p50 {median:.1f} ms, worst {worst:.1f} (under 50)")
    median = statistics.median(asyncio.run(statistics_of_players(path))) * 1000
    figures.append(f"Statistics of one player and game: p50 {median:.1f} ms")
    median = statistics.median(asyncio.run(last_moves(path))) * 1000
    figures.append(f"The last move of a game, with result and standings: p50 {median:.1f} ms")


async def opened_and_closed(path: Path) -> None:
    """Make the database."""
    await (await Store.open(path)).close()
