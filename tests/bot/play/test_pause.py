"""A game is paused by agreement of all who play, and goes on when one of them wants, or after seven days."""

from typing import Any

import pytest

from bot.model.errors import Refusal, StaleClick
from bot.model.records import Closed, Motion, MotionKind, Person, Session, Status
from bot.play.deadlines import IDLE_SECONDS, PAUSE_SECONDS
from rules.game import Ending
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, DAY, MODERATOR, Room, kinds, results
from tests.bot.play.test_reactions import at_sea, do, theft

WEEK = 7 * DAY


async def paused(room: Room, *people: Person, **options: Any) -> Session:
    """Start a game for these and let them all agree to a pause."""
    await room.game(*people, **options)
    await room.sessions.pause(room.id, people[0])
    return await room.agree(*people[1:])


# --- Pausing ---


async def test_all_who_play_agree_and_the_clock_stands(room: Room) -> None:
    """Anyone proposes, not only the opener. For up to seven days nothing happens."""
    session = await room.game(ANNE, BART, CALICO)
    room.clock.now += 30
    change = await room.sessions.pause(room.id, BART)
    assert change.after.motions == (Motion(MotionKind.PAUSE, None, session.revision + 1, (BART.user_id,)),)
    assert (await room.agree(CALICO)).paused_at is None
    session = await room.agree(ANNE)
    assert (session.paused_at, session.deadline, session.motions) == (BEGAN + 30, BEGAN + 30 + WEEK, ())
    assert (session.status, session.revision) == (Status.PLAYING, change.after.revision + 2)
    assert await room.another().load(room.id) == session
    assert await room.wait(WEEK - 1) is None


async def test_a_solo_player_pauses_at_once(room: Room) -> None:
    assert (await paused(room, ANNE)).paused_at == BEGAN


async def test_play_goes_on_while_the_others_think_about_a_pause_and_one_refusal_drops_it(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.pause(room.id, BART)
    await room.play("draw bank")
    await room.sessions.refuse(room.id, CALICO, (await room.motion()).number)
    session = await room.now()
    assert (session.state.active, session.motions, session.paused_at) == (1, (), None)


async def test_who_left_is_not_asked_and_a_departure_drops_the_proposal(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.pause(room.id, BART)
    await room.sessions.leave(room.id, CALICO)
    assert (await room.now()).motions == ()
    await room.sessions.pause(room.id, BART)
    assert (await room.agree(ANNE)).paused_at is not None


# --- While it is paused ---


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


async def test_votes_in_a_paused_game_remove_a_player_and_leave_it_paused(room: Room) -> None:
    await paused(room, ANNE, BART, CALICO)
    await room.sessions.remove(room.id, BART, ANNE.user_id)
    session = await room.agree(CALICO)
    assert (session.players[0].left, session.paused_at, session.deadline) == (True, BEGAN, BEGAN + WEEK)


async def test_x1_the_departure_that_ends_a_game_ends_its_pause(room: Room) -> None:
    await paused(room, ANNE, BART)
    session = (await room.sessions.leave(room.id, ANNE)).after
    assert (session.status, session.paused_at, session.deadline) == (Status.FINISHED, None, None)
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


@pytest.mark.parametrize("who, why", [(MODERATOR, Closed.BY_MODERATOR), (ANNE, Closed.BY_CONSENT)])
async def test_a_paused_game_is_ended_as_any_other(room: Room, who: Person, why: Closed) -> None:
    await paused(room, ANNE, BART)
    await room.sessions.end(room.id, who)
    session = await room.agree(*[BART] * (who == ANNE))
    assert (session.closed, session.paused_at, session.deadline) == (why, None, None)


# --- Going on ---


async def test_any_player_lets_it_go_on_with_the_full_time(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=600)
    room.clock.now += 500
    await room.sessions.pause(room.id, ANNE)
    before = await room.agree(BART)
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
    for _ in range(3):
        await room.time_out()
    session = await room.agree(BART)
    assert [player.late for player in session.players] == [0, 0]
    session = (await room.sessions.resume(room.id, BART)).after
    assert session.deadline == room.clock.now + 90


async def test_after_seven_days_it_goes_on_by_itself_and_nobodys_turn_is_played(room: Room) -> None:
    """Nor is anyone who has gone from the server looked for: the seat is theirs until they are awaited."""
    before = await paused(room, ANNE, BART, CALICO, turn_seconds=60)
    room.members_gone = {ANNE.user_id}
    session = await room.time_out()
    assert room.clock.now == BEGAN + PAUSE_SECONDS
    assert (session.paused_at, session.deadline) == (None, BEGAN + WEEK + 60)
    assert (session.state, session.players, session.revision) == (before.state, before.players, before.revision + 1)
    assert await room.store.moves(room.id) == []


async def test_without_a_clock_the_week_of_an_idle_game_begins_when_it_goes_on(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=None)
    room.clock.now += 6 * DAY
    await room.sessions.pause(room.id, ANNE)
    await room.agree(BART)
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
    session = await room.agree(ANNE)
    assert await room.refusal(do(room, BART, "let-go")) == (Refusal.PAUSED, {"until": int(session.deadline or 0)})
    room.clock.now += DAY
    session = (await room.sessions.resume(room.id, ANNE)).after
    assert (session.state.theft is not None, session.deadline) == (True, room.clock.now + 60)


# --- In one tick ---


@pytest.mark.parametrize(
    "order, outcome, active",
    [("aye clock", ["playing", "nothing"], 0), ("clock aye", ["playing", "playing"], 1)],
)
async def test_the_last_aye_in_the_tick_of_the_deadline_pauses_this_turn_or_the_next(
    room: Room, order: str, outcome: list[str], active: int
) -> None:
    await room.game(ANNE, BART)
    await room.sessions.pause(room.id, ANNE)
    room.clock.now += 90
    requests = {
        "aye": room.sessions.agree(room.id, BART, (await room.motion()).number),
        "clock": room.expiry(),
    }
    assert kinds(await room.in_order(*(requests[name] for name in order.split()))) == outcome
    session = await room.now()
    assert (session.paused_at, session.state.active) == (room.clock.now, active)
    assert (session.players[0].missed, len(await room.store.moves(room.id))) == (0, 2 * active)


@pytest.mark.parametrize(
    "order, second",
    [("Anne Bart", "Refused"), ("Bart clock", "nothing"), ("clock Bart", "Refused")],
)
async def test_f01_two_who_let_it_go_on_in_the_tick_of_the_seventh_day_restart_the_clock_once(
    room: Room, order: str, second: str
) -> None:
    before = await paused(room, ANNE, BART)
    room.clock.now += WEEK
    people = {"Anne": ANNE, "Bart": BART}
    requests = (
        room.expiry() if name == "clock" else room.sessions.resume(room.id, people[name]) for name in order.split()
    )
    assert kinds(await room.in_order(*requests)) == ["playing", second]
    session = await room.now()
    assert (session.revision, session.deadline) == (before.revision + 1, room.clock.now + 90)
    assert await room.store.moves(room.id) == []
