"""Tells whether the database is still the file that was opened. Reads SQLite's file header, but never through SQLite.

SQLite goes on writing to a file that was deleted, moved or exchanged: every move since then would be lost at the next
start, without any error. `rescue.until_lost` looks once a second.
"""

import os
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

_HEADER = 100
"""The length of SQLite's file header, in bytes."""
_PAGE_SIZE, _PAGES, _RUN = slice(16, 18), slice(28, 32), slice(60, 64)
"""The bytes of the header with the size of a page, the number of pages, and `user_version`, which is our run number."""
_LARGEST = 65_536
"""The largest size of a page, in bytes. It does not fit into two bytes, so the header says 1."""


class Loss(StrEnum):
    """What has become of the file."""

    GONE = "gone"
    """There is no file at its path: it was deleted or moved away."""
    EXCHANGED = "exchanged"
    """Another file is there."""
    OVERWRITTEN = "overwritten"
    """The same file with another database in it, such as a backup that was copied over it."""
    CUT = "cut"
    """Shorter than its header says."""
    PARTED = "parted"
    """Its `-wal` or `-shm` is gone or exchanged."""


SPOILED = frozenset({Loss.OVERWRITTEN, Loss.CUT})
"""Losses after which the file can no longer be read, and must not be written to."""

Identity = tuple[int, int]
"""Device and inode."""


class Header(Struct, frozen=True):
    """What the file's header says."""

    size: int
    """Of the file, in bytes."""
    run: int


class FileWatch:
    """Watches the file through one descriptor that stays open: closing any would release SQLite's locks (POSIX)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._real = path
        """The path with links resolved; the companions are beside it."""
        self._file: int | None = None
        self._own: dict[str, Identity | None] = {}
        self._runs: set[int] = set()

    def begin(self, run: int) -> None:
        """Remember the files as they are now. `run` is the run number, which may still be in `-wal` only."""
        self._file = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._real = self.path.resolve()
        self._own = {ending: self._identity(ending) for ending in ("", "-wal", "-shm")}
        header = self._header()
        self._runs = {run} if header is None else {run, header.run}

    def close(self) -> None:
        """Close the descriptor. Only after SQLite has closed the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def look(self) -> Loss | None:
        """Return what has become of the file, None when it is what was opened. Act only when two looks agree."""
        found = self._identity("")
        if found != self._own[""]:
            return Loss.GONE if found is None else Loss.EXCHANGED
        header = self._header()
        if header is None or os.fstat(self._held()).st_size < header.size:
            return Loss.CUT
        if header.run not in self._runs:
            return Loss.OVERWRITTEN
        companion_lost = any(self._identity(ending) != own for ending, own in self._own.items())
        return Loss.PARTED if companion_lost else None

    def _identity(self, ending: str) -> Identity | None:
        try:
            found = Path(f"{self._real}{ending}").stat() if ending else self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return found.st_dev, found.st_ino

    def _header(self) -> Header | None:
        os.lseek(self._held(), 0, os.SEEK_SET)
        header = os.read(self._held(), _HEADER)
        if len(header) < _HEADER:
            return None
        page = int.from_bytes(header[_PAGE_SIZE])
        page = _LARGEST if page == 1 else page
        return Header(page * int.from_bytes(header[_PAGES]), int.from_bytes(header[_RUN]))

    def _held(self) -> int:
        assert self._file is not None, "it has not begun"  # noqa: S101 - a fault of ours
        return self._file
