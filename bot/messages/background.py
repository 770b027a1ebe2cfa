"""Work in the background, such as redrawing tables. Its errors are logged, and answers to people go first."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from bot.messages.delivery_errors import UNDELIVERED, reason_of
from bot.messages.pending_answers import PendingAnswers
from bot.model.errors import NotRead, NotSaved

Work = Callable[[], Coroutine[Any, Any, None]]

CLOSING_SECONDS = 5.0
"""How long a stop waits for work under way. Discord may delay an edit for minutes; the next start redraws."""

log = logging.getLogger(__name__)


class Background:
    """Runs work beside the clicks, and holds its tasks: the event loop alone may drop a task that nobody refers to."""

    def __init__(self, on_failed: Callable[[], None] = lambda: None) -> None:
        """`on_failed` is called after every failure."""
        self.pending = PendingAnswers()
        """Answers to people, which each piece of work lets go first."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._naps: set[asyncio.Task[None]] = set()
        self._on_failed = on_failed

    def run(self, what: str, work: Work) -> asyncio.Task[None]:
        """Start work; `what` names it in the log should it fail."""
        return self._hold(self._guarded(what, work))

    def latest(self, what: str, work: Work) -> None:
        """Start work that shows the newest state: at most one under way and one waiting for each `what`."""
        if what in self._running:
            self._again.add(what)
            return
        self._running[what] = self._hold(self._repeat(what, work))

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a while, unless the bot stops before."""
        nap = asyncio.create_task(_nap(seconds, do))
        self._naps.add(nap)
        nap.add_done_callback(self._naps.discard)

    async def settled(self, what: str) -> None:
        """Wait until the newest state of `what` is shown, if anyone is showing it."""
        if what in self._running:
            await asyncio.wait([self._running[what]])

    async def close(self) -> None:
        """Wait for work under way and what it starts, for at most CLOSING_SECONDS; cancel the rest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        for nap in self._naps:
            nap.cancel()
        if self._tasks:
            log.warning("%d pieces of work were given up: the next start shows what is", len(self._tasks))
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)

    def _hold(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _repeat(self, what: str, work: Work) -> None:
        """Run work, and again whenever it was requested meanwhile, also after a failure: there is something newer."""
        try:
            while True:
                self._again.discard(what)
                await self._guarded(what, work)
                if what not in self._again:
                    return
        finally:
            del self._running[what]

    async def _guarded(self, what: str, work: Work) -> None:
        """Run work after the pending answers; log any error."""
        try:
            await self.pending.give_way()
            await work()
        except UNDELIVERED as error:
            log.warning("%s failed: %s", what, reason_of(error))
            self._on_failed()
        except (NotSaved, NotRead) as error:
            log.error("%s failed: %s", what, error)  # noqa: TRY400 - no bug: no traceback
            self._on_failed()
        except Exception:
            log.exception("%s failed", what)
            self._on_failed()


async def _nap(seconds: float, do: Callable[[], None]) -> None:
    await asyncio.sleep(seconds)
    do()
