"""What may happen to a session before it starts. Pure: a session in, the next one out; `sessions` locks and commits."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.model.errors import Refusal, Refused
from bot.model.games import GAMES
from bot.model.records import Closed, Person, Player, Session, Status, Terms
from bot.play import endings
from rules.cards import Shuffler
from rules.game import FirstClaim

SEATING = 2**32 - 1
"""The number of the shuffle that orders the seats. A game numbers its own from 0 and never gets so far."""
LOBBY_SECONDS = 15 * 60
"""A lobby closes after this long without a change."""


def new(  # noqa: PLR0913 - a lobby's facts, each named at the call
    *,
    session_id: str,
    game: str,
    person: Person,
    terms: Terms,
    secret: bytes,
    now: float,
) -> Session:
    """Return a lobby with its opener aboard. Raises InvalidOptions."""
    GAMES[game].rules.validate(terms.options)
    return Session(
        id=session_id,
        game=game,
        guild_id=person.guild_id,
        channel_id=person.channel_id,
        opener_id=person.user_id,
        status=Status.LOBBY,
        revision=0,
        terms=terms,
        players=(Player(person.user_id, person.name, now),),
        secret=secret,
        created_at=now,
        updated_at=now,
        deadline=now + LOBBY_SECONDS,
    )


def rematch(ended: Session, person: Person, *, session_id: str, secret: bytes, now: float) -> Session:
    """Return a lobby that invites the crew of an ended session; the next seat goes first.

    Raises Refused: CHANNEL_BUSY when the session has not ended, NOT_A_PLAYER for anyone who was not in it.
    """
    if ended.live:
        raise Refused(Refusal.CHANNEL_BUSY)
    if ended.seat_of(person.user_id) is None:
        raise Refused(Refusal.NOT_A_PLAYER)
    crew = ended.players
    first = None if ended.first_id is None else ended.seat_of(ended.first_id)
    fresh = new(
        session_id=session_id,
        game=ended.game,
        person=person,
        terms=ended.terms,
        secret=secret,
        now=now,
    )
    return replace(
        fresh,
        invited=tuple(player.user_id for player in crew),
        invited_names=tuple(player.name for player in crew),
        first_id=None if first is None else crew[(first + 1) % len(crew)].user_id,
    )


def changed(session: Session, now: float, **changes: Any) -> Session:
    """Return the lobby one revision on, with changes and its full time again."""
    return replace(
        session,
        revision=session.revision + 1,
        updated_at=now,
        deadline=now + LOBBY_SECONDS,
        **{"opener_is_new": False, **changes},
    )


def require(session: Session, user_id: int | None = None) -> None:
    """Raise Refused unless this is a lobby, and the user is in it when one is given."""
    if session.status is Status.PLAYING:
        raise Refused(Refusal.ALREADY_STARTED)
    if session.status is not Status.LOBBY:
        raise Refused(Refusal.SESSION_OVER)
    if user_id is not None and session.seat_of(user_id) is None:
        raise Refused(Refusal.NOT_ABOARD)


def join(session: Session, person: Person, now: float) -> Session:
    """Take the next seat. The crew of a rematch keeps its order; others sit after it."""
    require(session)
    if session.seat_of(person.user_id) is not None:
        raise Refused(Refusal.ALREADY_ABOARD)
    most = session.rules.SEATS[-1]
    if len(session.players) == most:
        raise Refused(Refusal.LOBBY_FULL, most=most)
    players = [*session.players, Player(person.user_id, person.name, now)]
    if session.invited:
        players.sort(key=lambda player: _invitation(session.invited, player.user_id))
    return changed(session, now, players=tuple(players))


def _invitation(invited: Sequence[int], user_id: int) -> int:
    return invited.index(user_id) if user_id in invited else len(invited)


def leave(session: Session, user_id: int, now: float) -> Session:
    """Free a seat; the opener's role passes to the next one, and an empty lobby closes."""
    require(session, user_id)
    players = tuple(player for player in session.players if player.user_id != user_id)
    if not players:
        return endings.closed(session, now, Closed.EMPTY)
    left = changed(session, now, players=players)
    if session.opener_id == user_id:
        left = replace(left, opener_id=players[0].user_id, opener_is_new=True)
    if session.touched and session.first_id == user_id:
        left = replace(left, first_id=None, touched=False)
    return left


def claim_first(session: Session, person: Person, now: float) -> Session:
    """Claim the first turn: the last claim before the start counts, or the first one, as the game has it (L2, B6)."""
    require(session, person.user_id)
    if session.touched and session.rules.FIRST_CLAIM is FirstClaim.EARLIEST:
        raise Refused(Refusal.FIRST_TAKEN)
    return changed(session, now, first_id=person.user_id, touched=True)


def configure(session: Session, person: Person, now: float, terms: Terms) -> Session:
    """Set the terms; only the opener may. Raises InvalidOptions for house rules out of range."""
    require(session)
    if person.user_id != session.opener_id:
        raise Refused(Refusal.NOT_OPENER)
    session.rules.validate(terms.options)
    return changed(session, now, terms=terms)


def seated(session: Session, shuffler: Shuffler) -> Session:
    """Return the session with its seats shuffled if the terms say so."""
    if not session.terms.shuffle_seats:
        return session
    order = shuffler.shuffle(bytes(range(len(session.players))), SEATING)
    return replace(session, players=tuple(session.players[seat] for seat in order))


def cancel(session: Session, person: Person, now: float) -> Session:
    """Close the lobby; only the opener or a moderator may."""
    require(session)
    if person.user_id != session.opener_id and not person.moderator:
        raise Refused(Refusal.NOT_OPENER)
    why = Closed.CANCELLED if person.user_id == session.opener_id else Closed.BY_MODERATOR
    return endings.closed(session, now, why, person.named)


def first_seat(session: Session) -> int | None:
    """Return who begins: who touched coin last, or who is next after a rematch; None leaves it to the seed (L2).

    If whoever is next after a rematch has not joined, the next one of its crew in seat order begins.
    """
    if session.first_id is None:
        return None
    order = [session.first_id]
    if session.first_id in session.invited:
        start = session.invited.index(session.first_id)
        order = [*session.invited[start:], *session.invited[:start]]
    seats = (session.seat_of(user_id) for user_id in order)
    return next((seat for seat in seats if seat is not None), None)
