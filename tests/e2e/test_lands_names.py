"""Whatever people call themselves, and however much a table tells: it stays readable (field reports F30, F37)."""

from bot.model.records import Terms
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.e2e.harness import Message, Person, World
from tests.e2e.turns import TURN, draw, kept, seen, settle_on
from tests.e2e.voyages import gather, sail

LIMIT = 32
SQL = "Robert'); DROP TABLE sessions;--"


async def test_f37_names_come_from_discord_and_are_shown_harmlessly(world: World) -> None:
    """Every kind of odd name plays whole games in tests/bot/test_hostile_names.py."""
    nobody, *_ = await gather(world, "\u200b\u2060\u200d\u3164\ufeff", "@everyone [a](https://b)", "B\u202eart", SQL)
    assert f"**1. Pirate {nobody.id % 10_000:04}** · opened this lobby\n**2. \\@everyone " in seen(world)
    assert "](https" not in seen(world)
    assert "**3. Bart**" in seen(world)
    assert world.table().pings == ()
    assert (await kept(world)).players[3].name == SQL


# --- Sizes: F30 ---

LONGEST = ("*" * LIMIT, "_" * LIMIT, "~" * LIMIT, "\u05d0" + "|" * (LIMIT - 1))
"""Each takes 64 characters when it is escaped."""


async def greedy_table(world: World) -> list[Person]:
    """Start a game of four long names with thirteen idols that make one turn long."""
    idols = (
        *(Idol(rank, Effect.DRAW_MORE, 5) for rank in ("2", "3", "4", "5")),
        *(Idol(rank, Effect.BONUS, 20) for rank in ("6", "7", "8", "9", "10")),
        *(Idol(rank, Effect.GAIN_ALLY) for rank in ("J", "Q")),
        Idol("K", Effect.DRAW_UNTIL_ABOVE, 9),
        Idol("A", Effect.LOSE_ALLY),
    )
    await settle_on(world, Terms(Options(target=300, buried_treasure=True, dare=True, idols=idols), TURN))
    return await sail(world, *LONGEST, cards="JH JC JD JS 2H 3H 4H 5H KC 6H 7H 8H 9H AS 10H")


def size(message: Message) -> int:
    """Count characters as Discord may: an emoji is two."""
    return len(message.text.encode("utf-16-le")) // 2


async def test_the_largest_table_with_a_proposal_open_stays_within_the_limits(world: World) -> None:
    first, second, third, fourth = await greedy_table(world)
    await second.slash("pirates remove", player=first)
    await draw(first, 6)
    assert "must be drawn" in seen(world)
    await world.advance(TURN)
    shown = world.table()
    assert "Time ran out" in shown.text
    assert "banked" in shown.text
    assert shown.labels == ["Draw", "Agree", "Refuse"]
    assert 2000 < size(shown) <= 4000
    rules = await third.slash("pirates rules")
    assert "House rules in force" in str(rules.private)
    assert size(rules.messages[0]) <= 4000
    await world.moderator("Mary" * 8).slash("pirates end")
    assert 500 < size(world.table()) <= 4000
    await first.click("Rematch")
    for person in (second, third, fourth):
        await person.click("Join")
    assert 500 < size(world.table()) <= 4000
