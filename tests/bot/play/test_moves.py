"""Moves and departures in a running game: what is refused, what is stored, what counts (X1, X2, F07, F08, F09, F24)."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.errors import MalformedId, Refusal, StaleClick
from bot.model.records import Cause, Closed, LoggedMove, Person, Status
from rules.errors import IllegalMove, MalformedMove, Reason
from rules.game import Ending
from tests.bot.builders import (
    ANNE,
    BART,
    BEGAN,
    CALICO,
    CHANNEL,
    DITA,
    MODERATOR,
    STRANGER,
    Room,
    results,
    rows,
    seats,
)

# --- A move that is made ---


async def test_a_move_is_stored_with_its_log_row_and_a_new_deadline(room: Room) -> None:
    session = await room.game(ANNE, BART, deck="7C 8C", turn_seconds=60)
    room.clock.now += 10
    change = await room.click(ANNE, "draw")
    assert change.before == session
    assert change.after == await room.now()
    assert (change.after.revision, change.after.state.turn.value) == (session.revision + 1, 7)
    assert change.after.deadline == BEGAN + 10 + 60
    moves = await room.store.moves(room.id)
    assert moves == [LoggedMove(change.after.revision, BEGAN + 10, 0, "draw", Cause.PLAYER)]


async def test_play_passes_on_when_a_player_banks(room: Room) -> None:
    """7 drawn and banked, then 8 and 9: Bart has 17, and it is Anne's turn again."""
    await room.game(ANNE, BART, deck="7C 8C 9C")
    session = await room.play("draw bank draw draw bank")
    assert (room.scores(session), session.state.active) == ([7, 17], 0)


async def test_a_move_refreshes_the_players_name_and_when_they_acted(room: Room) -> None:
    await room.game(ANNE, BART)
    room.clock.now += 10
    after = (await room.click(replace(ANNE, name="Anne Bonny"), "draw")).after
    assert (after.players[0].name, after.players[0].acted_at) == ("Anne Bonny", BEGAN + 10)
    assert after.players[1].acted_at == BEGAN


async def test_f08_the_cards_of_a_session_do_not_depend_on_the_process(room: Room) -> None:
    """Another process, with the same store, draws the same next card."""
    await room.game(ANNE, BART, deck="2C 3D 4H")
    await room.play("draw")
    room.sessions = room.another()
    assert (await room.play("draw")).state.turn.value == 5


async def test_the_last_move_stores_the_result_once_and_rated(room: Room) -> None:
    """Target 50: Anne's 10 + 9 + 8 + 7 + 6 + 5 + 4 + 2 = 51; Bart, last in the round, banks 3."""
    await room.game(ANNE, BART, deck="10C 9C 8C 7C 6C 5C 4C 2C 3C", target=50)
    await room.play("draw " * 8 + "bank")
    session = await room.play("draw bank")
    assert (session.status, session.deadline, session.closed) == (Status.FINISHED, None, None)
    assert await results(room.store) == [(Ending.HIGHEST_SCORE, 1)]
    assert await seats(room.store) == [("Anne", 51, 1, 0), ("Bart", 3, 2, 0)]


