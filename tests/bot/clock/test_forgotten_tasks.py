"""The event loop holds tasks weakly (F42): what we start must be done although the collector runs all the time."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from functools import partial

import pytest

from bot.messages.background import Background
from bot.model.records import Person, Terms
from bot.storage.store import Store
from rules.lands.model import Options
from tests.bot.builders import GUILD, Room
from tests.bot.clock.watch import Watch

MANY = 500
HOUR = 3600.0


@pytest.fixture
async def collector() -> AsyncIterator[None]:
    """Collect garbage every 10 ms; what there was before the test is left out, or nothing else would get its turn."""
    gc.collect()
    gc.freeze()

    async def collect() -> None:
        while True:
            gc.collect()
            await asyncio.sleep(0.01)

    collecting = asyncio.create_task(collect())
    yield
    collecting.cancel()
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
async def test_f42_five_hundred_deadlines_are_kept_while_the_collector_runs(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, MANY + 1):
        await room.sessions.open("lands", Person(number, f"Pirate {number}", GUILD, number), Terms(Options()))
    watch = Watch(room, monkeypatch, beat=HOUR)
    await watch.run(HOUR)
    assert [at for _, at in watch.fired] == [15 * 60] * MANY
    assert await room.store.live_ids() == []
    assert not list(room.sessions.locks._locks)


@pytest.mark.usefixtures("collector")
async def test_f42_five_hundred_saves_in_the_background_are_all_made_while_the_collector_runs(store: Store) -> None:
    """Each waits for something that nobody but itself holds: a task that is not held either would be gone."""
    background = Background()
    doors: weakref.WeakSet[asyncio.Event] = weakref.WeakSet()

    async def save(number: int) -> None:
        door = asyncio.Event()
        doors.add(door)
        await door.wait()
        await store.save_note(f"note {number}", str(number))

    for number in range(MANY):
        background.run(f"save {number}", partial(save, number))
    await asyncio.sleep(0)
    gc.collect()
    for door in list(doors):
        door.set()
    await background.close()
    assert [await store.note(f"note {number}") for number in range(MANY)] == [str(number) for number in range(MANY)]
