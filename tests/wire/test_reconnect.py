"""The real bot and a gateway that loses, repeats, forgets and hangs up: each click counts once, each game goes on.

Field reports F34 and F41, rulings X2 and X3.
"""

import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing

import discord

from bot.model.records import Closed
from rules.lands import Move
from tests.wire import launch, shapes
from tests.wire.bot_process import BotProcess
from tests.wire.gateway import Op
from tests.wire.people import World
from tests.wire.voyage import Voyage, prudent


async def test_a_click_lost_in_an_outage_comes_with_resume_and_counts_once(voyage: Voyage) -> None:
    world, gateway, session = voyage.world, voyage.world.server.gateway, await voyage.saved()
    for number, outage in enumerate(("hang up", "cut", "ask to reconnect", "doubt the session"), 1):
        before = session
        press = voyage.press(before, prudent(before.state))
        gateway.losing = 1
        await world.send(press)
        match outage:
            case "hang up":
                await gateway.drop()
            case "cut":
                gateway.sever()
            case "ask to reconnect":
                await gateway.tell(Op.RECONNECT, None)
            case "doubt the session":
                await gateway.tell(Op.INVALID_SESSION, data=True)
        assert await world.reply(press), outage
        session = await voyage.saved()
        assert session.revision == before.revision + 1
        assert len(await voyage.log()) == number
        await world.server.until(lambda number=number: gateway.resumes == number)  # type: ignore[misc]
        assert gateway.identifies == 1


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
    """Only the log shows a second start."""
    world, gateway, bot = voyage.world, voyage.world.server.gateway, voyage.bot
    before, posted = await voyage.saved(), len(world.state.messages)
    bot.notify(signal.SIGSTOP)
    gateway.forget()
    await gateway.drop()
    bot.notify(signal.SIGCONT)
    await world.server.until(lambda: gateway.identifies == 2)
    gateway.forget()
    await gateway.tell(Op.INVALID_SESSION, data=False)
    await world.server.until(lambda: gateway.identifies == 3)
    for _ in range(5):
        await gateway.ready_again()
    await voyage.play(before, Move.DRAW)
    assert (world.state.syncs, len(world.state.messages)) == (1, posted)
    assert (
        1 <= bot.output.count("clocks of its servers stand still") <= 2
    )  # once for each time that it was there and then not
    assert len(world.server.sent("PUT")) == 1


async def test_x3_a_lost_connection_stops_the_clocks_until_it_is_resumed(voyage: Voyage) -> None:
    """Twice: each time the clocks stop once and go on once, and the game is played on."""
    world, gateway = voyage.world, voyage.world.server.gateway
    going_on = voyage.bot.output.count("sessions go on")
    for times in (1, 2):
        await gateway.drop()
        await world.server.until(lambda times=times: gateway.resumes == times)  # type: ignore[misc]
        await voyage.bot.says("sessions go on", going_on + times)
    await voyage.play(await voyage.saved())
    assert voyage.bot.output.count("clocks of its servers stand still") == 2
    assert gateway.identifies == 1


async def test_a_gateway_that_no_longer_listens_is_left_and_the_game_goes_on(
    world: World, new_bot: Callable[..., BotProcess]
) -> None:
    gateway = world.server.gateway
    gateway.heartbeat_seconds = 0.2
    voyage = Voyage(world, new_bot(**{launch.SILENCE: "0.7"}))
    await voyage.bot.start()
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
    told = [(await world.slash(mate, "pirates end")).text for _ in range(2)]
    assert told[0] != told[1], "the second one is told that it is over"
    await world.server.until(lambda: "The moderator **Mo** ended it. No result." in voyage.table.text)
    assert world.labels(voyage.table.id) == ["Rematch"]
    assert ((await voyage.saved()).closed, (await voyage.saved()).deadline) == (Closed.BY_MODERATOR, None)


# --- READY without the server: because of an outage, or because the bot was removed ---


def departed(voyage: Voyage) -> list[int]:
    with closing(sqlite3.connect(voyage.bot.database)) as database:
        return [row[0] for row in database.execute("SELECT guild_id FROM departed")]


async def test_a_server_in_an_outage_is_not_one_that_removed_the_bot(voyage: Voyage) -> None:
    gateway = voyage.world.server.gateway
    await voyage.bot.kill()
    gateway.outage = True
    await voyage.bot.start()
    await voyage.play(await voyage.saved())
    await gateway.end_outage()
    await voyage.play(await voyage.saved())
    assert departed(voyage) == []


async def test_x2_a_server_that_removed_the_bot_meanwhile_has_no_game_left(voyage: Voyage) -> None:
    await voyage.bot.kill()
    voyage.world.server.gateway.removed = True
    await voyage.bot.start()
    await voyage.bot.says(f"removed from server {shapes.GUILD}: its data is kept for 30 days")
    assert (await voyage.saved()).closed is Closed.CHANNEL_GONE
    assert departed(voyage) == [int(shapes.GUILD)]
