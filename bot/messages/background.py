"""Work in the background, such as redrawing tables. Its errors are logged, and answers to people go first."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from bot.messages.delivery_errors import UNDELIVERED, limited, passing, reason_of
from bot.messages.pending_answers import PendingAnswers
from bot.model.errors import NotRead, NotSaved

Work = Callable[[], Coroutine[Any, Any, None]]

CLOSING_SECONDS = 2.0
"""How long a stop waits for work under way. Discord may delay an edit for minutes; the next start redraws."""

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds before what Discord did not take in passing is tried again: first so many, then twice as many each time."""
LIMITED_PAUSE = 5 * 60.0
"""The same after a refusal for too many requests, which more of them would prolong."""

log = logging.getLogger(__name__)


class Showing:
    """Work that shows the newest state of something, until Discord has taken it."""

    def __init__(self, work: Work) -> None:
        self.task: asyncio.Task[None]
        self._work: Work | None = work
        self._wake = asyncio.Event()
        self._over = False

    def replace(self, work: Work) -> None:
        """There is something newer to show, at once."""
        self._work, self._over = work, False
        self._wake.set()

    def end(self) -> None:
        """Try no more: it was shown in another way, or the bot stops."""
        self._over = True
        self._wake.set()

    def take(self) -> Work | None:
        """Return what is to be shown now; None when nothing newer came."""
        work, self._work = self._work, None
        self._wake.clear()
        return work

    async def pause(self, work: Work, seconds: float) -> None:
        """Wait until `work` is to be tried again, or what came instead; unless it is over by then."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        if self._work is None and not self._over:
            self._work = work


class Background:
    """Runs work beside the clicks, and holds its tasks: the event loop alone may drop a task that nobody refers to."""

    def __init__(self, on_failed: Callable[[], None] = lambda: None) -> None:
        """`on_failed` is called after every failure."""
        self.pending = PendingAnswers()
        """Answers to people, which each piece of work lets go first."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._showings: dict[str, Showing] = {}
        self._closing = False
        self._naps: set[asyncio.Task[None]] = set()
        self._on_failed = on_failed

    def run(self, what: str, work: Work) -> asyncio.Task[None]:
        """Start work; `what` names it in the log should it fail."""
        return self._hold(self._once(what, work))

    def latest(self, what: str, work: Work) -> None:
        """Start work that shows the newest state: at most one under way and one waiting for each `what`.

        What Discord does not take in passing is tried again, with growing pauses, until Discord takes it.
        """
        if what in self._showings:
            self._showings[what].replace(work)
            return
        showing = self._showings[what] = Showing(work)
        showing.task = self._hold(self._show(what, showing))

    def overtaken(self, what: str) -> None:
        """Note that the newest state of `what` has been shown in another way."""
        if what in self._showings:
            self._showings[what].end()

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a while, unless the bot stops before."""
        nap = asyncio.create_task(_nap(seconds, do))
        self._naps.add(nap)
        nap.add_done_callback(self._naps.discard)

    async def settled(self, what: str) -> None:
        """Wait until the newest state of `what` is shown, if anyone is showing it."""
        if what in self._showings:
            await asyncio.wait([self._showings[what].task])

    async def close(self) -> None:
        """Wait for work under way and what it starts, for at most CLOSING_SECONDS; cancel the rest.

        What Discord does not take now is not tried again: the next start shows it.
        """
        self._closing = True
        for showing in self._showings.values():
            showing.end()
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

    async def _show(self, what: str, showing: Showing) -> None:
        """Do the newest work for `what`, again while it fails in passing, and once more whenever there is newer."""
        tries, pause = 0, FIRST_PAUSE
        try:
            while (work := showing.take()) is not None:
                error = await self._attempt(what, work, tries)
                if error is None or not (passing(error) or isinstance(error, NotRead)):
                    tries, pause = 0, FIRST_PAUSE
                elif not self._closing:
                    tries += 1
                    await showing.pause(work, LIMITED_PAUSE if limited(error) else pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            del self._showings[what]

    async def _once(self, what: str, work: Work) -> None:
        await self._attempt(what, work, 0)

    async def _attempt(self, what: str, work: Work, failures: int) -> Exception | None:
        """Do work after the pending answers; return its error. What failed before is not told again."""
        try:
            await self.pending.give_way()
            await work()
        except (*UNDELIVERED, NotSaved, NotRead) as error:
            self._on_failed()
            if not failures:
                log.warning("%s failed: %s", what, reason_of(error) if isinstance(error, UNDELIVERED) else error)
            return error
        except Exception as error:
            self._on_failed()
            log.exception("%s failed", what)
            return error
        if failures:
            log.info("%s succeeded after %d failures", what, failures)
        return None


async def _nap(seconds: float, do: Callable[[], None]) -> None:
    await asyncio.sleep(seconds)
    do()
