"""What a host does to the running process, and what happens to its files: the players are told, no move is lost."""

import json
import os
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

from rules.lands import Move
from tests.wire.bot_process import BotProcess, eventually
from tests.wire.faults import SILENCE, TABLE, Fault
from tests.wire.people import World
from tests.wire.state import DEFERRED_UPDATE, UPDATE
from tests.wire.voyage import Voyage

FAREWELL = "Quartermaster is going below deck for a moment."
STILL = "The game goes on when it is back, and the clock stands still."


def told(bot: BotProcess, holding: str) -> dict[str, Any]:
    """Read the one line of a log in JSON that holds these words."""
    lines = [line for line in bot.output.splitlines() if holding in line]
    assert len(lines) == 1, bot.output
    read: dict[str, Any] = json.loads(lines[0])
    return read


# --- It is asked to stop ---


async def test_sigterm_says_so_at_every_table_and_the_next_start_takes_it_back(voyage: Voyage) -> None:
    world, before = voyage.world, await voyage.saved()
    world.channel = world.state.new_channel("forecastle")
    lobby = (await world.slash(voyage.mary, "lands")).shown
    assert await voyage.bot.terminate() == 0
    assert not world.server.gateway.connected
    for message in (voyage.table, lobby):
        assert FAREWELL in message.text
        assert STILL in message.text
        assert world.labels(message.id), "the buttons stay: what reaches the bot works"
    await voyage.bot.start()
    await world.server.until(lambda: not any(FAREWELL in message.text for message in (voyage.table, lobby)))
    await voyage.play(before, Move.DRAW)


async def test_a_click_after_the_farewell_still_works(voyage: Voyage) -> None:
    world, before = voyage.world, await voyage.saved()
    press = voyage.press(before, Move.DRAW)

    async def click_meanwhile() -> None:
        await world.send(press)
        await world.server.until(lambda: press.callback)

    world.server.next("PATCH", TABLE, Fault(first=click_meanwhile))
    assert await voyage.bot.terminate() == 0
    assert FAREWELL in json.dumps(press.callback)
    assert (await voyage.saved()).revision == before.revision + 1


async def test_a_stop_ends_in_time_though_discord_is_silent(voyage: Voyage) -> None:
    """Here it may take half a second. The farewell at the table hangs, and so the rest would wait for a minute."""
    voyage.bot.wait_for({"host.signals.STOP_SECONDS": 0.5})
    await voyage.bot.kill()
    await voyage.bot.start()
    before = await voyage.saved()
    voyage.world.server.next("PATCH", TABLE, SILENCE, times=99)
    assert await voyage.bot.terminate() == 0
    assert "the stop took longer than 0.5 s, and was cut short" in voyage.bot.output
    voyage.world.server.faults.clear()
    await voyage.bot.start()
    assert (await voyage.saved()).state == before.state


async def test_who_asks_again_and_again_does_not_cut_the_stop_short(voyage: Voyage) -> None:
    """Ctrl-C twice, and the service manager as well, while the farewell is on its way."""

    async def ask_again() -> None:
        for number in (signal.SIGINT, signal.SIGINT, signal.SIGTERM):
            voyage.bot.notify(number)

    voyage.world.server.next("PATCH", TABLE, Fault(first=ask_again))
    voyage.bot.notify(signal.SIGINT)
    assert await voyage.bot.ended() == 0
    assert FAREWELL in voyage.table.text
    assert "stopped; running games go on at the next start" in voyage.bot.output


# --- It tells how it is ---


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def test_health_and_numbers_are_told_to_this_machine(world: World, new_bot: Callable[..., BotProcess]) -> None:
    port = unused_port()
    bot = new_bot(HEALTH_PORT=str(port), LOG_FORMAT="json", LOG_LEVEL="DEBUG")
    voyage = Voyage(world, bot)
    await bot.start()
    await voyage.begin()
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client:
        async with client.get("/healthz") as answer:
            healthy = {"status": "ok", "failing": [], "clock_skew_seconds": 0.0}
            assert (answer.status, await answer.json()) == (200, healthy)

        async def metrics() -> str:
            async with client.get("/metrics") as answer:
                return await answer.text()

        async def counted() -> bool:
            return 'quartermaster_answers_total{kind="component",outcome="ok"} 2.0' in await metrics()

        await eventually(counted)  # an answer counts once it is done, not when it is seen
        numbers = await metrics()
        assert 'quartermaster_live_sessions{status="playing"} 1.0' in numbers
        assert 'quartermaster_discord_responses_total{status="200"}' in numbers
    bot.notify(signal.SIGUSR1)
    await bot.says("health: uptime=")
    assert "servers=1 games=1 lobbies=0" in told(bot, "health: uptime=")["message"]
    facts = {"level": "INFO", "logger": "bot.host.journal", "revision": 2, "what": "started", "cause": "player"}
    assert told(bot, "lands: started").items() >= {**facts, "session": (await voyage.saved()).id}.items()
    assert await bot.terminate() == 0
    for line in bot.output.splitlines():
        assert json.loads(line).keys() >= {"time", "level", "logger", "message"}


