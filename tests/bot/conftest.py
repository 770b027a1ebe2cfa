"""Fixtures of the discord-free rooms."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.messages import replies
from tests.bot.builders import Clock, GatedStore, Room
from tests.bot.clicks import Stage

UNHURRIED = (
    "bot.app.LOOKUP_SECONDS",
    "bot.interactions.boundary.CLOSING_SECONDS",
    "bot.messages.background.CLOSING_SECONDS",
    "bot.messages.replies.FIRST_SECONDS",
    "bot.storage.store.TURN_SECONDS",
)
"""Limits of real time."""


@pytest.fixture(autouse=True)
def a_busy_computer_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no limit be reached because the computer is busy: a test of a limit sets its own."""
    for name in UNHURRIED:
        monkeypatch.setattr(name, 600.0)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the test's database stands."""
    return tmp_path / "quartermaster.sqlite3"


@pytest.fixture
async def store(database: Path) -> AsyncIterator[GatedStore]:
    """An open store on an empty database."""
    opened = await GatedStore.open(database)
    assert isinstance(opened, GatedStore)
    yield opened
    await opened.close()


@pytest.fixture
def room(store: GatedStore) -> Room:
    """Sessions over that store."""
    return Room(store)


@pytest.fixture
async def stage(store: GatedStore, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """The whole bot over that store, with Discord's part played."""
    # A busy computer defers answers; what that does is tested with the replies.
    monkeypatch.setattr(replies, "DEFER_AFTER_SECONDS", 600)
    stage = Stage(store, Clock())
    yield stage
    await stage.settle()
    stage.close()
