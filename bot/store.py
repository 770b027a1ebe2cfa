"""The only database code: SQLite through aiosqlite, queries in data/queries, schema in data/migrations.

One connection writes, one reads. A writer takes the lock for one short transaction; readers see committed rows only
and wait for nobody (WAL). With `synchronous = NORMAL` a killed process loses nothing; after a power cut the last
moves may be missing, and are played again from the same shuffle.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosql
import aiosqlite
import msgspec
from msgspec.structs import asdict, replace

from bot.errors import NotSaved, Refusal, Refused, StaleClick
from bot.records import LoggedMove, Plan, Result, Session, Terms
from rules import GAMES

DATA = Path(__file__).parent.parent / "data"
BUSY_SECONDS = 5
"""How long a writer waits for another process before it gives up."""

_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
)
_MIGRATIONS_TABLE = """
CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at REAL NOT NULL) STRICT
"""


Row = Any
"""A row's columns, as SQLite typed them."""


class UnusableDatabase(Exception):
    """The database cannot be used; the message is a sentence for the host."""


class Store:
    """Everything that outlives the process."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, queries: Any) -> None:
        self._writer = writer
        self._reader = reader
        self._queries = queries
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> "Store":
        """Open, create or migrate the database. Raises UnusableDatabase with a sentence for the host."""
        queries = aiosql.from_path(DATA / "queries", "aiosqlite", mandatory_parameters=False)
        connections: list[aiosqlite.Connection] = []
        try:
            writer = await _connect(path)
            connections.append(writer)
            reader = await _connect(path)
            connections.append(reader)
            await _migrate(writer, path)
        except BaseException as error:
            # An open connection is a thread that would keep the process from ending.
            await _close(connections)
            if isinstance(error, sqlite3.Error):
                raise UnusableDatabase(f"The database {path} cannot be used: {error}.") from error
            raise
        return cls(writer, reader, queries)

    async def close(self) -> None:
        """Finish what is running and close both connections."""
        async with self._lock:
            await _close([self._reader, self._writer])

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        """All or nothing. Raises NotSaved when SQLite cannot write."""
        async with self._lock:
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield
                await self._writer.commit()
            except BaseException as error:
                # Also when cancelled while SQLite was beginning: it may have begun.
                await self._writer.rollback()
                if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
                    raise NotSaved from error
                raise

    async def _write(self, query: Any, **facts: Any) -> list[Row]:
        """Run one query of a transaction; return the rows it returns."""
        return list(await self._writer.execute_fetchall(query.sql, facts))

    async def _read(self, query: Any, **facts: Any) -> list[Row]:
        """Run one query in one go: a cursor left open between two would show the next reader an old snapshot."""
        return list(await self._reader.execute_fetchall(query.sql, facts))

    async def _first(self, query: Any, **facts: Any) -> Row | None:
        """Return the first row of a query."""
        return next(iter(await self._read(query, **facts)), None)

    # --- Sessions ---

    async def insert(self, session: Session) -> None:
        """Add a new session. Raises Refused(CHANNEL_BUSY) when its channel has a live one (X4)."""
        try:
            async with self._transaction():
                await self._write(self._queries.insert_session, **_row(session))
        except sqlite3.IntegrityError as error:
            raise Refused(Refusal.CHANNEL_BUSY) from error

    async def save(self, before: Session, plan: Plan) -> None:
        """Write a step: session, log and result in one transaction.

        Raises StaleClick when `before` is no longer what the database holds, NotSaved when it cannot be written.
        """
        row = _row(plan.after)
        async with self._transaction():
            if not await self._write(self._queries.update_session, **row, old_revision=before.revision):
                raise StaleClick(before.id)
            for move in plan.log:
                await self._write(self._queries.insert_move, session_id=before.id, **asdict(move))
            if plan.result is not None:
                await self._save_result(plan.after, plan.result)

    async def _save_result(self, session: Session, result: Result) -> None:
        outcome = result.outcome
        await self._write(
            self._queries.insert_result,
            session_id=session.id,
            game=session.game,
            guild_id=session.guild_id,
            ended_at=session.updated_at,
            ending=outcome.ending,
            rated=result.rated,
            options=_json(session.options),
        )
        for seat, player in enumerate(session.players):
            await self._write(
                self._queries.insert_result_seat,
                session_id=session.id,
                seat=seat,
                user_id=player.user_id,
                name=player.name,
                score=outcome.scores[seat],
                place=outcome.places[seat],
                has_left=player.left,
            )

    async def load(self, session_id: str) -> Session | None:
        """Return a session, None when there is none of that id."""
        return _session(await self._first(self._queries.session_by_id, id=session_id))

    async def in_channel(self, channel_id: int) -> Session | None:
        """Return the live session of a channel, else the one that ended last there."""
        return _session(await self._first(self._queries.session_in_channel, channel_id=channel_id))

    async def live_ids(self, place_id: int | None = None) -> list[str]:
        """List live sessions: all, or those of one channel or server."""
        if place_id is None:
            rows = await self._read(self._queries.live_session_ids)
        else:
            rows = await self._read(self._queries.live_session_ids_of, place_id=place_id)
        return [row[0] for row in rows]

    async def moves(self, session_id: str) -> list[LoggedMove]:
        """Return a session's log in order."""
        return [LoggedMove(*row) for row in await self._read(self._queries.moves_of, id=session_id)]

    async def set_table(self, session_id: str, message_id: int | None) -> None:
        """Remember the session's public message."""
        async with self._transaction():
            await self._write(self._queries.set_table, id=session_id, message_id=message_id)

    async def set_ping(self, session_id: str, message_id: int | None) -> None:
        """Remember the session's last turn ping."""
        async with self._transaction():
            await self._write(self._queries.set_ping, id=session_id, message_id=message_id)

    # --- Deadlines: X3 ---

    async def next_deadline(self) -> float | None:
        """Return the earliest deadline, in UTC epoch seconds."""
        ((earliest,),) = await self._read(self._queries.next_deadline)
        return None if earliest is None else float(earliest)

    async def due_ids(self, now: float) -> list[str]:
        """List the sessions whose deadline has come, the earliest first."""
        return [row[0] for row in await self._read(self._queries.due_session_ids, now=now)]

    async def beat(self, now: float) -> None:
        """Note that the process is alive at `now`, UTC epoch seconds."""
        await self.save_note("heartbeat", repr(now))

    async def resume_clocks(self, now: float) -> float:
        """Move all deadlines by the time the process was away; return that time in seconds."""
        ((last_step,),) = await self._read(self._queries.last_step)
        seen = max(float(await self.note("heartbeat") or 0), last_step or 0.0)
        away = max(0.0, now - seen) if seen else 0.0
        async with self._transaction():
            await self._write(self._queries.move_deadlines, seconds=away)
            await self._write(self._queries.save_note, name="heartbeat", value=repr(now))
        return away

    # --- What a server and the process remember ---

    async def house_rules(self, guild_id: int, game: str) -> Terms | None:
        """Return a server's defaults for the lobbies of one game."""
        row = await self._first(self._queries.house_rules, guild_id=guild_id, game=game)
        if row is None:
            return None
        rules = msgspec.json.decode(row[0], type=Terms)
        return replace(rules, options=msgspec.convert(rules.options, GAMES[game].Options))

    async def save_house_rules(self, guild_id: int, game: str, rules: Terms) -> None:
        """Set a server's defaults for the lobbies of one game."""
        async with self._transaction():
            await self._write(self._queries.save_house_rules, guild_id=guild_id, game=game, rules=_json(rules))

    async def note(self, name: str) -> str | None:
        """Return what the process remembered under a name."""
        row = await self._first(self._queries.note, name=name)
        return None if row is None else row[0]

    async def save_note(self, name: str, value: str) -> None:
        """Remember a value under a name."""
        async with self._transaction():
            await self._write(self._queries.save_note, name=name, value=value)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _row(session: Session) -> dict[str, Any]:
    """Split a session into the columns that SQL needs and the record that it does not look into.

    A running game's state holds the house rules, so the record need not.
    """
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
        "updated_at": session.updated_at,
        "record": _json(replace(session, terms=terms, state=None, table_id=None, ping_id=None, deadline=None)),
        "state": None if state is None else GAMES[session.game].dump(state).decode(),
    }


