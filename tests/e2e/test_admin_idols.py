"""`/pirates-admin idols` by clicks, menus and the form, and what the idols do in lobbies and at the table (L15)."""

import logging
from typing import cast

import pytest

from bot.app import Quartermaster
from bot.model.idols import HomeIdol
from rules.cards import RANKS
from rules.idols import Effect, Idol
from tests.e2e.harness import ImpossibleError, Message, Person, Reply, Server, World
from tests.e2e.test_admin_settings import MALFORMED, NOT_YOURS, only
from tests.e2e.test_admin_settings import panel as settings
from tests.e2e.turns import bank, draw, kept, seen

TOM = Idol("QS", Effect.BONUS, 9, "Old *Tom*")
GRIN = Idol("7", Effect.TOLL, 3, "Greedy Grin")
BUSTS = tuple(Idol(str(rank), Effect.BUST, 0, f"Bust {rank}") for rank in range(2, 11))
TOM_SAID = "`Q♠S` (Old \\*Tom\\*): adds 9 to this turn's treasure."
GRIN_SAID = "every `7` (Greedy Grin): takes 3 from this turn's treasure."
ON, OFF = "🟢 on · ", "⚪ off · "
GONE = "❌ That idol is no longer there."


async def panel(admin: Person) -> Message:
    """Open the panel."""
    reply = await admin.slash("pirates-admin idols")
    assert reply.public is None
    return only(reply)


async def give(server: Server, *idols: Idol, on: bool = True) -> None:
    """Let a server have made these idols earlier."""
    servers = cast("Quartermaster", server.world.bot)._store.servers
    before = await servers.idols(server.handle.id)
    await servers.save_idols(server.handle.id, before, tuple(HomeIdol(idol, active=on) for idol in idols))


async def held(server: Server) -> list[tuple[Idol, bool]]:
    """Read which idols a server has, and which of them are on."""
    idols = await cast("Quartermaster", server.world.bot)._store.servers.idols(server.handle.id)
    return [(home.idol, home.active) for home in idols]


async def form(admin: Person, effect: str) -> Reply:
    """Open the panel and bring up the form for an effect."""
    choices = only(await admin.click("Make an idol", on=await panel(admin)))
    return await admin.click(effect, on=choices)


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
    refused = only(await admin.submit(opened, Name="Grin `7`", Card_or_rank="1", Number="3"))
    assert refused.text.startswith(
        "❌ That is no card and no rank. Write a card such as QS or 10D, or a rank such as Q."
    )
    await world.restart()
    again = await admin.click("Try again", on=refused)
    assert values(again) == {"name": "Grin '7'", "place": "1", "number": "3"}
    refused = only(await admin.submit(again, Name="\u200b", Card_or_rank="7", Number="3"))
    assert "❌ An idol's name needs 1 to 24 visible characters" in refused.text
    refused = only(await admin.submit(await admin.click("Try again"), Name="Grin", Card_or_rank="7", Number="21"))
    assert "❌ This effect needs a whole number from 1 to 20." in refused.text
    assert values(await admin.click("Try again")) == {"name": "Grin", "place": "7", "number": "21"}
    assert "None yet." in only(await admin.click("Back", on=refused)).text
    assert await held(world.server) == []


def values(reply: Reply) -> dict[str, str]:
    """Read with what the fields of a form begin."""
    assert reply.modal is not None
    inputs = [label["component"] for label in reply.modal["components"]]
    return {part["custom_id"]: part.get("value", "") for part in inputs}


async def test_l15_the_form_asks_for_a_number_only_where_the_effect_needs_one_and_names_its_range(world: World) -> None:
    admin = world.server.admin("Ada")
    ranges = {"Draw more": "(1 to 5)", "Draw until above": "(2 to 9)", "Bonus": "(1 to 20)", "Toll": "(1 to 20)"}
    choices = only(await admin.click("Make an idol", on=await panel(admin)))
    assert len(choices.labels) == len(Effect) + 1
    for label in choices.labels[:-1]:
        modal = (await admin.click(label, on=choices)).modal
        assert modal is not None
        numbers = [part["label"] for part in modal["components"] if part["label"].startswith("Number")]
        assert numbers == ([f"Number {ranges[label]}"] if label in ranges else [])


async def test_l15_a_set_that_never_ends_a_game_is_refused_and_nothing_is_stored(world: World) -> None:
    """Eight ranks that bust leave one number to bank; the ninth would leave none."""
    await give(world.server, *BUSTS[:-1])
    admin = world.server.admin("Ada")
    refused = only(await admin.submit(await form(admin, "Bust"), Name="Last one", Card_or_rank="10"))
    assert refused.text.startswith("❌ With these idols a game may never end: too little can be banked.")
    assert await held(world.server) == [(idol, True) for idol in BUSTS[:-1]]
    assert values(await admin.click("Try again", on=refused))["name"] == "Last one"


