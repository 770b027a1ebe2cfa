"""Looks now and then whether the tables of live sessions are still there: a deleted one is posted anew.

Discord tells of deleted messages only those who let it tell them of every message on the server as well.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.storage.store import Store

LOOK_SECONDS = 5 * 60.0
"""The pause between two rounds. A round is one request for each live session, one after the other."""

log = logging.getLogger(__name__)


class TableLooks:
    """Owns one task."""

    def __init__(self, store: Store, look: Callable[[str], Awaitable[None]]) -> None:
        """`look` is called with the id of a session whose table is to be posted anew if it is gone."""
        self._store = store
        self._look = look

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look_round()
            except Exception:  # the next round must come
                log.exception("could not look whether the tables are still there; next try in %d s", LOOK_SECONDS)

    async def look_round(self) -> None:
        """Look at every live session's table once."""
        for session_id in await self._store.live_ids():
            await self._look(session_id)
