"""What becomes of games when the database cannot be written or read, or is no longer the file that was opened.

What happens at a start stands in test_upkeep.py and test_store.py.
"""
# ruff: noqa: ASYNC240 - a test may wait for a file

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot import database as database_room
from bot import store as store_room
from bot.__main__ import main
from bot.errors import NotRead, NotSaved
from bot.records import Person
from bot.rescue import LostDatabase, rescue, until_lost
from bot.sessions import Sessions
from bot.store import Store
from bot.watch import FileWatch, Loss
from rules.game import Ending
from tests.bot.builders import ANNE, BART, CALICO, CHANNEL, GatedStore, Room, person, results, rows, seats

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D"
"""A solo voyage of one card a round, worth 64."""


@pytest.fixture(autouse=True)
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up at once when another process holds the database."""
    monkeypatch.setattr(database_room, "_PRAGMAS", ("PRAGMA busy_timeout = 1", *database_room._PRAGMAS[1:]))


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Room]:
    store = await GatedStore.open(path)
    assert isinstance(store, GatedStore)
    try:
        yield Room(store)
    finally:
        await store.close()


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
from bot.errors import NotSaved
from bot.store import Store

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
        crew = [person(number, f"Pirate-{number}-" + "x" * 20, CHANNEL + number) for number in range(20, 32)]
        ids = []
        for who in crew:
            await room.game(who, deck=CLUBS)
            ids.append(room.id)
        await spoil(room.store, database, crew[3].name)
        lost = [session_id for session_id in ids if not await readable(room.sessions, session_id)]
        assert ids[3] in lost
        assert len(lost) < len(ids)
        for session_id, who in zip(ids, crew, strict=True):
            if session_id not in lost:
                room.id = session_id
                assert (await room.click(who, "draw")).after.state.turn.value == 2
        # What is checked at the next start names the way out (F10, test_upkeep.py).
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


# --- It is no longer the file that was opened ---


def move_away(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def exchange(path: Path) -> None:
    other = path.with_name("other")
    shutil.copy(path, other)
    other.rename(path)


def overwrite(path: Path) -> None:
    """As `cp backup database` does: the same inode, another content."""
    with closing(sqlite3.connect(path.with_name("backup"), isolation_level=None)) as backup:
        backup.execute("CREATE TABLE migrations (number)")
    path.write_bytes(path.with_name("backup").read_bytes())


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def part(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


def part_index(path: Path) -> None:
    path.with_name(path.name + "-shm").unlink()


LOSSES: dict[Callable[[Path], None], Loss] = {
    Path.unlink: Loss.GONE,
    move_away: Loss.GONE,
    exchange: Loss.EXCHANGED,
    overwrite: Loss.OVERWRITTEN,
    cut: Loss.CUT,
    empty: Loss.CUT,
    part: Loss.PARTED,
    part_index: Loss.PARTED,
}


@pytest.mark.parametrize("accident, loss", LOSSES.items(), ids=lambda value: getattr(value, "__name__", value))
async def test_whatever_is_done_to_the_file_is_noticed(
    database: Path, accident: Callable[[Path], None], loss: Loss
) -> None:
    async with opened(database) as room:
        await room.game(ANNE, BART, deck="7C 8C")
        watch = room.store._database.watch
        assert watch.look() is None
        accident(database)
        assert watch.look() is loss


async def test_what_the_bot_does_itself_is_no_loss(database: Path) -> None:
    """A checkpoint, the file written anew, a backup, somebody who looks in with another program."""
    async with opened(database) as room:
        watch = room.store._database.watch
        terms = (await room.lobby(ANNE)).terms
        for channel in range(100, 160):
            await room.sessions.open("lands", person(9, "N" * 32, channel), terms)
            assert watch.look() is None
        await database_room.copy_to(database, database.with_name("copy"))
        assert await room.store.sweep()
        assert watch.look() is None
        look_in(database)
        assert watch.look() is None
    async with opened(database) as room:
        assert room.store._database.watch.look() is None


async def test_a_file_that_is_back_at_the_second_look_was_never_lost(database: Path) -> None:
    looks: list[float] = []

    async def sleep(seconds: float) -> None:
        looks.append(seconds)
        assert len(looks) < 10
        if len(looks) == 1:
            move_away(database)
        elif len(looks) == 2:
            database.with_name("elsewhere").rename(database)
        elif len(looks) == 4:
            database.unlink()

    async with opened(database) as room:
        assert await until_lost(room.store._database, sleep) is Loss.GONE
    assert looks == [1.0] * 5


@pytest.mark.parametrize("accident", [Path.unlink, move_away, part, part_index])
async def test_games_of_a_deleted_file_are_written_back_with_their_last_moves(
    database: Path, accident: Callable[[Path], None]
) -> None:
    async with opened(database) as room:
        await room.game(ANNE, BART, deck="7C 8C 9C")
        await room.play("draw")
        accident(database)
        await room.play("draw")
        lost = await rescue(room.store._database, room.store._database.watch.look() or Loss.CUT)
        assert lost.again
        assert "start it again" in str(lost)
        assert str(database) in str(lost)
        drawn, session_id = await room.now(), room.id
    async with opened(database) as room:
        room.id, room.decks = session_id, ("7C 8C 9C",)
        assert await room.now() == drawn
        assert (await room.play("draw")).state.turn.value == 24


async def test_a_file_that_was_exchanged_stays_and_the_games_are_kept_beside_it(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(database) as room:
        await room.game(ANNE, BART, deck="7C 8C 9C")
        await room.play("draw")
        exchange(database)
        theirs = database.read_bytes()
        lost = await rescue(room.store._database, Loss.EXCHANGED)
        assert not lost.again
        kept = database.with_name(database.name + ".rescued-1")
        assert f"the games up to now are in {kept}" in str(lost)
        drawn, session_id = await room.now(), room.id
    assert database.read_bytes() == theirs
    monkeypatch.setenv("DATABASE_PATH", str(database))
    monkeypatch.chdir(database.parent)
    monkeypatch.setattr("bot.__main__.set_up_logging", lambda _settings: None)
    assert await asyncio.to_thread(main, ["restore", str(kept)]) == 0, capsys.readouterr().err
    async with opened(database) as room:
        room.id = session_id
        assert await room.now() == drawn


async def test_a_rescue_that_finds_no_room_waits_and_tries_again(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = database.parent / "folder"
    folder.mkdir()
    away = folder.with_name("away")

    async def put_back(seconds: float) -> None:
        assert seconds == 10.0
        away.rename(folder)

    async with opened(folder / "games") as room:
        await room.game(ANNE, BART, deck="7C 8C 9C")
        await room.play("draw")
        folder.rename(away)
        (away / "games").unlink()
        assert (await rescue(room.store._database, Loss.GONE, put_back)).again
    assert len(caplog.records) == 1
    assert "could not be written" in caplog.text
    async with opened(folder / "games") as again:
        again.id = room.id
        assert (await again.now()).state.turn.value == 7


async def test_once_the_file_is_lost_nothing_is_confirmed_any_more(
    room: Room, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.rescue.LOOK_SECONDS", 0)
    await room.game(ANNE, BART, deck="7C 8C 9C")
    cut(database)
    with pytest.raises(LostDatabase, match="was cut short"):
        await room.store.keep_watch()
    assert not room.store.readable
    with pytest.raises(NotSaved, match="the database is lost"):
        await room.store.save_note("a", "b")


# --- Others who look in ---


def look_in(path: Path) -> None:
    """Open the database in another process, as a host does who is curious."""
    query = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM notes').fetchall(); c.close()"
    )
    subprocess.run([sys.executable, "-c", query, path], check=True, timeout=30)  # noqa: S603 - our own


@pytest.mark.parametrize("starts", [1, 2])
async def test_whoever_looks_in_with_another_program_takes_no_moves_away(database: Path, starts: int) -> None:
    """A process that opens and closes a file lets go of its own locks on it (POSIX); then others delete `-wal`."""
    for _ in range(starts - 1):
        await (await Store.open(database)).close()
    async with opened(database) as room:
        await room.game(ANNE, BART, deck="7C 8C 9C")
        look_in(database)
        assert database.with_name(database.name + "-wal").exists()
        assert room.store._database.watch.look() is None


def test_a_watch_that_has_not_begun_can_be_closed(database: Path) -> None:
    FileWatch(database).close()
