"""The call of a turn and the warning at half time take each other's place, whoever overtakes whom (F13, F21, F45)."""

import pytest

from bot.model.records import Session
from tests.bot.builders import ANNE, BART, Room
from tests.bot.messages.test_tables import Deck

LONG = 600
HALF = "half of your time"
TURN = "it is your turn"


@pytest.fixture
async def deck(room: Room) -> Deck:
    """A game of two with ten minutes for each decision, of which five are gone."""
    found = Deck(room)
    await room.game(ANNE, BART, turn_seconds=LONG)
    await room.store.set_table(room.id, 10)
    room.clock.now += LONG / 2
    return found


async def due(deck: Deck) -> Session:
    session = await deck.room.sessions.warn(deck.room.id)
    assert session is not None
    return session


async def called(deck: Deck) -> tuple[list[str], int]:
    """Tell what was sent in all, and how many calls stand in the channel in the end."""
    await deck.background.close()
    session = await deck.room.now()
    standing = [number for number in deck.channel.posted if number not in deck.channel.deleted]
    assert standing == ([] if session.ping_id is None else [session.ping_id])
    return deck.channel.shown, len(standing)


async def test_a_warning_takes_the_place_of_the_call_before(deck: Deck) -> None:
    await deck.room.store.set_ping(deck.room.id, 11)
    deck.tables.warn(await due(deck))
    (said,), standing = await called(deck)
    assert f"<@{ANNE.user_id}>, {HALF}" in said
    assert (standing, deck.channel.deleted) == (1, [11])


async def test_f13_a_warning_on_its_way_when_the_decision_is_made_is_not_sent(deck: Deck) -> None:
    session = await due(deck)
    await deck.room.play("draw")
    deck.tables.warn(session)
    assert await called(deck) == ([], 0)


async def test_f45_a_warning_and_the_next_turn_in_one_tick_leave_the_call_of_the_turn(deck: Deck) -> None:
    """In both orders: Anne's warning never stands beside, nor in the place of, the call to Bart."""
    for warning_first in (True, False):
        deck.channel.shown.clear()
        session = await due(deck)
        moved = await deck.room.play("draw")
        change = await deck.room.click(ANNE if moved.state.active == 0 else BART, "bank")
        if warning_first:
            deck.tables.warn(session)
            deck.tables.follow(change)
        else:
            deck.tables.follow(change)
            deck.tables.warn(session)
        said, standing = await called(deck)
        assert standing == 1
        assert [TURN in sentence for sentence in said] == [True]
        deck.room.clock.now += LONG / 2


async def test_no_warning_in_a_paused_game(deck: Deck) -> None:
    session = await due(deck)
    await deck.room.sessions.pause(deck.room.id, ANNE)
    motion = (await deck.room.now()).motion
    assert motion is not None
    await deck.room.sessions.agree(deck.room.id, BART, motion.number)
    deck.tables.warn(session)
    assert await called(deck) == ([], 0)
