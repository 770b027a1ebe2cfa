"""An open loop of clicks against the real bot: `python -m tests.wire.load --seconds 600 --rate 100 --games 500`.

This process is Discord and all its people, the bot is a process of its own. Clicks fall due at a fixed rate whether or
not earlier ones have been answered, and an answer's time counts from when its click was due: a bot that stands still
is not spared what it keeps waiting. Every click is a legal one at a table that is not being clicked; people play with
a shadow of each game, so that in the end the bot's database can be compared with what they saw.

Exits 1 for an error, a click without an answer, a difference, or something left behind. Times depend on what else the
machine does: they are printed with its load, beside what they should be.
"""

import argparse
import asyncio
import gc
import json
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from bot.model.records import Status
from bot.play.sessions import Sessions
from bot.storage.store import Store
from tests.registry import GAMES
from tests.wire import launch, ledger, looking, scenes
from tests.wire.bot_process import BotProcess, eventually
from tests.wire.crowd import SECRET, Crowd, LoadServer, Table, Timings
from tests.wire.looking import Counts
from tests.wire.people import World
from tests.wire.server import PATIENCE


class Wanted(Struct, frozen=True):
    """How long, how fast, how many."""

    seconds: float = 600.0
    rate: float = 100.0
    games: int = 500
    burst: int = 200
    seed: int = 1


