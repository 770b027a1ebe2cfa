"""Tables in the language of their server, private answers in the language of their reader.

The other language is the made-up one of `tests/pseudo.py`; people without a language of their own have American
English on Discord.
"""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.texts import content
from tests.e2e import raids
from tests.e2e.conftest import NewWorld
from tests.e2e.harness import Person, World
from tests.e2e.test_admin_settings import only, panel
from tests.e2e.turns import seen
from tests.e2e.voyages import HEARTS_52, sail
from tests.pseudo import PSEUDO, ship, turned, vocabulary, words

PEOPLE = ("Anne", "Bart", "Calico", "Ada")
OF_DISCORD = {"atmail", "https", "discord", "channels"}


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ship the made-up language beside the others."""
    data = ship(tmp_path)
    loaded = content.load(data)
    monkeypatch.setattr(content, "load", lambda: loaded)
    return data


def everything_said(world: World, *people: Person) -> Iterator[str]:
    """Yield all texts and labels that these people see now."""
    for person in people:
        for message in person.messages():
            yield message.text
            yield from message.labels
            for menu in message.menus:
                yield menu.placeholder or ""
                yield from menu.options
    yield seen(world)


# --- Whose language where ---


async def test_who_is_forgotten_is_named_in_the_language_of_the_table(world: World) -> None:
    _, bart, _ = await sail(world, "Anne", "Bart", "Calico", cards="10H 2C")
    bart.speaks(PSEUDO)
    message = (await bart.slash("pirates mydata")).messages[0]
    await bart.click(turned("Delete everything about me"), on=message)
    await bart.click(turned("Yes, delete everything"), on=message)
    assert "a departed pirate" in seen(world)
    assert turned("a departed pirate") not in seen(world)


async def test_a_french_server_has_its_tables_in_french_and_each_reader_private_answers_in_theirs(world: World) -> None:
    world.server.speaks(PSEUDO)
    anne, bart = world.people("Anne", "Bart")
    bart.speaks(PSEUDO)
    await anne.slash("lands")
    assert turned("Lands Uncharted") in seen(world)
    await bart.click(turned("Join"))
    again = await anne.slash("lands")
    assert (again.private or "").startswith("There is already a game in this channel.")
    again = await bart.slash("lands")
    assert (again.private or "").startswith(turned("There is already a game in this channel."))
    rules = (await anne.click(turned("How to play"))).private or ""
    assert "Lands Uncharted" in rules
    assert turned("Lands Uncharted") in ((await bart.click(turned("How to play"))).private or "")


async def test_a_reader_whose_language_is_not_shipped_reads_that_of_the_server(world: World) -> None:
    world.server.speaks(PSEUDO)
    (anne,) = world.people("Anne")
    anne.speaks("ja")
    assert turned("There is no game in this channel") in ((await anne.slash("hand")).private or "")
    anne.speaks("en-GB")
    assert "There is no game in this channel" in ((await anne.slash("hand")).private or "")


async def test_hands_are_in_their_readers_language_and_stay_so_when_others_play(world: World) -> None:
    world.server.speaks(PSEUDO)
    anne, bart = world.people("Anne", "Bart")
    bart.speaks(PSEUDO)
    await anne.slash("blackspot")
    await bart.click(turned("Join"))
    await anne.click(turned("Start"))
    mine = (await anne.click(turned("My hand"))).private or ""
    theirs = (await bart.click(turned("My hand"))).private or ""
    assert "Your hand" in mine
    assert turned("Your hand") in theirs
    await world.advance(91)  # a time-out redraws both
    for person, begins in ((anne, "Your hand"), (bart, turned("Your hand"))):
        (hand,) = [message for message in person.messages() if message.private]
        assert begins in hand.text


async def test_a_theft_calls_its_victim_in_the_games_language_and_their_hand_speaks_theirs(world: World) -> None:
    anne, _bart = await raids.robbed(world)
    (ping,) = [message for message in world.messages() if message.pings]
    assert "is taking your" in ping.text
    opened = await anne.speaks(PSEUDO).click("React")
    assert turned("Your hand") in (opened.private or "")
    assert "## Black Spot" in raids.table(world).text


# --- The setting ---


async def test_the_language_that_admins_choose_is_that_of_new_lobbies_and_running_games_keep_theirs(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.commands.admin")
    admin, galley = world.server.admin("Ada"), world.server.channel("galley")
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    message = await panel(admin)
    assert "Language of tables and pings: **English** (as Discord has it for this server)" in message.text
    changed = only(await admin.select(f"Language: {turned('English')}", menu="Language", on=message))
    assert f"Language of tables and pings: **{turned('English')}**. New lobbies" in changed.text
    assert f"user {admin.id} set language = {PSEUDO}" in caplog.text
    await anne.slash("lands", galley)
    assert turned("Lands Uncharted") in seen(world, galley)
    await anne.click("How to play", on=world.table())
    assert seen(world).startswith("## Lands Uncharted")
    await world.restart()
    assert f"**{turned('English')}**" in (await panel(admin)).text
    assert turned("Lands Uncharted") in seen(world, galley)
    assert "no game" not in ((await anne.slash("pirates rules", galley)).private or "")
    (changed,) = (await admin.select("Language: as Discord has it", menu="Language", on=await panel(admin))).messages
    assert "as Discord has it for this server" in changed.text
    await anne.slash("lands", world.server.channel("hold"))
    assert "Lands Uncharted" in (await anne.slash("pirates rules")).private  # type: ignore[operator]


async def test_another_servers_language_is_its_own(world: World) -> None:
    reef = world.second_server("The Reef")
    admin, (bart,) = world.server.admin("Ada"), reef.people("Bart")
    await admin.select(f"Language: {turned('English')}", menu="Language", on=await panel(admin))
    await bart.slash("lands", reef.deck)
    assert seen(world, reef.deck).startswith("## Lands Uncharted")


async def test_a_shared_board_is_in_the_servers_language(world: World) -> None:
    world.server.speaks(PSEUDO)
    (anne,) = world.people("Anne")
    board = await anne.slash("leaderboard")
    await anne.click("Share", on=board.messages[0])
    assert words(world.messages()[-1].text) & words(turned("Season period leaderboard wins season"))


@pytest.mark.parametrize("value", ["tlh", "en", ""])
async def test_a_language_that_is_not_shipped_cannot_be_chosen(world: World, value: str) -> None:
    admin = world.server.admin("Ada")
    message = await panel(admin)
    reply = await admin.press("q1:admin-language:::", on=message, values=[value] if value else [])
    assert "not from this version" in (reply.private or "")
    assert (await panel(admin)).text == message.text


# --- Whole games without an English sentence ---


def further(data: Path) -> list[str]:
    return sorted(folder.name for folder in (data / "locale").iterdir() if folder.name != content.DEFAULT_LANGUAGE)


FURTHER = [PSEUDO, *(code for code in further(content.DATA) if code != PSEUDO)]


class Ear:
    """Listens for English words in what is said in another language."""

    def __init__(self, data: Path, code: str) -> None:
        names = {name.lower() for name in PEOPLE}
        foreign = vocabulary(data, code)
        self._english = vocabulary(data, content.DEFAULT_LANGUAGE) - foreign - names - OF_DISCORD

    def hear(self, world: World, *people: Person) -> None:
        for text in everything_said(world, *people):
            left = words(text) & self._english
            assert not left, text


async def settle_in(world: World, code: str, *names: str) -> list[Person]:
    world.server.speaks(code)
    return [person.speaks(code) for person in world.people(*names)]


@pytest.mark.parametrize("code", FURTHER)
async def test_a_whole_voyage_has_no_english_sentence(new_world: NewWorld, shipped: Path, code: str) -> None:
    texts = content.load().languages[code].texts
    ear = Ear(shipped, code)
    async with new_world() as world:
        anne, bart = await settle_in(world, code, "Anne", "Bart")
        await anne.slash("lands", target=50, dare="on", buried_treasure="on")
        await bart.click(texts("button-join"))
        for button in ("button-how-to-play", "button-house-rules"):
            await anne.click(texts(button))
        ear.hear(world, anne, bart)
        world.first(0)
        world.stack(f"2C 2D {HEARTS_52} 10C 9D")
        await anne.click(texts("button-start"))
        for person, cards in ((anne, 2), (bart, 8), (anne, 1)):
            for _ in range(cards):
                await person.click(world.table().buttons[0])
                ear.hear(world, anne, bart)
            if cards != 2:
                await person.click(world.table().buttons[1])
            ear.hear(world, anne, bart)
        for command in ("pirates help", "pirates stats", "pirates mydata", "pirates privacy", "leaderboard", "hand"):
            await anne.slash(command)
            ear.hear(world, anne, bart)
        assert world.table().labels == [texts("button-rematch")]


@pytest.mark.parametrize("code", FURTHER)
async def test_a_whole_raid_has_no_english_sentence(new_world: NewWorld, shipped: Path, code: str) -> None:
    """Time-outs play it to its end; hands are open all along."""
    texts = content.load().languages[code].texts
    ear = Ear(shipped, code)
    async with new_world() as world:
        anne, bart = await settle_in(world, code, "Anne", "Bart")
        await anne.slash("blackspot")
        await bart.click(texts("button-join"))
        world.first(0)
        await anne.click(texts("button-start"))
        for person in (anne, bart):
            await person.click(texts("button-hand"))
        for _ in range(60):
            ear.hear(world, anne, bart)
            if world.table().labels == [texts("button-rematch")]:
                break
            await world.advance(91)
        assert world.table().labels == [texts("button-rematch")]
        ear.hear(world, anne, bart)


@pytest.mark.parametrize("code", FURTHER)
async def test_the_panels_of_admins_have_no_english_sentence(new_world: NewWorld, shipped: Path, code: str) -> None:
    async with new_world() as world:
        world.server.speaks(code)
        admin = world.server.admin("Ada").speaks(code)
        await admin.slash("pirates-admin settings")
        await admin.slash("pirates-admin check")
        made = (await admin.slash("pirates-admin idols")).messages[0]
        await admin.click(content.load().languages[code].texts("button-idol-make"), on=made)
        texts = content.load().languages[code].texts
        for game in ("lands", "blackspot"):
            message = (await admin.slash("pirates-admin settings")).messages[0]
            await admin.click(texts(f"game-{game}"), on=message)
        said = [text for message in admin.messages() for text in (message.text, *message.labels)]
        english = vocabulary(shipped, content.DEFAULT_LANGUAGE) - vocabulary(shipped, code)
        assert not [text for text in said if words(text) & english - {"english"}]
