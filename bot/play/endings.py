"""How a session ends: decided by the rules, or closed without result (X2). Pure, like `lobby`."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.model.records import Closed, LoggedMove, Plan, Result, Session, Status
from bot.play import lobby
from rules.game import Ending


def decided(session: Session, log: Sequence[LoggedMove]) -> Plan:
    """Plan a step of a game; where the rules have decided the game, with its result."""
    outcome = session.rules.outcome(session.state)
    if outcome is None:
        return Plan(session, tuple(log))
    ended = replace(session, status=Status.FINISHED, deadline=None, warn_at=None, paused_at=None, motion=None)
    return Plan(ended, tuple(log), Result(outcome, rated=outcome.ending is not Ending.NO_RESULT))


def closed(session: Session, now: float, why: Closed, by: str = "") -> Plan:
    """Plan the end without result: stored, but not rated (X2). A lobby leaves nothing to store."""
    after = lobby.closed(session, now, why, by)
    if session.status is not Status.PLAYING:
        return Plan(after)
    return Plan(after, result=Result(session.rules.abandoned(session.state), rated=False))
