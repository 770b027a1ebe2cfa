"""Hundreds of kills at random points of random games: `python -m tests.wire.soak --kills 500 --seed 1`.

First every step of every kind of move, once (`wreck`). Then random people play random games of both kinds by the
buttons of the real bot, which kills itself at a random step of whatever it is doing, or is killed at a random moment.
After each start all sessions must be what their logs lead to, and a finished one must have exactly one result.
Exits 1 with the first difference; the same seed makes the same games and points, only the moments differ.
"""

import argparse
import asyncio
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.model.custom_ids import ControlId
from bot.model.records import Session, Status
from bot.storage.store import Store
from rules import GAMES
from tests.rules.option_sets import traits
from tests.wire import ledger, scenes
from tests.wire.bot_process import eventually
from tests.wire.dying import Point
from tests.wire.people import World
from tests.wire.scenes import Scene, Stage
from tests.wire.server import WireServer
from tests.wire.shapes import Person
from tests.wire.state import Interaction
from tests.wire.wreck import GRID, PASSES, Wreck

TABLES = 6
PEOPLE = ("Anne", "Mary", "Grace", "Bart", "Calico", "Dita")
MOST_CLICKS = 40
"""After so many without a kill the bot is killed from outside."""
AT_ANY_MOMENT = 0.2
"""How likely a kill comes from outside, in the middle of whatever it is."""
STRANGER = 0.1
"""How likely a click comes from somebody else than the one who is awaited."""
THOROUGH = 50
"""After so many kills all sessions that there ever were are replayed, else the last one of each table."""


class Soak:
    """Six tables, six people, one bot, and what has been counted."""

    def __init__(self, wreck: Wreck, seed: int) -> None:
        self.wreck = wreck
        self.world = wreck.world
        self.chance = Random(seed)
        self.people = [self.world.person(name) for name in PEOPLE]
        self.tables: list[Stage] = []
        self.clicks = self.finished = self.moves = self.sessions = 0
        self.points: Counter[str] = Counter()
        self.differences: list[str] = []

    async def set_up(self) -> None:
        store = await Store.open(self.wreck.bot.database)
        try:
            sessions = ledger.sessions_on(store, lambda: self.chance.randbytes(32))
            for number in range(TABLES):
                game, channel = list(GAMES)[number % len(GAMES)], self.world.state.new_channel("bay")
                options, opener = traits(game).options(self.chance), self.chance.choice(self.people)
                session = await scenes.lobby(sessions, game, options, channel, [opener])
                scene = Scene(game, lambda _: None, private=game == "blackspot")
                self.tables.append(Stage(scene, channel, session.id, ""))
        finally:
            await store.close()

    # --- Killing ---

    async def sail(self, kills: int) -> None:
        """Kill so many times."""
        for number in range(1, kills + 1):
            await self.wreck.bot.start()
            await self._until_killed()
            await self._look(thorough=number % THOROUGH == 0 or number == kills)
            if self.differences:
                return

    async def _until_killed(self) -> None:
        point = self.chance.choice(list(Point)) if self.chance.random() > AT_ANY_MOMENT else None
        if point is not None:
            most = 12 if len(PASSES[point]) > 1 else 1
            self.wreck.orders.write_text(f"{point} {self.chance.randint(1, most)}")
        for _ in range(MOST_CLICKS if point is not None else self.chance.randint(1, 12)):
            if await self._dies_of(await self._click(self.chance.choice(self.tables))):
                self.wreck.orders.unlink()
                self.points[str(point)] += 1
                assert await self.wreck.bot.ended() == -signal.SIGKILL
                return
        self.wreck.orders.unlink(missing_ok=True)
        press = await self._click(self.chance.choice(self.tables))
        if press is not None:
            await self.world.send(press)
        await asyncio.sleep(self.chance.random() * 0.03)  # any moment will do
        self.points["any moment"] += 1
        await self.wreck.bot.kill()

    async def _dies_of(self, press: Interaction | None) -> bool:
        """Send a click; tell whether the bot died of it. Raises TimeoutError where it neither answers nor dies."""
        if press is not None:
            self.clicks += 1
            await self.world.send(press)
            await eventually(lambda: press.callback or self.wreck.bot.dead)
        return self.wreck.bot.dead

    # --- Clicking ---

    async def _click(self, stage: Stage) -> Interaction | None:
        """Prepare somebody's click at a table as it stands; None when the bot died while the hand was opened."""
        session = await self.wreck.session(stage)
        table = next((one for one in reversed(self.wreck.messages(stage)) if session.id in str(one.data)), None)
        if table is None:  # not posted yet
            return None
        person = self._somebody(session)
        control, clicked = self._control(session, person), table.id
        if stage.scene.private and control.verb == "move":
            hand = self.world.forge(person, str(ControlId("hand", session.id)), table.id)
            if await self._dies_of(hand) or hand.original is None:
                return None
            clicked = hand.original
        return self.world.forge(person, str(control), clicked)

    def _somebody(self, session: Session) -> Person:
        awaited = GAMES[session.game].awaited(session.state) if session.status is Status.PLAYING else None
        if awaited is None or self.chance.random() < STRANGER:
            return self.chance.choice(self.people)
        return self.wreck.person(session, awaited.seat)

    def _control(self, session: Session, person: Person) -> ControlId:
        if session.status is Status.LOBBY:
            aboard = session.seat_of(int(person.id)) is not None
            verb = self.chance.choice(("start", "start", "first", "leave") if aboard else ("join",))
            return ControlId(verb, session.id)
        if session.status is not Status.PLAYING:
            return ControlId("rematch", session.id)
        game = GAMES[session.game]
        awaited = game.awaited(session.state)
        assert awaited is not None
        token = game.token(game.sample(session.state, awaited.seat, self.chance))
        return ControlId("move", session.id, session.revision, token)

    # --- Looking ---

    async def _look(self, *, thorough: bool) -> None:
        """Replay what the dead bot has left."""
        if thorough:
            everything = await ledger.read_all(self.wreck.bot.database)
            self.sessions = len(everything)
            self.finished = sum(one.session.status is Status.FINISHED for one in everything)
            self.moves = sum(len(one.moves) for one in everything)
        else:
            everything = [await self.wreck.saved(stage) for stage in self.tables]
        for one in everything:
            self.differences += ledger.differences(one)


