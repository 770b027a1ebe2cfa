"""SIGTERM under fire: `python -m tests.wire.stops --times 20 --busy 2`, by the Python that is to be tried.

Each time twelve lobbies are open, *Start* is clicked in one after the other every 2 ms, and 4 to 22 ms into that the
bot is asked to stop. `--busy` keeps so many cores busy meanwhile. Exits 1 if a stop takes longer than it may.
"""

import argparse
import asyncio
import multiprocessing
import signal
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bot.host.signals import STOP_SECONDS
from bot.model.custom_ids import ControlId
from tests.registry import GAMES
from tests.rules.option_sets import traits
from tests.wire import ledger, scenes
from tests.wire.bot_process import BotProcess
from tests.wire.people import World
from tests.wire.server import WireServer
from tests.wire.shapes import Person

LOBBIES = 12
BETWEEN_SECONDS = 0.002
LEEWAY_SECONDS = 0.5
"""What the process itself may take beside: a busy machine schedules nobody at once."""


class Lobby(NamedTuple):
    """Where somebody clicks *Start*."""

    channel: str
    session_id: str
    opener: Person


async def stop_once(folder: Path, chance: Random) -> float:
    """Start a bot, click, and ask it to stop; return how many seconds it took. Raises AssertionError."""
    server = WireServer()
    await server.start()
    world, delay = World(server), chance.uniform(0.004, 0.022)
    bot = BotProcess(world, folder, times=None)
    try:
        starts = await _open_lobbies(world, bot, chance)
        await bot.start()
        firing = asyncio.create_task(_fire(world, starts))
        await asyncio.sleep(delay)
        began = time.monotonic()
        bot.notify(signal.SIGTERM)
        code = await bot.ended()
        seconds = time.monotonic() - began
        await firing
        assert code == 0, bot.output
        bot.assert_clean()
        return seconds
    finally:
        await bot.discard()
        await server.stop()


async def _open_lobbies(world: World, bot: BotProcess, chance: Random) -> list[Lobby]:
    """Write lobbies with two aboard."""
    found = []
    async with ledger.offline(bot.database, lambda: chance.randbytes(32)) as (_, sessions):
        for number in range(LOBBIES):
            game, channel = list(GAMES)[number % len(GAMES)], world.state.new_channel("bay")
            crew = [world.person(name) for name in ("Anne", "Mary")]
            session = await scenes.lobby(sessions, game, traits(game).options(chance), channel, crew)
            found.append(Lobby(channel, session.id, crew[0]))
    return found


async def _fire(world: World, lobbies: list[Lobby]) -> None:
    for lobby in lobbies:
        message = world.state.post(lobby.channel, {"components": [], "flags": 0})
        await world.send(world.forge(lobby.opener, str(ControlId("start", lobby.session_id)), message.id))
        await asyncio.sleep(BETWEEN_SECONDS)


def _burn() -> None:
    while True:
        pass


def main() -> int:
    """Return 0 when every stop was in time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    burning = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(chosen.busy)]
    for one in burning:
        one.start()
    chance, took = Random(chosen.seed), []
    for _ in range(chosen.times):
        with TemporaryDirectory(prefix="stop-") as folder:
            took.append(asyncio.run(stop_once(Path(folder), chance)))
    for one in burning:
        one.terminate()
    figures = f"longest {max(took):.2f} s, median {sorted(took)[len(took) // 2]:.2f} s"
    sys.stdout.write(f"Python {sys.version.split()[0]}, {chosen.times} stops: {figures}\n")
    return int(max(took) > STOP_SECONDS + LEEWAY_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
