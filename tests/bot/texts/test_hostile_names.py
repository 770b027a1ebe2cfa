"""Whatever four people call themselves, a whole game of each kind stays readable and notifies nobody (F30, F37)."""

import re
from random import Random
from typing import Any

import pytest

from bot.model.custom_ids import ControlId
from bot.model.names import clean
from bot.model.records import Person
from rules.cards import VerifiableShuffler
from tests.bot import scenes
from tests.bot.builders import SECRET, seats
from tests.bot.clicks import TABLE, Stage, someone
from tests.bot.scenes import MODERATOR, here
from tests.registry import GAMES

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
MORE = {
    "invisible": "\u200b\u2060\u3164\ufeff" * 8,
    "look-alike mention": "<@1> <@!2> <@&3> @\u200beveryone",
    "backticks": "`" * 31 + "\\",
    "spoilers": "||nothing|| __here__ ~~at~~ all",
}
HOSTILE = [*NAMES.values(), *MORE.values()]
CREWS = [HOSTILE[start : start + 4] for start in range(0, len(HOSTILE), 4)]
OURS = re.compile(r"<@([1-4])>|<#70>|<t:\d+:R>|\[[^\]]+\]\(https://discord\.com/channels/[\d/]+\)")
"""What the bot itself writes: a call of a player, its channel, a moment, the way to the table."""
LIVE = re.compile(r"@everyone|@here|<[@#/:t&]|\]\(|\u202e|\u200b")


def harmless(text: str) -> bool:
    """Tell whether nothing in a message takes effect but what the bot itself wrote."""
    isolated = text.count("\u2068") == text.count("\u2069")
    return isolated and not LIVE.search(re.sub(r"\\.", "", OURS.sub("", text)))


async def sail(stage: Stage, game: str, crew: list[Person], chance: Random) -> None:
    """Play a random game by clicks; everyone looks into their hand now and then, and one of them is put to a vote."""
    await stage.slash(crew[0], game, **({"target": 50} if game == "lands" else {}))
    await stage.store.set_table((await here(stage)).id, TABLE)
    for who in crew[1:]:
        await scenes.click(stage, who, "join")
    await scenes.click(stage, crew[0], "start")
    await stage.slash(crew[1], "pirates remove", player=scenes.user(crew[0]))
    rules: Any = GAMES[game]
    while (session := await here(stage)).live:
        seat = rules.awaited(session.state).seat
        stage.clock.now += 61  # who was silent for a minute is pinged
        await stage.press(crew[chance.randrange(4)], str(ControlId("hand", session.id)))
        await scenes.click(stage, crew[seat], "move", rules.token(rules.sample(session.state, seat, chance)))
        await stage.settle()


@pytest.mark.parametrize("names", CREWS, ids=range(len(CREWS)))
@pytest.mark.parametrize("game", GAMES)
async def test_f37_a_whole_game_among_hostile_names_is_readable_and_mentions_nobody(
    stage: Stage, game: str, names: list[str]
) -> None:
    crew = [someone(number, clean(name, number)) for number, name in enumerate(names, 1)]
    stage.judged = True
    stage.app.sessions._shuffler = lambda _key: VerifiableShuffler(SECRET)  # the same game every time
    await sail(stage, game, crew, Random(3))
    shared = await stage.slash(crew[0], "leaderboard", game=game)
    assert len(shared.private) == 1
    await stage.slash(MODERATOR, "pirates stats", player=scenes.user(crew[0]), game=game)
    assert (await stage.press(crew[1], str(ControlId("rematch", (await here(stage)).id)))).public
    assert [text for text in stage.texts if not harmless(text)] == []
    assert set(stage.pinged) <= {1, 2, 3, 4}
    assert len(stage.posted) == len(stage.pinged)
    assert [name for name, *_ in await seats(stage.store)] == [who.name for who in crew]


@pytest.mark.parametrize("text", ["hi @everyone", "<@9> wins", "[win](https://example.org)", "a\u202eb", "\u2068x"])
def test_what_would_take_effect_is_seen(text: str) -> None:
    assert not harmless(text)


def test_the_names_are_hostile_in_full_length() -> None:
    assert max(map(len, HOSTILE)) == NAME_LIMIT
    assert FAMILY in NAMES["families"]
