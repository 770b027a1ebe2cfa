"""Deletes a person's data: they leave every lobby and game by the rules (X1), then the store forgets them."""

from collections.abc import AsyncGenerator

from msgspec import Struct
from msgspec.structs import replace

from bot.model.records import Change, Person
from bot.play.sessions import Sessions
from bot.storage.privacy import Pseudonym, aboard
from bot.storage.store import Store


class Departure(Struct, frozen=True):
    """The result of forgetting someone."""

    live: tuple[str, ...]
    """Ids of live sessions in which a pseudonym has replaced the person."""
    swept: bool
    """The database file holds no remains; if False, the next start removes them."""


class Erasure:
    """Takes a person out of every session, then deletes their data."""

    def __init__(self, sessions: Sessions, store: Store) -> None:
        self._sessions = sessions
        self._store = store

    async def leave(self, person: Person) -> AsyncGenerator[Change, None]:
        """Leave every lobby and running game, on all servers; yield each step once it is committed."""
        for session in await self._store.privacy.mentions(person.user_id):
            if aboard(session, person.user_id):
                there = replace(person, guild_id=session.guild_id, channel_id=session.channel_id, moderator=False)
                yield await self._sessions.leave(session.id, there)

    async def forget(self, person: Person, pseudonym: Pseudonym) -> Departure:
        """Forget a person who has left everything; `pseudonym` replaces their name.

        Raises Refused(STILL_ABOARD) when they took a seat meanwhile, NotSaved when it could not be written.
        """
        mentions = await self._store.privacy.mentions(person.user_id)
        # A step under way would write back the data that it read before, so it is finished first.
        async with self._sessions.locks.all(session.id for session in mentions):
            await self._store.forget(person, pseudonym)
        live = tuple(session.id for session in mentions if session.live)
        return Departure(live, swept=await self._store.sweep())
