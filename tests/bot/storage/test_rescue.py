"""What is done when the database is no longer the file that was opened: nothing that was confirmed is lost."""
# ruff: noqa: ASYNC240 - a test may wait for a file

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.model.errors import NotSaved
from bot.storage import database as database_room
from bot.storage.filewatch import FileWatch, Loss
from bot.storage.rescue import LostDatabase, rescue, until_lost
from bot.storage.store import Store
from tests.bot.builders import ANNE, BART, Room, opened, person
from tests.bot.storage.files import Host, emptied, sql


def move_away(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def exchange(path: Path) -> None:
    other = path.with_name("other")
    shutil.copy(path, other)
    other.rename(path)


def overwrite(path: Path) -> None:
    """As `cp backup database` does: the same inode, another content."""
    sql(path.with_name("backup"), "CREATE TABLE migrations (number)")
    path.write_bytes(path.with_name("backup").read_bytes())


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def part(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


def part_index(path: Path) -> None:
    path.with_name(path.name + "-shm").unlink()


LOSSES: dict[Callable[[Path], Any], Loss] = {
    Path.unlink: Loss.GONE,
    move_away: Loss.GONE,
    exchange: Loss.EXCHANGED,
    overwrite: Loss.OVERWRITTEN,
    cut: Loss.CUT,
    emptied: Loss.CUT,
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


async def test_two_looks_in_a_row_decide_and_one_that_is_not_possible_is_told_once(
    room: Room, database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A file that is back at the second look was never lost, nor is one on a disk of the network that is away."""
    away = OSError(5, "Input/output error")
    looks = [None, Loss.GONE, None, Loss.GONE, away, away, None, Loss.GONE, Loss.GONE]
    pauses: list[float] = []

    def look() -> Loss | None:
        found = looks.pop(0)
        if isinstance(found, OSError):
            raise found
        return found

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(room.store._database.watch, "look", look)
    assert await until_lost(room.store._database, sleep) is Loss.GONE
    assert (looks, pauses) == ([], [1.0] * 8)
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


async def test_a_file_that_was_exchanged_stays_and_the_games_are_kept_beside_it(host: Host, database: Path) -> None:
    async with opened(database) as room:
        await room.game(ANNE, BART, deck="7C 8C 9C")
        await room.play("draw")
        exchange(database)
        theirs = database.read_bytes()
        lost = await rescue(room.store._database, Loss.EXCHANGED)
        assert not lost.again
        kept = host.companion(".rescued-1")
        assert f"the games up to now are in {kept}" in str(lost)
        drawn, session_id = await room.now(), room.id
    assert database.read_bytes() == theirs
    await asyncio.to_thread(host.does, "restore", kept)
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
    look = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM notes').fetchall(); c.close()"
    )
    subprocess.run([sys.executable, "-c", look, path], check=True)  # noqa: S603 - our own


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
