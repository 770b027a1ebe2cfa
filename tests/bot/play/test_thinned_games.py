"""Who thins out a game gains nothing by it (X2): what counts after a removal, and what after a departure."""

from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from bot.model.boards import Wanted
from bot.model.records import Session, Status, Uncounted
from rules.game import Ending
from tests.bot.builders import ANNE, BART, CALICO, DAY, GUILD, MODERATOR, Room, results

LEADING = "10C 9C 8C"
"""Anne banks 27 of 50 in her first turn: half of the target, so that whoever stays alone wins (X1)."""


async def anne_leads(room: Room, *others: object, turn_seconds: int | None = 90) -> None:
    await room.game(ANNE, *others, deck=LEADING, target=50, turn_seconds=turn_seconds)  # type: ignore[arg-type]
    await room.play("draw draw draw bank")


async def by_a_moderator_who_plays(room: Room) -> None:
    await anne_leads(room, BART)
    await room.sessions.remove(room.id, replace(BART, moderator=True), ANNE.user_id)


async def by_a_moderator_who_has_left(room: Room) -> None:
    await anne_leads(room, BART, CALICO)
    await room.sessions.leave(room.id, BART)
    await room.sessions.remove(room.id, replace(BART, moderator=True), ANNE.user_id)


async def by_two_votes(room: Room) -> None:
    await anne_leads(room, BART, CALICO)
    change = await room.sessions.remove(room.id, BART, ANNE.user_id)
    (motion,) = change.after.motions
    await room.sessions.agree(room.id, CALICO, motion.number)
    await room.sessions.leave(room.id, CALICO)


async def by_the_third_vote_to_skip(room: Room) -> None:
    await anne_leads(room, BART, turn_seconds=None)
    for _ in range(3):
        await room.play("draw bank")
        room.clock.now += DAY
        await room.sessions.skip(room.id, BART)


async def by_a_moderator_who_does_not_play(room: Room) -> None:
    await anne_leads(room, BART)
    await room.sessions.remove(room.id, MODERATOR, ANNE.user_id)


async def by_leaving(room: Room) -> None:
    await anne_leads(room, BART)
    await room.sessions.leave(room.id, ANNE)


async def by_the_clock(room: Room) -> None:
    await anne_leads(room, BART)
    while (session := await room.now()).status is Status.PLAYING:
        if session.state.active == 1:
            await room.play("draw bank")
        else:
            room.clock.now += 90
            await room.sessions.expire(room.id, room.is_member)


Way = Callable[[Room], Awaitable[None]]
BY_PLAYERS = (by_a_moderator_who_plays, by_a_moderator_who_has_left, by_two_votes, by_the_third_vote_to_skip)
OTHERWISE = (by_a_moderator_who_does_not_play, by_leaving, by_the_clock)


async def ended(room: Room, way: Way) -> tuple[Session, list[str]]:
    """Let the leader go; return how it ended, and who stands on the board of wins with one."""
    await way(room)
    page = await room.store.scores.page(GUILD, ANNE.user_id, Wanted("lands", "wins"))
    return await room.now(), [line.called.name for line in page.lines if line.points]


@pytest.mark.parametrize("way", BY_PLAYERS, ids=lambda way: way.__name__)
async def test_x2_who_removed_the_leader_gets_no_win_for_it(room: Room, way: Way) -> None:
    session, winners = await ended(room, way)
    assert session.standing is not None
    assert (session.status, session.standing.uncounted) == (Status.FINISHED, Uncounted.REMOVED)
    assert (winners, await results(room.store)) == ([], [(Ending.LAST_ABOARD, 0)])


@pytest.mark.parametrize("way", OTHERWISE, ids=lambda way: way.__name__)
async def test_x2_who_stays_when_the_leader_goes_otherwise_has_won(room: Room, way: Way) -> None:
    session, winners = await ended(room, way)
    assert session.standing is not None
    assert (session.standing.uncounted, winners) == (None, ["Bart"])
    assert await results(room.store) == [(Ending.LAST_ABOARD, 1)]
