"""`/pirates-admin check`: what keeps games from working here, each with its fix."""

from typing import cast

from bot.app import Quartermaster
from bot.commands.syncing import SYNCED
from tests.e2e.harness import Channel, Person, World
from tests.e2e.turns import store

WELL = "### What keeps games from working\n✅ All is well: games can run here."


async def report(admin: Person, where: Channel | None = None) -> str:
    """Ask for the report; return it, which is private."""
    reply = await admin.slash("pirates-admin check", where)
    assert reply.public is None
    assert reply.private is not None
    return reply.private


async def settle_on(admin: Person, *channels: Channel) -> None:
    """Let games run in these channels only."""
    await admin.slash("pirates-admin settings")
    await admin.choose_channels(*channels, menu="Channels")


async def test_all_is_well_on_a_fresh_server_and_in_a_thread(world: World) -> None:
    admin = world.server.admin("Ada")
    assert await report(admin) == WELL
    assert await report(admin, world.server.deck.thread("below")) == WELL


async def test_whom_discord_lets_use_the_commands_gets_the_report_and_not_the_settings(world: World) -> None:
    (anne,) = world.people("Anne")
    world.server.allow_command(anne, "pirates-admin")
    assert await report(anne) == WELL
    refused = await anne.slash("pirates-admin settings")
    assert refused.private == "That is for those who may manage this server (Manage Server)."


async def test_missing_permissions_are_named_here_and_in_the_allowed_channels(world: World) -> None:
    admin, deck, galley = world.server.admin("Ada"), world.server.deck, world.server.channel("galley")
    await settle_on(admin, deck, galley)
    await deck.deny_bot("send_messages")
    await galley.deny_bot("send_messages", "view_channel")
    told = await report(admin)
    assert f"❌ In <#{deck.id}> I lack: **Send Messages**." in told
    assert f"❌ In <#{galley.id}> I lack: **View Channel, Send Messages**." in told
    assert told.count("Fix: edit the channel, open its permissions, and allow these for my role.") == 2
    await deck.deny_bot("send_messages_in_threads")
    await galley.deny_bot()
    thread = deck.thread("below")
    assert f"In <#{thread.id}> I lack: **Send Messages in Threads**." in await report(admin, thread)
    assert await report(admin) == WELL


async def test_what_makes_buttons_slow_or_dead_is_told_for_each_place(world: World) -> None:
    admin, deck, galley = world.server.admin("Ada"), world.server.deck, world.server.channel("galley")
    await settle_on(admin, deck, galley)
    await deck.slow_mode(30)
    await galley.slow_mode(5)
    told = await report(admin)
    for place in (deck, galley):
        assert f"❌ <#{place.id}> has slow-mode on" in told
    assert "Fix: turn slow-mode off there" in told
    thread = deck.thread("below")
    for locked, word in ((True, "locked"), (False, "archived")):
        await thread.archive(locked=locked)
        told = await report(admin, thread)
        assert f"❌ The thread <#{thread.id}> is {word}: its buttons are dead.\nFix: " in told


async def test_a_channel_without_leave_and_a_lost_one_are_told(world: World) -> None:
    admin, deck, galley = world.server.admin("Ada"), world.server.deck, world.server.channel("galley")
    await settle_on(admin, galley)
    assert f"❌ Games may not run in <#{deck.id}>.\nFix: choose this channel" in await report(admin)
    assert await report(admin, galley) == WELL
    assert await report(admin, galley.thread("stove")) == WELL
    await galley.delete()
    assert f"❌ The channel <#{galley.id}>, in which games may run, is gone" in await report(admin)


async def test_more_games_than_a_later_limit_are_told_in_their_number(world: World) -> None:
    anne, bart, carla = world.people("Anne", "Bart", "Carla")
    admin = world.server.admin("Ada")
    await admin.slash("pirates-admin settings")
    await admin.select("At most 1 game", menu="Most games")
    assert await report(admin) == WELL
    await anne.slash("lands")
    assert "❌ 1 game is open on this server, and no more are allowed at once.\nFix: " in await report(admin)
    await admin.click("No limit to games")
    await bart.slash("lands", world.server.channel("galley"))
    await admin.select("At most 1 game", menu="Most games")
    full = "2 games are open on this server"
    assert f"❌ {full}, and no more are allowed at once." in await report(admin)
    reply = await carla.slash("lands", world.server.channel("brig"))
    assert str(reply.private).startswith(f"{full} already, and no more are allowed at once.")


async def test_commands_that_discord_does_not_know_are_told(world: World) -> None:
    admin, old = world.server.admin("Ada"), "❌ Discord knows another version of my commands.\nFix: "
    tree = cast("Quartermaster", world.bot).tree
    hand = tree.remove_command("hand")
    assert hand is not None
    assert old in await report(admin)
    await tree.sync()
    tree.add_command(hand)
    assert "❌ Discord does not know these commands yet: **/hand**.\nFix: " in await report(admin)
    world.discord_fails("GET", "/applications/*/commands", status=403, code=50001)
    assert "❌ Discord did not say just now which of my commands it knows." in await report(admin)
    await world.restart()
    assert await report(admin) == WELL
    await store(world).save_note(SYNCED, "what another version offered")
    assert old in await report(admin)


async def test_a_report_of_everything_wrong_in_25_channels_fits_into_one_message(world: World) -> None:
    admin = world.server.admin("Ada")
    places = [world.server.channel(f"deck-{number}") for number in range(25)]
    await settle_on(admin, *places)
    for place in places:
        await place.deny_bot("send_messages", "view_channel")
        await place.slow_mode(5)
    told = await report(admin)
    assert "Fix these first, then check again." in told
    assert "❌ Games may not run in" in told
