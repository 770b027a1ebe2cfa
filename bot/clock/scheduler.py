"""The one clock: it sleeps until the earliest deadline in the store and submits time-outs like clicks (X3)."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.model.errors import NotSaved
from bot.model.records import Change, Session
from bot.play.sessions import Sessions
from bot.storage.store import Store

RETRY_SECONDS = 60
"""What failed is tried again after this long, so that no session is stuck and none starves the others."""
LOCKED_SECONDS = 5
"""The same for what could not be saved: a database that another program holds is soon free again."""
OVERDUE_SECONDS = 1.0
"""How soon to look again when all that is due waits for its next try."""
FROZEN_SECONDS = 5.0
"""A nap that lasts so much too long: the process was frozen, or its computer slept, and nobody could play."""
NOTICEABLE_SECONDS = 5.0
"""After deadlines were moved by more, the tables are redrawn, so that they tell the time that is left."""
BEAT_SECONDS = 2.0
"""While a deadline runs, the process notes so often that it is alive: what a crash can add to a player's time."""

Job = tuple[Callable[[str], Awaitable[None]], str]
"""What serves a session, and its id."""

log = logging.getLogger(__name__)


class Scheduler:
    """Owns one task. Wake it with `poke` whenever a deadline may have changed."""

    def __init__(
        self,
        sessions: Sessions,
        store: Store,
        now: Callable[[], float],
        beat_seconds: float = BEAT_SECONDS,
    ) -> None:
        self._sessions = sessions
        self._store = store
        self._now = now
        self._beat_seconds = beat_seconds
        self._wake = asyncio.Event()
        self._retry_at: dict[Job, float] = {}
        self._beaten_at = 0.0
        self._reachable = False
        self._unreachable_since: float | None = None
        """UTC epoch seconds, until that is written down."""
        self._behind = True
        """Time has passed, or passes, in which nobody could play, and deadlines have yet to be moved by it."""
        self._nap_ends: float | None = None
        self._moved = math.inf
        """Seconds by which deadlines were moved since tables last told the time that is left.

        However short the absence, a start redraws them: a crash may have kept the last steps from being shown (F08).
        """
        self._resuming = asyncio.Lock()
        self.is_member: Callable[[int, int], Awaitable[bool]]
        """Whether a user is still in a server; wired in `__main__`."""
        self.holds: Callable[[str], Awaitable[bool]]
        """Whether a session must wait at its deadline, for it cannot be shown; wired in `__main__`."""
        self.on_expired: Callable[[Change], Awaitable[None]]
        """Shows what the clock did; wired in `__main__`."""
        self.on_warned: Callable[[Session], Awaitable[None]]
        """Warns whoever is awaited; wired in `__main__`."""
        self.on_thawed: Callable[[], Awaitable[None]]
        """Shows the time that is left after clocks stood still; wired in `__main__`."""

    def poke(self) -> None:
        """Look at the deadlines again."""
        self._wake.set()

    # --- When nobody can play ---

    def go_on(self) -> None:
        """Players can reach the bot. Said twice, it changes nothing (F34)."""
        if not self._reachable:
            self._reachable = True
            self.poke()

    def stand_still(self) -> None:
        """Nobody can reach the bot: until they can, nothing is served, and the time that passes is nobody's (X3)."""
        if self._reachable:
            log.warning("no connection to Discord: the clocks stand still")
            self._reachable = False
            self._behind = True
            self._unreachable_since = self._now()
            self.poke()

    async def catch_up(self) -> None:
        """Before a step that may come first: the time in which nobody could play is not its time. Raises NotSaved."""
        if self._behind or self._is_overslept():
            await self.resume()

    async def resume(self) -> float:
        """Move the deadlines by the time nobody could play; return that time in seconds. Raises NotSaved.

        No step is under way meanwhile: it would write the deadline that it read before.
        """
        async with self._resuming:
            await self._note_the_loss()
            async with self._sessions.locks.all(await self._store.live_ids()):
                away = await self._store.resume_clocks(self._now())
            self._moved += away
        log.info("clocks resumed after %.1f s away", away)
        return away

    async def _note_the_loss(self) -> None:
        """Write down when the connection was lost, once: what follows is counted from there, also after a crash."""
        if self._unreachable_since is not None:
            await self._store.beat(self._unreachable_since)
            self._unreachable_since = None

    async def _rest(self) -> None:
        async with self._resuming:
            await self._note_the_loss()

    async def thaw(self) -> None:
        """Resume after having been away, cut off or frozen, and show the time that is left. Raises NotSaved."""
        if self._behind:
            await self.resume()
            # The connection may have been lost again meanwhile.
            self._behind = not self._reachable or self._unreachable_since is not None
        if self._moved > NOTICEABLE_SECONDS:
            await self.on_thawed()
            self._moved = 0.0

    def _is_overslept(self) -> bool:
        return self._nap_ends is not None and self._now() > self._nap_ends + FROZEN_SECONDS

    # --- Serving ---

    async def run(self) -> None:
        """Serve the deadlines until cancelled."""
        try:
            await self._run()
        finally:
            # While deadlines have yet to be moved, the last sign of life is what they will be moved from.
            if not self._behind and not self._is_overslept():
                await self._store.beat(self._now())

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                until = await self._look()
            except Exception as error:  # the clock's boundary: it must outlive a store that fails for a while
                wait = _wait_after(error)
                log.exception("the clock could not read its deadlines; next try in %d s", wait)
                until = self._now() + wait
            await self._sleep(until)

    async def _look(self) -> float | None:
        """Do what is to be done now; return when to look again, None when only a poke brings something to do."""
        if not self._reachable:
            await self._rest()
            return None
        await self.thaw()
        return await self._serve()

    async def _serve(self) -> float | None:
        """Serve what is due; return when to look again, UTC epoch seconds, None when nothing is waiting."""
        now = self._now()
        deadline = await self._store.next_deadline()
        if deadline is None:
            return None
        if deadline <= now and (due := await self._due(now)):
            await asyncio.gather(*(serve(session_id) for serve, session_id in due))
            return now
        # A commit, which woke this clock, is a sign of life itself and needs no beat beside it.
        if now - self._beaten_at >= self._beat_seconds:
            await self._store.beat(now)
            self._beaten_at = now
        return deadline if deadline > now else now + OVERDUE_SECONDS

    async def _due(self, now: float) -> list[Job]:
        """List what is due and does not wait for its next try."""
        self._retry_at = {job: at for job, at in self._retry_at.items() if at > now}
        jobs: list[Job] = [(self._expire, session_id) for session_id in await self._store.due_ids(now)]
        jobs += [(self._warn, session_id) for session_id in await self._store.warning_ids(now)]
        return [job for job in jobs if job not in self._retry_at]

    async def _sleep(self, until: float | None) -> None:
        """Wait for a poke, `until`, or the next heartbeat, whichever comes first."""
        began = self._now()
        seconds = None if until is None else min(self._beat_seconds, max(0.0, until - began))
        self._nap_ends = None if seconds is None else began + seconds
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)
        self._behind = self._behind or self._is_overslept()
        self._nap_ends = None

    async def _expire(self, session_id: str) -> None:
        async def time_out() -> None:
            if await self.holds(session_id):
                return
            change = await self._sessions.expire(session_id, self.is_member)
            if change is not None:
                await self.on_expired(change)

        await self._guarded("time-out", (self._expire, session_id), time_out)

    async def _warn(self, session_id: str) -> None:
        async def warning() -> None:
            session = await self._sessions.warn(session_id)
            if session is not None:
                await self.on_warned(session)

        await self._guarded("warning", (self._warn, session_id), warning)

    async def _guarded(self, what: str, job: Job, work: Callable[[], Awaitable[None]]) -> None:
        """One session's fault must not stop the time of the others: it is logged and tried again."""
        try:
            await work()
        except Exception as error:
            wait = _wait_after(error)
            log.exception("%s of session %s failed; next try in %d s", what, job[1], wait)
            self._retry_at[job] = self._now() + wait


def _wait_after(error: Exception) -> int:
    """Return the seconds to the next try. Who else writes is soon done; what cannot be read stays so for longer."""
    return LOCKED_SECONDS if isinstance(error, NotSaved) else RETRY_SECONDS
