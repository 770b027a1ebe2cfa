"""From `/lands` to Start: who is in, who may do what, who goes first (L1, L2, X4, F18, F28, F39)."""

import hashlib
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.errors import MalformedId, Refusal
from bot.model.records import Closed, Session, Status, Terms
from bot.play.lobby import LOBBY_SECONDS
from rules import blackspot
from rules.cards import shuffle_key
from rules.errors import InvalidOptions, OptionFault
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
    SECRET,
    START_ID,
    STRANGER,
    Room,
    results,
    rows,
)


def names(session: Session) -> str:
    return " ".join(player.name for player in session.players)


def first_name(session: Session) -> str:
    return str(session.players[session.state.active].name)


# --- Opening and closing ---


async def test_a_new_lobby_has_its_opener_aboard_and_fifteen_minutes(room: Room) -> None:
    session = await room.lobby(ANNE, turn_seconds=60, target=150)
    assert (session.status, names(session), session.opener_id) == (Status.LOBBY, "Anne", ANNE.user_id)
    assert (session.options, session.terms.turn_seconds) == (Options(target=150), 60)
    assert session.deadline == BEGAN + 15 * 60
    assert (session.secret, session.start_id, session.revision) == (SECRET, None, 0)


async def test_x4_f18_a_second_lobby_in_the_channel_is_refused(room: Room) -> None:
    await room.lobby(ANNE)
    again = room.sessions.open("lands", BART, Terms(Options()))
    assert await room.refusal(again) == (Refusal.CHANNEL_BUSY, {})


async def test_x4_a_lobby_opens_beside_one_in_another_channel(room: Room) -> None:
    await room.lobby(ANNE)
    elsewhere = replace(ANNE, channel_id=CHANNEL + 1)
    other = await room.sessions.open("lands", elsewhere, Terms(Options()))
    assert await room.store.live_ids() == [room.id, other.after.id]


async def test_a_lobby_with_house_rules_out_of_range_does_not_open(room: Room) -> None:
    with pytest.raises(InvalidOptions) as caught:
        await room.lobby(ANNE, target=301)
    assert (caught.value.fault, caught.value.facts) == (OptionFault.TARGET_RANGE, {"least": 50, "most": 300})
    assert (await rows(room.store))["sessions"] == []


async def test_a_lobby_closes_fifteen_minutes_after_its_last_change_f03(room: Room) -> None:
    await room.lobby(ANNE)
    assert await room.wait(LOBBY_SECONDS - 1) is None
    await room.sessions.join(room.id, BART)
    assert await room.wait(LOBBY_SECONDS - 1) is None
    change = await room.wait(1)
    assert change is not None
    assert (change.after.status, change.after.closed, change.after.deadline) == (
        Status.CLOSED,
        Closed.LOBBY_EXPIRED,
        None,
    )
    assert await results(room.store) == []
    await room.lobby(CALICO)


async def test_the_opener_cancels_a_lobby_and_the_channel_is_free(room: Room) -> None:
    await room.lobby(ANNE, BART)
    after = (await room.sessions.end(room.id, ANNE)).after
    assert (after.status, after.closed, after.closed_by) == (Status.CLOSED, Closed.CANCELLED, "Anne")
    await room.lobby(BART)


async def test_f28_a_moderator_cancels_a_lobby_and_is_named(room: Room) -> None:
    await room.lobby(ANNE, BART)
    after = (await room.sessions.end(room.id, MODERATOR)).after
    assert (after.closed, after.closed_by) == (Closed.BY_MODERATOR, "Mo")


@pytest.mark.parametrize("who", [BART, STRANGER])
async def test_nobody_else_cancels_a_lobby(room: Room, who: Any) -> None:
    await room.lobby(ANNE, BART)
    assert await room.refusal(room.sessions.end(room.id, who)) == (Refusal.NOT_OPENER, {})


