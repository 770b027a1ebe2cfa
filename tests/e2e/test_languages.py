"""Tables in the language of their server, private answers in the language of their reader.

Whole games are played in every language that is shipped, and in the made-up one of `tests/pseudo.py`; people without
a language of their own have American English on Discord.
"""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.model.records import Terms
from bot.texts import content
from rules.idols import Effect, Idol
from rules.lands.model import DarePrize, Options
from tests.e2e import raids
from tests.e2e.harness import Person, World
from tests.e2e.test_admin_idols import give
from tests.e2e.test_admin_settings import only, panel
from tests.e2e.turns import seen, settle_on
from tests.e2e.voyages import voyage
from tests.pseudo import PSEUDO, ship, turned, vocabulary, words

PEOPLE = {"anne", "bart", "calico", "ada", "nimmersatt"}
OF_DISCORD = {"atmail", "https", "discord", "channels"}
FURTHER = [PSEUDO, *(code for code in content.load().languages if code not in {PSEUDO, content.DEFAULT_LANGUAGE})]


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, content.Content]:
    """Make the other language, and read it once."""
    data = ship(tmp_path_factory.mktemp("languages"))
    return data, content.load(data)


@pytest.fixture(autouse=True)
def shipped(made_up: tuple[Path, content.Content], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ship the made-up language beside the others."""
    data, loaded = made_up
    monkeypatch.setattr(content, "load", lambda: loaded)
    return data


# --- Whose language where ---


async def test_a_server_has_its_tables_in_its_language_and_each_reader_private_answers_in_theirs(world: World) -> None:
    world.server.speaks(PSEUDO)
    anne, bart, calico = world.people("Anne", "Bart", "Calico")
    bart.speaks(PSEUDO)
    calico.speaks("ja")  # it is not shipped, so the server's language is the next best
    for code, told in (("ja", turned("There is no game in this channel")), ("en-GB", "There is no game in this")):
        assert told in str((await anne.speaks(code).slash("hand")).private)
    await anne.slash("blackspot")
    assert turned("Black Spot") in seen(world)
    await bart.click(turned("Join"))
    refused = "There is already a game in this channel."
    for person, told in ((anne, refused), (bart, turned(refused)), (calico, turned(refused))):
        assert str((await person.slash("lands")).private).startswith(told)
    await anne.click(turned("Start"))
    for person in (anne, bart):
        await person.click(turned("My hand"))
    for _ in range(2):
        for person, begins in ((anne, "Your hand"), (bart, turned("Your hand"))):
            (hand,) = [message for message in person.messages() if message.private and "<#" in message.text]
            assert begins in hand.text
        await world.advance(91)  # a time-out redraws both
    board = await anne.slash("leaderboard")
    assert "Season" in str(board.private)
    await anne.click("Share", on=board.messages[0])
    assert words(world.messages()[-1].text) & words(turned("Season period leaderboard wins season"))


async def test_what_is_public_about_a_reader_of_another_language_is_in_the_games(world: World) -> None:
    anne, bart = await raids.robbed(world)
    (ping,) = [message for message in world.messages() if message.pings]
    assert "is taking your" in ping.text
    opened = await anne.speaks(PSEUDO).click("React")
    assert turned("Your hand") in str(opened.private)
    assert "## Black Spot" in raids.table(world).text
    bart.speaks(PSEUDO)
    message = (await bart.slash("pirates mydata")).messages[0]
    await bart.click(turned("Delete everything about me"), on=message)
    await bart.click(turned("Yes, delete everything"), on=message)
    assert "a departed pirate" in raids.table(world).text


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
    await world.restart()
    assert turned("Lands Uncharted") in seen(world, galley)
    await anne.click("Start", on=world.table())
    assert seen(world).startswith("## Lands Uncharted")
    changed = only(await admin.select("Language: as Discord has it", menu="Language", on=await panel(admin)))
    assert "as Discord has it for this server" in changed.text


# --- Whole games without an English sentence ---


class Ear:
    """Listens for English words in what is said in another language, and keeps all of it."""

    def __init__(self, world: World, data: Path, code: str) -> None:
        foreign = vocabulary(data, code)
        self._world = world
        self._english = vocabulary(data, content.DEFAULT_LANGUAGE) - foreign - PEOPLE - OF_DISCORD
        self.heard = ""

    def hear(self, *people: Person) -> None:
        """Listen to all texts and labels that these people see now."""
        for text in self._said(people):
            left = words(text) & self._english
            assert not left, text
            self.heard += text + "\n"

    def _said(self, people: tuple[Person, ...]) -> Iterator[str]:
        for person in people:
            for message in person.messages():
                yield message.text
                yield from message.labels
                for menu in message.menus:
                    yield menu.placeholder or ""
                    yield from menu.options


HEARTS, UNTIL_NINE = Idol("QH", Effect.DRAW_MORE, 2), Idol("5C", Effect.DRAW_UNTIL_ABOVE, 8)
DARE = Options(target=50, dare=True, dare_prize=DarePrize.INSTANT_WIN, idols=(UNTIL_NINE, HEARTS))
VOYAGES = {
    "a whole game": (
        Options(target=50, dare=True, buried_treasure=True, idols=(HEARTS,)),
        "AH 5C 5D JC QC QH 2C 3D 4D 10H 9H 8H 7H 6H 5H 8C 9C",
        "a0 a0 a0 a0 a1 b0 b0 a0 a0 w b0 b0 b0 b0 b0 b0 b0 b1 a0 a1 b0 b1",
        [
            "## Lands Uncharted: Die Mannschaft sammelt sich\n**An Bord (2 von 4)**",
            "Zeit je Entscheidung: **90 Sek.**",
            "**Anne** hat den Verbündeten `A♥He` gegen `5♦Ka` geopfert.",
            "**Anne** hat 5 gesichert: 5 Dublonen auf dem Schiff.",
            "Der Götze `Q♥He` verlangt 2 weitere Karten.",
            "1 weitere Karte muss gezogen werden (`Q♥He`).",
            "**Beute: 2 Dublonen**",
            "⌛ Die Zeit von **Anne** ist abgelaufen.",
        ],
    ),
    # 10 + 9 + 8 + 7 + 6 + 2 = 42 of 50 are banked: 8 are missing, and a dare that is lost falls to 30.
    "l13 l14 a dare and two idols": (
        DARE,
        "AH 10H 9H 8H 7H 6H 2H 3C 3D QH 5C",
        "a0 a0 a0 a0 a0 a0 a0 a1 a0 a0 a0 a1 b0 b0",
        [
            "genau 8 weitere. Triffst du, gewinnst du sofort. Erwischt es dich",
            "um weiterzumachen, oder lauf davon und fall auf 30 zurück.",
            "Es muss gezogen werden, bis eine Zahl über 8 kommt, mindestens aber noch 1 Karte (`Q♥He` `5♣Kr`).",
        ],
    ),
}
"""House rules; cards; who presses which button of the table (`a0` is Anne and the first one, `w` waits); in German."""
CASES = [pytest.param(code, *voyage, id=f"{code}: {name}") for code in FURTHER for name, voyage in VOYAGES.items()]


async def crew(world: World, code: str, game: str) -> tuple[list[Person], content.Texts]:
    """Open a lobby on a server of this language; two are aboard, and the first begins."""
    texts = content.load().languages[code].texts
    world.server.speaks(code)
    people = [person.speaks(code) for person in world.people("Anne", "Bart")]
    await people[0].slash(game)
    await people[1].click(texts("button-join"))
    world.first(0)
    return people, texts


@pytest.mark.parametrize("code, options, cards, moves, german", CASES)
async def test_a_whole_voyage_has_no_english_sentence(  # noqa: PLR0913, PLR0917 - one column of the table each
    world: World, shipped: Path, code: str, options: Options, cards: str, moves: str, german: list[str]
) -> None:
    ear = Ear(world, shipped, code)
    await settle_on(world, Terms(options, language=code))
    people, texts = await crew(world, code, "lands")
    for button in ("button-how-to-play", "button-house-rules"):
        await people[0].click(texts(button))
    world.stack(cards)
    ear.hear(*people)
    await people[0].click(texts("button-start"))
    for move in moves.split():
        ear.hear(*people)
        if move == "w":
            await world.advance(91)
        else:
            await people["ab".index(move[0])].click(world.table().buttons[int(move[1])])
    for command in ("pirates help", "pirates stats", "pirates mydata", "pirates privacy", "leaderboard", "hand"):
        await people[0].slash(command)
    ear.hear(*people)
    assert [said for said in german if (said in ear.heard) != (code == "de")] == []


@pytest.mark.parametrize("code", FURTHER)
async def test_a_whole_raid_has_no_english_sentence(world: World, shipped: Path, code: str) -> None:
    """Time-outs play it to its end; hands are open all along."""
    ear = Ear(world, shipped, code)
    people, texts = await crew(world, code, "blackspot")
    await people[0].click(texts("button-start"))
    for person in people:
        await person.click(texts("button-hand"))
    for _ in range(60):
        ear.hear(*people)
        if world.table().labels == [texts("button-rematch")]:
            break
        await world.advance(91)
    assert world.table().labels == [texts("button-rematch")]


@pytest.mark.parametrize("code", FURTHER)
async def test_the_panels_of_admins_have_no_english_sentence(world: World, shipped: Path, code: str) -> None:
    ear, texts = Ear(world, shipped, code), content.load().languages[code].texts
    ear._english.discard("english")
    await give(world.server, Idol("7", Effect.TOLL, 3, "Nimmersatt"))
    world.server.speaks(code)
    admin = world.server.admin("Ada").speaks(code)
    await admin.slash("pirates-admin check")
    choices = (await admin.click(texts("button-idol-make"), on=only(await admin.slash("pirates-admin idols")))).messages
    for label in choices[0].labels[:-1]:
        form = (await admin.click(label, on=choices[0])).modal
        assert form is not None
        assert label in form["title"]
    for game in ("lands", "blackspot"):
        await admin.click(texts(f"game-{game}"), on=await panel(admin))
    await admin.slash("pirates-admin settings")
    await admin.slash("pirates-admin idols")
    ear.hear(admin)
    told = "🟢 an · jede `7` (Nimmersatt): Nimmt 3 aus der Beute dieses Zugs."
    assert (told in ear.heard) == (code == "de")


async def test_averages_have_the_decimal_mark_of_their_reader(world: World) -> None:
    """Ten rounds: four hearts, then six aces and faces that are worth nothing: 34 in one voyage."""
    (anne,) = world.people("Anne")
    await voyage(world, anne, "10H 9H 8H 7H AC AD AH AS JC QC")
    for code, told in (("en-US", "average 34.0 · best 34"), ("de", "im Schnitt 34,0 · Bestwert 34")):
        assert told in str((await anne.speaks(code).slash("pirates stats")).private)
