"""What players see when the database cannot be written or read: plain words, and a click that works later (F02)."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from typing import Any

import pytest

from bot.storage import database
from tests.bot.builders import results
from tests.e2e.conftest import NewWorld
from tests.e2e.harness import World
from tests.e2e.turns import HEARTS_42, bank, draw, kept, ranking, seen, store
from tests.e2e.voyages import HEARTS_52, sail

NOT_SAVED = "That could not be saved just now, so it did not happen. Please try again in a moment."
NOT_READ = (
    "The ship's books cannot be read just now, so nothing was done. Please try again in a moment; "
    "if it stays so, tell the host of this bot."
)


@pytest.fixture
async def world(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A world whose bot gives up at once when another process holds the database."""
    monkeypatch.setattr(database, "_PRAGMAS", ("PRAGMA busy_timeout = 1", *database._PRAGMAS[1:]))
    async with new_world() as opened:
        yield opened


@asynccontextmanager
async def held(world: World) -> AsyncIterator[None]:
    """Let another process write for a long while."""
    with closing(sqlite3.connect(store(world)._database.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@asynccontextmanager
async def full(world: World) -> AsyncIterator[None]:
    """Let no page be written: as on a disk that is full or only read, for what this move needs."""
    await store(world)._writer.execute("PRAGMA query_only = ON")
    yield
    await store(world)._writer.execute("PRAGMA query_only = OFF")


Trouble = Callable[[World], AbstractAsyncContextManager[None]]


@pytest.mark.parametrize("trouble, why", [(held, "another process holds it"), (full, "it may only be read")])
async def test_f02_who_banks_in_vain_is_told_and_the_same_click_ends_the_game_later(
    world: World, trouble: Trouble, why: str
) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards=f"{HEARTS_52} {HEARTS_42.replace('H', 'C')}", target=50)
    await bank(anne, 8)
    await draw(bart, 6)
    last, before = world.table().button("Back to the ship"), await kept(world)
    async with trouble(world):
        for _ in range(2):
            assert (await bart.click(last)).private == NOT_SAVED
        assert await kept(world) == before
    [line, again] = world.errors
    assert "'move' by user" in line
    assert "could not be saved: the database " in line
    assert why in line
    assert again == line
    assert (await bart.click(last)).private is None
    assert ranking(world)
    assert len(await results(store(world))) == 1


async def test_who_meets_a_damaged_page_is_told_and_reading_works_again_afterwards(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2S")
    damage = sqlite3.DatabaseError("database disk image is malformed")
    damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT

    async def damaged(*_: Any) -> None:
        raise damage

    with monkeypatch.context() as patch:
        patch.setattr(store(world)._reader, "execute_fetchall", damaged)
        assert (await anne.click("Draw")).private == NOT_READ
        assert (await anne.slash("pirates table")).private == NOT_READ
    for line in world.errors:
        assert "database disk image is malformed. That is, it is damaged." in line
        assert "put your latest backup in its place with `python -m bot restore FILE`" in line
    await draw(anne)
    assert "**Treasure: 10 doubloons**" in seen(world)


async def test_a_stop_says_so_at_the_tables_and_the_next_start_takes_it_back(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2S")
    farewell = "Quartermaster is going below deck for a moment."
    await world.stop()
    assert farewell in seen(world)
    assert world.table().button("Draw")
    await world.start()
    assert farewell not in seen(world)
    await draw(anne)
    await world.stop()
    assert farewell in seen(world)
