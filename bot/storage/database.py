"""The database file: opens it for one bot at a time, checks it, migrates its schema, and copies it.

Three companions may be beside the file: `-wal` holds the last commits, `-shm` is an index of it, and `-lock` shows
that a bot runs. A `-wal` belongs to one file only. Applied to another, such as a backup that was copied in after
a crash, it damages that file, and SQLite cannot tell. So every start increments a run number, in the database's header
and in `-lock`. If the two differ and a `-wal` is left, the file was exchanged.
"""

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import aiosqlite

from bot.storage.filewatch import FileWatch
from bot.storage.lockfile import Lock, UnusableDatabase, companion
from bot.storage.schema import foreign, lacks, migrate, migrations
from bot.storage.sqlite_errors import DAMAGE, REPAIR, is_ours

OTHERS = 0o007
"""What a file's mode lets every user of the computer do."""
BUSY_SECONDS = 5
"""How long a writer waits for another process before it gives up."""

log = logging.getLogger(__name__)

_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    # Overwrite deleted and changed content in the file as well.
    "PRAGMA secure_delete = ON",
)
_RUN = slice(60, 64)
"""The bytes of SQLite's file header that hold `user_version`, which is our run number."""


class Database:
    """An open database: one connection writes, one reads."""

    def __init__(
        self,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        watch: FileWatch,
        closing: AsyncExitStack,
    ) -> None:
        self.path = watch.path
        self.writer = writer
        self.reader = reader
        self.watch = watch
        self._closing = closing

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Lock, check, and open, create or migrate. Raises UnusableDatabase with a sentence for the host."""
        # On an error everything is closed again: the thread of an open connection would keep the process from ending.
        async with AsyncExitStack() as closing:
            with _explained(path):
                require_place(path)
                lock = closing.enter_context(Lock(path))
                if is_there(path):
                    _close_to_others(path)
                    _require_own_wal(path, lock)
                    await _require_sound(path, thorough=has_wal(path))
                watch = FileWatch(path)
                closing.callback(watch.close)
                writer = await closing.enter_async_context(_connection(path))
                reader = await closing.enter_async_context(_connection(path))
                await _upgrade(writer, path)
                watch.begin(await _count_run(writer, lock))
            return cls(writer, reader, watch, closing.pop_all())

    async def sweep(self) -> bool:
        """Rewrite the file without any remains of deleted rows, and empty `-wal`. Takes seconds if the file is large.

        Return False when a reader, such as a backup, still needs `-wal`: then the next start empties it.
        """
        # `secure_delete` leaves copies where SQLite has moved rows within a page.
        await self.writer.execute("VACUUM")
        ((busy, _, _),) = await self.writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        return not busy

    async def copy(self, target: Path) -> str | None:
        """Copy all that is committed to a new file, also when the database's own path is gone.

        Return what is wrong with the copy, None when nothing is.
        """
        try:
            return await _copy_and_check(self.writer, target)
        except (sqlite3.Error, OSError) as error:
            return str(error)

    async def close(self) -> None:
        """Close both connections, then release the lock."""
        await self._closing.aclose()


# --- The file and its companions ---


def require_place(path: Path) -> None:
    """Raise UnusableDatabase unless the folder exists, and the path is a file or free."""
    if not path.parent.is_dir():
        raise UnusableDatabase(
            f"The database {path} cannot be used: the folder {path.parent} does not exist. "
            "Correct DATABASE_PATH, or create the folder."
        )
    if path.exists() and not path.is_file():
        raise UnusableDatabase(f"The database {path} cannot be used: it is a folder or a device; name a file.")


def _close_to_others(path: Path) -> None:
    """Take from other users of the computer what an older version let them have: to read the secrets of games."""
    for file in (path, companion(path, "-wal"), companion(path, "-shm")):
        with suppress(OSError):  # it is not there, or belongs to someone who has to see to it
            mode = file.stat().st_mode
            if mode & OTHERS:
                file.chmod(mode & ~OTHERS)
                if not file.stat().st_mode & OTHERS:  # Windows and some disks keep no modes
                    log.warning("%s could be read by every user of this computer; now it cannot", file)


def is_there(path: Path) -> bool:
    """Tell whether there is a database. Raises UnusableDatabase when the files there cannot be used as one."""
    for file in (path, companion(path, "-wal"), companion(path, "-shm")):
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            raise UnusableDatabase(
                f"The database {path} cannot be used: {file} belongs to someone else. "
                "Check its owner and permissions, and start as the user who owns it."
            )
    if path.exists() and path.stat().st_size == 0:
        raise UnusableDatabase(
            f"The database {path} is an empty file of 0 bytes: whatever it held is gone. {REPAIR} "
            "If there never was anything in it, delete the file: the next start makes a new database."
        )
    if not path.exists() and has_wal(path):
        raise UnusableDatabase(
            f"The database {path} is missing, but {companion(path, '-wal')} with its last games is still there. "
            "Put the file back; or delete the -wal as well, to begin with a new database."
        )
    return path.exists()


def has_wal(path: Path) -> bool:
    """Tell whether there is a `-wal` with commits in it, as after a crash."""
    wal = companion(path, "-wal")
    return wal.exists() and wal.stat().st_size > 0


def put_in_place(copy: Path, path: Path) -> None:
    """Replace the database with a copy that has no companions, and delete the old companions.

    A database is there at every moment. After a crash in between, the old `-wal` is beside the new file, which the
    next start notices.
    """
    copy.replace(companion(path, ""))
    for ending in ("-wal", "-shm"):
        companion(path, ending).unlink(missing_ok=True)


def remove(file: Path) -> None:
    """Remove an unfinished copy with its companions; of a link that lies there the link, not what it points to."""
    for ending in ("", "-wal", "-shm", "-journal"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def _run_of(path: Path) -> int:
    """Read the run number from the file itself: SQLite would look into `-wal` first."""
    with path.open("rb") as file:
        return int.from_bytes(file.read(_RUN.stop)[_RUN])


def _require_own_wal(path: Path, lock: Lock) -> None:
    """Raise UnusableDatabase when `-wal` is of another file (F10).

    Call it before any connection is open: closing the last one would write `-wal` into the file.
    """
    if lock.run and has_wal(path) and _run_of(path) != lock.run:
        raise UnusableDatabase(
            f"The database {path} was exchanged, but the companions of the one before are still beside it and would "
            f"damage it. Nothing was changed. Delete {companion(path, '-wal')} and {companion(path, '-shm')}, then "
            "start again. Next time use `python -m bot restore FILE`, which does this for you."
        )


async def _count_run(writer: aiosqlite.Connection, lock: Lock) -> int:
    """Increment the run number in the file, empty `-wal`, store the number in the lock as well, and return it.

    It goes through SQLite: to open and close the file ourselves would release SQLite's locks (POSIX), and another
    program that opens the database could then delete `-wal` with its moves.
    """
    ((counted,),) = await writer.execute_fetchall("PRAGMA user_version")
    run: int = max(counted, lock.run) % (2**31 - 1) + 1
    await writer.execute(f"PRAGMA user_version = {run:d}")
    # A reader can keep the checkpoint from completing. Then the lock says 0: not known.
    ((busy, _, _),) = await writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
    lock.count(0 if busy else run)
    return run


# --- Connections ---


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into UnusableDatabase with a sentence for the host."""
    try:
        yield
    except sqlite3.Error as error:
        repair = f" {REPAIR}" if error.sqlite_errorcode in DAMAGE else ""
        raise UnusableDatabase(f"The database {path} cannot be used: {error}.{repair}") from error


