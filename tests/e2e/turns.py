"""Turns that the flows of Lands Uncharted share, by clicks only."""

from typing import cast

from msgspec.structs import replace

from bot.app import Quartermaster
from bot.model.records import Session, Terms
from bot.storage.store import Store
from tests.e2e.harness import Channel, Person, Reply, World
from tests.e2e.voyages import PUSH

TURN = 90
"""Seconds for each decision, where nobody chose another time."""
DAY = 86_400
HEARTS_42 = "10H 9H 8H 7H 6H 2H"
"""Six cards worth 42."""


DASH = "\u2013"
"""Stands before a name without a place in the ranking."""


def seen(world: World, where: Channel | None = None) -> str:
    """Give the text of the newest table."""
    return world.table(where).text


async def draw(person: Person, times: int = 1) -> Reply:
    """Draw so many cards; return what the last one brought."""
    for _ in range(times - 1):
        await person.click(PUSH)
    return await person.click(PUSH)


LABELS = {
    "draw": PUSH,
    "bank": "Back to the ship",
    "take": "Take the dare",
}


async def act(person: Person, moves: str) -> None:
    """Make these moves by clicks, such as `draw draw bank`."""
    for move in moves.split():
        await person.click(LABELS[move])


async def bank(person: Person, cards: int = 1) -> Reply:
    """Draw so many cards and go back to the ship."""
    await draw(person, cards)
    return await person.click("Back to the ship")


def line(world: World, holding: str) -> str:
    """Give the one line of the table that holds these words."""
    found = [row for row in seen(world).splitlines() if holding in row]
    assert len(found) == 1, f"{holding!r} is in {len(found)} lines of\n{seen(world)}"
    return found[0]


def ranking(world: World) -> list[str]:
    """Give the lines of the ranking of an ended game, best first."""
    rows = seen(world).splitlines()
    return [row for row in rows if row.startswith(tuple(f"**{place}" for place in ("1.", "2.", "3.", "4.", DASH)))]


def pings(world: World) -> list[tuple[str, ...]]:
    """List whom each message notified, of those that notified anyone."""
    return [message.pings for message in world.messages() if message.pings]


def store(world: World) -> Store:
    """Give the store of the running bot. The one door to what no player sees."""
    return cast("Quartermaster", world.bot)._store


async def running(world: World) -> Session:
    """Load the game of the first channel."""
    session = await store(world).in_channel(world.server.deck.id)
    assert session is not None
    return session


async def kept(world: World, where: Channel | None = None) -> Session:
    """Load what the store holds of a channel's game, but for the messages that show it."""
    session = await store(world).in_channel((where or world.server.deck).id)
    assert session is not None
    return replace(session, table_id=None, ping_id=None)


async def settle_on(world: World, terms: Terms) -> None:
    """Save house rules of Lands Uncharted for the first server."""
    await store(world).servers.change_terms(world.server.handle.id, "lands", lambda _: terms)


async def in_thread(world: World) -> tuple[Channel, Person, Person]:
    """Start a game in a thread, Anne first, and let her draw a ten."""
    thread = world.server.deck.thread("quiet corner")
    anne, bart = world.people("Anne", "Bart")
    await anne.slash("lands", thread)
    await bart.click("Join", on=world.table(thread))
    world.first(0)
    world.stack("10H 2C 3C")
    await anne.click("Start", on=world.table(thread))
    await anne.click("Draw", on=world.table(thread))
    return thread, anne, bart
