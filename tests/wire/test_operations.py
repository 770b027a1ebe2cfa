"""What a host does to the running process, and what happens to its files: the players are told, no move is lost."""

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from rules.lands import Move
from tests.wire import shapes
from tests.wire.bot_process import BotProcess
from tests.wire.people import World
from tests.wire.server import Call
from tests.wire.state import DEFERRED_UPDATE, UPDATE
from tests.wire.test_crash import Voyage

FAREWELL = "Quartermaster is going below deck for a moment."
STILL = "The game goes on when it is back, and the clock stands still."


async def under_way(world: World, bot: BotProcess, folder: Path) -> Voyage:
    """Start the bot, and a game; the table is known."""
    await bot.start()
    voyage = Voyage(world, bot, folder / "copies")
    await voyage.begin()
    return voyage


def told(bot: BotProcess, holding: str) -> dict[str, Any]:
    """Read the one line of a log in JSON that holds these words."""
    lines = [line for line in bot.output.splitlines() if holding in line]
    assert len(lines) == 1, bot.output
    read: dict[str, Any] = json.loads(lines[0])
    return read


# --- It is asked to stop ---


async def test_sigterm_says_so_at_every_table_and_the_next_start_takes_it_back(
    world: World, new_bot: Callable[..., BotProcess], tmp_path: Path
) -> None:
    voyage = await under_way(world, new_bot(), tmp_path)
    other = shapes.channel(world.state.snowflakes.next(), "forecastle")
    world.state.channels[other["id"]] = other
    table, lobby = world.state.message(voyage.table), await open_lobby(voyage, other["id"])
    assert await voyage.bot.terminate() == 0
    for message in (table, lobby):
        assert FAREWELL in message.text
        assert STILL in message.text
        assert world.labels(message.id), "the buttons stay: what reaches the bot works"
    await voyage.bot.start()
    await world.server.until(lambda: not any(FAREWELL in message.text for message in (table, lobby)))
    await voyage.play(await voyage.saved(), Move.DRAW)


async def open_lobby(voyage: Voyage, channel: str) -> Any:
    voyage.world.channel, here = channel, voyage.world.channel
    opened = await voyage.world.slash(voyage.mary, "lands", target=50)
    voyage.world.channel = here
    assert opened.message is not None
    return opened.message


async def test_a_click_after_the_farewell_still_works(
    world: World, new_bot: Callable[..., BotProcess], tmp_path: Path
) -> None:
    voyage = await under_way(world, new_bot(), tmp_path)
    before = await voyage.saved()
    press = voyage.press(before, Move.DRAW)

    async def click_meanwhile(call: Call) -> web.Response | None:
        assert FAREWELL in json.dumps(call.payload)
        await world.send(press)
        await world.server.until(lambda: press.callback)
        return None

    world.server.interventions["PATCH", "/channels/"] = click_meanwhile
    assert await voyage.bot.terminate() == 0
    assert (await voyage.saved()).revision == before.revision + 1


async def test_a_stop_waits_for_no_table_longer_than_it_may(
    world: World, new_bot: Callable[..., BotProcess], tmp_path: Path
) -> None:
    voyage = await under_way(world, new_bot(), tmp_path)
    stopped = asyncio.Event()

    async def never(_call: Call) -> web.Response | None:
        await stopped.wait()
        return None

    world.server.interventions["PATCH", "/channels/"] = never
    assert await voyage.bot.terminate() == 0
    stopped.set()
    assert "1 pieces of work were given up" in voyage.bot.output


# --- It tells how it is ---


async def test_health_and_numbers_are_told_to_this_machine(
    world: World, new_bot: Callable[..., BotProcess], tmp_path: Path, unused_tcp_port: int
) -> None:
    bot = new_bot(HEALTH_PORT=str(unused_tcp_port), LOG_FORMAT="json", LOG_LEVEL="DEBUG")
    voyage = await under_way(world, bot, tmp_path)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{unused_tcp_port}") as client:
        async with client.get("/healthz") as answer:
            assert (answer.status, await answer.json()) == (200, {"status": "ok", "failing": []})
        async with client.get("/metrics") as answer:
            numbers = await answer.text()
        assert 'quartermaster_answers_total{kind="component",outcome="ok"} 2.0' in numbers
        assert 'quartermaster_live_sessions{status="playing"} 1.0' in numbers
        assert 'quartermaster_discord_responses_total{status="200"}' in numbers
        bot.notify(signal.SIGUSR1)
        async with client.get("/healthz") as answer:
            assert answer.status == 200
    assert await bot.terminate() == 0
    assert "servers=1 games=1 lobbies=0" in told(bot, "health: uptime=")["message"]
    session = await voyage.saved()
    started = told(bot, "lands: started")
    assert {name: started[name] for name in ("level", "logger", "session", "revision", "what", "cause")} == {
        "level": "INFO",
        "logger": "bot.host.journal",
        "session": session.id,
        "revision": 2,
        "what": "started",
        "cause": "player",
    }
    for line in bot.output.splitlines():
        assert json.loads(line).keys() >= {"time", "level", "logger", "message"}


