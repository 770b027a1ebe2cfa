"""`/pirates-admin idols` by clicks, menus and the form, and what the idols do in lobbies and at the table (L15)."""

import logging

import pytest

from bot.model.idols import HomeIdol
from rules.cards import RANKS
from rules.idols import Effect, Idol
from tests.e2e.conftest import let_tasks_come_to
from tests.e2e.harness import Message, Person, Reply, Server, World
from tests.e2e.test_admin_settings import MALFORMED, NOT_YOURS, only
from tests.e2e.turns import draw, seen, store

TOM = Idol("QS", Effect.BONUS, 9, "Old *Tom*")
GRIN = Idol("7", Effect.TOLL, 3, "Greedy Grin")
TOM_SAID = "`Q♠S` (Old \\*Tom\\*): adds 9 to this turn's treasure."
GRIN_SAID = "every `7` (Greedy Grin): takes 3 from this turn's treasure."
ON, OFF = "🟢 on · ", "⚪ off · "
GONE = "❌ That idol is no longer there."


async def panel(admin: Person) -> Message:
    """Open the panel."""
    return only(await admin.slash("pirates-admin idols", admin.server.deck))


async def give(server: Server, *idols: Idol, on: bool = True) -> None:
    """Let a server have made these idols earlier."""
    servers = store(server.world).servers
    before = await servers.idols(server.handle.id)
    await servers.save_idols(server.handle.id, before, tuple(HomeIdol(idol, active=on) for idol in idols))


async def held(server: Server) -> list[tuple[Idol, bool]]:
    """Read which idols a server has, and which of them are on."""
    idols = await store(server.world).servers.idols(server.handle.id)
    return [(home.idol, home.active) for home in idols]


async def form(admin: Person, effect: str) -> Reply:
    """Open the panel and bring up the form for an effect."""
    return await admin.click(effect, on=only(await admin.click("Make an idol", on=await panel(admin))))


def values(reply: Reply) -> dict[str, str]:
    """Read with what the fields of a form begin."""
    assert reply.modal is not None
    inputs = [label["component"] for label in reply.modal["components"]]
    return {part["custom_id"]: part.get("value", "") for part in inputs}


# --- Making one ---


async def test_l15_an_idol_is_made_listed_switched_and_deleted(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="bot")
    admin = world.server.admin("Ada")
    assert "None yet." in (await panel(admin)).text
    made = only(await admin.submit(await form(admin, "Bonus"), Name="Old *Tom*", Card_or_rank="q♠", Number="9"))
    assert "✅ Made, and switched on." in made.text
    assert ON + TOM_SAID in made.text
    assert "1 of 25 made, 1 on." in made.text
    chosen = only(await admin.select("Old *Tom* · Q♠S · on", on=made))
    off = only(await admin.click("Switch off: Old *Tom*", on=chosen))
    assert OFF + TOM_SAID in off.text
    back = only(await admin.click("Switch on: Old *Tom*", on=off))
    assert ON + TOM_SAID in back.text
    asked = only(await admin.click("Delete: Old *Tom*", on=back))
    assert asked.text.startswith("### Delete this idol?\n" + TOM_SAID)
    assert ON + TOM_SAID in only(await admin.click("Keep", on=asked)).text
    asked = only(await admin.click("Delete: Old *Tom*", on=back))
    assert "None yet." in only(await admin.click("Delete", on=asked)).text
    assert await held(world.server) == []
    lines = [record.getMessage().rpartition(" set ")[2] for record in caplog.records if " set idol" in record.message]
    assert lines == ["idol on QS made: bonus 9", "idol 1 = off", "idol 1 = on", "idol 1 deleted"]


async def test_l15_a_refused_form_tells_why_and_comes_back_with_what_was_written_also_after_a_restart(
    world: World,
) -> None:
    admin = world.server.admin("Ada")
    opened = await form(admin, "Toll")
    assert "Number (1 to 20)" in str(opened.modal)
    refused = only(await admin.submit(opened, Name="Grin `7`", Card_or_rank="1", Number="3"))
    no_card = "❌ That is no card and no rank. Write a card such as QS or 10D, or a rank such as Q."
    assert refused.text.startswith(no_card)
    await world.restart()
    again = await admin.click("Try again", on=refused)
    assert values(again) == {"name": "Grin '7'", "place": "1", "number": "3"}
    refused = only(await admin.submit(again, Name="\u200b", Card_or_rank="7", Number="3"))
    assert "❌ An idol's name needs 1 to 24 visible characters" in refused.text
    refused = only(await admin.submit(await admin.click("Try again"), Name="Grin", Card_or_rank="7", Number="21"))
    assert "❌ This effect needs a whole number from 1 to 20." in refused.text
    assert "None yet." in only(await admin.click("Back", on=refused)).text
    for answers, reason in (({}, "An idol's name"), ({"name": "Tom"}, "That is no card")):
        reply = await admin.press_modal("q1:idol-save:::bonus", answers, on=refused)
        assert str(reply.private).startswith(f"❌ {reason}")
    assert await held(world.server) == []


