"""Hundreds of kills at random points of random games: `python -m tests.wire.soak --kills 500 --seed 1`.

First every step of every kind of move, once. Then random games of both kinds under random house rules, in which the
bot kills itself at a random step of each move, or is killed at a random moment of it. After each kill the game must be
as before the move or as after it, its players must see which, and it goes on (`wreck`); in the end all sessions must
be what their logs lead to. Exits 1 with the first difference; the same seed makes the same games and points, only the
moments differ.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from bot.model.records import Status
from tests.registry import GAMES
from tests.rules.option_sets import traits
from tests.wire import ledger, scenes
from tests.wire.dying import Point
from tests.wire.people import World
from tests.wire.scenes import SCENES, Stage
from tests.wire.server import WireServer
from tests.wire.wreck import Wreck

TABLES = 6
GRID = [(name, point) for name in SCENES for point in Point]
"""Every step of every kind of move; those that a move does not pass are left out when it comes to them."""


async def sail_grid(world: World, folder: Path, seed: int, grid: list[tuple[str, Point]]) -> int:
    """Kill once at each of these steps; return how many were passed at all. Raises AssertionError."""
    wreck = Wreck(world, folder)
    stages = await scenes.set_up(wreck.bot.database, world, [name for name, _ in grid], seed)
    try:
        await wreck.bot.start()
        sunk = [await wreck.sink(stage, point) for stage, (_, point) in zip(stages, grid, strict=True)]
        wreck.bot.assert_clean()
    finally:
        await wreck.bot.discard()
    return sum(sunk)


async def sail_at_random(world: World, folder: Path, seed: int, kills: int) -> tuple[Counter[str], list[ledger.Saved]]:
    """Kill so many times in random games; return where, and all sessions that there ever were."""
    wreck, chance, points = Wreck(world, folder), Random(seed), Counter[str]()
    stages = await _set_up(wreck, chance)
    try:
        await wreck.bot.start()
        while points.total() < kills:
            stage, point = await _due(wreck, chance.choice(stages), chance), chance.choice([None, *Point])
            points[point or "any moment"] += await wreck.sink(stage, point)
        wreck.bot.assert_clean()
    finally:
        await wreck.bot.discard()
    return points, await ledger.read_all(wreck.bot.database)


async def _set_up(wreck: Wreck, chance: Random) -> list[Stage]:
    """Write lobbies with two aboard."""
    stages = []
    async with ledger.offline(wreck.bot.database, lambda: chance.randbytes(32)) as (_, sessions):
        for number in range(TABLES):
            game, channel = list(GAMES)[number % len(GAMES)], wreck.world.state.new_channel("bay")
            crew = [wreck.world.person(name) for name in ("Anne", "Mary")]
            session = await scenes.lobby(sessions, game, traits(game).options(chance), channel, crew)
            stages.append(Stage(channel, session.id, ""))
    return stages


async def _due(wreck: Wreck, stage: Stage, chance: Random) -> Stage:
    """Choose what is clicked next at a table: a move, *Start*, or *Rematch*."""
    session = await wreck.session(stage)
    game = GAMES[session.game]
    awaited = game.awaited(session.state) if session.status is Status.PLAYING else None
    token = "" if awaited is None else game.token(game.sample(session.state, awaited.seat, chance))
    return replace(stage, session=session.id, token=token)


async def run(kills: int, seed: int, grid: list[tuple[str, Point]]) -> int:
    """Sail the grid, then the random games; return the exit code."""
    began = time.perf_counter()
    server = WireServer()
    await server.start()
    with TemporaryDirectory() as grid_folder, TemporaryDirectory() as folder:
        try:
            steps = await sail_grid(World(server), Path(grid_folder), seed, grid)
            points, everything = await sail_at_random(World(server), Path(folder), seed, kills)
        finally:
            await server.stop()
    found = [line for saved in everything for line in ledger.differences(saved)] + server.unknown
    finished = sum(one.session.status is Status.FINISHED for one in everything)
    done = (
        f"{steps} steps of moves and {kills} random kills (seed {seed}), {len(everything)} sessions, "
        f"{finished} finished, {sum(len(one.moves) for one in everything)} logged moves replayed, "
        f"{len(found)} differences, {time.perf_counter() - began:.0f} s; killed at: "
        + ", ".join(f"{point} {count}" for point, count in sorted((+points).items()))
    )
    sys.stdout.write("\n".join([*found, done, ""]))
    return 1 if found else 0


def main(argv: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500, help="random kills (500)")
    parser.add_argument("--seed", type=int, default=1, help="of the games and of the points (1)")
    parser.add_argument("--no-grid", action="store_true", help="leave out the steps of every kind of move")
    arguments = parser.parse_args(argv)
    return asyncio.run(run(arguments.kills, arguments.seed, [] if arguments.no_grid else GRID))


if __name__ == "__main__":
    sys.exit(main())
