"""`/pirates-admin settings` by clicks: who may, what is stored, what it does to games."""

import logging

import pytest

from tests.e2e.harness import ImpossibleError, Message, Person, Reply, World
from tests.e2e.turns import bank, pings, seen
from tests.e2e.voyages import VOYAGE_64, sail, voyage

NOT_YOURS = "That is for those who may manage this server (Manage Server)."
MALFORMED = "That control is not from this version of the bot"
RESET = "Back to the rules as written"
AS_WRITTEN = "The rules as written, no house rules."
NOT_HERE = "Games may not run in this channel. This server has them in "


async def panel(admin: Person, page: str = "") -> Message:
    """Open the panel, and turn to the page of a game if one is named."""
    message = only(await admin.slash("pirates-admin settings"))
    return only(await admin.click(page, on=message)) if page else message


def only(reply: Reply) -> Message:
    """Return the one answer, which is private."""
    assert reply.public is None
    (message,) = reply.messages
    assert message.private
    return message


# --- Who may ---


async def test_discord_hides_the_commands_from_those_who_do_not_manage_the_server(world: World) -> None:
    for person in (*world.people("Anne"), world.moderator("Mo")):
        for command in ("settings", "check", "idols"):
            with pytest.raises(ImpossibleError, match="default-member-permissions"):
                await person.slash(f"pirates-admin {command}")


async def test_who_lost_the_role_can_click_nothing_on_a_panel_that_is_still_open(world: World) -> None:
    admin = world.server.admin("Ada")
    message = await panel(admin)
    world.server.demote(admin)
    for click in (
        admin.click("Turn pings", on=message),
        admin.click("Lands Uncharted", on=message),
        admin.click("New season of Black Spot", on=message),
        admin.select("At most 1 game", menu="Most games", on=message),
        admin.choose_channels(world.server.deck, menu="Channels", on=message),
    ):
        assert (await click).private == NOT_YOURS
    assert "Turn pings: **on**" in (await panel(world.server.admin("Bea"))).text


OFFERED = """
page:::lands  rule:::lands.dare=on  reset:::lands  channels:::|  games:::1  pings:::off  language:::|de  ask:::lands
season:::lands=2
"""
"""Controls of the panel, with what is chosen from a menu."""
NOT_OFFERED = """
page:::chess  rule:::chess.dare=on  rule:::lands.dare=perhaps  reset:::  rule:::lands.turn_time|7  channels:::|1
channels:::|everywhere  games:::|26  games:::|0  games:::  pings:::perhaps  language:::|tlh  language:::|  ask:::chess
season:::lands  season:::lands=9999999999999999999999
"""


def controls(written: str) -> list[tuple[str, list[str] | None]]:
    """Read custom_ids with the values that are chosen."""
    found = [one.partition("|") for one in written.split()]
    return [(f"q1:admin-{name}", [value] * (value != "") if bar else None) for name, bar, value in found]


async def test_what_is_forged_changes_nothing(world: World) -> None:
    """By a player, by an admin on a public table, and by an admin on the panel with what it does not offer."""
    await sail(world, "Anne", "Bart", cards="10H")
    (edward,) = world.people("Edward")
    admin, table, elsewhere = world.server.admin("Ada"), world.table(), world.second_server("The Reef").deck
    message = await panel(admin)
    before = message.text, (await panel(admin, "Lands")).labels, seen(world)
    for control, values in controls(OFFERED):
        assert (await edward.press(control, on=table, values=values)).private == NOT_YOURS, control
        assert MALFORMED in str((await admin.press(control, on=table, values=values)).private), control
    for control, values in controls(f"{NOT_OFFERED} channels:::|{elsewhere.id}"):
        assert MALFORMED in str((await admin.press(control, on=message, values=values)).private), control
    assert ((await panel(admin)).text, (await panel(admin, "Lands")).labels, seen(world)) == before


# --- House rules ---


