"""Who is pinged at the table of Lands Uncharted, and who is left in peace."""

from tests.e2e.harness import World
from tests.e2e.turns import DAY, TURN, bank, draw, pings
from tests.e2e.voyages import sail


async def test_who_was_silent_for_a_minute_is_pinged_once_with_a_link_to_the_table(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C 3C 4C 5C 6C")
    await world.advance(59)
    await bank(anne)
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
    # A ping goes away with the turn even when nobody else needs one.
    await bank(anne)
    assert len(world.messages()) == 1


async def test_nobody_is_pinged_alone_at_sea(world: World) -> None:
    (anne,) = await sail(world, "Anne", cards="10H 2C 3C")
    await world.advance(80)
    await bank(anne)
    await world.advance(TURN)
    assert len(world.messages()) == 1


async def test_the_ping_links_to_the_table_that_a_time_out_has_posted_anew(world: World) -> None:
    await sail(world, "Anne", "Bart", cards="10H 2C", turn_time=DAY)
    buried = world.table().id
    await world.advance(DAY)
    assert world.table().id != buried
    ping = next(message for message in world.messages() if message.pings)
    assert ping.text.endswith(f"/{world.table().id})")
