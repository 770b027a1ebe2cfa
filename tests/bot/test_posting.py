"""Nobody fills a channel by having the bot post: tables come again for their players, boards three times a minute."""

import pytest

from bot.interactions.pace import SECONDS, Pace
from bot.model.records import Person
from tests.bot import scenes
from tests.bot.builders import Clock
from tests.bot.clicks import TABLE, Stage, someone
from tests.bot.scenes import ANNE, BART, EDDA, MODERATOR, here
from tests.registry import GAMES

STRANGER = someone(77, "Stranger")
LINK = f"[go to the table](https://discord.com/channels/7/70/{TABLE})"
STANDS = f"The table stands here: {LINK}. Its players, and moderators, can post it again, up to three times a minute."


async def posted(stage: Stage, who: Person, times: int) -> tuple[int, set[str]]:
    """Ask for the table; return how many were posted for everyone, and what was said in private."""
    answers = [await stage.slash(who, "pirates table") for _ in range(times)]
    return sum(len(one.public) for one in answers), {text for one in answers for text in one.private}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("phase", ["lobby", "motion", "paused", "over", "closed"])
async def test_a_stranger_gets_a_link_to_the_table_and_posts_none(stage: Stage, game: str, phase: str) -> None:
    await scenes.COMMON[phase](stage, game)
    for who in (STRANGER, EDDA):
        assert await posted(stage, who, 20) == (0, {STANDS})


@pytest.mark.parametrize("who", [ANNE, MODERATOR], ids=lambda who: who.name)
async def test_a_player_or_moderator_posts_it_three_times_a_minute(stage: Stage, who: Person) -> None:
    await scenes.lobby(stage, "lands")
    count, said = await posted(stage, who, 20)
    assert (count, len(said)) == (3, 1)
    assert (await posted(stage, BART, 1))[0] == 1
    stage.clock.now += 59
    assert (await posted(stage, who, 1))[0] == 0
    stage.clock.now += 1
    assert (await posted(stage, who, 20))[0] == 3


async def test_who_is_invited_to_a_rematch_may_post_its_table(stage: Stage) -> None:
    await scenes.over(stage, "lands")
    assert (await stage.press(ANNE, f"q1:rematch:{(await here(stage)).id}::")).public
    await stage.store.set_table((await here(stage)).id, TABLE)
    assert [(await posted(stage, who, 1))[0] for who in (BART, STRANGER)] == [1, 0]


async def test_a_table_that_nobody_sees_is_posted_for_anyone(stage: Stage) -> None:
    await scenes.lobby(stage, "lands")
    await stage.store.set_table((await here(stage)).id, None)
    assert await posted(stage, STRANGER, 20) == (1, {(await stage.slash(STRANGER, "pirates table")).private[0]})


async def test_boards_are_shared_three_times_a_minute(stage: Stage) -> None:
    await stage.slash(STRANGER, "leaderboard")
    (share,) = [control for custom_id, control in stage.drawn.items() if custom_id.startswith("q1:share:")]
    answers = [await stage.press(STRANGER, share) for _ in range(20)]
    assert [len(one.public) for one in answers] == [1] * 3 + [0] * 17
    told = "You have had three messages posted here within a minute. Please wait a moment."  # Refusal.TOO_OFTEN
    assert {text for one in answers for text in one.private} == {told}
    assert (await stage.press(BART, share)).public
    stage.clock.now += 60
    assert (await stage.press(STRANGER, share)).public


def test_what_people_had_posted_is_forgotten_after_a_minute() -> None:
    clock = Clock()
    pace = Pace(clock)
    for number in range(1000):
        assert pace.allows(someone(number, "Pirate"))
    clock.now += SECONDS
    assert pace.allows(ANNE)
    assert len(pace._posted) == 1
