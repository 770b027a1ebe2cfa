"""Steps that Discord has not taken yet: nobody can answer what they were not shown, so the clock stands still (X3).

In memory only: after a start every table is shown again.
"""

from collections.abc import Callable

from bot.model.records import Session
from bot.play import seats

SLOW_SECONDS = 5.0
"""A message that takes longer to be shown gives the time it took back to whoever is awaited."""


class Unshown:
    """Knows which sessions' messages are on their way, or were refused, and since when."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.on_change: Callable[[], None] = lambda: None
        """Called when a clock has to stand still, or may go on; set by `Absence`."""
        self._now = now
        self._waiting: dict[str, dict[str, float]] = {}
        """By session id and kind of message, when it was first tried to be shown; UTC epoch seconds."""
        self._stopped: set[str] = set()
        """Ids of the sessions whose clock must not run until then."""
        self._late: dict[str, float] = {}
        """By session id, since when messages that have been shown by now had not been."""

    def begin(self, session: Session, kind: str) -> None:
        """Note that a message is about to be shown; nobody waits for it where the clock would play no turn."""
        if seats.running_clock(session) is not None:
            self._waiting.setdefault(session.id, {}).setdefault(kind, self._now())
        else:
            self.shown(session.id, kind)

    def stop(self, session_id: str) -> None:
        """Let the clock of a session stand still until its messages are shown, if any is on its way."""
        if session_id in self._waiting and session_id not in self._stopped:
            self._stopped.add(session_id)
            self.on_change()

    def shown(self, session_id: str, kind: str) -> None:
        """Note that a message was shown, or need not be any more."""
        waiting = self._waiting.get(session_id, {})
        since = waiting.pop(kind, None)
        if since is None:
            return
        if session_id in self._stopped or self._now() - since > SLOW_SECONDS:
            self._late.setdefault(session_id, since)
        if not waiting:
            del self._waiting[session_id]
            self._stopped.discard(session_id)
            if session_id in self._late:
                self.on_change()

    def waits(self, session_id: str) -> bool:
        """Tell whether a message of a session is still on its way."""
        return session_id in self._waiting

    def since(self, session_id: str) -> float | None:
        """Return since when a session's clock has to stand still, in UTC epoch seconds; None while it may run."""
        return min(self._waiting[session_id].values()) if session_id in self._stopped else None

    def late(self) -> dict[str, float]:
        """Return since when messages were missing that have all been shown by now, by session id."""
        return {session_id: at for session_id, at in self._late.items() if session_id not in self._waiting}

    def given_back(self, late: dict[str, float]) -> None:
        """Note that the time that these messages took has been given back."""
        for session_id in late:
            self._late.pop(session_id, None)
