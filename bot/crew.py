"""What becomes of the people of a session as it goes on, and whom it waits for. Pure, like `lobby` and `motions`."""

from typing import Any

from msgspec.structs import replace

from bot import motions
from bot.records import Person, Session, Status
from rules import GAMES
from rules.game import Awaited, Clock, Step


def with_player(session: Session, seat: int, **changes: Any) -> Session:
    """Return the session with one of its players changed."""
    player = replace(session.players[seat], **changes)
    return replace(session, players=(*session.players[:seat], player, *session.players[seat + 1 :]))


def acted(session: Session, person: Person, now: float) -> Session:
    """Note that a player was here: their missed turns are forgiven, their name is refreshed."""
    seat = session.seat_of(person.user_id)
    if seat is None:
        return session
    return with_player(session, seat, acted_at=now, missed=0, name=person.name)


def stepped(session: Session, step: Step) -> Session:
    """Return the session one revision on: the state, what happened, and what boards count of it."""
    game = GAMES[session.game]
    facts = session.facts or (game.Facts(),) * len(session.players)
    return replace(
        session,
        revision=session.revision + 1,
        state=step.state,
        events=session.events + step.events,
        facts=game.tally(facts, step.events),
    )


def departed(session: Session, seat: int) -> Session:
    """Mark a seat as left; the opener's role passes to the next who still plays."""
    session = with_player(session, seat, left=True)
    still = motions.playing(session)
    if session.opener_id != session.players[seat].user_id or not still:
        return session
    return replace(session, opener_id=still[0])


def awaited(session: Session) -> Awaited | None:
    """Return the decision a session waits for; None in a lobby and when it is over."""
    return GAMES[session.game].awaited(session.state) if session.status is Status.PLAYING else None


def clock(session: Session) -> int | None:
    """Return the seconds that the awaited decision has, None for no clock."""
    decision = awaited(session)
    reacting = decision is not None and decision.clock is Clock.REACTION
    return session.terms.reaction_seconds if reacting else session.terms.turn_seconds
