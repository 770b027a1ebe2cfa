"""What players decide together: to end, to remove, to skip the absent (X1, F24, F28)."""

import pytest
from msgspec.structs import replace

from bot.model.errors import Refusal, StaleClick
from bot.model.records import Cause, Closed, Motion, MotionKind, Person, Session, Status
from rules.game import Ending
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, DAY, DITA, MODERATOR, Room, results, seats

# --- Ending ---


async def test_the_opener_ends_a_game_with_every_other_players_consent(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, deck="7C")
    await room.play("draw bank")
    session = (await room.sessions.end(room.id, ANNE)).after
    assert session.motions == (Motion(MotionKind.END, None, session.revision, (ANNE.user_id,)),)
    assert (await room.agree(BART)).status is Status.PLAYING
    session = await room.agree(CALICO)
    assert (session.status, session.closed) == (Status.CLOSED, Closed.BY_CONSENT)
    assert (session.motions, session.deadline) == ((), None)
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]
    assert await seats(room.store) == [("Anne", 7, 0, 0), ("Bart", 0, 0, 0), ("Calico", 0, 0, 0)]


@pytest.mark.parametrize(
    "crew, gone, opener, others",
    [
        ((ANNE, BART, CALICO), CALICO, ANNE, (BART,)),
        ((ANNE, BART, CALICO), ANNE, BART, (CALICO,)),
        ((ANNE,), None, ANNE, ()),
    ],
    ids=["who has left is not asked (X1)", "the opener who left passes the right on (F28)", "alone"],
)
async def test_x1_f28_whose_consent_ends_a_game(
    room: Room, crew: tuple[Person, ...], gone: Person | None, opener: Person, others: tuple[Person, ...]
) -> None:
    await room.game(*crew)
    if gone is not None:
        await room.sessions.leave(room.id, gone)
    await room.sessions.end(room.id, opener)
    assert (await room.agree(*others)).closed is Closed.BY_CONSENT