async def test_l15_a_set_that_never_ends_a_game_is_refused_and_nothing_is_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trial itself is held in tests/bot/workers/test_trials.py."""
    let_tasks_come_to(monkeypatch, b"some do not")
    admin = world.server.admin("Ada")
    refused = only(await admin.submit(await form(admin, "Bust"), Name="Last one", Card_or_rank="10"))
    assert refused.text.startswith("❌ With these idols a game may never end: too little can be banked.")
    assert await held(world.server) == []
    assert values(await admin.click("Try again", on=refused))["name"] == "Last one"


async def test_l15_a_server_with_twenty_five_idols_of_the_longest_names_is_listed_and_takes_no_more(
    world: World,
) -> None:
    many = [Idol(f"{rank}{suit}", Effect.DISCARD_HIGHEST, 0, "*" * 24) for suit in "CDHS" for rank in range(2, 10)]
    await give(world.server, *many[:25], on=False)
    admin = world.server.admin("Ada")
    message = await panel(admin)
    assert message.text.count("⚪ off") == 25
    reply = only(await admin.click("Make an idol", on=message))
    assert "❌ This server keeps 25 idols already, and that is the limit. Delete one first." in reply.text


# --- Who may, and what is forged ---

FORGED = ("page:::1", "switch:::1=off", "all-off:::", "ask:::1", "delete:::1", "make:::", "new:::bust")
NOT_OFFERED = ("switch:::1", "switch:::1=perhaps", "switch:::=on", "delete:::", "delete:::-1", f"delete:::{'9' * 20}")
UNKNOWN = ("ask:::x", "pick:::", "new:::fly", "save:::fly")


async def test_who_does_not_manage_the_server_and_what_the_panel_does_not_offer_are_refused(world: World) -> None:
    await give(world.server, TOM)
    (anne,) = world.people("Anne")
    former, admin = world.server.admin("Ada"), world.server.admin("Bea")
    message, opened = await panel(former), await form(former, "Bust")
    assert [*values(opened)] == ["name", "place"]  # this effect needs no number
    world.server.demote(former)
    for click in (
        former.click("Make an idol", on=message),
        former.click("Switch all off", on=message),
        former.select("Old *Tom*", on=message),
        former.submit(opened, Name="Late", Card_or_rank="K"),
    ):
        assert (await click).private == NOT_YOURS
    await anne.slash("lands")
    table = world.table()
    for name in FORGED:
        assert (await anne.press(f"q1:idol-{name}", on=table)).private == NOT_YOURS
        assert MALFORMED in str((await admin.press(f"q1:idol-{name}", on=table)).private)
    reply = await anne.press_modal("q1:idol-save:::bust", {"name": "Forged", "place": "K"}, on=table)
    assert reply.private == NOT_YOURS
    message = await panel(admin)
    for name in (*NOT_OFFERED, *UNKNOWN):
        assert MALFORMED in str((await admin.press(f"q1:idol-{name}", on=message)).private), name
    assert MALFORMED in str((await admin.press("q1:idol-pick:::", on=message, values=["everything"])).private)
    assert await held(world.server) == [(TOM, True)]


async def test_l15_a_deleted_idol_and_one_of_another_server_are_no_longer_there(world: World) -> None:
    reef = world.second_server("The Reef")
    await give(reef, GRIN)
    await give(world.server, TOM)
    admin = world.server.admin("Ada")
    theirs = await panel(reef.admin("Bea"))
    assert GRIN_SAID in theirs.text
    assert TOM_SAID not in theirs.text
    (foreign,) = theirs.menu().options.values()
    old = only(await admin.select("Old *Tom*", on=await panel(admin)))
    (number,) = old.menu().options.values()
    gone = only(await admin.click("Delete", on=only(await admin.click("Delete: Old", on=old))))
    for idol in (number, foreign):
        for control in (f"switch:::{idol}=off", f"ask:::{idol}", f"delete:::{idol}", f"page:::{idol}"):
            assert GONE in only(await admin.press(f"q1:idol-{control}", on=gone)).text
    assert await held(reef) == [(GRIN, True)]


# --- In lobbies and at the table ---


async def test_l15_home_made_idols_show_their_effect_at_the_table(world: World) -> None:
    """Made by clicks; then a game: 5 + 9 = 14, and the king banks it."""
    await give(world.server, Idol("K", Effect.BANK_NOW, 0, "Homesick Ned"))
    admin = world.server.admin("Ada")
    await admin.submit(await form(admin, "Bonus"), Name="Old *Tom*", Card_or_rank="2", Number="9")
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    assert "Home-made idols: **on**" in seen(world)
    said = "every `2` (Old \\*Tom\\*): adds 9 to this turn's treasure."
    assert said in seen(world)
    assert said in str((await anne.click("How to play")).private)
    world.stack("5H 2S KS")
    await anne.click("Start")
    await draw(anne, 2)
    assert "The idol `2♠S` adds 9 to the treasure." in seen(world)
    assert "**Treasure: 16 doubloons**" in seen(world)
    await draw(anne)
    assert "The idol `K♠S` sends **Anne** back to the ship.\n**Anne** banked 16" in seen(world)


async def test_l15_who_opens_a_lobby_switches_them_off_and_on_again(world: World) -> None:
    (anne,) = world.people("Anne")
    reply = await anne.slash("lands", home_idols="on")
    assert str(reply.private).startswith("This server has no home-made idols that are on.")
    await give(world.server, TOM, GRIN)
    await anne.slash("lands")
    rules = only(await anne.click("House rules"))
    off = only(await anne.click("Home-made idols: on", on=rules))
    assert "The rules as written, no house rules." in seen(world)
    queen = only(await anne.click("Queen of Spades: off", on=off))
    refused = await anne.click("Home-made idols: off", on=queen)
    assert str(refused.private).startswith("Two idols would stand on QS")
    await anne.click("Queen of Spades: on", on=queen)
    await anne.click("Home-made idols: off", on=queen)
    assert TOM_SAID in seen(world)
    assert GRIN_SAID in seen(world)
    galley = world.server.channel("galley")
    await anne.slash("lands", galley, home_idols="off", queen_of_spades="on")
    assert "Home-made" not in seen(world, galley)
    assert "Queen of Spades: **on**" in seen(world, galley)


async def test_l15_thirteen_idols_of_the_longest_names_fit_into_lobby_and_rules_and_every_panel(world: World) -> None:
    """Names that double when they are escaped, a full crew of such names, every other house rule on."""
    many = [Idol(on, Effect.DRAW_UNTIL_ABOVE, 9, "*" * 24) for on in (*RANKS[1:9], "10D", "JD", "QD", "KD", "AD")]
    await give(world.server, *many)
    crew = world.people(*("*" * 30 + str(number) for number in range(4)))
    await crew[0].slash("lands", target=300, dare="on", buried_treasure="on", last_round="one_more_each")
    for person in crew[1:]:
        await person.click("Join")
    assert seen(world).count("cards must be drawn until a number above 9") == 13
    for label in ("How to play", "House rules"):
        assert (await crew[1].click(label)).private
    assert only(await crew[0].click("House rules")).labels[-1] == "Home-made idols: on"


@pytest.mark.parametrize("effect", [Effect.BUST, Effect.DISCARD_LOWEST])
async def test_l15_where_a_language_needs_more_room_the_names_give_way_in_the_rules(
    world: World, effect: Effect
) -> None:
    many = [Idol(f"{number}{suit}", effect, 0, "*" * 24) for number in (10, 9, 8, 7) for suit in "CDHS"][:13]
    await give(world.server, *many)
    world.server.speaks("de")
    (anne,) = world.people("Anne")
    await anne.speaks("de").slash(
        "lands", target=300, dare="on", buried_treasure="on", last_round="one_more_each", dare_prize="instant_win"
    )
    assert seen(world).count("\\*" * 24) == 13
    for reply in (await anne.click("So wird gespielt"), await anne.slash("pirates rules")):
        assert "`10♣Kr`: " in str(reply.private)
        assert "\\*" not in str(reply.private)
