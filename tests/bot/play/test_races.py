"""Requests in the same tick, with the store held by a gate: exactly one takes effect (F01, F06, F09, F18, F27, F39)."""

import asyncio
from collections.abc import Awaitable

import pytest

from bot.model.errors import Refusal
from bot.model.records import Change, Closed, Person, Session, Status, Terms
from rules.game import Ending
from rules.lands.model import Options
from tests.bot.builders import (
    ANNE,
    BART,
    BEGAN,
    CALICO,
    CHANNEL,
    DITA,
    EDDA,
    MODERATOR,
    START_ID,
    Held,
    Room,
    kinds,
    results,
    rows,
)


def press(room: Room, session: Session, who: Person, token: str) -> Awaitable[Change]:
    """Press a button of the table as it was drawn for this session."""
    return room.sessions.play(session.id, who, session.revision, token)


async def tokens(room: Room) -> list[str]:
    """Read the session's log."""
    return [move.token for move in await room.store.moves(room.id)]


async def aboard(room: Room) -> list[int]:
    return [player.user_id for player in (await room.now()).players]


# --- Clicks ---


async def test_f01_five_clicks_in_the_same_tick_draw_one_card(room: Room) -> None:
    session = await room.game(ANNE, BART, deck="2C 3C 4C")
    answers = await room.in_order(*(press(room, session, ANNE, "draw") for _ in range(5)))
    assert kinds(answers) == ["playing", *["StaleClick"] * 4]
    after = await room.now()
    assert (after.state.turn.value, after.revision, await tokens(room)) == (2, session.revision + 1, ["draw"])


async def test_two_processes_with_one_database_draw_one_card(room: Room) -> None:
    """Locks are of no help between processes: the revision in the database is."""
    session = await room.game(ANNE, BART, deck="2C 3C")
    draws = (each.play(room.id, ANNE, session.revision, "draw") for each in (room.sessions, room.another()))
    assert kinds(await room.in_order(*draws, writers=2)) == ["playing", "StaleClick"]
    assert await tokens(room) == ["draw"]


async def test_f27_draw_and_bank_in_one_tick_are_one_decision(room: Room) -> None:
    await room.game(ANNE, BART, deck="7C 8C")
    session = await room.play("draw")
    answers = await room.in_order(*(press(room, session, ANNE, token) for token in ("bank", "draw")))
    assert kinds(answers) == ["playing", "StaleClick"]
    session = await room.now()
    assert (room.scores(session), session.state.active) == ([7, 0], 1)


async def test_a_move_in_the_tick_of_a_vote_is_made_and_the_vote_counts(room: Room) -> None:
    """A vote changes nothing that a move could be about."""
    await room.game(ANNE, BART, CALICO, deck="7C")
    session = (await room.sessions.end(room.id, ANNE)).after
    vote = room.sessions.agree(room.id, BART, (await room.motion()).number)
    assert kinds(await room.in_order(vote, press(room, session, ANNE, "draw"))) == ["playing", "playing"]
    assert (await room.now()).state.turn.value == 7
    assert (await room.motion()).ayes == (ANNE.user_id, BART.user_id)


