"""What is kept of a server after the bot was removed from it: everything for 30 days, then nothing. No Discord."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from bot.play.sessions import Sessions
from bot.storage.store import Store

KEPT_SECONDS = 30 * 24 * 60 * 60.0
"""How long a server's data waits for the bot to come back."""
LOOK_SECONDS = 24 * 60 * 60.0
"""How often to look for servers whose time is over."""

log = logging.getLogger(__name__)


class Retention:
    """Notes which servers the bot is on, and forgets those that it has long been gone from."""

    def __init__(
        self, sessions: Sessions, store: Store, is_here: Callable[[int], bool], now: Callable[[], float]
    ) -> None:
        """`is_here` tells whether the bot is on a server as far as it knows, also while that is unavailable."""
        self._sessions = sessions
        self._store = store
        self._now = now
        self._is_here = is_here

    async def removed(self, guild_id: int) -> None:
        """Let a server's 30 days begin, and end its games without result (X2)."""
        await self._store.servers.note_removal(guild_id, self._now())
        await self._sessions.close_place(guild_id)
        log.info("removed from server %d: its data is kept for 30 days", guild_id)
        if self._is_here(guild_id):  # back already: its return was told while this was being written
            await self.returned(guild_id)

    async def returned(self, guild_id: int) -> None:
        """Keep a server's data, if it was to go. Of a server that never was away this costs one look."""
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
                await self._sessions.close_place(guild_id)  # should that have failed when it was removed
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
        """The boundary of this task: it must outlive a store that cannot be written for a while."""
        try:
            await work()
        except Exception:
            log.exception("could not look after the data of servers that the bot is gone from; next try in a day")

    async def forget(self) -> None:
        """Delete what is kept of servers whose time is over, and leave nothing of it in the file.

        A server stays on the list until the file is swept: what a crash or a reader prevents is done the next time.
        """
        before = self._now() - KEPT_SECONDS
        due = await self._store.servers.removed(before)
        gone = [guild_id for guild_id in due if await self._purge(guild_id, before)]
        if gone and await self._store.sweep():
            for guild_id in gone:
                await self._store.servers.clear_removal(guild_id)
            log.info("deleted all data of servers left 30 days ago: %s", ", ".join(map(str, gone)))

    async def _purge(self, guild_id: int, before: float) -> bool:
        """Delete what is kept of one server; False when it is back."""
        if self._is_here(guild_id):
            await self.returned(guild_id)
            return False
        await self._sessions.close_place(guild_id)
        return await self._store.servers.purge(guild_id, before)