class Bot:
    """The real bot as a process, and a way to look inside it."""

    def __init__(self, world: World, folder: Path, times: Mapping[str, float] | None) -> None:
        self.file = folder / "look.json"
        self.process = BotProcess(world, folder, {looking.VARIABLE: str(self.file), launch.SECRET: SECRET.hex()}, times)

    async def look(self) -> Counts:
        """Return what it holds now."""
        self.file.unlink(missing_ok=True)
        self.process.notify(signal.SIGUSR2)
        await eventually(self.file.exists)
        return Counts(json.loads(self.file.read_text()))

    async def left(self, most: Counts) -> tuple[Counts, list[str]]:
        """Return what it holds, and what of that is more than it may; what is only not done yet gets its time."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + PATIENCE
        while True:
            counts = await self.look()
            found = [
                f"{counts[kind]} {kind} left behind, at most {most[kind]}" for kind in most if counts[kind] > most[kind]
            ]
            if not found or loop.time() > give_up:
                return counts, found
            await asyncio.sleep(0.1)


def most_left(before: Counts, tables: list[Table]) -> Counts:
    """Return how many things of a kind may be left when everybody has been answered."""
    hands = sum(len(table.crew) for table in tables if table.game == "blackspot" and not table.over)
    nothing = dict.fromkeys(("Lock", "Session", "LayoutView", "Modal"), 0)
    of_hands = dict.fromkeys(("OpenHand", "Reply", "Interaction", "Message"), hands)
    return {**nothing, **of_hands, "LastInteraction": 2 * len(tables), "Task": before["Task"] + 2}


async def set_up(world: World, database: Path, games: int) -> list[Table]:
    """Write so many lobbies with two aboard, of both kinds in turn, each in a channel of its own."""
    async with ledger.offline(database, lambda: SECRET) as (store, sessions):
        return [await _lobby(world, store, sessions, list(GAMES)[number % 2]) for number in range(games)]


async def _lobby(world: World, store: Store, sessions: Sessions, game: str) -> Table:
    channel, crew = world.state.new_channel("bay"), [world.person(name) for name in ("Anne", "Mary")]
    session = await scenes.lobby(sessions, game, scenes.short(game), channel, crew)
    return Table(game, channel, crew, await scenes.lay_table(world, store, session), session.id)


async def differences(database: Path, crowd: Crowd) -> list[str]:
    """Compare all that the bot has stored with its own logs and with what people saw."""
    everything = {saved.session.id: saved for saved in await ledger.read_all(database)}
    found = [line for saved in everything.values() for line in ledger.differences(saved)]
    for table in crowd.tables:
        stored = everything[table.session].session
        if (stored.revision, stored.state) != (table.revision, table.state):
            found.append(f"session {table.session} is at {stored.revision}, its players saw {table.revision}")
    finished = [saved for saved in everything.values() if saved.session.status is Status.FINISHED]
    if len(finished) != sum(table.finished for table in crowd.tables):
        found.append(f"{len(finished)} finished games, their players saw {sum(t.finished for t in crowd.tables)}")
    found += [f"session {one.session.id} is over and has a deadline" for one in finished if one.session.deadline]
    return found


async def run(wanted: Wanted, times: Mapping[str, float] | None = None) -> list[str]:
    """Load a bot, with its own times or these; print what came of it, and return what must not be."""
    server = LoadServer()
    await server.start()
    with TemporaryDirectory() as folder:
        world = World(server)
        bot = Bot(world, Path(folder), times)
        try:
            tables = await set_up(world, bot.process.database, wanted.games)
            crowd = Crowd(server, tables, wanted.seed)
            await bot.process.start()
            await server.until(lambda: all(table.message.data["components"] for table in tables))
            found = await measure(bot, crowd, wanted)
            await bot.process.kill()
            found += await differences(bot.process.database, crowd)
            found += ["the bot logged:\n" + bot.process.output[-4000:]] if "Traceback" in bot.process.output else []
        finally:
            await bot.process.discard()
            await server.stop()
    return found + server.unknown


async def measure(bot: Bot, crowd: Crowd, wanted: Wanted) -> list[str]:
    """Warm up, click, burst, look; print the figures."""
    warming = min(60.0, wanted.seconds / 5)
    await crowd.click_for(warming, wanted.rate)
    before, warm, crowd.timings = await bot.look(), crowd.timings, Timings()
    await crowd.click_for(wanted.seconds - warming, wanted.rate)
    after, steady = await bot.look(), crowd.timings
    steady_line, clicks = steady.line(), max(1, len(steady.answers))
    burst = await crowd.burst(wanted.burst)
    counts, found = await bot.left(most_left(before, crowd.tables))
    growth = (after["rss"] / before["rss"] - 1) * 100
    cpu, waited = ((after[what] - before[what]) / clicks for what in ("cpu_ms", "waited_ms"))
    say(f"warm-up of {warming:.0f} s: {warm.line()}")
    say(f"{wanted.rate:.0f} clicks/s over {wanted.games} games for {wanted.seconds - warming:.0f} s: {steady_line}")
    say(f"the bot used {cpu:.1f} ms of a processor per click, and waited {waited:.1f} ms for one that others had")
    say(f"resident {before['rss'] >> 20} MiB warm, {after['rss'] >> 20} MiB at the end: {growth:+.1f} % (under 5)")
    say(f"{wanted.burst} clicks at once: answered within {burst:.2f} s (should be within 1)")
    say(f"{sum(table.finished for table in crowd.tables)} games finished; left in the bot: {counts}")
    say("load of this machine over 1, 5, 15 minutes: {:.1f} {:.1f} {:.1f}".format(*os.getloadavg()))
    crowd.server.forget()
    wrong = warm.faults + steady.faults + crowd.server.refused
    return found + [f"{count} times {what}" for what, count in wrong.items()]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(argv: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = Wanted()
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="warm-up included (600)")
    parser.add_argument("--rate", type=float, default=usual.rate, help="clicks per second (100)")
    parser.add_argument("--games", type=int, default=usual.games, help="tables, of both games in turn (500)")
    parser.add_argument("--burst", type=int, default=usual.burst, help="clicks at once, at the end (200)")
    parser.add_argument("--seed", type=int, default=usual.seed, help="of what people choose (1)")
    gc.disable()  # pauses of our own would count as the bot's; what we hold we need
    found = asyncio.run(run(Wanted(**vars(parser.parse_args(argv)))))
    say("\n".join([*found, f"{len(found)} faults"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
