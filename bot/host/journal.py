"""Logs one line for every committed step: session, revision, what happened, and who or what decided it.

Never a card: of a move it logs the kind, not the token.
"""

import logging
from enum import StrEnum

from bot.host.logs import facts
from bot.model.games import GAMES
from bot.model.records import Change, Closed, Session, Status

log = logging.getLogger(__name__)

_CLOSERS = {
    Closed.LOBBY_EXPIRED: "clock",
    Closed.IDLE: "clock",
    Closed.UNSEEN: "clock",
    Closed.BY_MODERATOR: "moderator",
    Closed.BY_CONSENT: "vote",
    Closed.CHANNEL_GONE: "discord",
}
"""Who closes a session, by the reason. For all other reasons it is a player."""


def record(change: Change) -> None:
    """Log a step: openings, starts and ends at INFO, all else at DEBUG."""
    after = change.after
    status = None if change.before is None else change.before.status
    level = logging.DEBUG if status is after.status else logging.INFO
    if log.isEnabledFor(level):
        what = _what(change)
        known = facts(session=after.id, revision=after.revision, what=what, cause=_cause(change))
        log.log(level, "%s: %s", after.game, what, extra=known)


def _what(change: Change) -> str:
    before, after = change.before, change.after
    if before is None:
        return "opened"
    if after.closed is not None:
        return f"closed: {after.closed}"
    if change.log:
        return " ".join((*(_kind(after.game, move.token) for move in change.log), *_ended(after)))
    return _beside_the_game(before, after)


def _beside_the_game(before: Session, after: Session) -> str:
    """Name a step without a move."""
    if before.status is not after.status:
        return "started"
    if after.status is Status.LOBBY:
        crew = len(after.players) - len(before.players)
        return "changed" if crew == 0 else "joined" if crew > 0 else "left"
    if before.paused_at == after.paused_at:
        return "voted"
    return "resumed" if after.paused_at is None else "paused"


def _kind(game: str, token: str) -> str:
    """Name the kind of a move; its token may hold cards that others do not see."""
    move = GAMES[game].rules.from_token(token)
    return str(move) if isinstance(move, StrEnum) else str(type(move).__struct_config__.tag)


def _ended(session: Session) -> tuple[str, ...]:
    outcome = None if session.state is None else session.rules.outcome(session.state)
    return () if outcome is None else (f"ended: {outcome.ending}",)


def _cause(change: Change) -> str:
    if change.after.closed is not None:
        return _CLOSERS.get(change.after.closed, "player")
    return str(change.after.cause) if change.log else "player"
