"""Servers and channels that go while the bot is there, and while it is away (issue 4, F22)."""

from typing import Any

from bot.model.records import Closed, Status
from tests.e2e.harness import Channel, Person, Server, World
from tests.e2e.turns import DAY, kept, store
from tests.e2e.voyages import sail


async def rows(world: World, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await store(world)._reader.execute_fetchall(query)]


async def of(world: World, server: Server) -> int:
    """Count a server's sessions."""
    ((count,),) = await rows(world, f"SELECT count(*) FROM sessions WHERE guild_id = {server.handle.id:d}")  # noqa: S608 - a number
    return int(count)


async def departed(world: World) -> list[int]:
    return [row[0] for row in await rows(world, "SELECT guild_id FROM departed")]


async def begin(world: World, place: Channel, name: str) -> Person:
    """Let someone sail alone, somewhere."""
    (who,) = place.server.people(name)
    await who.slash("lands", place)
    await who.click("Start", on=world.table(place))
    return who


async def away(world: World, days: float) -> None:
    """Stop the bot and start it again so many days later; nothing else happens in between."""
    await world.stop()
    world.simulation.backend.advance_clock(days * DAY)
    await world.start()
    await world.settle()


async def test_x2_the_data_of_a_server_that_removed_the_bot_goes_after_thirty_days(world: World) -> None:
    tortuga = world.second_server("Tortuga")
    await sail(world, "Anne", "Bart", cards="10H")
    await begin(world, tortuga.deck, "Dita")
    await world.server.remove_bot()
    assert (await kept(world)).closed is Closed.CHANNEL_GONE
    assert await departed(world) == [world.server.handle.id]
    await away(world, 29)
    assert (await of(world, world.server), await of(world, tortuga)) == (1, 1)
    await away(world, 1)
    assert (await of(world, world.server), await of(world, tortuga)) == (0, 1)
    assert await departed(world) == []


async def test_a_removal_while_the_bot_is_away_ends_the_games_and_counts_from_its_return(world: World) -> None:
    tortuga = world.second_server("Tortuga")
    await sail(world, "Anne", "Bart", cards="10H")
    await begin(world, tortuga.deck, "Dita")
    await world.stop()
    world.simulation.backend.remove_guild(world.server.handle.id)
    world.simulation.backend.advance_clock(40 * DAY)
    await world.start()
    await world.settle()
    assert (await kept(world)).closed is Closed.CHANNEL_GONE
    assert (await kept(world, tortuga.deck)).status is Status.PLAYING
    await away(world, 29)
    assert await of(world, world.server) == 1
    await away(world, 1)
    assert await of(world, world.server) == 0


async def test_f22_a_channel_that_is_deleted_while_the_bot_is_away_ends_its_game(world: World) -> None:
    port, thread = world.server.channel("port"), world.server.deck.thread("quiet corner")
    await begin(world, port, "Anne")
    await begin(world, thread, "Bart")
    await begin(world, world.server.deck, "Dita")
    await world.stop()
    backend = world.simulation.backend
    backend.delete_channel(port.id)
    backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await world.start()
    await world.settle()
    assert (await kept(world, port)).closed is Closed.CHANNEL_GONE
    assert (await kept(world, thread)).status is Status.PLAYING
    assert (await kept(world)).status is Status.PLAYING


async def test_f22_a_channel_that_discord_does_not_let_the_bot_look_up_counts_as_still_there(world: World) -> None:
    port = world.server.channel("port")
    await begin(world, port, "Bart")
    await world.stop()
    world.simulation.backend.delete_channel(port.id)
    world.discord_fails("GET", "/channels/*", status=403, code=50001)
    world.discord_fails("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
    await world.start()
    await world.settle()
    assert [request.path for request in world.simulation.http_requests].count(f"/channels/{port.id}") == 1
    assert (await kept(world, port)).status is Status.PLAYING
