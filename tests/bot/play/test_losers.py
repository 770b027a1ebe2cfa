"""F24: whatever a player does who is about to lose, the loss stays one. Only a moderator calls a game off, by name.

Bart opened the game and has its last turn. Of Lands Uncharted Anne has banked 52 and Dita 2. In Black Spot the ships
are worth 3 (Bart), 2 + 7 - 4 = 5 (Anne) and 9 - 10 + 11 - 8 = 2 (Dita). Calico has left before.
"""

from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from bot.model.records import Closed, Status
from tests.bot import scenes
from tests.bot.builders import results, rows, seats
from tests.bot.clicks import ELSEWHERE, Stage
from tests.bot.scenes import ANNE, BART, CALICO, DITA, MODERATOR, click, here, position
from tests.registry import GAMES

Seats = list[tuple[str, int, int, int]]
"""Name, score, place (1 is the best, 0 is none), whether they left."""

STAYED: dict[str, Seats] = {
    # Bart's time runs out: he draws the three and banks it (L17).
    "lands": [("Bart", 3, 2, 0), ("Anne", 52, 1, 0), ("Calico", 0, 0, 1), ("Dita", 2, 3, 0)],
    "blackspot": [("Bart", 3, 2, 0), ("Anne", 5, 1, 0), ("Calico", 5, 0, 1), ("Dita", 2, 3, 0)],
}
LEFT: dict[str, Seats] = {
    "lands": [("Bart", 0, 0, 1), ("Anne", 52, 1, 0), ("Calico", 0, 0, 1), ("Dita", 2, 2, 0)],
    "blackspot": [("Bart", 3, 0, 1), ("Anne", 5, 1, 0), ("Calico", 5, 0, 1), ("Dita", 2, 2, 0)],
}


async def last_turn(stage: Stage, game: str) -> None:
    """Bring Bart before the last turn of the game."""
    if game == "blackspot":
        await scenes.at_sea(stage, position(trove="", taken=12, finals=0, active=0))
        return
    await scenes.sailing(stage, "lands", f"{scenes.HEARTS_52} 2C 3C")
    for who, moves in ((ANNE, "draw " * 8 + "bank"), (DITA, "draw bank")):
        for token in moves.split():
            await click(stage, who, "move", token)


async def leaves(stage: Stage) -> None:
    await stage.slash(BART, "pirates leave")


async def deletes_everything_about_himself(stage: Stage) -> None:
    await stage.slash(BART, "pirates mydata")
    for verb in ("mydata-delete", "mydata-confirm"):
        await stage.press(BART, next(one for one in stage.drawn.values() if f":{verb}:" in one.custom_id))


async def is_removed_by_his_friends(stage: Stage) -> None:
    for who in (ANNE, DITA):
        await stage.slash(who, "pirates remove", player=scenes.user(BART))


async def blocks_the_bot(stage: Stage) -> None:
    """He answers nothing more."""


async def gets_a_friend_to_delete_the_table(stage: Stage) -> None:
    stage.deleted = True


async def starts_another_game(stage: Stage) -> None:
    there = replace(BART, channel_id=ELSEWHERE + 1)
    assert (await stage.slash(there, "lands")).public
    await stage.sessions.start((await here(stage, ELSEWHERE + 1)).id, there, 901)


async def cancels(stage: Stage) -> None:
    """The lobby's old button, and the command, which only proposes: Anne and Dita do not agree."""
    session = await here(stage)
    answer = await stage.press(BART, f"q1:cancel:{session.id}::")
    assert answer.private
    await stage.slash(BART, "pirates end")
    assert (await here(stage)).live


async def opens_another_game_here(stage: Stage) -> None:
    for name in GAMES:
        assert not (await stage.slash(BART, name)).public


async def waits_for_the_bot_to_be_restarted(stage: Stage) -> None:
    before = await rows(stage.store)
    again = Stage(stage.store, stage.clock)
    stage.app, stage.sessions = again.app, again.sessions
    await stage.sessions._absence.catch_up()
    assert (await rows(stage.store))["sessions"] == before["sessions"]


Attempt = Callable[[Stage], Awaitable[None]]
GOING: tuple[Attempt, ...] = (leaves, deletes_everything_about_himself, is_removed_by_his_friends)
STAYING: tuple[Attempt, ...] = (
    blocks_the_bot,
    gets_a_friend_to_delete_the_table,
    starts_another_game,
    cancels,
    opens_another_game_here,
    waits_for_the_bot_to_be_restarted,
)


@pytest.mark.parametrize("attempt", [*GOING, *STAYING], ids=lambda attempt: attempt.__name__)
@pytest.mark.parametrize("game", GAMES)
async def test_f24_a_loser_who_goes_has_left_and_one_who_stays_away_loses(
    stage: Stage, game: str, attempt: Attempt
) -> None:
    """The one who was forgotten counts as Bart. Where players removed him, the game counts on no board (X2)."""
    await last_turn(stage, game)
    session = await here(stage)
    await attempt(stage)
    if attempt in STAYING:
        stage.app.router._display.show(await stage.time_out(await stage.sessions.load(session.id)))
    await stage.settle()
    assert (await stage.sessions.load(session.id)).status is Status.FINISHED
    assert await results(stage.store) == [("highest-score", int(attempt is not is_removed_by_his_friends))]
    (_, *bart), *others = await seats(stage.store)
    assert [("Bart", *bart), *others] == (STAYED if attempt in STAYING else LEFT)[game]
    if stage.deleted:
        assert "Anne" in stage.posted[-1]  # the result is posted anew


@pytest.mark.parametrize("game", GAMES)
async def test_f24_a_moderator_who_ends_a_lost_game_is_named_and_it_counts_for_nobody(stage: Stage, game: str) -> None:
    await last_turn(stage, game)
    await stage.slash(MODERATOR, "pirates end")
    await stage.settle()
    session = await here(stage)
    assert (session.closed, session.closer) == (Closed.BY_MODERATOR, MODERATOR.named)
    assert await results(stage.store) == [("no-result", 0)]
    assert [place for _, _, place, _ in await seats(stage.store)] == [0, 0, 0, 0]


@pytest.mark.parametrize("game", GAMES)
async def test_f24_all_must_agree_before_the_opener_may_end_a_lost_game(stage: Stage, game: str) -> None:
    """Who has left is not asked, and counts no more."""
    await last_turn(stage, game)
    await stage.slash(BART, "pirates end")
    (motion,) = (await here(stage)).motions
    await click(stage, ANNE, "agree", str(motion.number))
    assert (await stage.press(CALICO, f"q1:agree:{(await here(stage)).id}::{motion.number}")).private
    assert (await here(stage)).live
    await click(stage, DITA, "agree", str(motion.number))
    session = await here(stage)
    assert (session.closed, session.closer) == (Closed.BY_CONSENT, DITA.named)
    assert await results(stage.store) == [("no-result", 0)]