async def test_l15_the_idol_that_lets_games_end_stays_but_all_can_be_switched_off(
    world: World,
) -> None:
    saviour = Idol("J", Effect.BONUS, 20, "Saviour")
    await give(world.server, *BUSTS, saviour)
    admin = world.server.admin("Ada")
    chosen = only(await admin.select("Saviour", on=await panel(admin)))
    asked = only(await admin.click("Delete: Saviour", on=chosen))
    assert "❌ With these idols a game may never end" in only(await admin.click("Delete", on=asked)).text
    assert len(await held(world.server)) == 10
    off = only(await admin.click("Switch all off", on=await panel(admin)))
    assert "10 of 25 made, 0 on." in off.text


async def test_l15_two_on_one_card_are_refused_with_the_reason(world: World) -> None:
    await give(world.server, GRIN)
    admin = world.server.admin("Ada")
    refused = only(await admin.submit(await form(admin, "Bust"), Name="Second", Card_or_rank="sevens"))
    assert refused.text.startswith("❌ Two idols would stand on 7, and one card has room for one.")
    await give(world.server, TOM)
    page = await settings(admin, page="Lands Uncharted")
    assert "Home-made" not in str(page.labels)
    reply = await admin.click("Queen of Spades: off", on=page)
    assert (reply.private or "").startswith("Two idols would stand on QS")
    assert "Queen of Spades: off" in (await settings(admin, page="Lands Uncharted")).labels


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


async def test_only_those_who_manage_the_server_see_the_panel_and_click_on_it(world: World) -> None:
    await give(world.server, TOM)
    (anne,) = world.people("Anne")
    for person in (anne, world.moderator("Mo")):
        with pytest.raises(ImpossibleError, match="default-member-permissions"):
            await person.slash("pirates-admin idols")
    admin = world.server.admin("Ada")
    message = await panel(admin)
    opened = await form(admin, "Bust")
    world.server.demote(admin)
    for click in (
        admin.click("Make an idol", on=message),
        admin.click("Switch all off", on=message),
        admin.select("Old *Tom*", on=message),
        admin.submit(opened, Name="Late", Card_or_rank="K"),
    ):
        assert (await click).private == NOT_YOURS
    await anne.slash("lands")
    table = world.table()
    for custom_id in FORGED:
        assert (await anne.press(custom_id, on=table)).private == NOT_YOURS
        assert MALFORMED in ((await world.server.admin("Bea").press(custom_id, on=table)).private or "")
    reply = await anne.press_modal("q1:idol-save:::bust", {"name": "Forged", "place": "K"}, on=table)
    assert reply.private == NOT_YOURS
    assert await held(world.server) == [(TOM, True)]


FORGED = (
    "q1:idol-page:::1",
    "q1:idol-switch:::1=off",
    "q1:idol-all-off:::",
    "q1:idol-ask:::1",
    "q1:idol-delete:::1",
    "q1:idol-make:::",
    "q1:idol-new:::bust",
)


@pytest.mark.parametrize(
    "custom_id,values",
    [
        ("q1:idol-switch:::1", None),
        ("q1:idol-switch:::1=perhaps", None),
        ("q1:idol-switch:::=on", None),
        ("q1:idol-delete:::", None),
        ("q1:idol-delete:::-1", None),
        ("q1:idol-delete:::99999999999999999999", None),
        ("q1:idol-ask:::x", None),
        ("q1:idol-pick:::", ["everything"]),
        ("q1:idol-pick:::", None),
        ("q1:idol-new:::fly", None),
        ("q1:idol-save:::fly", None),
    ],
)
async def test_what_the_panel_of_idols_does_not_offer_is_refused(
    world: World, custom_id: str, values: list[str] | None
) -> None:
    await give(world.server, TOM)
    admin = world.server.admin("Ada")
    reply = await admin.press(custom_id, on=await panel(admin), values=values)
    assert MALFORMED in (reply.private or "")
    assert await held(world.server) == [(TOM, True)]


async def test_l15_a_form_with_missing_fields_is_refused_with_a_sentence(world: World) -> None:
    admin = world.server.admin("Ada")
    message = await panel(admin)
    for answers, reason in (({}, "An idol's name"), ({"name": "Tom"}, "That is no card"), (TOO_LITTLE, "This effect")):
        reply = await admin.press_modal("q1:idol-save:::bonus", answers, on=message)
        assert (reply.private or "").startswith(f"❌ {reason}")
    assert await held(world.server) == []


TOO_LITTLE = {"name": "Tom", "place": "QS"}


async def test_l15_a_deleted_idol_and_one_of_another_server_are_no_longer_there(world: World) -> None:
    reef = world.second_server("The Reef")
    await give(reef, GRIN)
    await give(world.server, TOM)
    admin, other = world.server.admin("Ada"), reef.admin("Bea")
    theirs = await panel_of(other)
    assert GRIN_SAID in theirs.text
    assert TOM_SAID not in theirs.text
    old = only(await admin.select("Old *Tom*", on=await panel(admin)))
    number = old.menu().options["Old *Tom* · Q♠S · on"]
    gone = only(await admin.click("Delete", on=only(await admin.click("Delete: Old", on=old))))
    for custom_id in (f"q1:idol-switch:::{number}=off", f"q1:idol-ask:::{number}", f"q1:idol-delete:::{number}"):
        assert GONE in only(await admin.press(custom_id, on=gone)).text
    (foreign,) = theirs.menu().options.values()
    for custom_id in (f"q1:idol-switch:::{foreign}=off", f"q1:idol-delete:::{foreign}", f"q1:idol-page:::{foreign}"):
        assert GONE in only(await admin.press(custom_id, on=gone)).text
    assert await held(reef) == [(GRIN, True)]


