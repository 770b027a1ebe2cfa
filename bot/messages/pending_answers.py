"""Who still waits for the first word of an answer. Work that nobody waits for lets them all go before it."""

import asyncio
from contextlib import suppress

GIVE_WAY_SECONDS = 1.0
"""How long such work stands back at most: a table must not stay old for as long as people click elsewhere."""


class PendingAnswers:
    """The answers that are owed and have not begun to go out."""

    def __init__(self) -> None:
        self._answers: set[object] = set()
        self._none = asyncio.Event()
        self._none.set()
        self._door = asyncio.Lock()
        """Work goes through one after the other, so that a click may come between any two."""

    def add(self, answer: object) -> None:
        """Owe one answer more."""
        self._answers.add(answer)
        self._none.clear()

    def discard(self, answer: object) -> None:
        """Owe an answer no longer, if it was owed."""
        self._answers.discard(answer)
        if not self._answers:
            self._none.set()

    async def give_way(self) -> None:
        """Return once no answer is owed, or after GIVE_WAY_SECONDS."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GIVE_WAY_SECONDS), self._door:
                await self._none.wait()
