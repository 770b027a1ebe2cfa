"""Keeps a server's data for 30 days after the bot was removed from it, then deletes it. No Discord."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from bot.play.sessions import Sessions
from bot.storage.store import Store

KEPT_SECONDS = 30 * 24 * 60 * 60.0
"""How long the data of a server that removed the bot is kept."""
LOOK_SECONDS = 24 * 60 * 60.0
"""How often to look for servers whose 30 days are over."""

log = logging.getLogger(__name__)


class Retention:
    """Notes which servers have removed the bot, and deletes their data when it is time."""

    def __init__(
        self, sessions: Sessions, store: Store, is_here: Callable[[int], bool], now: Callable[[], float]
    ) -> None:
        """`is_here` tells whether the bot is on a server as far as it knows, also during the server's outage."""
        self._sessions = sessions
        self._store = store
        self._now = now
        self._is_here = is_here

    async def removed(self, guild_id: int) -> None:
        """Start a server's 30 days, and end its games without result (X2)."""
        await self._store.servers.note_removal(guild_id, self._now())
        await self._sessions.close_place(guild_id)
        log.info("removed from server %d: its data is kept for 30 days", guild_id)
        if self._is_here(guild_id):  # back already: invited again while this was being written
            await self.returned(guild_id)

    async def returned(self, guild_id: int) -> None:
        """Keep a server's data after all, if the bot had been removed from it."""
        if guild_id in await self._store.servers.removed():
            await self._store.servers.clear_removal(guild_id)
            log.info("back on server %d: its data stays", guild_id)

    async def compare(self, here: Collection[int]) -> None:
        """Find out, at a start, where the bot was removed or brought back while it was down.

        `here` are all servers the bot is on, those included that are unavailable in an outage.
        """
        for guild_id in await self._store.servers.removed():
            if guild_id in here:
                await self.returned(guild_id)
            else:
                await self._sessions.close_place(guild_id)  # in case that failed when it was removed
        for guild_id in (await self._store.servers.known()).difference(here):
            await self.removed(guild_id)

    async def run(self, here: Collection[int]) -> None:
        """Compare, then forget now and daily, until cancelled. What fails is tried again the next day."""
        await self._attempt(lambda: self.compare(here))
        while True:
            await self._attempt(self.forget)
            await asyncio.sleep(LOOK_SECONDS)

    @staticmethod
    async def _attempt(work: Callable[[], Awaitable[None]]) -> None:
        """Log any error: this task must go on after a store that could not be written for a while."""
        try:
            await work()
        except Exception:
            log.exception("could not look after the data of servers that the bot is gone from; next try in a day")

    async def forget(self) -> None:
        """Delete the data of servers whose 30 days are over, and its remains in the file.

        A server stays on the list until the file is swept, so that an interrupted deletion is finished the next time.
        """
        before = self._now() - KEPT_SECONDS
        due = await self._store.servers.removed(before)
        gone = [guild_id for guild_id in due if await self._purge(guild_id, before)]
        if gone and await self._store.sweep():
            for guild_id in gone:
                await self._store.servers.clear_removal(guild_id)
            log.info("deleted all data of servers left 30 days ago: %s", ", ".join(map(str, gone)))

    async def _purge(self, guild_id: int, before: float) -> bool:
        """Delete the data of one server; False when the bot is back on it."""
        if self._is_here(guild_id):
            await self.returned(guild_id)
            return False
        await self._sessions.close_place(guild_id)
        return await self._store.servers.purge(guild_id, before)
