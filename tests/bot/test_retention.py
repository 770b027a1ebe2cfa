"""A server that removed the bot: games end, data waits 30 days, then nothing is left."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.clock import retention as rooms
from bot.clock.retention import Retention
from bot.model.errors import NotSaved
from bot.model.idols import HomeIdol
from bot.model.records import Closed, ServerSettings, Status
from tests.bot.builders import BART, BEGAN, DAY, GUILD, Held, Room, results, rows
from tests.bot.people import BART_ELSEWHERE, DITA, DITA_ELSEWHERE, ELSEWHERE, board, duel
from tests.rules.builders import idols

PLAYED = ("sessions", "moves", "results", "result_seats", "names", "standings")
PER_SERVER = ("house_rules", "server_settings", "seasons", "home_idols")


class Keeper(Retention):
    """Knows which servers the test says the bot is on."""

    def __init__(self, room: Room) -> None:
        self.here = {ELSEWHERE}
        super().__init__(room.sessions, room.store, lambda guild_id: guild_id in self.here, room.clock)


@pytest.fixture
def keeper(room: Room) -> Keeper:
    return Keeper(room)


async def furnish(room: Room) -> None:
    """Let two servers have something in every table: a game played, house rules, settings, a second season."""
    servers = room.store.servers
    for dita, bart in ((DITA, BART), (DITA_ELSEWHERE, BART_ELSEWHERE)):
        await duel(room, dita, bart)
        await servers.change_terms(dita.guild_id, "lands", lambda terms: terms)
        await servers.change(dita.guild_id, lambda settings: replace(settings, pings=False))
        await servers.save_idols(dita.guild_id, (), (HomeIdol(idols("7 toll 3")[0]),))
        assert await servers.begin_season(dita.guild_id, "lands", 2, room.clock())


async def of_server(room: Room, guild_id: int) -> dict[str, list[tuple[Any, ...]]]:
    """Read what the tables hold of one server; rows of no server at all count as well."""
    of_none_other = f"session_id NOT IN (SELECT id FROM sessions WHERE guild_id <> {guild_id})"  # noqa: S608 - our own
    where = dict.fromkeys(("moves", "result_seats"), of_none_other)
    found = {}
    for table in (*PLAYED, *PER_SERVER):
        query = f"SELECT * FROM {table} WHERE {where.get(table, f'guild_id = {guild_id}')} ORDER BY 1, 2"  # noqa: S608 - our own
        found[table] = [tuple(row) for row in await room.store._reader.execute_fetchall(query)]
    return found


async def listed(room: Room) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await room.store._reader.execute_fetchall("SELECT guild_id, at FROM departed")]


# --- Removed ---


async def test_x2_games_of_a_server_that_removes_the_bot_end_without_result(room: Room, keeper: Keeper) -> None:
    game = await room.game(DITA, BART, deck="10H 9H")
    await room.play("draw")
    there = await room.game(DITA_ELSEWHERE, BART_ELSEWHERE)
    await keeper.removed(GUILD)
    ended = await room.sessions.load(game.id)
    assert (ended.status, ended.closed) == (Status.CLOSED, Closed.CHANNEL_GONE)
    assert await results(room.store) == [("no-result", 0)]
    assert await board(room, "wins") == []
    assert (await room.sessions.load(there.id)).status is Status.PLAYING
    assert await listed(room) == [(GUILD, BEGAN)]


async def test_data_stays_for_thirty_days_and_then_all_of_it_goes(
    room: Room, keeper: Keeper, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await furnish(room)
    before, other = await of_server(room, GUILD), await of_server(room, ELSEWHERE)
    assert all(before.values())
    assert all(other.values())
    await keeper.removed(GUILD)
    room.clock.now = BEGAN + 30 * DAY - 1
    await keeper.forget()
    assert await of_server(room, GUILD) == before
    room.clock.now += 1
    caplog.clear()
    await keeper.forget()
    assert [record.getMessage() for record in caplog.records] == [
        f"deleted all data of servers left 30 days ago: {GUILD}"
    ]
    assert not any((await of_server(room, GUILD)).values())
    assert await of_server(room, ELSEWHERE) == other
    assert await listed(room) == []


async def test_nothing_of_it_is_left_in_the_file(room: Room, keeper: Keeper, database: Path) -> None:
    """The name and the id of someone who played there alone."""
    lone = replace(DITA, name="Quetzalcoatl", user_id=0x1122_3344_5566_7788)
    await duel(room, lone, BART)
    traces = (b"Quetzalcoatl", lone.user_id.to_bytes(8, "big"), str(lone.user_id).encode())
    assert traces[0] in _bytes(database)
    await keeper.removed(GUILD)
    room.clock.now += 30 * DAY
    await keeper.forget()
    held = _bytes(database)
    assert [trace for trace in traces if trace in held] == []


def _bytes(database: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(database.parent.glob(f"{database.name}*")))


# --- Back ---


async def test_a_server_that_is_back_in_time_keeps_all(room: Room, keeper: Keeper) -> None:
    await furnish(room)
    before = await of_server(room, GUILD)
    await keeper.removed(GUILD)
    room.clock.now += 29 * DAY
    await keeper.returned(GUILD)
    room.clock.now += 31 * DAY
    await keeper.forget()
    assert await of_server(room, GUILD) == before
    assert await listed(room) == []


async def test_a_server_whose_return_was_not_told_keeps_all(room: Room, keeper: Keeper) -> None:
    await furnish(room)
    before = await of_server(room, GUILD)
    await keeper.removed(GUILD)
    keeper.here.add(GUILD)
    room.clock.now += 31 * DAY
    await keeper.forget()
    assert await of_server(room, GUILD) == before
    assert await listed(room) == []


async def test_a_server_that_is_back_before_its_removal_is_written_is_not_gone(room: Room, keeper: Keeper) -> None:
    keeper.here.add(GUILD)
    await keeper.removed(GUILD)
    assert await listed(room) == []


@pytest.mark.parametrize("first", ["return", "deletion"])
async def test_a_return_in_the_moment_of_deletion_keeps_all_or_begins_anew(
    room: Room, keeper: Keeper, first: str
) -> None:
    """Never half."""
    await furnish(room)
    before = await of_server(room, GUILD)
    await keeper.removed(GUILD)
    room.clock.now += 30 * DAY
    requests = [keeper.returned(GUILD), keeper.forget()]
    if first == "deletion":
        requests.reverse()
    async with Held(room.store) as held:
        held.send(requests[0])
        await room.store.crowd(1)
        held.send(requests[1])
        await held.outcome()
    after = await of_server(room, GUILD)
    assert after == before if first == "return" else not any(after.values())
    assert await listed(room) == []


async def test_a_server_where_somebody_plays_is_not_deleted(room: Room, keeper: Keeper) -> None:
    """Should the bot be there against all that it knows."""
    await keeper.removed(GUILD)
    await room.lobby(DITA, BART)
    assert not await room.store.servers.purge(GUILD, BEGAN + DAY)
    assert (await room.now()).status is Status.LOBBY


# --- Starts ---


async def test_a_removal_that_the_bot_slept_through_counts_from_when_it_is_noticed(room: Room, keeper: Keeper) -> None:
    game = await room.game(DITA, BART)
    await duel(room, DITA_ELSEWHERE, BART_ELSEWHERE)
    room.clock.now += 40 * DAY
    await keeper.compare({ELSEWHERE})
    assert (await room.sessions.load(game.id)).closed is Closed.CHANNEL_GONE
    assert await listed(room) == [(GUILD, BEGAN + 40 * DAY)]
    await keeper.forget()
    assert (await of_server(room, GUILD))["sessions"]


async def test_further_starts_do_not_put_the_deletion_off(room: Room, keeper: Keeper) -> None:
    await furnish(room)
    await keeper.removed(GUILD)
    for _ in range(30):
        room.clock.now += DAY
        await keeper.compare({ELSEWHERE})
    await keeper.removed(GUILD)
    assert await listed(room) == [(GUILD, BEGAN)]
    await keeper.forget()
    assert not any((await of_server(room, GUILD)).values())


async def test_a_return_that_the_bot_slept_through_is_noticed_before_anything_is_deleted(
    room: Room, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    await furnish(room)
    before = await of_server(room, GUILD)
    await keeper.removed(GUILD)
    room.clock.now += 60 * DAY
    looked = asyncio.Event()
    forget = keeper.forget

    async def look() -> None:
        await forget()
        looked.set()

    monkeypatch.setattr(keeper, "forget", look)
    running = asyncio.create_task(keeper.run({GUILD, ELSEWHERE}))
    await looked.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert await of_server(room, GUILD) == before
    assert await listed(room) == []


async def test_a_server_with_nothing_but_settings_is_known(room: Room, keeper: Keeper) -> None:
    await room.store.servers.change(GUILD, lambda _: ServerSettings(pings=False))
    await room.store.servers.change_terms(ELSEWHERE, "lands", lambda terms: terms)
    assert await room.store.servers.known() == {GUILD, ELSEWHERE}
    await keeper.removed(GUILD)
    assert await room.store.servers.known() == {ELSEWHERE}


async def test_a_file_that_could_not_be_swept_is_swept_the_next_day(
    room: Room, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a crash between the deletion and the sweep: the server is still on the list."""
    swept: list[bool] = []

    async def sweep() -> bool:
        swept.append(bool(swept))
        return swept[-1]

    monkeypatch.setattr(room.store, "sweep", sweep)
    await furnish(room)
    await keeper.removed(GUILD)
    room.clock.now += 30 * DAY
    await keeper.forget()
    assert not any((await of_server(room, GUILD)).values())
    assert await listed(room) == [(GUILD, BEGAN)]
    await keeper.forget()
    assert await listed(room) == []
    await keeper.forget()
    assert swept == [False, True]