# --- Another process holds its file ---


@pytest.fixture
async def talkative(world: World, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot whose clock may log that it could not write either, with a traceback, which `new_bot` forbids."""
    bot = BotProcess(world, tmp_path, {"LOG_FORMAT": "json"})
    yield bot
    await bot.discard()


async def test_f02_a_click_while_another_process_writes_is_taken_in_time_and_told_and_works_later(
    world: World, talkative: BotProcess
) -> None:
    talkative.wait_for({"messages.replies.DEFER_AFTER_SECONDS": 0.5})
    voyage = Voyage(world, talkative)
    await talkative.start()
    await voyage.begin()
    before = await voyage.saved()
    press, who = voyage.press(before, Move.DRAW), voyage.active(before)
    with closing(sqlite3.connect(talkative.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert (await world.run(press)).kind == DEFERRED_UPDATE, "long before SQLite gives up"
        assert (await world.slash(voyage.mary, "pirates rules")).private, "what only reads goes on"
        await world.server.until(lambda: "That could not be saved just now" in world.screen(who))
        other.execute("ROLLBACK")
    assert await voyage.saved() == before
    again = await world.send_click(who, press.custom_id, voyage.table.id)
    assert again.kind in {UPDATE, DEFERRED_UPDATE}
    await eventually(lambda: "another process holds it" in talkative.output)

    async def saved() -> bool:
        return (await voyage.saved()).revision == before.revision + 1

    await eventually(saved)


# --- Its file is lost under it ---


async def test_a_database_that_is_deleted_under_the_bot_comes_back_whole(world: World, talkative: BotProcess) -> None:
    """With every move that was confirmed, those into the deleted file among them."""
    voyage = Voyage(world, talkative)
    await voyage.bot.start()
    await voyage.begin()
    drawn = await voyage.play(await voyage.saved(), Move.DRAW)
    press = voyage.press(drawn, Move.BANK)
    for ending in ("", "-wal", "-shm"):
        voyage.bot.database.with_name(voyage.bot.database.name + ending).unlink()
    await world.send(press)
    assert await voyage.bot.ended() == 1, "a service manager may start it again"
    line = told(voyage.bot, "was deleted or moved away")
    assert line["level"] == "CRITICAL"
    assert str(voyage.bot.database) in line["message"]
    confirmed = press.callback is not None and press.callback["type"] == UPDATE  # unless it was noticed before
    await voyage.bot.start()
    await world.server.until(lambda: FAREWELL not in voyage.table.text)
    saved = await voyage.saved()
    assert saved.revision == drawn.revision + confirmed
    await voyage.play(saved)


async def test_a_backup_copied_over_the_running_database_stops_the_bot_and_takes_no_harm(
    world: World, talkative: BotProcess, tmp_path: Path
) -> None:
    """F10, under a bot that runs: SQLite would lay the pages of one over the other."""
    voyage = Voyage(world, talkative)
    await voyage.bot.start()
    await voyage.begin()
    assert await voyage.bot.terminate() == 0
    backup = tmp_path / "backup"
    shutil.copy(voyage.bot.database, backup)
    await voyage.bot.start()
    await voyage.play(await voyage.saved(), Move.DRAW)
    with voyage.bot.database.open("r+b") as file:
        file.write(backup.read_bytes())
        file.truncate()
        os.fsync(file.fileno())
    assert await voyage.bot.ended() == 2
    assert told(voyage.bot, "was overwritten with another one")["level"] == "CRITICAL"
    assert voyage.bot.database.read_bytes() == backup.read_bytes(), "nothing more was written into it"
