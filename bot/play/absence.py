"""The time in which nobody could play is nobody's time (X3): deadlines are moved by it, once, before anything else.

Nobody can play while the process is down, frozen, or without a connection to Discord. The last sign of life in the
store (a step, or a heartbeat) tells when that began, so that a crash loses nothing.
"""

import asyncio
import logging
import math
from collections.abc import Callable

from bot.play.locks import Locks
from bot.storage.store import Store

FROZEN_SECONDS = 5.0
"""A nap that lasts so much too long: the process was frozen, or its computer slept, and nobody could play."""

log = logging.getLogger(__name__)


class Absence:
    """Knows whether deadlines have yet to be moved, and moves them."""

    def __init__(self, store: Store, locks: Locks, now: Callable[[], float]) -> None:
        self._store = store
        self._locks = locks
        self._now = now
        self._moving = asyncio.Lock()
        self._pending = True
        """Time has passed, or passes, in which nobody could play, and deadlines have yet to be moved by it."""
        self._lost_at: float | None = None
        """UTC epoch seconds at which the connection was lost, until that is written down."""
        self._nap_ends: float | None = None
        self.connected = False
        self.moved = math.inf
        """Seconds by which deadlines were moved since the tables last showed the time that is left.

        However short the absence, a start redraws them: a crash may have kept the last steps from being shown (F08).
        """

    # --- What happened ---

    def reconnect(self) -> None:
        """Players can reach the bot. Said twice, it changes nothing (F34)."""
        self.connected = True

    def disconnect(self) -> None:
        """Nobody can reach the bot. Said twice, it changes nothing (F34)."""
        if self.connected:
            log.warning("no connection to Discord: the clocks stand still")
            self.connected = False
            self._pending = True
            self._lost_at = self._now()

    def fall_asleep(self, until: float | None) -> None:
        """The clock naps until a moment in UTC epoch seconds; None for as long as it may."""
        self._nap_ends = until

    def wake_up(self) -> None:
        """The clock is awake: if it slept far too long, nobody could play."""
        self._pending = self._pending or self._overslept
        self._nap_ends = None

    @property
    def _overslept(self) -> bool:
        return self._nap_ends is not None and self._now() > self._nap_ends + FROZEN_SECONDS

    @property
    def pending(self) -> bool:
        """Deadlines have yet to be moved: the last sign of life is what they will be moved from."""
        return self._pending or self._overslept

    # --- Moving the deadlines ---

    async def catch_up(self) -> None:
        """Move the deadlines if they have yet to be moved, before a step that may come first. Raises NotSaved."""
        if self.pending:
            await self.move_deadlines()

    async def settle(self) -> None:
        """Catch up for good: from here on the clock runs, unless the connection is lost again. Raises NotSaved."""
        if self._pending:
            await self.move_deadlines()
            self._pending = not self.connected or self._lost_at is not None

    async def move_deadlines(self) -> float:
        """Move the deadlines by the time nobody could play; return that time in seconds. Raises NotSaved.

        No step is under way meanwhile: it would write the deadline that it read before.
        """
        async with self._moving:
            await self._write_loss()
            async with self._locks.all(await self._store.live_ids()):
                away = await self._store.resume_clocks(self._now())
            self.moved += away
        log.info("clocks resumed after %.1f s away", away)
        return away

    async def write_loss(self) -> None:
        """Write down when the connection was lost: what follows is counted from there, also after a crash."""
        async with self._moving:
            await self._write_loss()

    async def _write_loss(self) -> None:
        if self._lost_at is not None:
            await self._store.beat(self._lost_at)
            self._lost_at = None
