"""Someone at the command line, with and without a wreck."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.host.settings import FIELDS
from bot.storage import database as database_room
from tests.bot.storage.files import ROOT, Host

CRASH = """
import asyncio, os, shutil, signal, sys
from pathlib import Path
from bot.storage.database import copy_to
from tests.bot.builders import ANNE, BART, GatedStore, Room

async def crash(database):
    store = await GatedStore.open(database)
    room = Room(store)
    await room.game(ANNE, BART, deck="7C 8D 9H", turn_seconds=None)
    await store.close()
    shutil.copy(database, database.with_name("copy"))
    await copy_to(database, database.with_name("backup"))
    room.store = store = await GatedStore.open(database)
    room.sessions = room.another()
    await copy_to(database, database.with_name("late backup"))
    await room.play("draw draw")
    await store.note("ready")
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(crash(Path(sys.argv[1])))
"""
"""A game is begun, the bot stopped, a copy and a backup made; started again, a late backup, two draws, kill -9."""


@pytest.fixture
def host(database: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Host:
    for name, _, _ in FIELDS.values():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATABASE_PATH", str(database))
    monkeypatch.chdir(database.parent)
    monkeypatch.setattr("bot.__main__.set_up_logging", lambda _level: None)
    return Host(database, capsysbinary)


@pytest.fixture(scope="session")
def wreck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a bot was killed while its last moves stood in `-wal`."""
    folder = tmp_path_factory.mktemp("wreck")
    command = [sys.executable, "-c", CRASH, str(folder / "quartermaster.sqlite3")]
    subprocess.run(command, cwd=ROOT, check=False)  # noqa: S603 - our own program
    assert (folder / "quartermaster.sqlite3-wal").stat().st_size > 0
    return folder


@pytest.fixture
def wrecked(wreck: Path, host: Host) -> Host:
    shutil.copytree(wreck, host.folder, dirs_exist_ok=True)
    return host


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up at once when another process holds the database."""
    monkeypatch.setattr(database_room, "_PRAGMAS", ("PRAGMA busy_timeout = 1", *database_room._PRAGMAS[1:]))
