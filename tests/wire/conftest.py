"""Fixtures of the wire tests: a Discord, and bots as processes of their own."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.payloads import check_request
from tests.wire.bot_process import BotProcess
from tests.wire.people import World
from tests.wire.server import WireServer


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
    """Make bots, not yet started; whatever is left of them is killed, and their output must be clean."""
    made: list[BotProcess] = []

    def make(module: str = "bot.__main__", **environment: str) -> BotProcess:
        folder = tmp_path / f"bot{len(made)}"
        folder.mkdir()
        made.append(BotProcess(world, folder, module, environment))
        return made[-1]

    yield make
    for bot in made:
        await bot.discard()
    for bot in made:
        bot.assert_clean()
