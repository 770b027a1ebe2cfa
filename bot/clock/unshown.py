"""Tables that Discord does not let the bot show, for a permission or a locked thread (F14, F35).

Clicks still reach such a game, and their answers show it, so it can be played on. But the clock makes at most one step
that nobody sees. From then on the game waits: every few minutes the bot tries to show the table, and an hour after its
last step the game closes without a result.
"""

import logging
from collections.abc import Callable

from bot.model.records import Closed, Session, Status
from bot.play import seats
from bot.play.sessions import Sessions
from bot.storage.store import Store

HOLD_SECONDS = 5 * 60
"""How long a deadline is put off before the table is tried again; the awaited player's clock, if that is longer."""
UNSEEN_SECONDS = 60 * 60
"""An hour after its last step, a game that cannot be shown closes."""

log = logging.getLogger(__name__)


class UnshownTables:
    """Knows, by session id, which tables could not be shown. After a restart one more step may go unseen."""

    def __init__(self, sessions: Sessions, store: Store, now: Callable[[], float]) -> None:
        self._sessions = sessions
        self._store = store
        self._now = now
        self._unshown_ids: set[str] = set()

    def note_shown(self, session: Session) -> None:
        """Note that a table was shown."""
        self._unshown_ids.discard(session.id)

    def note_unshown(self, session: Session) -> None:
        """Note that a table could not be shown; that of a session which is over holds nothing up."""
        if session.live:
            self._unshown_ids.add(session.id)
        else:
            self._unshown_ids.discard(session.id)

    async def holds(self, session_id: str) -> bool:
        """Tell whether a deadline must wait for its table; if so, put the deadline off, or close the game.

        The caller then tries to show the table once more.
        """
        if session_id not in self._unshown_ids:
            return False
        session = await self._sessions.load(session_id)
        if session.paused_at is not None:
            return False  # the end of a pause makes no move for anyone
        if session.status is not Status.PLAYING or seats.clock(session) is None:
            self._unshown_ids.discard(session_id)
            return False
        if self._now() - session.updated_at >= UNSEEN_SECONDS:
            await self._give_up(session)
        else:
            await self._store.postpone(session, self._now() + max(HOLD_SECONDS, seats.clock(session) or 0))
        return True

    async def _give_up(self, session: Session) -> None:
        if await self._sessions.close(session.id, Closed.UNSEEN) is not None:
            log.warning("session %s closed: its table could not be shown for an hour", session.id)
        self._unshown_ids.discard(session.id)
