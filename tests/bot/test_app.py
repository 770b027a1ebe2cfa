"""The client between Discord and the rooms: starting when Discord does not help, what it asks, and how it stops."""

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime
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
from bot.model.records import Closed, Status, Terms
from bot.storage.store import Store
from rules.lands.model import Options
from tests.bot.builders import ANNE, CHANNEL, GUILD

USER = 1


def refused(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    return kind(cast("Any", SimpleNamespace(status=status, reason="")), {"code": code, "message": ""})


def answers(answer: object) -> Callable[..., Awaitable[Any]]:
    """Return a request to Discord that is answered so."""

    async def ask(*_: object) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return ask


@pytest.fixture
async def app(store: Store) -> AsyncIterator[Quartermaster]:
    """The whole bot, not connected to anything."""
    async with build(store) as built:
        yield built


# --- Stopping ---


class Click:
    """Stands in for an interaction whose answer is on its way until the test lets it through."""

    def __init__(self) -> None:
        self.answered = False
        self.type = discord.InteractionType.component
        self.data = {"custom_id": "a click"}
        self.user = SimpleNamespace(id=USER)
        self.guild_id, self.channel_id = GUILD, CHANNEL
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
    assert gone_on == [True, True]


async def test_a_stop_does_not_wait_for_ever_for_an_answer(app: Quartermaster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boundary, "CLOSING_SECONDS", 0.0)
    click = Click()
    task = await begin(app, click)
    await app.close()
    assert not click.answered
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


# --- Starting ---


async def test_the_bot_starts_when_the_commands_cannot_be_synced(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord takes 200 new commands a day: the games that run must not stop with the 201st."""
    asked = asyncio.Event()

    async def refuse() -> None:
        asked.set()
        raise refused(discord.HTTPException, 429, 30034)

    monkeypatch.setattr(app.tree, "fetch_commands", answers([]))
    monkeypatch.setattr(app.tree, "sync", refuse)
    await app.setup_hook()
    await asked.wait()
    await app.background.close()
    assert app._clock is not None
    assert await app._store.note(SYNCED) is None
    assert "the sync of the commands failed: HTTPException 429 (30034)" in caplog.messages


async def test_a_start_does_not_wait_for_what_discord_is_asked_beside_it(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit on the sync of commands may last for minutes, and games need none of it."""

    async def hangs() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(app, "_sync_commands", hangs)
    monkeypatch.setattr("bot.messages.background.CLOSING_SECONDS", 0.0)
    await app.setup_hook()
    assert app.clock_runs


async def test_f32_the_bot_starts_while_another_program_holds_the_database(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock moves the deadlines as soon as it can."""
    monkeypatch.setattr(app, "_sync_commands", answers(None))
    tried = asyncio.Event()

    async def locked(*_: object) -> None:
        tried.set()
        raise NotSaved

    monkeypatch.setattr(app._store, "set_clocks", locked)
    await app.setup_hook()
    await tried.wait()
    assert app.clock_runs
    assert app._clock is not None
    assert app.scheduler._absence._changed


async def test_f34_the_clock_is_started_once_however_often_the_bot_gets_ready(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "_sync_commands", answers(None))
    await app.setup_hook()
    clock = app._clock
    for _ in range(6):
        await app.on_shard_ready(0)
        await app.on_ready()
    assert app._clock is clock


async def test_x3_discord_tells_which_servers_can_reach_the_bot(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two shards. A server that is still unavailable when its shard is ready is in an outage."""
    even, odd = (SimpleNamespace(id=number << 22, shard_id=number % 2, unavailable=False) for number in (2, 3))
    app.shard_count = 2
    monkeypatch.setattr(Quartermaster, "guilds", property(lambda _: [even, odd]))

    def reached() -> tuple[bool, bool]:
        return app._reach.lost_at(even.id) is None, app._reach.lost_at(odd.id) is None

    async def is_available(_: object) -> None:
        odd.unavailable = False
        await app.on_guild_available(cast("discord.Guild", odd))

    odd.unavailable = True
    for happens, expected in (
        (app.on_shard_connect(0), (True, False)),
        (app.on_shard_connect(1), (True, True)),
        (app.on_shard_ready(0), (True, True)),
        (app.on_shard_ready(1), (True, False)),
        (is_available(None), (True, True)),
        (app.on_shard_disconnect(0), (False, True)),
        (app.on_shard_resumed(0), (True, True)),
        (app.on_guild_unavailable(cast("discord.Guild", even)), (False, True)),
        (app.on_guild_remove(cast("discord.Guild", even)), (True, True)),
    ):
        await happens
        assert reached() == expected


async def test_x3_discords_time_is_read_from_what_people_do(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[float] = []
    monkeypatch.setattr(app, "_on_heard", heard.append)
    made = discord.utils.time_snowflake(datetime.fromtimestamp(1_700_000_000, UTC))
    app.first_time(cast("discord.Interaction", SimpleNamespace(id=made)))
    assert heard == [1_700_000_000]


@pytest.fixture
def usual_collector() -> Iterator[None]:
    usual = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


@pytest.mark.usefixtures("usual_collector")
async def test_the_bot_runs_where_there_are_no_signal_handlers_and_the_collector_is_calmed(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows. If all that was loaded were walked through, nobody would be answered for 0.2 s every few seconds."""
    started: list[str] = []

    async def start(_: Quartermaster, token: str) -> None:
        started.append(token)

    def missing(_number: signal.Signals, _callback: Any) -> None:
        raise NotImplementedError

    monkeypatch.setattr("bot.host.signals.end_in_time", lambda _code: None)  # it would end the tests
    monkeypatch.setattr(Quartermaster, "start", start)
    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", missing)
    await run_on_discord(Settings.from_env({"DATABASE_PATH": str(database)}), "a token")
    assert started == ["a token"]
    assert gc.get_freeze_count() > 10_000


# --- Who is in a server: X1 ---


@pytest.mark.parametrize(
    "answer, there",
    [
        (refused(discord.NotFound, 404, 10007), False),
        (refused(discord.Forbidden, 403, 50001), True),
        (aiohttp.ClientConnectionError("down"), True),
    ],
    ids=["not found", "forbidden", "network"],
)
async def test_x1_who_is_not_found_in_the_server_is_gone_and_whom_discord_cannot_look_up_is_there(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch, answer: Exception, *, there: bool
) -> None:
    monkeypatch.setattr(app, "get_guild", lambda _: SimpleNamespace(fetch_member=answers(answer)))
    assert await app.is_member(GUILD, USER) == there


async def test_a_look_up_that_hangs_does_not_hold_the_clock(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one clock serves all servers: a rate limit in one of them must not stop the time of the others."""

    async def hangs(_: int) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(rooms, "LOOKUP_SECONDS", 0.0)
    monkeypatch.setattr(app, "get_guild", lambda _: SimpleNamespace(fetch_member=hangs))
    assert await app.is_member(GUILD, USER)


# --- Which channels are gone: F22 ---

UNKNOWN = refused(discord.NotFound, 404, 10003)


@pytest.mark.parametrize(
    "in_memory, answer, asked, gone",
    [
        (True, UNKNOWN, False, False),
        (False, UNKNOWN, True, True),
        # A thread that is quiet is not in memory, and an outage is no deletion.
        (False, SimpleNamespace(id=CHANNEL), True, False),
        (False, refused(discord.NotFound, 404, 0), True, False),
        (False, refused(discord.Forbidden, 403, 50001), True, False),
        (False, refused(discord.DiscordServerError, 503, 0), True, False),
        (False, aiohttp.ClientConnectionError("down"), True, False),
        (False, TimeoutError(), True, False),
        (False, discord.InvalidData("a kind of channel that is not known yet"), True, False),
        (None, UNKNOWN, False, False),
    ],
    ids=[
        "in memory",
        "gone",
        "there",
        "page not found",
        "forbidden",
        "unavailable",
        "network",
        "slow",
        "new kind",
        "a server in an outage",
    ],
)
async def test_f22_a_channel_is_gone_only_when_discord_says_that_it_does_not_know_it(  # noqa: PLR0913 - a line of the table
    app: Quartermaster,
    monkeypatch: pytest.MonkeyPatch,
    *,
    in_memory: bool | None,
    answer: object,
    asked: bool,
    gone: bool,
) -> None:
    """One that is in memory is not asked for, and of a server in an outage nothing is."""
    await app.sessions.open("lands", ANNE, Terms(Options()))
    numbers: list[int] = []

    async def fetch(number: int) -> Any:
        numbers.append(number)
        return await answers(answer)()

    facts = {"id": GUILD, "unavailable": in_memory is None, "get_channel_or_thread": lambda _: in_memory or None}
    guild = SimpleNamespace(**facts)
    monkeypatch.setattr(app, "get_guild", {GUILD: guild}.get)
    monkeypatch.setattr(app, "is_ready", lambda: True)
    monkeypatch.setattr(app, "fetch_channel", fetch)
    await (app._close_deleted() if in_memory is None else app.on_guild_available(cast("discord.Guild", guild)))
    assert numbers == [CHANNEL] * asked
    session = await app.sessions.in_channel(CHANNEL)
    assert (session.status, session.closed) == ((Status.CLOSED, Closed.CHANNEL_GONE) if gone else (Status.LOBBY, None))
