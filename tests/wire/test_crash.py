"""The real bot, killed and started again between clicks: the game goes on as if nothing had happened."""

import asyncio
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import web
from msgspec.structs import replace

from bot.model.custom_ids import decode
from bot.model.records import LoggedMove, Session, Status
from bot.storage.store import Store
from rules import lands
from rules.cards import VerifiableShuffler, shuffle_key
from rules.lands import Move, State
from tests.wire import shapes
from tests.wire.bot_process import BotProcess
from tests.wire.faults import json_response
from tests.wire.people import Reply, World
from tests.wire.server import Call
from tests.wire.shapes import Person
from tests.wire.state import UPDATE, Interaction

HOUR = 3600


class Voyage:
    """A game of Lands Uncharted between Anne and Mary, and the process that referees it."""

    def __init__(self, world: World, bot: BotProcess, folder: Path) -> None:
        self.world = world
        self.bot = bot
        self.anne, self.mary = world.person("Anne"), world.person("Mary")
        self.table = ""
        """The id of the message that is the table."""
        self._copies = folder

    async def open(self) -> Reply:
        opened = await self.world.slash(self.anne, "lands", target=50)
        assert opened.message is not None
        assert not opened.private, opened.text
        self.table = opened.message.id
        while (await self.saved()).table_id is None:  # noqa: ASYNC110 - in the file of another process
            await asyncio.sleep(0)  # killed before that, it would post a new table when it is back
        return opened

    async def begin(self) -> None:
        """Both aboard, the deck dealt, the first card still to be drawn."""
        await self.open()
        await self.world.click(self.mary, "Join")
        await self.world.click(self.anne, "Start")

    async def restart(self) -> None:
        """Kill -9 and start again. What the store holds must not change by it, but for the time left."""
        await self.bot.kill()
        before = await self.saved()
        known = set(self.world.state.messages)
        await self.bot.start()
        if before.table_id is None:  # killed before it noted which message is the table: it posts one that it knows
            [self.table] = await self.world.server.until(lambda: set(self.world.state.messages) - known)
        after = await self.saved()
        assert replace(after, deadline=before.deadline, table_id=before.table_id) == before

    async def be_away_for_an_hour(self) -> None:
        """Kill -9, and make it an hour ago in the store and at the table."""
        await self.bot.kill()
        with closing(sqlite3.connect(self.bot.database)) as database, database:
            database.execute("UPDATE notes SET value = value - ? WHERE name = 'heartbeat'", (HOUR,))
            database.execute("UPDATE sessions SET deadline = deadline - ?, updated_at = updated_at - ?", (HOUR, HOUR))
        for part in shapes.walk(self.world.state.message(self.table).data["components"]):
            if "content" in part:
                part["content"] = re.sub(r"(?<=<t:)\d+", lambda found: str(int(found[0]) - HOUR), part["content"])

    async def saved(self) -> Session:
        return (await self._read())[0]

    async def log(self) -> list[LoggedMove]:
        return (await self._read())[1]

    async def _read(self) -> tuple[Session, list[LoggedMove]]:
        """Look into a copy: to open the database itself would tidy up what a killed process has left."""
        self._copies.mkdir(exist_ok=True)
        for file in self.bot.database.parent.glob("*.db*"):
            if not file.name.endswith("-shm"):  # an index of the log file, which SQLite makes anew
                shutil.copy(file, self._copies)
        store = await Store.open(self._copies / self.bot.database.name)
        session = await store.in_channel(int(shapes.CHANNEL))
        assert session is not None
        moves = await store.moves(session.id)
        await store.close()
        return session, moves

    def active(self, session: Session) -> Person:
        return self.world.state.members[str(session.players[session.state.active].user_id)]

    def press(self, session: Session, move: Move) -> Interaction:
        """A click of the awaited player on the table's button for this move."""
        for part in shapes.walk(self.world.state.message(self.table).data["components"]):
            if "custom_id" in part and not part["disabled"] and decode(part["custom_id"]).argument == move:
                return self.world.forge(self.active(session), part["custom_id"], self.table)
        raise AssertionError(f"the table has no button for {move}")

    async def play(self, session: Session, move: Move) -> Session:
        """Make a move by its button on the table as it stands, and find it saved."""
        press = self.press(session, move)
        await self.world.send(press)
        assert (await self.world.reply(press)).kind == UPDATE
        after = await self.saved()
        assert (after.revision, after.state) == (session.revision + 1, moved(session, move))
        return after


