"""A session as a row of the database: columns that SQL needs, the game's state, and a JSON record of all the rest.

Nothing is stored twice: the record leaves out what has a column, and, of a running game, the house rules, which are in
its state.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.model.games import GAMES
from bot.model.records import Session, as_json
from bot.storage.lockfile import UnusableDatabase


class SessionRow(NamedTuple):
    """A row of the SQL view `session_rows`, column by column in its order."""

    id: str
    record: str
    state: str | None
    guild_id: int
    channel_id: int
    table_id: int | None
    ping_id: int | None
    deadline: float | None
    warn_at: float | None
    stopped_at: float | None

    def session(self) -> Session:
        """Put the session together. Raises UnknownFormat for a state that this version cannot read."""
        stored = msgspec.json.decode(self.record, type=Session)
        rules = stored.rules
        state = None if self.state is None else rules.load(self.state.encode())
        options = msgspec.convert(stored.options, rules.Options) if state is None else state.options
        return replace(
            stored,
            terms=replace(stored.terms, options=options),
            events=msgspec.convert(stored.events, tuple[rules.Event, ...]),  # type: ignore[name-defined]
            facts=msgspec.convert(stored.facts, tuple[rules.Facts, ...]),  # type: ignore[name-defined]
            state=state,
            **{column: getattr(self, column) for column in IN_COLUMNS},
        )


def require_known_games(path: Path, rows: Iterable[Any]) -> None:
    """Raise UnusableDatabase where games lie that this version does not know: it could not show or end them.

    `rows` are those of the query `games_stored`.
    """
    unknown = {row[0] for row in rows} - GAMES.keys()
    if unknown:
        raise UnusableDatabase(
            f"The database {path} holds games of {', '.join(sorted(unknown))}, which this version does not know. Start "
            "the version of the bot that does, or restore a backup of an earlier time."
        )


IN_COLUMNS: dict[str, Any] = {
    "guild_id": 0,
    "channel_id": 0,
    "table_id": None,
    "ping_id": None,
    "deadline": None,
    "warn_at": None,
    "stopped_at": None,
}
"""Fields of a session that have columns, with the value that the record has instead.

Records from before the second migration hold some of the real values, which are ignored.
"""


def record_of(session: Session) -> str:
    """Return the record of a session as JSON, without its state and what has a column."""
    return as_json(replace(session, state=None, **IN_COLUMNS))


def columns(session: Session) -> dict[str, Any]:
    """Return what a step writes, by the names of the queries' parameters. Ids of messages are written separately."""
    state = session.state
    terms = session.terms if state is None else replace(session.terms, options=None)
    return {
        "id": session.id,
        "game": session.game,
        "guild_id": session.guild_id,
        "channel_id": session.channel_id,
        "status": session.status,
        "revision": session.revision,
        "deadline": session.deadline,
        "warn_at": session.warn_at,
        "stopped_at": session.stopped_at,
        "updated_at": session.updated_at,
        "record": record_of(replace(session, terms=terms)),
        "state": None if state is None else session.rules.dump(state).decode(),
    }
