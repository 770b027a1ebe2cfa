"""Both games in German, by clicks: the sentences with their plurals, word for word, and no English one among them."""

from typing import cast

import pytest

from bot.app import Quartermaster
from bot.model.records import Terms
from bot.texts import content
from rules.idols import Effect, Idol
from rules.lands.model import DarePrize, Options
from tests.e2e.harness import Person, Reply, World
from tests.e2e.raids import CURSES, LOOT, MINUS, PIRATES
from tests.e2e.test_admin_idols import give
from tests.e2e.test_languages import Ear
from tests.e2e.turns import seen

SYMBOLS = {"C": "♣Kr", "D": "♦Ka", "H": "♥He", "S": "♠Pi"}


def card(code: str) -> str:
    """Write a card as German buttons have it."""
    return code[:-1] + SYMBOLS[code[-1]]


@pytest.fixture
def ear() -> Ear:
    return Ear(content.DATA, "de")


async def crew(world: World, game: str, **options: int | str) -> tuple[Person, Person]:
    """Open a lobby on a German server; two are aboard."""
    world.server.speaks("de")
    anne, bart = (person.speaks("de") for person in world.people("Anne", "Bart"))
    await anne.slash(game, **options)
    await bart.click("Mitspielen")
    return anne, bart


def table(world: World) -> str:
    """Give the newest table, which may have a ping below it."""
    return [message.text for message in world.messages() if message.text.startswith("## ")][-1]


async def clicks(person: Person, *labels: str) -> Reply:
    """Click several buttons of one's hand, one after the other."""
    (hand,) = [message for message in person.messages() if "Deine Hand ·" in message.text]
    replies = [await person.click(label, on=hand) for label in labels]
    return replies[-1]


async def test_lands_uncharted_in_german(world: World, ear: Ear) -> None:
    anne, bart = await crew(world, "lands", target=50, dare="on", queen_of_hearts="on", theme="standard")
    lobby = seen(world)
    assert lobby.startswith("## Lands Uncharted: Die Mannschaft sammelt sich\n**An Bord (2 von 4)**")
    assert "Ziel: **50**" in lobby
    assert "Alles oder nichts: **an**" in lobby
    assert "Zeit je Entscheidung: **90 Sek.**" in lobby
    world.first(0)
    world.stack("AH 5C 5D JC QC QH 2C 3D 4D 10H 9H 8H 7H 6H 5H")
    await anne.click("Starten")
    assert "Die Fahrt beginnt. **Anne** fängt an." in seen(world)
    await anne.click("Ziehen")
    assert "`A♥He` schließt sich **Anne** als Verbündeter an." in seen(world)
    assert "**Beute: noch nichts**" in seen(world)
    for _ in range(2):
        await anne.click("Ziehen")
    assert "Diese Zahl liegt schon in der Beute. **Anne** hat einen Verbündeten, der helfen könnte." in seen(world)
    await anne.click("Verbündeten opfern")
    assert "**Anne** hat den Verbündeten `A♥He` gegen `5♦Ka` geopfert." in seen(world)
    await anne.click("Zurück zum Schiff (+5)")
    assert "**Anne** hat 5 gesichert: 5 Dublonen auf dem Schiff." in seen(world)
    assert (await anne.click("Ziehen")).private == "Du bist nicht am Zug: **Bart** ist dran."
    for _ in range(2):
        await bart.click("Ziehen")
    ear.hear(world, anne, bart)
    assert "Zwei Gefahren! **Bart** rennt davon und verliert nichts als den Stolz." in seen(world)
    await anne.click("Ziehen")
    assert "Der Götze `Q♥He` verlangt 2 weitere Karten." in seen(world)
    await anne.click("Ziehen")
    assert "1 weitere Karte muss gezogen werden (`Q♥He`)." in seen(world)
    assert "**Beute: 2 Dublonen**" in seen(world)
    ear.hear(world, anne, bart)
    await world.advance(91)
    assert "⌛ Die Zeit von **Anne** ist abgelaufen." in seen(world)
    for _ in range(7):
        await bart.click("Ziehen")
    await bart.click("Zurück zum Schiff (+49)")
    assert "**Bart** hat 49 gesichert: 49 Dublonen auf dem Schiff." in seen(world)
    ear.hear(world, anne, bart)


