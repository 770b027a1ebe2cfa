"""How a session lies in the database: columns that SQL asks for, the game's state, and a record of all the rest.

What a column says stands there alone; the record leaves it out. A running game's state holds the house rules, so its
record leaves those out too.
"""

from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.model.records import Session, as_json


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


IN_COLUMNS: dict[str, Any] = {
    "guild_id": 0,
    "channel_id": 0,
    "table_id": None,
    "ping_id": None,
    "deadline": None,
    "warn_at": None,
}
"""Fields of a session that are columns, with what stands for them in the record.

Records from before the second migration hold some of them, to no effect.
"""


def columns(session: Session) -> dict[str, Any]:
    """Return what a step writes, by the names that the queries use; the messages' ids are written on their own."""
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
        "updated_at": session.updated_at,
        "record": as_json(replace(session, terms=terms, state=None, **IN_COLUMNS)),
        "state": None if state is None else session.rules.dump(state).decode(),
    }
