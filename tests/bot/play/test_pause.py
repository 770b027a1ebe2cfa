"""A game is paused by agreement of all who play, and goes on when one of them wants, or after seven days."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.errors import Refusal, StaleClick
from bot.model.records import Closed, Motion, MotionKind, Session, Status
from bot.play.deadlines import IDLE_SECONDS, PAUSE_SECONDS
from rules.game import Ending
from tests.bot.builders import (
    ANNE,
    BART,
    BEGAN,
    CALICO,
    DAY,
    MODERATOR,
    STRANGER,
    Held,
    Room,
    kinds,
    results,
)
from tests.bot.play.test_motions import agree, motion
from tests.bot.play.test_reactions import at_sea, do, theft

WEEK = 7 * DAY


async def paused(room: Room, *people: Any, **options: Any) -> Session:
    """Start a game for these and let them all agree to a pause."""
    await room.game(*people, **options)
    await room.sessions.pause(room.id, people[0])
    return await agree(room, *people[1:])


# --- Pausing ---


async def test_all_who_play_agree_and_the_clock_stands(room: Room) -> None:
    """Anyone proposes, not only the opener. For up to seven days nothing happens."""
    session = await room.game(ANNE, BART, CALICO)
    room.clock.now += 30
    change = await room.sessions.pause(room.id, BART)
    assert change.after.motion == Motion(MotionKind.PAUSE, None, session.revision + 1, (BART.user_id,))
    assert (await agree(room, CALICO)).paused_at is None
    session = await agree(room, ANNE)
    assert (session.paused_at, session.deadline, session.motion) == (BEGAN + 30, BEGAN + 30 + WEEK, None)
    assert (session.status, session.revision) == (Status.PLAYING, change.after.revision + 2)
    assert await room.wait(WEEK - 1) is None


async def test_one_refusal_drops_the_proposal_to_pause(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.pause(room.id, ANNE)
    await room.sessions.refuse(room.id, BART, (await motion(room)).number)
    assert ((await room.now()).motion, (await room.now()).paused_at) == (None, None)


async def test_a_solo_player_pauses_at_once(room: Room) -> None:
    await room.game(ANNE)
    assert (await room.sessions.pause(room.id, ANNE)).after.paused_at == BEGAN


async def test_play_goes_on_while_the_others_think_about_a_pause(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.pause(room.id, BART)
    await room.play("draw bank")
    session = await agree(room, ANNE, CALICO)
    assert (session.paused_at, session.state.active) == (BEGAN, 1)


async def test_who_left_is_not_asked_and_a_departure_drops_the_proposal(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.pause(room.id, BART)
    await room.sessions.leave(room.id, CALICO)
    assert (await room.now()).motion is None
    await room.sessions.pause(room.id, BART)
    assert (await agree(room, ANNE)).paused_at is not None


async def test_f07_only_players_propose_and_only_in_a_running_game(room: Room) -> None:
    await room.lobby(ANNE, BART)
    assert await room.refusal(room.sessions.pause(room.id, ANNE)) == (Refusal.NOT_STARTED, {})
    await room.sessions.start(room.id, ANNE, 900)
    assert await room.refusal(room.sessions.pause(room.id, STRANGER)) == (Refusal.NOT_A_PLAYER, {})
    await room.sessions.end(room.id, ANNE)
    assert await room.refusal(room.sessions.pause(room.id, BART)) == (Refusal.MOTION_OPEN, {})
    await room.sessions.end(room.id, MODERATOR)
    assert await room.refusal(room.sessions.pause(room.id, BART)) == (Refusal.SESSION_OVER, {})


# --- While it is paused ---


async def test_a_paused_game_refuses_moves_skips_and_pauses_and_says_until_when(room: Room) -> None:
    session = await paused(room, ANNE, BART)
    until = {"until": int(BEGAN + WEEK)}
    for attempt in (
        room.click(ANNE, "draw"),
        room.sessions.skip(room.id, BART),
        room.sessions.pause(room.id, BART),
    ):
        assert await room.refusal(attempt) == (Refusal.PAUSED, until)
    assert await room.now() == session


async def test_f01_a_button_from_before_the_pause_is_stale(room: Room) -> None:
    session = await paused(room, ANNE, BART)
    with pytest.raises(StaleClick):
        await room.sessions.play(room.id, ANNE, session.revision - 1, "draw")


async def test_a_departure_leaves_the_game_paused(room: Room) -> None:
    """Also that of the awaited player: Bart, who follows, has his full time when it goes on."""
    before = await paused(room, ANNE, BART, CALICO)
    room.clock.now += DAY
    session = (await room.sessions.leave(room.id, ANNE)).after
    assert (session.paused_at, session.deadline, session.state.active) == (BEGAN, before.deadline, 1)
    assert session.opener_is_new
    session = (await room.sessions.resume(room.id, CALICO)).after
    assert (session.paused_at, session.deadline) == (None, BEGAN + DAY + 90)


async def test_x1_the_departure_that_ends_a_game_ends_its_pause(room: Room) -> None:
    await paused(room, ANNE, BART)
    session = (await room.sessions.leave(room.id, ANNE)).after
    assert (session.status, session.paused_at, session.deadline) == (Status.FINISHED, None, None)
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


@pytest.mark.parametrize("who", [MODERATOR, ANNE])
async def test_a_paused_game_is_ended_as_any_other(room: Room, who: Any) -> None:
    await paused(room, ANNE, BART)
    await room.sessions.end(room.id, who)
    session = await agree(room, BART) if who == ANNE else await room.now()
    assert session.closed is (Closed.BY_CONSENT if who == ANNE else Closed.BY_MODERATOR)
    assert (session.paused_at, session.deadline) == (None, None)
    assert (await room.sessions.rematch(room.id, BART)).after.status is Status.LOBBY


async def test_votes_in_a_paused_game_remove_a_player_and_leave_it_paused(room: Room) -> None:
    await paused(room, ANNE, BART, CALICO)
    await room.sessions.remove(room.id, BART, ANNE.user_id)
    session = await agree(room, CALICO)
    assert (session.players[0].left, session.paused_at, session.deadline) == (True, BEGAN, BEGAN + WEEK)


async def test_who_is_gone_from_the_server_is_not_looked_for_in_a_pause(room: Room) -> None:
    await paused(room, ANNE, BART, CALICO)
    room.members_gone = {ANNE.user_id}
    assert not (await room.time_out()).players[0].left


# --- Going on ---


async def test_any_player_lets_it_go_on_with_the_full_time(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=600)
    room.clock.now += 500
    await room.sessions.pause(room.id, ANNE)
    before = await agree(room, BART)
    assert before.warn_at is None
    room.clock.now += DAY
    session = (await room.sessions.resume(room.id, BART)).after
    assert (session.paused_at, session.revision) == (None, before.revision + 1)
    assert (session.deadline, session.warn_at) == (room.clock.now + 600, room.clock.now + 300)
    assert (await room.play("draw")).state.active == 0


async def test_to_agree_forgives_all_that_was_missed(room: Room) -> None:
    """Anne agrees and misses two turns before Bart does: she has the full time all the same."""
    await room.game(ANNE, BART)
    await room.sessions.pause(room.id, ANNE)
    await room.time_out()
    await room.time_out()
    await room.time_out()
    session = await agree(room, BART)
    assert [player.late for player in session.players] == [0, 0]
    session = (await room.sessions.resume(room.id, BART)).after
    assert session.deadline == room.clock.now + 90


async def test_f07_a_stranger_lets_nothing_go_on_and_what_is_not_paused_is_not_resumed(room: Room) -> None:
    await room.lobby(ANNE, BART)
    assert await room.refusal(room.sessions.resume(room.id, ANNE)) == (Refusal.NOT_STARTED, {})
    await room.sessions.start(room.id, ANNE, 900)
    assert await room.refusal(room.sessions.resume(room.id, ANNE)) == (Refusal.NOT_PAUSED, {})
    await room.sessions.pause(room.id, ANNE)
    await agree(room, BART)
    for who in (STRANGER, MODERATOR):
        assert await room.refusal(room.sessions.resume(room.id, who)) == (Refusal.NOT_A_PLAYER, {})


async def test_after_seven_days_it_goes_on_by_itself_and_nobodys_turn_is_played(room: Room) -> None:
    before = await paused(room, ANNE, BART, turn_seconds=60)
    session = await room.time_out()
    assert room.clock.now == BEGAN + PAUSE_SECONDS
    assert (session.paused_at, session.deadline) == (None, BEGAN + WEEK + 60)
    assert (session.state, session.players, session.revision) == (before.state, before.players, before.revision + 1)
    assert await room.store.moves(room.id) == []


async def test_without_a_clock_the_week_of_an_idle_game_begins_when_it_goes_on(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=None)
    room.clock.now += 6 * DAY
    await room.sessions.pause(room.id, ANNE)
    await agree(room, BART)
    session = await room.time_out()
    assert (session.status, session.deadline) == (Status.PLAYING, BEGAN + 13 * DAY + IDLE_SECONDS)
    later = {"until": int(BEGAN + 14 * DAY)}
    assert await room.refusal(room.sessions.skip(room.id, BART)) == (Refusal.SKIP_TOO_EARLY, later)
    assert (await room.time_out()).closed is Closed.IDLE


async def test_b12_a_pause_in_a_reaction_gives_the_victim_a_full_clock(room: Room) -> None:
    await at_sea(room, theft())
    await do(room, ANNE, "steal 9 4C 5C")
    room.clock.now += 50
    await room.sessions.pause(room.id, BART)
    session = await agree(room, ANNE)
    assert await room.refusal(do(room, BART, "let-go")) == (Refusal.PAUSED, {"until": int(session.deadline or 0)})
    room.clock.now += DAY
    session = (await room.sessions.resume(room.id, ANNE)).after
    assert (session.state.theft is not None, session.deadline) == (True, room.clock.now + 60)


async def test_a_pause_is_stored_with_the_session(room: Room) -> None:
    session = await paused(room, ANNE, BART)
    assert await room.another().load(room.id) == session


# --- In one tick ---


async def in_order(room: Room, *requests: Any) -> list[str]:
    """Send requests at the same moment, each once the one before stands at the store's gate."""
    async with Held(room.store) as held:
        for number, request in enumerate(requests):
            held.send(request)
            if number == 0:
                await room.store.crowd(1)
        return kinds(await held.outcome(writers=0))


