"""Beginnings that the flows of Lands Uncharted share."""

from tests.e2e.harness import Person, World

PUSH = "Draw"
"""The button for a further card."""
HEARTS_52 = "10H 9H 8H 7H 6H 5H 4H 3H"
"""Eight cards worth 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 = 52."""


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


VOYAGE_64 = "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D"
"""Ten cards worth 2 + 3 + ... + 10 = 54, and 10."""
VOYAGE_62 = "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D"


async def voyage(world: World, who: Person, cards: str, **options: int | str) -> str:
    """Sail ten rounds of one card each; return the table at the end."""
    await who.slash("lands", **options)
    world.stack(cards)
    await who.click("Start")
    for _ in range(10):
        await who.click(PUSH)
        await who.click("Back to the ship")
    return world.table().text


async def duel(world: World, *crew: Person) -> tuple[Person, Person]:
    """Let the first of two, Anne unless given, bank 52 of a target of 50, and the second, Bart, 2."""
    first, second = crew or world.people("Anne", "Bart")
    await first.slash("lands", target=50)
    await second.click("Join")
    world.first(0)
    world.stack(f"{HEARTS_52} 2C")
    await first.click("Start")
    for person, cards in ((first, 8), (second, 1)):
        for _ in range(cards):
            await person.click(PUSH)
        await person.click("Back to the ship")
    return first, second
