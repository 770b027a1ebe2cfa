"""Tables that Discord does not let the bot show, for a permission or a locked thread (F14, F35).

Clicks still reach such a game, and their answers show it: it can be played on. But the clock must not play it to its
end behind everyone's back: it makes at most one step that nobody sees. From then on the game waits; every few minutes
the table is tried once, and an hour after its last step the game closes without a result.
"""

import logging
from collections.abc import Callable

from bot.model.records import Closed, Session, Status
from bot.play import seats
from bot.play.sessions import Sessions
from bot.storage.store import Store

HOLD_SECONDS = 5 * 60
"""How long a game waits until its table is tried again; who is awaited has at least so long then."""
UNSEEN_SECONDS = 60 * 60
"""An hour after its last step, a game that cannot be shown closes."""

log = logging.getLogger(__name__)


class UnshownTables:
    """Knows by session id which tables are out of sight. A restart forgets it: it may cost one more step unseen."""

    def __init__(self, sessions: Sessions, store: Store, now: Callable[[], float]) -> None:
        self._sessions = sessions
        self._store = store
        self._now = now
        self._lost: set[str] = set()

    def regain(self, session: Session) -> None:
        """A table was shown."""
        self._lost.discard(session.id)

    def lose(self, session: Session) -> None:
        """A table could not be shown. Where nothing is awaited any more, nobody has to wait for it."""
        if session.live:
            self._lost.add(session.id)
        else:
            self._lost.discard(session.id)

    async def holds(self, session_id: str) -> bool:
        """Tell whether the clock has to wait at a deadline; then the deadline is moved, or the game closed.

        The table is then to be tried once more.
        """
        if session_id not in self._lost:
            return False
        session = await self._sessions.load(session_id)
        if session.paused_at is not None:
            return False  # to go on after a pause plays for nobody
        if session.status is not Status.PLAYING or seats.clock(session) is None:
            self._lost.discard(session_id)
            return False
        if self._now() - session.updated_at >= UNSEEN_SECONDS:
            await self._give_up(session)
        else:
            await self._store.postpone(session, self._now() + max(HOLD_SECONDS, seats.clock(session) or 0))
        return True

    async def _give_up(self, session: Session) -> None:
        if await self._sessions.close(session.id, Closed.UNSEEN) is not None:
            log.warning("session %s closed: its table could not be shown for an hour", session.id)
        self._lost.discard(session.id)