async def test_the_last_aye_before_the_deadline_of_the_same_tick_pauses_and_nobody_is_late(room: Room) -> None:
    await room.game(ANNE, BART)
    await room.sessions.pause(room.id, ANNE)
    room.clock.now += 90
    aye = room.sessions.agree(room.id, BART, (await motion(room)).number)
    assert await in_order(room, aye, room.sessions.expire(room.id, room.is_member)) == ["playing", "nothing"]
    session = await room.now()
    assert (session.paused_at, session.state.active, session.players[0].missed) == (room.clock.now, 0, 0)


async def test_the_last_aye_behind_the_deadline_of_the_same_tick_pauses_the_next_turn(room: Room) -> None:
    await room.game(ANNE, BART)
    await room.sessions.pause(room.id, ANNE)
    room.clock.now += 90
    aye = room.sessions.agree(room.id, BART, (await motion(room)).number)
    assert await in_order(room, room.sessions.expire(room.id, room.is_member), aye) == ["playing", "playing"]
    session = await room.now()
    assert (session.paused_at, session.state.active) == (room.clock.now, 1)
    assert len(await room.store.moves(room.id)) == 2


@pytest.mark.parametrize("first", ["click", "clock"])
async def test_a_click_and_the_seventh_day_in_one_tick_let_the_game_go_on_once(room: Room, first: str) -> None:
    before = await paused(room, ANNE, BART)
    room.clock.now += WEEK
    click, clock = room.sessions.resume(room.id, BART), room.sessions.expire(room.id, room.is_member)
    order = (click, clock) if first == "click" else (clock, click)
    assert await in_order(room, *order) == ["playing", "nothing" if first == "click" else "Refused"]
    session = await room.now()
    assert (session.revision, session.deadline) == (before.revision + 1, room.clock.now + 90)
    assert await room.store.moves(room.id) == []


async def test_f01_two_who_resume_in_one_tick_restart_the_clock_once(room: Room) -> None:
    before = await paused(room, ANNE, BART)
    async with Held(room.store) as held:
        held.send(*(room.sessions.resume(room.id, who) for who in (ANNE, BART)))
        answers = await held.outcome()
    assert kinds(answers) == ["playing", "Refused"]
    assert answers[1].reason is Refusal.NOT_PAUSED
    assert (await room.now()).revision == before.revision + 1


async def test_a_pause_and_a_resume_hold_against_each_other_many_times(room: Room) -> None:
    """Fifty times in one tick: whoever is first, the game is either paused with a week, or runs with 90 s."""
    await room.game(ANNE)
    for _ in range(50):
        session = await room.now()
        attempts = [room.sessions.pause(room.id, ANNE), room.sessions.resume(room.id, ANNE)]
        await asyncio.gather(*attempts, return_exceptions=True)
        after = await room.now()
        assert after.revision > session.revision
        assert after.deadline == room.clock.now + (90 if after.paused_at is None else WEEK)
        assert replace(after, players=()).state == session.state
