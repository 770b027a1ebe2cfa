"""Faults of our own: an apology in private, one line in the log, and the game goes on (F11, F32)."""

import re

import discord
import pytest

from bot.interactions.boundary import Boundary, Handler
from tests.e2e.harness import World
from tests.e2e.turns import TURN, draw, kept, seen
from tests.e2e.voyages import PUSH, sail

SECRETS = "the king of spades is next, says /srv/quartermaster/bot.py"
DRAW = "bot.views.lands.draw"


def boom(*_: object) -> object:
    """Fail, with what no player may read in the message."""
    raise LookupError(SECRETS)


def apologised(world: World, text: str | None) -> bool:
    """Find the reference of a private apology in one line of the log, and nothing of the fault anywhere else."""
    found = re.search(r"the reference \*\*([0-9A-F]{6})\*\*", str(text))
    assert found is not None, text
    (line,) = (row for row in world.errors if found[1] in row)
    assert SECRETS in line
    for told in (str(text), *(message.text for message in world.messages())):
        for word in (SECRETS, "Traceback", "LookupError", ".py"):
            assert word not in told
    return True


async def test_a_fault_in_a_drawing_is_apologised_for_in_private_and_the_move_stands(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when an outdated click is answered. Nobody claims that nothing was changed."""
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2S 3D")
    old = world.table().button("Draw")
    with monkeypatch.context() as patch:
        patch.setattr(DRAW, boom)
        for click in (anne.click("Draw"), anne.click(old)):
            reply = await click
            assert apologised(world, reply.private)
            assert reply.public is None
            assert "nothing was changed" not in str(reply.private)
        assert len(world.errors) == 2
    await anne.click("Draw")
    assert "**Treasure: 10 doubloons**" in seen(world)


@pytest.mark.parametrize("command", ["pirates table", "pirates rules"])
async def test_a_fault_in_a_command_is_apologised_for_in_private(
    world: World, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    monkeypatch.setattr(DRAW, boom)
    monkeypatch.setattr("bot.views.lands.rules", boom)
    assert apologised(world, (await anne.slash(command)).private)


async def test_a_fault_outside_of_the_boundary_gets_its_reference_and_is_no_bad_option(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    (anne,) = world.people("Anne")
    answer = Boundary.answer

    async def faulty(self: Boundary, interaction: discord.Interaction, handle: Handler) -> None:
        monkeypatch.setattr(Boundary, "answer", answer)
        boom(self, interaction, handle)

    monkeypatch.setattr(Boundary, "answer", faulty)
    assert apologised(world, (await anne.slash("lands")).private)


async def test_a_fault_before_the_move_is_kept_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2S")
    before = await kept(world)
    with monkeypatch.context() as patch:
        patch.setattr("bot.play.sessions.Sessions._apply", boom)
        assert apologised(world, (await anne.click("Draw")).private)
    assert await kept(world) == before
    await draw(anne)
    assert "**Treasure: 10 doubloons**" in seen(world)


async def test_f32_a_fault_in_what_the_clock_shows_is_logged_once_and_the_game_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    with monkeypatch.context() as patch:
        patch.setattr(DRAW, boom)
        await world.advance(TURN)
        assert len(world.errors) == 1
    await bart.click(PUSH)
    await draw(bart)
    assert "**Treasure: 2 doubloons**" in seen(world)
