"""The lock by which only one bot at a time uses a database, and the names of the files beside it."""

import sqlite3
from pathlib import Path
from typing import Self

_HOLD = (
    # The lock is held until the connection is closed, or the process ends in whatever way. No journal file is made.
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = MEMORY",
    "BEGIN EXCLUSIVE",
    "COMMIT",
)


class UnusableDatabase(Exception):
    """The database cannot be used; the message is a sentence for the host."""


def companion(path: Path, ending: str) -> Path:
    """Return the path of a file beside a database. Like SQLite, it follows links first."""
    real = path.resolve()
    return real.with_name(real.name + ending)


class Lock:
    """Keeps other bots off a database until it is closed. Only the thread that made it may use it.

    It is an SQLite lock on a file beside the database, so it works wherever SQLite itself is safe.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises UnusableDatabase when someone has it."""
        self.path = companion(path, "-lock")
        connection: sqlite3.Connection | None = None
        try:
            connection = sqlite3.connect(self.path, timeout=0, isolation_level=None)
            for statement in _HOLD:
                connection.execute(statement)
            ((self.run,),) = connection.execute("PRAGMA user_version")
            # On a read-only file SQLite grants locks that have no effect. There this statement fails.
            connection.execute(f"PRAGMA user_version = {self.run:d}")
        except sqlite3.Error as error:
            if connection is not None:
                connection.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise UnusableDatabase(
                    f"The database {path} is in use by a bot that runs. Stop that one first: two would spoil each "
                    "other's games. (Backups and exports work while it runs.)"
                ) from error
            raise UnusableDatabase(
                f"The lock {self.path} cannot be taken: {error}. Check its owner and permissions; "
                "it may be deleted while no bot runs."
            ) from error
        self._connection = connection

    def count(self, run: int) -> None:
        """Store the run number of the database; 0 when it is not known."""
        self._connection.execute(f"PRAGMA user_version = {run:d}")
        self.run = run

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
