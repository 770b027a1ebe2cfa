"""Turns that the flows of Lands Uncharted share, by clicks only."""

from tests.e2e.harness import Channel, Person, Reply, World
from tests.e2e.voyages import PUSH

HEARTS_52 = "10H 9H 8H 7H 6H 5H 4H 3H"
"""Eight cards worth 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 = 52."""
HEARTS_42 = "10H 9H 8H 7H 6H 2H"
"""Six cards worth 42."""


TEXT_STYLE = "\ufe0e"
"""Follows each suit symbol, so that no client draws it as a coloured emoji; nobody sees it."""


def seen(world: World, where: Channel | None = None) -> str:
    """Give the text of the table as a reader sees it."""
    return world.table(where).text.replace(TEXT_STYLE, "")


async def draw(person: Person, times: int = 1) -> Reply:
    """Draw so many cards; return what the last one brought."""
    for _ in range(times - 1):
        await person.click(PUSH)
    return await person.click(PUSH)


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
    return [row for row in rows if row.startswith(("1.", "2.", "3.", "4.", "–"))]
