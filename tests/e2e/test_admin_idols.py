# NOTE from the lead, 08:06: written for you in parallel; adapt, fix (SimCord's settle_timeout=5 s against the process apart: let e2e judge in-process with few games), delete this line. Migration number on your branch must become 0008: absent has 0007. Finish by 08:35.
"""`/pirates-admin idols` by clicks (L15): who may, what is made and refused, what it does to lobbies and games."""

import pytest

from tests.e2e.harness import ImpossibleError, Message, Person, World
from tests.e2e.turns import seen
from tests.e2e.voyages import sail

NOT_YOURS = "That is for those who may manage this server (Manage Server)."
MALFORMED = "That control is not from this version of the bot"


async def panel(admin: Person) -> Message:
    reply = await admin.slash("pirates-admin idols")
    assert reply.public is None
    (message,) = reply.messages
    assert message.private
    return message


async def make(admin: Person, effect: str, **fields: str) -> Message:
    """Go through the panel to a new idol; return the panel as it answers."""
    offered = (await admin.click("Make an idol", on=await panel(admin))).messages[0]
    form = await admin.click(effect, on=offered)
    return (await admin.submit(form, **fields)).messages[0]


async def click(admin: Person, label: str, on: Message) -> Message:
    (message,) = (await admin.click(label, on=on)).messages
    return message


async def test_l15_an_idol_is_made_by_a_form_and_strikes_in_the_next_game(world: World) -> None:
    admin = world.server.admin("Ada")
    assert "None yet." in (await panel(admin)).text
    shown = await make(admin, "Bonus", name="Golden Calf", card_or_rank="7", number="5")
    assert "✅ Made, and switched on." in shown.text
    assert "🟢 on · every 7 (Golden Calf): adds 5 to this turn's treasure." in _plain(shown.text)
    (anne, _) = await sail(world, "Anne", "Bart", cards="7C 2D")
    await anne.click("Draw")
    table = _plain(world.table().text)
    assert "12" in table
    await anne.click("Back to the ship")
    assert "12" in _plain(world.table().text)


async def test_l15_a_lobby_lists_the_idols_and_its_opener_switches_them_off_and_on(world: World) -> None:
    admin = world.server.admin("Ada")
    await make(admin, "Toll", name="Greedy Grin", card_or_rank="queen of spades", number="3")
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    assert "Greedy Grin" in world.table().text
    rules = (await anne.click("House rules")).messages[0]
    rules = await click(anne, "Home-made idols", rules)
    assert "Greedy Grin" not in world.table().text
    await click(anne, "Home-made idols", rules)
    assert "Greedy Grin" in world.table().text


async def test_l15_where_no_idol_is_made_nothing_speaks_of_them(world: World) -> None:
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    rules = (await anne.click("House rules")).messages[0]
    assert not [label for label in rules.labels if "Home-made" in label]
    assert "home-made" not in world.table().text.casefold()


async def test_l15_an_idol_is_switched_off_and_on_and_deleted_after_a_question(world: World) -> None:
    admin = world.server.admin("Ada")
    await make(admin, "Bonus", name="Golden Calf", card_or_rank="7", number="5")
    chosen = (await admin.select("Golden Calf · 7 · on", menu="Choose an idol", on=await panel(admin))).messages[0]
    chosen = await click(admin, "Switch off: Golden Calf", chosen)
    assert "⚪ off · every 7" in _plain(chosen.text)
    chosen = await click(admin, "Switch on: Golden Calf", chosen)
    assert "🟢 on · every 7" in _plain(chosen.text)
    question = await click(admin, "Delete: Golden Calf", chosen)
    assert "It cannot be brought back." in question.text
    kept = await click(admin, "Keep", question)
    gone = await click(admin, "Delete", await click(admin, "Delete: Golden Calf", kept))
    assert "None yet." in gone.text


async def test_l15_a_refused_form_says_why_and_keeps_what_was_written(world: World) -> None:
    admin = world.server.admin("Ada")
    told = await make(admin, "Bonus", name="Golden Calf", card_or_rank="the moon", number="5")
    assert "❌" in told.text
    assert "the moon" in told.text
    form = await admin.click("Try again", on=told)
    assert form.modal is not None
    assert "the moon" in str(form.modal)
    assert "Golden Calf" in str(form.modal)
    made = (await admin.submit(form, name="Golden Calf", card_or_rank="10d", number="5")).messages[0]
    assert "✅ Made" in made.text


@pytest.mark.parametrize(
    "effect,fields,reason",
    [
        ("Bonus", {"name": "Calf", "card_or_rank": "7", "number": "21"}, "20"),
        ("Bonus", {"name": "Calf", "card_or_rank": "7", "number": "-1"}, "20"),
        ("Draw more", {"name": "Calf", "card_or_rank": "7", "number": "٣"}, "5"),
        ("Bust", {"name": "\u200b", "card_or_rank": "7"}, "An idol's name needs 1 to 24 visible characters"),
        ("Bust", {"name": "Calf", "card_or_rank": ""}, "card"),
    ],
)
async def test_l15_f31_what_is_out_of_range_is_refused_with_the_range(
    world: World, effect: str, fields: dict[str, str], reason: str
) -> None:
    admin = world.server.admin("Ada")
    told = await make(admin, effect, **fields)
    assert reason in told.text
    assert "None yet." in (await panel(admin)).text


