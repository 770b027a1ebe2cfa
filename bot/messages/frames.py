"""Makes the frame of a session's drawings: the facts that may be shown, with names escaped.

The secret is not in it until the session is over.
"""

from collections.abc import Mapping

from bot.model.marks import Callsign, callsigns
from bot.model.records import Motion, Session
from bot.play import lobby, motions, seats
from bot.views.kit import Frame, MotionFrame
from rules.cards import fingerprint


def frame_of(session: Session) -> Frame:
    """Return the facts that any reader of the session's messages may know."""
    game = session.rules
    awaited, called = seats.awaited(session), callsigns(_people(session))
    best = session.best_by
    aboard = [called[player.user_id] for player in session.players]
    return Frame(
        session=session.id,
        revision=session.revision,
        game=session.game,
        names=tuple(map(str, aboard)),
        short_names=tuple(one.short for one in aboard),
        channel=f"<#{session.channel_id}>",
        url=_url(session),
        opener=session.seat_of(session.opener_id),
        opener_is_new=session.live and session.opener_is_new,
        first=lobby.first_seat(session),
        touched=session.touched,
        invited=_invited(session, called),
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
        motions=tuple(_motion(session, motion, called) for motion in session.motions),
        closed=session.closed,
        closed_by="" if session.closer is None else str(called[session.closer.user_id]),
        standing=session.standing,
        best_by="" if best is None or not best.name else str(called[best.user_id]),
    )


def _url(session: Session) -> str:
    if session.table_id is None:
        return ""
    return f"https://discord.com/channels/{session.guild_id}/{session.channel_id}/{session.table_id}"


def _people(session: Session) -> dict[int, str]:
    """Return everyone whom the session's messages name, by their ids: they are told apart from each other.

    Whoever sits here is called by the name of their seat alone. All are in it at any time, whoever is named just then.
    """
    others = [one for one in (session.best_by, session.closer) if one is not None]
    return {
        **{one.user_id: one.name for one in others},
        **dict(zip(session.invited, session.invited_names, strict=True)),
        **{player.user_id: player.name for player in session.players},
    }


def _invited(session: Session, called: Mapping[int, Callsign]) -> tuple[str, ...]:
    # An id below zero is someone who deleted their data: nobody waits for them.
    waited_for = (user_id for user_id in session.invited if user_id > 0 and session.seat_of(user_id) is None)
    return tuple(str(called[user_id]) for user_id in waited_for)


def _actor(session: Session) -> int | None:
    """Return the seat whose decision the last step was, or for which it was made."""
    events = (event for event in session.events if hasattr(event, "seat"))
    return next((getattr(event, "decider", event.seat) for event in events), None)


def _motion(session: Session, motion: Motion, called: Mapping[int, Callsign]) -> MotionFrame:
    proposer = session.seat_of(motion.ayes[0])
    target = None if motion.seat is None else called[session.players[motion.seat].user_id]
    return MotionFrame(
        kind=motion.kind,
        number=motion.number,
        name="" if proposer is None else str(called[motion.ayes[0]]),
        target="" if target is None else str(target),
        short_target="" if target is None else target.short,
        ayes=len(set(motion.ayes) & set(motions.voters(session, motion))),
        needed=motions.needed(session, motion),
    )