def _session(row: Any) -> Session | None:
    if row is None:
        return None
    record, state, table_id, ping_id, deadline = row
    session = msgspec.json.decode(record, type=Session)
    game = GAMES[session.game]
    loaded = None if state is None else game.load(state.encode())
    options = msgspec.convert(session.options, game.Options) if loaded is None else loaded.options
    return replace(
        session,
        terms=replace(session.terms, options=options),
        events=msgspec.convert(session.events, tuple[game.Event, ...]),  # type: ignore[name-defined]
        state=loaded,
        table_id=table_id,
        ping_id=ping_id,
        deadline=deadline,
    )


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        for pragma in _PRAGMAS:
            await connection.execute(pragma)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _close(connections: Iterable[aiosqlite.Connection]) -> None:
    for connection in connections:
        await connection.close()


async def _migrate(writer: aiosqlite.Connection, path: Path) -> None:
    """Apply what is missing, each migration in one transaction with its record."""
    await writer.execute(_MIGRATIONS_TABLE)
    async with writer.execute("SELECT number FROM migrations") as cursor:
        applied = {row[0] for row in await cursor.fetchall()}
    scripts = {int(script.name[:4]): script for script in sorted((DATA / "migrations").glob("*.sql"))}
    if applied - scripts.keys():
        raise UnusableDatabase(
            f"The database {path} was written by a newer version of the bot (schema {max(applied)}, "
            f"this version knows {max(scripts)}). Update the bot, or restore a backup of that time."
        )
    for number in sorted(scripts.keys() - applied):
        script = scripts[number]
        record = f"INSERT INTO migrations VALUES ({number}, '{script.stem}', {time.time()});"  # noqa: S608 - our own file
        await writer.executescript(f"BEGIN IMMEDIATE; {script.read_text(encoding='utf-8')}\n{record} COMMIT;")
