"""`/pirates press`, the twin of every button of a table and of a hand (F43): who types plays as who clicks."""

import pytest

from tests.e2e import test_blackspot_whole_games, test_lands_whole_games
from tests.e2e.harness import Button, Person, Reply, World
from tests.e2e.raids import PIRATES, lines, play, raid
from tests.e2e.turns import draw, kept, seen
from tests.e2e.voyages import gather, sail

PRESS = "pirates press"
STALE = "The table has moved on since that button was drawn."


async def press(person: Person, words: str) -> Reply:
    return await person.slash(PRESS, button=words)


async def offered(person: Person, typed: str = "") -> list[str]:
    return [*await person.type(PRESS, "button", typed)]


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let everyone type what they would click; lists it."""
    typed: list[str] = []

    async def types(person: Person, button: str | Button, **_: object) -> Reply:
        words = button if isinstance(button, str) else button.label
        typed.append(words)
        return await press(person, words)

    monkeypatch.setattr(Person, "click", types)
    return typed


@pytest.mark.parametrize(
    "game",
    [
        test_lands_whole_games.test_three_pirates_play_a_whole_game_to_its_ranking,
        test_blackspot_whole_games.test_two_captains_play_to_the_end_of_the_final_cycle,
    ],
)
async def test_f43_whole_games_are_played_by_typing_alone(world: World, typing: list[str], game: object) -> None:
    await game(world)  # type: ignore[operator]
    assert len(typing) > 40
    assert {"Join", "Start"} <= {*typing}


async def test_f43_lobby_proposal_pause_and_rematch_are_typed_too(world: World, typing: list[str]) -> None:
    (anne,) = world.people("Anne")
    assert await offered(anne) == []
    assert str((await press(anne, "draw")).private).startswith("There is no game in this channel.")
    anne, bart = await gather(world, "Anna", "Bart", target=50)
    await press(bart, "leave")
    assert "Aboard (1 of 4)" in seen(world)
    await press(bart, "join")
    await press(bart, "I touched coin last")
    await press(anne, "start")
    await anne.slash("pirates pause")
    await press(bart, "agree")
    assert await offered(anne) == ["Resume"]
    await press(anne, "resume")
    await anne.slash("pirates end")
    answer = str((await press(bart, "agree")).private)
    assert answer.startswith("## Lands Uncharted · closed")
    assert "The crew agreed to end the game." in answer
    await press(bart, "rematch")
    assert "Aboard (1 of 4)" in seen(world)
    await press(bart, "cancel")
    assert await offered(bart) == []
    assert (await press(bart, "start")).private == "There is no button to press here now."
    assert typing == ["Join"]


async def test_what_can_be_pressed_is_suggested_and_a_part_of_the_words_is_enough(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 5C")
    (edward,) = world.people("Edward")
    assert await offered(anne) == ["Draw"]
    assert (await press(bart, "draw")).private == "It is not your turn: **Anne** is to play."
    assert (await press(edward, "draw")).private == "You are not one of this game's players."
    # Signs alone press nothing, not even the only button.
    assert (await press(anne, "?")).private == (
        "That names no button, or more than one. These can be pressed now: **Draw**. A part of the words is enough."
    )
    await draw(anne)
    assert await offered(anne) == ["Draw", "Back to the ship (+10)"]
    assert await offered(anne, "SHIP") == ["Back to the ship (+10)"]
    assert await offered(anne, "nothing like it") == []
    assert await offered(bart, "10") == ["Back to the ship (+10)"]  # a table has the same buttons for all
    before = await kept(world)
    for words in ("swim", "a", "", "♥"):
        refused = await press(anne, words)
        assert str(refused.private).startswith("That names no button, or more than one.")
        assert r"**Draw**, **Back to the ship \(\+10\)**" in str(refused.private)  # Discord shows no such backslash
        assert refused.public is None
    assert await kept(world) == before
    answer = await press(anne, "  back TO ")
    assert "**Anne** banked 10: 10 doubloons on the ship." in seen(world)
    assert "**Anne** banked 10: 10 doubloons on the ship." in str(answer.private)
    assert answer.messages[0].labels == []  # what is read out is no second table


async def test_a_suggestion_is_pressed_as_the_button_that_it_was(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 5C 6C")
    suggested = await anne.type(PRESS, "button", "dr")
    await press(anne, suggested["Draw"])
    assert "Treasure: 10 doubloons" in seen(world)
    late = await press(anne, suggested["Draw"])
    assert [STALE in message.text for message in late.messages] == [False, True]
    assert "Treasure: 10 doubloons" in late.messages[0].text
    assert STALE in str((await press(bart, "q1:draft:elsewhere::x")).private)
    assert "Treasure: 10 doubloons" in seen(world)


async def test_cards_are_pressed_without_the_symbols_that_nobody_can_type_in_ones_own_language(world: World) -> None:
    anne, _ = await raid(world, "Anne", "Bart", pirates=PIRATES)
    assert "6♣C" in await offered(anne, "6c")
    assert await offered(anne, "pay") == []
    await press(anne, "6c")
    anne.speaks("de")
    await press(anne, "2ka")
    chosen = ["Zurücknehmen: 6♣Kr", "Zurücknehmen: 2♦Ka"]
    assert [words for words in await offered(anne) if words[0].isalpha()] == [*chosen, "Zahlen und ansehen", "My hand"]
    twice = await press(anne, "6kr")  # the words of what is chosen take nothing back
    assert "**Zurücknehmen\\: 6♣Kr**" in str(twice.private)
    assert (await press(anne, "zurücknehmen 6kr")).private
    answer = await press(anne, "6kr")
    assert "**Deine Wahl:** `6♣Kr`, `2♦Ka`" in str(answer.private)
    answer = await press(anne, "zahlen")
    assert "`2♠Pi` unter `2♦Ka`" in str(answer.private)
    assert "**Anne** paid `6♣C` and looked at the curse under `2♦D`." in lines(world)


async def test_what_one_is_offered_and_types_nobody_else_sees_nor_the_log(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "bot")
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    cards = {"5♣C", "6♣C", "7♣C", "8♣C", "9♣C"}
    assert cards <= {*await offered(anne)}
    await press(anne, "5C")
    assert await offered(bart) == ["My hand"]
    refusal = str((await press(bart, "5C")).private)
    assert refusal.startswith("That names no button, or more than one. These can be pressed now: **My hand**.")
    told = [refusal, *(message.text for message in bart.messages()), caplog.text]
    assert not [text for text in told if "\u2663" in text or "5C" in text]


async def test_f37_a_name_on_a_button_takes_no_effect_in_the_refusal_that_lists_it(world: World) -> None:
    """On a button there is no markdown, in a sentence there is."""
    anne, bart = await raid(world, "[win](https://example.org) ||*", "Bart", pirates=PIRATES)
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await play(bart, "peek 10C 3", "take 3")
    await press(bart, "steal")
    assert f"2♦D of {anne.name}" in await offered(bart)
    escaped = r"\[win\]\(https\://example\.org\) \|\|\*"
    assert f"**2♦D of {escaped}**" in str((await press(bart, "swim")).private)
