"""A server's home-made idols change only after a trial of the whole set (L15), played in a process of its own."""

from collections.abc import Awaitable, Callable

import msgspec

from bot.model.errors import Refusal, Refused
from bot.model.idols import ENDS, HomeIdols, active, lobbies
from bot.storage.servers import Servers
from bot.workers.worker import Worker
from rules.errors import InvalidOptions, OptionFault
from rules.idols import Idol

TRIAL_SECONDS = 60.0
"""A trial takes 1 to 3 s; long games that end after all, up to 20 s."""


class Trials:
    """Tries a change out, then stores it."""

    def __init__(self, servers: Servers, worker: Worker, queens: tuple[Idol, ...]) -> None:
        self._servers = servers
        self._worker = worker
        self._queens = queens
        self._busy: set[int] = set()

    async def change(
        self, guild_id: int, change: Callable[[HomeIdols], HomeIdols], on_trial: Callable[[], Awaitable[object]]
    ) -> HomeIdols:
        """Change a server's idols; return them as stored. `on_trial` is awaited before games are played.

        Nothing is stored when it raises: Refused for what `change` refuses, IDOLS_BUSY, IDOLS_TOO_LONG and
        IDOLS_CHANGED; InvalidOptions, ENDLESS among them. A set with fewer idols is tried too: it can be endless.
        """
        before = await self._servers.idols(guild_id)
        after = change(before)
        await self._servers.require_compatible(guild_id, after)
        chosen = active(after)
        if chosen and chosen != active(before):
            await self._try_out(guild_id, chosen, on_trial)
        return await self._servers.save_idols(guild_id, before, after)

    async def _try_out(
        self, guild_id: int, chosen: tuple[Idol, ...], on_trial: Callable[[], Awaitable[object]]
    ) -> None:
        """Run a trial, one at a time for each server, so that impatient clicks do not queue up."""
        if guild_id in self._busy:
            raise Refused(Refusal.IDOLS_BUSY)
        self._busy.add(guild_id)
        try:
            await on_trial()
            given = msgspec.json.encode(lobbies(chosen, self._queens))
            answer = await self._worker.run("idols", given, TRIAL_SECONDS)
        except TimeoutError as error:
            raise Refused(Refusal.IDOLS_TOO_LONG, seconds=int(TRIAL_SECONDS)) from error
        finally:
            self._busy.discard(guild_id)
        if answer != ENDS:
            raise InvalidOptions(OptionFault.ENDLESS)
