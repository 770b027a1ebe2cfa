"""Who is pinged at the table of Lands Uncharted, and who is left in peace."""

from tests.e2e.harness import Person, World
from tests.e2e.turns import DAY, TURN, bank, draw
from tests.e2e.voyages import gather, sail


def pings(world: World) -> list[tuple[str, ...]]:
    """List whom each message notified, of those that notified anyone."""
    return [message.pings for message in world.messages() if message.pings]


async def test_nobody_is_pinged_while_everyone_plays_briskly(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C 3C 4C")
    for person in (anne, bart) * 2:
        await world.advance(29)
        await bank(person)
    assert len(world.messages()) == 1


async def test_who_was_silent_for_a_minute_is_pinged_once_with_a_link_to_the_table(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C 3C 4C 5C")
    await world.advance(59)
    await bank(anne)
    assert pings(world) == []
    await world.advance(59)
    await bank(bart)
    assert pings(world) == []
    await world.advance(60)
    await bank(anne)
    ping = world.messages()[-1]
    assert ping.pings == ("Bart",)
    assert ping.text.startswith("@Bart, it is your turn in **Lands Uncharted**: [go to the table](https://discord.com/")
    assert ping.text.endswith(f"/{world.table().id})")
    # Three steps of one turn: no further ping.
    await draw(bart, 2)
    assert pings(world) == [("Bart",)]
    await world.advance(61)
    await bart.click("Back to the ship")
    assert pings(world) == [("Anne",)]
    assert len(world.messages()) == 2


async def test_a_ping_goes_away_with_the_turn_even_when_nobody_else_needs_one(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C 3C")
    await world.advance(60)
    await bank(anne)
    assert pings(world) == [("Bart",)]
    await bank(bart)
    assert len(world.messages()) == 1


async def test_nobody_is_pinged_alone_at_sea_or_when_the_game_is_over(world: World) -> None:
    (anne,) = await sail(world, "Anne", cards="10H 2C 3C")
    await world.advance(80)
    await bank(anne)
    await world.advance(TURN)
    assert len(world.messages()) == 1


async def test_the_first_player_is_called_when_the_crew_starts_without_them(world: World) -> None:
    _, bart = await gather(world, "Anne", "Bart")
    await world.advance(61)
    world.first(0)
    await bart.click("Start")
    assert pings(world) == [("Anne",)]


async def slow_game(world: World) -> list[Person]:
    """Play at a day for each decision: the table grows old."""
    return await sail(world, "Anne", "Bart", cards="10H 2C", turn_time=DAY)


async def test_the_ping_links_to_the_table_that_a_time_out_has_posted_anew(world: World) -> None:
    await slow_game(world)
    buried = world.table().id
    await world.advance(DAY)
    assert len(world.messages()) == 2
    assert world.table().id != buried
    ping = next(message for message in world.messages() if message.pings)
    assert ping.text.endswith(f"/{world.table().id})")
