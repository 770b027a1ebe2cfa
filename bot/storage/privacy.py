"""The data of one person on all servers: hiding it from the boards, exporting it, forgetting it. No Discord.

To forget a person is to replace their user id by a random number below zero, one for each server, and their name by a
pseudonym ("a departed pirate"). No Discord user has such an id. Games and boards of the others stay as they were.
"""

import secrets
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.model.errors import Refusal, Refused
from bot.model.records import Motion, Named, Person, Session, as_json
from bot.storage.scores import Query
from bot.storage.session_rows import record_of

FORMAT = 1
"""Of an export: goes up when its readers must change. New fields may be added without that."""
_ALIAS_BITS = 62

Export = dict[str, Any]

Pseudonym = Callable[[Session | None], str]
"""Returns what replaces a name: in the language of a session, or in the default one for None."""


def aboard(session: Session, user_id: int) -> bool:
    """Tell whether someone is in a lobby or plays in a running game."""
    return session.live and session.seat_aboard(user_id) is not None


class Privacy:
    """Reads and changes what is kept about a person, over the store's connections."""

    def __init__(self, queries: Any, write: Query, read: Query) -> None:
        self._queries = queries
        self._write = write
        self._read = read

    async def is_hidden(self, user_id: int) -> bool:
        """Tell whether someone is on no board."""
        ((hidden,),) = await self._read(self._queries.is_hidden, user_id=user_id)
        return bool(hidden)

    async def mentions(self, user_id: int) -> list[Session]:
        """List the sessions that hold someone's id, in order of their last step, without the games' states."""
        return await self._mentions(self._read, user_id)

    async def _mentions(self, ask: Query, user_id: int) -> list[Session]:
        rows = await ask(self._queries.sessions_mentioning, user_id=user_id)
        found = [_session(*row) for row in rows]
        return [session for session in found if user_id in ids_in(session)]

    # --- Inside a transaction of the store ---

    async def set_hidden(self, user_id: int, *, hidden: bool) -> None:
        """Take someone off all boards, or put them back."""
        await self._write(self._queries.hide if hidden else self._queries.unhide, user_id=user_id)

    async def forget(self, person: Person, pseudonym: Pseudonym) -> None:
        """Replace a person's id and name everywhere.

        Raises Refused(STILL_ABOARD) while they play or wait in a lobby: they leave first, by the rules (X1).
        """
        user_id = person.user_id
        mentions = await self._mentions(self._write, user_id)
        if any(aboard(session, user_id) for session in mentions):
            raise Refused(Refusal.STILL_ABOARD)
        aliases: defaultdict[int, int] = defaultdict(lambda: -1 - secrets.randbits(_ALIAS_BITS))
        for session in mentions:
            anonymous = anonymised(session, user_id, aliases[session.guild_id], pseudonym(session))
            await self._rewrite(session.id, anonymous)
        await self._replace_in_results(user_id, aliases, pseudonym(None))

    async def _rewrite(self, session_id: str, session: Session) -> None:
        await self._write(self._queries.rewrite_record, id=session_id, record=record_of(session))

    async def _replace_in_results(self, user_id: int, aliases: defaultdict[int, int], pseudonym: str) -> None:
        """Replace a person in the rows of results and boards. If they were hidden, their new ids are hidden too."""
        ((hidden,),) = await self._write(self._queries.is_hidden, user_id=user_id)
        for (guild_id,) in await self._write(self._queries.guilds_of, user_id=user_id):
            who = {"guild_id": guild_id, "user_id": user_id, "alias": aliases[guild_id]}
            await self._write(self._queries.part_seats, **who, departed=pseudonym)
            await self._write(self._queries.part_standings, **who)
        await self._write(self._queries.forget_names, user_id=user_id)
        await self._write(self._queries.unhide, user_id=user_id)
        for alias in aliases.values() if hidden else ():
            await self._write(self._queries.hide, user_id=alias)

    # --- Export ---

    async def export(self, user_id: int) -> Export:
        """Return everything about a person as values for JSON, and nothing about anyone else.

        Ids of Discord are strings, times are UTC epoch seconds. The cards of a running game are not in it.
        """
        mentions = await self.mentions(user_id)
        names = await self._read(self._queries.names_of, user_id=user_id)
        standings = await self._read(self._queries.standings_of, user_id=user_id)
        results = {row[0]: _result(*row[1:]) for row in await self._read(self._queries.results_of, user_id=user_id)}
        sessions = as_json([session.id for session in mentions])
        moves: dict[tuple[str, int], list[Export]] = defaultdict(list)
        for session_id, seat, at, token, cause in await self._read(self._queries.moves_in, sessions=sessions):
            moves[session_id, seat].append({"at": at, "move": token, "cause": cause})
        return {
            "kind": "person",
            "format": FORMAT,
            "user_id": str(user_id),
            "hidden_from_boards": await self.is_hidden(user_id),
            "names": [{"guild_id": str(guild_id), "name": name} for guild_id, name in names],
            "boards": [_standing(*row) for row in standings],
            "sessions": [_about(session, user_id, results, moves) for session in mentions],
        }


