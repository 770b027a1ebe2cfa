"""Fixtures of the wire tests: a Discord, and bots as processes of their own."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.payloads import check_request
from tests.wire.bot_process import BotProcess
from tests.wire.people import World
from tests.wire.server import WireServer
from tests.wire.voyage import Voyage


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """A Discord on loopback; the test fails if a bot asked for something unknown or sent what Discord refuses."""
    server = WireServer()
    await server.start()
    yield World(server)
    await server.stop()
    server.assert_known()
    for request in server.requests:
        check_request(request.method, request.path, request.payload)


@pytest.fixture
async def new_bot(world: World, tmp_path: Path) -> AsyncIterator[Callable[..., BotProcess]]:
    """Make a bot, not yet started; it is killed if it still runs, and its output must be clean."""
    made: list[BotProcess] = []

    def make(times: dict[str, float] | None = None, **environment: str) -> BotProcess:
        made.append(BotProcess(world, tmp_path, environment, times or {}))
        return made[-1]

    yield make
    for bot in made:
        await bot.discard()
        bot.assert_clean()


@pytest.fixture
async def voyage(world: World, new_bot: Callable[..., BotProcess]) -> Voyage:
    """A bot that runs, and a game whose first card is still to be drawn."""
    voyage = Voyage(world, new_bot())
    await voyage.bot.start()
    await voyage.begin()
    return voyage