# --- Another process holds its file ---


@pytest.fixture
async def talkative(world: World, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot whose clock may log that it could not write either, with a traceback, which `new_bot` forbids."""
    bot = BotProcess(world, tmp_path)
    yield bot
    await bot.discard()


async def test_f02_a_click_while_another_process_writes_is_taken_in_time_and_told_and_works_later(
    world: World, talkative: BotProcess, tmp_path: Path
) -> None:
    voyage = await under_way(world, talkative, tmp_path)
    before = await voyage.saved()
    press, who = voyage.press(before, Move.DRAW), voyage.active(before)
    with closing(sqlite3.connect(voyage.bot.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        await world.send(press)
        assert (await world.reply(press)).kind == DEFERRED_UPDATE, "within three seconds"
        assert (await world.slash(voyage.mary, "pirates rules")).private, "what only reads goes on"
        await world.server.until(lambda: "That could not be saved just now" in world.screen(who), 8)
        other.execute("ROLLBACK")
    assert await voyage.saved() == before
    again = await world.send_click(who, press.event["data"]["custom_id"], voyage.table)
    assert again.kind == UPDATE
    assert (await voyage.saved()).revision == before.revision + 1
    assert "another process holds it" in voyage.bot.output


# --- Its file is lost under it ---


async def ended(bot: BotProcess) -> int:
    """Wait until the bot has stopped by itself; return its exit code."""
    process = bot._process
    assert process is not None
    code = await process.wait()
    bot._process = None
    return code


async def test_a_database_that_is_deleted_under_the_bot_comes_back_whole(
    world: World, new_bot: Callable[..., BotProcess], tmp_path: Path
) -> None:
    voyage = await under_way(world, new_bot(LOG_FORMAT="json"), tmp_path)
    await voyage.play(await voyage.saved(), Move.DRAW)
    drawn = await voyage.saved()
    for ending in ("", "-wal", "-shm"):
        voyage.bot.database.with_name(voyage.bot.database.name + ending).unlink()
    press = voyage.press(drawn, Move.BANK)
    await world.send(press)
    await world.reply(press)
    assert await ended(voyage.bot) == 1, "a service manager may start it again"
    line = told(voyage.bot, "was deleted or moved away")
    assert line["level"] == "CRITICAL"
    assert str(voyage.bot.database) in line["message"]
    await voyage.bot.start()
    await world.server.until(lambda: FAREWELL not in world.state.message(voyage.table).text)
    banked = await voyage.saved()
    assert banked.revision == drawn.revision + 1, "the move that was confirmed into the deleted file"
    await voyage.play(banked, Move.DRAW)


async def test_a_backup_copied_over_the_running_database_stops_the_bot_and_takes_no_harm(
    world: World, new_bot: Callable[..., BotProcess], tmp_path: Path
) -> None:
    """F10, under a bot that runs: SQLite would lay the pages of one over the other."""
    voyage = await under_way(world, new_bot(), tmp_path)
    assert await voyage.bot.terminate() == 0
    backup = tmp_path / "backup"
    shutil.copy(voyage.bot.database, backup)
    await voyage.bot.start()
    await voyage.play(await voyage.saved(), Move.DRAW)
    with voyage.bot.database.open("r+b") as file:
        file.write(backup.read_bytes())
        file.truncate()
        os.fsync(file.fileno())
    assert await ended(voyage.bot) == 2
    assert re.search(r"CRITICAL bot: The database \S+ was overwritten with another one", voyage.bot.output)
    assert voyage.bot.database.read_bytes() == backup.read_bytes(), "nothing more was written into it"


@pytest.fixture
def unused_tcp_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
