"""What an end-to-end test may rely on: whatever goes wrong raises at once, or when the world closes."""

import discord
import pytest

from tests.e2e.conftest import NewWorld
from tests.e2e.harness import BadPayload, ImpossibleError, UnansweredError, World
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


async def test_a_fault_that_was_looked_at_fails_no_test(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    monkeypatch.setattr(type(world.bot), "on_interaction", boom)
    with pytest.raises(UnansweredError):
        await anne.click("Start")
    assert "a fault of ours" in str(world.errors)


async def test_a_payload_that_breaks_a_rule_fails(world: World) -> None:
    channel = world.bot.get_channel(world.server.deck.id)
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji="\N{ANCHOR}", custom_id="q1:nameless"))
    await channel.send("Look", view=view)
    with pytest.raises(BadPayload, match="a control without a word"):
        world.check()


async def test_what_the_screen_does_not_offer_is_impossible(world: World) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    with pytest.raises(ImpossibleError, match="no 'Draw' among"):
        await anne.click("Draw")


async def test_while_the_bot_is_away_nobody_is_answered_and_time_goes_on(world: World) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    first, before = world.bot, world.now()
    await world.crash()
    assert not (await anne.click("Start")).acknowledged
    await world.start()
    assert (await anne.click("Start")).acknowledged
    await world.restart(after=86400)
    assert world.bot is not first
    assert world.now() == before + 86400
