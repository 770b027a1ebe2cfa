"""Who goes, in every phase of both games: the game goes on or ends by X1, and nobody waits for ever (F12, F17, F21)."""

import logging

import pytest

from bot.model.records import Session, Status
from rules.game import Clock
from tests.bot import scenes
from tests.bot.builders import results, rows, seats
from tests.bot.clicks import Stage
from tests.bot.scenes import ANNE, BART, CALICO, DITA, MODERATOR, Cast, at, here
from tests.registry import GAMES

NAMES = ("Bart", "Anne", "Calico", "Dita")
"""In seat order; Bart opened, Calico has left before, Anne went first."""
TURN, REACTION = 90, 60

NEXT: dict[tuple[str, str], str] = {
    # Anne's turn: her treasure is lost, Dita sits next (X1; Calico, between them, has left).
    ("lands", "draw"): "Dita",
    ("lands", "choice"): "Dita",
    ("lands", "bust"): "Dita",
    ("lands", "dare"): "Dita",
    # Dita's last turn: only Bart is still due one, who sits before Anne (L10).
    ("lands", "last round"): "Bart",
    # Anne's seat takes its time-outs, so her turn ends (X1, B18).
    ("blackspot", "peek"): "Dita",
    ("blackspot", "take"): "Dita",
    ("blackspot", "act"): "Dita",
    ("blackspot", "purify"): "Dita",
    # Anne's final turn passes by, and Calico's does; two more begin (B16).
    ("blackspot", "final turn"): "Dita",
    # Dita is robbed and lets it go at once; Anne's turn goes on with a full clock (B12).
    ("blackspot", "react"): "Anne",
}
"""Whom the game waits for once the awaited player has gone."""
PHASES = list(NEXT)
WAYS = ("leaves", "is removed", "is gone from the server")


async def go(stage: Stage, way: str, part: str, people: Cast) -> None:
    """Let someone go."""
    who = people[part]
    if way == "leaves":
        await stage.slash(who, "pirates leave")
    elif way == "is removed":
        await stage.slash(MODERATOR, "pirates remove", player=scenes.user(who))
    else:
        session = await here(stage)
        assert session.deadline is not None
        await stage.settle()  # what is still on its way would hold the clock
        stage.clock.now = session.deadline

        async def is_member(_guild_id: int, user_id: int) -> bool:
            return user_id != who.user_id

        assert await stage.sessions.expire(session.id, is_member) is not None
    await stage.settle()


def awaited(session: Session) -> str:
    found = GAMES[session.game].awaited(session.state)
    assert found is not None
    return NAMES[found.seat]


def time_of(session: Session) -> int:
    found = GAMES[session.game].awaited(session.state)
    return REACTION if found is not None and found.clock is Clock.REACTION else TURN


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game, phase", PHASES)
async def test_x1_f12_when_the_awaited_player_goes_the_next_one_is_awaited(
    stage: Stage, game: str, phase: str, way: str
) -> None:
    people = await at(stage, game, phase)
    await stage.settle()  # what is still on its way would hold the clock
    stage.clock.now += 10
    await go(stage, way, "awaited", people)
    session = await here(stage)
    assert (session.status, awaited(session)) == (Status.PLAYING, NEXT[game, phase])
    assert session.deadline == stage.clock.now + TURN
    gone = people["awaited"].name
    assert [player.name for player in session.players if player.left] == sorted({gone, "Calico"}, key=NAMES.index)


@pytest.mark.parametrize("part", ["other", "opener"])
@pytest.mark.parametrize("game, phase", PHASES)
async def test_x1_when_someone_else_goes_the_awaited_players_clock_runs_on(
    stage: Stage, game: str, phase: str, part: str
) -> None:
    """And the opener's rights pass to the next who plays (F28)."""
    people = await at(stage, game, phase)
    before = await here(stage)
    await stage.settle()  # what is still on its way would hold the clock
    stage.clock.now += 10
    await go(stage, "leaves", part, people)
    after = await here(stage)
    assert (after.status, awaited(after), after.deadline) == (Status.PLAYING, people["awaited"].name, before.deadline)
    assert after.deadline == stage.clock.now - 10 + time_of(after)
    assert after.opener_id == (BART.user_id if part == "other" else ANNE.user_id)


