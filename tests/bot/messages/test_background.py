"""Work that nobody waits for: merged, held, and never lost (F32, F38, F42)."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.messages import background
from bot.messages.background import Background, Showing, Work


class Shows:
    """Work that notes each time it is done, may be held, and fails as often as it is told to."""

    def __init__(self, failures: int = 0, error: Exception | None = None) -> None:
        self.times = 0
        self.begun = asyncio.Event()
        self.failures = failures
        self.error = error or ConnectionError()
        self.held = asyncio.Event()

    async def __call__(self) -> None:
        self.times += 1
        self.begun.set()
        await self.held.wait()
        if self.times <= self.failures:
            raise self.error


def refusal(status: int) -> discord.HTTPException:
    return discord.HTTPException(cast("Any", SimpleNamespace(status=status, reason="")), {"code": 0, "message": ""})


async def begin(room: Background, work: Shows) -> None:
    room.latest("table", work)
    await asyncio.sleep(0)


async def pausing(work: Shows) -> None:
    """Wait until work has failed and waits for its next try."""
    await work.begun.wait()
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the bot wanted to wait before each next try; here that takes no time."""
    found: list[float] = []

    async def pause(showing: Showing, work: Work, seconds: float) -> None:
        found.append(seconds)
        showing.replace(work)

    monkeypatch.setattr(Showing, "pause", pause)
    return found


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


async def test_what_discord_does_not_take_is_tried_again_with_growing_pauses_until_it_does(
    pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    """It is told once that it fails, and once that it went well."""
    caplog.set_level(logging.INFO)
    room, work = Background(), Shows(failures=6)
    work.held.set()
    await begin(room, work)
    await room.settled("table")
    assert pauses == [5, 10, 20, 40, 60, 60]
    assert (work.times, caplog.messages) == (7, ["table failed: ConnectionError", "table succeeded after 6 failures"])


async def test_f38_a_refusal_for_too_many_requests_is_not_answered_by_more_for_five_minutes(
    pauses: list[float],
) -> None:
    room, work = Background(), Shows(failures=2, error=refusal(429))
    work.held.set()
    await begin(room, work)
    await room.settled("table")
    assert (pauses, work.times) == ([300, 300], 3)


@pytest.mark.parametrize("error", [refusal(400), refusal(403), refusal(404), ValueError("a fault of ours")])
async def test_what_a_later_try_would_not_change_is_not_tried_again(pauses: list[float], error: Exception) -> None:
    room, work = Background(), Shows(failures=5, error=error)
    work.held.set()
    await begin(room, work)
    await room.settled("table")
    assert (pauses, work.times) == ([], 1)


async def test_something_newer_is_tried_at_once_in_the_pause_before_the_next_try() -> None:
    room, work, newer = Background(), Shows(failures=1), Shows()
    for one in (work, newer):
        one.held.set()
    await begin(room, work)
    await pausing(work)
    room.latest("table", newer)
    await room.settled("table")
    assert (work.times, newer.times) == (1, 1)


@pytest.mark.parametrize("ends", ["overtaken", "closed"])
async def test_a_pause_ends_without_another_try_when_it_was_shown_in_another_way_or_the_bot_stops(ends: str) -> None:
    room, work = Background(), Shows(failures=5)
    work.held.set()
    await begin(room, work)
    await pausing(work)
    if ends == "overtaken":
        room.overtaken("table")
    else:
        await room.close()
    await room.settled("table")
    assert work.times == 1


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
