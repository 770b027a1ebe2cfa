"""Tables that cannot be shown, and places that go: the game waits or ends, and its players are free (F14, F22, F35)."""

import pytest

from bot.messages.tables import UNSEEN_SECONDS, WITHHELD_SECONDS
from bot.model.records import Closed, Status
from tests.e2e.harness import Channel, Person, World
from tests.e2e.turns import TURN, draw, in_thread, kept, seen, store
from tests.e2e.voyages import PUSH, sail

HOUR = 3600
EDIT, POST = "/channels/*/messages/*", "/channels/*/messages"


def lock(world: World) -> None:
    """Let a thread be archived and locked by a moderator: nothing of the bot's gets in any more."""
    for method, path in (("PATCH", EDIT), ("POST", POST), ("DELETE", EDIT)):
        world.discord_fails(method, path, status=400, code=50083, times=None)


def warned(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]


# --- F14: a permission is taken away between turns ---


async def test_f14_the_clock_makes_one_step_that_nobody_sees_and_then_the_game_waits(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C 3C")
    await draw(anne)
    drawn = (await kept(world)).revision
    await world.server.deck.deny_bot("view_channel", "send_messages")
    caplog.clear()
    await world.advance(TURN)
    unseen = await kept(world)
    assert unseen.revision == drawn + 1
    assert "could not" not in str(warned(caplog))
    for _ in range(2):
        await world.advance(WITHHELD_SECONDS)
        assert (await kept(world)).revision == unseen.revision
    await world.server.deck.deny_bot()
    await world.advance(WITHHELD_SECONDS)
    assert "⌛ Time ran out for **Anne**." in seen(world)
    shown = await kept(world)
    assert shown.deadline is not None
    assert f"<t:{int(shown.deadline)}:R>" in seen(world)
    assert shown.deadline - world.now() >= TURN
    await draw(bart)
    assert "**Treasure: 2 doubloons**" in seen(world)


async def test_f14_a_game_that_never_shows_again_ends_after_an_hour_and_the_channel_is_free(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await world.server.deck.deny_bot("view_channel", "send_messages")
    await world.advance(TURN)
    unseen = (await kept(world)).revision
    before = len(world.simulation.http_requests)
    caplog.clear()
    await world.advance(UNSEEN_SECONDS - TURN - 1)
    assert (await kept(world)).status is Status.PLAYING
    await world.advance(WITHHELD_SECONDS + TURN + 1)
    ended = await kept(world)
    assert (ended.status, ended.closed, ended.revision) == (Status.CLOSED, Closed.UNSEEN, unseen + 1)
    assert len(world.simulation.http_requests) - before <= 14
    assert [line for line in warned(caplog) if line.startswith("session")] == [
        f"session {ended.id} is closed: its table could not be shown for an hour"
    ]
    await world.advance(2 * HOUR)
    assert len(world.simulation.http_requests) - before <= 14
    refused = await anne.slash("lands")
    assert "View Channel" in (refused.private or "")
    await world.server.deck.deny_bot()
    old = await bart.click(PUSH)
    assert "For an hour I was not allowed to show the table here" in (old.public or "")
    await anne.slash("lands")
    assert "**1. Anne** · opened this lobby" in seen(world)


async def test_f14_an_old_table_is_edited_where_the_bot_may_see_but_not_write(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2C", turn_time=HOUR)
    await world.advance(60)
    await draw(anne)
    await world.server.deck.deny_bot("send_messages")
    await world.advance(HOUR)
    assert "⌛ Time ran out for **Anne**." in seen(world)
    assert len(world.messages()) == 1


# --- F35: threads ---


async def test_f35_in_a_locked_thread_the_game_waits_and_ends_without_a_storm_of_tries(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    thread, _, _ = await in_thread(world)
    lock(world)
    caplog.clear()
    await world.advance(TURN)
    unseen = await kept(world, thread)
    assert "⌛" not in seen(world, thread)
    assert len(warned(caplog)) <= 2
    before = len(world.simulation.http_requests)
    await world.advance(UNSEEN_SECONDS + WITHHELD_SECONDS)
    ended = await kept(world, thread)
    assert (ended.closed, ended.revision) == (Closed.UNSEEN, unseen.revision + 1)
    assert len(world.simulation.http_requests) - before <= 2 * 14
    await world.advance(HOUR)
    assert len(world.simulation.http_requests) - before <= 2 * 14


async def test_f35_in_threads_the_permission_for_threads_is_the_one_that_counts(world: World) -> None:
    await world.server.deck.deny_bot("send_messages")
    thread, anne, _ = await in_thread(world)
    await anne.click("Back to the ship", on=world.table(thread))
    await world.advance(TURN)
    assert "⌛ Time ran out for **Bart**." in seen(world, thread)
    await world.server.deck.deny_bot("send_messages_in_threads")
    refused = await anne.slash("lands", world.server.deck.thread("another"))
    assert "Send Messages in Threads" in (refused.private or "")


# --- F22: places that go ---


async def sail_in(world: World, place: Channel) -> list[Person]:
    anne, bart = place.server.people("Anne", "Bart")
    await anne.slash("lands", place)
    await bart.click("Join", on=world.table(place))
    await anne.click("Start", on=world.table(place))
    return [anne, bart]


async def test_f22_a_channel_that_went_without_a_word_is_noticed_when_its_table_is_to_be_shown(world: World) -> None:
    """As when the connection was lost just then."""
    port = world.server.channel("port")
    await sail_in(world, port)
    world.discord_fails("PATCH", EDIT, status=404, code=10003)
    await world.advance(TURN)
    gone = await kept(world, port)
    assert (gone.status, gone.closed, gone.deadline) == (Status.CLOSED, Closed.CHANNEL_GONE, None)


async def test_f22_a_channel_that_is_deleted_while_the_bot_is_away_ends_its_game(world: World) -> None:
    port, thread = world.server.channel("port"), world.server.deck.thread("quiet corner")
    for place in (port, thread, world.server.deck):
        await sail_in(world, place)
    await world.stop()
    backend = world.simulation.backend
    backend.delete_channel(port.id)
    backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await world.start()
    await world.settle()
    places = (port, thread, world.server.deck)
    assert [(await kept(world, place)).closed for place in places] == [Closed.CHANNEL_GONE, None, None]


async def test_f22_a_bot_that_is_sent_away_and_let_in_again_finds_the_channel_free(world: World) -> None:
    anne, _ = await sail_in(world, world.server.deck)
    backend, number = world.simulation.backend, world.server.handle.id
    model = backend.guilds[number]
    backend.remove_guild(number)
    await world.settle()
    assert (await kept(world)).closed is Closed.CHANNEL_GONE
    backend.guilds[number] = model
    backend.emit("GUILD_CREATE", {"id": str(number), "name": "The Lagoon", "channels": [], "roles": [], "members": []})
    await world.settle()
    departed = await store(world)._reader.execute_fetchall("SELECT guild_id FROM departed")
    assert [*departed] == []
    assert anne.name in [player.name for player in (await kept(world)).players]