async def test_f06_two_last_ayes_in_one_tick_end_the_game_once(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.end(room.id, ANNE)
    number = (await room.motion()).number
    ayes = (room.sessions.agree(room.id, who, number) for who in (BART, CALICO, CALICO))
    assert kinds(await room.in_order(*ayes)) == ["playing", "closed", "Refused"]
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


# --- A click and the clock: F01 ---


@pytest.mark.parametrize(
    "order, outcome, missed",
    [("click clock", ["playing", "nothing"], 0), ("clock click", ["playing", "StaleClick"], 1)],
)
async def test_f01_a_bank_and_its_time_out_in_one_tick_bank_once(
    room: Room, order: str, outcome: list[str], missed: int
) -> None:
    await room.game(ANNE, BART, deck="7C 8C")
    session = await room.play("draw")
    room.clock.now += 90
    requests = {"click": press(room, session, ANNE, "bank"), "clock": room.expiry()}
    assert kinds(await room.in_order(*(requests[name] for name in order.split()))) == outcome
    after = await room.now()
    assert (room.scores(after), after.players[0].missed, after.state.active) == ([7, 0], missed, 1)
    assert (await tokens(room), after.deadline) == (["draw", "bank"], room.clock.now + 90)


LAST_TURN = "10C 9C 8C 7C 6C 5C 4C 2C 7D"
"""Target 50: Anne banks 51; Bart, last in the round, draws 7."""


async def before_the_last_bank(room: Room) -> Session:
    await room.game(ANNE, BART, deck=LAST_TURN, target=50)
    return await room.play("draw " * 8 + "bank draw")


@pytest.mark.parametrize("order", ["click clock", "clock click"])
async def test_f01_the_last_bank_and_its_time_out_store_one_result(room: Room, order: str) -> None:
    """Whichever is first, the 7 is banked once, and there is one row for each player."""
    session = await before_the_last_bank(room)
    room.clock.now += 90
    requests = {"click": press(room, session, BART, "bank"), "clock": room.expiry()}
    answers = kinds(await room.in_order(*(requests[name] for name in order.split())))
    assert answers == ["finished", "nothing" if order == "click clock" else "Refused"]
    session = await room.now()
    assert (room.scores(session), session.status, session.deadline) == ([51, 7], Status.FINISHED, None)
    assert ((await tokens(room)).count("bank"), len(await results(room.store))) == (2, 1)
    assert len((await rows(room.store, "result_seats"))["result_seats"]) == 2
    assert await room.store.next_deadline() is None


async def test_f01_two_clocks_in_one_tick_play_one_turn(room: Room) -> None:
    await room.game(ANNE, BART, deck="7C 8C")
    room.clock.now += 90
    assert kinds(await room.in_order(room.expiry(), room.expiry())) == ["playing", "nothing"]
    assert (await room.now()).players[0].missed == 1


# --- Leaving and ending ---


async def test_f17_all_leave_in_one_tick_and_the_game_ends_once(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    answers = await room.in_order(*(room.sessions.leave(room.id, who) for who in (ANNE, BART, CALICO)))
    assert kinds(answers) == ["playing", "finished", "Refused"]
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


async def test_f41_the_end_in_the_tick_of_a_move_ends_the_game_once(room: Room) -> None:
    session = await room.game(ANNE, BART, deck="7C")
    draw, bank = (press(room, session, ANNE, token) for token in ("draw", "bank"))
    answers = await room.in_order(draw, room.sessions.end(room.id, MODERATOR), bank)
    assert kinds(answers) == ["playing", "closed", "Refused"]
    assert await tokens(room) == ["draw"]


async def test_f22_a_channel_deleted_in_the_tick_of_the_last_move_leaves_the_result(room: Room) -> None:
    session = await before_the_last_bank(room)
    _, closed = await room.in_order(press(room, session, BART, "bank"), room.sessions.close_place(CHANNEL))
    assert (closed, (await room.now()).status) == ([], Status.FINISHED)
    assert await results(room.store) == [(Ending.HIGHEST_SCORE, 1)]


# --- The lobby: F18, F39 ---


async def test_f18_two_lobbies_opened_in_one_tick_are_one(room: Room) -> None:
    opening = (room.sessions.open("lands", who, Terms(Options())) for who in (ANNE, BART))
    answers = await room.in_order(*opening, writers=2)
    assert kinds(answers) == ["lobby", "Refused"]
    assert answers[1].reason is Refusal.CHANNEL_BUSY
    assert len(await room.store.live_ids()) == 1


@pytest.mark.parametrize(
    "crew, joining, outcome, seats",
    [
        ((ANNE,), (BART, BART, BART), ["lobby", "Refused", "Refused"], [1, 2]),
        ((ANNE,), (BART, CALICO, DITA), ["lobby"] * 3, [1, 2, 3, 4]),
        ((ANNE, BART, CALICO), (DITA, EDDA), ["lobby", "Refused"], [1, 2, 3, 4]),
    ],
    ids=["one person three times", "three people", "two for the last seat"],
)
async def test_f39_who_joins_in_one_tick_has_one_seat_each_as_long_as_there_are_some(
    room: Room, crew: tuple[Person, ...], joining: tuple[Person, ...], outcome: list[str], seats: list[int]
) -> None:
    await room.lobby(*crew)
    assert kinds(await room.in_order(*(room.sessions.join(room.id, who) for who in joining))) == outcome
    assert await aboard(room) == seats


async def test_f18_start_pressed_twice_deals_once_with_the_first_click(room: Room) -> None:
    await room.lobby(ANNE, BART)
    starts = (room.sessions.start(room.id, ANNE, START_ID + number) for number in range(2))
    assert kinds(await room.in_order(*starts)) == ["playing", "Refused"]
    session = await room.now()
    assert (session.start_id, len(session.state.deck)) == (START_ID, 52)


async def test_f18_cancel_before_start_in_one_tick_closes_and_deals_nothing(room: Room) -> None:
    await room.lobby(ANNE, BART)
    cancel, start = room.sessions.cancel(room.id, ANNE), room.sessions.start(room.id, BART, START_ID)
    assert kinds(await room.in_order(cancel, start)) == ["closed", "Refused"]
    session = await room.now()
    assert (session.closed, session.state) == (Closed.CANCELLED, None)


@pytest.mark.parametrize("late", ["cancel", "leave_lobby"])
async def test_what_was_clicked_in_the_lobby_behind_its_start_does_nothing_to_the_game(room: Room, late: str) -> None:
    await room.lobby(ANNE, BART)
    click = getattr(room.sessions, late)(room.id, ANNE)
    answers = await room.in_order(room.sessions.start(room.id, BART, START_ID), click)
    session = await room.now()
    assert (kinds(answers), session.status, session.motions) == (["playing", "Refused"], Status.PLAYING, ())
    assert not session.players[0].left


async def test_f39_a_player_leaves_in_the_tick_of_the_start(room: Room) -> None:
    await room.lobby(ANNE, BART)
    leave, start = room.sessions.leave_lobby(room.id, BART), room.sessions.start(room.id, ANNE, START_ID)
    assert kinds(await room.in_order(leave, start)) == ["lobby", "playing"]
    assert (await aboard(room), (await room.now()).state.solo) == ([1], True)


async def test_a_lobby_that_expires_in_the_tick_of_its_start_starts(room: Room) -> None:
    await room.lobby(ANNE, BART)
    room.clock.now += 15 * 60
    answers = await room.in_order(room.sessions.start(room.id, ANNE, START_ID), room.expiry())
    assert kinds(answers) == ["playing", "nothing"]
    assert (await room.now()).deadline == BEGAN + 15 * 60 + 90


# --- A click that was given up ---


async def test_a_click_that_was_given_up_leaves_no_half_step_and_no_lock(room: Room) -> None:
    """The process is told to stop while a write is under way."""
    session = await room.game(ANNE, BART, deck="7C 8C")
    before = await rows(room.store)
    async with Held(room.store):
        click = asyncio.ensure_future(press(room, session, ANNE, "draw"))
        await room.store.crowd(1)
        click.cancel()
        with pytest.raises(asyncio.CancelledError):
            await click
    assert await rows(room.store) == before
    assert (await room.play("draw")).state.turn.value == 7


@pytest.mark.parametrize("loops", range(12))
async def test_a_write_that_is_cancelled_at_any_moment_is_whole_or_nothing(room: Room, loops: int) -> None:
    """After so many turns of the event loop; the next click works, whatever became of this one."""
    session = await room.game(ANNE, BART, deck="7C 8C 9C")
    click = asyncio.ensure_future(press(room, session, ANNE, "draw"))
    for _ in range(loops):
        await asyncio.sleep(0)
    click.cancel()
    await asyncio.gather(click, return_exceptions=True)
    session = await room.now()
    assert len(await room.store.moves(room.id)) == session.revision - 2
    session = await room.play("draw")
    assert session.state.turn.value in (7, 15)


async def test_a_read_under_way_does_not_make_the_next_one_old(room: Room) -> None:
    """One connection reads for all: what others still read must not hold it at a state before the last commit."""
    await room.game(ANNE, BART, CALICO)
    done = asyncio.Event()

    async def read_on() -> None:
        while not done.is_set():
            await room.store.load(room.id)
            await room.store.due_ids(room.clock())

    others = [asyncio.ensure_future(read_on()) for _ in range(4)]
    for _ in range(30):
        session = await room.turns(1)
        assert (await room.store.load(room.id)) == session
        assert session.revision == len(await room.store.moves(room.id)) + 3
    done.set()
    await asyncio.gather(*others)
