"""From `/lands` to Start: who is in, who goes first, and the rematch (L1, L2, X4, F03, F17, F28)."""

import hashlib

import pytest
from msgspec.structs import replace

from bot.model.errors import Refusal
from bot.model.records import Closed, Person, Session, Status, Terms
from bot.play.lobby import LOBBY_SECONDS
from rules import blackspot, lands
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
    MODERATOR,
    SECRET,
    START_ID,
    Room,
    results,
    rows,
)


def names(session: Session) -> str:
    return " ".join(player.name for player in session.players)


async def first_after_start(room: Room) -> str:
    """Let Anne start; return the name of who has the first turn."""
    session = (await room.sessions.start(room.id, ANNE, START_ID)).after
    return str(session.players[session.state.active].name)


# --- Opening and closing ---


async def test_a_new_lobby_has_its_opener_aboard_and_fifteen_minutes(room: Room) -> None:
    session = await room.lobby(ANNE, turn_seconds=60, target=150)
    assert (session.status, names(session), session.opener_id) == (Status.LOBBY, "Anne", ANNE.user_id)
    assert (session.options, session.terms.turn_seconds) == (Options(target=150), 60)
    assert session.deadline == BEGAN + 15 * 60
    assert (session.secret, session.start_id, session.revision) == (SECRET, None, 0)


async def test_x4_f18_a_channel_has_one_lobby_and_another_channel_its_own(room: Room) -> None:
    await room.lobby(ANNE)
    assert await room.refusal(room.sessions.open("lands", BART, Terms(Options()))) == (Refusal.CHANNEL_BUSY, {})
    other = await room.sessions.open("lands", replace(ANNE, channel_id=CHANNEL + 1), Terms(Options()))
    assert await room.store.live_ids() == [room.id, other.after.id]


async def test_f03_a_lobby_closes_fifteen_minutes_after_its_last_change(room: Room) -> None:
    await room.lobby(ANNE)
    assert await room.wait(LOBBY_SECONDS - 1) is None
    await room.sessions.join(room.id, BART)
    assert await room.wait(LOBBY_SECONDS - 1) is None
    change = await room.wait(1)
    assert change is not None
    after = change.after
    assert (after.status, after.closed, after.deadline) == (Status.CLOSED, Closed.LOBBY_EXPIRED, None)
    assert await results(room.store) == []
    await room.lobby(CALICO)


@pytest.mark.parametrize("who, why", [(ANNE, Closed.CANCELLED), (MODERATOR, Closed.BY_MODERATOR)])
async def test_f28_the_opener_or_a_moderator_cancels_a_lobby_is_named_and_frees_the_channel(
    room: Room, who: Person, why: Closed
) -> None:
    await room.lobby(ANNE, BART)
    after = (await room.sessions.end(room.id, who)).after
    assert (after.status, after.closed, after.closer) == (Status.CLOSED, why, who.named)
    await room.lobby(BART)


async def test_a_channel_shows_its_live_session_before_the_ended_ones(room: Room) -> None:
    await room.lobby(ANNE)
    ended = room.id
    await room.sessions.end(ended, ANNE)
    assert (await room.sessions.in_channel(CHANNEL)).id == ended
    await room.lobby(BART)
    assert (await room.sessions.in_channel(CHANNEL)).id == room.id != ended


# --- Seats ---


async def test_f28_when_the_opener_leaves_the_next_seat_is_the_opener_and_who_comes_back_sits_last(room: Room) -> None:
    await room.lobby(ANNE, BART, CALICO)
    await room.sessions.leave(room.id, ANNE)
    await room.sessions.join(room.id, ANNE)
    session = await room.now()
    assert (names(session), session.opener_id) == ("Bart Calico Anne", BART.user_id)


async def test_f17_an_empty_lobby_closes_and_the_next_one_is_fresh(room: Room) -> None:
    await room.lobby(ANNE, target=50)
    room.clock.now += 100
    after = (await room.sessions.leave(room.id, ANNE)).after
    assert (after.status, after.closed) == (Status.CLOSED, Closed.EMPTY)
    fresh = await room.lobby(BART)
    assert (fresh.opener_id, fresh.options) == (BART.user_id, Options())
    assert fresh.deadline == BEGAN + 100 + LOBBY_SECONDS


async def test_x1_the_opener_and_a_moderator_remove_from_a_lobby(room: Room) -> None:
    await room.lobby(ANNE, BART, CALICO)
    await room.sessions.remove(room.id, ANNE, BART.user_id)
    await room.sessions.remove(room.id, MODERATOR, ANNE.user_id)
    session = await room.now()
    assert (names(session), session.opener_id) == ("Calico", CALICO.user_id)


# --- House rules ---


async def test_the_opener_sets_the_house_rules(room: Room) -> None:
    await room.lobby(ANNE, BART)
    await room.sessions.configure(room.id, ANNE, lambda s: Terms(replace(s.options, target=50), None))
    session = await room.now()
    assert (session.options, session.terms.turn_seconds, session.revision) == (Options(target=50), None, 2)