async def test_x2_a_solo_voyage_is_stored_for_its_boards(room: Room) -> None:
    """Ten rounds of one draw each: 2 + 3 + ... + 10 = 54, and 10D makes 64."""
    await room.game(ANNE, deck="2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    session = await room.turns(10)
    assert session.status is Status.FINISHED
    assert await results(room.store) == [(Ending.SOLO, 1)]
    assert await seats(room.store) == [("Anne", 64, 1, 0)]


# --- A move that is refused ---


@pytest.fixture
async def before(room: Room) -> Any:
    """A game in which Anne has drawn; all rows of the database."""
    await room.game(ANNE, BART, deck="7C 8C")
    await room.play("draw")
    return await rows(room.store)


async def test_a_stale_click_is_refused_and_changes_nothing(room: Room, before: Any) -> None:
    session = await room.now()
    for revision in (session.revision - 1, session.revision + 1, 0):
        with pytest.raises(StaleClick) as caught:
            await room.sessions.play(room.id, ANNE, revision, "bank")
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


async def test_f07_a_stranger_is_refused_before_anything_else(room: Room, before: Any) -> None:
    assert before
    for token in ("draw", "bank", "no such move"):
        assert await room.refusal(room.click(STRANGER, token)) == (Refusal.NOT_A_PLAYER, {})


async def test_f07_another_players_turn_is_refused_with_whose_it_is(room: Room, before: Any) -> None:
    with pytest.raises(IllegalMove) as caught:
        await room.click(BART, "bank")
    assert (caught.value.reason, caught.value.facts) == (Reason.NOT_YOUR_TURN, {"turn": 0})
    assert await rows(room.store) == before


@pytest.mark.parametrize("token,reason", [("spend", Reason.NO_BUST), ("dare", Reason.NO_DARE)])
async def test_a_move_the_rules_forbid_is_refused_with_their_reason(
    room: Room, before: Any, token: str, reason: Reason
) -> None:
    with pytest.raises(IllegalMove) as caught:
        await room.click(ANNE, token)
    assert caught.value.reason is reason
    assert await rows(room.store) == before


@pytest.mark.parametrize("token", ["", "DRAW", "draw ", "bank=24", "Ahoy"])
async def test_a_token_that_is_no_move_is_malformed(room: Room, before: Any, token: str) -> None:
    with pytest.raises(MalformedMove):
        await room.click(ANNE, token)
    assert await rows(room.store) == before


async def test_a_move_from_another_channel_is_malformed(room: Room, before: Any) -> None:
    with pytest.raises(MalformedId):
        await room.click(replace(ANNE, channel_id=CHANNEL + 1), "bank")
    assert await rows(room.store) == before


async def test_a_move_in_a_lobby_or_after_the_end_is_refused(room: Room) -> None:
    await room.lobby(ANNE)
    assert await room.refusal(room.click(ANNE, "draw")) == (Refusal.NOT_STARTED, {})
    await room.sessions.end(room.id, ANNE)
    assert await room.refusal(room.click(ANNE, "draw")) == (Refusal.SESSION_OVER, {})


def impostors() -> Iterator[Person]:
    """The user ids nearest to Anne's that are not hers."""
    yield replace(ANNE, user_id=-1)
    yield replace(ANNE, user_id=0)
    yield replace(ANNE, user_id=11)


@pytest.mark.parametrize("who", list(impostors()))
async def test_f07_the_same_name_is_not_the_same_person(room: Room, before: Any, who: Person) -> None:
    assert before
    assert await room.refusal(room.click(who, "bank")) == (Refusal.NOT_A_PLAYER, {})


# --- Leaving: X1 ---


async def test_x1_a_leaver_in_their_turn_loses_its_treasure_and_play_passes_on(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, deck="7C 8C")
    await room.play("draw")
    session = (await room.sessions.leave(room.id, ANNE)).after
    assert (session.players[0].left, session.state.active, room.scores(session)) == (True, 1, [0, 0, 0])
    assert [move.token for move in await room.store.moves(room.id)] == ["draw", "leave"]
    assert await room.refusal(room.click(ANNE, "draw")) == (Refusal.NOT_A_PLAYER, {})
    assert await room.refusal(room.sessions.leave(room.id, ANNE)) == (Refusal.NOT_A_PLAYER, {})


async def test_f28_when_the_opener_leaves_a_game_the_next_who_plays_is_the_opener(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.leave(room.id, BART)
    assert (await room.now()).opener_id == ANNE.user_id
    await room.sessions.leave(room.id, ANNE)
    assert (await room.now()).opener_id == CALICO.user_id


async def test_x1_x2_before_half_the_target_the_last_one_aboard_has_no_result(room: Room) -> None:
    """Target 50: 24 is less than half."""
    await room.game(ANNE, BART, deck="10C 9C 5C", target=50)
    await room.play("draw draw draw bank")
    session = (await room.sessions.leave(room.id, BART)).after
    assert (session.status, session.deadline) == (Status.FINISHED, None)
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]
    assert await seats(room.store) == [("Anne", 24, 0, 0), ("Bart", 0, 0, 1)]


async def test_x1_f24_from_half_the_target_the_last_one_aboard_wins_and_the_leaver_lost(room: Room) -> None:
    """Target 50: Bart has 25 and leaves; Anne, with 2, wins."""
    await room.game(ANNE, BART, deck="2C 10C 9C 6C", target=50)
    await room.play("draw bank draw draw draw bank")
    await room.sessions.leave(room.id, BART)
    assert await results(room.store) == [(Ending.LAST_ABOARD, 1)]
    assert await seats(room.store) == [("Anne", 2, 1, 0), ("Bart", 25, 0, 1)]


async def test_x1_a_solo_player_who_leaves_ends_the_voyage_without_result(room: Room) -> None:
    await room.game(ANNE, deck="7C")
    await room.play("draw bank")
    await room.sessions.leave(room.id, ANNE)
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


async def test_f12_the_next_players_leave_in_one_tick_and_play_goes_to_the_fourth(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA)
    await room.turns(1)
    await room.sessions.leave(room.id, CALICO)
    session = (await room.sessions.leave(room.id, BART)).after
    assert session.players[session.state.active].name == "Dita"


async def test_x3_someone_else_leaving_gives_the_awaited_player_no_more_time(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, turn_seconds=60)
    room.clock.now += 50
    session = (await room.sessions.leave(room.id, CALICO)).after
    assert (session.deadline, session.moved_at) == (BEGAN + 60, BEGAN)


# --- The channel is gone, a moderator ends it ---


async def test_f22_what_ran_in_a_deleted_channel_is_closed_unrated(room: Room) -> None:
    await room.game(ANNE, BART, deck="7C")
    await room.play("draw bank")
    elsewhere = room.another()
    other = replace(ANNE, channel_id=CHANNEL + 1)
    lobby = (await elsewhere.open("lands", other, (await room.now()).terms)).after
    changes = await room.sessions.close_place(CHANNEL)
    assert [(change.after.id, change.after.closed) for change in changes] == [(room.id, Closed.CHANNEL_GONE)]
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]
    assert await seats(room.store) == [("Anne", 7, 0, 0), ("Bart", 0, 0, 0)]
    assert await room.store.live_ids() == [lobby.id]


async def test_f22_when_the_server_is_gone_all_its_games_are(room: Room) -> None:
    await room.game(ANNE, BART)
    other = replace(ANNE, channel_id=CHANNEL + 1)
    await room.sessions.open("lands", other, (await room.now()).terms)
    assert len(await room.sessions.close_place(ANNE.guild_id)) == 2
    assert await room.store.live_ids() == []


async def test_x2_a_moderator_always_ends_a_game_which_is_then_unrated_and_names_them(room: Room) -> None:
    await room.game(ANNE, BART, deck="7C")
    await room.play("draw bank")
    session = (await room.sessions.end(room.id, MODERATOR)).after
    assert (session.status, session.closed, session.closed_by, session.deadline) == (
        Status.CLOSED,
        Closed.BY_MODERATOR,
        "Mo",
        None,
    )
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]
    assert await room.refusal(room.click(ANNE, "draw")) == (Refusal.SESSION_OVER, {})


async def test_f28_f41_a_second_end_is_harmless(room: Room) -> None:
    await room.game(ANNE, BART)
    await room.sessions.end(room.id, MODERATOR)
    assert await room.refusal(room.sessions.end(room.id, MODERATOR)) == (Refusal.SESSION_OVER, {})
    assert len(await results(room.store)) == 1
