"""Saves what can be saved when the database is no longer the file that was opened. Then the bot stops.

If it went on, it would confirm moves that the next start does not find.
"""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from bot.storage.database import Database, put_in_place, remove
from bot.storage.filewatch import SPOILED, Loss
from bot.storage.lockfile import companion
from bot.storage.sqlite_errors import REPAIR

LOOK_SECONDS = 1.0
"""How often the file is looked at; two looks in a row decide."""
AGAIN_SECONDS = 10.0
"""The pause before a failed copy is tried again, until it succeeds: without one, ending the process loses all games."""

log = logging.getLogger(__name__)

Sleep = Callable[[float], Awaitable[None]]


class LostDatabase(Exception):
    """The bot must stop; the message is a sentence for the host."""

    def __init__(self, sentence: str, loss: Loss, *, again: bool) -> None:
        super().__init__(sentence)
        self.loss = loss
        self.again = again
        """The database is back in its place: a service manager may start the bot again."""


async def until_lost(database: Database, sleep: Sleep = asyncio.sleep) -> Loss:
    """Wait until the file is no longer the one that was opened; return what has become of it."""
    before: Loss | str | None = None
    while True:
        found = await _look(database)
        if isinstance(found, Loss):
            if found is before:
                return found
        elif found is not None and found != before:
            log.warning("the database %s cannot be looked at: %s", database.path, found)
        before = found
        await sleep(LOOK_SECONDS)


async def _look(database: Database) -> Loss | str | None:
    """Look once; return the system's message when that fails, as on a disk that is away for a while."""
    try:
        # In a thread: a disk that hangs must not hold up the clicks that do not need it.
        return await asyncio.to_thread(database.watch.look)
    except OSError as error:
        return str(error.strerror)


async def rescue(database: Database, loss: Loss, sleep: Sleep = asyncio.sleep) -> LostDatabase:
    """Save what SQLite still holds, while nothing is written. Return the error to stop the bot with."""
    path = database.path
    if loss in SPOILED:
        return LostDatabase(_SPOILED[loss].format(path=path, repair=REPAIR), loss, again=False)
    copy = next(name for name in _rescue_paths(path) if not name.exists())
    while (problem := await _write_copy(database, copy)) is not None:
        log.critical(
            "the database %s is %s, and its games could not be written to %s: %s. The bot stays, and saves nothing "
            "more, until they can be: make room, or put the folder back; next try in %d s",
            *(path, loss, copy, problem, AGAIN_SECONDS),
        )
        await sleep(AGAIN_SECONDS)
    if loss is Loss.EXCHANGED:
        return LostDatabase(_EXCHANGED.format(path=path, copy=copy), loss, again=False)
    put_in_place(copy, path)
    return LostDatabase(_BACK[loss].format(path=path), loss, again=True)


def _rescue_paths(path: Path) -> Iterator[Path]:
    return (companion(path, f".rescued-{number}") for number in itertools.count(1))


async def _write_copy(database: Database, copy: Path) -> str | None:
    """Write a copy; return what went wrong, None when nothing did."""
    fault = await database.copy(copy)
    if fault is not None:
        remove(copy)
    return fault


_BACK = {
    Loss.GONE: (
        "The database {path} was deleted or moved away while the bot ran. All its games were written back there. "
        "The bot stopped to open it anew: start it again, and leave the file where it is while it runs."
    ),
    Loss.PARTED: (
        "The -wal or -shm beside the database {path} was deleted or exchanged while the bot ran. All its games were "
        "written to {path}, which is whole. The bot stopped to open it anew: start it again, and leave these files be."
    ),
}
_EXCHANGED = (
    "The database {path} was exchanged for another file while the bot ran. That file was left as it is, and the games "
    "up to now are in {copy}. Decide which you want: to keep the games, run `python -m bot restore {copy}`. Then start "
    "the bot."
)
_SPOILED = {
    Loss.OVERWRITTEN: (
        "The database {path} was overwritten with another one while the bot ran, so the bot stopped. {repair} Next "
        "time use `python -m bot restore FILE` while the bot is stopped; do not copy over the file."
    ),
    Loss.CUT: "The database {path} was cut short while the bot ran, so the bot stopped. {repair}",
}