async def test_a_store_that_cannot_be_written_is_logged_and_tried_again(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    attempts: list[str] = []
    twice = asyncio.Event()

    async def fails() -> None:
        attempts.append("forget")
        if len(attempts) == 2:
            twice.set()
        raise NotSaved

    monkeypatch.setattr(rooms, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(keeper, "forget", fails)
    running = asyncio.create_task(keeper.run({GUILD}))
    await twice.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert {record.getMessage() for record in caplog.records if record.levelno == logging.ERROR} == {
        "could not look after the data of servers that the bot is gone from; next try in a day"
    }


# --- No table is forgotten ---


async def tables_of_servers(room: Room) -> set[str]:
    """Name every table with a server's id, but for the list of those that are gone."""
    query = (
        "SELECT made.name FROM sqlite_schema AS made, pragma_table_info(made.name) AS part "
        "WHERE made.type = 'table' AND part.name = 'guild_id'"
    )
    return {row[0] for row in await room.store._reader.execute_fetchall(query)} - {"departed"}


async def test_every_table_with_a_server_in_it_is_emptied(room: Room) -> None:
    """A new table needs a `purge_` query and a line in `known_guilds`: data/queries/retention.sql."""
    tables = await tables_of_servers(room)
    assert tables >= {"sessions", "results", "names", "standings", *PER_SERVER}
    queries = room.store._queries
    assert {name for name in queries.available_queries if name.startswith("purge_")} == {f"purge_{t}" for t in tables}
    for table in tables:
        assert f"FROM {table} " in getattr(queries, f"purge_{table}").sql
        assert f" guild_id FROM {table}\n" in queries.known_guilds.sql


async def test_what_hangs_on_a_session_goes_with_it(room: Room, keeper: Keeper) -> None:
    """Tables without a server's id hold its rows by a session or a result."""
    await furnish(room)
    keeper.here.clear()
    await keeper.removed(ELSEWHERE)
    await keeper.removed(GUILD)
    room.clock.now += 30 * DAY
    await keeper.forget()
    assert not any((await rows(room.store, *PLAYED, *PER_SERVER)).values())
    assert await rows_of_all(room) == []


async def rows_of_all(room: Room) -> list[tuple[Any, ...]]:
    """Read every row of every table but those of the bot itself and of SQLite, which counts the idols ever made."""
    tables = await room.store._reader.execute_fetchall("SELECT name FROM sqlite_schema WHERE type = 'table'")
    names = {row[0] for row in tables} - {"migrations", "notes", "sqlite_sequence"}
    return [
        row for table in (await rows(room.store, *sorted(names - {"departed", "hidden"}))).values() for row in table
    ]
