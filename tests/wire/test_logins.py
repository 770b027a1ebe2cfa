"""A start while Discord limits, blocks or stumbles: tried again as it allows, then given up in a sentence."""

import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Final

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.faults import RESET, Fault, limited, refused
from tests.wire.people import World

NewBot = Callable[..., BotProcess]

ROUTES: Final = ("/users/@me", "/oauth2/applications/@me", "/gateway/bot")
"""What a start asks, in this order."""
BLOCKED: Final = limited(0.05, banned=True)
FAULTS: Final = {
    "blocked": (BLOCKED, "Discord blocks this address until "),
    "blocked without a word": (Fault(429), "Discord blocks this address for a while"),
    "unavailable": (refused(503), "Discord does not work properly at the moment: it answered 503."),
    "forbidden": (refused(403), "Discord does not work properly at the moment: it answered 403."),
    "cut off": (RESET, "Discord cannot be reached (ClientOSError"),
}
AT_ONCE: Final = {"host.patience.PAUSES": [0.0, 0.0]}


def told(bot: BotProcess) -> list[str]:
    """What the host is told of, but for what discord.py says of itself."""
    return [line for line in bot.output.splitlines() if " INFO " not in line and "discord.http" not in line]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("fault", FAULTS)
async def test_what_fails_in_passing_at_a_start_is_told_in_a_line_and_tried_again(
    world: World, new_bot: NewBot, fault: str, route: str
) -> None:
    bot = new_bot(AT_ONCE)
    strikes, words = FAULTS[fault]
    world.server.next("GET", route, strikes, times=1 + (strikes is RESET))  # aiohttp tries that once more
    await bot.start()
    [line] = told(bot)
    assert words in line
    assert "Next try in 0 s." in line


@pytest.mark.parametrize("route", ["/users/@me", "/gateway/bot"])
async def test_a_start_that_fails_again_and_again_ends_with_a_sentence_and_code_1(
    world: World, new_bot: NewBot, route: str
) -> None:
    bot = new_bot(AT_ONCE)
    world.server.next("GET", route, refused(503), times=99)
    assert await bot.ends_at_start() == 1
    assert len(world.server.sent("GET", route)) == 3
    assert len(told(bot)) == 3
    assert told(bot)[-1].endswith("it answered 503. Start the bot again later.")


async def test_a_block_is_waited_for_as_long_as_discord_asks_and_a_stop_in_that_time_is_at_once(
    world: World, new_bot: NewBot
) -> None:
    bot = new_bot()
    world.server.next("GET", "/users/@me", limited(3600, banned=True), times=99)
    await bot.launch()
    await bot.says("Next try in 3600 s.")
    assert len(world.server.sent("GET", "/users/@me")) == 1
    bot.notify(signal.SIGTERM)
    assert await bot.ended() == 0


async def test_a_limit_on_the_sync_of_the_commands_keeps_no_game_from_being_played(
    world: World, new_bot: NewBot
) -> None:
    """A new version, as it seems; Discord wants the bot to wait for an hour before it may tell its commands."""
    bot = new_bot({"messages.background.CLOSING_SECONDS": 0.1})
    await bot.start()
    await world.server.until(lambda: world.state.syncs == 1)
    await bot.terminate()
    with closing(sqlite3.connect(bot.database)) as database, database:
        database.execute("DELETE FROM notes WHERE name = 'synced-commands'")
    world.server.next("PUT", "/applications/*/commands", limited(3600), times=99)
    await bot.start()
    assert (await world.slash(world.person("Anne"), "lands")).shown
