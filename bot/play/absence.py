"""Time in which somebody could not play does not count (X3): meanwhile the clocks of their games stand still.

Nobody can play while the process is down or frozen; nobody on a server while that cannot reach the bot; and nobody in
a session whose last step Discord has not taken. A clock that stands still has `stopped_at` in its row. The time left is
`deadline - stopped_at`, and goes on from there: also after a crash, and whatever the host's clock did meanwhile.
"""

import asyncio
import logging
from collections.abc import Callable

from bot.play.locks import Locks
from bot.play.reach import Reach, earliest
from bot.play.unshown import Unshown
from bot.storage.store import Store

FROZEN_SECONDS = 5.0
"""A sleep that ends this late means that the process was frozen, or its computer slept, and nobody could play."""
NOTICEABLE_SECONDS = 5.0
"""When a clock stood still for longer than this, its table is shown again, with the time that is left."""

log = logging.getLogger(__name__)


class Absence:
    """Stops the clocks of who cannot play, and lets them go on."""

    def __init__(  # noqa: PLR0913, PLR0917 - the composition root names each
        self,
        store: Store,
        locks: Locks,
        reach: Reach,
        unshown: Unshown,
        wake: asyncio.Event,
        now: Callable[[], float],
    ) -> None:
        """`wake` is set when the clock has something to settle."""
        self._store = store
        self._locks = locks
        self._reach = reach
        self._unshown = unshown
        self._wake = wake
        self._now = now
        reach.on_change = unshown.on_change = self.changed
        self._settling = asyncio.Lock()
        self._changed = True
        self._was_away = True
        """The whole process was: all clocks have yet to be stopped, as of the last sign of life."""
        self._set_time: Callable[[], None] | None = None
        self._nap_ends: float | None = None
        self._restarted: set[str] | None = None
        """Ids of sessions whose clock has not gone on since the start: a crash may have kept their last step from being
        shown (F08). None before the start has been settled."""
        self._moved: set[str] = set()

    # --- What happened ---

    def changed(self) -> None:
        """Note that somebody can no longer play, or can again."""
        self._changed = True
        self._wake.set()

    def opened(self, guild_id: int) -> None:
        """Note that a session was opened on a server: its clock has to stand still if that cannot reach the bot."""
        if self._reach.lost_at(guild_id) is not None:
            self.changed()

    def time_is_wrong(self, set_time: Callable[[], None]) -> None:
        """Note that `now` has to jump; `set_time` makes it do so, while all clocks stand still."""
        self._set_time = set_time
        self.changed()

    def fall_asleep(self, until: float | None) -> None:
        """Note that the clock sleeps until a moment in UTC epoch seconds; None for no limit."""
        self._nap_ends = until

    def wake_up(self) -> None:
        """Note that the clock is awake. If it slept far too long, nobody could play."""
        self._was_away = self._was_away or self._overslept
        self._nap_ends = None

    @property
    def _overslept(self) -> bool:
        return self._nap_ends is not None and self._now() > self._nap_ends + FROZEN_SECONDS

    @property
    def was_away(self) -> bool:
        """Nobody could play since the last sign of life: until that is settled no heartbeat may replace it."""
        return self._was_away or self._overslept

    # --- Stopping the clocks, and letting them go on ---

    async def catch_up(self) -> None:
        """Stop the clocks of all who cannot play, and let those of all others go on. Raises NotSaved.

        Every step calls this first. Mostly there is nothing to do.
        """
        if self._unsettled:
            async with self._settling:
                if self._unsettled:  # not settled by another call meanwhile
                    await self._settle()

    @property
    def _unsettled(self) -> bool:
        return self._changed or self.was_away

    def take_moved(self) -> set[str]:
        """Return, once, the ids of sessions whose table has to show the time that is left."""
        moved, self._moved = self._moved, set()
        return moved

    async def _settle(self) -> None:
        self._changed = False  # what changes from here on is for the next call
        try:
            if self.was_away or self._set_time is not None:
                await self._stop_all()
            await self._set_clocks()
        except BaseException:
            self._changed = True
            raise

    async def _stop_all(self) -> None:
        """Stop all clocks as of the last sign of life; set the time anew, if that has to be done."""
        ids = await self._store.live_ids()
        async with self._locks.all(ids):
            if not self.was_away:
                await self._store.beat(self._now())
            await self._store.stop_all_clocks()
            if self._set_time is not None:
                self._set_time()
        self._set_time, self._nap_ends, self._was_away = None, None, False
        if self._restarted is None:
            self._restarted = set(ids)

    async def _set_clocks(self) -> None:
        """Write which clocks stand still.

        It holds the locks of their sessions: a step under way would write back the deadline that it read before.
        """
        late = self._unshown.late()
        stop: dict[str, float] = {}
        start: dict[str, float] = {}
        for session_id, guild_id, stopped_at in await self._store.clocks():
            since = self._standing_since(session_id, guild_id)
            missed = earliest(late.get(session_id), self._reach.missed_at(guild_id)) if since is None else since
            if stopped_at is None and missed is not None:
                stop[session_id] = missed
            began = missed if stopped_at is None else stopped_at
            if since is None and began is not None:
                start[session_id] = began
        async with self._locks.all([*stop, *start]):
            now = self._now()
            await self._store.set_clocks(stop, start, now)
        self._unshown.given_back(late)
        self._reach.settled()
        self._note_moved(start, now)
        self._tell(len(stop.keys() - start.keys()), [now - at for at in start.values()])

    def _standing_since(self, session_id: str, guild_id: int) -> float | None:
        """Return since when somebody in a session cannot play; None while everyone can."""
        return earliest(self._reach.lost_at(guild_id), self._unshown.since(session_id))

    def _note_moved(self, started: dict[str, float], now: float) -> None:
        restarted = self._restarted or set()
        self._moved |= {one for one, at in started.items() if one in restarted or now - at > NOTICEABLE_SECONDS}
        restarted.difference_update(started)

    @staticmethod
    def _tell(stopped: int, seconds: list[float]) -> None:
        if stopped:
            log.info("clocks of %d sessions stand still: somebody there cannot play", stopped)
        if seconds:
            log.info("clocks of %d sessions go on, after up to %.1f s", len(seconds), max(seconds))
