"""What an end-to-end test may rely on: whatever goes wrong raises at once, or when the world closes."""

import discord
import pytest

from tests.e2e.conftest import NewWorld
from tests.e2e.harness import BadPayload, UnansweredError, World
from tests.e2e.voyages import gather


async def silence(*_: object) -> None:
    """Leave an interaction without an answer."""


async def boom(*_: object) -> None:
    raise LookupError("a fault of ours")


async def test_a_click_without_an_answer_fails(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    monkeypatch.setattr(type(world.bot), "on_interaction", silence)
    with pytest.raises(UnansweredError):
        await anne.click("Start")


async def test_a_fault_fails_the_test_when_the_world_closes(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        async with new_world() as world:
            anne, _ = await gather(world, "Anne", "Bart")
            monkeypatch.setattr(type(world.bot), "on_interaction", boom)
            with pytest.raises(UnansweredError):
                await anne.click("Start")

    with pytest.raises(AssertionError, match="the bot had errors"):
        await fail()


async def test_a_payload_that_breaks_a_rule_fails(world: World) -> None:
    channel = world.bot.get_channel(world.server.deck.id)
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji="\N{ANCHOR}", custom_id="q1:nameless"))
    await channel.send("Look", view=view)
    with pytest.raises(BadPayload, match="a control without a word"):
        world.check()
