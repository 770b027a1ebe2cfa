"""What is done when the database is no longer the file that was opened: nothing that was confirmed is lost."""
# ruff: noqa: ASYNC240 - a test may wait for a file

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.model.errors import NotSaved
from bot.storage import database as database_room
from bot.storage.filewatch import FileWatch, Loss
from bot.storage.rescue import LostDatabase, rescue, until_lost
from bot.storage.store import Store
from tests.bot.builders import ANNE, BART, Room, opened, person


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


async def test_a_file_that_cannot_be_looked_at_is_told_once_and_looked_at_again(
    room: Room, database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as on a disk of the network that is away: that is no reason to stop."""
    watch = room.store._database.watch
    looks: list[Any] = [None, OSError(5, "Input/output error"), OSError(5, "Input/output error"), None]

    def look() -> Loss | None:
        found = looks.pop(0) if looks else Loss.GONE
        if isinstance(found, OSError):
            raise found
        return None

    async def sleep(_seconds: float) -> None:
        if not looks:
            monkeypatch.setattr(watch, "look", lambda: Loss.GONE)

    monkeypatch.setattr(watch, "look", look)
    assert await until_lost(room.store._database, sleep) is Loss.GONE
    assert caplog.messages == [f"the database {database} cannot be looked at: Input/output error"]


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
    monkeypatch.setattr("bot.storage.rescue.LOOK_SECONDS", 0)
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
