"""The real bot and a gateway that loses, repeats, forgets and hangs up: each click counts once, each game goes on.

Field reports F22, F34 and F41.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import discord
import pytest

from bot.model.records import Closed, Status
from rules.lands import Move
from tests.wire import shapes
from tests.wire.bot_process import BotProcess
from tests.wire.gateway import Gateway
from tests.wire.people import World
from tests.wire.test_crash import Voyage, prudent


@pytest.fixture
async def voyage(world: World, new_bot: Callable[..., BotProcess], tmp_path: Path) -> Voyage:
    """A game whose first card is still to be drawn."""
    bot = new_bot()
    await bot.start()
    found = Voyage(world, bot, tmp_path / "copies")
    await found.begin()
    return found


async def hang_up(gateway: Gateway) -> None:
    await gateway.drop(4000)


async def cut(gateway: Gateway) -> None:
    gateway.sever()


async def ask(gateway: Gateway) -> None:
    await gateway.ask_to_reconnect()


async def doubt(gateway: Gateway) -> None:
    await gateway.invalidate(resumable=True)


async def test_a_click_lost_in_an_outage_comes_with_resume_and_counts_once(voyage: Voyage) -> None:
    world, gateway, session = voyage.world, voyage.world.server.gateway, await voyage.saved()
    for number, outage in enumerate((hang_up, cut, ask, doubt), 1):
        before = session
        press = voyage.press(before, prudent(before.state))
        gateway.losing = 1
        await world.send(press)
        await outage(gateway)
        assert await world.reply(press)
        session = await voyage.saved()
        assert session.revision == before.revision + 1
        assert len(await voyage.log()) == number
        assert (gateway.identifies, gateway.resumes) == (1, number)


async def test_a_click_that_is_delivered_twice_counts_once_and_is_answered_once(voyage: Voyage) -> None:
    world, before = voyage.world, await voyage.saved()
    press, command = voyage.press(before, Move.DRAW), world.command(voyage.mary, "pirates rules")
    await world.send(press, press)
    await world.send(command, command)
    assert (await world.reply(press)).kind == 7
    assert (await world.reply(command)).private
    assert await voyage.play(await voyage.saved(), Move.DRAW)  # what came after it has been dealt with
    assert len(await voyage.log()) == 2
    answers = [one.path for one in world.server.sent("POST", "/interactions/")]
    assert len(answers) == len(set(answers))
    assert {one.status for one in world.server.requests} <= {200, 204}


async def test_f34_after_a_freeze_and_ready_over_and_over_nothing_is_there_twice(voyage: Voyage) -> None:
    """Only the deadlines show a second clock, only the log a second start."""
    world, gateway, bot = voyage.world, voyage.world.server.gateway, voyage.bot
    before, posted = await voyage.saved(), len(world.state.messages)
    assert bot.pid is not None
    os.kill(bot.pid, signal.SIGSTOP)
    gateway.forget()
    await gateway.drop(4000)
    os.kill(bot.pid, signal.SIGCONT)
    await world.server.until(lambda: gateway.identifies == 2)
    await gateway.invalidate(resumable=False)
    await world.server.until(lambda: gateway.identifies == 3)
    for _ in range(5):
        await gateway.ready_again()
    after = await voyage.play(before, Move.DRAW)
    assert after.deadline is not None
    assert (world.state.syncs, len(world.state.messages)) == (1, posted)
    assert bot.output.count("the clocks stand still") == 1  # it was not ready between the two losses
    assert len(world.server.sent("PUT")) == 1


async def test_a_gateway_that_no_longer_listens_is_left_and_the_game_goes_on(
    world: World, new_bot: Callable[..., BotProcess], tmp_path: Path
) -> None:
    gateway = world.server.gateway
    gateway.heartbeat_seconds = 0.2
    bot = new_bot(WIRE_HEARTBEAT_TIMEOUT="0.7")
    await bot.start()
    voyage = Voyage(world, bot, tmp_path / "copies")
    await voyage.begin()
    before = await voyage.saved()
    gateway.acknowledges = False
    gateway.losing = 1
    press = voyage.press(before, Move.DRAW)
    await world.send(press)
    await world.server.until(lambda: not gateway.connected)
    gateway.acknowledges = True
    assert await world.reply(press)
    assert (await voyage.saved()).revision == before.revision + 1
    assert gateway.resumes >= 1


async def test_f41_a_game_ended_right_after_a_reconnect_is_over_for_good(voyage: Voyage) -> None:
    world, gateway = voyage.world, voyage.world.server.gateway
    mate = world.person("Mo", discord.Permissions(shapes.SEAMAN.value, manage_messages=True))
    gateway.forget()
    await gateway.drop()
    await world.server.until(lambda: gateway.identifies == 2)
    ends = [world.command(mate, "pirates end") for _ in range(2)]
    await world.send(*ends)
    told = [(await world.reply(end)).text for end in ends]
    table = world.state.message(voyage.table)
    await world.server.until(lambda: "The moderator **Mo** ended it. No result." in table.text)
    assert told[0] != told[1], "the second one is told that it is over"
    assert world.labels(voyage.table) == ["Rematch"]
    over = await voyage.saved()
    assert (over.status, over.closed, over.deadline) == (Status.CLOSED, Closed.BY_MODERATOR, None)
    assert [one for one in world.state.messages.values() if one.reader is None] == [table]


async def test_f22_a_bot_that_is_sent_away_and_let_in_again_finds_the_channel_free(voyage: Voyage) -> None:
    world, gateway = voyage.world, voyage.world.server.gateway
    await gateway.dispatch("GUILD_DELETE", {"id": shapes.GUILD})
    async with asyncio.timeout(3):
        while (gone := await voyage.saved()).status is Status.PLAYING:
            pass  # the look itself takes its time
    assert gone.closed is Closed.CHANNEL_GONE
    await gateway.dispatch("GUILD_CREATE", shapes.guild(world.state.channels.values(), world.state.app_permissions))
    opened = await world.slash(voyage.mary, "lands")
    assert not opened.private, opened.text
    assert "opened this lobby" in opened.text
