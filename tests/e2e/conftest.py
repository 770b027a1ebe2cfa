"""Fixtures of the end-to-end tests: a world with the real bot in it."""

from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest

from bot.__main__ import build
from bot.store import Store
from tests.e2e.harness import World


@pytest.fixture
def beat_seconds() -> float:
    """Seconds between two heartbeats of the clock: many, so that days pass quickly.

    A test of what a stop costs players asks for fewer: `@pytest.mark.parametrize("beat_seconds", [2.0])`.
    """
    return 600.0


@pytest.fixture
async def world(tmp_path: Path, beat_seconds: float) -> AsyncIterator[World]:
    """A fresh world: one server, one channel, the bot on an empty database."""

    @asynccontextmanager
    async def launch(world: World) -> AsyncIterator[discord.AutoShardedClient]:
        store = await Store.open(tmp_path / "quartermaster.sqlite3")
        try:
            chance = world.chance
            yield build(store, now=world.now, secret=chance.secret, shuffler=chance.shuffler, beat_seconds=beat_seconds)
        finally:
            await store.close()

    async with World.open(launch) as opened:
        yield opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show under a failed test what everyone saw in the end, and what went between Discord and the bot."""
    report = yield
    if report.when == "call" and report.failed:
        for value in getattr(item, "funcargs", {}).values():
            if isinstance(value, World):
                report.sections.append(("what everyone saw in the end", value.screen()))
                report.sections.append(("what Discord and the bot said", value.transcript()))
    return report
