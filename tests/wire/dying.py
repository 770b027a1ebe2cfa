"""Kill -9 at an exact step of a move, from inside the bot's process and without a hook in the product.

`launch` wraps the one function of each point. Whenever the bot passes one, it reads the file named by
`WIRE_DIE_AT`; where that says `<point> <n>`, the process kills itself at the n-th passing. Without the file it passes.
"""

import functools
import os
import signal
from collections.abc import Awaitable, Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

import discord

from bot.messages import tables
from bot.play import locks
from bot.storage import store

VARIABLE: Final = "WIRE_DIE_AT"

T = TypeVar("T")
Method = Callable[..., Awaitable[T]]


class Point(StrEnum):
    """The steps of a move, in order."""

    LOCKING = "locking"
    LOADING = "loading"
    LOADED = "loaded"
    PLANNED = "planned"
    """The rules have decided, nothing is written."""
    BEGUN = "begun"
    """The transaction has begun."""
    ROW = "row"
    """The session's row is written."""
    LOGGED = "logged"
    """A move is written to the log."""
    RESULTED = "resulted"
    """The result is written, nothing of the boards."""
    BOARDS = "boards"
    """A board is written."""
    COMMITTING = "committing"
    """All is written, nothing is committed."""
    COMMITTED = "committed"
    ANSWERING = "answering"
    """The answer has been drawn, Discord does not have it."""
    ANSWERED = "answered"
    """Discord has the answer."""
    SHOWING = "showing"
    """A message that was not clicked is about to be edited."""
    CALLING = "calling"
    """Whoever is awaited now is about to be called."""


WRITTEN: Final = {
    "insert_session": Point.ROW,
    "update_session": Point.ROW,
    "insert_move": Point.LOGGED,
    "insert_result": Point.RESULTED,
    "add_points": Point.BOARDS,
}
"""Which point is passed after which query."""


class Reaper:
    """Counts passings and kills."""

    def __init__(self, orders: Path) -> None:
        self._orders = orders
        self._order = ""
        self._passed = 0

    def passing(self, point: Point) -> None:
        order = self._orders.read_text() if self._orders.exists() else ""
        if order != self._order:
            self._order, self._passed = order, 0
        wanted, _, number = order.partition(" ")
        if wanted == point:
            self._passed += 1
            if self._passed >= int(number):
                os.kill(os.getpid(), signal.SIGKILL)

    def before(self, owner: type, name: str, point: Point) -> None:
        """Pass a point whenever a coroutine function of a class is called."""
        self._around(owner, name, point, None)

    def after(self, owner: type, name: str, point: Point) -> None:
        """Pass a point whenever one of them has returned."""
        self._around(owner, name, None, point)

    def _around(self, owner: type, name: str, first: Point | None, last: Point | None) -> None:
        inner: Method[Any] = getattr(owner, name)

        @functools.wraps(inner)
        async def outer(*args: Any, **kwargs: Any) -> Any:
            if first is not None:
                self.passing(first)
            result = await inner(*args, **kwargs)
            if last is not None:
                self.passing(last)
            return result

        setattr(owner, name, outer)

    def watch_locks(self) -> None:
        inner = locks.Locks.of

        def of(self_: locks.Locks, session_id: str) -> Any:
            self.passing(Point.LOCKING)
            return inner(self_, session_id)

        locks.Locks.of = of  # type: ignore[method-assign, assignment]

    def watch_queries(self) -> None:
        """Pass a point after each query of a move, and before the first."""
        inner = store.Store._write

        async def write(self_: store.Store, query: Any, **facts: Any) -> Any:
            if WRITTEN.get(query.__name__) is Point.ROW:
                self.passing(Point.BEGUN)
            rows = await inner(self_, query, **facts)
            if query.__name__ in WRITTEN:
                self.passing(WRITTEN[query.__name__])
            return rows

        store.Store._write = write  # type: ignore[method-assign, assignment]

    def watch_commits(self) -> None:
        inner = store.Store._transaction

        def transaction(self_: store.Store) -> Any:
            return _Watched(inner(self_), lambda: self.passing(Point.COMMITTING))

        store.Store._transaction = transaction  # type: ignore[method-assign, assignment]


class _Watched:
    """A transaction that passes a point before it commits."""

    def __init__(self, inner: Any, passing: Callable[[], None]) -> None:
        self._inner = inner
        self._passing = passing

    async def __aenter__(self) -> None:
        await self._inner.__aenter__()

    async def __aexit__(self, *error: object) -> Any:
        if error == (None, None, None):
            self._passing()
        return await self._inner.__aexit__(*error)


def install(orders: Path) -> None:
    """Watch all points of this process."""
    reaper = Reaper(orders)
    reaper.watch_locks()
    reaper.before(store.Store, "load", Point.LOADING)
    reaper.after(store.Store, "load", Point.LOADED)
    for name in ("save", "insert"):
        reaper.before(store.Store, name, Point.PLANNED)
        reaper.after(store.Store, name, Point.COMMITTED)
    reaper.watch_queries()
    reaper.watch_commits()
    for name in ("edit_message", "send_message"):
        reaper.before(discord.InteractionResponse, name, Point.ANSWERING)
        reaper.after(discord.InteractionResponse, name, Point.ANSWERED)
    reaper.before(tables.Tables, "_refresh", Point.SHOWING)
    reaper.before(tables.Tables, "_ping", Point.CALLING)