def shuffler(session: Session) -> VerifiableShuffler:
    assert session.start_id is not None
    return VerifiableShuffler(shuffle_key(session.secret, session.start_id))


def moved(session: Session, move: Move) -> State:
    """What the rules make of the awaited player's move."""
    state: State = lands.apply(session.state, session.state.active, move, shuffler(session)).state
    return state


def prudent(state: State) -> Move:
    """Draw up to ten, then bank; spend allies."""
    legal = lands.legal(state, state.active)
    if Move.BANK in legal and state.turn.value >= 10:
        return Move.BANK
    return legal[0]


@pytest.fixture
async def voyage(world: World, new_bot: Callable[..., BotProcess], tmp_path: Path) -> Voyage:
    """The bot runs; nothing has been opened yet."""
    bot = new_bot()
    await bot.start()
    return Voyage(world, bot, tmp_path / "copies")


async def test_a_game_goes_on_after_kill_nine_between_any_two_clicks(voyage: Voyage) -> None:
    world = voyage.world
    await voyage.open()
    await voyage.restart()
    await world.click(voyage.mary, "Join")
    await voyage.restart()
    await world.click(voyage.anne, "Start")
    session = await voyage.saved()
    for _ in range(6):
        await voyage.restart()
        session = await voyage.play(session, prudent(session.state))
    while session.status is Status.PLAYING:
        session = await voyage.play(session, prudent(session.state))
    await voyage.restart()
    state = lands.deal(session.options, len(session.players), None, shuffler(session))
    for move in await voyage.log():
        state = lands.apply(state, move.seat, lands.from_token(move.token), shuffler(session)).state
    assert state == session.state
    assert lands.outcome(state) is not None
    assert world.state.syncs == 1


async def die_while_answering(voyage: Voyage, interaction: Interaction, response: web.Response | None) -> None:
    """Kill the bot when its answer has left it: with a response the answer is lost, without one Discord has it."""
    killed = asyncio.Event()

    async def die(_call: Call) -> web.Response | None:
        await voyage.bot.kill()
        killed.set()
        return response

    voyage.world.server.interventions["POST", "/interactions/"] = die
    await voyage.world.send(interaction)
    await asyncio.wait_for(killed.wait(), 3)
    voyage.world.server.interventions.clear()
    if response is None:
        await voyage.world.reply(interaction)


@pytest.mark.parametrize("lost", [True, False])
async def test_a_card_that_was_drawn_stays_drawn_whether_or_not_it_was_shown(voyage: Voyage, *, lost: bool) -> None:
    await voyage.begin()
    before = await voyage.saved()
    shown = voyage.world.state.message(voyage.table).text
    press = voyage.press(before, Move.DRAW)
    await die_while_answering(voyage, press, json_response(503, {}) if lost else None)
    assert (voyage.world.state.message(voyage.table).text == shown) == lost
    await voyage.bot.start()
    drawn = await voyage.saved()
    assert (drawn.revision, drawn.state) == (before.revision + 1, moved(before, Move.DRAW))
    old = press.event["data"]["custom_id"]
    again = await voyage.world.send_click(voyage.active(before), old, voyage.table)
    assert again.kind == UPDATE, "the old button shows the table as it is"
    assert (await voyage.saved()).revision == drawn.revision
    await voyage.play(drawn, prudent(drawn.state))


async def test_a_lobby_that_was_posted_just_before_the_crash_leads_to_the_table_that_the_bot_knows(
    voyage: Voyage,
) -> None:
    """It cannot know whether the first one got through; without a second one the channel might be taken unseen."""
    world = voyage.world
    command = world.command(voyage.anne, "lands", target=50)
    await die_while_answering(voyage, command, None)
    [posted] = world.seen(voyage.mary)
    await voyage.bot.start()
    table = await world.server.until(lambda: next((one for one in world.seen(voyage.mary) if one is not posted), None))
    while (await voyage.saved()).table_id is None:
        assert voyage.bot.output
    joined = await world.click(voyage.mary, "Join", posted.id)
    assert joined.message is posted
    assert f"/{table.id})" in posted.text
    await world.server.until(lambda: "Mary" in table.text)
    await voyage.bot.kill()
    assert (await voyage.saved()).table_id == int(table.id)


