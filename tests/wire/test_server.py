"""The wire server and its people, tried with a toy bot."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import discord
import pytest
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.wire import launch, shapes
from tests.wire.bot_process import BotProcess
from tests.wire.faults import json_response
from tests.wire.people import InteractionFailed, World
from tests.wire.server import Call
from tests.wire.toy import Toy

TOY = "tests.wire.toy"


@pytest.fixture
async def toy(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Toy]:
    """The toy bot in the test's own process, connected."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    launch.point_at(world.server.port)
    client = Toy(tmp_path / "counts.json")
    running = asyncio.create_task(client.start(shapes.TOKEN))
    await world.server.until(lambda: world.server.gateway.identifies)
    yield client
    await client.close()
    await running


async def test_an_unmodified_client_logs_in_and_syncs_its_commands(world: World, toy: Toy) -> None:
    paths = [one.path for one in world.server.requests]
    command = f"/applications/{shapes.APPLICATION}/commands"
    assert paths == ["/users/@me", "/oauth2/applications/@me", command, command, "/gateway/bot"]
    assert world.state.syncs == 1
    assert [command["name"] for command in world.state.commands] == ["toy"]
    assert toy.application_id == int(shapes.APPLICATION)


async def test_a_wrong_token_is_refused(world: World, toy: Toy) -> None:
    del toy
    stranger = discord.Client(intents=discord.Intents.none())
    async with stranger:
        with pytest.raises(discord.LoginFailure):
            await stranger.login("another.token")
    assert world.server.requests[-1].status == 401


@pytest.mark.usefixtures("toy")
async def test_a_subcommand_arrives_with_all_kinds_of_options(world: World) -> None:
    anne, mary = world.person("Anne"), world.person("Mary")
    reply = await world.slash(anne, "toy open", size=3, friend=mary, loud=True, mood="merry")
    assert reply.kind == 4
    assert reply.text == "Count: 0\n3 Mary True merry Anne"
    assert not reply.private


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    "options", [{}, {"size": "3"}, {"size": True}, {"size": 10}, {"size": 3, "mood": "sad"}, {"size": 3, "hat": 1}]
)
async def test_what_the_picker_does_not_allow_cannot_be_sent(world: World, options: dict[str, object]) -> None:
    with pytest.raises(AssertionError):
        await world.slash(world.person("Anne"), "toy open", **options)
    with pytest.raises(AssertionError, match="is owed"):
        await world.slash(world.person("Anne"), "toy")


@pytest.mark.usefixtures("toy")
async def test_a_click_edits_the_clicked_message_in_place(world: World) -> None:
    anne = world.person("Anne")
    opened = await world.slash(anne, "toy open", size=1)
    clicked = await world.click(anne, "Draw")
    assert clicked.kind == 7
    assert clicked.text.startswith("Count: 1")
    assert clicked.message is opened.message
    assert len(world.state.messages) == 1


@pytest.mark.usefixtures("toy")
async def test_two_clicks_in_one_burst_both_show_the_same_old_message(world: World) -> None:
    anne, mary = world.person("Anne"), world.person("Mary")
    await world.slash(anne, "toy open", size=1)
    presses = [world.press(anne, "Draw"), world.press(mary, "Draw")]
    await world.send(*presses)
    replies = [await world.reply(press) for press in presses]
    assert [reply.kind for reply in replies] == [7, 4]
    assert replies[1].text == "Too late."
    assert replies[1].message in world.seen(mary)
    assert replies[1].message not in world.seen(anne)


@pytest.mark.usefixtures("toy")
async def test_private_answers_are_edited_and_followed_up(world: World) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    reply = await world.click(anne, "Whisper")
    await world.server.until(lambda: reply.text == "Psst!")
    assert reply.private
    assert [world.state.message(one).text for one in reply.interaction.followups] == ["And psst again."]


@pytest.mark.usefixtures("toy")
async def test_a_deferred_answer_is_the_one_that_replaces_it(world: World) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    reply = await world.click(anne, "Think")
    assert (reply.kind, reply.text, reply.private) == (5, "Thought.", True)
    assert reply.interaction.followups == []


@pytest.mark.usefixtures("toy")
async def test_a_silent_acknowledgement_is_followed_by_an_edit_of_the_message(world: World) -> None:
    anne = world.person("Anne")
    opened = await world.slash(anne, "toy open", size=1)
    reply = await world.click(anne, "Mutter")
    assert reply.kind == 6
    await world.server.until(lambda: opened.text == "Mutter.")


