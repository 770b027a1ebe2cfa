"""Work that nobody waits for, such as showing what happened: held until it is done, and with its own error boundary."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp
import discord

Work = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


class Background:
    """Runs work beside the clicks. The event loop alone would forget a task that nobody holds."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def run(self, what: str, work: Work) -> asyncio.Task[None]:
        """Start work; `what` names it in the log should it fail."""
        task = asyncio.create_task(self._guarded(what, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def latest(self, what: str, work: Work) -> None:
        """Start work that shows the newest state: at most one under way and one waiting for each `what`."""
        if what in self._running:
            self._again.add(what)
            return
        self._running[what] = self.run(what, lambda: self._repeat(what, work))

    async def settled(self, what: str) -> None:
        """Wait until the newest state of `what` is shown, if anyone is showing it."""
        if what in self._running:
            await asyncio.wait([self._running[what]])

    async def close(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._tasks)

    async def _repeat(self, what: str, work: Work) -> None:
        try:
            while True:
                self._again.discard(what)
                await work()
                if what not in self._again:
                    return
        finally:
            del self._running[what]

    async def _guarded(self, what: str, work: Work) -> None:
        """The game goes on, the host reads one line. An error's text may hold a token: the log names its kind."""
        try:
            await work()
        except discord.HTTPException as error:
            log.warning("%s failed: %s %s (%s)", what, type(error).__name__, error.status, error.code)
        except (aiohttp.ClientError, OSError) as error:
            log.warning("%s failed: %s", what, type(error).__name__)
        except Exception:
            log.exception("%s failed", what)
