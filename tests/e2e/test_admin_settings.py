"""`/pirates-admin settings` by clicks: who may, what is stored, what it does to games."""

import logging

import pytest

from tests.e2e.harness import Channel, ImpossibleError, Message, Person, Reply, World
from tests.e2e.turns import bank, seen
from tests.e2e.voyages import sail

NOT_YOURS = "That is for those who may manage this server (Manage Server)."
MALFORMED = "That control is not from this version of the bot"
RESET = "Back to the rules as written"
NOT_HERE = "Games may not run in this channel. This server has them in "


async def panel(admin: Person, where: Channel | None = None, page: str = "") -> Message:
    """Open the panel, and turn to the page of a game if one is named."""
    reply = await admin.slash("pirates-admin settings", where)
    assert reply.public is None
    (message,) = reply.messages
    assert message.private
    return only(await admin.click(page, on=message)) if page else message


def only(reply: Reply) -> Message:
    """Return the panel as it was redrawn, the one answer to a click."""
    (message,) = reply.messages
    assert message.private
    return message


async def refusal(person: Person, command: str, where: Channel | None = None) -> str:
    """Type a command that must be refused; return the sentence."""
    before = len(person.server.deck.messages)
    reply = await person.slash(command, where)
    assert reply.public is None
    assert reply.private is not None
    assert len(person.server.deck.messages) == before
    return reply.private


# --- Who may ---


async def test_discord_hides_the_commands_from_those_who_do_not_manage_the_server(world: World) -> None:
    (anne,) = world.people("Anne")
    for person in (anne, world.moderator("Mo")):
        for command in ("settings", "check"):
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


FORGED = (
    "q1:admin-page:::lands",
    "q1:admin-rule:::lands.dare=on",
    "q1:admin-reset:::lands",
    "q1:admin-channels:::",
    "q1:admin-games:::1",
    "q1:admin-pings:::off",
    "q1:admin-ask:::lands",
    "q1:admin-season:::lands=2",
)


@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_forged_click_of_a_player_or_on_a_public_table_changes_nothing(world: World, custom_id: str) -> None:
    await sail(world, "Anne", "Bart", cards="10H")
    (edward,) = world.people("Edward")
    admin = world.server.admin("Ada")
    before = (await panel(admin)).text, (await panel(admin, page="Lands")).labels, seen(world)
    table = world.table()
    values: list[str] | None = [] if "channels" in custom_id else None
    assert (await edward.press(custom_id, on=table, values=values)).private == NOT_YOURS
    assert MALFORMED in ((await admin.press(custom_id, on=table, values=values)).private or "")
    assert ((await panel(admin)).text, (await panel(admin, page="Lands")).labels, seen(world)) == before


@pytest.mark.parametrize(
    "custom_id,values",
    [
        ("q1:admin-page:::chess", None),
        ("q1:admin-rule:::chess.dare=on", None),
        ("q1:admin-rule:::lands.dare=perhaps", None),
        ("q1:admin-reset:::chess", None),
        ("q1:admin-reset:::", None),
        ("q1:admin-rule:::lands.turn_time", ["7"]),
        ("q1:admin-channels:::", ["1"]),
        ("q1:admin-channels:::", ["everywhere"]),
        ("q1:admin-games:::", ["26"]),
        ("q1:admin-games:::", ["0"]),
        ("q1:admin-games:::", None),
        ("q1:admin-pings:::perhaps", None),
        ("q1:admin-ask:::chess", None),
        ("q1:admin-season:::lands", None),
        ("q1:admin-season:::lands=9999999999999999999999", None),
        ("q1:admin-season:::chess=2", None),
    ],
)
async def test_what_the_panel_does_not_offer_is_refused(world: World, custom_id: str, values: list[str] | None) -> None:
    admin = world.server.admin("Ada")
    message = await panel(admin)
    reply = await admin.press(custom_id, on=message, values=values)
    assert MALFORMED in (reply.private or "")
    assert (await panel(admin)).text == message.text


