"""The database as a host has it: a file and its companions, commands at a terminal, and accidents."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import REFUSED, main
from rules.cards import VerifiableShuffler, shuffle_key
from tests.bot.builders import ANNE, BART, Room, opened
from tests.registry import GAMES

ROOT = Path(__file__).parents[3]
PAGE = 4096


def sql(path: Path, *statements: str) -> list[Any]:
    """Run statements with a connection of our own; return the rows of the last."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        found: list[Any] = []
        for statement in statements:
            found = connection.execute(statement).fetchall()
        return found


def revisions(path: Path) -> list[int]:
    return [row[0] for row in sql(path, "SELECT revision FROM sessions ORDER BY revision")]


def replayed(options: Any, secret: bytes, start_id: int, seats: int, moves: list[tuple[int, str]]) -> Any:
    """Return the state of Lands Uncharted that a secret, a start id and a log lead to."""
    game, shuffler = GAMES["lands"], VerifiableShuffler(shuffle_key(secret, start_id))
    state = game.deal(options, seats, None, shuffler)
    for seat, token in moves:
        state = game.apply(state, seat, game.from_token(token), shuffler).state
    return state


def connections() -> set[threading.Thread]:
    """Return the threads of open connections. One left behind would keep the process from ending."""
    return {thread for thread in threading.enumerate() if thread.name.endswith("(_connection_worker_thread)")}


def none_left_since(before: set[threading.Thread]) -> None:
    """Wait for the connections opened since then to end: an idle one never does."""
    for thread in connections() - before:
        thread.join(60)
        assert not thread.is_alive()


class Host:
    """Someone at the command line, with a database and what the program said last."""

    def __init__(self, database: Path, capsys: pytest.CaptureFixture[bytes]) -> None:
        self.database = database
        self.folder = database.parent
        self._capsys = capsys
        self.said = ""
        self.told = ""
        """On standard error."""

    def run(self, *arguments: object) -> int:
        before = connections()
        code = main([str(argument) for argument in arguments])
        none_left_since(before)
        output = self._capsys.readouterr()
        self.said, self.told = output.out.decode(), output.err.decode()
        return code

    def does(self, *arguments: object) -> str:
        assert self.run(*arguments) == 0, self.told
        return self.said

    def is_refused(self, *arguments: object) -> str:
        """Run what must be refused: in one sentence or a few, on one line; no file is changed."""
        before = self.files()
        assert self.run(*arguments) == REFUSED
        assert self.files() == before
        assert len(self.told.splitlines()) == 1
        assert self.said == ""
        return self.told

    def files(self) -> dict[str, bytes]:
        """Read every file in the folder, but for what SQLite may make anew: the lock, an index, an empty log."""
        return {
            file.name: file.read_bytes()
            for file in self.folder.iterdir()
            if file.is_file()
            and not file.name.endswith(("-lock", "-shm"))
            and not (file.name.endswith("-wal") and file.stat().st_size == 0)
        }

    def companion(self, ending: str) -> Path:
        return self.database.with_name(self.database.name + ending)


def with_room(path: Path, play: Callable[[Room], Any]) -> Any:
    """Open the database, await what is played there, close it."""

    async def played() -> Any:
        async with opened(path) as room:
            return await play(room)

    return asyncio.run(played())


async def a_game(room: Room) -> str:
    await room.game(ANNE, BART, deck="7C 8D 9H 10S", turn_seconds=None)
    await room.play("draw")
    return room.id


async def a_random_move(room: Room) -> None:
    """Let whoever is awaited choose by a seeded die."""
    session = await room.now()
    game = GAMES[session.game]
    awaited = game.awaited(session.state)
    if awaited is not None:
        await room.play(game.token(Random(session.revision).choice(game.legal(session.state, awaited.seat))))


# --- Accidents ---


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: PAGE * 3 - 100])


def of_another_program(path: Path) -> None:
    path.unlink()
    sql(path, "CREATE TABLE music (album TEXT)")


def of_the_future(path: Path) -> None:
    sql(path, "INSERT INTO migrations VALUES (99, '0099_the_future', 0)")


def an_index(path: Path) -> None:
    """Let an index forget its rows, which a copy of all pages does not notice."""
    sql(
        path,
        "PRAGMA writable_schema = ON",
        "CREATE TABLE spare (guild_id INTEGER)",
        "CREATE INDEX spare_index ON spare (guild_id)",
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'spare_index') "
        "WHERE name = 'sessions_by_guild'",
        "DELETE FROM sqlite_schema WHERE name = 'spare_index'",
    )


def an_orphan(path: Path) -> None:
    sql(path, "INSERT INTO moves VALUES ('gone', 1, 0, 0, 'draw', 'player')")


def text(path: Path) -> None:
    path.write_text("Ahoy! " * 1000)


def emptied(path: Path) -> None:
    path.write_bytes(b"")