async def test_f28_a_second_cancel_is_harmless(room: Room) -> None:
    await room.lobby(ANNE)
    await room.sessions.end(room.id, ANNE)
    assert await room.refusal(room.sessions.end(room.id, MODERATOR)) == (Refusal.SESSION_OVER, {})


# --- Seats ---


async def test_seats_are_taken_in_joining_order_and_four_fill_the_lobby(room: Room) -> None:
    session = await room.lobby(ANNE, BART, CALICO, DITA)
    assert names(session) == "Anne Bart Calico Dita"
    assert await room.refusal(room.sessions.join(room.id, EDDA)) == (Refusal.LOBBY_FULL, {"most": 4})


async def test_f39_who_is_aboard_is_not_seated_twice(room: Room) -> None:
    await room.lobby(ANNE, BART)
    assert await room.refusal(room.sessions.join(room.id, BART)) == (Refusal.ALREADY_ABOARD, {})
    await room.sessions.leave(room.id, BART)
    await room.sessions.join(room.id, BART)
    assert names(await room.now()) == "Anne Bart"


async def test_leaving_a_lobby_one_is_not_in_is_refused(room: Room) -> None:
    await room.lobby(ANNE)
    assert await room.refusal(room.sessions.leave(room.id, STRANGER)) == (Refusal.NOT_ABOARD, {})


async def test_f28_when_the_opener_leaves_the_next_seat_is_the_opener(room: Room) -> None:
    await room.lobby(ANNE, BART, CALICO)
    await room.sessions.leave(room.id, ANNE)
    assert (await room.now()).opener_id == BART.user_id
    await room.sessions.join(room.id, ANNE)
    assert names(await room.now()) == "Bart Calico Anne"
    assert await room.refusal(room.sessions.end(room.id, ANNE)) == (Refusal.NOT_OPENER, {})


async def test_when_another_player_leaves_the_opener_stays(room: Room) -> None:
    await room.lobby(ANNE, BART)
    await room.sessions.leave(room.id, BART)
    assert (await room.now()).opener_id == ANNE.user_id


async def test_f17_an_empty_lobby_closes_and_the_next_one_is_fresh(room: Room) -> None:
    await room.lobby(ANNE, target=50)
    room.clock.now += 100
    after = (await room.sessions.leave(room.id, ANNE)).after
    assert (after.status, after.closed) == (Status.CLOSED, Closed.EMPTY)
    fresh = await room.lobby(BART)
    assert (fresh.opener_id, fresh.options, fresh.deadline) == (
        BART.user_id,
        Options(),
        BEGAN + 100 + LOBBY_SECONDS,
    )


async def test_x1_the_opener_and_a_moderator_remove_from_a_lobby(room: Room) -> None:
    await room.lobby(ANNE, BART, CALICO)
    await room.sessions.remove(room.id, ANNE, BART.user_id)
    await room.sessions.remove(room.id, MODERATOR, ANNE.user_id)
    session = await room.now()
    assert (names(session), session.opener_id) == ("Calico", CALICO.user_id)


async def test_nobody_else_removes_from_a_lobby(room: Room) -> None:
    await room.lobby(ANNE, BART)
    assert await room.refusal(room.sessions.remove(room.id, BART, ANNE.user_id)) == (Refusal.NOT_OPENER, {})


async def test_who_is_not_in_the_lobby_cannot_be_removed(room: Room) -> None:
    await room.lobby(ANNE)
    removal = room.sessions.remove(room.id, ANNE, STRANGER.user_id)
    assert await room.refusal(removal) == (Refusal.TARGET_NOT_ABOARD, {})


# --- House rules ---


async def test_the_opener_sets_the_house_rules(room: Room) -> None:
    await room.lobby(ANNE, BART)
    await room.sessions.configure(room.id, ANNE, lambda s: Terms(replace(s.options, target=50), None))
    session = await room.now()
    assert (session.options, session.terms.turn_seconds, session.revision) == (Options(target=50), None, 2)