async def test_l15_two_idols_on_one_card_are_refused(world: World) -> None:
    admin = world.server.admin("Ada")
    await make(admin, "Bonus", name="Golden Calf", card_or_rank="7", number="5")
    told = await make(admin, "Toll", name="Iron Calf", card_or_rank="sevens", number="5")
    assert "❌" in told.text
    assert "Iron Calf" not in (await panel(admin)).text


async def test_l15_a_set_that_never_ends_a_game_is_refused_and_not_stored(world: World) -> None:
    """With every number a bust nobody ever scores. The last of them is what makes it endless."""
    admin = world.server.admin("Ada")
    for rank in range(2, 10):
        assert "✅ Made" in (await make(admin, "Bust", name=f"Doom {rank}", card_or_rank=str(rank))).text
    told = await make(admin, "Bust", name="Doom 10", card_or_rank="10")
    assert "❌" in told.text
    assert "end" in told.text
    listed = (await panel(admin)).text
    assert "Doom 9" in listed
    assert "Doom 10" not in listed


async def test_l15_what_admins_change_never_touches_an_open_game(world: World) -> None:
    admin = world.server.admin("Ada")
    await make(admin, "Bonus", name="Golden Calf", card_or_rank="7", number="5")
    (anne, _) = await sail(world, "Anne", "Bart", cards="7C 2D")
    await click(admin, "Switch all off", await panel(admin))
    await anne.click("Draw")
    assert "12" in _plain(world.table().text)


async def test_each_server_has_its_own_idols(world: World) -> None:
    await make(world.server.admin("Ada"), "Bonus", name="Golden Calf", card_or_rank="7", number="5")
    other = world.second_server("Port Royal").admin("Bea")
    shown = await panel(other)
    assert "Golden Calf" not in shown.text
    for argument in ("idol-switch:::1=off", "idol-delete:::1", "idol-ask:::1", "idol-page:::1"):
        assert "no longer there" in (await other.press(f"q1:{argument}", on=shown)).messages[0].text
    assert "🟢 on" in (await panel(world.server.admin("Cleo"))).text


async def test_only_who_manages_the_server_makes_idols(world: World) -> None:
    admin = world.server.admin("Ada")
    shown = await panel(admin)
    form = await admin.click("Bonus", on=await click(admin, "Make an idol", shown))
    world.server.demote(admin)
    assert (await admin.submit(form, name="Calf", card_or_rank="7", number="5")).private == NOT_YOURS
    assert (await admin.press("q1:idol-make:::", on=shown)).private == NOT_YOURS
    with pytest.raises(ImpossibleError, match="default-member-permissions"):
        await world.moderator("Mo").slash("pirates-admin idols")


@pytest.mark.parametrize(
    "custom_id",
    [
        "q1:idol-switch:::1=perhaps",
        "q1:idol-switch:::one=on",
        "q1:idol-delete:::-1",
        "q1:idol-ask:::9999999999",
        "q1:idol-new:::dance",
        "q1:idol-save:::dance",
        "q1:idol-pick:::",
    ],
)
async def test_a_forged_control_is_answered_and_changes_nothing(world: World, custom_id: str) -> None:
    admin = world.server.admin("Ada")
    await make(admin, "Bonus", name="Golden Calf", card_or_rank="7", number="5")
    before, shown = seen(world), await panel(admin)
    assert MALFORMED in ((await admin.press(custom_id, on=shown)).private or "")
    assert (seen(world), (await panel(admin)).text) == (before, shown.text)


async def test_a_form_without_its_fields_is_refused_by_name(world: World) -> None:
    admin = world.server.admin("Ada")
    reply = await admin.press_modal("q1:idol-save:::bonus", {}, on=await panel(admin))
    assert "An idol's name needs" in reply.messages[0].text
    assert "None yet." in (await panel(admin)).text


async def test_an_idol_that_is_gone_from_an_old_panel_is_said_to_be(world: World) -> None:
    admin = world.server.admin("Ada")
    await make(admin, "Bonus", name="Golden Calf", card_or_rank="7", number="5")
    old = (await admin.select("Golden Calf · 7 · on", menu="Choose an idol", on=await panel(admin))).messages[0]
    await admin.press("q1:idol-delete:::1", on=await panel(admin))
    assert "no longer there" in (await click(admin, "Switch off: Golden Calf", old)).text


def _plain(text: str) -> str:
    return text.replace("`", "").replace("\u2068", "").replace("\u2069", "")
