"""The one clock: it sleeps until the earliest deadline in the store and submits time-outs like clicks (X3)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol

from bot.clock.unshown import UnshownTables
from bot.model.errors import NotSaved
from bot.model.records import Change, Session
from bot.play.absence import Absence
from bot.play.sessions import Sessions
from bot.storage.store import Store

RETRY_SECONDS = 60
"""What failed is tried again after this long, so that no session is stuck and none starves the others."""
LOCKED_SECONDS = 5
"""The same for what could not be saved: a database that another program holds is soon free again."""
OVERDUE_SECONDS = 1.0
"""How soon to look again when all that is due waits for its next try."""
NOTICEABLE_SECONDS = 5.0
"""After deadlines were moved by more, the tables are redrawn, so that they tell the time that is left."""
BEAT_SECONDS = 2.0
"""While a deadline runs, the process notes so often that it is alive: what a crash can add to a player's time."""

Job = tuple[Callable[[str], Awaitable[None]], str]
"""What serves a session, and its id."""

log = logging.getLogger(__name__)


class Display(Protocol):
    """Shows what the clock did. None of it waits for Discord."""

    def show(self, change: Change) -> None:
        """Show a step."""

    def warn(self, session: Session) -> None:
        """Call whoever is awaited once more."""

    def refresh(self, session_ids: Iterable[str]) -> None:
        """Show tables as they are now."""

    async def refresh_open(self) -> None:
        """Show all open tables, with the time that is left."""


class Scheduler:
    """Owns one task. Wake it whenever a deadline may have changed."""

    def __init__(  # noqa: PLR0913, PLR0917 - the composition root names each
        self,
        sessions: Sessions,
        store: Store,
        absence: Absence,
        unshown: UnshownTables,
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
        self._unshown = unshown
        self._display = display
        self._is_member = is_member
        self._wake = wake
        self._now = now
        self._beat_seconds = beat_seconds
        self._retry_at: dict[Job, float] = {}
        self._beaten_at = 0.0

    # --- When nobody can play ---

    def connected(self) -> None:
        """Players can reach the bot: deadlines are served from now on."""
        self._absence.reconnect()
        self._wake.set()

    def disconnected(self) -> None:
        """Nobody can reach the bot: until they can, nothing is served, and the time that passes is nobody's (X3)."""
        self._absence.disconnect()
        self._wake.set()

    async def catch_up(self) -> None:
        """Move the deadlines by the time nobody could play, and show the time that is left. Raises NotSaved."""
        await self._absence.settle()
        if self._absence.moved > NOTICEABLE_SECONDS:
            await self._display.refresh_open()
            self._absence.moved = 0.0

    # --- Serving ---

    async def run(self) -> None:
        """Serve the deadlines until cancelled."""
        try:
            await self._run()
        finally:
            if not self._absence.pending:
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
        """Do what is to be done now; return when to look again, None when only a waking brings something to do."""
        if not self._absence.connected:
            await self._absence.write_loss()
            return None
        await self.catch_up()
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
        """Wait to be woken, for `until`, or for the next heartbeat, whichever comes first."""
        began = self._now()
        seconds = None if until is None else min(self._beat_seconds, max(0.0, until - began))
        self._absence.fall_asleep(None if seconds is None else began + seconds)
        await nap(self._wake, seconds)
        self._absence.wake_up()

    async def _expire(self, session_id: str) -> None:
        async def time_out() -> None:
            if await self._unshown.holds(session_id):
                self._display.refresh([session_id])
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
        """One session's fault must not stop the time of the others: it is logged and tried again."""
        try:
            await work()
        except Exception as error:
            wait = _wait_after(error)
            log.exception("%s of session %s failed; next try in %d s", what, job[1], wait)
            self._retry_at[job] = self._now() + wait


async def nap(wake: asyncio.Event, seconds: float | None) -> None:
    """Wait until `wake` is set, at most so many seconds; None for as long as it takes."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await wake.wait()


def _wait_after(error: Exception) -> int:
    """Return the seconds to the next try. Who else writes is soon done; what cannot be read stays so for longer."""
    return LOCKED_SECONDS if isinstance(error, NotSaved) else RETRY_SECONDS
