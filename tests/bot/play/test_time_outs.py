"""What happens when time runs out (X3, L17, X1, F03, F13, F21)."""

import pytest

from bot.model.records import Cause, Closed, Person, Status
from rules.game import Ending
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, DAY, Room, results, rows, seats

# --- One time-out: L17 ---


async def test_l17_a_time_out_draws_what_is_compulsory_and_banks(room: Room) -> None:
    await room.game(ANNE, BART, deck="7C 8C", turn_seconds=60)
    session = await room.time_out()
    assert (room.scores(session), session.state.active) == ([7, 0], 1)
    assert (session.cause, session.players[0].missed, session.deadline) == (Cause.CLOCK, 1, BEGAN + 120)
    moves = await room.store.moves(room.id)
    assert [(move.token, move.cause) for move in moves] == [("draw", Cause.CLOCK), ("bank", Cause.CLOCK)]
    assert [move.revision for move in moves] == [session.revision - 1, session.revision]


FORTY = "10C 9C 8C 7C 6C "
"""10 short of the target 50, so a dare is offered to who banks it."""


@pytest.mark.parametrize(
    "deck, moves, score, allies",
    [
        ("AC 9C JC QC", "draw " * 4, 9, b""),
        (FORTY, "draw " * 5 + "bank", 40, b""),
        (FORTY + "3C 4C 5C", "draw " * 5 + "bank dare", 30, b""),  # 3 and 4 make 7, a 5 makes 12, which is too much
    ],
    ids=["spends the ally against a bust", "declines the dare (L13)", "draws in a dare until it is decided (L13)"],
)
async def test_l13_l17_a_time_out_plays_the_turn_to_its_end(
    room: Room, deck: str, moves: str, score: int, allies: bytes
) -> None:
    await room.game(ANNE, BART, deck=deck, target=50, dare=True)
    await room.play(moves)
    session = await room.time_out()
    assert (room.scores(session), session.state.active) == ([score, 0], 1)
    assert session.state.seats[0].allies == allies


async def test_l10_f15_a_bank_by_the_clock_triggers_the_last_round(room: Room) -> None:
    await room.game(ANNE, BART, deck="10C 9C 8C 7C 6C 5C 4C 3C 2C", target=50)
    await room.play("draw " * 8)
    assert room.scores(await room.time_out()) == [52, 0]
    assert (await room.play("draw bank")).status is Status.FINISHED
    assert await seats(room.store) == [("Anne", 52, 1, 0), ("Bart", 2, 2, 0)]


# --- When it fires: F13 ---


async def test_f13_a_decision_that_was_made_has_no_time_out_any_more(room: Room) -> None:
    """20 s each: Anne draws and banks at 5 s, so nothing happens at 20 s, and Bart's time ends at 25 s."""
    await room.game(ANNE, BART, turn_seconds=20)
    room.clock.now += 5
    await room.turns(1)
    before = await rows(room.store)
    assert await room.wait(15) is None
    assert await room.wait(4.5) is None
    assert await rows(room.store) == before
    change = await room.wait(0.5)
    assert change is not None
    assert (change.after.state.active, change.after.players[1].missed) == (0, 1)


async def test_a_time_out_that_is_submitted_twice_fires_once(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=20)
    await room.time_out()
    before = await rows(room.store)
    assert await room.wait(0) is None
    assert await rows(room.store) == before


async def test_a_session_that_is_over_has_no_time_out(room: Room) -> None:
    await room.lobby(ANNE)
    await room.sessions.end(room.id, ANNE)
    assert await room.wait(30 * DAY) is None


# --- Who is away: X3, F21 ---


async def test_x3_f21_three_turns_missed_in_a_row_and_the_seat_leaves(room: Room) -> None:
    """Anne misses every turn; Bart and Calico play on."""
    await room.game(ANNE, BART, CALICO)
    for missed in (1, 2):
        session = await room.time_out()
        assert (session.players[0].missed, session.players[0].left) == (missed, False)
        await room.turns(2)
    session = await room.time_out()
    assert (session.players[0].left, session.status, session.state.active) == (True, Status.PLAYING, 1)
    last = (await room.store.moves(room.id))[-1]
    assert (last.seat, last.token, last.cause) == (0, "leave", Cause.CLOCK)
    assert session.opener_id == BART.user_id


