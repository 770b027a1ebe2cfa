"""Beginnings that the flows of Lands Uncharted share."""

from tests.e2e.harness import Person, World

PUSH = "Draw"
"""The button for a further card."""


async def gather(world: World, *names: str, **options: int | str) -> list[Person]:
    """Let the first open a lobby with these options and the others join it."""
    crew = world.people(*names)
    await crew[0].slash("lands", **options)
    for person in crew[1:]:
        await person.click("Join")
    return crew


async def sail(world: World, *names: str, cards: str, **options: int | str) -> list[Person]:
    """Start a game in which the first begins and these cards lie on top, left is drawn first."""
    crew = await gather(world, *names, **options)
    world.first(0)
    world.stack(cards)
    await crew[0].click("Start")
    return crew
