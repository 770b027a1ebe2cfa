"""Makes the frame of a session's drawings: the facts that may be shown, with names escaped.

The secret is not in it until the session is over.
"""

from bot.model.names import shown
from bot.model.records import Session
from bot.play import lobby, motions, seats
from bot.views.kit import Frame, MotionFrame
from rules.cards import fingerprint


def frame_of(session: Session) -> Frame:
    """Return the facts that any reader of the session's messages may know."""
    game = session.rules
    awaited = seats.awaited(session)
    return Frame(
        session=session.id,
        revision=session.revision,
        game=session.game,
        names=tuple(shown(player.name) for player in session.players),
        plain_names=tuple(player.name for player in session.players),
        channel=f"<#{session.channel_id}>",
        url=_url(session),
        opener=session.seat_of(session.opener_id),
        opener_is_new=session.live and session.opener_is_new,
        first=lobby.first_seat(session),
        touched=session.touched,
        invited=_invited(session),
        rematch=bool(session.invited),
        least=game.SEATS[0],
        most=game.SEATS[-1],
        terms=session.terms,
        clock=None if session.paused_at is not None else seats.clock(session),
        full_clock=seats.full_clock(session),
        deadline=None if session.deadline is None else int(session.deadline),
        paused=session.paused_at is not None,
        awaited=None if awaited is None else awaited.seat,
        reacting=seats.reaction(session) is not None,
        events=tuple(game.witness(event, None) for event in session.events),
        cause=session.cause,
        actor=_actor(session),
        fingerprint=fingerprint(session.secret),
        secret=None if session.live else session.secret.hex(),
        start_id=session.start_id,
        motion=_motion(session),
        closed=session.closed,
        closed_by=shown(session.closed_by),
        standing=session.standing,
    )


def _url(session: Session) -> str:
    if session.table_id is None:
        return ""
    return f"https://discord.com/channels/{session.guild_id}/{session.channel_id}/{session.table_id}"


def _invited(session: Session) -> tuple[str, ...]:
    # An id below zero is someone who deleted their data: nobody waits for them.
    invited = zip(session.invited, session.invited_names, strict=True)
    return tuple(shown(name) for user_id, name in invited if user_id > 0 and session.seat_of(user_id) is None)


def _actor(session: Session) -> int | None:
    """Return the seat whose decision the last step was, or for which it was made."""
    events = (event for event in session.events if hasattr(event, "seat"))
    return next((getattr(event, "decider", event.seat) for event in events), None)


def _motion(session: Session) -> MotionFrame | None:
    motion = session.motion
    if motion is None:
        return None
    proposer = session.seat_of(motion.ayes[0])
    return MotionFrame(
        kind=motion.kind,
        number=motion.number,
        name="" if proposer is None else shown(session.players[proposer].name),
        target="" if motion.seat is None else shown(session.players[motion.seat].name),
        ayes=len(set(motion.ayes) & set(motions.voters(session, motion))),
        needed=motions.needed(session, motion),
    )