async def test_l13_l14_the_dare_and_what_an_idol_demands_in_german(world: World, ear: Ear) -> None:
    """10 + 9 + 8 + 7 + 6 + 2 = 42 of 50 are banked: 8 are missing, and a dare that is lost falls to 30."""
    hearts, diamonds = Idol("QH", Effect.DRAW_MORE, 2), Idol("5C", Effect.DRAW_UNTIL_ABOVE, 8)
    options = Options(target=50, dare=True, dare_prize=DarePrize.INSTANT_WIN, idols=(diamonds, hearts))
    store = cast("Quartermaster", world.bot)._store
    await store.servers.change_terms(world.server.handle.id, "lands", lambda _: Terms(options, language="de"))
    anne, bart = await crew(world, "lands")
    world.first(0)
    world.stack("AH 10H 9H 8H 7H 6H 2H 3C 3D QH 5C")
    await anne.click("Starten")
    for _ in range(7):
        await anne.click("Ziehen")
    await anne.click("Zurück zum Schiff")
    assert "genau 8 weitere. Triffst du, gewinnst du sofort. Erwischt es dich" in table(world)
    await anne.click("Wagnis annehmen")
    for _ in range(2):
        await anne.click("Ziehen")
    assert "um weiterzumachen, oder lauf davon und fall auf 30 zurück." in table(world)
    await anne.click("Davonlaufen")
    for _ in range(2):
        await bart.click("Ziehen")
    demand = "Es muss gezogen werden, bis eine Zahl über 8 kommt, mindestens aber noch 1 Karte (`Q♥He` `5♣Kr`)."
    assert demand in table(world)
    ear.hear(world, anne, bart)


async def test_black_spot_in_german(world: World, ear: Ear) -> None:
    anne, bart = await crew(world, "blackspot")
    world.first(0)
    world.stack(PIRATES, CURSES, LOOT, "2H 5H 6H 7H")
    await anne.click("Starten")
    for person in (anne, bart):
        await person.click("Meine Hand")
    await clicks(anne, card("6C"), card("2D"), "Zahlen und ansehen")
    assert "**Anne** hat `6♣Kr` gezahlt und den Fluch unter `2♦Ka` angesehen." in table(world)
    await clicks(anne, card("2D"), "Nehmen", "Zug beenden")
    ear.hear(world, anne, bart)
    await clicks(bart, card("10C"), card("3D"), "Zahlen und ansehen", card("3D"), "Nehmen")
    await clicks(bart, "Stehlen", f"{card('2D')} von Anne", card("2C"), "Wegnehmen")
    assert "**Anne** wird bestohlen und darf reagieren." in table(world)
    (ping,) = [message.text for message in world.messages() if message.pings]
    assert ping.startswith("@Anne, **Bart** nimmt dir `2♦Ka` weg, mit Mannschaft im Wert von 2. Drück **Reagieren**.")
    ear.hear(world, anne, bart)
    await clicks(anne, "Kämpfen", card("5C"), "Zurückschlagen")
    assert "**Anne** schlägt mit `5♣Kr` (Wert 5) zurück und behält `2♦Ka`." in table(world)
    await clicks(bart, "Stehlen", f"{card('2D')} von Anne", card("4C"), "Wegnehmen")
    await clicks(anne, "Hergeben")
    assert "**Bart** hat **Anne** `2♦Ka` gestohlen, und einen Fluch dazu." in table(world)
    assert f"**Bart** · 2 Karten · Beute 5 {MINUS} Flüche 0 = 5 und 2 verdeckt" in table(world)
    await clicks(bart, "Zug beenden")
    await clicks(anne, card("AC"), card("4D"), "Zahlen und ansehen", card("4D"), "Nehmen")
    await clicks(anne, "Läutern", f"{card('4D')} Fluch", card("2H"), "Rum ausspielen")
    assert "**Anne** gießt `2♥He` auf den Fluch von `4♦Ka`; er entpuppt sich als `4♠Pi`." in table(world)
    ear.hear(world, anne, bart)
    await clicks(anne, card("9H"), "Rum ausspielen")
    assert "**Anne** hat `4♦Ka` geläutert: `4♠Pi` ist gebrochen." in table(world)
    assert "-# Nachziehstapel 1 · Ablage 21 · gebrochene Flüche 1" in table(world)
    assert f"**Anne** · 2 Karten · Beute 4 {MINUS} Flüche 0 = 4" in table(world)
    ear.hear(world, anne, bart)


