"""Decisions out of turn: their own clock, and whose time stands still (B12, B18, X1, X3)."""

import pytest
from msgspec.structs import replace

from bot.messages.hands import Hands
from bot.model.errors import Refusal
from bot.model.records import Person, Plan, Session, Terms
from rules import blackspot
from rules.errors import IllegalMove
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, DAY, START_ID, Room, rows
from tests.rules.ships import Table, move, under_way


def theft(*others: str) -> Table:
    """Anne may steal Bart's nine with 4 + 5; Bart could fight back with his king."""
    return under_way(("4C 5C 2H", "KC 3H", *others), ("2:", "9:4", *("" for _ in others)))


async def at_sea(room: Room, table: Table, turn: int | None = 90, reaction: int | None = 60) -> Session:
    """Start a game of Black Spot and put it into a position, Anne to act."""
    crew = (ANNE, BART, CALICO)[: len(table.state.seats)]
    opened = await room.sessions.open("blackspot", crew[0], Terms(table.state.options, turn, reaction))
    room.id = opened.after.id
    for who in crew[1:]:
        await room.sessions.join(room.id, who)
    session = (await room.sessions.start(room.id, crew[0], START_ID)).after
    await room.store.save(session, Plan(replace(session, revision=session.revision + 1, state=table.state)))
    return await room.now()


async def do(room: Room, who: Person, line: str) -> Session:
    """Make a move, written as in the rule tests."""
    return (await room.click(who, blackspot.token(move(line)))).after


async def test_b12_x3_a_reaction_has_its_own_clock_and_the_thief_goes_on_with_a_full_one(room: Room) -> None:
    """The thief's clock stands still meanwhile, so what the victim takes is never the thief's."""
    await at_sea(room, theft())
    session = await do(room, ANNE, "steal 9 4C 5C")
    assert session.deadline == BEGAN + 60
    assert session == await room.now()
    room.clock.now += 50
    session = await do(room, BART, "fight KC")
    assert (session.deadline, session.state.active) == (BEGAN + 50 + 90, 0)


async def test_b18_x3_a_missed_reaction_lets_it_go_and_counts_for_nothing_but_a_missed_turn_does(room: Room) -> None:
    await at_sea(room, theft())
    await do(room, ANNE, "steal 9 4C 5C")
    session = await room.time_out()
    assert [treasure.loot for treasure in session.state.seats[0].treasures] == [2, 9]
    assert [player.missed for player in session.players] == [0, 0]
    assert (session.state.theft, session.deadline) == (None, BEGAN + 60 + 90)
    session = await room.time_out()  # and now the turn itself, which does count
    assert (session.state.active, [player.missed for player in session.players]) == (1, [1, 0])


async def test_b12_x3_an_answer_forgives_no_missed_turn(room: Room) -> None:
    """Who is robbed now and then, and answers, has to play their turns all the same."""
    session = await at_sea(room, theft())
    players = tuple(replace(player, missed=2, unanswered=1) for player in session.players)
    await room.store.save(session, Plan(replace(session, revision=session.revision + 1, players=players)))
    session = await do(room, ANNE, "steal 9 4C 5C")
    assert (session.players[0].missed, session.players[0].unanswered) == (0, 0)
    session = await do(room, BART, "let-go")
    assert (session.players[1].missed, session.players[1].unanswered) == (2, 0)


async def test_f07_only_the_victim_answers(room: Room) -> None:
    await at_sea(room, theft("QC"))
    await do(room, ANNE, "steal 9 4C 5C")
    before = await rows(room.store)
    for who, line in ((ANNE, "let-go"), (CALICO, "let-go"), (CALICO, "fight QC")):
        with pytest.raises(IllegalMove):
            await do(room, who, line)
    assert await rows(room.store) == before


async def test_x1_the_thief_leaves_and_the_victims_clock_runs_on(room: Room) -> None:
    await at_sea(room, theft("QC"))
    await do(room, ANNE, "steal 9 4C 5C")
    room.clock.now += 20
    session = (await room.sessions.leave(room.id, ANNE)).after
    assert session.deadline == BEGAN + 60


async def test_x1_the_victim_leaves_and_the_thief_has_the_treasure(room: Room) -> None:
    await at_sea(room, theft("QC"))
    await do(room, ANNE, "steal 9 4C 5C")
    session = (await room.sessions.leave(room.id, BART)).after
    assert [treasure.loot for treasure in session.state.seats[0].treasures] == [2, 9]
    assert (session.state.active, session.deadline) == (0, BEGAN + 90)


async def test_a_reaction_without_a_clock_can_be_skipped_though_turns_have_one(room: Room) -> None:
    """Anne has time, Bart has none to run out: after a day Calico and Anne go on without his answer."""
    await at_sea(room, theft("QC"), turn=90, reaction=None)
    await do(room, ANNE, "steal 9 4C 5C")
    room.clock.now += DAY
    await room.sessions.skip(room.id, CALICO)
    session = (await room.sessions.skip(room.id, ANNE)).after
    assert (session.state.theft, session.state.active, session.players[1].missed) == (None, 0, 0)


async def test_a_reaction_with_a_clock_is_not_skipped_though_turns_have_none(room: Room) -> None:
    await at_sea(room, theft("QC"), turn=None, reaction=60)
    await do(room, ANNE, "steal 9 4C 5C")
    room.clock.now += DAY
    assert await room.refusal(room.sessions.skip(room.id, CALICO)) == (Refusal.SKIP_HAS_CLOCK, {})


async def test_a_game_without_hands_has_no_hand_to_show(room: Room) -> None:
    """Lands Uncharted is played in the open."""
    session = await room.game(ANNE, BART)
    hands = Hands.__new__(Hands)

    async def ask() -> None:
        hands.draw(session, ANNE.user_id, "en-US")

    assert await room.refusal(ask()) == (Refusal.NO_HAND, {})