@pytest.mark.usefixtures("toy")
async def test_a_form_comes_back_filled_in(world: World) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    form = await world.click(anne, "Ask")
    assert (form.kind, form.message) == (9, None)
    answer = await world.submit(anne, form, count="12")
    sent = json.loads(answer.text)
    assert sent["custom_id"] == "toy:Form"
    assert [part["component"].get("value", part["component"].get("values")) for part in sent["components"]] == [
        "12",
        ["gold"],
    ]


@pytest.mark.usefixtures("toy")
async def test_a_menu_is_picked_from_by_label_or_value(world: World) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    for wanted in ("Tea", "t"):
        assert "'values': ['t']" in (await world.pick(anne, wanted)).text
    with pytest.raises(AssertionError, match="no menu"):
        await world.pick(anne, "Milk")


@pytest.mark.usefixtures("toy")
async def test_a_file_is_kept_with_its_name_and_description(world: World) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    reply = await world.click(anne, "Chart")
    assert reply.message is not None
    assert [(one["filename"], one["size"]) for one in reply.message.data["attachments"]] == [("chart.txt", 7)]
    assert world.server.sent("POST", "/interactions/")[-1].files == {"files[0]": b"a chart"}


@pytest.mark.usefixtures("toy")
async def test_the_channel_routes_post_edit_and_delete(world: World) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    assert (await world.click(anne, "Post")).text == "anne"
    assert [message.text for message in world.seen(world.person("Mary"))][1:] == ["Land ho"]


@pytest.mark.usefixtures("toy")
async def test_a_bot_that_is_silent_or_too_late_has_failed(world: World) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    world.patience = 0.05
    with pytest.raises(InteractionFailed):
        await world.click(anne, "Sulk")


@pytest.mark.usefixtures("toy")
async def test_greyed_and_absent_buttons_cannot_be_clicked_but_can_be_forged(world: World) -> None:
    anne = world.person("Anne")
    opened = await world.slash(anne, "toy open", size=1)
    assert opened.message is not None
    assert "Locked" not in world.labels(opened.message.id)
    for label in ("Locked", "Dra"):
        with pytest.raises(AssertionError, match="sees no button"):
            world.press(anne, label)
    assert (await world.send_click(anne, "toy:Locked", opened.message.id)).text == "What is that?"


async def test_a_dropped_connection_is_resumed_and_nothing_is_lost(world: World, toy: Toy) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    await world.server.gateway.drop()
    await world.server.until(lambda: not world.server.gateway.connected or world.server.gateway.resumes)
    assert (await world.click(anne, "Draw")).text.startswith("Count: 1")
    await asyncio.wait_for(toy.resumed.wait(), 3)
    assert (world.server.gateway.identifies, world.server.gateway.resumes) == (1, 1)


@pytest.mark.usefixtures("toy")
async def test_a_fault_steps_in_before_the_request_is_carried_out(world: World) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    met: list[str] = []

    async def busy(call: Call) -> web.Response | None:
        met.append(call.path)
        limited = json_response(429, {"message": "Slow down", "retry_after": 0.01, "global": False}, {"Via": "wire"})
        return limited if len(met) == 1 else None

    world.server.interventions["POST", "/interactions/"] = busy
    assert (await world.click(anne, "Draw")).text.startswith("Count: 1")
    assert [one.status for one in world.server.sent("POST", "/interactions/")] == [200, 429, 200]


async def test_an_unknown_route_is_loud_at_once(world: World, toy: Toy) -> None:
    anne = world.person("Anne")
    await world.slash(anne, "toy open", size=1)
    with pytest.raises(AssertionError, match=f"does not know.*/guilds/{shapes.GUILD}/emojis"):
        await world.click(anne, "Stray")
    await asyncio.wait_for(toy.failed.wait(), 3)
    assert world.server.requests[-1].status == 501
    world.server.unknown.clear()


async def test_a_killed_process_comes_back_and_its_old_buttons_work(
    world: World, new_bot: Callable[..., BotProcess]
) -> None:
    bot = new_bot(TOY)
    await bot.start()
    anne = world.person("Anne")
    opened = await world.slash(anne, "toy open", size=1)
    await world.click(anne, "Draw")
    await bot.kill()
    await world.server.until(lambda: not world.server.gateway.connected)
    await bot.start()
    assert (await world.click(anne, "Draw")).text.startswith("Count: 2")
    assert opened.text.startswith("Count: 2")
    assert await bot.terminate() == 0
    assert world.state.syncs == 1


async def test_a_process_that_ends_instead_of_starting_tells_why(
    world: World, new_bot: Callable[..., BotProcess]
) -> None:
    bot = new_bot("tests.wire.no_such_bot")
    with pytest.raises(AssertionError, match="ModuleNotFoundError"):
        await bot.start()
    with pytest.raises(AssertionError, match="printed a traceback"):
        bot.assert_clean()
    bot.log.unlink()
    assert world.server.requests == []