async def test_a_channel_of_another_server_cannot_be_chosen(world: World) -> None:
    elsewhere = world.second_server("The Reef")
    admin = world.server.admin("Ada")
    reply = await admin.press("q1:admin-channels:::", on=await panel(admin), values=[str(elsewhere.deck.id)])
    assert MALFORMED in (reply.private or "")
    assert "Games may run: **everywhere**" in (await panel(admin)).text


# --- House rules ---


async def test_house_rules_of_the_server_are_what_its_lobbies_begin_with(world: World) -> None:
    admin = world.server.admin("Ada")
    message = await panel(admin, page="Lands Uncharted")
    assert "### House rules of Lands Uncharted" in message.text
    await admin.select("Target: 200", menu="Target", on=message)
    await admin.select("Time for each decision: 5 min", menu="Time", on=message)
    await admin.click("Buried Treasure: off", on=message)
    changed = only(await admin.click("Double or Nothing: off", on=message))
    assert "Buried Treasure: on" in changed.labels
    (anne,) = world.people("Anne")
    await anne.slash("lands", dare="off")
    for line in ("Target: **200**", "Time for each decision: **5 min**", "Buried Treasure: **on**"):
        assert line in seen(world)
    assert "Double or Nothing" not in seen(world)


async def test_black_spot_has_its_own_rules_and_its_time_for_reactions(world: World) -> None:
    admin = world.server.admin("Ada")
    message = await panel(admin, page="Black Spot")
    await admin.select("Time for each reaction: 15 s", menu="Time for each reaction", on=message)
    await admin.select("Purify: the sum of the rum", menu="Purify", on=message)
    await admin.select("Cards: Deck of Sailors", menu="Cards", on=message)
    await admin.click("Shuffle seats: off", on=message)
    (anne,) = world.people("Anne")
    await anne.slash("blackspot")
    for line in (
        "Time for each reaction: **15 s**",
        "Purify: **the sum of the rum**",
        "Cards: **Deck of Sailors**",
        "Shuffle seats: **on**",
    ):
        assert line in seen(world)
    galley = world.server.channel("galley")
    await anne.slash("lands", galley)
    assert "The rules as written, no house rules." in seen(world, galley)


@pytest.mark.parametrize("page", ["Lands Uncharted", "Black Spot"])
async def test_every_control_of_a_games_page_is_stored_and_shown(world: World, page: str) -> None:
    """Choose the last value of each select and turn every switch: a panel opened later shows just that."""
    admin = world.server.admin("Ada")
    message = await panel(admin, page=page)
    menus = {menu.placeholder: list(menu.options)[-1] for menu in message.menus}
    switches = [button.label for button in message.buttons if ": " in button.label]
    for placeholder, label in menus.items():
        await admin.select(label, menu=placeholder, on=message)
    for label in switches:
        await admin.click(label, on=message)
    again = await panel(admin, page=page)
    flipped = {": off": ": on", ": on": ": off"}
    wanted = [label.rpartition(": ")[0] + flipped[": " + label.rpartition(": ")[2]] for label in switches]
    assert [button.label for button in again.buttons if ": " in button.label] == wanted
    assert {menu.placeholder: chosen(again, menu.placeholder) for menu in again.menus} == menus


@pytest.mark.parametrize("page, command", [("Lands Uncharted", "lands"), ("Black Spot", "blackspot")])
async def test_one_button_takes_a_game_back_to_the_rules_as_written(world: World, page: str, command: str) -> None:
    admin = world.server.admin("Ada")
    message = await panel(admin, page=page)
    as_written = message.text, message.labels, [chosen(message, menu.placeholder) for menu in message.menus]
    assert not message.button(RESET).enabled
    for menu in message.menus:
        changed = only(await admin.select(list(menu.options)[-1], menu=menu.placeholder, on=message))
    assert changed.button(RESET).enabled
    again = only(await admin.click(RESET, on=message))
    assert (again.text, again.labels, [chosen(again, menu.placeholder) for menu in again.menus]) == as_written
    assert not again.button(RESET).enabled
    (anne,) = world.people("Anne")
    await anne.slash(command)
    assert "The rules as written, no house rules." in seen(world)


