"""How a session ends: decided by the rules, or closed without result (X2). Pure, like `lobby`."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.model.records import Closed, LoggedMove, Plan, Result, Session, Status
from bot.play import lobby
from rules.game import Ending


def decided(session: Session, log: Sequence[LoggedMove]) -> Plan:
    """Plan a step of a game, with its result if the rules have decided it."""
    outcome = session.rules.outcome(session.state)
    if outcome is None:
        return Plan(session, tuple(log))
    ended = replace(session, status=Status.FINISHED, deadline=None, warn_at=None, paused_at=None, motion=None)
    return Plan(
        ended, tuple(log), Result(outcome, rated=outcome.ending is not Ending.NO_RESULT and not session.thinned)
    )


def closed(session: Session, now: float, why: Closed, by: str = "") -> Plan:
    """Plan the end of a session without result. Of a game the scores are stored, but not rated (X2)."""
    after = lobby.closed(session, now, why, by)
    if session.status is not Status.PLAYING:
        return Plan(after)
    return Plan(after, result=Result(session.rules.abandoned(session.state), rated=False))
