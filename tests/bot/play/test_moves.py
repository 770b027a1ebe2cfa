"""Moves, departures and ends of a running game: what is refused, what is stored, what counts (X1, X2, F08, F09)."""

import pytest
from msgspec.structs import replace

from bot.model.errors import MalformedId, StaleClick
from bot.model.records import Cause, Closed, LoggedMove, Person, Session, Status, Terms
from rules.errors import IllegalMove, MalformedMove, Reason
from rules.game import Ending
from rules.lands.model import Options
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, CHANNEL, MODERATOR, Room, results, rows, seats

# --- A move that is made ---


async def test_a_move_is_stored_with_its_log_row_a_new_deadline_and_who_made_it_when(room: Room) -> None:
    session = await room.game(ANNE, BART, deck="7C 8C", turn_seconds=60)
    room.clock.now += 10
    change = await room.click(ANNE, "draw")
    after = change.after
    assert (change.before, after) == (session, await room.now())
    assert (after.revision, after.state.turn.value) == (session.revision + 1, 7)
    assert after.deadline == BEGAN + 10 + 60
    assert [(player.name, player.acted_at) for player in after.players] == [("Anne", BEGAN + 10), ("Bart", BEGAN)]
    assert await room.store.moves(room.id) == [LoggedMove(after.revision, BEGAN + 10, 0, "draw", Cause.PLAYER)]


async def test_f08_the_cards_of_a_session_do_not_depend_on_the_process(room: Room) -> None:
    """Another process, with the same store, draws the same next card."""
    await room.game(ANNE, BART, deck="2C 3D 4H")
    await room.play("draw")
    room.sessions = room.another()
    assert (await room.play("draw")).state.turn.value == 5


# --- A move that is refused ---


@pytest.fixture
async def drawn(room: Room) -> Session:
    """A game in which Anne has drawn."""
    await room.game(ANNE, BART, deck="7C 8C")
    return await room.play("draw")


@pytest.mark.parametrize("late", [-1, 1, -99])
async def test_a_click_on_another_drawing_is_stale_and_changes_nothing(room: Room, drawn: Session, late: int) -> None:
    before = await rows(room.store)
    with pytest.raises(StaleClick) as caught:
        await room.sessions.play(room.id, ANNE, max(0, drawn.revision + late), "bank")
    assert caught.value.session_id == room.id
    assert await rows(room.store) == before


async def test_f09_a_bank_that_arrives_after_the_bust_is_stale(room: Room) -> None:
    """5 + 7, a face, then a second face busts: the bank that was under way scores nothing."""
    await room.game(ANNE, BART, deck="5C 7C JC QC")
    session = await room.play("draw draw draw")
    await room.click(ANNE, "draw")
    with pytest.raises(StaleClick):
        await room.sessions.play(room.id, ANNE, session.revision, "bank")
    after = await room.now()
    assert (room.scores(after), after.state.active, after.state.turn.value) == ([0, 0], 1, 0)


@pytest.mark.parametrize(
    "who, token, reason",
    [(ANNE, "spend", Reason.NO_BUST), (ANNE, "dare", Reason.NO_DARE), (BART, "bank", Reason.NOT_YOUR_TURN)],
)
@pytest.mark.usefixtures("drawn")
async def test_f07_what_the_rules_forbid_is_refused_with_their_reason(
    room: Room, who: Person, token: str, reason: Reason
) -> None:
    before = await rows(room.store)
    with pytest.raises(IllegalMove) as caught:
        await room.click(who, token)
    assert (caught.value.reason, caught.value.facts) == (reason, {"turn": 0} if who == BART else {})
    assert await rows(room.store) == before


@pytest.mark.parametrize("token", ["", "DRAW", "draw ", "bank=24", "Ahoy"])
@pytest.mark.usefixtures("drawn")
async def test_a_token_that_is_no_move_is_malformed(room: Room, token: str) -> None:
    before = await rows(room.store)
    with pytest.raises(MalformedMove):
        await room.click(ANNE, token)
    assert await rows(room.store) == before


async def test_a_control_that_was_carried_to_another_channel_is_malformed(room: Room, drawn: Session) -> None:
    with pytest.raises(MalformedId):
        await room.click(replace(ANNE, channel_id=CHANNEL + 1), "bank")
    assert await room.now() == drawn


# --- Leaving: X1 ---


async def test_x1_a_leaver_in_their_turn_loses_its_treasure_and_play_passes_on(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, deck="7C 8C")
    await room.play("draw")
    session = (await room.sessions.leave(room.id, ANNE)).after
    assert (session.players[0].left, session.state.active, room.scores(session)) == (True, 1, [0, 0, 0])
    assert [move.token for move in await room.store.moves(room.id)] == ["draw", "leave"]


