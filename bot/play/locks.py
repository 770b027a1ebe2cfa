"""One lock for each session, kept only while somebody holds it or waits for it."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary


class Locks:
    """Locks by session id, within this process."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, session_id: str) -> asyncio.Lock:
        """Return a session's lock."""
        return self._locks.setdefault(session_id, asyncio.Lock())

    @asynccontextmanager
    async def all(self, session_ids: Iterable[str]) -> AsyncIterator[None]:
        """Hold several at once. They are taken in sorted order, so that there is no deadlock."""
        async with AsyncExitStack() as held:
            for session_id in sorted(set(session_ids)):
                await held.enter_async_context(self.of(session_id))
            yield