async def test_nobody_else_sets_the_house_rules(room: Room) -> None:
    await room.lobby(ANNE, BART)
    change = room.sessions.configure(room.id, BART, lambda _: Terms(Options(target=50), None))
    assert await room.refusal(change) == (Refusal.NOT_OPENER, {})


async def test_house_rules_out_of_range_are_refused_and_change_nothing(room: Room) -> None:
    await room.lobby(ANNE)
    before = await rows(room.store)
    with pytest.raises(InvalidOptions):
        await room.sessions.configure(room.id, ANNE, lambda _: Terms(Options(target=49), None))
    assert await rows(room.store) == before


async def test_house_rules_stand_once_the_game_has_started(room: Room) -> None:
    await room.game(ANNE, BART)
    change = room.sessions.configure(room.id, ANNE, lambda _: Terms(Options(target=50), None))
    assert await room.refusal(change) == (Refusal.ALREADY_STARTED, {})


# --- Starting ---


async def test_l16_one_player_sails_the_solo_voyage(room: Room) -> None:
    session = await room.game(ANNE)
    assert (session.status, session.state.solo) == (Status.PLAYING, True)


async def test_anyone_aboard_starts_and_the_first_turn_has_its_time(room: Room) -> None:
    await room.lobby(ANNE, BART, turn_seconds=60)
    room.clock.now += 5
    session = (await room.sessions.start(room.id, BART, START_ID)).after
    assert (session.status, session.deadline) == (Status.PLAYING, BEGAN + 5 + 60)
    assert (session.start_id, session.revision, session.events) == (START_ID, 2, ())


async def test_who_is_not_aboard_does_not_start(room: Room) -> None:
    await room.lobby(ANNE)
    assert await room.refusal(room.sessions.start(room.id, STRANGER, START_ID)) == (Refusal.NOT_ABOARD, {})


async def test_b1_f39_a_game_for_two_does_not_start_with_one(room: Room) -> None:
    room.id = (await room.sessions.open("blackspot", ANNE, Terms(blackspot.Options()))).after.id
    assert await room.refusal(room.sessions.start(room.id, ANNE, START_ID)) == (Refusal.TOO_FEW, {"least": 2})


async def test_b6_the_first_to_say_so_goes_first_and_a_later_claim_is_refused(room: Room) -> None:
    room.id = (await room.sessions.open("blackspot", ANNE, Terms(blackspot.Options()))).after.id
    await room.sessions.join(room.id, BART)
    await room.sessions.claim_first(room.id, BART)
    assert await room.refusal(room.sessions.claim_first(room.id, ANNE)) == (Refusal.FIRST_TAKEN, {})
    assert first_name((await room.sessions.start(room.id, ANNE, START_ID)).after) == "Bart"


async def test_b16_seats_are_shuffled_where_the_lobby_says_so(room: Room) -> None:
    """A shuffler that turns everything round: the last to join has the first seat."""
    await room.lobby(ANNE, BART, CALICO)
    await room.sessions.configure(room.id, ANNE, lambda s: replace(s.terms, shuffle_seats=True))
    await room.sessions.claim_first(room.id, ANNE)
    room.sessions._shuffler = lambda _key: Backwards()
    session = (await room.sessions.start(room.id, ANNE, START_ID)).after
    assert (names(session), first_name(session)) == ("Calico Bart Anne", "Anne")


class Backwards:
    def shuffle(self, cards: bytes, _number: int) -> bytes:
        return cards[::-1]


async def test_a_running_game_takes_no_lobby_clicks(room: Room) -> None:
    await room.game(ANNE, BART)
    for attempt in (
        room.sessions.join(room.id, CALICO),
        room.sessions.claim_first(room.id, ANNE),
        room.sessions.start(room.id, ANNE, START_ID + 1),
    ):
        assert await room.refusal(attempt) == (Refusal.ALREADY_STARTED, {})


