"""The one clock: it sleeps until the earliest deadline in the store and submits time-outs like clicks (X3)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol

from bot.model.errors import NotSaved
from bot.model.records import Change, Session
from bot.play.absence import Absence
from bot.play.sessions import Sessions
from bot.storage.store import Store

RETRY_SECONDS = 60
"""The pause before a job that failed is tried again; other sessions are served meanwhile."""
LOCKED_SECONDS = 5
"""The pause when something could not be saved: a database that another program holds is soon free again."""
OVERDUE_SECONDS = 1.0
"""How soon to look again when everything that is due waits for its next try."""
BEAT_SECONDS = 2.0
"""The time between heartbeats while a deadline runs: the most that a crash can add to a player's time."""

Job = tuple[Callable[[str], Awaitable[None]], str]
"""What to do for a session, and its id."""

log = logging.getLogger(__name__)


class Display(Protocol):
    """Shows what the clock did. None of it waits for Discord, but for `is_shown`, which waits a few seconds at most."""

    def show(self, change: Change) -> None:
        """Show a step."""

    def warn(self, session: Session) -> None:
        """Ping the awaited player once more."""

    def show_again(self, session_ids: Iterable[str]) -> None:
        """Show tables as they are now, with the time that is left, and the calls that are missing."""

    async def is_shown(self, session_id: str) -> bool:
        """Tell whether an awaited player could see what for; if not, it is shown, and the clock must not act yet."""


class Scheduler:
    """Owns one task. Wake it whenever a deadline may have changed."""

    def __init__(  # noqa: PLR0913, PLR0917 - the composition root names each
        self,
        sessions: Sessions,
        store: Store,
        absence: Absence,
        display: Display,
        is_member: Callable[[int, int], Awaitable[bool]],
        wake: asyncio.Event,
        now: Callable[[], float],
        beat_seconds: float = BEAT_SECONDS,
    ) -> None:
        """`is_member(guild_id, user_id)` tells whether a user is still in a server; `wake` is set to look again."""
        self._sessions = sessions
        self._store = store
        self._absence = absence
        self._display = display
        self._is_member = is_member
        self._wake = wake
        self._now = now
        self._beat_seconds = beat_seconds
        self._retry_at: dict[Job, float] = {}
        self._beaten_at = 0.0

    async def catch_up(self) -> None:
        """Stop the clocks of who cannot play, let the others go on, and show the time that is left. Raises NotSaved."""
        await self._absence.catch_up()
        self._display.show_again(self._absence.take_moved())

    # --- Serving ---

    async def run(self) -> None:
        """Serve the deadlines until cancelled."""
        try:
            await self._run()
        finally:
            if not self._absence.was_away:
                await self._store.beat(self._now())

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self.catch_up()
                until = await self._serve()
            except Exception as error:  # the clock must go on after a store that fails for a while
                wait = _wait_after(error)
                log.exception("the clock could not read its deadlines; next try in %d s", wait)
                until = self._now() + wait
            await self._sleep(until)

    async def _serve(self) -> float | None:
        """Serve what is due; return when to look again, UTC epoch seconds, None when nothing is waiting."""
        now = self._now()
        deadline = await self._store.next_deadline()
        if deadline is None:
            return None
        if deadline <= now and (due := await self._due(now)):
            await asyncio.gather(*(serve(session_id) for serve, session_id in due))
            return now
        # Commits wake this clock too. They are signs of life themselves, and need no heartbeat each.
        if not 0 <= now - self._beaten_at < self._beat_seconds:  # the time may have been set back
            await self._store.beat(now)
            self._beaten_at = now
        return deadline if deadline > now else now + OVERDUE_SECONDS

    async def _due(self, now: float) -> list[Job]:
        """List what is due and does not wait for its next try."""
        self._retry_at = {job: at for job, at in self._retry_at.items() if 0 < at - now <= RETRY_SECONDS}
        jobs: list[Job] = [(self._expire, session_id) for session_id in await self._store.due_ids(now)]
        jobs += [(self._warn, session_id) for session_id in await self._store.warning_ids(now)]
        return [job for job in jobs if job not in self._retry_at]

    async def _sleep(self, until: float | None) -> None:
        """Wait to be woken, for `until`, or for the next heartbeat, whichever comes first."""
        began = self._now()
        seconds = None if until is None else min(self._beat_seconds, max(0.0, until - began))
        self._absence.fall_asleep(None if seconds is None else began + seconds)
        await nap(self._wake, seconds)
        self._absence.wake_up()

    async def _expire(self, session_id: str) -> None:
        async def time_out() -> None:
            if not await self._display.is_shown(session_id):
                return
            change = await self._sessions.expire(session_id, self._is_member)
            if change is not None:
                self._display.show(change)

        await self._guarded("time-out", (self._expire, session_id), time_out)

    async def _warn(self, session_id: str) -> None:
        async def warning() -> None:
            session = await self._sessions.warn(session_id)
            if session is not None:
                self._display.warn(session)

        await self._guarded("warning", (self._warn, session_id), warning)

    async def _guarded(self, what: str, job: Job, work: Callable[[], Awaitable[None]]) -> None:
        """Log an error and note when to try again: one session's fault must not stop the clock of the others."""
        try:
            await work()
        except Exception as error:
            wait = _wait_after(error)
            log.exception("%s of session %s failed; next try in %d s", what, job[1], wait)
            self._retry_at[job] = self._now() + wait


async def nap(wake: asyncio.Event, seconds: float | None) -> None:
    """Wait until `wake` is set, for at most so many seconds; None for no limit."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await wake.wait()


def _wait_after(error: Exception) -> int:
    """Return the seconds until the next try, fewer when another program's write kept ours from being saved."""
    return LOCKED_SECONDS if isinstance(error, NotSaved) else RETRY_SECONDS