async def panel_of(admin: Person) -> Message:
    """Open the panel on this person's own server."""
    return only(await admin.slash("pirates-admin idols", admin.server.deck))


# --- In lobbies and at the table ---


async def test_l15_a_home_made_idol_shows_its_effect_at_the_table(world: World) -> None:
    """Made by clicks; then a game: 5 + 9 = 14, and the bank makes it 14."""
    admin = world.server.admin("Ada")
    await admin.submit(await form(admin, "Bonus"), Name="Old *Tom*", Card_or_rank="queen of spades", Number="9")
    anne, bart = world.people("Anne", "Bart")
    await anne.slash("lands")
    assert "Home-made idols: **on**" in seen(world)
    assert TOM_SAID in seen(world)
    assert TOM_SAID in ((await bart.click("How to play")).private or "")
    await bart.click("Join")
    world.first(0)
    world.stack("5H QS")
    await anne.click("Start")
    await draw(anne, 2)
    assert "The idol `Q♠S` adds 9 to the treasure." in seen(world)
    assert "**Treasure: 14 doubloons**" in seen(world)
    await anne.click("Back to the ship (+14)")
    assert "**Anne** banked 14: 14 doubloons on the ship." in seen(world)


async def test_l15_an_idol_that_banks_says_so(world: World) -> None:
    await give(world.server, Idol("K", Effect.BANK_NOW, 0, "Homesick Ned"))
    anne, bart = world.people("Anne", "Bart")
    await anne.slash("lands")
    await bart.click("Join")
    world.first(0)
    world.stack("5H KS")
    await anne.click("Start")
    await draw(anne, 2)
    assert "The idol `K♠S` sends **Anne** back to the ship.\n**Anne** banked 5" in seen(world)


async def test_l15_who_opens_a_lobby_switches_them_off_and_on_again(world: World) -> None:
    await give(world.server, TOM, GRIN)
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    rules = only(await anne.click("House rules"))
    off = only(await anne.click("Home-made idols: on", on=rules))
    assert TOM_SAID not in seen(world)
    assert "The rules as written, no house rules." in seen(world)
    queen = only(await anne.click("Queen of Spades: off", on=off))
    refused = await anne.click("Home-made idols: off", on=queen)
    assert (refused.private or "").startswith("Two idols would stand on QS")
    await anne.click("Queen of Spades: on", on=queen)
    await anne.click("Home-made idols: off", on=queen)
    assert TOM_SAID in seen(world)
    assert GRIN_SAID in seen(world)


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


async def test_l15_the_command_switches_them_off_and_where_there_are_none_says_so(world: World) -> None:
    (anne,) = world.people("Anne")
    reply = await anne.slash("lands", home_idols="on")
    assert (reply.private or "").startswith("This server has no home-made idols that are on.")
    await give(world.server, TOM)
    await anne.slash("lands", home_idols="off", queen_of_spades="on")
    assert "Home-made" not in seen(world)
    assert "Queen of Spades: **on**" in seen(world)


async def test_l15_later_changes_touch_neither_an_open_lobby_nor_a_game_nor_its_rematch(world: World) -> None:
    await give(world.server, TOM)
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    admin = world.server.admin("Ada")
    await admin.click("Switch all off", on=await panel(admin))
    assert TOM_SAID in seen(world)
    world.first(0)
    world.stack("2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    await anne.click("Start")
    for _ in range(10):
        await bank(anne)
    await anne.click("Rematch")
    assert TOM_SAID in seen(world)
    assert (await kept(world)).options.idols == (TOM,)
    galley = world.server.channel("galley")
    await anne.slash("lands", galley)
    assert TOM_SAID not in seen(world, galley)


async def test_l15_l16_a_voyage_with_idols_has_a_best_of_its_own_and_is_on_no_board_of_the_server(world: World) -> None:
    await give(world.server, TOM)
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    for _ in range(2):
        world.first(0)
        world.stack("2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
        await anne.click("Start")
        for _ in range(10):
            await bank(anne)
        ended = seen(world)
        await anne.click("Rematch")
    assert "As good as your best, 64." in ended
    board = (await anne.slash("leaderboard", board="voyage")).private or ""
    assert "You are not on this board yet." in board
    galley = world.server.channel("galley")
    await anne.slash("lands", galley, home_idols="off")
    world.first(0)
    world.stack("2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    await anne.click("Start", on=world.table(galley))
    for _ in range(10):
        await anne.click("Draw", on=world.table(galley))
        await anne.click("Back to the ship", on=world.table(galley))
    assert "best, 64" not in seen(world, galley)
    assert "**Anne (you)** · 64" in ((await anne.slash("leaderboard", board="voyage")).private or "")