async def test_a_closed_lobby_takes_no_clicks(room: Room) -> None:
    await room.lobby(ANNE)
    await room.sessions.end(room.id, ANNE)
    for attempt in (
        room.sessions.join(room.id, CALICO),
        room.sessions.leave(room.id, ANNE),
        room.sessions.claim_first(room.id, ANNE),
        room.sessions.start(room.id, ANNE, START_ID),
    ):
        assert await room.refusal(attempt) == (Refusal.SESSION_OVER, {})


async def test_the_shuffle_is_bound_to_the_secret_and_the_start_click(room: Room) -> None:
    """SHA-256 of the 32 secret bytes and the id's digits, as docs/fairness.md tells."""
    keys: list[bytes] = []
    shuffler = room.sessions._shuffler
    room.sessions._shuffler = lambda key: keys.append(key) or shuffler(key)  # type: ignore[func-returns-value]
    await room.game(ANNE)
    assert set(keys) == {hashlib.sha256(SECRET + b"900").digest()} == {shuffle_key(SECRET, START_ID)}


async def test_a_lobby_control_carried_to_another_channel_is_malformed(room: Room) -> None:
    await room.lobby(ANNE)
    before = await rows(room.store)
    with pytest.raises(MalformedId):
        await room.sessions.join(room.id, replace(BART, channel_id=CHANNEL + 1))
    assert await rows(room.store) == before


async def test_a_session_that_never_was_is_refused(room: Room) -> None:
    assert await room.refusal(room.sessions.join("aaaaaaaaaa", ANNE)) == (Refusal.NO_GAME_HERE, {})
    assert await room.refusal(room.sessions.in_channel(CHANNEL)) == (Refusal.NO_GAME_HERE, {})
    assert await room.sessions.find_in_channel(CHANNEL) is None


async def test_a_channel_shows_its_live_session_before_the_ended_ones(room: Room) -> None:
    await room.lobby(ANNE)
    ended = room.id
    await room.sessions.end(ended, ANNE)
    assert (await room.sessions.in_channel(CHANNEL)).id == ended
    await room.lobby(BART)
    assert (await room.sessions.in_channel(CHANNEL)).id == room.id != ended


# --- Who goes first: L2 ---


async def test_l2_the_latest_to_have_touched_coin_goes_first(room: Room) -> None:
    await room.lobby(ANNE, BART, CALICO)
    for who in (CALICO, ANNE, BART):
        await room.sessions.claim_first(room.id, who)
    assert first_name((await room.sessions.start(room.id, ANNE, START_ID)).after) == "Bart"


async def test_l2_nobody_touched_coin_and_the_seed_chooses(room: Room) -> None:
    """The stacked shuffle 0 puts seat 0 first; play goes on in joining order."""
    await room.game(ANNE, BART, CALICO, deck="2C 3C 4C 5C")
    order = []
    for _ in range(4):
        order.append(first_name(await room.now()))
        await room.turns(1)
    assert order == ["Anne", "Bart", "Calico", "Anne"]


async def test_l2_who_touched_coin_and_left_does_not_go_first(room: Room) -> None:
    await room.lobby(ANNE, BART)
    await room.sessions.claim_first(room.id, BART)
    await room.sessions.leave(room.id, BART)
    session = await room.now()
    assert (session.first_id, session.touched) == (None, False)


async def test_l2_a_stranger_has_touched_no_coin(room: Room) -> None:
    await room.lobby(ANNE)
    assert await room.refusal(room.sessions.claim_first(room.id, STRANGER)) == (Refusal.NOT_ABOARD, {})


# --- The rematch ---


async def ended_game(room: Room, *people: Any) -> str:
    """Play a game in which the first of `people` began, and let a moderator end it."""
    await room.game(*people)
    await room.sessions.end(room.id, MODERATOR)
    return room.id


