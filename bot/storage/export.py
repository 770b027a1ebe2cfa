"""Exports what is stored as lines of JSON for other programs. docs/export.md describes the format and keeps it stable.

Of a running game the secret, the cards and the moves are left out.
"""

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from pathlib import Path
from typing import Any

import msgspec

from bot.model.records import Player, Session
from bot.storage.database import reading
from bot.storage.schema import load_queries
from bot.storage.session_rows import SessionRow, require_known_games
from bot.storage.store import Row

FORMAT = 1
"""Goes up when readers of the lines must change. New fields may be added without that."""

Line = dict[str, Any]


async def lines(path: Path) -> AsyncGenerator[Line, None]:
    """Yield a snapshot of a database line by line, also while a bot writes. Raises UnusableDatabase."""
    queries = load_queries()
    async with reading(path) as connection:
        require_known_games(path, await connection.execute_fetchall(queries.games_stored.sql))
        yield {"kind": "export", "format": FORMAT}
        async with connection.execute(queries.all_sessions.sql) as rows:
            async for row in rows:
                yield _session(SessionRow(*row).session())
        async with connection.execute(queries.moves_of_games_over.sql) as rows:
            async for row in rows:
                yield _move(row)
        async with connection.execute(queries.all_results.sql) as rows:
            async for line in _results(rows):
                yield line


def _session(session: Session) -> Line:
    terms = session.terms
    return {
        "kind": "session",
        "id": session.id,
        "game": session.game,
        "guild_id": str(session.guild_id),
        "channel_id": str(session.channel_id),
        "status": session.status,
        "closed": session.closed,
        "revision": session.revision,
        "created_at": session.created_at,
        "updated_at": session.updated_at,
        "paused_at": session.paused_at,
        "opener_id": str(session.opener_id),
        "players": [_player(seat, player) for seat, player in enumerate(session.players)],
        "options": session.options,
        "turn_seconds": terms.turn_seconds,
        "reaction_seconds": terms.reaction_seconds,
        "theme": terms.theme,
        "start_id": None if session.start_id is None else str(session.start_id),
        "secret": None if session.live else session.secret.hex(),
    }


def _player(seat: int, player: Player) -> Line:
    return {"seat": seat, "user_id": str(player.user_id), "name": player.name, "left": player.left}


def _move(row: Row) -> Line:
    session_id, revision, at, seat, token, cause = row
    return {
        "kind": "move",
        "session_id": session_id,
        "revision": revision,
        "at": at,
        "seat": seat,
        "token": token,
        "cause": cause,
    }


async def _results(rows: AsyncIterable[Row]) -> AsyncIterator[Line]:
    """Gather the rows of each result, which follow each other, into one line."""
    line: Line = {}
    async for row in rows:
        session_id, game, guild_id, ended_at, ending, rated, options, seat, user_id, name, score, place, left = row
        if line.get("session_id") != session_id:
            if line:
                yield line
            line = {
                "kind": "result",
                "session_id": session_id,
                "game": game,
                "guild_id": str(guild_id),
                "ended_at": ended_at,
                "ending": ending,
                "rated": bool(rated),
                "options": msgspec.Raw(options.encode()),
                "seats": [],
            }
        whose = {"seat": seat, "user_id": str(user_id), "name": name}
        line["seats"].append({**whose, "score": score, "place": place, "left": bool(left)})
    if line:
        yield line