@pytest.mark.parametrize("page, command", [("Lands Uncharted", "lands"), ("Black Spot", "blackspot")])
async def test_every_control_of_a_games_page_is_stored_and_one_takes_all_of_them_back(
    world: World, page: str, command: str
) -> None:
    """Choose the last value of each select and turn every switch: a panel opened after a restart shows just that."""
    admin = world.server.admin("Ada")
    message = await panel(admin, page)
    as_written = chosen(message)
    assert not message.button(RESET).enabled
    wanted = [label.replace(": off", ": on") if ": off" in label else label for label in message.labels]
    for menu in message.menus:
        await admin.select(list(menu.options)[-1], menu=menu.placeholder, on=message)
    for label in message.labels:
        if ": off" in label:
            await admin.click(label, on=message)
    await world.restart()
    (anne,) = world.people("Anne")
    await anne.slash(command)
    assert all(f"{wish.partition(':')[0]}: **on**" in seen(world) for wish in wanted if ": on" in wish)
    assert AS_WRITTEN not in seen(world)
    await anne.click("Cancel")
    again = await panel(admin, page)
    assert again.labels == wanted != message.labels
    assert chosen(again) == {menu.placeholder: list(menu.options)[-1] for menu in message.menus}
    back = only(await admin.click(RESET, on=again))
    assert (back.text, back.labels, chosen(back)) == (message.text, message.labels, as_written)
    assert not back.button(RESET).enabled
    await anne.slash(command)
    assert AS_WRITTEN in seen(world)


def chosen(message: Message) -> dict[str, str]:
    """Return the option that each menu shows as chosen."""
    rows = [part["components"][0] for part in message.payload["components"][0]["components"] if part.get("components")]
    return {
        row["placeholder"]: option["label"]
        for row in rows
        for option in row.get("options", ())
        if option.get("default")
    }


# --- Channels, and how many ---


async def test_games_run_in_the_chosen_channels_and_their_threads_only_and_the_log_says_who_chose(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.commands.admin")
    admin, galley, deck = world.server.admin("Ada"), world.server.channel("galley"), world.server.deck
    message = await panel(admin)
    assert "Games may run: **everywhere**" in message.text
    changed = only(await admin.choose_channels(galley, menu="Channels", on=message))
    assert f"Games may run: **in <#{galley.id}>**" in changed.text
    who = f"settings of server {world.server.handle.id}: user {admin.id} set"
    assert caplog.messages == [f"{who} channels = ({galley.id},)"]
    (anne,) = world.people("Anne")
    for command, place in (("lands", deck), ("blackspot", deck.thread("below"))):
        refused = await anne.slash(command, place)
        assert (refused.private, refused.public) == (f"{NOT_HERE}<#{galley.id}>.", None)
    for place in (galley, galley.thread("stove")):
        await anne.slash("lands", place)
        assert "the crew gathers" in seen(world, place)
    await galley.delete()
    only(await admin.choose_channels(menu="Channels", on=await panel(admin)))
    await anne.slash("lands")
    assert "the crew gathers" in seen(world)


# --- Pings, seasons, the log ---


async def test_without_turn_pings_nobody_is_called_to_their_turn(world: World) -> None:
    admin = world.server.admin("Ada")
    message = only(await admin.click("Turn pings: on", on=await panel(admin)))
    assert "Turn pings: **off**" in message.text
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C 3C", turn_time=900)
    await world.advance(500)  # half time is over: no warning either
    await bank(anne)
    assert pings(world) == []
    only(await admin.click("Turn pings: off", on=message))
    await world.advance(61)
    await bank(bart)
    assert pings(world) == [("Anne",)]


async def test_a_new_season_begins_after_a_confirmation_and_the_old_one_stays_readable(world: World) -> None:
    (anne,) = world.people("Anne")
    await voyage(world, anne, VOYAGE_64)
    admin = world.server.admin("Ada")
    message = await panel(admin)
    assert "Lands Uncharted: **season 1**" in message.text
    asked = only(await admin.click("New season of Lands Uncharted", on=message))
    assert asked.text.startswith("### Begin season 2 of Lands Uncharted?")
    assert only(await admin.click("Back", on=asked)).text == message.text
    begin = only(await admin.click("New season of Lands Uncharted", on=message)).button("Begin season 2")
    begun = only(await admin.click(begin))
    assert "✅ The new season of Lands Uncharted has begun." in begun.text
    assert "Lands Uncharted: **season 2**" in begun.text
    assert "Black Spot: **season 1**" in begun.text
    again = only(await admin.press(begin.custom_id, on=message))
    assert "That season of Lands Uncharted had begun already" in again.text
    assert "Lands Uncharted: **season 2**" in again.text
    assert "You are not on this board yet." in str((await anne.slash("leaderboard", board="voyage")).private)
    old = str((await anne.slash("leaderboard", board="voyage", season=1)).private)
    assert "Season 1" in old
    assert "**Anne (you)** · 64" in old
    assert (await anne.slash("leaderboard", season=3)).private == (
        "That value is not possible here. Choose one that the command offers."
    )
