"""Whatever people call themselves, and however much a table tells: it stays readable (field reports F30, F37)."""

import re
from typing import cast

import pytest

from bot.app import Quartermaster
from bot.model.records import Terms
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.e2e.harness import Message, Person, Reply, World
from tests.e2e.turns import HEARTS_52, TURN, bank, draw, kept, ranking, seen
from tests.e2e.voyages import gather, sail

NAME_LIMIT = 32

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
NAMES = {
    "emojis": "\N{SKULL}" * NAME_LIMIT,
    "families": (FAMILY * 7)[:NAME_LIMIT],
    "marks": "*_~|`>[]()#-" * 2 + "**__~~||",
    "code": "```ansi ```" + "`" * 21,
    "right to left": "\u05e7\u05e4\u05d8\u05df " * 6,
    "override": "evil\u202eEnna\u202d\u2066\u2067nnA",
    "everyone": "@everyone @here <@&1> <@2> <#3>",
    "links": "[win](https://example.org/x)",
    "headline": "# Big\n## Bigger\n- list",
    "zalgo": "Z" + "\u0337\u0321\u031b\u0360" * 7,
    "quotes": "Robert'); DROP TABLE sessions;--",
    "timestamps": "<t:1:R> <:x:1> </a:1>",
}


def check(world: World, begins: str, ends: str) -> None:
    """Check the one line of a table that holds a name between these words: the name keeps to itself."""
    shown = world.messages()[-1]
    assert shown.pings == ()
    (row,) = (row for row in shown.text.splitlines() if row.startswith(begins) and row.endswith(ends))
    name = row.removeprefix(begins).removesuffix(ends)
    assert name.strip("\u2068\u2069\ufe0f")
    assert "\u202e" not in name
    assert name.count("\u2068") == name.count("\u2069")
    # Whatever could mark up, link or mention has a backslash before it.
    assert not set(re.sub(r"\\.", "", name)) & set("\\*_~|`>[]()#<@")


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
async def test_whatever_someone_calls_themselves_lobby_table_and_result_stay_readable(world: World, name: str) -> None:
    crew = await gather(world, name, "Bart", target=50)
    check(world, "**1. ", "** · opened this lobby")
    assert "**2. Bart**" in seen(world).splitlines()
    world.first(0)
    world.stack(f"{HEARTS_52} 2C")
    await crew[0].click("Start")
    await draw(crew[0])
    check(world, "▶ **", "** · 0")
    check(world, "## Lands Uncharted · ", " to play")
    await draw(crew[0], 7)
    await crew[0].click("Back to the ship")
    await bank(crew[1])
    check(world, "**1. ", "** 52")
    assert ranking(world)[1] == "**2. Bart** 2"


async def test_a_name_that_nobody_can_see_becomes_a_pirate_with_a_number(world: World) -> None:
    (nobody,) = await gather(world, "\u200b\u2060\u200d\u3164\ufeff")
    assert f"**1. Pirate {nobody.id % 10_000:04}** · opened this lobby" in seen(world)


async def test_a_name_with_an_apostrophe_or_sql_is_stored_as_it_is(world: World) -> None:
    await gather(world, NAMES["quotes"], "O'Neil")
    players = (await kept(world)).players
    assert [player.name for player in players] == [NAMES["quotes"], "O'Neil"]


# --- Sizes: F30 ---

LONGEST = ("*" * NAME_LIMIT, "_" * NAME_LIMIT, "~" * NAME_LIMIT, "\u05d0" + "|" * (NAME_LIMIT - 1))
"""Each takes 64 characters when it is escaped."""


async def greedy_table(world: World) -> dict[str, Person]:
    """Start a game of four long names with thirteen idols that make one turn long."""
    idols = (
        *(Idol(rank, Effect.DRAW_MORE, 5) for rank in ("2", "3", "4", "5")),
        *(Idol(rank, Effect.BONUS, 20) for rank in ("6", "7", "8", "9", "10")),
        *(Idol(rank, Effect.GAIN_ALLY) for rank in ("J", "Q")),
        Idol("K", Effect.DRAW_UNTIL_ABOVE, 9),
        Idol("A", Effect.LOSE_ALLY),
    )
    store = cast("Quartermaster", world.bot)._store
    rules = Terms(Options(target=300, buried_treasure=True, dare=True, idols=idols), TURN)
    await store.servers.change_terms(world.server.handle.id, "lands", lambda _: rules)
    cards = "JH JC JD JS 2H 3H 4H 5H KC 6H 7H 8H 9H AS 10H"
    crew = await sail(world, *LONGEST, cards=cards)
    return dict(zip(("first", "second", "third", "fourth"), crew, strict=True))


def size(message: Message) -> int:
    """Count characters as Discord may: an emoji is two."""
    return len(message.text.encode("utf-16-le")) // 2


async def test_the_largest_table_with_a_proposal_open_stays_within_the_limits(world: World) -> None:
    people = await greedy_table(world)
    await people["second"].slash("pirates remove", player=people["first"])
    await draw(people["first"], 6)
    assert "must be drawn" in seen(world)
    await world.advance(TURN)
    shown = world.table()
    assert "Time ran out" in shown.text
    assert "banked" in shown.text
    assert shown.labels == ["Draw", "Agree", "Refuse"]
    assert 2000 < size(shown) <= 4000
    rules = await people["third"].slash("pirates rules")
    assert rules.private is not None
    assert "House rules in force" in rules.private
    assert size(rules.messages[0]) <= 4000


async def test_the_largest_lobby_and_result_stay_within_the_limits(world: World) -> None:
    people = await greedy_table(world)
    for person in list(people.values()) * 2:
        await draw(person)
        while "Draw" in world.table().labels and len(world.table().labels) == 1:
            await person.click("Draw")
        if "Spend an ally" in world.table().labels:
            await person.click("Run")
        elif "Back to the ship" in " ".join(world.table().labels) and "to play" in seen(world):
            await _home(person, world)
    await world.moderator("Mary" * 8).slash("pirates end")
    assert size(world.table()) <= 4000
    await people["first"].click("Rematch")
    for name in ("second", "third", "fourth"):
        await people[name].click("Join")
    assert size(world.table()) <= 4000


async def _home(person: Person, world: World) -> Reply | None:
    """Go back to the ship if it is this person's turn still."""
    for label in world.table().labels:
        if label.startswith("Back to the ship"):
            return await person.click(label)
    return None