async def test_a_click_during_which_the_bot_dies_happens_once_or_not_at_all(voyage: Voyage) -> None:
    await voyage.begin()
    session = await voyage.saved()
    for _ in range(4):
        before, move = session, prudent(session.state)
        press = voyage.press(before, move)
        await voyage.world.send(press)
        await voyage.bot.kill()
        assert (await voyage.saved()).state in {before.state, moved(before, move)}
        await voyage.bot.start()
        await voyage.world.send_click(voyage.active(before), press.event["data"]["custom_id"], voyage.table)
        session = await voyage.saved()
        assert (session.revision, session.state) == (before.revision + 1, moved(before, move))


async def test_every_old_button_of_a_lobby_works_after_a_crash(voyage: Voyage) -> None:
    await voyage.open()
    labels = voyage.world.labels(voyage.table)
    await voyage.restart()
    for person, label in (
        (voyage.mary, "Join"),
        (voyage.mary, "I touched coin last"),
        (voyage.mary, "House rules"),
        (voyage.mary, "How to play"),
        (voyage.mary, "Leave"),
        (voyage.anne, "Start"),
    ):
        assert label in labels
        assert await voyage.world.click(person, label, voyage.table)
    assert (await voyage.saved()).status is Status.PLAYING


async def test_a_double_click_draws_one_card(voyage: Voyage) -> None:
    await voyage.begin()
    session = await voyage.saved()
    for _ in range(5):
        move = prudent(session.state)
        presses = [voyage.press(session, move), voyage.press(session, move)]
        await voyage.world.send(*presses)
        replies = [await voyage.world.reply(press) for press in presses]
        assert len(replies) == 2
        after = await voyage.saved()
        assert (after.revision, after.state) == (session.revision + 1, moved(session, move))
        session = after
    assert len(await voyage.log()) == 5


async def test_two_people_who_join_in_the_same_tick_are_both_aboard(voyage: Voyage) -> None:
    world = voyage.world
    opened = await voyage.open()
    grace = world.person("Grace")
    presses = [world.press(person, "Join") for person in (voyage.mary, grace)]
    await world.send(*presses)
    for press in presses:
        await world.reply(press)
    assert [player.name for player in (await voyage.saved()).players] == ["Anne", "Mary", "Grace"]
    await world.server.until(lambda: all(name in opened.text for name in ("Anne", "Mary", "Grace")))


async def test_an_hour_without_the_bot_costs_nobody_time(voyage: Voyage) -> None:
    await voyage.begin()
    await voyage.be_away_for_an_hour()
    before = await voyage.saved()
    told = voyage.bot.output.count("clocks resumed")
    await voyage.bot.start()
    while voyage.bot.output.count("clocks resumed") == told:
        await voyage.world.slash(voyage.mary, "pirates rules")
    after = await voyage.saved()
    assert after.status is Status.PLAYING
    assert before.deadline is not None
    assert after.deadline is not None
    assert after.deadline - before.deadline >= HOUR
    assert 80 < after.deadline - time.time() <= 90
    await voyage.play(after, Move.DRAW)


async def test_after_an_hour_without_the_bot_the_table_tells_the_time_that_is_left(voyage: Voyage) -> None:
    await voyage.begin()
    await voyage.be_away_for_an_hour()
    await voyage.bot.start()
    table = voyage.world.state.message(voyage.table)
    moments = await voyage.world.server.until(
        lambda: [moment for moment in map(int, re.findall(r"<t:(\d+):R>", table.text)) if moment > time.time()]
    )
    assert len(moments) == 1


async def test_sigterm_stops_the_bot_cleanly_and_the_game_goes_on_later(voyage: Voyage) -> None:
    await voyage.begin()
    before = await voyage.saved()
    assert await voyage.bot.terminate() == 0
    assert not voyage.world.server.gateway.connected
    await voyage.bot.start()
    await voyage.play(before, Move.DRAW)


async def test_an_unchanged_bot_syncs_its_commands_only_once(voyage: Voyage) -> None:
    assert voyage.world.state.syncs == 1
    await voyage.bot.terminate()
    await voyage.bot.start()
    assert voyage.world.state.syncs == 1
    assert await voyage.open()
