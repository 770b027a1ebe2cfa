"""The real bot, killed while a victim of Black Spot is asked: the same prompt, time left and hands come back."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.model.custom_ids import ControlId
from bot.model.records import Session
from rules import blackspot
from rules.blackspot.model import EndTurn, LetGo, Steal
from rules.game import Clock
from tests.wire.bot_process import BotProcess
from tests.wire.people import Reply, World
from tests.wire.shapes import Person
from tests.wire.test_crash import Voyage, shuffler

REACTION = 60
STARTED = 15
"""Seconds that a kill and a start may take at most."""


class Raid(Voyage):
    """A game of Black Spot between Anne and Mary, and the process that referees it."""

    async def open(self) -> Reply:
        opened = await self.world.slash(self.anne, "blackspot")
        assert opened.message is not None
        self.table = opened.message.id
        return opened

    def player(self, session: Session, seat: int) -> Person:
        return self.world.state.members[str(session.players[seat].user_id)]

    async def hand(self, person: Person) -> Reply:
        """Open someone's hand."""
        opened = await self.world.click(person, "My hand", self.table)
        assert opened.private
        return opened

    async def make(self, session: Session, move: blackspot.Move) -> Session:
        """Make a move of the awaited player in their hand, and find it saved."""
        awaited = blackspot.awaited(session.state)
        assert awaited is not None
        person = self.player(session, awaited.seat)
        opened = await self.hand(person)
        assert opened.message is not None
        control = ControlId("move", session.id, session.revision, blackspot.token(move))
        await self.world.send_click(person, str(control), opened.message.id)
        after = await self.saved()
        expected = blackspot.apply(session.state, awaited.seat, move, shuffler(session)).state
        assert (after.revision, after.state) == (session.revision + 1, expected)
        return after

    async def rob(self) -> Session:
        """Play like the clock until someone can steal from someone who holds cards, and let them."""
        session = await self.saved()
        while (awaited := blackspot.awaited(session.state)) is not None:
            moves = blackspot.legal(session.state, awaited.seat)
            move = next((move for move in moves if isinstance(move, Steal)), blackspot.timeout_move(session.state))
            session = await self.make(session, move)
            after = blackspot.awaited(session.state)
            if after is not None and after.clock is Clock.REACTION:
                return session
        raise AssertionError("a whole game without a theft that waits for an answer")


@pytest.fixture
async def raid(world: World, new_bot: Callable[..., BotProcess], tmp_path: Path) -> Raid:
    """Both aboard, the cards dealt."""
    bot = new_bot()
    await bot.start()
    raid = Raid(world, bot, tmp_path / "copies")
    await raid.begin()
    return raid


def without_times(text: str) -> str:
    return re.sub(r"<t:\d+:R>", "<then>", text)


async def test_a_victim_answers_after_kill_nine_as_if_nothing_had_happened(raid: Raid) -> None:
    before = await raid.rob()
    victim, thief = before.state.theft.victim, before.state.active
    people = [raid.player(before, seat) for seat in (victim, thief)]
    await raid.world.server.until(lambda: "is taking your" in raid.world.screen(people[0]))
    shown = [without_times((await raid.hand(person)).text) for person in people]
    assert "Fight with crew worth as much" in shown[0]
    await raid.bot.kill()
    await raid.bot.start()

    after = await raid.saved()
    assert replace(after, deadline=before.deadline, ping_id=before.ping_id) == before
    assert before.deadline is not None
    assert after.deadline is not None
    assert 0 <= after.deadline - before.deadline < STARTED
    assert REACTION - STARTED < after.deadline - time.time() <= REACTION

    call = next(message for message in raid.world.seen(people[0]) if "is taking your" in message.text)
    prompt = await raid.world.click(people[0], "React", call.id)
    assert prompt.private
    assert without_times(prompt.text) == shown[0]
    assert without_times((await raid.hand(people[1])).text) == shown[1]
    assert prompt.message is not None
    await raid.world.click(people[0], "Let it go", prompt.message.id)
    robbed = await raid.saved()
    assert robbed.state == blackspot.apply(after.state, victim, LetGo(), shuffler(after)).state
    turned = await raid.make(robbed, EndTurn())
    assert turned.state.active == victim


async def test_a_theft_during_which_the_bot_dies_happens_once_or_not_at_all(raid: Raid) -> None:
    robbed = await raid.rob()
    prompt = await raid.hand(raid.player(robbed, robbed.state.theft.victim))
    assert prompt.message is not None
    press = raid.world.press(raid.player(robbed, robbed.state.theft.victim), "Let it go", prompt.message.id)
    await raid.world.send(press, press)
    await raid.bot.kill()
    saved = await raid.saved()
    let_go = blackspot.apply(robbed.state, robbed.state.theft.victim, LetGo(), shuffler(robbed)).state
    assert saved.state in (robbed.state, let_go)
    await raid.bot.start()
    old = press.event["data"]["custom_id"]
    await raid.world.send_click(raid.player(robbed, robbed.state.theft.victim), old, prompt.message.id)
    assert (await raid.saved()).state == let_go
    assert (await raid.saved()).revision == robbed.revision + 1


async def test_a_thief_who_clicks_twice_in_one_burst_steals_once(raid: Raid) -> None:
    session = await raid.saved()
    while not any(isinstance(move, Steal) for move in blackspot.legal(session.state, session.state.active)):
        session = await raid.make(session, blackspot.timeout_move(session.state))
    steal = next(move for move in blackspot.legal(session.state, session.state.active) if isinstance(move, Steal))
    thief = raid.player(session, session.state.active)
    opened = await raid.hand(thief)
    assert opened.message is not None
    control = str(ControlId("move", session.id, session.revision, blackspot.token(steal)))
    presses = [raid.world.forge(thief, control, opened.message.id) for _ in range(2)]
    await raid.world.send(*presses)
    for press in presses:
        await raid.world.reply(press)
    after = await raid.saved()
    assert after.revision == session.revision + 1
    assert after.state == blackspot.apply(session.state, session.state.active, steal, shuffler(session)).state
