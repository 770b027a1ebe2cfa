"""When the clock acts on a running game: deadlines, warnings, missed turns, pauses (X3). Pure, like `lobby`."""

from msgspec.structs import replace

from bot.model.records import MotionKind, Plan, Session
from bot.play import seats
from rules.game import Clock

IDLE_SECONDS = 7 * 24 * 60 * 60
"""Without a clock, a game without a move for this long closes without result."""
PAUSE_SECONDS = 7 * 24 * 60 * 60
"""A paused game goes on by itself after this long."""
MISSED_TURNS = 3
"""After so many missed turns in a row the seat leaves (X3)."""
PATIENT_SECONDS = 5 * 60
"""Whoever has longer than this for a decision is warned at half time (F21)."""


def begun(session: Session, now: float) -> Session:
    """Start the clock of the awaited decision."""
    seconds = seats.clock(session)
    long = seconds is not None and seconds > PATIENT_SECONDS and len(session.players) > 1
    return replace(
        session,
        updated_at=now,
        moved_at=now,
        deadline=now + (seconds or IDLE_SECONDS),
        warn_at=now + seconds / 2 if seconds is not None and long else None,
    )


def running_on(session: Session, before: Session) -> Session:
    """Return the session with the deadline and the warning that it had before a step."""
    return replace(session, deadline=before.deadline, warn_at=before.warn_at, moved_at=before.moved_at)


def missed(session: Session, seat: int, clock: Clock) -> Session:
    """Note a time-out: it halves that player's next clock, but only missed turns count towards leaving (X3)."""
    player = session.players[seat]
    if clock is Clock.TURN:
        return seats.with_player(session, seat, missed=player.missed + 1)
    return seats.with_player(session, seat, unanswered=player.unanswered + 1)


def paused(session: Session, now: float) -> Session:
    """Return the session paused, one revision on. Missed turns are forgiven, as everyone agreed to the pause."""
    for seat in range(len(session.players)):
        session = seats.with_player(session, seat, missed=0, unanswered=0)
    return replace(
        session,
        revision=session.revision + 1,
        updated_at=now,
        paused_at=now,
        deadline=now + PAUSE_SECONDS,
        warn_at=None,
        motions=tuple(motion for motion in session.motions if motion.kind not in {MotionKind.PAUSE, MotionKind.SKIP}),
        votes=0,
    )


def resumed(session: Session, now: float) -> Session:
    """Return the session resumed, one revision on, with the full time for the awaited player."""
    return begun(replace(session, revision=session.revision + 1, votes=0, paused_at=None), now)


def standing_still(before: Session, plan: Plan, now: float) -> Plan:
    """Return a plan whose clock stands still if it did before the step; a new deadline is counted from now."""
    deadline = plan.after.deadline
    if before.stopped_at is None or deadline == before.deadline:
        return plan
    return replace(plan, after=replace(plan.after, stopped_at=None if deadline is None else now))
