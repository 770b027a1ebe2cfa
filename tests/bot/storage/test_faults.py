"""What becomes of games when the database cannot be written or read while the bot runs.

When it is no longer the file that was opened: test_rescue.py. At a start: test_database.py.
"""
# ruff: noqa: ASYNC240 - a test may wait for a file

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.model.errors import NotRead, NotSaved
from bot.storage import store as store_room
from bot.storage.store import Store
from rules.game import Ending
from tests.bot.builders import ANNE, BART, CALICO, CHANNEL, Room, opened, person, results, rows, seats

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D"
"""A solo voyage of one card a round, worth 64."""
pytestmark = pytest.mark.usefixtures("short_wait")


# --- It cannot be written ---


async def test_f02_three_games_that_end_while_another_process_writes_are_each_stored_once(database: Path) -> None:
    async with opened(database) as room:
        crew = [person(player.user_id, player.name, CHANNEL + player.user_id) for player in (ANNE, BART, CALICO)]
        lasts = []
        for who in crew:
            await room.game(who, deck=CLUBS)
            lasts.append(await room.play("draw bank " * 9 + "draw"))
        before, commits = await rows(room.store), room.commits
        play = room.sessions.play
        banks = [(last.id, who, last.revision, "bank") for last, who in zip(lasts, crew, strict=True)]
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            answers: list[Any] = await asyncio.gather(*(play(*bank) for bank in banks), return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotSaved] * 3
        assert "another process holds it" in str(answers[0])
        assert (await rows(room.store), room.commits) == (before, commits)
        for bank in banks:
            await play(*bank)
        assert await results(room.store) == [(Ending.SOLO, 1)] * 3
        assert sorted(await seats(room.store)) == [(who.name, 64, 1, 0) for who in crew]


async def test_f02_who_waits_too_long_behind_other_writers_is_told(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a hundred clicks would each wait for all before them, for minutes, while one process holds the file."""
    await room.game(ANNE, BART, deck="7C 8C")
    with monkeypatch.context() as patch:
        patch.setattr(store_room, "TURN_SECONDS", 0)
        async with room.store._lock:
            with pytest.raises(NotSaved, match="others have been writing for"):
                await room.play("draw")
    assert (await room.play("draw")).state.turn.value == 7


BROKEN = {
    "the disk is full": ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000"),
    "it may only be read": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
}
"""Stands in for a disk that is full or mounted anew, as the administrator, who runs tests, may write everywhere."""


@pytest.mark.parametrize("trouble", BROKEN)
async def test_what_a_disk_does_not_take_did_not_happen_and_works_when_it_does(room: Room, trouble: str) -> None:
    """More lobbies than fit: a disk is full when the file must grow."""
    breaking, mending = BROKEN[trouble]
    terms = (await room.game(ANNE, BART, deck="7C 8C")).terms
    await room.store._writer.execute(breaking)
    before, commits = await rows(room.store), room.commits
    openings = (room.sessions.open("lands", person(9, "N" * 32, channel), terms) for channel in range(200, 300))
    with pytest.raises(NotSaved, match=trouble):
        [await opening for opening in openings]
    assert len((await rows(room.store))["sessions"]) == len(before["sessions"]) + room.commits - commits
    await room.store._writer.execute(mending)
    assert (await room.play("draw")).state.turn.value == 7
    await room.sessions.open("lands", person(9, "Nine", 300), terms)


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
    command = [sys.executable, "-c", LIMITED, str(database)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, done.stderr
    refused, kept, again = done.stdout.splitlines()
    assert f"the database {database}: " in refused
    assert "That is, the disk" in refused
    assert (kept, again) == ("there None", "saved")


# --- It cannot be read ---


async def test_a_damaged_page_stops_the_games_on_it_and_no_other(database: Path) -> None:
    async with opened(database) as room:
        crew = [person(number, f"Pirate-{number}-" + "x" * 20, CHANNEL + number) for number in range(20, 60)]
        ids = [(await room.game(who, deck=CLUBS)).id for who in crew]
        await spoil(room.store, database, crew[3].name)
        went_on, lost = 0, set()
        for room.id, who in zip(ids, crew, strict=True):
            with suppress(NotRead, NotSaved):  # where a row lies on the page, or has to make room beside it
                lost.add(room.id)
                await room.now()
                lost.discard(room.id)
                went_on += (await room.click(who, "draw")).after.state.turn.value == 2
        assert went_on > len(ids) / 2
        assert ids[3] in lost
        with pytest.raises(NotRead, match=r"is damaged.*put your latest backup in its place"):
            await room.sessions.load(ids[3])


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
