"""The SQL files of `data/`: the queries, and the migrations that make and change the schema. A part of database.py."""

import sqlite3
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

import aiosql
import aiosqlite

from bot.model.boards import was_standard
from bot.model.lookalikes import looks
from bot.storage.lockfile import UnusableDatabase

DATA = Path(__file__).parents[2] / "data"
_MIGRATIONS_TABLE = """
CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at REAL NOT NULL) STRICT
"""


def load_queries() -> Any:
    """Load the named queries."""
    return aiosql.from_path(DATA / "queries", "aiosqlite", mandatory_parameters=False)


async def migrate(writer: aiosqlite.Connection, path: Path, without: Collection[int] = ()) -> None:
    """Apply what is missing, but for the numbers in `without`, with its records, all of it in one transaction."""
    _, missing = await migrations(writer, path)
    script = "\n".join(_recorded(number, file) for number, file in missing.items() if number not in without)
    if not script:
        return
    await writer.create_function("looks_of", 1, looks, deterministic=True)
    await writer.create_function("is_standard", 3, was_standard, deterministic=True)
    try:
        await writer.executescript(f"BEGIN IMMEDIATE; {script} COMMIT;")
    except sqlite3.Error:
        await writer.rollback()
        raise


async def migrations(writer: aiosqlite.Connection, path: Path) -> tuple[int, dict[int, Path]]:
    """Return the last migration applied (0 for none) and the files that are missing. Raises UnusableDatabase."""
    await writer.execute(_MIGRATIONS_TABLE)
    applied = {row[0] for row in await writer.execute_fetchall("SELECT number FROM migrations")}
    scripts = {int(script.name[:4]): script for script in sorted((DATA / "migrations").glob("*.sql"))}
    if applied - scripts.keys():
        raise UnusableDatabase(
            f"The database {path} was written by a newer version of the bot (schema {max(applied)}, "
            f"this version knows {max(scripts)}). Update the bot, or restore a backup of that time."
        )
    return max(applied, default=0), {number: scripts[number] for number in sorted(scripts.keys() - applied)}


def _recorded(number: int, script: Path) -> str:
    record = f"INSERT INTO migrations VALUES ({number}, '{script.stem}', {time.time()});"  # noqa: S608 - our own file
    return f"{script.read_text(encoding='utf-8')}\n{record}"


async def foreign(connection: aiosqlite.Connection, path: Path) -> str | None:
    """Name a trigger or view that this bot has not made, if there is one: it would act on every game stored.

    An older database is compared with the schema of its own time. Raises UnusableDatabase.
    """
    _, to_come = await migrations(connection, path)
    async with aiosqlite.connect(":memory:", isolation_level=None) as fresh:
        await migrate(fresh, Path(), without=to_come)
        ours = await _actors(fresh)
    others = sorted(await _actors(connection) - ours)
    return f"it has a {others[0][0]} {others[0][1]} that is not this bot's" if others else None


async def _actors(connection: aiosqlite.Connection) -> set[tuple[str, str, str]]:
    query = "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')"
    return {(row[0], row[1], row[2]) for row in await connection.execute_fetchall(query)}


async def lacks(connection: aiosqlite.Connection) -> str | None:
    """Name a column or index that a new database has and this one has not, if there is one."""
    async with aiosqlite.connect(":memory:", isolation_level=None) as fresh:
        await migrate(fresh, Path())
        wanted = await _schema(fresh)
    missing = sorted(wanted - await _schema(connection))
    return f"it has no {missing[0]}" if missing else None


async def _schema(connection: aiosqlite.Connection) -> set[str]:
    """Name every column of every table and index."""
    query = "SELECT made.name || '.' || part.name FROM sqlite_schema AS made, {}(made.name) AS part"
    rows = [
        row
        for pragma in ("pragma_table_xinfo", "pragma_index_info")
        for row in await connection.execute_fetchall(query.format(pragma))
    ]
    return {row[0] for row in rows if row[0]}
