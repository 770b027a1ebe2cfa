"""Results and boards in the database, over the store's connections.

A result and what it changes on the boards are written in the transaction of the last move.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from bot.model import boards, stats
from bot.model.boards import Line, Page, Wanted
from bot.model.games import VOYAGE
from bot.model.lookalikes import looks
from bot.model.marks import Callsign, callsign
from bot.model.records import Named, Result, Session, Standing, Uncounted, as_json
from bot.model.stats import Best, Opponent, Record, Run, Stats

Query = Callable[..., Awaitable[list[Any]]]
"""Takes a query and its facts, returns rows."""


class Scores:
    """Writes results inside a transaction of the store, and reads boards."""

    def __init__(self, queries: Any, write: Query, read: Query) -> None:
        self._queries = queries
        self._write = write
        self._read = read

    # --- Inside the transaction of the last move ---

    async def with_standing(self, session: Session, result: Result) -> Session:
        """Return the session with its `standing`, which compares the result with those written before."""
        return replace(session, standing=await self._standing(session, result))

    async def _standing(self, session: Session, result: Result) -> Standing:
        if not result.rated:
            return Standing(Uncounted.REMOVED if session.thinned else Uncounted.NO_RESULT)
        if len(session.players) == 1:
            return await self._voyage(session, result.outcome.scores[0])
        rows = await self._write(
            self._queries.counted_since,
            guild_id=session.guild_id,
            game=session.game,
            people=as_json([player.user_id for player in session.players]),
            since=session.updated_at - boards.DAY_SECONDS,
        )
        seats = [(session.seat_of(user_id) or 0, games, wins) for user_id, games, wins in rows]
        return Standing(
            won_often=tuple(sorted(seat for seat, _, wins in seats if wins >= boards.MOST_COUNTED)),
            played_often=tuple(sorted(seat for seat, games, _ in seats if games >= boards.MOST_COUNTED)),
        )

    async def _voyage(self, session: Session, total: int) -> Standing:
        board = boards.voyage_board(session.game, session.options)
        (player,) = session.players
        ((own, best, best_id, name),) = await self._write(
            self._queries.bests, guild_id=session.guild_id, game=session.game, board=board, user_id=player.user_id
        )
        return Standing(
            voyage=True,
            total=total,
            standard=board == VOYAGE.key,
            own_best=own,
            server_best=best,
            server_best_by=None if best_id is None else Named(best_id, name),
        )

    async def write(self, session: Session, result: Result) -> None:
        """Write the result of a session that has its `standing`, and what it adds to the boards."""
        assert session.standing is not None  # noqa: S101 - set just before
        counts = session.standing.uncounted is None
        place = {"guild_id": session.guild_id, "game": session.game}
        ((season,),) = await self._write(self._queries.season, **place)
        await self._write(
            self._queries.insert_result,
            **place,
            session_id=session.id,
            ended_at=session.updated_at,
            ending=result.outcome.ending,
            rated=result.rated,
            options=as_json(session.options),
            season=season,
            standard=boards.is_standard(session.game, session.options, len(session.players)),
            counts=counts,
        )
        await self._write_seats(session, result, session.standing)
        if counts:
            entries = boards.entries(session, result, session.standing)
            added = [entry for entry in entries if not entry.best_counts]
            bests = [entry for entry in entries if entry.best_counts]
            await self._write(self._queries.add_points, **place, season=season, entries=as_json(added))
            await self._write(self._queries.keep_best, **place, season=season, entries=as_json(bests))

    async def _write_seats(self, session: Session, result: Result, standing: Standing) -> None:
        for seat, player in enumerate(session.players):
            await self._write(
                self._queries.insert_result_seat,
                session_id=session.id,
                seat=seat,
                user_id=player.user_id,
                name=player.name,
                score=result.outcome.scores[seat],
                place=result.outcome.places[seat],
                has_left=player.left,
                facts=as_json(asdict(session.facts[seat])) if session.facts else "{}",
                counts=standing.uncounted is None and seat not in standing.won_often,
            )
            await self._write(
                self._queries.save_name,
                guild_id=session.guild_id,
                user_id=player.user_id,
                name=player.name,
                looks=looks(player.name),
            )

    # --- Boards ---

    async def page(self, guild_id: int, reader_id: int, wanted: Wanted) -> Page:
        """Return a page of one server's board, by one query; a page out of range becomes the nearest there is."""
        rows = await self._read(
            self._queries.board_page,
            guild_id=guild_id,
            game=wanted.game,
            board=wanted.board,
            season=wanted.season,
            page=wanted.page,
            page_size=boards.PAGE_SIZE,
            reader_id=reader_id,
        )
        current, players, number, first_rank, own_rank, own_points, own_games, hidden = rows[0][:8]
        own = None if own_points is None else Line(own_rank, Callsign(""), own_points, own_games, own=True)
        return Page(
            wanted=replace(wanted, season=current if wanted.season is None else wanted.season, page=number),
            current=current,
            pages=max(1, -(-players // boards.PAGE_SIZE)),
            players=players,
            lines=_lines([row[8:] for row in rows if row[8] is not None], number, first_rank, reader_id),
            own=own,
            moved=number != wanted.page,
            hidden=bool(hidden),
        )

    # --- Statistics ---

    async def called(self, guild_id: int, user_id: int, name: str) -> Callsign:
        """Return what someone is called among all who are known on a server."""
        rows = await self._read(self._queries.alike, guild_id=guild_id, looks=looks(name))
        return callsign(user_id, name, [row[0] for row in rows])

    async def stats(self, guild_id: int, user_id: int, game: str, season: int | None) -> Stats:
        """Return what a player has done on one server; `season` None is the one under way."""
        place = {"guild_id": guild_id, "game": game}
        ((current,),) = await self._read(self._queries.season, **place)
        season = current if season is None else season
        who = {**place, "user_id": user_id, "season": season}
        opponents = await self._read(self._queries.opponents_of, **who, most=stats.FAVOURITES)
        return Stats(
            game=game,
            season=season,
            current=current,
            crewed=await self._record(who, crewed=1),
            voyages=await self._record(who, crewed=0, standard=1),
            house_voyages=await self._record(who, crewed=0, standard=0),
            opponents=tuple(Opponent(_called(*row[:3]), row[3]) for row in opponents),
            crewed_run=await self._run(who, crewed=1),
            voyages_run=await self._run(who, crewed=0),
        )

    async def _record(self, who: dict[str, Any], crewed: int, standard: int | None = None) -> Record:
        (row,) = await self._read(self._queries.record_of, **who, crewed=crewed, standard=standard)
        games, wins, streaks, total, best, totals, bests = row
        decode = msgspec.json.decode
        facts = decode(totals, type=dict[str, int]), decode(bests, type=dict[str, Best])
        return Record(games, wins, streaks, total, decode(best, type=Best), *facts)

    async def _run(self, who: dict[str, Any], crewed: int) -> Run:
        rows = await self._read(self._queries.run_of, **who, crewed=crewed, most=stats.MOST_RUN)
        scores, won, best = zip(*reversed(rows), strict=True) if rows else ((), (), ())
        return Run(scores, tuple(map(bool, won)), best)


def _called(user_id: int, name: str, alike: str) -> Callsign:
    """Return what someone is called on a page; `alike` is a JSON array of ids with names like theirs."""
    return callsign(user_id, name, msgspec.json.decode(alike, type=list[int]))


def _lines(rows: list[Any], page: int, first_rank: int, reader_id: int) -> tuple[Line, ...]:
    """Rank the rows of a page, the first of which has `first_rank`; equal scores share a rank."""
    lines: list[Line] = []
    rank, last = first_rank, None
    for place, (user_id, name, alike, score, points, games) in enumerate(rows, start=1 + (page - 1) * boards.PAGE_SIZE):
        if last is not None and score != last:
            rank = place
        last = score
        lines.append(Line(rank, _called(user_id, name, alike), points, games, own=user_id == reader_id))
    return tuple(lines)