def chosen(message: Message, placeholder: str) -> str:
    """Return the option that a menu shows as chosen."""
    wanted = message.menu(placeholder).custom_id
    (row,) = [
        part["components"][0]
        for part in message.payload["components"][0]["components"]
        if part.get("components") and part["components"][0]["custom_id"] == wanted
    ]
    (label,) = [option["label"] for option in row["options"] if option.get("default")]
    return str(label)


# --- Channels ---


async def test_games_run_in_the_chosen_channels_and_their_threads_only(world: World) -> None:
    admin, galley, deck = world.server.admin("Ada"), world.server.channel("galley"), world.server.deck
    message = await panel(admin)
    assert "Games may run: **everywhere**" in message.text
    changed = only(await admin.choose_channels(galley, menu="Channels", on=message))
    assert f"Games may run: **in <#{galley.id}>**" in changed.text
    (anne,) = world.people("Anne")
    for command in ("lands", "blackspot"):
        for place in (deck, deck.thread("below")):
            assert await refusal(anne, command, place) == f"{NOT_HERE}<#{galley.id}>."
    for place in (galley, galley.thread("stove")):
        await anne.slash("lands", place)
        assert "the crew gathers" in seen(world, place)
    only(await admin.choose_channels(menu="Channels", on=message))
    await anne.slash("lands")
    assert "the crew gathers" in seen(world)


