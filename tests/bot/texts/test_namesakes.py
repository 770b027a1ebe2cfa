"""People whose names look alike are told apart wherever they are named, by a mark that nobody can take on (X5)."""

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.custom_ids import ControlId
from bot.model.records import Person, Session
from bot.views.blackspot.draft import Draft
from rules.cards import VerifiableShuffler
from tests.bot import scenes
from tests.bot.builders import SECRET
from tests.bot.clicks import TABLE, Answer, Control, Stage, someone
from tests.bot.scenes import BART, DITA, here, user
from tests.registry import GAMES

CREW = tuple(
    someone(number, name)
    for number, name in (
        (100_000_000_000_001_111, "Anna"),
        (100_000_000_000_002_222, "\u0410nna"),
        (100_000_000_000_003_333, "ANNA"),
        (100_000_000_000_014_444, "Anna (2)"),
    )
)
MODERATOR = someone(100_000_000_000_009_999, "Anna", moderator=True)
NAME = re.compile(r"[A\u0410](?:nna|NNA)(?: \\?\(2\\?\))?")
MARKS = {"Anna": "1111", "\u0410nna": "2222", "ANNA": "3333", "Anna (2)": "4444"}


def unmarked(text: str, *others: str) -> list[str]:
    """Return where somebody is named without their mark."""
    found = []
    for name in NAME.finditer(text):
        marks = {MARKS[name[0].replace("\\", "")], *others}
        if not any(text.startswith(f" #{mark}", name.end()) for mark in marks):
            found.append(text[name.start() - 20 : name.end() + 20])
    return found


def said(stage: Stage) -> list[str]:
    return [*stage.texts, *(label for labels in stage.labels for label in labels)]


async def gather(stage: Stage, game: str) -> None:
    await stage.slash(CREW[0], game, **({"target": 50} if game == "lands" else {}))
    await stage.store.set_table((await here(stage)).id, TABLE)
    stage.texts.clear()  # alone in the lobby the first of them needs no mark
    for who in CREW[1:]:
        await scenes.click(stage, who, "join")
    await scenes.click(stage, CREW[0], "first")
    await scenes.click(stage, CREW[0], "start")


async def sail(stage: Stage, game: str, chance: Random) -> None:
    """Play a random game by clicks, in which anyone looks into their hand and clicks out of turn."""
    rules: Any = GAMES[game]
    while (session := await here(stage)).live:
        seat = rules.awaited(session.state).seat
        who, awaited = CREW[chance.randrange(4)], _player(session, seat)
        token = rules.token(rules.sample(session.state, seat, chance))
        await stage.press(who, str(ControlId("hand", session.id)))
        for kind in ("steal", "purify") if game == "blackspot" else ():
            await stage.press(awaited, str(ControlId("draft", session.id, session.revision, str(Draft(kind)))))
        if awaited != who:
            await stage.press(who, str(ControlId("move", session.id, session.revision, token)))
        await scenes.click(stage, awaited, "move", token)
        await stage.settle()


def _player(session: Session, seat: int) -> Person:
    return next(one for one in CREW if one.user_id == session.players[seat].user_id)


@pytest.mark.parametrize("game", GAMES)
async def test_x5_in_a_whole_game_namesakes_are_marked_in_every_word_that_is_said(stage: Stage, game: str) -> None:
    stage.app.sessions._shuffler = lambda _key: VerifiableShuffler(SECRET)  # the same game every time
    await gather(stage, game)
    for command, about in (("pirates remove", CREW[2]), ("pirates pause", None), ("pirates end", None)):
        await stage.slash(CREW[0], command, **({} if about is None else {"player": user(about)}))
    await sail(stage, game, Random(3))
    await stage.slash(CREW[0], "leaderboard", game=game)
    await stage.slash(CREW[1], "pirates stats", player=user(CREW[0]), game=game)
    await stage.press(CREW[1], str(ControlId("rematch", (await here(stage)).id)))
    await stage.slash(CREW[1], "pirates table")
    found = said(stage)
    assert [place for text in found for place in unmarked(text)] == []
    assert sum(len(NAME.findall(text)) for text in found) > 200
    assert {mark for text in found for mark in re.findall(r" #(\d+)", text)} == set(MARKS.values())


