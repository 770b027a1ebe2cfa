"""What a killed bot has left: read from a copy of its database, set beside a twin that was not killed, and replayed."""

import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.model.records import Change, LoggedMove, Session, Status
from bot.play.sessions import Sessions
from bot.storage.store import Store
from rules.cards import VerifiableShuffler, shuffle_key
from tests.offline import sessions_over
from tests.registry import GAMES

Rows = tuple[tuple[Any, ...], ...]

_RESULTS = "SELECT game, ending, rated, options, season, standard, counts FROM results WHERE session_id = ?"
_SEATS = "SELECT seat, user_id, name, score, place, has_left, facts, counts FROM result_seats WHERE session_id = ?"
_BOARDS = "SELECT season, board, user_id, games, points FROM standings WHERE guild_id = ? AND game = ? ORDER BY 1, 2, 3"


class Saved(Struct, frozen=True):
    """All that the database holds of one session, times and messages left out, and of the boards it counts on."""

    session: Session
    whole: Session
    """The same with all its times."""
    moves: tuple[LoggedMove, ...]
    results: Rows
    seats: Rows
    boards: Rows


@asynccontextmanager
async def offline(database: Path, secret: Callable[[], bytes]) -> AsyncIterator[tuple[Store, Sessions]]:
    """Open a database, and all that can happen to its sessions, without a bot."""
    store = await Store.open(database)
    try:
        yield store, sessions_over(store, time.time, VerifiableShuffler, secret)
    finally:
        await store.close()


async def read(database: Path, channel: str) -> Saved:
    """Return the session of a channel: the live one, else the last."""
    async with _copied(database) as (store, _):
        session = await store.in_channel(int(channel))
        assert session is not None
        return await _saved(store, session)


async def read_all(database: Path) -> list[Saved]:
    """Return every session that there ever was."""
    async with _copied(database) as (store, _):
        ids = await _rows(store, "SELECT id FROM sessions")
        sessions = [await store.load(session_id) for (session_id,) in ids]
        return [await _saved(store, session) for session in sessions if session is not None]


async def twin(database: Path, secret: bytes, operation: Callable[[Sessions], Awaitable[Change]]) -> Saved:
    """Return the session that `operation` leads to where nobody dies."""
    async with _copied(database, secret) as (store, sessions):
        change = await operation(sessions)
        return await _saved(store, change.after)


@asynccontextmanager
async def _copied(database: Path, secret: bytes = b"") -> AsyncIterator[tuple[Store, Sessions]]:
    """Open a copy: to open the database itself would tidy up what a killed process has left."""
    copies = database.parent / "copies"
    shutil.rmtree(copies, ignore_errors=True)
    copies.mkdir()
    for file in database.parent.glob(f"{database.name}*"):
        if not file.name.endswith("-shm"):  # an index of the log file, which SQLite makes anew
            shutil.copy(file, copies)
    async with offline(copies / database.name, lambda: secret) as opened:
        yield opened


async def _saved(store: Store, session: Session) -> Saved:
    """Read what stands beside a session."""
    return Saved(
        timeless(session),
        session,
        tuple(replace(move, at=0.0) for move in await store.moves(session.id)),
        await _rows(store, _RESULTS, session.id),
        await _rows(store, _SEATS, session.id),
        await _rows(store, _BOARDS, session.guild_id, session.game),
    )


def timeless(session: Session) -> Session:
    """Leave out what no two runs have in common: moments, and which messages show it."""
    return replace(
        session,
        players=tuple(replace(player, acted_at=0.0) for player in session.players),
        created_at=0.0,
        updated_at=0.0,
        moved_at=0.0,
        deadline=None if session.deadline is None else 0.0,
        warn_at=None if session.warn_at is None else 0.0,
        table_id=None,
        ping_id=None,
    )


async def _rows(store: Store, query: str, *facts: object) -> Rows:
    return tuple(tuple(row) for row in await store._reader.execute_fetchall(query, facts))


def shuffler(session: Session) -> VerifiableShuffler:
    assert session.start_id is not None
    return VerifiableShuffler(shuffle_key(session.secret, session.start_id))


def moved(session: Session, move: Any) -> Any:
    """What the rules make of a move of whoever is awaited."""
    game = GAMES[session.game]
    awaited = game.awaited(session.state)
    assert awaited is not None
    return game.apply(session.state, awaited.seat, move, shuffler(session)).state


def replayed(session: Session, moves: tuple[LoggedMove, ...]) -> Any:
    """Play a session again from its secret and its log alone; None for one that never began."""
    if session.start_id is None:
        return None
    game, chance = GAMES[session.game], shuffler(session)
    first = session.seat_of(session.first_id) if session.first_id is not None else None
    state = game.deal(session.options, len(session.players), first, chance)
    for move in moves:
        state = game.apply(state, move.seat, game.from_token(move.token), chance).state
    return state


def differences(saved: Saved) -> list[str]:
    """List what is wrong with a session by its own log: the state, the revisions, the results."""
    session, found = saved.session, []
    if session.state != replayed(session, saved.moves):
        found.append(f"session {session.id}: the state is not what {len(saved.moves)} logged moves lead to")
    revisions = [move.revision for move in saved.moves]
    if revisions != sorted(set(revisions)) or (revisions and revisions[-1] > session.revision):
        found.append(f"session {session.id}: revisions {revisions} in the log, {session.revision} at the table")
    owed = int(session.status is Status.FINISHED)
    if session.status is not Status.CLOSED and len(saved.results) != owed:
        found.append(f"session {session.id} is {session.status} with {len(saved.results)} results")
    if len(saved.seats) != len(saved.results) * len(session.players):
        found.append(f"session {session.id} has {len(saved.seats)} seats in {len(saved.results)} results")
    return found
