"""Explains SQLite's errors to the host: one line each, with what to do about it."""

import sqlite3
from pathlib import Path

DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""Errors that mean: the file is damaged, or none of ours."""

REPAIR = (
    "It was left as it is. To repair it: stop whatever uses it, and put your latest backup "
    "in its place with `python -m bot restore FILE`, which keeps this file aside."
)

_BUSY = "another process holds it. What could not be saved is not lost: it works again when that process is done"
_FULL = "the disk is full. Make room; nothing else is needed, what could not be saved can then be clicked again"
_READ_ONLY = "it may only be read. Check its permissions, and how its disk is mounted"
_DISK = "the disk reports an error. Check the disk, and that it has room"
_DAMAGED = f"it is damaged. Games that do not need the damaged part go on. {REPAIR}"

_MEANING = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_IOERR: _DISK,
    sqlite3.SQLITE_CANTOPEN: _DISK,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
"""By SQLite's primary error code, which is the low byte of every extended one."""


def explain(path: Path, error: sqlite3.Error) -> str:
    """Say on one line what is wrong with the database at `path` and what to do about it."""
    meaning = _MEANING.get(_primary(error))
    return f"the database {path}: {error}" + ("" if meaning is None else f". That is, {meaning}")


def is_ours(error: sqlite3.Error) -> bool:
    """Tell whether the program is at fault, such as a query that SQLite does not understand, rather than the file."""
    return _primary(error) not in _MEANING


def _primary(error: sqlite3.Error) -> int:
    # Errors of the sqlite3 module itself, such as a closed connection, have no code.
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
