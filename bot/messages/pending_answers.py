"""Which interactions still wait for their first response. Background work lets those responses go first."""

import asyncio
from contextlib import suppress

GIVE_WAY_SECONDS = 1.0
"""How long background work waits at most: tables must be redrawn even while people keep clicking elsewhere."""


class PendingAnswers:
    """The answers that have not begun to be sent."""

    def __init__(self) -> None:
        self._answers: set[object] = set()
        self._none = asyncio.Event()
        self._none.set()
        self._one_at_a_time = asyncio.Lock()
        """Lets work through one after the other, so that an answer can be sent between any two."""

    def add(self, answer: object) -> None:
        """Add an answer that somebody waits for."""
        self._answers.add(answer)
        self._none.clear()

    def discard(self, answer: object) -> None:
        """Remove an answer, if it is there."""
        self._answers.discard(answer)
        if not self._answers:
            self._none.set()

    async def give_way(self) -> None:
        """Return once no answer is pending, or after GIVE_WAY_SECONDS."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GIVE_WAY_SECONDS), self._one_at_a_time:
                await self._none.wait()
