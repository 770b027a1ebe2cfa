"""Reads and writes everything that is stored, by the queries in data/queries.

One connection writes, one reads. A write holds the lock for one short transaction; reads see committed rows only and
never wait (WAL). With `synchronous = NORMAL` a killed process loses nothing; after a power cut the last moves may be
missing, and players go on from there with the same shuffle.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from msgspec.structs import asdict

from bot.model.errors import NotRead, NotSaved, Refusal, Refused, StaleClick
from bot.model.records import LoggedMove, Person, Plan, Session
from bot.storage import sqlite_errors
from bot.storage.database import Database
from bot.storage.filewatch import SPOILED
from bot.storage.lockfile import UnusableDatabase, companion
from bot.storage.privacy import Privacy, Pseudonym
from bot.storage.rescue import LostDatabase, rescue, until_lost
from bot.storage.schema import load_queries
from bot.storage.scores import Scores
from bot.storage.servers import Servers
from bot.storage.session_rows import SessionRow, columns, require_known_games

TURN_SECONDS = 5.0
"""How long a write waits for earlier ones before it is refused: someone waits for the answer, and may try again."""

UNSEEN_SECONDS = 60.0
"""Ends that were committed this long before the last step were shown; later ones may not have been before a crash."""

HEARTBEAT = "heartbeat"
"""The name of the note that holds the last sign of life; a query reads it too."""
SIGN_SECONDS = 2.0
"""A step is written with a sign of life when the last one is older than this."""
STEP_SECONDS = 10.0
"""A session's last step is a sign of life itself, unless it lies further behind the last one than could be: then it was
dated by a clock that has been set since."""

log = logging.getLogger(__name__)

Row = Any
"""A row's columns, as SQLite typed them."""


