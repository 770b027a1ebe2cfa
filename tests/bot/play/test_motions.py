"""What players decide together: to end, to remove, to skip the absent (X1, F24, F28)."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.errors import Refusal
from bot.model.records import Cause, Closed, Motion, MotionKind, Session, Status
from rules.game import Ending
from tests.bot.builders import (
    ANNE,
    BART,
    BEGAN,
    CALICO,
    DAY,
    DITA,
    MODERATOR,
    STRANGER,
    Room,
    results,
    seats,
)


async def motion(room: Room) -> Motion:
    """Return the open motion."""
    found = (await room.now()).motion
    assert found is not None, "no motion is open"
    return found


async def agree(room: Room, *people: Any) -> Session:
    """Let each of them press Agree on the open motion."""
    for who in people:
        await room.sessions.agree(room.id, who, (await motion(room)).number)
    return await room.now()


# --- Ending ---


async def test_the_opener_ends_a_game_with_every_other_players_consent(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, deck="7C")
    await room.play("draw bank")
    session = (await room.sessions.end(room.id, ANNE)).after
    assert session.motion == Motion(MotionKind.END, None, session.revision, (ANNE.user_id,))
    assert (await agree(room, BART)).status is Status.PLAYING
    session = await agree(room, CALICO)
    assert (session.status, session.closed, session.motion, session.deadline) == (
        Status.CLOSED,
        Closed.BY_CONSENT,
        None,
        None,
    )
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]
    assert await seats(room.store) == [("Anne", 7, 0, 0), ("Bart", 0, 0, 0), ("Calico", 0, 0, 0)]


async def test_x1_who_has_left_is_not_asked(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.leave(room.id, CALICO)
    await room.sessions.end(room.id, ANNE)
    assert (await agree(room, BART)).closed is Closed.BY_CONSENT


async def test_a_solo_player_ends_the_voyage_alone(room: Room) -> None:
    await room.game(ANNE)
    assert (await room.sessions.end(room.id, ANNE)).after.closed is Closed.BY_CONSENT


async def test_f24_nobody_but_the_opener_proposes_the_end(room: Room) -> None:
    await room.game(ANNE, BART)
    assert await room.refusal(room.sessions.end(room.id, BART)) == (Refusal.NOT_OPENER, {})
    assert await room.refusal(room.sessions.end(room.id, STRANGER)) == (Refusal.NOT_A_PLAYER, {})


async def test_f28_the_opener_who_left_passes_the_right_on(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.leave(room.id, ANNE)
    await room.sessions.end(room.id, BART)
    assert (await agree(room, CALICO)).closed is Closed.BY_CONSENT


async def test_one_refusal_drops_the_proposal_to_end(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.end(room.id, ANNE)
    number = (await motion(room)).number
    await room.sessions.refuse(room.id, BART, number)
    assert (await room.now()).motion is None
    assert await room.refusal(room.sessions.agree(room.id, CALICO, number)) == (Refusal.MOTION_GONE, {})


async def test_a_button_of_an_older_proposal_does_not_count_for_a_newer_one(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.end(room.id, ANNE)
    old = (await motion(room)).number
    await room.sessions.refuse(room.id, BART, old)
    await room.sessions.end(room.id, ANNE)
    for attempt in (room.sessions.agree(room.id, CALICO, old), room.sessions.refuse(room.id, CALICO, old)):
        assert await room.refusal(attempt) == (Refusal.MOTION_GONE, {})


async def test_agreeing_twice_is_refused_and_counts_once(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.end(room.id, ANNE)
    await agree(room, BART)
    number = (await motion(room)).number
    assert await room.refusal(room.sessions.agree(room.id, BART, number)) == (Refusal.ALREADY_AGREED, {})
    assert await room.refusal(room.sessions.agree(room.id, ANNE, number)) == (Refusal.ALREADY_AGREED, {})


async def test_f07_a_stranger_has_no_vote(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.end(room.id, ANNE)
    number = (await motion(room)).number
    for attempt in (
        room.sessions.agree(room.id, STRANGER, number),
        room.sessions.refuse(room.id, STRANGER, number),
    ):
        assert await room.refusal(attempt) == (Refusal.NOT_A_PLAYER, {})


async def test_a_vote_touches_no_clock_and_play_goes_on_beside_it(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, deck="7C 8C", turn_seconds=60)
    room.clock.now += 20
    await room.sessions.end(room.id, ANNE)
    session = await agree(room, BART)
    assert (session.deadline, session.moved_at) == (BEGAN + 60, BEGAN)
    session = await room.play("draw bank")
    assert (session.motion is not None, session.state.active) == (True, 1)
    assert (await agree(room, CALICO)).closed is Closed.BY_CONSENT


async def test_a_vote_forgives_missed_turns(room: Room) -> None:
    await room.game(ANNE, BART)
    await room.time_out()
    assert (await room.now()).players[0].missed == 1
    assert (await room.sessions.end(room.id, ANNE)).after.players[0].missed == 0


# --- Removing ---


async def test_x1_all_others_together_remove_a_player(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA)
    await room.sessions.remove(room.id, BART, CALICO.user_id)
    session = await agree(room, ANNE)
    assert (session.players[2].left, session.motion is not None) == (False, True)
    session = await agree(room, DITA)
    assert (session.players[2].left, session.motion, session.cause) == (True, None, Cause.VOTE)
    (move,) = await room.store.moves(room.id)
    assert (move.seat, move.token, move.cause) == (2, "leave", Cause.VOTE)


async def test_x1_in_a_game_of_two_only_a_moderator_removes(room: Room) -> None:
    """Else whoever is behind could throw the other out and be the last one aboard."""
    await room.game(ANNE, BART)
    removal = room.sessions.remove(room.id, BART, ANNE.user_id)
    assert await room.refusal(removal) == (Refusal.NEEDS_MODERATOR, {})
    await room.sessions.remove(room.id, MODERATOR, ANNE.user_id)
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


async def test_x1_a_removal_needs_two_also_after_a_third_has_left(room: Room) -> None:
    """Bart proposes to remove Anne; Calico goes, so Bart would be alone: the proposal is gone."""
    await room.game(ANNE, BART, CALICO)
    await room.sessions.remove(room.id, BART, ANNE.user_id)
    session = (await room.sessions.leave(room.id, CALICO)).after
    assert (session.motion, session.players[0].left, session.status) == (None, False, Status.PLAYING)
    assert await room.refusal(room.sessions.remove(room.id, BART, ANNE.user_id)) == (Refusal.NEEDS_MODERATOR, {})


async def test_x1_a_moderator_removes_at_once(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    session = (await room.sessions.remove(room.id, MODERATOR, ANNE.user_id)).after
    assert (session.players[0].left, session.cause, session.state.active) == (True, Cause.MODERATOR, 1)
    assert session.opener_id == BART.user_id


async def test_the_player_it_is_about_neither_agrees_nor_refuses(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.remove(room.id, ANNE, BART.user_id)
    number = (await motion(room)).number
    for attempt in (room.sessions.agree(room.id, BART, number), room.sessions.refuse(room.id, BART, number)):
        assert await room.refusal(attempt) == (Refusal.MOTION_NOT_YOURS, {})


async def test_the_player_it_is_about_does_not_drop_the_proposal_with_one_of_their_own(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.remove(room.id, ANNE, BART.user_id)
    own = room.sessions.remove(room.id, BART, ANNE.user_id)
    assert await room.refusal(own) == (Refusal.MOTION_OPEN, {})


async def test_proposing_what_is_proposed_already_is_consent_to_it(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA)
    await room.sessions.remove(room.id, ANNE, BART.user_id)
    again = room.sessions.remove(room.id, ANNE, BART.user_id)
    assert await room.refusal(again) == (Refusal.ALREADY_AGREED, {})
    await room.sessions.remove(room.id, CALICO, BART.user_id)
    assert (await room.sessions.remove(room.id, DITA, BART.user_id)).after.players[1].left


async def test_the_one_who_proposed_takes_it_back(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA, turn_seconds=None)
    room.clock.now += DAY
    await room.sessions.skip(room.id, BART)
    await room.sessions.refuse(room.id, BART, (await motion(room)).number)
    assert (await room.now()).motion is None


@pytest.mark.parametrize("moderator", [False, True])
async def test_one_does_not_remove_oneself(room: Room, *, moderator: bool) -> None:
    await room.game(ANNE, BART, CALICO)
    removal = room.sessions.remove(room.id, replace(ANNE, moderator=moderator), ANNE.user_id)
    assert await room.refusal(removal) == (Refusal.TARGET_IS_YOU, {})


@pytest.mark.parametrize("who", [BART, MODERATOR])
async def test_who_left_or_never_played_cannot_be_removed(room: Room, who: Any) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.leave(room.id, ANNE)
    for target in (ANNE, STRANGER):
        removal = room.sessions.remove(room.id, who, target.user_id)
        assert await room.refusal(removal) == (Refusal.TARGET_NOT_ABOARD, {})


async def test_f07_a_stranger_proposes_nothing(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, turn_seconds=None)
    for attempt in (room.sessions.remove(room.id, STRANGER, ANNE.user_id), room.sessions.skip(room.id, STRANGER)):
        assert await room.refusal(attempt) == (Refusal.NOT_A_PLAYER, {})


async def test_nothing_is_removed_once_the_game_is_over(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.end(room.id, MODERATOR)
    removal = room.sessions.remove(room.id, MODERATOR, ANNE.user_id)
    assert await room.refusal(removal) == (Refusal.TARGET_NOT_ABOARD, {})


# --- Skipping the absent ---


async def test_without_a_clock_the_absent_may_be_skipped_after_a_day(room: Room) -> None:
    """Anne drew 7 and went away: with two of the three others her turn is played, and the 7 is banked (L17)."""
    await room.game(ANNE, BART, CALICO, DITA, deck="7C", turn_seconds=None)
    await room.play("draw")
    room.clock.now += DAY - 1
    until = int(BEGAN + DAY)
    assert await room.refusal(room.sessions.skip(room.id, BART)) == (Refusal.SKIP_TOO_EARLY, {"until": until})
    room.clock.now += 1
    session = (await room.sessions.skip(room.id, BART)).after
    assert (session.motion is not None, session.state.active) == (True, 0)
    session = await agree(room, DITA)
    assert (room.scores(session), session.state.active, session.motion) == ([7, 0, 0, 0], 1, None)
    assert (session.cause, session.players[0].missed) == (Cause.VOTE, 1)
    assert [move.cause for move in await room.store.moves(room.id)] == [Cause.PLAYER, Cause.VOTE]


async def test_an_open_proposal_does_not_keep_the_absent_from_being_skipped(room: Room) -> None:
    """Calico proposes to remove Bart and leaves it at that; Anne has been away for a day all the same."""
    await room.game(ANNE, BART, CALICO, DITA, deck="7C", turn_seconds=None)
    room.clock.now += DAY
    await room.sessions.remove(room.id, CALICO, BART.user_id)
    await room.sessions.skip(room.id, BART)
    session = await agree(room, DITA)
    assert (room.scores(session), session.state.active, session.players[1].left) == ([7, 0, 0, 0], 1, False)


async def test_in_a_game_of_two_the_other_skips_alone(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=None)
    room.clock.now += DAY
    session = (await room.sessions.skip(room.id, BART)).after
    assert (session.state.active, session.motion) == (1, None)


async def test_a_proposal_to_skip_is_gone_when_the_absent_comes_back(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA, turn_seconds=None)
    room.clock.now += DAY
    await room.sessions.skip(room.id, BART)
    number = (await motion(room)).number
    assert (await room.click(ANNE, "draw")).after.motion is None
    assert await room.refusal(room.sessions.agree(room.id, DITA, number)) == (Refusal.MOTION_GONE, {})


async def test_the_skipped_player_has_no_vote_on_it(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA, turn_seconds=None)
    room.clock.now += DAY
    await room.sessions.skip(room.id, BART)
    number = (await motion(room)).number
    assert await room.refusal(room.sessions.refuse(room.id, ANNE, number)) == (Refusal.MOTION_NOT_YOURS, {})


async def test_one_of_three_who_refuses_does_not_keep_the_majority_from_skipping(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA, turn_seconds=None)
    room.clock.now += DAY
    await room.sessions.skip(room.id, BART)
    await room.sessions.refuse(room.id, CALICO, (await motion(room)).number)
    assert (await agree(room, DITA)).state.active == 1


async def test_two_of_three_who_refuse_keep_the_turn_from_being_skipped(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA, turn_seconds=None)
    room.clock.now += DAY
    await room.sessions.skip(room.id, BART)
    for who in (CALICO, DITA):
        await room.sessions.refuse(room.id, who, (await motion(room)).number)
    assert (await room.now()).motion is None


async def test_who_refused_a_skip_may_change_their_mind(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, DITA, turn_seconds=None)
    room.clock.now += DAY
    await room.sessions.skip(room.id, BART)
    await room.sessions.refuse(room.id, CALICO, (await motion(room)).number)
    assert (await agree(room, CALICO)).state.active == 1


async def test_nobody_is_skipped_in_a_game_with_a_clock(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=86_400)
    room.clock.now += DAY
    assert await room.refusal(room.sessions.skip(room.id, BART)) == (Refusal.SKIP_HAS_CLOCK, {})


async def test_nobody_skips_themselves(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=None)
    room.clock.now += DAY
    assert await room.refusal(room.sessions.skip(room.id, ANNE)) == (Refusal.SKIP_YOURSELF, {})


async def test_there_is_nobody_to_skip_before_the_start(room: Room) -> None:
    await room.lobby(ANNE, BART, turn_seconds=None)
    assert await room.refusal(room.sessions.skip(room.id, ANNE)) == (Refusal.NOT_STARTED, {})


async def test_x3_who_is_skipped_three_turns_in_a_row_leaves(room: Room) -> None:
    """Anne is away; Bart plays and skips her by himself."""
    await room.game(ANNE, BART, turn_seconds=None)
    for _ in range(3):
        room.clock.now += DAY
        await room.sessions.skip(room.id, BART)
        if (await room.now()).status is Status.PLAYING:
            await room.play("draw bank")
    session = await room.now()
    assert (session.players[0].left, session.status) == (True, Status.FINISHED)
