"""How someone goes for good: out of every lobby and game by the rules (X1), then out of the store."""

from collections.abc import AsyncGenerator

from msgspec import Struct
from msgspec.structs import replace

from bot.model.records import Change, Person
from bot.play.sessions import Sessions
from bot.storage.privacy import Pseudonym, aboard
from bot.storage.store import Store


class Departure(Struct, frozen=True):
    """What came of forgetting someone."""

    live: tuple[str, ...]
    """Ids of sessions that go on, with somebody without a name in the person's place."""
    swept: bool
    """The database file holds nothing any more; else that has to wait for the next start."""


class Erasure:
    """Lets people go."""

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
        """Forget a person who has left everything; `pseudonym` is what stands for their name.

        Raises Refused(STILL_ABOARD) when they took a seat meanwhile, NotSaved when it could not be written.
        """
        mentions = await self._store.privacy.mentions(person.user_id)
        # A step under way would write again what it read before: it is finished first, and the next one reads anew.
        async with self._sessions.locks.all(session.id for session in mentions):
            await self._store.forget(person, pseudonym)
        live = tuple(session.id for session in mentions if session.live)
        return Departure(live, swept=await self._store.sweep())