async def test_x3_a_turn_that_was_played_forgives_the_missed_ones(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    for _ in range(2):
        await room.time_out()
        await room.turns(2)
    assert (await room.turns(1)).players[0].missed == 0
    await room.turns(2)
    session = await room.time_out()
    assert (session.players[0].missed, session.players[0].left) == (1, False)


@pytest.mark.parametrize("crew, missed", [((ANNE,), 3), ((ANNE, BART), 5)], ids=["solo (L16)", "two"])
async def test_f03_l16_a_game_that_all_have_left_idle_ends_by_itself(
    room: Room, crew: tuple[Person, ...], missed: int
) -> None:
    """The first to miss three turns leaves; the other is alone then, and the game is over, the channel free."""
    await room.game(*crew)
    for _ in range(missed):
        assert (await room.now()).live
        await room.time_out()
    session = await room.now()
    assert (session.status, session.deadline) == (Status.FINISHED, None)
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]
    await room.lobby(CALICO)


async def test_the_last_turn_of_the_game_missed_three_times_is_a_result_like_any(room: Room) -> None:
    """Target 50. Bart, last in the round, misses his third turn, which ends the game: he has not left."""
    deck = "2C 2D 3C 3D 10C 9C 8C 7C 6C 5C 4C 4D"
    await room.game(ANNE, BART, deck=deck, target=50)
    for _ in range(2):
        await room.turns(1)
        await room.time_out()
    await room.play("draw " * 7 + "bank")
    session = await room.time_out()
    assert (session.status, session.players[1].left) == (Status.FINISHED, False)
    assert await results(room.store) == [(Ending.HIGHEST_SCORE, 1)]
    assert await seats(room.store) == [("Anne", 54, 1, 0), ("Bart", 9, 2, 0)]


@pytest.mark.parametrize("gone, leaves", [(ANNE, True), (BART, False)], ids=["awaited", "not awaited"])
async def test_x1_who_is_awaited_and_found_gone_from_the_server_leaves_at_once(
    room: Room, gone: Person, *, leaves: bool
) -> None:
    await room.game(ANNE, BART, CALICO, deck="7C")
    await room.play("draw")
    room.members_gone = {gone.user_id}
    session = await room.time_out()
    assert [player.left for player in session.players] == [leaves, False, False]
    assert (session.state.active, room.scores(session)) == (1, [0 if leaves else 7, 0, 0])


async def test_no_member_is_looked_up_for_a_lobby(room: Room) -> None:
    await room.lobby(ANNE)
    room.members_gone = {ANNE.user_id}
    assert (await room.time_out()).closed is Closed.LOBBY_EXPIRED


# --- Without a clock ---


async def test_without_a_clock_a_week_without_a_move_closes_the_game_unrated(room: Room) -> None:
    """Votes do not keep a dead game open."""
    await room.game(ANNE, BART, deck="7C", turn_seconds=None)
    room.clock.now += DAY
    await room.play("draw bank")
    room.clock.now += DAY
    await room.sessions.end(room.id, ANNE)
    assert await room.wait(6 * DAY - 1) is None
    change = await room.wait(1)
    assert change is not None
    assert (change.after.status, change.after.closed) == (Status.CLOSED, Closed.IDLE)
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]
    assert await seats(room.store) == [("Anne", 7, 0, 0), ("Bart", 0, 0, 0)]


async def test_without_a_clock_votes_do_not_keep_a_dead_game_open(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, turn_seconds=None)
    room.clock.now += 6 * DAY
    await room.sessions.end(room.id, ANNE)
    assert (await room.now()).deadline == BEGAN + 7 * DAY


@pytest.mark.parametrize("seconds", [15, 86_400])
async def test_the_shortest_and_the_longest_clock_are_kept(room: Room, seconds: int) -> None:
    assert (await room.game(ANNE, turn_seconds=seconds)).deadline == BEGAN + seconds
