"""Short fixtures for the rooms of the bot: persons, a clock that the test moves, stacked decks, a store with a gate."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

from bot.model.errors import Refusal, Refused
from bot.model.records import Change, Motion, Person, Session, Terms
from bot.play.sessions import Sessions
from bot.play.unshown import Unshown
from bot.storage.database import Database
from bot.storage.store import Store
from rules.lands.model import Options
from tests.offline import sessions_over
from tests.registry import GAMES
from tests.rules.builders import StackedShuffler

BEGAN = 1_700_000_000.0
"""When every test begins, UTC epoch seconds."""
DAY = 24 * 60 * 60.0
GUILD, CHANNEL = 7, 70
SECRET = bytes(range(32))
START_ID = 900
"""The Start interaction's id."""


def person(user_id: int, name: str, channel_id: int = CHANNEL) -> Person:
    return Person(user_id, name, GUILD, channel_id)


ANNE, BART, CALICO, DITA, EDDA = (
    person(user_id, name) for user_id, name in enumerate(("Anne", "Bart", "Calico", "Dita", "Edda"), start=1)
)
STRANGER = person(8, "Stranger")
MODERATOR = Person(9, "Mo", GUILD, CHANNEL, moderator=True)


class Clock:
    """Stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> float:
        return self.now


class GatedStore(Store):
    """A store whose writers wait at a gate; `crowd` tells when some do."""

    def __init__(self, database: Database, queries: Any) -> None:
        super().__init__(database, queries)
        self.gate = asyncio.Event()
        self.gate.set()
        self._arrived = asyncio.Semaphore(0)

    async def crowd(self, count: int) -> None:
        """Wait until so many more writers stand at the gate."""
        for _ in range(count):
            await self._arrived.acquire()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        self._arrived.release()
        await self.gate.wait()
        async with super()._transaction():
            yield


class Room:
    """Sessions over a real database, with the clock and the cards in the test's hands."""

    def __init__(self, store: GatedStore) -> None:
        self.store = store
        self.clock = Clock()
        self.decks: tuple[str, ...] = ()
        self.commits = 0
        self.members_gone: set[int] = set()
        self.on_commit: list[Callable[[Change], object]] = []
        """Told of every commit."""
        self.sessions = self.another()
        self.unshown = Unshown(self.clock)
        self.id = ""
        """The session the test is about."""

    def another(self) -> Sessions:
        """Return sessions as a second process would have them: with locks of their own, over the same database."""
        shuffler, secret = lambda _key: StackedShuffler(*self.decks), lambda: SECRET
        return sessions_over(self.store, self.clock, shuffler, secret, self._committed)

    def _committed(self, change: Change) -> None:
        self.commits += 1
        for listen in self.on_commit:
            listen(change)

    async def now(self) -> Session:
        """Return the session as the store holds it."""
        return await self.sessions.load(self.id)

    async def lobby(self, *people: Person, turn_seconds: int | None = 90, **options: Any) -> Session:
        """Open a lobby; the first of them opens it, the others join."""
        opener, *others = people
        change = await self.sessions.open("lands", opener, Terms(Options(**options), turn_seconds))
        self.id = change.after.id
        for other in others:
            await self.sessions.join(self.id, other)
        return await self.now()

    async def game(self, *people: Person, deck: str = "", turn_seconds: int | None = 90, **options: Any) -> Session:
        """Start a game in which the first of them begins."""
        self.decks = (deck,)
        await self.lobby(*people, turn_seconds=turn_seconds, **options)
        return (await self.sessions.start(self.id, people[0], START_ID)).after

    async def play(self, words: str) -> Session:
        """Let whoever is awaited make each move."""
        for word in words.split():
            session = await self.now()
            awaited = GAMES[session.game].awaited(session.state)
            assert awaited is not None, f"nobody is awaited to {word}"
            player = session.players[awaited.seat]
            await self.click(person(player.user_id, player.name, session.channel_id), word)
        return await self.now()

    async def click(self, who: Person, token: str) -> Change:
        """Press a button of the table as it stands."""
        session = await self.now()
        return await self.sessions.play(self.id, who, session.revision, token)

    async def turns(self, count: int) -> Session:
        """Let so many players draw one card and bank it."""
        return await self.play("draw bank " * count)

    async def wait(self, seconds: float) -> Change | None:
        """Let time pass, then let the clock look at this session."""
        self.clock.now += seconds
        return await self.expiry()

    async def time_out(self) -> Session:
        """Let the deadline come."""
        session = await self.now()
        assert session.deadline is not None
        self.clock.now = session.deadline
        change = await self.wait(0)
        assert change is not None
        return change.after

    def expiry(self) -> Awaitable[Change | None]:
        """Let the clock look at this session now."""
        return self.sessions.expire(self.id, self.is_member)

    async def motion(self) -> Motion:
        """Return the motion that was opened last."""
        found = (await self.now()).motions
        assert found, "no motion is open"
        return found[-1]

    async def agree(self, *people: Person) -> Session:
        """Let each of them press Agree on the open motion."""
        for who in people:
            await self.sessions.agree(self.id, who, (await self.motion()).number)
        return await self.now()

    async def in_order(self, *requests: Any, writers: int = 1) -> list[Any]:
        """Send requests in one tick, once the first of them stands at the store's gate; return answers and errors.

        The gate opens when so many writers stand there: more than one where no lock holds the others back.
        """
        async with Held(self.store) as held:
            held.send(requests[0])
            await self.store.crowd(1)
            held.send(*requests[1:])
            return await held.outcome(writers - 1)

    async def is_member(self, _guild_id: int, user_id: int) -> bool:
        return user_id not in self.members_gone

    async def refusal(self, attempt: Any) -> tuple[Refusal, dict[str, int | str]]:
        """Await what must be refused; check that the database is as before."""
        before = await rows(self.store)
        try:
            await attempt
        except Refused as refused:
            assert await rows(self.store) == before
            return refused.reason, refused.facts
        raise AssertionError("not refused")

    def scores(self, session: Session) -> list[int]:
        return [seat.score for seat in session.state.seats]


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Room]:
    """Sessions over a store that a test opens itself, and closes."""
    store = await GatedStore.open(path)
    assert isinstance(store, GatedStore)
    try:
        yield Room(store)
    finally:
        await store.close()