async def test_a_rematch_invites_the_crew_with_the_house_rules_of_the_last_game(room: Room) -> None:
    await room.game(ANNE, BART, CALICO, turn_seconds=None, target=50)
    await room.sessions.end(room.id, MODERATOR)
    fresh = (await room.sessions.rematch(room.id, BART)).after
    assert (names(fresh), fresh.opener_id) == ("Bart", BART.user_id)
    assert (fresh.invited, fresh.invited_names) == ((1, 2, 3), ("Anne", "Bart", "Calico"))
    assert (fresh.options, fresh.terms.turn_seconds) == (Options(target=50), None)
    assert fresh.id != room.id


async def test_a_rematch_has_a_secret_of_its_own(room: Room) -> None:
    """That of the last game was revealed at its end: with it anyone could compute the next deck."""
    ended = await ended_game(room, ANNE, BART)
    room.sessions._secret = lambda: b"another secret"
    assert (await room.sessions.rematch(ended, ANNE)).after.secret == b"another secret"


async def test_a_rematch_moves_the_first_seat_on_and_keeps_the_seats(room: Room) -> None:
    """Anne began; whoever confirms in whatever order, Bart begins now and Calico sits behind him."""
    ended = await ended_game(room, ANNE, BART, CALICO)
    room.id = (await room.sessions.rematch(ended, CALICO)).after.id
    for who in (DITA, BART, ANNE):
        await room.sessions.join(room.id, who)
    assert names(await room.now()) == "Anne Bart Calico Dita"
    assert first_name((await room.sessions.start(room.id, CALICO, START_ID)).after) == "Bart"


async def test_a_rematch_without_the_next_player_begins_with_the_one_behind(room: Room) -> None:
    """Anne began; Bart would, but did not come back, so Calico does."""
    ended = await ended_game(room, ANNE, BART, CALICO)
    room.id = (await room.sessions.rematch(ended, ANNE)).after.id
    await room.sessions.join(room.id, CALICO)
    assert first_name((await room.sessions.start(room.id, ANNE, START_ID)).after) == "Calico"


async def test_a_rematch_of_a_rematch_moves_on_again(room: Room) -> None:
    begun = []
    for _ in range(4):
        if room.id:
            room.id = (await room.sessions.rematch(room.id, ANNE)).after.id
            await room.sessions.join(room.id, BART)
            await room.sessions.join(room.id, CALICO)
        else:
            await room.lobby(ANNE, BART, CALICO)
        begun.append(first_name((await room.sessions.start(room.id, ANNE, START_ID)).after))
        await room.sessions.end(room.id, MODERATOR)
    assert begun == ["Anne", "Bart", "Calico", "Anne"]


async def test_l2_coin_touched_before_a_rematch_goes_before_the_turn_order(room: Room) -> None:
    ended = await ended_game(room, ANNE, BART, CALICO)
    room.id = (await room.sessions.rematch(ended, ANNE)).after.id
    await room.sessions.join(room.id, CALICO)
    await room.sessions.claim_first(room.id, ANNE)
    assert first_name((await room.sessions.start(room.id, ANNE, START_ID)).after) == "Anne"


async def test_only_the_crew_calls_a_rematch(room: Room) -> None:
    ended = await ended_game(room, ANNE, BART)
    assert await room.refusal(room.sessions.rematch(ended, STRANGER)) == (Refusal.NOT_A_PLAYER, {})


async def test_a_running_game_has_no_rematch(room: Room) -> None:
    await room.game(ANNE, BART)
    assert await room.refusal(room.sessions.rematch(room.id, ANNE)) == (Refusal.CHANNEL_BUSY, {})


async def test_x4_f18_two_rematches_of_one_game_open_one_lobby(room: Room) -> None:
    ended = await ended_game(room, ANNE, BART)
    await room.sessions.rematch(ended, ANNE)
    assert await room.refusal(room.sessions.rematch(ended, BART)) == (Refusal.CHANNEL_BUSY, {})


async def test_every_commit_is_announced_and_no_refusal_is(room: Room) -> None:
    """The clock listens: it must look at the deadlines again."""
    await room.lobby(ANNE, BART)
    assert room.commits == 2
    await room.refusal(room.sessions.join(room.id, BART))
    assert room.commits == 2
