"""READY without the server, because of an outage or because the bot was removed: told apart by the real bot."""

import sqlite3
from contextlib import closing

from bot.model.records import Closed
from tests.wire import shapes
from tests.wire.test_crash import Voyage, prudent
from tests.wire.test_reconnect import voyage

__all__ = ["voyage"]


async def back(voyage: Voyage) -> None:
    """Start the killed bot again, and wait until it knows its servers."""
    voyage.world.server.gateway.heartbeat_seconds = 0.1  # so often conditions are looked at
    lines = voyage.bot.output.count("ready as")
    await voyage.bot.start()
    await voyage.world.server.until(lambda: voyage.bot.output.count("ready as") > lines or None, patience=30)


def departed(voyage: Voyage) -> list[int]:
    with closing(sqlite3.connect(voyage.bot.database)) as database:
        return [row[0] for row in database.execute("SELECT guild_id FROM departed")]


async def test_a_server_in_an_outage_is_not_one_that_removed_the_bot(voyage: Voyage) -> None:
    before, gateway = await voyage.saved(), voyage.world.server.gateway
    await voyage.bot.kill()
    gateway.outage = True
    await back(voyage)
    await voyage.play(await voyage.saved(), prudent(before.state))
    await gateway.end_outage()
    after = await voyage.saved()
    await voyage.play(after, prudent(after.state))
    assert departed(voyage) == []


async def test_x2_a_server_that_removed_the_bot_meanwhile_has_no_game_left(voyage: Voyage) -> None:
    await voyage.bot.kill()
    voyage.world.server.gateway.removed = True
    await back(voyage)
    told = f"removed from server {shapes.GUILD}: its data is kept for 30 days"
    await voyage.world.server.until(lambda: told in voyage.bot.output or None)
    assert (await voyage.saved()).closed is Closed.CHANNEL_GONE
    assert departed(voyage) == [int(shapes.GUILD)]