TABLES = (
    "sessions",
    "moves",
    "results",
    "result_seats",
    "names",
    "standings",
    "seasons",
    "house_rules",
    "server_settings",
    "home_idols",
    "departed",
    "notes",
    "hidden",
)


async def rows(store: Store, *tables: str) -> dict[str, list[tuple[Any, ...]]]:
    """Read all rows of all tables."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for table in tables or TABLES:
        order = "1" if table == "hidden" else "1, 2"
        async with store._reader.execute(f"SELECT * FROM {table} ORDER BY {order}") as cursor:  # noqa: S608 - our own name
            found[table] = [tuple(row) for row in await cursor.fetchall()]
    return found


async def results(store: Store) -> list[tuple[str, int]]:
    """Read how the games ended, and whether they are rated."""
    async with store._reader.execute("SELECT ending, rated FROM results ORDER BY ended_at") as cursor:
        return [(row[0], row[1]) for row in await cursor.fetchall()]


async def seats(store: Store) -> list[tuple[Any, ...]]:
    """Read who scored what and came where: name, score, place, has_left."""
    query = "SELECT name, score, place, has_left FROM result_seats ORDER BY session_id, seat"
    async with store._reader.execute(query) as cursor:
        return [tuple(row) for row in await cursor.fetchall()]


class Held:
    """Requests that wait at the store's gate together."""

    def __init__(self, store: GatedStore) -> None:
        self._store = store
        self._requests: list[asyncio.Task[Any]] = []

    async def __aenter__(self) -> Self:
        while not self._store._arrived.locked():
            await self._store._arrived.acquire()
        self._store.gate.clear()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._store.gate.set()

    def send(self, *requests: Any) -> None:
        """Send requests in one tick, in this order."""
        self._requests += map(asyncio.ensure_future, requests)

    async def outcome(self, writers: int = 1) -> list[Any]:
        """Open the gate once so many writers stand at it; return each request's answer or error."""
        await self._store.crowd(writers)
        self._store.gate.set()
        return await asyncio.gather(*self._requests, return_exceptions=True)


def kinds(answers: Iterable[Any]) -> list[str]:
    """Name what came of each request: the error, or how the session stands after it."""
    return [
        type(answer).__name__
        if isinstance(answer, Exception)
        else "nothing"
        if answer is None
        else str(answer.after.status)
        for answer in answers
    ]
