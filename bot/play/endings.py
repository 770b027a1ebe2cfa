"""How a session ends: decided by the rules, or closed without result (X2). Pure, like `lobby`."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.model.records import Closed, LoggedMove, Named, Plan, Result, Session, Status
from rules.game import Ending


def _over(session: Session, status: Status, **changes: Any) -> Session:
    """Return the session ended: nobody is awaited any more, and nothing is voted on."""
    return replace(session, status=status, deadline=None, warn_at=None, paused_at=None, motions=(), **changes)


def decided(session: Session, log: Sequence[LoggedMove]) -> Plan:
    """Plan a step of a game, with its result if the rules have decided it."""
    outcome = session.rules.outcome(session.state)
    if outcome is None:
        return Plan(session, tuple(log))
    rated = outcome.ending is not Ending.NO_RESULT and not session.thinned
    return Plan(_over(session, Status.FINISHED), tuple(log), Result(outcome, rated))


def closed(session: Session, now: float, why: Closed, by: Named | None = None) -> Session:
    """Return the session ended without result, one revision on; `by` is whoever ended it."""
    return _over(session, Status.CLOSED, revision=session.revision + 1, updated_at=now, closed=why, closer=by)


def without_result(session: Session, now: float, why: Closed, by: Named | None = None) -> Plan:
    """Plan to close a session. Of a game the scores are stored, but not rated (X2)."""
    after = closed(session, now, why, by)
    if session.status is not Status.PLAYING:
        return Plan(after)
    return Plan(after, result=Result(session.rules.abandoned(session.state), rated=False))