class Store:
    """Everything that outlives the process."""

    def __init__(self, database: Database, queries: Any) -> None:
        self._database = database
        self._writer = database.writer
        self._reader = database.reader
        self._queries = queries
        self._lock = asyncio.Lock()
        self._lost: LostDatabase | None = None
        self._beaten_at = 0.0
        self.on_written: Callable[[float], None] = lambda _seconds: None
        """Called after every transaction with the seconds it took, waiting included; set by `__main__`."""
        self.scores = Scores(queries, self._write, self._read)
        """Boards, and the results behind them."""
        self.privacy = Privacy(queries, self._write, self._read)
        """What is kept about one person."""
        self.servers = Servers(queries, self._transaction, self._write, self._read)
        """Settings of servers."""

    @classmethod
    async def open(cls, path: Path) -> "Store":
        """Open, create or migrate the database. Raises UnusableDatabase with a sentence for the host."""
        database = await Database.open(path)
        store = cls(database, load_queries())
        try:
            require_known_games(path, await store._read(store._queries.games_stored))
        except UnusableDatabase:
            await store.close()
            raise
        await store.servers.recall()
        return store

    async def close(self) -> None:
        """Let a running write finish, close both connections, and release the lock.

        A spoiled file is not closed: SQLite would write `-wal` into it. The end of the process releases it.
        """
        async with self._lock:
            if self.readable:
                await self._database.close()

    @property
    def readable(self) -> bool:
        """False after the file was overwritten or cut short: then what is read is wrong."""
        return self._lost is None or self._lost.loss not in SPOILED

    async def keep_watch(self) -> NoReturn:
        """Watch the file until it is no longer the one that was opened. Then save what can be saved, and stop writing.

        Raises LostDatabase at the end.
        """
        loss = await until_lost(self._database)
        async with self._lock:
            self._lost = LostDatabase("", loss, again=False)
            self._lost = await rescue(self._database, loss)
        raise self._lost

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        """Write all or nothing. Raises NotSaved when SQLite cannot write, or earlier writes take too long."""
        began = asyncio.get_running_loop().time()
        async with self._turn():
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield
                await self._writer.commit()
            except BaseException as error:
                # Also when cancelled during BEGIN, which may have succeeded.
                with suppress(sqlite3.Error):  # then the next BEGIN fails, and this is tried again
                    await self._writer.rollback()
                self._beaten_at = 0.0  # a sign of life may have been in it
                if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
                    raise NotSaved(self._explain(error)) from error
                raise
        self.on_written(asyncio.get_running_loop().time() - began)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Hold the lock for writing. Raises NotSaved."""
        try:
            async with asyncio.timeout(TURN_SECONDS):
                await self._lock.acquire()
        except TimeoutError as error:
            raise NotSaved(f"others have been writing for {TURN_SECONDS:g} s") from error
        try:
            if self._lost is not None:
                raise NotSaved("the database is lost, and the bot about to stop")
            yield
        finally:
            self._lock.release()

    def _explain(self, error: sqlite3.Error) -> str:
        """Return for the host what SQLite could not do; a bug of ours is also logged with its traceback."""
        if sqlite_errors.is_ours(error):
            log.error("SQLite refused a statement", exc_info=error)
        return sqlite_errors.explain(self._database.path, error)

    async def _write(self, query: Any, **facts: Any) -> list[Row]:
        """Run one query of a transaction; return the rows it returns."""
        return list(await self._writer.execute_fetchall(query.sql, facts))

    async def _read(self, query: Any, **facts: Any) -> list[Row]:
        """Run one query and fetch all its rows: an open cursor would keep later reads on an old snapshot.

        Raises NotRead when the file cannot be read.
        """
        try:
            return list(await self._reader.execute_fetchall(query.sql, facts))
        except sqlite3.Error as error:
            if sqlite_errors.is_ours(error):
                raise
            raise NotRead(sqlite_errors.explain(self._database.path, error)) from error

    async def _first(self, query: Any, **facts: Any) -> Row | None:
        """Return the first row of a query."""
        return next(iter(await self._read(query, **facts)), None)

    async def _session(self, query: Any, **facts: Any) -> Session | None:
        row = await self._first(query, **facts)
        return None if row is None else SessionRow(*row).session()

    # --- Sessions ---

    async def insert(self, session: Session, parent_id: int | None = None) -> None:
        """Add a new session; `parent_id` is the channel of its thread.

        Raises Refused: CHANNEL_BUSY when its channel has a live one (X4), or what the server's settings do not allow.
        """
        try:
            async with self._transaction():
                await self._write(self._queries.insert_session, **columns(session), parent_id=parent_id)
                await self.servers.admit(session, parent_id)
                await self._beat_along(session.updated_at)
        except sqlite3.IntegrityError as error:
            raise Refused(Refusal.CHANNEL_BUSY) from error

    async def save(self, before: Session, plan: Plan) -> Session:
        """Write a step: session, log and result in one transaction. Return the session as it was written.

        Raises StaleClick when `before` is no longer what the database holds, NotSaved when it cannot be written.
        """
        after = plan.after
        async with self._transaction():
            if plan.result is not None:
                after = await self.scores.with_standing(after, plan.result)
            if not await self._write(self._queries.update_session, **columns(after), old_revision=before.revision):
                raise StaleClick(before.id)
            for move in plan.log:
                await self._write(self._queries.insert_move, session_id=before.id, **asdict(move))
            if plan.result is not None:
                await self.scores.write(after, plan.result)
            await self._beat_along(after.updated_at)
        return after

    async def load(self, session_id: str) -> Session | None:
        """Return a session, None when there is none of that id."""
        return await self._session(self._queries.session_by_id, id=session_id)

    async def in_channel(self, channel_id: int) -> Session | None:
        """Return the live session of a channel, else the one that ended last there."""
        return await self._session(self._queries.session_in_channel, channel_id=channel_id)

    async def live_ids(self, place_id: int | None = None) -> list[str]:
        """List live sessions: all, or those of one channel with its threads, or of one server."""
        if place_id is None:
            rows = await self._read(self._queries.live_session_ids)
        else:
            rows = await self._read(self._queries.live_session_ids_of, place_id=place_id)
        return [row[0] for row in rows]

    async def census(self) -> dict[str, int]:
        """Count the live sessions by their status."""
        return dict(await self._read(self._queries.live_counts))

    def size(self) -> int:
        """Return the bytes of the database and of what waits in its `-wal`."""
        files = (self._database.path, companion(self._database.path, "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    async def last_ended_ids(self) -> list[str]:
        """List the sessions that ended shortly before the last step: after a crash, perhaps without being shown."""
        return [row[0] for row in await self._read(self._queries.last_ended_session_ids, seconds=UNSEEN_SECONDS)]

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
        """Return the earliest deadline or warning, in UTC epoch seconds."""
        ((earliest,),) = await self._read(self._queries.next_deadline)
        return None if earliest is None else float(earliest)

    async def due_ids(self, now: float) -> list[str]:
        """List the sessions whose deadline has come, the earliest first."""
        return [row[0] for row in await self._read(self._queries.due_session_ids, now=now)]

    async def warning_ids(self, now: float) -> list[str]:
        """List the sessions whose warning has come."""
        return [row[0] for row in await self._read(self._queries.warning_session_ids, now=now)]

    async def clear_warning(self, session_id: str) -> None:
        """Clear a session's warning."""
        async with self._transaction():
            await self._write(self._queries.clear_warning, id=session_id)

    async def postpone(self, session: Session, deadline: float) -> None:
        """Move a session's deadline, unless a step was made meanwhile; UTC epoch seconds."""
        async with self._transaction():
            await self._write(self._queries.postpone, id=session.id, revision=session.revision, deadline=deadline)

    async def beat(self, now: float) -> None:
        """Note that the process is alive at `now`, UTC epoch seconds."""
        async with self._transaction():
            await self._note_alive(now)

    async def clocks(self) -> list[tuple[str, int, float | None]]:
        """List the clocks of live sessions: session id, server id, since when it stands still (None while it runs)."""
        return [(row[0], row[1], row[2]) for row in await self._read(self._queries.clocks)]

    async def stop_all_clocks(self) -> None:
        """Stop all clocks as of the last sign of life: a heartbeat or, where that came later, a session's last step."""
        async with self._transaction():
            await self._write(self._queries.stop_all_clocks, seconds=STEP_SECONDS)

    async def set_clocks(self, stop: Mapping[str, float], start: Collection[str], now: float) -> None:
        """Stop clocks, each as of a moment, then let others go on; UTC epoch seconds. It counts as a sign of life."""
        async with self._transaction():
            for session_id, at in stop.items():
                await self._write(self._queries.stop_clock, id=session_id, at=at)
            for session_id in start:
                await self._write(self._queries.start_clock, id=session_id, now=now)
            await self._note_alive(now)

    async def _beat_along(self, now: float) -> None:
        """Note in a transaction that the process is alive, if the last note of that is old."""
        if not 0 <= now - self._beaten_at < SIGN_SECONDS:
            await self._note_alive(now)

    async def _note_alive(self, now: float) -> None:
        await self._write(self._queries.save_note, name=HEARTBEAT, value=repr(now))
        self._beaten_at = now

    async def beaten_at(self) -> float | None:
        """Return the last sign of life, in UTC epoch seconds; None before the first."""
        beat = await self.note(HEARTBEAT)
        return None if beat is None else float(beat)

    # --- One person: see bot/storage/privacy.py ---

    async def set_hidden(self, user_id: int, *, hidden: bool) -> None:
        """Take someone off all boards, or put them back."""
        async with self._transaction():
            await self.privacy.set_hidden(user_id, hidden=hidden)

    async def forget(self, person: Person, pseudonym: Pseudonym) -> None:
        """Forget a person everywhere; `pseudonym` replaces their name. Raises Refused(STILL_ABOARD), NotSaved."""
        async with self._transaction():
            await self.privacy.forget(person, pseudonym)

    async def sweep(self) -> bool:
        """Rewrite the file without remains of what was deleted; False when the next start must finish that."""
        async with self._lock:
            try:
                return await self._database.sweep()
            except sqlite3.Error:
                log.exception("the database could not be swept; the next start empties its -wal")
                return False

    # --- Notes: values by name ---

    async def note(self, name: str) -> str | None:
        """Return the value stored under a name, None when there is none."""
        row = await self._first(self._queries.note, name=name)
        return None if row is None else row[0]

    async def save_note(self, name: str, value: str) -> None:
        """Store a value under a name."""
        async with self._transaction():
            await self._write(self._queries.save_note, name=name, value=value)