async def test_x5_a_proposal_and_its_answer_say_which_of_them_it_is_about(stage: Stage) -> None:
    await gather(stage, "lands")
    answer = await stage.slash(CREW[0], "pirates remove", player=user(CREW[1]))
    await stage.settle()
    assert answer.private
    assert "**Anna #1111** proposes to remove **\u0410nna #2222**" in stage.texts[-1]
    removed = await stage.slash(MODERATOR, "pirates remove", player=user(CREW[2]))
    assert removed.private == ["ANNA #3333 is out of the game."]


async def test_x5_the_buttons_of_several_proposals_say_which_and_are_pressed_by_their_words(stage: Stage) -> None:
    await gather(stage, "lands")
    await stage.slash(CREW[0], "pirates remove", player=user(CREW[1]))
    await stage.slash(CREW[1], "pirates remove", player=user(CREW[2]))
    await stage.settle()
    first, second = (motion.number for motion in (await here(stage)).motions)
    about = {first: "\u0410nna #2222", second: "ANNA #3333"}
    words = [f"{verb} {number}: remove {name}" for number, name in about.items() for verb in ("Agree", "Refuse")]
    assert stage.labels[-1][-4:] == words
    assert f"**{second}.** 🏳️ **\u0410nna #2222** proposes to remove **ANNA #3333**" in stage.texts[-1]
    refused = await stage.slash(CREW[3], "pirates press", button="agree")
    assert "names no button, or more than one" in refused.private[0]
    await stage.slash(CREW[3], "pirates press", button=f"agree {second}")
    assert [len(motion.ayes) for motion in (await here(stage)).motions] == [1, 2]


async def test_x5_a_moderator_of_a_players_name_is_told_from_them(stage: Stage) -> None:
    await stage.slash(CREW[0], "lands")
    await stage.store.set_table((await here(stage)).id, TABLE)
    await scenes.click(stage, BART, "join")
    await scenes.click(stage, BART, "start")
    await stage.slash(MODERATOR, "pirates end")
    await stage.settle()
    assert "The moderator **Anna #9999** ended it." in stage.texts[-1]
    assert "Anna #1111" in stage.texts[-1]


async def test_x5_whoever_renames_themselves_keeps_the_name_of_their_seat(stage: Stage) -> None:
    await scenes.gather(stage, "lands")
    await scenes.click(stage, DITA, "start")
    liar = replace(DITA, name="Bart")
    for _ in range(2):
        await stage.slash(liar, "pirates pause")
    await stage.settle()
    assert "**Dita** proposes to pause" in stage.texts[-1]
    assert [player.name for player in (await here(stage)).players] == ["Bart", "Anne", "Calico", "Dita"]
    left = await stage.slash(liar, "pirates leave")
    await stage.settle()
    assert left.private
    assert "**Dita** left the game" in stage.texts[-1]


async def test_x5_a_mark_on_a_board_does_not_depend_on_who_is_on_the_page(stage: Stage) -> None:
    """One namesake hides from the boards, the other has never finished a voyage: both are known on this server."""
    await gather(stage, "lands")
    await sail(stage, "lands", Random(3))
    for who in CREW[1:]:
        await stage.store.set_hidden(who.user_id, hidden=True)
    shown = await stage.slash(BART, "leaderboard", game="lands")
    assert "**Anna #1111**" in shown.private[0]
    assert "1 player" in shown.private[0]


async def test_x5_those_who_deleted_their_names_are_told_apart_on_a_board(stage: Stage) -> None:
    await gather(stage, "lands")
    await sail(stage, "lands", Random(3))
    for who in CREW[:2]:
        await _forget(stage, who)
    shown = await stage.slash(BART, "leaderboard", game="lands")
    assert len(set(re.findall(r"a departed pirate #\d{4,}", shown.private[0]))) == 2
    told = await stage.slash(BART, "pirates stats", player=user(CREW[2]), game="lands")
    assert len(set(re.findall(r"a departed pirate #\d{4,}", told.private[0]))) == 2


async def _forget(stage: Stage, who: Person) -> Answer:
    return await stage.press(who, Control(_confirm(who), (), private=True, greyed=False))


def _confirm(who: Person) -> str:
    return str(ControlId("mydata-confirm", argument=str(who.user_id)))