async def test_one_refusal_drops_the_proposal_and_its_buttons_decide_nothing_about_the_next_one(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.end(room.id, ANNE)
    old = (await room.motion()).number
    await room.sessions.refuse(room.id, BART, old)
    assert (await room.now()).motions == ()
    assert await room.refusal(room.sessions.agree(room.id, CALICO, old)) == (Refusal.MOTION_GONE, {})
    await room.sessions.end(room.id, ANNE)
    for attempt in (room.sessions.agree(room.id, CALICO, old), room.sessions.refuse(room.id, CALICO, old)):
        assert await room.refusal(attempt) == (Refusal.MOTION_GONE, {})


async def test_a_vote_touches_no_clock_and_play_goes_on_beside_it(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, deck="7C 8C", turn_seconds=60)
    room.clock.now += 20
    await room.sessions.end(room.id, ANNE)
    session = await room.agree(BART)
    assert (session.deadline, session.moved_at) == (BEGAN + 60, BEGAN)
    session = await room.play("draw bank")
    assert (bool(session.motions), session.state.active) == (True, 1)
    assert (await room.agree(CALICO)).closed is Closed.BY_CONSENT


# --- Removing ---


async def test_x1_all_others_together_remove_a_player(room: Room) -> None:
    """To propose what is proposed already is to agree."""
    await room.game(ANNE, BART, CALICO, DITA)
    await room.sessions.remove(room.id, BART, CALICO.user_id)
    await room.sessions.remove(room.id, ANNE, CALICO.user_id)
    session = await room.now()
    assert (session.players[2].left, bool(session.motions)) == (False, True)
    session = await room.agree(DITA)
    assert (session.players[2].left, session.motions, session.cause) == (True, (), Cause.VOTE)
    (move,) = await room.store.moves(room.id)
    assert (move.seat, move.token, move.cause) == (2, "leave", Cause.VOTE)


async def test_x1_a_removal_needs_two_also_after_a_third_has_left(room: Room) -> None:
    """Bart proposes to remove Anne; Calico goes, so Bart would be alone: the proposal is gone."""
    await room.game(ANNE, BART, CALICO)
    await room.sessions.remove(room.id, BART, ANNE.user_id)
    session = (await room.sessions.leave(room.id, CALICO)).after
    assert (session.motions, session.players[0].left, session.status) == ((), False, Status.PLAYING)
    assert await room.refusal(room.sessions.remove(room.id, BART, ANNE.user_id)) == (Refusal.NEEDS_MODERATOR, {})


async def test_x1_a_moderator_removes_at_once_also_in_a_game_of_two(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    session = (await room.sessions.remove(room.id, MODERATOR, ANNE.user_id)).after
    assert (session.players[0].left, session.cause, session.state.active) == (True, Cause.MODERATOR, 1)
    assert session.opener_id == BART.user_id
    await room.sessions.remove(room.id, MODERATOR, CALICO.user_id)
    assert await results(room.store) == [(Ending.NO_RESULT, 0)]


# --- Skipping the absent ---


@pytest.fixture
async def idle(room: Room) -> Session:
    """A game of four without a clock, in which Anne drew 7 and has been away for a day."""
    await room.game(ANNE, BART, CALICO, DITA, deck="7C", turn_seconds=None)
    session = await room.play("draw")
    room.clock.now += DAY
    return session


async def test_without_a_clock_the_absent_may_be_skipped_after_a_day(room: Room, idle: Session) -> None:
    """With two of the three others Anne's turn is played, and her 7 is banked (L17)."""
    room.clock.now -= 1
    until = int(idle.moved_at + DAY)
    assert await room.refusal(room.sessions.skip(room.id, BART)) == (Refusal.SKIP_TOO_EARLY, {"until": until})
    room.clock.now += 1
    session = (await room.sessions.skip(room.id, BART)).after
    assert (bool(session.motions), session.state.active) == (True, 0)
    session = await room.agree(DITA)
    assert (room.scores(session), session.state.active, session.motions) == ([7, 0, 0, 0], 1, ())
    assert (session.cause, session.players[0].missed) == (Cause.VOTE, 1)
    assert [move.cause for move in await room.store.moves(room.id)] == [Cause.PLAYER, Cause.VOTE]


@pytest.mark.parametrize(
    "votes, skipped, open_",
    [
        ("-Calico +Dita", True, False),
        ("-Calico -Dita", False, False),
        ("-Calico +Calico", True, False),
        ("-Calico", False, True),
        ("-Bart", False, False),
    ],
    ids=[
        "one of three against it does not keep the majority",
        "two do",
        "who refused may change their mind",
        "it stays open while a majority is possible",
        "who proposed it takes it back",
    ],
)
@pytest.mark.usefixtures("idle")
async def test_bart_proposes_to_skip_anne_and_the_others_vote(
    room: Room, votes: str, *, skipped: bool, open_: bool
) -> None:
    await room.sessions.skip(room.id, BART)
    for vote in votes.split():
        say = room.sessions.agree if vote[0] == "+" else room.sessions.refuse
        who = {"Bart": BART, "Calico": CALICO, "Dita": DITA}[vote[1:]]
        await say(room.id, who, (await room.motion()).number)
    session = await room.now()
    assert (session.state.active == 1, bool(session.motions)) == (skipped, open_)


# --- Several proposals ---


@pytest.mark.usefixtures("idle")
async def test_no_proposal_keeps_another_from_being_made_by_whomever(room: Room) -> None:
    """Calico's pause stands. To end, to remove Calico and to skip Anne are proposed beside it."""
    await room.sessions.pause(room.id, CALICO)
    await room.sessions.end(room.id, ANNE)
    await room.sessions.remove(room.id, DITA, CALICO.user_id)
    session = (await room.sessions.skip(room.id, BART)).after
    assert [(motion.kind, motion.seat) for motion in session.motions] == [
        (MotionKind.PAUSE, None),
        (MotionKind.END, None),
        (MotionKind.REMOVE, 2),
        (MotionKind.SKIP, 0),
    ]
    session = await room.agree(DITA)
    assert (room.scores(session), session.state.active, session.players[2].left) == ([7, 0, 0, 0], 1, False)
    assert len(session.motions) == 3


async def test_a_player_has_one_open_proposal_the_latest(room: Room) -> None:
    """That Anne agreed to Bart's makes it none of hers."""
    await room.game(ANNE, BART, CALICO)
    await room.sessions.pause(room.id, BART)
    await room.agree(ANNE)
    await room.sessions.end(room.id, ANNE)
    await room.sessions.remove(room.id, ANNE, CALICO.user_id)
    session = await room.now()
    assert [(motion.kind, motion.ayes) for motion in session.motions] == [
        (MotionKind.PAUSE, (BART.user_id, ANNE.user_id)),
        (MotionKind.REMOVE, (ANNE.user_id,)),
    ]


async def test_each_proposal_is_decided_on_its_own(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.pause(room.id, BART)
    await room.sessions.end(room.id, ANNE)
    await room.sessions.remove(room.id, CALICO, ANNE.user_id)
    pause, end, removal = (await room.now()).motions
    session = (await room.sessions.agree(room.id, CALICO, pause.number)).after
    assert session.motions == (replace(pause, ayes=(BART.user_id, CALICO.user_id)), end, removal)
    await room.sessions.refuse(room.id, CALICO, end.number)
    session = (await room.sessions.agree(room.id, ANNE, pause.number)).after
    assert (session.paused_at, session.motions) == (BEGAN, (removal,))
    session = (await room.sessions.agree(room.id, BART, removal.number)).after
    assert (session.players[0].left, session.motions) == (True, ())


async def test_who_is_to_be_removed_cannot_hold_it_up_by_a_proposal_of_their_own(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    await room.sessions.remove(room.id, ANNE, BART.user_id)
    for propose in (room.sessions.pause(room.id, BART), room.sessions.remove(room.id, BART, CALICO.user_id)):
        await propose
    assert (await room.sessions.remove(room.id, CALICO, BART.user_id)).after.players[1].left


async def test_votes_make_no_button_stale(room: Room) -> None:
    """Else whoever waits could keep a player from playing by proposing and taking back."""
    session = await room.game(ANNE, BART, CALICO, deck="7C 8C")
    for _ in range(3):
        await room.sessions.pause(room.id, BART)
        await room.sessions.refuse(room.id, BART, (await room.motion()).number)
    session = (await room.sessions.play(room.id, ANNE, session.revision, "draw")).after
    assert (session.state.turn.value, session.votes) == (7, 0)
    with pytest.raises(StaleClick):
        await room.sessions.play(room.id, ANNE, session.revision - 1, "draw")


@pytest.mark.usefixtures("idle")
async def test_a_proposal_to_skip_is_gone_when_the_absent_comes_back(room: Room) -> None:
    await room.sessions.skip(room.id, BART)
    number = (await room.motion()).number
    assert (await room.click(ANNE, "draw")).after.motions == ()
    assert await room.refusal(room.sessions.agree(room.id, DITA, number)) == (Refusal.MOTION_GONE, {})


async def test_x3_who_is_skipped_three_turns_in_a_row_leaves(room: Room) -> None:
    """Anne is away; Bart, the only other one, plays and skips her by himself."""
    await room.game(ANNE, BART, turn_seconds=None)
    for _ in range(2):
        room.clock.now += DAY
        session = (await room.sessions.skip(room.id, BART)).after
        assert (session.state.active, session.motions) == (1, ())
        await room.turns(1)
    room.clock.now += DAY
    session = (await room.sessions.skip(room.id, BART)).after
    assert (session.players[0].left, session.status) == (True, Status.FINISHED)
