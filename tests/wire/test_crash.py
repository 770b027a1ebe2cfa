"""The real bot, killed and started again: the game goes on as if nothing had happened."""

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace as but

import pytest
from msgspec.structs import replace

from bot.clock.scheduler import BEAT_SECONDS
from bot.model.records import Status
from rules import lands
from rules.lands import Move
from tests.wire import ledger, shapes
from tests.wire.bot_process import BotProcess, eventually
from tests.wire.faults import CALLBACK, Fault
from tests.wire.people import World
from tests.wire.scenes import HOUR
from tests.wire.state import UPDATE
from tests.wire.voyage import Voyage


async def restart(voyage: Voyage) -> None:
    """Kill -9 and start again. What the store holds must not change by it, but for the time left."""
    await voyage.bot.kill()
    before = await voyage.saved()
    await voyage.bot.start()
    after = await voyage.saved()
    assert replace(after, deadline=before.deadline, warn_at=before.warn_at) == before


async def test_a_game_goes_on_after_kill_nine_between_any_two_clicks(
    world: World, new_bot: Callable[..., BotProcess]
) -> None:
    """And a bot that has not changed tells Discord its commands only once (F34)."""
    voyage = Voyage(world, new_bot())
    await voyage.bot.start()
    await voyage.open()
    await restart(voyage)
    await world.click(voyage.mary, "Join")
    await restart(voyage)
    await world.click(voyage.anne, "Start")
    session = await voyage.saved()
    for _ in range(2):
        await restart(voyage)
        session = await voyage.play(session)
    while session.status is Status.PLAYING:
        session = await voyage.play(session)
    await restart(voyage)
    assert lands.outcome(session.state) is not None
    assert ledger.differences(await ledger.read(voyage.bot.database, shapes.CHANNEL)) == []
    assert world.state.syncs == 1


@pytest.mark.parametrize("answer", [Fault(503), Fault()], ids=["lost", "shown"])
async def test_a_card_that_was_drawn_stays_drawn_whether_or_not_it_was_shown(voyage: Voyage, answer: Fault) -> None:
    before, shown = await voyage.saved(), voyage.table.text
    press = voyage.press(before, Move.DRAW)
    voyage.world.server.next("POST", CALLBACK, but(answer, first=voyage.bot.kill))
    await voyage.world.send(press)
    await voyage.world.server.until(lambda: voyage.world.server.requests[-1].path.endswith(f"{press.token}/callback"))
    assert (voyage.table.text == shown) == bool(answer.status)
    await voyage.bot.start()
    drawn = await voyage.saved()
    assert (drawn.revision, drawn.state) == (before.revision + 1, ledger.moved(before, Move.DRAW))
    again = await voyage.world.send_click(voyage.active(before), press.custom_id, voyage.table.id)
    assert again.kind == UPDATE, "the old button shows the table as it is"
    assert (await voyage.saved()).revision == drawn.revision
    await voyage.play(drawn)


async def test_a_lobby_that_was_posted_just_before_the_crash_leads_to_the_table_that_the_bot_knows(
    world: World, new_bot: Callable[..., BotProcess]
) -> None:
    """It cannot know whether the first one got through; without a second one the channel might be taken unseen."""
    voyage = Voyage(world, new_bot())
    await voyage.bot.start()
    world.server.next("POST", CALLBACK, Fault(first=voyage.bot.kill))
    posted = (await world.slash(voyage.anne, "lands", target=50)).shown
    await voyage.bot.start()
    table = await world.server.until(lambda: next((one for one in world.seen(voyage.mary) if one is not posted), None))
    await eventually(voyage.knows_table)
    assert (await world.click(voyage.mary, "Join", posted.id)).shown is posted
    assert f"/{table.id})" in posted.text
    await world.server.until(lambda: "Mary" in table.text)
    assert (await voyage.saved()).table_id == int(table.id)


async def test_an_hour_without_the_bot_costs_nobody_time(voyage: Voyage) -> None:
    """Kill -9, make it an hour ago in the store and at the table, and start again: the table tells the time left."""
    before, killed_at = await voyage.saved(), time.time()
    await voyage.bot.kill()
    with closing(sqlite3.connect(voyage.bot.database)) as database, database:
        database.execute("UPDATE notes SET value = value - ? WHERE name = 'heartbeat'", (HOUR,))
        database.execute("UPDATE sessions SET deadline = deadline - ?, updated_at = updated_at - ?", (HOUR, HOUR))
    for part in shapes.walk(voyage.table.data["components"]):
        if "content" in part:
            part["content"] = re.sub(r"(?<=<t:)\d+", lambda found: str(int(found[0]) - HOUR), part["content"])
    resumed = voyage.bot.output.count("sessions go on")
    await voyage.bot.start()
    await voyage.bot.says("sessions go on", resumed + 1)
    after = await voyage.saved()
    assert after.status is Status.PLAYING
    assert [player.missed for player in after.players] == [0, 0]
    assert before.deadline is not None
    assert after.deadline is not None
    assert 0 <= after.deadline - before.deadline <= time.time() - killed_at + BEAT_SECONDS
    told = f"<t:{int(after.deadline)}:R>"
    await voyage.world.server.until(lambda: re.findall(r"<t:\d+:R>", voyage.table.text) == [told])
    await voyage.play(after)
