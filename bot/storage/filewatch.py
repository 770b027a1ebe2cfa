"""Whether the database is still the file that was opened. Knows files only: no SQLite, no Discord.

SQLite goes on writing to a file that was deleted, moved or exchanged under it: every move since would be gone at the
next start, and nobody would know. `store` looks once a second.
"""

import os
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

_HEADER = 100
"""Bytes of SQLite's file header."""
_PAGE_SIZE, _PAGES, _RUN = slice(16, 18), slice(28, 32), slice(60, 64)
"""Where it holds the size of a page, their number, and `user_version`, in which we count the runs."""
_LARGEST = 65_536
"""The size of a page that does not fit its two bytes, and stands there as 1."""


class Loss(StrEnum):
    """What has become of the file."""

    GONE = "gone"
    """Nothing stands at its path: deleted, or moved away."""
    EXCHANGED = "exchanged"
    """Another file stands there."""
    OVERWRITTEN = "overwritten"
    """The same file with another database in it, such as a backup that was copied over it."""
    CUT = "cut"
    """Shorter than it says."""
    PARTED = "parted"
    """A companion, with the last commits in it or the index to them, is gone or exchanged."""


SPOILED = frozenset({Loss.OVERWRITTEN, Loss.CUT})
"""Nothing can be read out of it any more, and nothing may be written into it."""

Identity = tuple[int, int]
"""Device and inode."""


class Header(Struct, frozen=True):
    """What the file says of itself."""

    size: int
    run: int


class FileWatch:
    """Holds the file open beside SQLite, which locks it: to open and close it anew would let those locks go (POSIX)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._real = path
        """Beside it stand the companions: where a link points to."""
        self._file: int | None = None
        self._own: dict[str, Identity | None] = {}
        self._runs: set[int] = set()

    def begin(self, run: int) -> None:
        """Remember the files as they are now. `run` is the count that the header will show, if not yet."""
        self._file = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._real = self.path.resolve()
        self._own = {ending: self._identity(ending) for ending in ("", "-wal", "-shm")}
        header = self._header()
        self._runs = {run} if header is None else {run, header.run}

    def close(self) -> None:
        """Let go; only once SQLite has closed it as well."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def look(self) -> Loss | None:
        """Say what has become of the file, None when it is what was opened. Two looks in a row should agree."""
        found = self._identity("")
        if found != self._own[""]:
            return Loss.GONE if found is None else Loss.EXCHANGED
        header = self._header()
        if header is None or os.fstat(self._held()).st_size < header.size:
            return Loss.CUT
        if header.run not in self._runs:
            return Loss.OVERWRITTEN
        parted = any(self._identity(ending) != own for ending, own in self._own.items())
        return Loss.PARTED if parted else None

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