async def test_house_rules_out_of_range_open_no_lobby_and_change_none(room: Room) -> None:
    with pytest.raises(InvalidOptions) as caught:
        await room.lobby(ANNE, target=301)
    assert (caught.value.fault, caught.value.facts) == (OptionFault.TARGET_RANGE, {"least": 50, "most": 300})
    assert (await rows(room.store))["sessions"] == []
    session = await room.lobby(ANNE)
    with pytest.raises(InvalidOptions):
        await room.sessions.configure(room.id, ANNE, lambda _: Terms(Options(target=49), None))
    assert await room.now() == session


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


class Backwards:
    """A shuffler that turns everything round: the last to join has the first seat."""

    def shuffle(self, cards: bytes, _number: int) -> bytes:
        return cards[::-1]


async def test_b16_seats_are_shuffled_where_the_lobby_says_so(room: Room) -> None:
    await room.lobby(ANNE, BART, CALICO)
    await room.sessions.configure(room.id, ANNE, lambda s: replace(s.terms, shuffle_seats=True))
    await room.sessions.claim_first(room.id, ANNE)
    room.sessions._shuffler = lambda _key: Backwards()
    assert await first_after_start(room) == "Anne"
    assert names(await room.now()) == "Calico Bart Anne"


async def test_the_shuffle_is_bound_to_the_secret_and_the_start_click(room: Room) -> None:
    """SHA-256 of the 32 secret bytes and the id's digits, as docs/fairness.md tells."""
    keys: list[bytes] = []
    shuffler = room.sessions._shuffler
    room.sessions._shuffler = lambda key: keys.append(key) or shuffler(key)  # type: ignore[func-returns-value]
    await room.game(ANNE)
    assert set(keys) == {hashlib.sha256(SECRET + b"900").digest()} == {shuffle_key(SECRET, START_ID)}


# --- Who goes first: L2, B6 ---


@pytest.mark.parametrize(
    "game, options, claims, first",
    [
        ("lands", lands.Options(), (CALICO, ANNE, BART), "Bart"),  # the latest to have touched coin
        ("blackspot", blackspot.Options(), (BART,), "Bart"),  # the first to say so: a later claim is refused
        ("lands", lands.Options(), (), "Anne"),  # the stacked shuffle 0 puts seat 0 first
    ],
    ids=["L2", "B6", "by the seed"],
)
async def test_l2_b6_who_claims_the_first_turn_has_it(
    room: Room, game: str, options: object, claims: tuple[Person, ...], first: str
) -> None:
    room.id = (await room.sessions.open(game, ANNE, Terms(options))).after.id
    for who in (BART, CALICO):
        await room.sessions.join(room.id, who)
    for who in claims:
        await room.sessions.claim_first(room.id, who)
    assert await first_after_start(room) == first


async def test_l2_who_touched_coin_and_left_does_not_go_first(room: Room) -> None:
    await room.lobby(ANNE, BART)
    await room.sessions.claim_first(room.id, BART)
    await room.sessions.leave(room.id, BART)
    session = await room.now()
    assert (session.first_id, session.touched) == (None, False)


# --- The rematch ---


async def rematch(room: Room, opener: Person, *others: Person) -> Session:
    """End the game by a moderator; `opener` asks for a rematch, the others join."""
    await room.sessions.end(room.id, MODERATOR)
    room.id = (await room.sessions.rematch(room.id, opener)).after.id
    for who in others:
        await room.sessions.join(room.id, who)
    return await room.now()


async def test_a_rematch_invites_the_crew_with_the_house_rules_of_the_last_game_and_a_secret_of_its_own(
    room: Room,
) -> None:
    """That of the last game was revealed at its end: with it anyone could compute the next deck."""
    await room.game(ANNE, BART, CALICO, turn_seconds=None, target=50)
    room.sessions._secret = lambda: b"another secret"
    fresh = await rematch(room, BART)
    assert (names(fresh), fresh.opener_id) == ("Bart", BART.user_id)
    assert (fresh.invited, fresh.invited_names) == ((1, 2, 3), ("Anne", "Bart", "Calico"))
    assert (fresh.options, fresh.terms.turn_seconds) == (Options(target=50), None)
    assert fresh.secret == b"another secret"


@pytest.mark.parametrize(
    "back, claims, seated, first",
    [
        ((CALICO, DITA, BART, ANNE), (), "Anne Bart Calico Dita", "Bart"),
        ((ANNE, CALICO), (), "Anne Calico", "Calico"),
        ((ANNE, CALICO), (ANNE,), "Anne Calico", "Anne"),
    ],
    ids=["seats are kept, the first one moves on", "the next one did not come back", "coin was touched (L2)"],
)
async def test_l2_who_begins_the_rematch_of_a_game_that_anne_began(
    room: Room, back: tuple[Person, ...], claims: tuple[Person, ...], seated: str, first: str
) -> None:
    await room.game(ANNE, BART, CALICO)
    assert names(await rematch(room, *back)) == seated
    for who in claims:
        await room.sessions.claim_first(room.id, who)
    assert await first_after_start(room) == first


async def test_a_rematch_of_a_rematch_moves_on_again(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    begun = []
    for _ in range(3):
        await rematch(room, ANNE, BART, CALICO)
        begun.append(await first_after_start(room))
    assert begun == ["Bart", "Calico", "Anne"]