@pytest.mark.parametrize("effect", [Effect.BUST, Effect.DISCARD_LOWEST])
async def test_l15_thirteen_idols_of_the_longest_names_fit_into_lobby_and_rules_in_german(
    world: World, effect: Effect
) -> None:
    """The harness refuses what Discord does not take. In the rules the names give way, in the lobby they stay."""
    many = [Idol(f"{number}{suit}", effect, 0, "*" * 24) for number in (10, 9, 8, 7) for suit in "CDHS"][:13]
    await give(world.server, *many)
    anne, bart = await crew(
        world,
        "lands",
        target=300,
        dare="on",
        buried_treasure="on",
        last_round="one_more_each",
        dare_prize="instant_win",
    )
    assert seen(world).count("\\*" * 24) == 13
    for reply in (await bart.click("So wird gespielt"), await anne.slash("pirates rules")):
        assert "`10♣Kr`: " in (reply.private or "")
        assert "\\*" not in (reply.private or "")


async def test_averages_have_the_decimal_mark_of_their_reader(world: World) -> None:
    """Ten rounds: four hearts, then six aces and faces that are worth nothing: 34 in one voyage."""
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    world.stack("10H 9H 8H 7H AC AD AH AS JC QC")
    await anne.click("Start")
    for _ in range(10):
        await anne.click("Draw")
        await anne.click("Back to the ship")
    assert "**1 solo voyage** · average 34.0 · best 34" in ((await anne.slash("pirates stats")).private or "")
    anne.speaks("de")
    assert "**1 Solofahrt** · im Schnitt 34,0 · Bestwert 34" in ((await anne.slash("pirates stats")).private or "")


async def test_l15_a_home_made_idol_in_german(world: World, ear: Ear) -> None:
    """Every effect's form keeps Discord's limits in German as well: the harness checks each payload."""
    world.server.speaks("de")
    admin = world.server.admin("Ada").speaks("de")
    (empty,) = (await admin.slash("pirates-admin idols")).messages
    assert "Noch keiner." in empty.text
    (choices,) = (await admin.click("Götzen erdenken", on=empty)).messages
    effects = [label for label in choices.labels if label != "Zurück"]
    assert len(effects) == 10
    forms = {effect: await admin.click(effect, on=choices) for effect in effects}
    titles = {effect: form.modal["title"] for effect, form in forms.items() if form.modal is not None}
    assert titles == {effect: f"Götze: {effect}" for effect in effects}
    reply = await admin.submit(forms["Zoll"], Name="Nimmersatt", Karte_oder_Rang="7", Zahl="3")
    (made,) = reply.messages
    assert "✅ Erdacht und eingeschaltet." in made.text
    assert "🟢 an · jede `7` (Nimmersatt): Nimmt 3 aus der Beute dieses Zugs." in made.text
    (chosen,) = (await admin.select("Nimmersatt · 7 · an", on=made)).messages
    assert "Ausschalten: Nimmersatt" in chosen.labels
    await admin.slash("lands")
    assert "Eigene Götzen: **an**" in seen(world)
    ear.hear(world, admin)