async def test_a_running_game_plays_on_where_games_may_run_no_longer_but_has_no_rematch(world: World) -> None:
    (anne,) = await sail(world, "Anne", cards="2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    admin, galley = world.server.admin("Ada"), world.server.channel("galley")
    await admin.choose_channels(galley, menu="Channels", on=await panel(admin))
    for _ in range(10):
        await bank(anne)
    reply = await anne.click("Rematch")
    assert reply.private == f"{NOT_HERE}<#{galley.id}>."
    assert world.table().labels == ["Rematch"]


async def test_the_panel_survives_the_loss_of_a_chosen_channel(world: World) -> None:
    admin, galley = world.server.admin("Ada"), world.server.channel("galley")
    await admin.choose_channels(galley, menu="Channels", on=await panel(admin))
    await galley.delete()
    message = await panel(admin)
    only(await admin.choose_channels(world.server.deck, menu="Channels", on=message))
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    assert "the crew gathers" in seen(world)


# --- How many ---


async def test_no_more_games_open_at_once_than_the_server_wants(world: World) -> None:
    admin = world.server.admin("Ada")
    message = only(await admin.select("At most 1 game", menu="Most games", on=await panel(admin)))
    assert "Games at once, lobbies included: **1**" in message.text
    (anne,) = await sail(world, "Anne", cards="2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    galley = world.server.channel("galley")
    refused = await refusal(anne, "lands", galley)
    assert refused.startswith("A game is already open on this server, and only 1 is allowed at once.")
    for _ in range(10):
        await bank(anne)
    await anne.slash("lands", galley)
    reply = await anne.click("Rematch", on=world.table())
    assert (reply.private or "").startswith("A game is already open on this server")
    only(await admin.click("No limit to games", on=message))
    await anne.click("Rematch", on=world.table())
    assert "rematch" in seen(world)


async def test_a_channel_with_a_game_says_so_rather_than_that_there_are_too_many(world: World) -> None:
    admin = world.server.admin("Ada")
    await admin.select("At most 1 game", menu="Most games", on=await panel(admin))
    (anne,) = world.people("Anne")
    await anne.slash("lands")
    assert (await refusal(anne, "lands")).startswith("There is already a game in this channel.")


# --- Pings ---


async def test_without_turn_pings_nobody_is_called_to_their_turn(world: World) -> None:
    admin = world.server.admin("Ada")
    message = only(await admin.click("Turn pings: on", on=await panel(admin)))
    assert "Turn pings: **off**" in message.text
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C 3C")
    await world.advance(61)
    await bank(anne)
    assert [said for said in world.messages() if said.pings] == []
    only(await admin.click("Turn pings: off", on=message))
    await world.advance(61)
    await bank(bart)
    assert [said.pings for said in world.messages() if said.pings] == [("Anne",)]


# --- Seasons ---


async def test_a_new_season_begins_after_a_confirmation_and_the_old_one_stays_readable(world: World) -> None:
    (anne,) = await sail(world, "Anne", cards="2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    for _ in range(10):
        await bank(anne)
    admin = world.server.admin("Ada")
    message = await panel(admin)
    assert "Lands Uncharted: **season 1**" in message.text
    asked = only(await admin.click("New season of Lands Uncharted", on=message))
    assert asked.text.startswith("### Begin season 2 of Lands Uncharted?")
    back = only(await admin.click("Back", on=asked))
    assert back.text == message.text
    asked = only(await admin.click("New season of Lands Uncharted", on=message))
    begin = asked.button("Begin season 2")
    begun = only(await admin.click(begin))
    assert "✅ The new season of Lands Uncharted has begun." in begun.text
    assert "Lands Uncharted: **season 2**" in begun.text
    assert "Black Spot: **season 1**" in begun.text
    again = only(await admin.press(begin.custom_id, on=message))
    assert "That season of Lands Uncharted had begun already" in again.text
    assert "Lands Uncharted: **season 2**" in again.text
    assert "You are not on this board yet." in ((await anne.slash("leaderboard", board="voyage")).private or "")
    old = (await anne.slash("leaderboard", board="voyage", season=1)).private or ""
    assert "Season 1" in old
    assert "**Anne (you)** · 64" in old
    assert (await anne.slash("leaderboard", season=3)).private == (
        "That value is not possible here. Choose one that the command offers."
    )


# --- What holds for all of it ---


async def test_settings_survive_a_restart_and_the_open_panel_works_on(world: World) -> None:
    admin, galley = world.server.admin("Ada"), world.server.channel("galley")
    message = await panel(admin)
    await admin.choose_channels(galley, world.server.deck, menu="Channels", on=message)
    await admin.select("At most 3 games", menu="Most games", on=message)
    await admin.click("Turn pings", on=message)
    before = (await panel(admin)).text
    await world.restart()
    assert (await panel(admin)).text == before
    assert "Turn pings: **on**" in only(await admin.click("Turn pings: off", on=message)).text


async def test_two_servers_have_settings_of_their_own(world: World) -> None:
    reef = world.second_server("The Reef")
    here, there = world.server.admin("Ada"), reef.admin("Bea")
    untouched = (await panel(there)).text
    message = await panel(here)
    await here.select("At most 1 game", menu="Most games", on=message)
    await here.click("Turn pings", on=message)
    await here.click("New season of Black Spot", on=message)
    await here.click("Begin season 2", on=message)
    await here.click("Black Spot", on=message)
    await here.click("Shuffle seats: off", on=message)
    assert (await panel(there)).text == untouched
    assert "Shuffle seats: off" in (await panel(there, page="Black Spot")).labels
    (anne,), (bart,) = world.people("Anne"), reef.people("Bart")
    await anne.slash("lands")
    for name in ("one", "two"):
        await bart.slash("lands", reef.channel(name))
    assert (await refusal(anne, "lands", world.server.channel("galley"))).startswith("A game is already open")


async def test_each_change_is_one_line_of_the_log_that_says_who_and_what(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.commands.admin")
    admin, deck = world.server.admin("Ada"), world.server.deck
    message = await panel(admin)
    await admin.choose_channels(deck, menu="Channels", on=message)
    await admin.select("At most 2 games", menu="Most games", on=message)
    await admin.click("No limit to games", on=message)
    await admin.click("Turn pings", on=message)
    await admin.click("New season of Lands", on=message)
    await admin.click("Begin season 2", on=message)
    await admin.click("Lands Uncharted", on=message)
    await admin.select("Target: 50", menu="Target", on=message)
    told = [record.getMessage() for record in caplog.records if record.name == "bot.commands.admin"]
    who = f"settings of server {world.server.handle.id}: user {admin.id} set "
    assert told == [
        f"{who}channels = ({deck.id},)",
        f"{who}most_games = 2",
        f"{who}most_games = None",
        f"{who}pings = False",
        f"{who}lands season = 2",
        f"{who}lands target = 50",
    ]