async def run(kills: int, seed: int, grid: list[tuple[str, Point]]) -> int:
    """Sail the grid, then the random games; return the exit code."""
    began = time.perf_counter()
    server = WireServer()
    await server.start()
    with TemporaryDirectory() as grid_folder, TemporaryDirectory() as folder:
        try:
            await sail_grid(World(server), Path(grid_folder), seed, grid)
            soak = await sail_at_random(World(server), Path(folder), seed, kills)
        finally:
            await server.stop()
    found = soak.differences + server.unknown
    seconds, points = time.perf_counter() - began, ", ".join(f"{one} {n}" for one, n in sorted(soak.points.items()))
    done = (
        f"{len(grid)} steps of moves and {kills} random kills (seed {seed}), {soak.clicks} clicks, "
        f"{soak.sessions} sessions, {soak.finished} finished, {soak.moves} logged moves replayed, "
        f"{len(soak.differences)} differences, {seconds:.0f} s; killed at: {points or 'nothing'}"
    )
    sys.stdout.write("\n".join([*found, done, ""]))
    return 1 if found else 0


async def sail_grid(world: World, folder: Path, seed: int, grid: list[tuple[str, Point]]) -> None:
    """Kill once at each of these steps. Raises AssertionError at the first that loses or hides something."""
    wreck = Wreck(world, folder)
    stages = await scenes.set_up(wreck.bot.database, world, [name for name, _ in grid], seed)
    try:
        await wreck.bot.start()
        for stage, (_, point) in zip(stages, grid, strict=True):
            await wreck.sink(stage, point)
        wreck.bot.assert_clean()
    finally:
        await wreck.bot.discard()


async def sail_at_random(world: World, folder: Path, seed: int, kills: int) -> Soak:
    """Kill so many times in random games; what is wrong stands in the soak's `differences`."""
    soak = Soak(Wreck(world, folder), seed)
    bot = soak.wreck.bot
    await soak.set_up()
    try:
        await soak.sail(kills)
    except (AssertionError, TimeoutError) as error:  # with what had been counted until then
        soak.differences.append(f"broken off after {soak.points.total()} kills: {error!r:.2000}\n{bot.output[-2000:]}")
    finally:
        await bot.discard()
    if "Traceback" in bot.output:
        soak.differences.append(bot.output[-4000:])
    return soak


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
