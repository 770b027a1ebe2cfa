"""How often someone may have the bot post for everyone: nobody fills a channel by its commands."""

from collections import OrderedDict
from collections.abc import Callable

from bot.model.records import Person

MOST = 3
"""Messages for everyone that one person may ask for in a channel within SECONDS."""
SECONDS = 60.0


class Pace:
    """Counts what people had posted, by channel. In memory only: after a restart everyone begins anew."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now` returns UTC epoch seconds."""
        self._now = now
        self._posted: OrderedDict[tuple[int, int], tuple[float, ...]] = OrderedDict()
        """When, by channel and user id; who posted last stands last."""

    def allows(self, person: Person) -> bool:
        """Tell whether this person may have another message posted here; if so, it counts as posted."""
        now, key = self._now(), (person.channel_id, person.user_id)
        self._forget(now)
        recent = tuple(at for at in self._posted.get(key, ()) if now - at < SECONDS)
        if len(recent) >= MOST:
            return False
        self._posted[key] = (*recent, now)
        self._posted.move_to_end(key)
        return True

    def _forget(self, now: float) -> None:
        while self._posted and now - next(iter(self._posted.values()))[-1] >= SECONDS:
            self._posted.popitem(last=False)
