"""Work that nobody waits for: merged, held, and never lost (F32, F38, F42)."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.messages import background
from bot.messages.background import Background


class Shows:
    """Work that notes each time it is done, may be held, and fails as often as it is told to."""

    def __init__(self, failures: int = 0) -> None:
        self.times = 0
        self.failures = failures
        self.held = asyncio.Event()

    async def __call__(self) -> None:
        self.times += 1
        await self.held.wait()
        if self.times <= self.failures:
            raise ConnectionError


async def begin(room: Background, work: Shows) -> None:
    room.latest("table", work)
    await asyncio.sleep(0)


async def test_f38_wishes_that_come_while_an_edit_is_under_way_are_one_more_edit() -> None:
    room, work = Background(), Shows()
    await begin(room, work)
    for _ in range(9):
        room.latest("table", work)
    work.held.set()
    await room.settled("table")
    assert work.times == 2


async def test_a_wish_that_waits_behind_an_edit_that_fails_is_still_shown(caplog: pytest.LogCaptureFixture) -> None:
    room, work = Background(), Shows(failures=1)
    await begin(room, work)
    room.latest("table", work)
    work.held.set()
    await room.settled("table")
    assert work.times == 2
    assert caplog.messages == ["table failed: ConnectionError"]


async def test_what_failed_is_not_tried_again_by_itself(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    room, work = Background(), Shows(failures=5)
    work.held.set()
    await begin(room, work)
    await room.settled("table")
    assert (work.times, len(caplog.messages)) == (1, 1)
    await begin(room, work)
    await room.settled("table")
    assert work.times == 2


async def test_of_what_discord_refused_the_log_names_the_kind_and_numbers_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What Discord says of it may hold an address with a token."""
    response = cast("Any", SimpleNamespace(status=404, reason=""))

    async def fail() -> None:
        raise discord.NotFound(response, {"code": 10015, "message": "no /webhooks/1/token"})

    await Background().run("a hand", fail)
    assert caplog.messages == ["a hand failed: NotFound 404 (10015)"]


async def test_a_stop_waits_for_what_is_under_way() -> None:
    room, work = Background(), Shows()
    await begin(room, work)
    stop = asyncio.ensure_future(room.close())
    await asyncio.sleep(0)
    assert not stop.done()
    work.held.set()
    await stop
    await room.settled("table")
    assert work.times == 1


async def test_a_stop_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord may ask for minutes of patience before an edit."""
    monkeypatch.setattr(background, "CLOSING_SECONDS", 0.0)
    room, work = Background(), Shows()
    await begin(room, work)
    await room.close()
    assert not work.held.is_set()
    work.held.set()
    await room.settled("table")


async def test_what_is_to_come_later_does_not_keep_a_stop_waiting() -> None:
    room, soon, never = Background(), asyncio.Event(), asyncio.Event()
    room.later(3600, never.set)
    room.later(0, soon.set)
    await soon.wait()
    stop = asyncio.ensure_future(room.close())
    for _ in range(5):
        await asyncio.sleep(0)
    assert stop.done()
    assert room._naps == set()
    assert not never.is_set()