@pytest.mark.parametrize("game, phase", PHASES)
@pytest.mark.parametrize("silent", ["the awaited one is gone", "nobody clicks any more"])
async def test_f21_nobody_is_waited_for_for_ever(
    stage: Stage, caplog: pytest.LogCaptureFixture, game: str, phase: str, silent: str
) -> None:
    """Whoever is left to the clock: it ends the game within three turns of each, and the channel is free."""
    people = await at(stage, game, phase)
    if silent == "the awaited one is gone":
        await go(stage, "is gone from the server", "awaited", people)
    for _ in range(4 * len(NAMES)):
        session = await here(stage)
        if not session.live:
            break
        await stage.time_out(session)
    await stage.settle()
    session = await here(stage)
    assert (session.status, session.deadline) == (Status.FINISHED, None)
    assert len(await results(stage.store)) == 1
    assert await stage.store.next_deadline() is not None  # Edda's, elsewhere
    assert (await stage.slash(ANNE, game)).public
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


LAST: dict[tuple[str, str], tuple[str, list[int]]] = {
    # Target 50: nobody has half of it.
    ("lands", "choice"): ("no-result", [0, 0, 0, 0]),
    # Anne has banked 42: half is 25, so who stays wins.
    ("lands", "dare"): ("last-aboard", [0, 42, 0, 0]),
    ("lands", "last round"): ("last-aboard", [0, 52, 0, 0]),
    # Calico's seat has taken the first treasure from the trove, 8 - 7; 3, 2 + 7 - 4, 5 + 8 - 7, 9 - 10 + 11 - 8.
    ("blackspot", "act"): ("no-result", [3, 5, 6, 2]),
    # All twelve have been taken.
    ("blackspot", "final turn"): ("last-aboard", [3, 5, 5, 2]),
}
"""How a game ends in which only Bart is left, and what lies before each seat then (X1)."""


@pytest.mark.parametrize("game, phase", LAST)
async def test_x1_f17_the_last_one_aboard_wins_from_the_middle_of_the_game_on(
    stage: Stage, game: str, phase: str
) -> None:
    await at(stage, game, phase)
    for who in (ANNE, DITA):
        await stage.slash(who, "pirates leave")
    ending, scores = LAST[game, phase]
    won = ending == "last-aboard"
    assert await results(stage.store) == [(ending, int(won))]
    assert await seats(stage.store) == [
        ("Bart", scores[0], int(won), 0),
        ("Anne", scores[1], 0, 1),
        ("Calico", scores[2], 0, 1),
        ("Dita", scores[3], 0, 1),
    ]


async def test_f28_an_ordinary_player_starts_when_the_opener_has_left_the_lobby(stage: Stage) -> None:
    await scenes.lobby(stage, "blackspot")
    await stage.slash(BART, "pirates leave")
    await scenes.click(stage, DITA, "join")
    await scenes.click(stage, DITA, "start")
    session = await here(stage)
    assert (session.status, session.opener_id) == (Status.PLAYING, ANNE.user_id)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("phase", ["lobby", "motion"])
async def test_f28_whoever_is_missing_a_moderator_ends_it_and_a_second_end_is_harmless(
    stage: Stage, game: str, phase: str
) -> None:
    await scenes.COMMON[phase](stage, game)
    if phase == "motion":
        await stage.slash(BART, "pirates leave")
    await stage.slash(MODERATOR, "pirates end")
    session = await here(stage)
    assert (session.status, session.closer) == (Status.CLOSED, MODERATOR.named)
    before = await rows(stage.store)
    assert (await stage.slash(MODERATOR, "pirates end")).private
    assert await rows(stage.store) == before
    assert (await stage.slash(CALICO, game)).public
