"""Which servers can reach the bot, as far as Discord says: a server has a shard, and outages of its own (X3)."""

import logging
from collections.abc import Callable

log = logging.getLogger(__name__)


class Reach:
    """Hears of connections and outages. What it hears twice changes nothing (F34)."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.on_change: Callable[[], None] = lambda: None
        """Called when a server can no longer reach the bot, or can again; set by `Absence`."""
        self._now = now
        self._began = now()
        self._shards = 1
        self._connected: set[int] = set()
        self._lost: dict[int, float] = {}
        """When shards lost their connection, UTC epoch seconds: of those without one, and of those that have one again
        until `settled`."""
        self._outages: dict[int, float] = {}
        """Since when servers are in an outage."""
        self._over: dict[int, float] = {}
        """Since when servers were in an outage that is over, until `settled`."""

    def lost_at(self, guild_id: int) -> float | None:
        """Return since when a server cannot reach the bot, in UTC epoch seconds; None while it can."""
        shard = self._shard_of(guild_id)
        lost = None if shard in self._connected else self._lost.get(shard, self._began)
        return earliest(lost, self._outages.get(guild_id))

    def missed_at(self, guild_id: int) -> float | None:
        """Return since when a server could not reach the bot in a time that is over and has not been settled yet."""
        return earliest(self._lost.get(self._shard_of(guild_id)), self._over.get(guild_id))

    def settled(self) -> None:
        """Note that all who had missed something by now have been given it back."""
        self._lost = {shard: at for shard, at in self._lost.items() if shard not in self._connected}
        self._over.clear()

    def _shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % self._shards  # https://discord.com/developers/docs/events/gateway#sharding

    def connect(self, shard: int, shards: int) -> None:
        """Note that a shard, of so many, is connected."""
        self._shards = shards
        if shard not in self._connected:
            self._connected.add(shard)
            self.on_change()

    def disconnect(self, shard: int) -> None:
        """Note that a shard has lost its connection."""
        if shard in self._connected:
            self._connected.discard(shard)
            self._lost.setdefault(shard, self._now())
            log.warning("shard %d has no connection to Discord: the clocks of its servers stand still", shard)
            self.on_change()

    def begin_outage(self, guild_id: int) -> None:
        """Note that Discord itself cannot reach a server."""
        if guild_id not in self._outages:
            self._outages[guild_id] = self._now()
            log.warning("server %d is in an outage of Discord: its clocks stand still", guild_id)
            self.on_change()

    def end_outage(self, guild_id: int) -> None:
        """Note that Discord reaches a server again, or that the bot was removed from it."""
        if guild_id in self._outages:
            self._over[guild_id] = self._outages.pop(guild_id)
            self.on_change()


def earliest(*moments: float | None) -> float | None:
    """Return the earliest moment, None where there is none."""
    return min((at for at in moments if at is not None), default=None)
