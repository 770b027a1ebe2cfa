"""Time in which nobody could play does not count (X3): deadlines are moved by it, once, before any other step.

Nobody can play while the process is down, frozen, or without a connection to Discord. The last sign of life in the
store (a step, or a heartbeat) tells when that began, also after a crash.
"""

import asyncio
import logging
import math
from collections.abc import Callable

from bot.play.locks import Locks
from bot.storage.store import Store

FROZEN_SECONDS = 5.0
"""A sleep that ends this late means that the process was frozen, or its computer slept, and nobody could play."""

log = logging.getLogger(__name__)


class Absence:
    """Knows whether deadlines have yet to be moved, and moves them."""

    def __init__(self, store: Store, locks: Locks, now: Callable[[], float]) -> None:
        self._store = store
        self._locks = locks
        self._now = now
        self._moving = asyncio.Lock()
        self._pending = True
        """Nobody could play for a while, or cannot now, and deadlines have yet to be moved by that time."""
        self._lost_at: float | None = None
        """UTC epoch seconds at which the connection was lost; None once that is in the store."""
        self._nap_ends: float | None = None
        self.connected = False
        self.moved = math.inf
        """Seconds by which deadlines were moved since the tables were last redrawn.

        Infinite at start, so that they are always redrawn: a crash may have kept the last steps from being shown (F08).
        """

    # --- What happened ---

    def reconnect(self) -> None:
        """Note that players can reach the bot. A second call changes nothing (F34)."""
        self.connected = True

    def disconnect(self) -> None:
        """Note that nobody can reach the bot. A second call changes nothing (F34)."""
        if self.connected:
            log.warning("no connection to Discord: the clocks stand still")
            self.connected = False
            self._pending = True
            self._lost_at = self._now()

    def fall_asleep(self, until: float | None) -> None:
        """Note that the clock sleeps until a moment in UTC epoch seconds; None for no limit."""
        self._nap_ends = until

    def wake_up(self) -> None:
        """Note that the clock is awake. If it slept far too long, nobody could play."""
        self._pending = self._pending or self._overslept
        self._nap_ends = None

    @property
    def _overslept(self) -> bool:
        return self._nap_ends is not None and self._now() > self._nap_ends + FROZEN_SECONDS

    @property
    def pending(self) -> bool:
        """Deadlines have yet to be moved, from the last sign of life: until then no heartbeat may replace it."""
        return self._pending or self._overslept

    # --- Moving the deadlines ---

    async def catch_up(self) -> None:
        """Move the deadlines if that is pending. Every step calls this first. Raises NotSaved."""
        if self.pending:
            await self.move_deadlines()

    async def settle(self) -> None:
        """Move the deadlines if that is pending, and end that state unless nobody can play now. Raises NotSaved."""
        if self._pending:
            await self.move_deadlines()
            self._pending = not self.connected or self._lost_at is not None

    async def move_deadlines(self) -> float:
        """Move the deadlines by the time nobody could play; return that time in seconds. Raises NotSaved.

        It holds the locks of all live sessions: a step under way would write back the deadline that it read before.
        """
        async with self._moving:
            await self._write_loss()
            async with self._locks.all(await self._store.live_ids()):
                away = await self._store.resume_clocks(self._now())
            self.moved += away
        log.info("clocks resumed after %.1f s away", away)
        return away

    async def write_loss(self) -> None:
        """Store when the connection was lost, so that deadlines are moved from there, also after a crash."""
        async with self._moving:
            await self._write_loss()

    async def _write_loss(self) -> None:
        if self._lost_at is not None:
            await self._store.beat(self._lost_at)
            self._lost_at = None
