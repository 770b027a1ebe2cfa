"""What players decide together: to end, to pause, to remove someone, to skip the absent. Pure, like `lobby`."""

from msgspec.structs import replace

from bot.model.errors import Refusal, Refused
from bot.model.records import Motion, MotionKind, Person, Session, Status
from rules.game import Awaited

SKIP_AFTER_SECONDS = 24 * 60 * 60
"""In a game without a clock, how long the awaited player may take before the others may skip them."""
REMOVERS = 2
"""A removal by players takes at least two of them. In a game of two it needs a moderator, else the player who is behind
could remove the other and win (X1)."""


def require_running(session: Session) -> None:
    """Raise Refused unless the game has started and is not over."""
    if session.status is Status.LOBBY:
        raise Refused(Refusal.NOT_STARTED)
    if not session.live:
        raise Refused(Refusal.SESSION_OVER)


def require_going_on(session: Session) -> None:
    """Raise Refused(PAUSED) while the game is paused; its fact `until` is the end of the pause."""
    if session.paused_at is not None:
        raise Refused(Refusal.PAUSED, until=int(session.deadline or 0))


def seat_in(session: Session, person: Person) -> int:
    """Return the seat of someone who plays in the running game. Raises Refused for anyone else."""
    require_running(session)
    seat = session.seat_aboard(person.user_id)
    if seat is None:
        raise Refused(Refusal.NOT_A_PLAYER)
    return seat


def playing(session: Session) -> list[int]:
    """List the user ids that still play, in seat order."""
    return [player.user_id for player in session.players if not player.left]


def voters(session: Session, motion: Motion) -> list[int]:
    """List who may consent: everyone still playing but the player it is about."""
    about = None if motion.seat is None else session.players[motion.seat].user_id
    return [user_id for user_id in playing(session) if user_id != about]


def needed(session: Session, motion: Motion) -> int:
    """Return how many ayes carry a motion: all voters, or more than half of them to skip a turn."""
    count = len(voters(session, motion))
    if motion.kind is MotionKind.SKIP:
        return count // 2 + 1
    return max(count, REMOVERS) if motion.kind is MotionKind.REMOVE else count


def carried(session: Session, motion: Motion) -> bool:
    """Tell whether enough of those who still play agreed."""
    ayes = set(motion.ayes) & set(voters(session, motion))
    return len(ayes) >= needed(session, motion)


def propose_end(session: Session, person: Person) -> Motion:
    """Ask all others to end the game; only the opener may."""
    seat_in(session, person)
    if person.user_id != session.opener_id:
        raise Refused(Refusal.NOT_OPENER)
    return _motion(session, MotionKind.END, None, person)


def propose_pause(session: Session, person: Person) -> Motion:
    """Ask all others to pause the game."""
    seat_in(session, person)
    require_going_on(session)
    return _motion(session, MotionKind.PAUSE, None, person)


def propose_removal(session: Session, person: Person, seat: int) -> Motion:
    """Ask all others to remove the player of a seat, who is still aboard."""
    seat_in(session, person)
    motion = _motion(session, MotionKind.REMOVE, seat, person)
    if len(voters(session, motion)) < REMOVERS:
        raise Refused(Refusal.NEEDS_MODERATOR)
    return motion


def propose_skip(session: Session, person: Person, awaited: Awaited | None, clock: int | None, now: float) -> Motion:
    """Ask the others to skip the player the game waits for; only without a clock, and after a day."""
    seat = seat_in(session, person)
    require_going_on(session)
    assert awaited is not None  # noqa: S101 - a game that goes on waits for someone
    if clock is not None:
        raise Refused(Refusal.SKIP_HAS_CLOCK)
    if seat == awaited.seat:
        raise Refused(Refusal.SKIP_YOURSELF)
    if now - session.moved_at < SKIP_AFTER_SECONDS:
        raise Refused(Refusal.SKIP_TOO_EARLY, until=int(session.moved_at + SKIP_AFTER_SECONDS))
    return _motion(session, MotionKind.SKIP, awaited.seat, person)


def _motion(session: Session, kind: MotionKind, seat: int | None, person: Person) -> Motion:
    """Return a new motion, or consent to an open one for the same."""
    for motion in session.motions:
        if (motion.kind, motion.seat) == (kind, seat):
            return agree(session, person, motion.number)
    return Motion(kind, seat, session.revision + 1, (person.user_id,))


def put(session: Session, motion: Motion) -> tuple[Motion, ...]:
    """Return the open motions with one after a vote, or with a new one, which takes the place of its proposer's last.

    So nobody can keep another's from being made, and a table has room for all of them.
    """
    if all(other.number != motion.number for other in session.motions):
        return (*(other for other in session.motions if other.ayes[0] != motion.ayes[0]), motion)
    return tuple(motion if other.number == motion.number else other for other in session.motions)


def without(session: Session, number: int) -> tuple[Motion, ...]:
    """Return the open motions but for one."""
    return tuple(motion for motion in session.motions if motion.number != number)


def kept(session: Session, *, vacated: bool) -> tuple[Motion, ...]:
    """Return the motions that stay open after a move: none when someone left, and no skip of a turn that is over."""
    return () if vacated else tuple(motion for motion in session.motions if motion.kind is not MotionKind.SKIP)


def agree(session: Session, person: Person, number: int) -> Motion:
    """Consent to an open motion. Raises Refused when it is gone or not this person's to decide."""
    motion = _open(session, person, number)
    if person.user_id in motion.ayes:
        raise Refused(Refusal.ALREADY_AGREED)
    nays = tuple(user_id for user_id in motion.nays if user_id != person.user_id)
    return replace(motion, ayes=(*motion.ayes, person.user_id), nays=nays)


def refuse(session: Session, person: Person, number: int) -> tuple[Motion, ...]:
    """Refuse an open motion; return those that are open then, without it when it cannot be carried any more."""
    motion = _open(session, person, number)
    ayes = tuple(user_id for user_id in motion.ayes if user_id != person.user_id)
    motion = replace(motion, ayes=ayes, nays=(*motion.nays, person.user_id))
    hopeful = set(voters(session, motion)) - set(motion.nays)
    possible = ayes and len(hopeful) >= needed(session, motion)
    return put(session, motion) if possible else without(session, number)


def _open(session: Session, person: Person, number: int) -> Motion:
    seat_in(session, person)
    motion = next((motion for motion in session.motions if motion.number == number), None)
    if motion is None:
        raise Refused(Refusal.MOTION_GONE)
    if person.user_id not in voters(session, motion):
        raise Refused(Refusal.MOTION_NOT_YOURS)
    return motion
