"""Fixtures of the end-to-end tests: a world with the real bot in it."""

from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import discord
import pytest

from bot.__main__ import build
from bot.model.idols import ENDS
from bot.storage.store import Store
from bot.workers.worker import Worker
from tests.e2e.harness import World


@pytest.fixture
def beat_seconds() -> float:
    """Seconds between two heartbeats of the clock: many, so that days pass quickly.

    A test of what a stop costs players asks for fewer: `@pytest.mark.parametrize("beat_seconds", [2.0])`.
    """
    return 600.0


def let_tasks_come_to(monkeypatch: pytest.MonkeyPatch, outcome: bytes | Exception) -> list[bytes]:
    """Let whatever a process of its own is asked for come to this; return what it was given."""
    asked: list[bytes] = []

    async def run(_: Worker, __: str, given: bytes, ___: float) -> bytes:
        asked.append(given)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(Worker, "run", run)
    return asked


@pytest.fixture(autouse=True)
def every_trial_ends_well() -> Iterator[None]:
    """No process is started here: how long it takes depends on the machine. Real ones run in tests/bot."""
    with pytest.MonkeyPatch.context() as patch:
        let_tasks_come_to(patch, ENDS)
        yield


NewWorld = Callable[[], AbstractAsyncContextManager[World]]


@pytest.fixture
def new_world(tmp_path: Path, beat_seconds: float) -> NewWorld:
    """Open a fresh world: one server, one channel, the bot on an empty database. Several are all alike."""

    @asynccontextmanager
    async def launch(folder: Path, world: World) -> AsyncIterator[discord.AutoShardedClient]:
        store = await Store.open(folder / "quartermaster.sqlite3")
        try:
            chance = world.chance
            yield build(store, now=world.now, secret=chance.secret, shuffler=chance.shuffler, beat_seconds=beat_seconds)
        finally:
            await store.close()

    def opened() -> AbstractAsyncContextManager[World]:
        return World.open(partial(launch, Path(mkdtemp(dir=tmp_path))))

    return opened


@pytest.fixture
async def world(new_world: NewWorld) -> AsyncIterator[World]:
    """A fresh world."""
    async with new_world() as opened:
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
