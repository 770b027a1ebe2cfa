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
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct

from bot.model.records import Status, Terms
from bot.play.sessions import Sessions
from bot.storage.store import Store
from rules import GAMES
from rules.cards import VerifiableShuffler
from tests.offline import sessions_over
from tests.wire import launch, ledger, looking, scenes, shapes
from tests.wire.bot_process import BotProcess
from tests.wire.crowd import SECRET, Crowd, LoadServer, Table, Timings, options_of
from tests.wire.looking import Counts
from tests.wire.people import World

# --- The bot ---


class Bot:
    """The real bot as a process, and a way to look inside it."""

    def __init__(self, world: World, folder: Path) -> None:
        self.file = folder / "look.json"
        self.folder = folder
        environment = {looking.VARIABLE: str(self.file), launch.SECRET: SECRET.hex()}
        self.process = BotProcess(world, folder, environment=environment)

    async def look(self) -> Counts:
        """Return what it holds now."""
        self.file.unlink(missing_ok=True)
        self.process.notify(signal.SIGUSR2)
        async with asyncio.timeout(10):
            while not self.file.exists():  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.01)
        return Counts(json.loads(self.file.read_text()))


async def set_up(world: World, database: Path, games: int) -> list[Table]:
    """Write so many lobbies with two aboard, of both kinds in turn, each in a channel of its own."""
    store = await Store.open(database)
    try:
        sessions = sessions_over(store, time.time, VerifiableShuffler, lambda: SECRET)
        return [await _lobby(world, store, sessions, list(GAMES)[number % 2]) for number in range(games)]
    finally:
        await store.close()


async def _lobby(world: World, store: Store, sessions: Sessions, game: str) -> Table:
    channel = world.state.snowflakes.next()
    world.state.channels[channel] = shapes.channel(channel, f"bay-{len(world.state.channels)}")
    crew = [world.person(name) for name in ("Anne", "Mary")]
    opener, other = (scenes.member(person, channel) for person in crew)
    session = (await sessions.open(game, opener, Terms(options_of(game)))).after
    await sessions.join(session.id, other)
    message = world.state.post(channel, {"flags": shapes.COMPONENTS_V2, "components": []}, {})
    await store.set_table(session.id, int(message.id))
    return Table(game, channel, crew, message, session.id)


async def differences(database: Path, copies: Path, crowd: Crowd) -> list[str]:
    """Compare all that the bot has stored with its own logs and with what people saw."""
    everything = {saved.session.id: saved for saved in await ledger.read_all(database, copies)}
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


GONE: Final = ("locks", "views", "modals", "dynamic items", "messages", "background", "answering")
"""What must be nought once everybody has been answered."""


def left_behind(counts: Counts, before: Counts, tables: list[Table]) -> list[str]:
    """List what the bot still holds and should not."""
    found = [f"{counts[what]} {what} left behind" for what in GONE if counts[what]]
    hands = sum(len(table.crew) for table in tables if table.game == "blackspot" and not table.over)
    if counts["hands"] > hands:
        found.append(f"{counts['hands']} open hands for {hands} that can be open")
    if counts["met"] > 2 * len(tables):
        found.append(f"{counts['met']} interactions kept of {2 * len(tables)} people")
    if counts["tasks"] > before["tasks"] + 2:  # a timer of aiohttp may come and go
        found.append(f"{counts['tasks']} tasks, {before['tasks']} before")
    return found


class Wanted(Struct, frozen=True):
    """How long, how fast, how many."""

    seconds: float = 600.0
    rate: float = 100.0
    games: int = 500
    burst: int = 200
    seed: int = 1


async def run(wanted: Wanted) -> list[str]:
    """Load a bot, print what came of it; return what must not be."""
    server = LoadServer()
    await server.start()
    with TemporaryDirectory() as folder:
        world, bot = World(server), Bot(World(server), Path(folder))
        try:
            tables = await set_up(world, bot.process.database, wanted.games)
            crowd = Crowd(server, tables, wanted.seed)
            await bot.process.start()
            await server.until(lambda: all(table.message.data["components"] for table in tables), 120)
            found = await measure(bot, crowd, wanted)
            await bot.process.kill()
            found += await differences(bot.process.database, Path(folder) / "copies", crowd)
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
    steady_line = steady.line()
    burst = await crowd.burst(wanted.burst)
    await _quiet(crowd.server)
    counts = await bot.look()
    growth = (after["rss"] / before["rss"] - 1) * 100
    say(f"warm-up of {warming:.0f} s: {warm.line()}")
    say(f"{wanted.rate:.0f} clicks/s over {wanted.games} games for {wanted.seconds - warming:.0f} s: {steady_line}")
    cpu = (after["cpu_ms"] - before["cpu_ms"]) / max(1, len(steady.answers))
    waited = (after["waited_ms"] - before["waited_ms"]) / max(1, len(steady.answers))
    say(f"the bot used {cpu:.1f} ms of a processor per click, and waited {waited:.1f} ms for one that others had")
    say(f"resident {before['rss'] >> 20} MiB warm, {after['rss'] >> 20} MiB at the end: {growth:+.1f} % (under 5)")
    say(f"{wanted.burst} clicks at once: answered within {burst:.2f} s (should be within 1)")
    say(f"{sum(table.finished for table in crowd.tables)} games finished; left in the bot: {counts}")
    say("load of this machine over 1, 5, 15 minutes: {:.1f} {:.1f} {:.1f}".format(*os.getloadavg()))
    crowd.server.forget()
    found = left_behind(counts, before, crowd.tables)
    for timings in (warm, steady):
        found += [f"{timings.red} red answers"] if timings.red else []
        found += [f"{count} times: {what}" for what, count in timings.errors.items()]
    return found + [f"{count} times {what} from Discord" for what, count in crowd.server.refused.items()]


async def _quiet(server: LoadServer) -> None:
    """Wait until the bot has asked for nothing for a while: what it shows beside the answers is shown."""
    count = -1
    while count != len(server.requests):
        count = len(server.requests)
        await asyncio.sleep(0.5)


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
