"""Requests in the same tick, with the store held by a gate: exactly one takes effect (F01, F06, F09, F18, F27, F39)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.errors import Refusal
from bot.model.records import Change, Closed, Person, Session, Status, Terms
from bot.play.sessions import Sessions
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


# --- Clicks ---


async def test_f01_two_clicks_in_the_same_tick_draw_one_card(room: Room) -> None:
    session = await room.game(ANNE, BART, deck="2C 3C 4C")
    async with Held(room.store) as held:
        held.send(press(room, session, ANNE, "draw"), press(room, session, ANNE, "draw"))
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "StaleClick"]
    assert (await room.now()).state.turn.value == 2
    assert ((await room.now()).revision, await tokens(room)) == (session.revision + 1, ["draw"])


async def test_five_clicks_in_a_row_draw_one_card(room: Room) -> None:
    session = await room.game(ANNE, BART, deck="2C 3C 4C 5C 6C")
    async with Held(room.store) as held:
        held.send(*(press(room, session, ANNE, "draw") for _ in range(5)))
        answers = await held.outcome()
    assert sorted(kinds(answers)) == ["StaleClick"] * 4 + ["playing"]
    assert ((await room.now()).state.turn.value, await tokens(room)) == (2, ["draw"])


async def test_two_processes_with_one_database_draw_one_card(room: Room) -> None:
    """Locks are of no help between processes: the revision in the database is."""
    session = await room.game(ANNE, BART, deck="2C 3C")
    other = room.another()
    async with Held(room.store) as held:
        held.send(*(each.play(room.id, ANNE, session.revision, "draw") for each in (room.sessions, other)))
        answers = await held.outcome(writers=2)
    assert kinds(answers) == ["playing", "StaleClick"]
    assert await tokens(room) == ["draw"]


async def test_f27_draw_and_bank_in_one_tick_are_one_decision(room: Room) -> None:
    await room.game(ANNE, BART, deck="7C 8C")
    session = await room.play("draw")
    async with Held(room.store) as held:
        held.send(press(room, session, ANNE, "bank"), press(room, session, ANNE, "draw"))
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "StaleClick"]
    session = await room.now()
    assert (room.scores(session), session.state.active) == ([7, 0], 1)


async def test_a_vote_and_a_move_in_one_tick_both_count_or_the_move_is_stale(room: Room) -> None:
    """A vote is a step too: the click that came behind it sees a table that has moved on, and may be pressed again."""
    await room.game(ANNE, BART, CALICO, deck="7C")
    session = (await room.sessions.end(room.id, ANNE)).after
    motion = session.motion
    assert motion is not None
    async with Held(room.store) as held:
        held.send(room.sessions.agree(room.id, BART, motion.number), press(room, session, ANNE, "draw"))
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "StaleClick"]
    session = await room.play("draw")
    assert session.state.turn.value == 7
    assert session.motion is not None
    assert session.motion.ayes == (ANNE.user_id, BART.user_id)


async def test_f06_two_last_ayes_in_one_tick_end_the_game_once(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.end(room.id, ANNE)
    motion = (await room.now()).motion
    assert motion is not None
    async with Held(room.store) as held:
        held.send(*(room.sessions.agree(room.id, who, motion.number) for who in (BART, CALICO, CALICO)))
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "closed", "Refused"]
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


# --- A click and the clock: F01 ---

Order = tuple[str, str]


async def click_and_time_out(room: Room, order: Order, token: str) -> list[str]:
    """Let the deadline and a click come in one tick; return what became of them, in this order."""
    session = await room.now()
    assert session.deadline is not None
    room.clock.now = session.deadline
    seat = session.state.active
    player = session.players[seat]
    who = replace(ANNE, user_id=player.user_id, name=player.name)
    requests: dict[str, Awaitable[Any]] = {
        "click": room.sessions.play(room.id, who, session.revision, token),
        "clock": room.sessions.expire(room.id, room.is_member),
    }
    async with Held(room.store) as held:
        held.send(*(requests[name] for name in order))
        return kinds(await held.outcome())


async def test_f01_a_bank_before_the_time_out_of_the_same_tick_is_the_players(room: Room) -> None:
    await room.game(ANNE, BART, deck="7C 8C")
    await room.play("draw")
    assert await click_and_time_out(room, ("click", "clock"), "bank") == ["playing", "nothing"]
    session = await room.now()
    assert (room.scores(session), session.players[0].missed) == ([7, 0], 0)
    assert session.deadline == room.clock.now + 90


async def test_f01_a_bank_behind_the_time_out_of_the_same_tick_is_stale(room: Room) -> None:
    """`is_member` is asked before the lock is taken, so the clock needs one loop more; a held lock shows the order."""
    await room.game(ANNE, BART, deck="7C 8C")
    await room.play("draw")
    session = await room.now()
    assert session.deadline is not None
    room.clock.now = session.deadline
    async with Held(room.store) as held:
        held.send(room.sessions.expire(room.id, room.is_member))
        await room.store.crowd(1)
        held.send(room.sessions.play(room.id, ANNE, session.revision, "bank"))
        answers = await held.outcome(writers=0)
    assert kinds(answers) == ["playing", "StaleClick"]
    after = await room.now()
    assert (room.scores(after), after.players[0].missed, after.state.active) == ([7, 0], 1, 1)
    assert await tokens(room) == ["draw", "bank"]


LAST_TURN = "10C 9C 8C 7C 6C 5C 4C 2C 7D"
"""Target 50: Anne banks 51; Bart, last in the round, draws 7."""


@pytest.mark.parametrize("order", [("click", "clock"), ("clock", "click")])
async def test_f01_the_last_bank_and_its_time_out_store_one_result(room: Room, order: Order) -> None:
    """Twenty games: whichever is first, the 7 is banked once, and there is one row for each player."""
    for number in range(1, 21):
        await room.game(ANNE, BART, deck=LAST_TURN, target=50)
        await room.play("draw " * 8 + "bank draw")
        outcome = await click_and_time_out(room, order, "bank")
        assert sorted(outcome) in (["finished", "nothing"], ["StaleClick", "finished"], ["Refused", "finished"])
        session = await room.now()
        assert (room.scores(session), session.status, session.deadline) == ([51, 7], Status.FINISHED, None)
        assert (await tokens(room)).count("bank") == 2
        assert len(await results(room.store)) == number
        assert await room.store.next_deadline() is None
    stored = await rows(room.store, "result_seats")
    assert len(stored["result_seats"]) == 40


async def test_f01_two_clocks_in_one_tick_play_one_turn(room: Room) -> None:
    await room.game(ANNE, BART, deck="7C 8C")
    room.clock.now += 90
    async with Held(room.store) as held:
        held.send(*(room.sessions.expire(room.id, room.is_member) for _ in range(2)))
        answers = await held.outcome()
    assert sorted(kinds(answers)) == ["nothing", "playing"]
    assert (await room.now()).players[0].missed == 1


# --- Leaving ---


async def test_f17_all_leave_in_one_tick_and_the_game_ends_once(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    async with Held(room.store) as held:
        held.send(*(room.sessions.leave(room.id, who) for who in (ANNE, BART, CALICO)))
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "finished", "Refused"]
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


async def test_f41_the_end_in_the_tick_of_a_move_ends_the_game_once(room: Room) -> None:
    session = await room.game(ANNE, BART, deck="7C")
    draw, bank = (room.sessions.play(room.id, ANNE, session.revision, token) for token in ("draw", "bank"))
    async with Held(room.store) as held:
        held.send(draw, room.sessions.end(room.id, MODERATOR), bank)
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "closed", "Refused"]
    assert await tokens(room) == ["draw"]


async def test_f22_a_channel_deleted_in_the_tick_of_the_last_move_leaves_the_result(room: Room) -> None:
    await room.game(ANNE, BART, deck=LAST_TURN, target=50)
    session = await room.play("draw " * 8 + "bank draw")
    async with Held(room.store) as held:
        held.send(press(room, session, BART, "bank"), room.sessions.close_place(CHANNEL))
        finished, _ = await held.outcome()
    assert finished.after.status is Status.FINISHED
    assert (await room.now()).status is Status.FINISHED
    assert await results(room.store) == [(Ending.HIGHEST_SCORE, 1)]


# --- The lobby: F18, F39 ---


def opening(who: Any) -> Callable[[Sessions], Awaitable[Any]]:
    return lambda sessions: sessions.open("lands", who, Terms(Options()))


async def test_f18_two_lobbies_opened_in_one_tick_are_one(room: Room) -> None:
    async with Held(room.store) as held:
        held.send(opening(ANNE)(room.sessions), opening(BART)(room.sessions))
        answers = await held.outcome(writers=2)
    assert sorted(kinds(answers)) == ["Refused", "lobby"]
    refused = next(answer for answer in answers if isinstance(answer, Exception))
    assert refused.reason is Refusal.CHANNEL_BUSY  # type: ignore[attr-defined]
    assert len(await room.store.live_ids()) == 1


async def test_f39_one_person_presses_join_three_times_in_one_tick(room: Room) -> None:
    await room.lobby(ANNE)
    async with Held(room.store) as held:
        held.send(*(room.sessions.join(room.id, BART) for _ in range(3)))
        answers = await held.outcome()
    assert kinds(answers) == ["lobby", "Refused", "Refused"]
    assert [player.user_id for player in (await room.now()).players] == [1, 2]


async def test_three_people_join_in_one_tick_and_all_are_aboard(room: Room) -> None:
    await room.lobby(ANNE)
    async with Held(room.store) as held:
        held.send(*(room.sessions.join(room.id, who) for who in (BART, CALICO, DITA)))
        answers = await held.outcome()
    assert kinds(answers) == ["lobby"] * 3
    assert [player.user_id for player in (await room.now()).players] == [1, 2, 3, 4]


async def test_two_people_join_for_the_last_seat_in_one_tick(room: Room) -> None:
    await room.lobby(ANNE, BART, CALICO)
    async with Held(room.store) as held:
        held.send(*(room.sessions.join(room.id, who) for who in (DITA, EDDA)))
        answers = await held.outcome()
    assert kinds(answers) == ["lobby", "Refused"]
    assert [player.user_id for player in (await room.now()).players] == [1, 2, 3, 4]


async def test_f18_start_pressed_twice_deals_once_with_the_first_click(room: Room) -> None:
    await room.lobby(ANNE, BART)
    async with Held(room.store) as held:
        held.send(*(room.sessions.start(room.id, ANNE, START_ID + number) for number in range(2)))
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "Refused"]
    session = await room.now()
    assert (session.start_id, len(session.state.deck)) == (START_ID, 52)


async def test_f18_start_before_cancel_in_one_tick_starts_and_cancels_nothing(room: Room) -> None:
    await room.lobby(ANNE, BART)
    async with Held(room.store) as held:
        held.send(room.sessions.start(room.id, BART, START_ID), room.sessions.cancel(room.id, ANNE))
        answers = await held.outcome()
    session = await room.now()
    assert (kinds(answers), session.status, session.motion) == (["playing", "Refused"], Status.PLAYING, None)


async def test_f18_cancel_before_start_in_one_tick_closes_and_deals_nothing(room: Room) -> None:
    await room.lobby(ANNE, BART)
    async with Held(room.store) as held:
        held.send(room.sessions.cancel(room.id, ANNE), room.sessions.start(room.id, BART, START_ID))
        answers = await held.outcome()
    session = await room.now()
    assert (kinds(answers), session.closed, session.state) == (["closed", "Refused"], Closed.CANCELLED, None)


async def test_a_leave_clicked_in_the_lobby_in_the_tick_of_the_start_takes_nobody_out_of_the_game(room: Room) -> None:
    await room.lobby(ANNE, BART)
    async with Held(room.store) as held:
        held.send(room.sessions.start(room.id, ANNE, START_ID), room.sessions.leave_lobby(room.id, BART))
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "Refused"]
    assert not (await room.now()).players[1].left


async def test_f39_a_player_leaves_in_the_tick_of_the_start(room: Room) -> None:
    await room.lobby(ANNE, BART)
    async with Held(room.store) as held:
        held.send(room.sessions.leave_lobby(room.id, BART), room.sessions.start(room.id, ANNE, START_ID))
        answers = await held.outcome()
    session = await room.now()
    assert (kinds(answers), len(session.players), session.state.solo) == (["lobby", "playing"], 1, True)


async def test_a_lobby_that_expires_in_the_tick_of_its_start_is_one_of_both(room: Room) -> None:
    await room.lobby(ANNE, BART)
    room.clock.now += 15 * 60
    async with Held(room.store) as held:
        held.send(room.sessions.start(room.id, ANNE, START_ID), room.sessions.expire(room.id, room.is_member))
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "nothing"]
    assert (await room.now()).deadline == BEGAN + 15 * 60 + 90


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
