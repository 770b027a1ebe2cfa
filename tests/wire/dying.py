"""Kill -9 at an exact step of a move, from inside the bot's process and without a hook in the product.

`install` wraps the function of each point. Whenever the bot passes the one that stands in the file named by
`WIRE_DIE_AT`, the process kills itself.
"""

import functools
import os
import signal
from collections.abc import Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import discord

from bot.messages.calls import Calls
from bot.messages.tables import Tables
from bot.storage.store import Store

VARIABLE: Final = "WIRE_DIE_AT"


class Point(StrEnum):
    """The steps of a move, in order."""

    LOADING = "loading"
    LOADED = "loaded"
    PLANNED = "planned"  # the rules have decided, nothing is written
    BEGUN = "begun"  # the transaction has begun
    ROW = "row"  # the session's row is written
    LOGGED = "logged"  # a move is written to the log
    RESULTED = "resulted"  # the result is written, nothing of the boards
    BOARDS = "boards"  # a board is written
    COMMITTING = "committing"  # all is written, nothing is committed
    COMMITTED = "committed"
    ANSWERING = "answering"  # the answer has been drawn, Discord does not have it
    ANSWERED = "answered"  # Discord has the answer
    SHOWING = "showing"  # a message that was not clicked is about to be edited
    CALLING = "calling"  # whoever is awaited now is about to be called


AROUND: Final[tuple[tuple[type, str, Point | None, Point | None], ...]] = (
    (Store, "load", Point.LOADING, Point.LOADED),
    (Store, "save", Point.PLANNED, Point.COMMITTED),
    (Store, "insert", Point.PLANNED, Point.COMMITTED),
    (discord.InteractionResponse, "edit_message", Point.ANSWERING, Point.ANSWERED),
    (discord.InteractionResponse, "send_message", Point.ANSWERING, Point.ANSWERED),
    (Tables, "_refresh", Point.SHOWING, None),
    (Calls, "_ping", Point.CALLING, None),
)
"""Which point is passed when a coroutine function of a class is called, and which when it has returned."""

WRITTEN: Final = {
    "insert_session": Point.ROW,
    "update_session": Point.ROW,
    "insert_move": Point.LOGGED,
    "insert_result": Point.RESULTED,
    "add_points": Point.BOARDS,
}
"""Which point is passed after which query."""


class Reaper:
    """Watches and kills."""

    def __init__(self, orders: Path) -> None:
        self._orders = orders

    def passing(self, point: Point | None) -> None:
        if point is not None and self._orders.exists() and self._orders.read_text() == point:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, owner: type, name: str, first: Point | None, last: Point | None) -> None:
        inner: Callable[..., Any] = getattr(owner, name)

        @functools.wraps(inner)
        async def outer(*args: Any, **kwargs: Any) -> Any:
            self.passing(first)
            result = await inner(*args, **kwargs)
            self.passing(last)
            return result

        setattr(owner, name, outer)

    def watch_transactions(self) -> None:
        """Pass a point after each query of a move, before the first, and before the commit."""
        write, transaction = Store._write, Store._transaction

        async def watched_write(store: Store, query: Any, **facts: Any) -> Any:
            point = WRITTEN.get(query.__name__)
            self.passing(Point.BEGUN if point is Point.ROW else None)
            rows = await write(store, query, **facts)
            self.passing(point)
            return rows

        @asynccontextmanager
        async def watched_transaction(store: Store) -> Any:
            async with transaction(store):
                yield
                self.passing(Point.COMMITTING)

        Store._write = watched_write  # type: ignore[method-assign, assignment]
        Store._transaction = watched_transaction  # type: ignore[method-assign, assignment]


def install(orders: Path) -> None:
    """Watch all points of this process."""
    reaper = Reaper(orders)
    for owner, name, first, last in AROUND:
        reaper.watch(owner, name, first, last)
    reaper.watch_transactions()