async def test_f28_when_the_opener_leaves_a_game_the_next_who_plays_is_the_opener(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.leave(room.id, BART)
    assert (await room.now()).opener_id == ANNE.user_id
    await room.sessions.leave(room.id, ANNE)
    assert (await room.now()).opener_id == CALICO.user_id


async def test_x3_someone_else_leaving_gives_the_awaited_player_no_more_time(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, turn_seconds=60)
    room.clock.now += 50
    session = (await room.sessions.leave(room.id, CALICO)).after
    assert (session.deadline, session.moved_at) == (BEGAN + 60, BEGAN)


# --- How it ends ---

TURNS = "draw bank "
ENDINGS = {
    # Target 50: Anne's 10 + 9 + 8 + 7 + 6 + 5 + 4 + 2 = 51; Bart, last in the round, banks 3.
    "the last move": (
        (ANNE, BART),
        "10C 9C 8C 7C 6C 5C 4C 2C 3C",
        "draw " * 8 + "bank " + TURNS,
        None,
        (Ending.HIGHEST_SCORE, 1),
        [("Anne", 51, 1, 0), ("Bart", 3, 2, 0)],
    ),
    # Ten rounds of one draw each: 2 + 3 + ... + 10 = 54, and 10D makes 64.
    "the last turn of a solo voyage (X2)": (
        (ANNE,),
        "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D",
        TURNS * 10,
        None,
        (Ending.SOLO, 1),
        [("Anne", 64, 1, 0)],
    ),
    "24 is less than half of 50, and the other leaves (X1, X2)": (
        (ANNE, BART),
        "10C 9C 5C",
        "draw draw draw bank",
        BART,
        (Ending.NO_RESULT, 0),
        [("Anne", 24, 0, 0), ("Bart", 0, 0, 1)],
    ),
    "who has 25 of 50 leaves, and has lost (X1, F24)": (
        (ANNE, BART),
        "2C 10C 9C 6C",
        TURNS + "draw draw draw bank",
        BART,
        (Ending.LAST_ABOARD, 1),
        [("Anne", 2, 1, 0), ("Bart", 25, 0, 1)],
    ),
    "a solo player leaves (X1)": ((ANNE,), "7C", TURNS, ANNE, (Ending.NO_RESULT, 0), [("Anne", 7, 0, 1)]),
}


@pytest.mark.parametrize("crew, deck, moves, leaver, ending, scores", ENDINGS.values(), ids=ENDINGS)
async def test_x1_x2_how_a_game_ends_is_stored_once_with_what_counts(  # noqa: PLR0913, PLR0917 - a line of the table
    room: Room,
    crew: tuple[Person, ...],
    deck: str,
    moves: str,
    leaver: Person | None,
    ending: tuple[Ending, int],
    scores: list[tuple[str, int, int, int]],
) -> None:
    await room.game(*crew, deck=deck, target=50)
    session = await room.play(moves)
    if leaver is not None:
        session = (await room.sessions.leave(room.id, leaver)).after
    assert (session.status, session.deadline, session.closed) == (Status.FINISHED, None, None)
    assert await results(room.store) == [ending]
    assert await seats(room.store) == scores


async def test_x2_a_moderator_ends_a_game_which_is_then_unrated_and_names_them(room: Room) -> None:
    await room.game(ANNE, BART, deck="7C")
    await room.play("draw bank")
    after = (await room.sessions.end(room.id, MODERATOR)).after
    assert (after.status, after.closed, after.closer) == (Status.CLOSED, Closed.BY_MODERATOR, MODERATOR.named)
    assert after.deadline is None
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


# --- The channel or the server is gone: F22 ---


@pytest.fixture
async def two_channels(room: Room) -> str:
    """A game in the channel, a lobby in another one; the lobby's id."""
    await room.game(ANNE, BART, deck="7C")
    session = await room.play("draw bank")
    elsewhere = replace(ANNE, channel_id=CHANNEL + 1)
    return (await room.sessions.open("lands", elsewhere, session.terms)).after.id


async def test_f22_what_ran_in_a_deleted_channel_is_closed_unrated(room: Room, two_channels: str) -> None:
    changes = await room.sessions.close_place(CHANNEL)
    assert [(change.after.id, change.after.closed) for change in changes] == [(room.id, Closed.CHANNEL_GONE)]
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]
    assert await seats(room.store) == [("Anne", 7, 0, 0), ("Bart", 0, 0, 0)]
    assert await room.store.live_ids() == [two_channels]


@pytest.mark.usefixtures("two_channels")
async def test_f22_when_the_server_is_gone_all_its_games_are(room: Room) -> None:
    assert len(await room.sessions.close_place(ANNE.guild_id)) == 2
    assert await room.store.live_ids() == []


async def test_f22_with_a_channel_the_games_of_its_threads_go(room: Room) -> None:
    in_thread = replace(ANNE, channel_id=CHANNEL + 1, parent_id=CHANNEL)
    lobby = (await room.sessions.open("lands", in_thread, Terms(Options()))).after
    assert [change.after.id for change in await room.sessions.close_place(CHANNEL)] == [lobby.id]
