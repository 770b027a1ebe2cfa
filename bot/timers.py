"""The one clock: it sleeps until the earliest deadline in the store and submits time-outs like clicks (X3)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.records import Change
from bot.sessions import Sessions
from bot.store import Store

RETRY_SECONDS = 60
"""A time-out that failed is tried again after this long, so that no session is stuck and none starves the others."""
OVERDUE_SECONDS = 1.0
"""How soon to look again when all that is due waits for its next try."""
FROZEN_SECONDS = 5.0
"""A nap that lasts so much too long: the process was frozen, or its computer slept, and nobody could play."""
BEAT_SECONDS = 2.0
"""While a deadline runs, the process notes so often that it is alive: what a crash can add to a player's time."""

log = logging.getLogger(__name__)


class Timers:
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
        self._retry_at: dict[str, float] = {}
        self._beaten_at = 0.0
        self._frozen = False
        self.is_member: Callable[[int, int], Awaitable[bool]]
        """Whether a user is still in a server; wired in `__main__`."""
        self.holds: Callable[[str], Awaitable[bool]]
        """Whether a session must wait at its deadline, for it cannot be shown; wired in `__main__`."""
        self.on_expired: Callable[[Change], Awaitable[None]]
        """Shows what the clock did; wired in `__main__`."""
        self.on_thawed: Callable[[], Awaitable[None]]
        """Shows the time that is left after the process was frozen; wired in `__main__`."""

    def poke(self) -> None:
        """Look at the deadlines again."""
        self._wake.set()

    async def resume(self) -> float:
        """Move the deadlines by the time the bot was away, before anyone can click; return that time in seconds."""
        away = await self._store.resume_clocks(self._now())
        log.info("clocks resumed after %.1f s away", away)
        return away

    async def run(self) -> None:
        """Serve the deadlines until cancelled."""
        try:
            await self._run()
        finally:
            await self._store.beat(self._now())

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._thaw()
                until = await self._serve()
            except Exception:  # the clock's boundary: it must outlive a store that cannot be read for a while
                log.exception("the clock could not read its deadlines; next try in %d s", RETRY_SECONDS)
                until = self._now() + RETRY_SECONDS
            await self._sleep(until)

    async def _thaw(self) -> None:
        """After having been frozen, resume as after a start: the time that was lost is nobody's."""
        if self._frozen:
            await self.resume()
            self._frozen = False
            await self.on_thawed()

    async def _serve(self) -> float | None:
        """Expire what is due; return when to look again, UTC epoch seconds, None when nothing is waiting."""
        now = self._now()
        self._retry_at = {key: at for key, at in self._retry_at.items() if at > now}
        due = [session_id for session_id in await self._store.due_ids(now) if session_id not in self._retry_at]
        if due:
            await asyncio.gather(*(self._expire(session_id) for session_id in due))
            return now
        deadline = await self._store.next_deadline()
        if deadline is None:
            return None
        # A commit, which woke this clock, is a sign of life itself and needs no beat beside it.
        if now - self._beaten_at >= self._beat_seconds:
            await self._store.beat(now)
            self._beaten_at = now
        return deadline if deadline > now else now + OVERDUE_SECONDS

    async def _sleep(self, until: float | None) -> None:
        """Wait for a poke, `until`, or the next heartbeat, whichever comes first."""
        began = self._now()
        seconds = None if until is None else min(self._beat_seconds, max(0.0, until - began))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)
        if seconds is not None and self._now() - began > seconds + FROZEN_SECONDS:
            self._frozen = True

    async def _expire(self, session_id: str) -> None:
        """One session's fault must not stop the time of the others: it is logged and tried again."""
        try:
            if await self.holds(session_id):
                return
            change = await self._sessions.expire(session_id, self.is_member)
            if change is not None:
                await self.on_expired(change)
        except Exception:
            log.exception("time-out of session %s failed; next try in %d s", session_id, RETRY_SECONDS)
            self._retry_at[session_id] = self._now() + RETRY_SECONDS
