"""What becomes of games when the database cannot be written or read.

When it is no longer the file that was opened: test_lost_database.py. At a start: test_maintenance.py and test_store.py.
"""
# ruff: noqa: ASYNC240 - a test may wait for a file

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.model.errors import NotRead, NotSaved
from bot.model.records import Person
from bot.play.sessions import Sessions
from bot.storage import database as database_room
from bot.storage import store as store_room
from bot.storage.store import Store
from rules.game import Ending
from tests.bot.builders import ANNE, BART, CALICO, CHANNEL, Room, opened, person, results, rows, seats

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D"
"""A solo voyage of one card a round, worth 64."""


@pytest.fixture(autouse=True)
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up at once when another process holds the database."""
    monkeypatch.setattr(database_room, "_PRAGMAS", ("PRAGMA busy_timeout = 1", *database_room._PRAGMAS[1:]))


@contextmanager
def held(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


# --- It cannot be written ---


async def last_round(room: Room, who: Person) -> str:
    """Sail alone up to the last bank; return the session's id."""
    await room.game(who, deck=CLUBS)
    for word in ("draw bank " * 9 + "draw").split():
        await room.click(who, word)
    return room.id


async def bank(room: Room, session_id: str, who: Person) -> Any:
    session = await room.sessions.load(session_id)
    return await room.sessions.play(session_id, who, session.revision, "bank")


async def test_f02_three_games_that_end_while_another_process_writes_are_each_stored_once(database: Path) -> None:
    async with opened(database) as room:
        crew = [person(player.user_id, player.name, CHANNEL + player.user_id) for player in (ANNE, BART, CALICO)]
        ids = [await last_round(room, who) for who in crew]
        before, commits = await rows(room.store), room.commits
        ends = [bank(room, *pair) for pair in zip(ids, crew, strict=True)]
        with held(database):
            answers = await asyncio.gather(*ends, return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotSaved] * 3
        assert "another process holds it" in str(answers[0])
        assert await rows(room.store) == before
        assert room.commits == commits
        for session_id, who in zip(ids, crew, strict=True):
            await bank(room, session_id, who)
        assert await results(room.store) == [(Ending.SOLO, 1)] * 3
        assert sorted(await seats(room.store)) == [(who.name, 64, 1, 0) for who in crew]


async def test_f02_who_waits_too_long_behind_other_writers_is_told(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a hundred clicks would each wait for all before them, for minutes, while one process holds the file."""
    monkeypatch.setattr(store_room, "TURN_SECONDS", 0.01)
    await room.game(ANNE, BART, deck="7C 8C")
    async with room.store._lock:
        with pytest.raises(NotSaved, match="others have been writing for"):
            await room.play("draw")
    assert (await room.play("draw")).state.turn.value == 7


BROKEN = {
    "the disk is full": ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000"),
    "it may only be read": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
}
"""Stands in for a disk that is full or mounted anew, as the administrator, who runs tests, may write everywhere."""


async def open_lobbies(room: Room, channels: range) -> None:
    for channel in channels:
        await room.sessions.open("lands", person(9, "N" * 32, channel), (await room.now()).terms)


@pytest.mark.parametrize("trouble", BROKEN)
async def test_what_a_disk_does_not_take_did_not_happen_and_works_when_it_does(room: Room, trouble: str) -> None:
    breaking, mending = BROKEN[trouble]
    # More lobbies than fit: a disk is full when the file must grow.
    await room.game(ANNE, BART, deck="7C 8C")
    await room.store._writer.execute(breaking)
    before, commits = await rows(room.store), room.commits
    with pytest.raises(NotSaved, match=trouble):
        await open_lobbies(room, range(200, 300))
    opened_meanwhile = room.commits - commits
    assert len((await rows(room.store))["sessions"]) == len(before["sessions"]) + opened_meanwhile
    await room.store._writer.execute(mending)
    assert (await room.play("draw")).state.turn.value == 7
    await room.sessions.open("lands", person(9, "Nine", 300), (await room.now()).terms)


async def test_a_rollback_that_fails_blocks_nobody_for_ever(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.game(ANNE, BART, deck="7C 8C")

    async def fails() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(room.store._writer, "rollback", fails)
        patch.setattr(room.store._writer, "commit", fails)
        with pytest.raises(NotSaved):
            await room.play("draw")
    with pytest.raises(NotSaved):
        await room.play("draw")
    assert (await room.play("draw")).state.turn.value == 7


LIMITED = """
import asyncio, resource, sys
from pathlib import Path
from bot.model.errors import NotSaved
from bot.storage.store import Store

async def fill(path):
    store = await Store.open(path)
    await store.save_note("before", "there")
    used = path.with_name(path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (used + 8192, resource.RLIM_INFINITY))
    try:
        for number in range(100):
            await store.save_note(f"note {number}", "x" * 2000)
    except NotSaved as error:
        print(number, error)
    print(await store.note("before"), await store.note(f"note {number}"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await store.save_note(f"note {number}", "saved")
    print(await store.note(f"note {number}"))
    await store.close()

asyncio.run(fill(Path(sys.argv[1])))
"""


def test_where_the_system_really_refuses_to_write_more_the_store_goes_on_afterwards(database: Path) -> None:
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", LIMITED, database], capture_output=True, text=True, check=False, timeout=30
    )
    assert done.returncode == 0, done.stderr
    refused, kept, again = done.stdout.splitlines()
    assert f"the database {database}: " in refused
    assert "That is, the disk" in refused
    assert (kept, again) == ("there None", "saved")


# --- It cannot be read ---


async def test_a_damaged_page_stops_the_games_on_it_and_no_other(database: Path) -> None:
    async with opened(database) as room:
        crew = [person(number, f"Pirate-{number}-" + "x" * 20, CHANNEL + number) for number in range(20, 60)]
        ids = []
        for who in crew:
            await room.game(who, deck=CLUBS)
            ids.append(room.id)
        await spoil(room.store, database, crew[3].name)
        lost = [session_id for session_id in ids if not await readable(room.sessions, session_id)]
        assert ids[3] in lost
        assert len(lost) < len(ids)
        went_on = 0
        for room.id, who in zip(ids, crew, strict=True):
            with suppress(NotRead, NotSaved):  # where a row lies on the page, or has to make room beside it
                went_on += (await room.click(who, "draw")).after.state.turn.value == 2
        assert went_on > len(ids) / 2
        # What is checked at the next start names the way out (F10, test_maintenance.py).
        with pytest.raises(NotRead, match=r"is damaged.*put your latest backup in its place"):
            await room.sessions.load(ids[3])


async def readable(sessions: Sessions, session_id: str) -> bool:
    try:
        await sessions.load(session_id)
    except NotRead:
        return False
    return True


async def spoil(store: Store, path: Path, text: str) -> None:
    """Overwrite the pages that hold a record with this text, and let SQLite read the file anew."""
    await store._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    size = int.from_bytes(content[16:18])
    found = [at for at in range(0, len(content), size) if text.encode() in content[at : at + size]]
    assert found
    with path.open("r+b", buffering=0) as file:
        for at in found:
            file.seek(at)
            file.write(bytes(size))
        for connection in (store._writer, store._reader):
            await connection.execute("PRAGMA shrink_memory")
            await connection.execute("PRAGMA cache_size = 0")


async def test_a_query_that_sqlite_does_not_understand_is_a_fault_of_ours(room: Room) -> None:
    broken = type("Query", (), {"sql": "SELECT 1 FROM nowhere"})
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await room.store._read(broken)
