"""The players of a session during a game: what changes for them, who is awaited, for how long. Pure, like `lobby`."""

from typing import Any

from msgspec.structs import replace

from bot.model.records import Cause, Motion, Person, Session, Status
from bot.play import motions
from rules.game import Awaited, Clock, Event, State, Step

LEAST_SECONDS = 15
"""No clock is shortened below this."""


def with_player(session: Session, seat: int, **changes: Any) -> Session:
    """Return the session with one of its players changed."""
    player = replace(session.players[seat], **changes)
    return replace(session, players=(*session.players[:seat], player, *session.players[seat + 1 :]))


def acted(session: Session, person: Person, now: float) -> Session:
    """Note that a player did something here: they need no call for a while. That forgives no missed turn."""
    seat = session.seat_of(person.user_id)
    return session if seat is None else with_player(session, seat, acted_at=now)


def played(session: Session, person: Person, now: float) -> Session:
    """Note that a player makes a move: on their own turn it forgives the turns and answers that they missed (X3).

    An answer out of turn forgives the answers only, else the robbed would not have to play their turns.
    """
    session, out_of_turn = acted(session, person, now), reaction(session) is not None
    seat = session.seat_of(person.user_id)
    if seat is None:
        return session
    missed = session.players[seat].missed if out_of_turn else 0
    return with_player(session, seat, missed=missed, unanswered=0)


def voted(session: Session, motions: tuple[Motion, ...], person: Person, now: float) -> Session:
    """Return the session one revision on with a vote, which neither moves the game nor touches its clock.

    Nor does it make stale what is drawn already: else to vote would be a way to disturb others.
    """
    revision, votes = session.revision + 1, session.votes + 1
    return replace(acted(session, person, now), motions=motions, revision=revision, votes=votes, updated_at=now)


def at_step(session: Session, cause: Cause) -> Session:
    """Return the session ready for a step: without the events of the last one, and with this step's cause."""
    return replace(session, events=(), cause=cause, opener_is_new=False)


def stepped(session: Session, step: Step[State, Event]) -> Session:
    """Return the session one revision on: the state, what happened, and what boards count of it."""
    game = session.rules
    facts = session.facts or (game.Facts(),) * len(session.players)
    return replace(
        session,
        revision=session.revision + 1,
        votes=0,
        state=step.state,
        events=session.events + step.events,
        facts=game.tally(facts, step.events),
    )


def vacated(session: Session, seat: int) -> Session:
    """Mark a seat as left; the opener's role passes to the next who still plays.

    Whoever leaves by a vote, be it the last skipped turn, was removed by those who gain by it (X2).
    """
    session = with_player(session, seat, left=True)
    session = replace(session, thinned=session.thinned or session.cause is Cause.VOTE)
    still = motions.playing(session)
    if session.opener_id != session.players[seat].user_id or not still:
        return session
    return replace(session, opener_id=still[0], opener_is_new=True)


def awaited(session: Session) -> Awaited | None:
    """Return the decision a session waits for; None in a lobby, while it is paused, and when it is over."""
    going_on = session.status is Status.PLAYING and session.paused_at is None
    return session.rules.awaited(session.state) if going_on else None


def reaction(session: Session) -> Awaited | None:
    """Return the decision out of turn that a session waits for, None when it waits for none."""
    decision = awaited(session)
    return None if decision is None or decision.clock is Clock.TURN else decision


def full_clock(session: Session) -> int | None:
    """Return the full seconds for the awaited kind of decision, a turn or a reaction; None for no clock."""
    return session.terms.turn_seconds if reaction(session) is None else session.terms.reaction_seconds


def running_clock(session: Session) -> int | None:
    """Return the seconds within which somebody must act, lest the clock acts for them; None where it never would."""
    return None if awaited(session) is None else clock(session)


def clock(session: Session) -> int | None:
    """Return the seconds that the awaited decision has: halved for each time-out of that player in a row.

    It depends on nothing else, so that the time left reveals nothing about cards (B12).
    """
    full, decision = full_clock(session), awaited(session)
    if full is None or decision is None:
        return full
    return min(full, max(LEAST_SECONDS, full >> session.players[decision.seat].late))