def ids_in(session: Session) -> set[int]:
    """Return every user id that a session's record holds."""
    known = {player.user_id for player in session.players} | {session.opener_id, *session.invited}
    known |= set() if session.first_id is None else {session.first_id}
    known |= {one.user_id for one in (session.closer, session.best_by) if one is not None}
    return known.union(*((*motion.ayes, *motion.nays) for motion in session.motions))


def anonymised(session: Session, user_id: int, alias: int, pseudonym: str) -> Session:
    """Return the session with a person's id and name replaced."""

    def other(known: int) -> int:
        return alias if known == user_id else known

    def named(known: Named | None) -> Named | None:
        return Named(alias, pseudonym) if known is not None and known.user_id == user_id else known

    standing = session.standing
    return replace(
        session,
        opener_id=other(session.opener_id),
        players=tuple(
            replace(player, user_id=alias, name=pseudonym) if player.user_id == user_id else player
            for player in session.players
        ),
        first_id=None if session.first_id is None else other(session.first_id),
        invited=tuple(map(other, session.invited)),
        invited_names=tuple(
            pseudonym if known == user_id else name
            for known, name in zip(session.invited, session.invited_names, strict=True)
        ),
        motions=tuple(_anonymised_motion(motion, user_id, alias) for motion in session.motions),
        closer=named(session.closer),
        standing=standing and replace(standing, server_best_by=named(standing.server_best_by)),
    )


def _anonymised_motion(motion: Motion, user_id: int, alias: int) -> Motion:
    def other(known: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(alias if one == user_id else one for one in known)

    return replace(motion, ayes=other(motion.ayes), nays=other(motion.nays))


def _session(record: str, guild_id: int, channel_id: int) -> Session:
    return replace(msgspec.json.decode(record, type=Session), guild_id=guild_id, channel_id=channel_id)


def _about(
    session: Session,
    user_id: int,
    results: Mapping[str, Export],
    moves: Mapping[tuple[str, int], list[Export]],
) -> Export:
    """Return what a session holds about a person."""
    seat = session.seat_of(user_id)
    votes = [vote for motion in session.motions if (vote := _vote(motion, user_id)) is not None]
    player = None if seat is None else session.players[seat]
    return {
        "id": session.id,
        "game": session.game,
        "guild_id": str(session.guild_id),
        "channel_id": str(session.channel_id),
        "status": session.status,
        "created_at": session.created_at,
        "updated_at": session.updated_at,
        "opened": session.opener_id == user_id,
        "went_first": session.first_id == user_id,
        "invited": user_id in session.invited,
        "ended_as": _name_in(session.closer, user_id),
        "held_best_voyage_as": _name_in(session.best_by, user_id),
        "voted": votes[-1] if votes else None,
        "votes": votes,
        "seat": seat,
        "name": None if player is None else player.name,
        "left": None if player is None else player.left,
        "acted_at": None if player is None else player.acted_at,
        "turns_missed": None if player is None else player.missed,
        "reactions_missed": None if player is None else player.unanswered,
        "moves": [] if seat is None else moves.get((session.id, seat), []),
        "result": results.get(session.id),
    }


def _name_in(known: Named | None, user_id: int) -> str | None:
    return known.name if known is not None and known.user_id == user_id else None


def _vote(motion: Motion, user_id: int) -> str | None:
    return "yes" if user_id in motion.ayes else "no" if user_id in motion.nays else None


def _result(*columns: Any) -> Export:
    ended_at, ending, rated, counts, season, options, name, score, place, left, facts = columns
    return {
        "ended_at": ended_at,
        "ending": ending,
        "rated": bool(rated),
        "counts": bool(counts),
        "season": season,
        "options": msgspec.json.decode(options),
        "name": name,
        "score": score,
        "place": place,
        "left": bool(left),
        "facts": msgspec.json.decode(facts),
    }


def _standing(guild_id: int, *columns: Any) -> Export:
    return {"guild_id": str(guild_id)} | dict(zip(("game", "season", "board", "games", "points"), columns, strict=True))
