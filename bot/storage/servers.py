"""A server's settings, house rules, home-made idols and seasons, and which servers have removed the bot.

A change reads and writes in one transaction, so that two admins never undo each other's changes.
"""

import math
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.model import idols
from bot.model.errors import Refusal, Refused
from bot.model.games import GAMES
from bot.model.idols import HomeIdol, HomeIdols
from bot.model.records import ServerSettings, Session, Terms, as_json
from bot.storage.scores import Query
from rules import lands
from rules.idols import Effect, Idol


class Servers:
    """Reads and changes settings, and admits new games by them."""

    def __init__(
        self, queries: Any, transaction: Callable[[], AbstractAsyncContextManager[None]], write: Query, read: Query
    ) -> None:
        self._queries = queries
        self._transaction = transaction
        self._write = write
        self._read = read
        self.languages: dict[int, str] = {}
        """The languages that servers have chosen, kept in memory because every answer needs them."""

    async def recall(self) -> None:
        """Read `languages` at start."""
        self.languages.update(await self._read(self._queries.chosen_languages))

    # --- The whole server ---

    async def settings(self, guild_id: int) -> ServerSettings:
        """Return a server's settings; the defaults for one that never changed any."""
        return _settings(await self._read(self._queries.server_settings, guild_id=guild_id))

    async def change(self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        """Change a server's settings; return the new ones."""
        async with self._transaction():
            settings = change(_settings(await self._write(self._queries.server_settings, guild_id=guild_id)))
            await self._write(
                self._queries.save_server_settings,
                guild_id=guild_id,
                channels=as_json(settings.channels),
                most_games=settings.most_games,
                pings=settings.pings,
                language=settings.language,
            )
        self.languages.pop(guild_id, None)
        if settings.language is not None:
            self.languages[guild_id] = settings.language
        return settings

    async def admit(self, session: Session, parent_id: int | None) -> None:
        """Check a new session against the settings, in the transaction that has just inserted it.

        `parent_id` is the channel of its thread.

        Raises Refused(CHANNEL_NOT_ALLOWED), Refused(TOO_MANY_GAMES).
        """
        guild_id = session.guild_id
        settings = _settings(await self._write(self._queries.server_settings, guild_id=guild_id))
        if not settings.allows(session.channel_id, parent_id):
            raise Refused(Refusal.CHANNEL_NOT_ALLOWED, channels=settings.mentions)
        if settings.most_games is None:
            return
        ((live,),) = await self._write(self._queries.count_live, guild_id=guild_id)
        if live > settings.most_games:
            raise Refused(Refusal.TOO_MANY_GAMES, open=live - 1)

    async def live(self, guild_id: int) -> int:
        """Count a server's lobbies and running games."""
        ((live,),) = await self._read(self._queries.count_live, guild_id=guild_id)
        return int(live)

    # --- One game ---

    async def terms(self, guild_id: int, game: str) -> Terms:
        """Return a game's house rules on a server, without home-made idols."""
        return await self._terms(self._read, guild_id, game)

    async def lobby_terms(self, guild_id: int, game: str) -> Terms:
        """Return what a game's new lobbies begin with: its house rules, and the home-made idols that are on."""
        terms = await self.terms(guild_id, game)
        return idols.with_set(terms, idols.active(await self.idols(guild_id))) if game == idols.GAME else terms

    async def _terms(self, ask: Query, guild_id: int, game: str) -> Terms:
        saved = _terms_of(await ask(self._queries.house_rules, guild_id=guild_id, game=game), game)
        return saved or Terms(GAMES[game].rules.Options())

    async def change_terms(self, guild_id: int, game: str, change: Callable[[Terms], Terms]) -> Terms:
        """Change a game's house rules on a server; return them.

        Raises InvalidOptions, also when they do not go together with the home-made idols that are on.
        """
        place = {"guild_id": guild_id, "game": game}
        async with self._transaction():
            terms = change(await self._terms(self._write, guild_id, game))
            GAMES[game].rules.validate(terms.options)
            if game == idols.GAME:
                _require_compatible(terms, await self._idols(self._write, guild_id))
            await self._write(self._queries.save_house_rules, **place, rules=as_json(terms))
        return terms

    # --- Home-made idols: L15 ---

    async def idols(self, guild_id: int) -> HomeIdols:
        """Return a server's home-made idols, the oldest first."""
        return await self._idols(self._read, guild_id)

    async def _idols(self, ask: Query, guild_id: int) -> HomeIdols:
        rows = await ask(self._queries.home_idols, guild_id=guild_id)
        return tuple(
            HomeIdol(Idol(place, Effect(effect), amount, name), bool(active), number)
            for number, place, effect, amount, name, active in rows
        )

    async def require_compatible(self, guild_id: int, home: HomeIdols) -> None:
        """Raise InvalidOptions for a set that contradicts itself or the server's house rules."""
        _require_compatible(await self.terms(guild_id, idols.GAME), home)

    async def save_idols(self, guild_id: int, before: HomeIdols, after: HomeIdols) -> HomeIdols:
        """Replace a server's idols and return them as stored.

        Raises InvalidOptions, and Refused(IDOLS_CHANGED) when `before` is no longer what the server has: then the
        trial was not of what would be stored.
        """
        async with self._transaction():
            if await self._idols(self._write, guild_id) != before:
                raise Refused(Refusal.IDOLS_CHANGED)
            _require_compatible(await self._terms(self._write, guild_id, idols.GAME), after)
            kept = {home.number for home in after}
            for home in before:
                if home.number not in kept:
                    await self._write(self._queries.delete_home_idol, guild_id=guild_id, number=home.number)
            for home in after:
                await self._save_idol(guild_id, home)
            return await self._idols(self._write, guild_id)

    async def _save_idol(self, guild_id: int, home: HomeIdol) -> None:
        idol, query = home.idol, self._queries
        if home.number:
            await self._write(query.switch_home_idol, guild_id=guild_id, number=home.number, active=home.active)
            return
        await self._write(
            query.insert_home_idol,
            guild_id=guild_id,
            place=idol.on,
            effect=idol.effect,
            amount=idol.number,
            name=idol.name,
            active=home.active,
        )

    # --- Seasons ---

    async def season(self, guild_id: int, game: str) -> int:
        """Return the number of the season under way."""
        ((number,),) = await self._read(self._queries.season, guild_id=guild_id, game=game)
        return int(number)

    async def begin_season(self, guild_id: int, game: str, number: int, now: float) -> bool:
        """Begin the season of this number, if it is the next one; what was before stays readable under its own.

        `now` is in UTC epoch seconds.
        A confirmation that is clicked twice, or by two admins, begins one season.
        """
        place = {"guild_id": guild_id, "game": game}
        async with self._transaction():
            return bool(await self._write(self._queries.begin_next_season, **place, number=number, now=now))

    # --- Servers that have removed the bot: see bot/clock/retention.py ---

    async def known(self) -> set[int]:
        """Return the servers that data is kept of, without those that are noted as removed."""
        return {row[0] for row in await self._read(self._queries.known_guilds)}

    async def removed(self, before: float = math.inf) -> list[int]:
        """List the servers that removed the bot at `before`, UTC epoch seconds, or earlier."""
        return [row[0] for row in await self._read(self._queries.removed_guilds, before=before)]

    async def note_removal(self, guild_id: int, now: float) -> None:
        """Note that the bot is no longer on a server; `now` is in UTC epoch seconds."""
        async with self._transaction():
            await self._write(self._queries.note_removal, guild_id=guild_id, now=now)

    async def clear_removal(self, guild_id: int) -> None:
        """Delete the note that the bot is no longer on a server."""
        async with self._transaction():
            await self._write(self._queries.clear_removal, guild_id=guild_id)

    async def purge(self, guild_id: int, before: float) -> bool:
        """Delete all data of a server that removed the bot at `before` or earlier; tell whether that was done.

        Not of one that has come back, or has a live game. It is one transaction: a server that comes back meanwhile
        keeps everything or nothing.
        """
        async with self._transaction():
            ((forfeit,),) = await self._write(self._queries.is_forfeit, guild_id=guild_id, before=before)
            for name in self._queries.available_queries if forfeit else ():
                if name.startswith("purge_"):
                    await self._write(getattr(self._queries, name), guild_id=guild_id)
        if forfeit:
            self.languages.pop(guild_id, None)
        return bool(forfeit)


def _terms_of(rows: list[Any], game: str) -> Terms | None:
    """Read a server's house rules from the rows of their query."""
    if not rows:
        return None
    ((rules,),) = rows
    terms = msgspec.json.decode(rules, type=Terms)
    return replace(terms, options=msgspec.convert(terms.options, GAMES[game].rules.Options))


def _require_compatible(terms: Terms, home: HomeIdols) -> None:
    lands.validate(idols.with_set(terms, idols.active(home)).options)


def _settings(rows: list[Any]) -> ServerSettings:
    if not rows:
        return ServerSettings()
    ((channels, most_games, pings, language),) = rows
    return ServerSettings(msgspec.json.decode(channels, type=tuple[int, ...]), most_games, bool(pings), language)
