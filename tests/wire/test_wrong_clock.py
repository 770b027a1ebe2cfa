"""The real bot on a computer whose clock is wrong, or is set while games run (X3)."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wire import launch
from tests.wire.bot_process import BotProcess
from tests.wire.people import World
from tests.wire.scenes import HOUR
from tests.wire.voyage import Voyage

DAY = 86_400


class Host:
    """The computer's clock, and a game on it that gives an hour for each decision."""

    def __init__(self, world: World, new_bot: Callable[..., BotProcess], folder: Path) -> None:
        self._ahead = folder / "ahead"
        environment = {launch.FAULT: "tests.wire.wrong_clock", "WIRE_AHEAD": str(self._ahead)}
        self.voyage = Voyage(world, new_bot(**environment))

    def set_clock(self, ahead: float) -> None:
        self._ahead.write_text(str(ahead))

    async def begin(self, ahead: float) -> None:
        self.set_clock(ahead)
        await self.voyage.bot.start()
        await self.voyage.begin()

    async def left(self) -> float:
        """Return the seconds that the table gives the awaited player, by Discord's time."""
        deadline = (await self.voyage.saved()).deadline
        assert deadline is not None
        assert f"<t:{int(deadline)}:R>" in self.voyage.table.text
        return deadline - time.time()


@pytest.fixture
def host(world: World, new_bot: Callable[..., BotProcess], tmp_path: Path) -> Host:
    return Host(world, new_bot, tmp_path)


@pytest.mark.parametrize("ahead, told", [(-300, "behind"), (7200, "ahead of"), (-DAY, "behind")])
async def test_x3_a_table_tells_the_time_by_discords_clock_and_stays_where_it_is(
    host: Host, ahead: float, told: str
) -> None:
    """A clock that is two hours ahead takes every table for an old one, which would be posted anew at each step."""
    began = time.time()
    await host.begin(ahead)
    await host.voyage.play(await host.voyage.saved())
    assert HOUR - (time.time() - began) - 2 <= await host.left() <= HOUR + 2
    assert len(host.voyage.world.state.messages) == 1
    [(seconds, direction)] = re.findall(
        r"this computer's clock is (\d+) s (behind|ahead of) Discord's;", host.voyage.bot.output
    )
    assert abs(int(seconds) - abs(ahead)) <= 2
    assert direction == told


@pytest.mark.parametrize("jump", [-HOUR, 2 * HOUR, DAY])
async def test_x3_a_clock_that_is_set_and_set_back_costs_nobody_their_turn(host: Host, jump: float) -> None:
    began = time.time()
    await host.begin(0)
    for ahead in (jump, 0):
        host.set_clock(ahead)
        session = await host.voyage.play(await host.voyage.saved())
        assert not any(player.missed for player in session.players)
        assert HOUR - (time.time() - began) - 2 <= await host.left() <= HOUR + 2


@pytest.mark.parametrize("jump", [-DAY, DAY])
async def test_x3_a_start_after_the_clock_was_set_leaves_everyone_what_they_had(host: Host, jump: float) -> None:
    began = time.time()
    await host.begin(jump)
    await host.voyage.bot.kill()
    host.set_clock(0)
    await host.voyage.bot.start()
    await host.voyage.play(await host.voyage.saved())
    assert HOUR - (time.time() - began) - 2 <= await host.left() <= HOUR + 4
