"""The client between Discord and the rooms: how it starts when Discord does not help, and how it stops."""

import asyncio
import gc
import logging
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot import app as rooms
from bot.__main__ import build, run_on_discord
from bot.app import Quartermaster
from bot.commands.syncing import SYNCED
from bot.host.settings import Settings
from bot.interactions import boundary
from bot.messages.replies import Reply
from bot.model.errors import NotSaved
from bot.storage.store import Store

GUILD, USER = 7, 1


def refused(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    return kind(cast("Any", SimpleNamespace(status=status, reason="")), {"code": code, "message": ""})


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Quartermaster]:
    """The whole bot, not connected to anything."""
    store = await Store.open(tmp_path / "quartermaster.sqlite3")
    built = build(store)
    async with built:
        yield built
    await store.close()


class Click:
    """Stands in for an interaction whose answer is on its way until the test lets it through."""

    def __init__(self) -> None:
        self.answered = False
        self.type = discord.InteractionType.component
        self.data = {"custom_id": "a click"}
        self.user = SimpleNamespace(id=USER)
        self.guild_id, self.channel_id = GUILD, 70
        self.locale = self.guild_locale = discord.Locale.american_english
        self.response = SimpleNamespace(is_done=lambda: self.answered)
        self.followup = SimpleNamespace()
        self.on_its_way = asyncio.Event()
        self.through = asyncio.Event()

    async def handle(self, _: Reply) -> None:
        self.on_its_way.set()
        await self.through.wait()
        self.answered = True


async def begin(app: Quartermaster, click: Click) -> "asyncio.Task[None]":
    app._clock = asyncio.create_task(app.scheduler.run())
    task = asyncio.create_task(app.router.boundary.answer(cast("Any", click), click.handle))
    await click.on_its_way.wait()
    return task


async def test_a_stop_lets_the_answers_under_way_get_through(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    click = Click()
    task = await begin(app, click)
    gone_on, close = list[bool](), app.background.close

    async def finish_what_is_shown() -> None:
        gone_on.append(click.answered)
        await close()

    monkeypatch.setattr(app.background, "close", finish_what_is_shown)
    stop = asyncio.create_task(app.close())
    assert app._clock is not None
    await asyncio.wait({app._clock})
    for _ in range(10):  # so that a stop which does not wait goes on
        await asyncio.sleep(0)
    click.through.set()
    await asyncio.gather(stop, task)
    assert gone_on == [True]


async def test_a_stop_does_not_wait_for_ever_for_an_answer(app: Quartermaster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boundary, "CLOSING_SECONDS", 0.0)
    click = Click()
    task = await begin(app, click)
    await app.close()
    assert not click.answered
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_the_bot_starts_when_the_commands_cannot_be_synced(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord takes 200 new commands a day: the games that run must not stop with the 201st."""

    async def none() -> list[Any]:
        return []

    async def too_many() -> None:
        raise refused(discord.HTTPException, 429, 30034)

    monkeypatch.setattr(app.tree, "fetch_commands", none)
    monkeypatch.setattr(app.tree, "sync", too_many)
    await app.setup_hook()
    assert app._clock is not None
    assert await app._store.note(SYNCED) is None
    [line] = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert line == "commands could not be synced, the next start tries again: HTTPException 429 (30034)"


def in_a_server(app: Quartermaster, patch: pytest.MonkeyPatch, answer: Any) -> None:
    """Let Discord answer the look-up of a member so."""
    patch.setattr(app, "get_guild", lambda _: SimpleNamespace(fetch_member=answer))


async def test_x1_who_is_not_found_in_the_server_is_gone(app: Quartermaster, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_: int) -> None:
        raise refused(discord.NotFound, 404, 10007)

    in_a_server(app, monkeypatch, gone)
    assert not await app.is_member(GUILD, USER)


@pytest.mark.parametrize("error", [refused(discord.Forbidden, 403, 50001), aiohttp.ClientConnectionError("down")])
async def test_x1_whom_discord_cannot_look_up_is_still_there(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def fails(_: int) -> None:
        raise error

    in_a_server(app, monkeypatch, fails)
    assert await app.is_member(GUILD, USER)


async def test_a_look_up_that_hangs_does_not_hold_the_clock(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one clock serves all servers: a rate limit in one of them must not stop the time of the others."""

    async def hangs(_: int) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(rooms, "LOOKUP_SECONDS", 0.0)
    in_a_server(app, monkeypatch, hangs)
    assert await app.is_member(GUILD, USER)


async def test_x3_the_clock_stands_still_before_the_bot_is_ready_and_while_no_shard_is_connected(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two shards. F34: what is heard twice changes nothing, and one shard is enough to play."""
    told: list[str] = []
    monkeypatch.setattr(app.scheduler, "connected", lambda: told.append("on"))
    monkeypatch.setattr(app.scheduler, "disconnected", lambda: told.append("still"))
    for happens, clock in (
        (app.on_shard_ready(0), "still"),
        (app.on_shard_ready(1), "still"),
        (app.on_ready(), "on"),
        (app.on_ready(), "on"),
        (app.on_shard_disconnect(0), "on"),
        (app.on_shard_disconnect(1), "still"),
        (app.on_shard_disconnect(1), "still"),
        (app.on_shard_resumed(0), "on"),
        (app.on_shard_disconnect(0), "still"),
        (app.on_shard_ready(1), "on"),
        (app.on_ready(), "on"),
    ):
        await happens
        assert told.pop() == clock


async def test_f32_the_bot_starts_while_another_program_holds_the_database(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock moves the deadlines as soon as it can."""

    async def synced() -> None:
        return

    async def locked(_: float) -> float:
        raise NotSaved

    monkeypatch.setattr(app, "_sync_commands", synced)
    monkeypatch.setattr(app._store, "resume_clocks", locked)
    await app.setup_hook()
    assert app._clock is not None
    assert app.scheduler._absence.pending


async def test_f34_the_clock_is_started_once_however_often_the_bot_gets_ready(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def synced() -> None:
        return

    monkeypatch.setattr(app, "_sync_commands", synced)
    await app.setup_hook()
    clock = app._clock
    for _ in range(6):
        await app.on_shard_ready(0)
        await app.on_ready()
    assert app._clock is clock


@pytest.fixture
def usual_collector() -> Iterator[None]:
    usual = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


async def run_and_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run the bot on a Discord that ends it at once; return the tokens it was started with."""
    started: list[str] = []

    async def start(_: Quartermaster, token: str) -> None:
        started.append(token)

    monkeypatch.setattr(Quartermaster, "start", start)
    await run_on_discord(Settings.from_env({"DATABASE_PATH": str(tmp_path / "quartermaster.sqlite3")}), "a token")
    return started


@pytest.mark.usefixtures("usual_collector")
async def test_the_bot_runs_where_there_are_no_signal_handlers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows."""

    def missing(_number: signal.Signals, _callback: Any) -> None:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", missing)
    assert await run_and_stop(tmp_path, monkeypatch) == ["a token"]


@pytest.mark.usefixtures("usual_collector")
async def test_the_collector_does_not_walk_through_all_that_was_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or nobody would be answered for 0.2 s, every few seconds under load."""
    await run_and_stop(tmp_path, monkeypatch)
    assert gc.get_freeze_count() > 10_000