@asynccontextmanager
async def _connection(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """Open for reading and writing."""
    async with _connected(aiosqlite.connect(path, isolation_level=None)) as connection:
        for pragma in _PRAGMAS:
            await connection.execute(pragma)
        yield connection


@asynccontextmanager
async def _connected(connecting: aiosqlite.Connection) -> AsyncIterator[aiosqlite.Connection]:
    """Open a connection and close it at the end. When cancelled while it opens, wait for its thread, then close it."""
    opening = asyncio.ensure_future(connecting)
    try:
        await asyncio.shield(opening)
        yield connecting
    finally:
        with suppress(sqlite3.Error):
            await opening
            await connecting.close()


@asynccontextmanager
async def _reader(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """Open for reading only, also while a bot runs: nothing is written, not even what a crash left in `-wal`."""
    address = f"{companion(path, '').as_uri()}?mode=ro"
    async with _connected(aiosqlite.connect(address, uri=True, isolation_level=None)) as connection:
        yield connection


@asynccontextmanager
async def reading(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """Open a snapshot of a database for reading, also while a bot writes. Raises UnusableDatabase."""
    require_place(path)
    if not is_there(path):
        raise UnusableDatabase(f"There is no database {path}. Check DATABASE_PATH, and the folder you start in.")
    with _explained(path):
        async with _reader(path) as connection:
            await connection.execute("BEGIN")
            yield connection


async def _require_sound(path: Path, *, thorough: bool) -> None:
    fault = await _fault(path, thorough=thorough)
    if fault is not None:
        raise UnusableDatabase(f"The database {path} cannot be used: {fault}. {REPAIR}")


async def _fault(path: Path, *, thorough: bool) -> str | None:
    """Say what is wrong with a file, if anything: damage, or another program's data. Changes nothing.

    Thorough also compares indexes with tables and looks for rows whose parents are missing; a few times slower.
    """
    statements = ("PRAGMA integrity_check(1)", "PRAGMA foreign_key_check") if thorough else ("PRAGMA quick_check(1)",)
    try:
        async with _reader(path) as connection:
            found = [row for statement in statements for row in await connection.execute_fetchall(statement)]
            tables = {row[0] for row in await connection.execute_fetchall("SELECT name FROM sqlite_schema")}
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode not in DAMAGE:
            raise
        return str(error)
    if [row[0] for row in found] == ["ok"]:
        return "it holds something else than this bot's games" if tables and "migrations" not in tables else None
    fault = next(row for row in found if row[0] != "ok")
    return f"it is damaged ({' '.join(str(fault[0]).split())})"


# --- Copies ---


async def _upgrade(writer: aiosqlite.Connection, path: Path) -> None:
    """Migrate a database that is to be used, and keep a checked copy of an older one. Raises UnusableDatabase.

    Whatever fails, the database is as it was: the version before can still use it.
    """
    last, missing = await migrations(writer, path)
    if not missing or not last:
        await migrate(writer, path)
        return
    kept = companion(path, f".schema-{last:04}")
    back = f"install the version before and run `python -m bot restore {kept}`"
    await _keep_copy(writer, path, kept)
    try:
        await migrate(writer, path)
    except sqlite3.Error as error:
        if not is_ours(error):
            raise
        raise UnusableDatabase(
            f"The database {path} could not be brought from schema {last} to {max(missing)}: {error}. Nothing was "
            "changed: go on with the version before, and report this."
        ) from error
    log.info("database brought from schema %d to %d; to go back, %s; else delete it", last, max(missing), back)


async def _keep_copy(writer: aiosqlite.Connection, path: Path, kept: Path) -> None:
    """Write a checked copy of the database under a name that stays. Raises UnusableDatabase."""
    partial = companion(kept, ".partial")
    try:
        remove(partial)
        fault = await _copy_and_check(writer, partial)
        if fault is None:
            partial.replace(kept)
            return
    except (sqlite3.Error, OSError) as error:
        fault = str(error)
    finally:
        remove(partial)
    raise UnusableDatabase(
        f"The database {path} is of an older version, and no copy {kept} of it could be made: {fault}. Nothing was "
        "changed; make room, and start again."
    )


async def copy_to(path: Path, target: Path) -> None:
    """Copy a database whole to a new file, also while a bot writes, and check the copy.

    Raises UnusableDatabase when the database is missing or damaged.
    """
    async with reading(path) as source:
        fault = await _copy_and_check(source, target)
    if fault is not None:
        raise UnusableDatabase(f"The database {path} cannot be copied: {fault}. {REPAIR}")


async def _copy_and_check(source: aiosqlite.Connection, target: Path) -> str | None:
    async with aiosqlite.connect(target, isolation_level=None) as copy:
        await source.backup(copy)
        await _make_self_contained(copy)
    return await _fault(target, thorough=True)


async def make_ready(backup: Path, copy: Path) -> None:
    """Copy a backup and prepare the copy to become the database: check it, and migrate it to the current schema.

    The backup itself is only read. Raises UnusableDatabase when it is damaged or not of this bot.
    """
    _copy_with_wal(backup, copy)
    with _explained(backup):
        fault = await _fault(copy, thorough=True)
        if fault is None:
            async with _connection(copy) as connection:
                fault = await foreign(connection, backup)
                if fault is None:
                    await migrate(connection, backup)
                    fault = await lacks(connection)
                await _make_self_contained(connection)
    if fault is not None:
        raise UnusableDatabase(f"The backup {backup} cannot be used: {fault}. Nothing was changed; try another one.")


def _copy_with_wal(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)
    if has_wal(source):
        shutil.copyfile(companion(source, "-wal"), companion(target, "-wal"))


async def _make_self_contained(copy: aiosqlite.Connection) -> None:
    """Make the copy a single file without companions, with the run number 0."""
    await copy.execute("PRAGMA user_version = 0")
    await copy.execute("PRAGMA journal_mode = DELETE")
