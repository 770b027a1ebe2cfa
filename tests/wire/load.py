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
import json
import math
import os
import signal
import sys
import time
from collections import Counter, deque
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import Struct, field

from bot.custom_ids import ControlId, decode
from bot.records import Status, Terms
from bot.sessions import Sessions
from bot.store import Store
from rules import GAMES
from rules.cards import VerifiableShuffler, shuffle_key
from tests.wire import launch, ledger, looking, scenes, shapes
from tests.wire.bot_process import BotProcess
from tests.wire.looking import Counts
from tests.wire.people import World
from tests.wire.server import Answer, Call, WireServer
from tests.wire.shapes import Json, Person
from tests.wire.state import DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, Interaction, Message

SECRET: Final = bytes(range(32))
"""Of all sessions, so that people can keep their shadows; each shuffle depends on its Start besides."""
RED_SECONDS: Final = 3.0
AGAIN: Final = 0.1
"""How often somebody opens a hand that is open already."""


class Timings(Struct):
    """What happened to the clicks; times in seconds."""

    answers: list[float] = []
    lags: list[float] = []
    """How much later than due the click left: our own fault."""
    deferred: int = 0
    """Answers that only said to wait, and came later."""
    red: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    def line(self) -> str:
        """Return the figures."""
        return (
            f"{len(self.answers)} answers: p50 {self.at(0.5):.1f} ms, p99 {self.at(0.99):.1f} ms (should be under 50), "
            f"longest {self.at(1):.1f} ms; clicks left late by p99 {_quantile(self.lags, 0.99) * 1000:.1f} ms; "
            f"{self.deferred} deferred, {self.red} red, {sum(self.errors.values())} errors {dict(self.errors) or ''}"
        )

    def at(self, share: float) -> float:
        """Return a quantile of the answers in milliseconds."""
        return _quantile(self.answers, share) * 1000


def _quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


class LoadServer(WireServer):
    """A Discord that tells at once when an interaction has been answered, and forgets what a load need not keep."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[str, asyncio.Future[float]] = {}
        self.deferred: dict[str, asyncio.Event] = {}
        self.refused: Counter[str] = Counter()

    def _callback(self, call: Call) -> Answer:
        arrived = asyncio.get_running_loop().time()
        answer = super()._callback(call)
        waiting = self.waiting.pop(call.names["token"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result(arrived)
        return answer

    def _edit(self, message: Message, call: Call) -> Answer:
        answer = super()._edit(message, call)
        self._made_good(call)
        return answer

    def _follow_up(self, call: Call) -> Answer:
        answer = super()._follow_up(call)
        self._made_good(call)
        return answer

    def _made_good(self, call: Call) -> None:
        """Tell that what an answer had put off has come."""
        if call.names.get("token") in self.deferred:
            self.deferred.pop(call.names["token"]).set()

    def forget(self) -> None:
        """Drop what was recorded, once the errors among it are counted."""
        self.refused.update(f"{one.method} {one.status}" for one in self.requests if one.status >= 400)
        self.requests.clear()
        if self.gateway.session is not None:
            events = self.gateway.session.events
            events[:] = [""] * len(events)  # their number is the sequence


class Table:
    """A game, as the two who play it know it."""

    def __init__(self, game: str, channel: str, crew: list[Person], message: Message, session: str) -> None:
        self.game = game
        self.channel = channel
        self.crew = crew
        self.message = message
        self.session = session
        self.revision = 1
        """A lobby with both aboard."""
        self.aboard = 2
        self.first: int | None = None
        """Who begins the next game; None leaves it to the seed."""
        self.state: Any = None
        self.shuffler: Any = None
        self.hands: dict[int, Message] = {}
        self.finished = 0

    @property
    def over(self) -> bool:
        return self.state is not None and GAMES[self.game].awaited(self.state) is None


class Act(Struct, frozen=True):
    """One click: who, on what, where, and which move it is."""

    table: Table
    person: Person
    control: ControlId
    message: Message
    move: Any = None
    seat: int = -1


class Crowd:
    """Everybody who clicks."""

    def __init__(self, server: LoadServer, tables: list[Table], seed: int) -> None:
        self.server = server
        self.tables = tables
        self.timings = Timings()
        self.ready = deque(tables)
        self.chance = Random(seed)
        self._under_way: set[asyncio.Task[None]] = set()

    # --- The loop ---

    async def click_for(self, seconds: float, rate: float) -> None:
        """Click at `rate` per second, come what may."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number in range(int(seconds * rate)):
            due = began + number / rate
            if due > loop.time():
                await asyncio.sleep(due - loop.time())
            if number % 256 == 0:
                self.server.forget()
            await self._release(due)
        await self.settle()

    async def burst(self, clicks: int) -> float:
        """Send so many clicks at once, each at another table; return the seconds to the last answer."""
        acts = [self._next(self.ready.popleft()) for _ in range(min(clicks, len(self.ready)))]
        presses = [self._prepare(act) for act in acts]
        due = asyncio.get_running_loop().time()
        before = len(self.timings.answers)
        for act, press in zip(acts, presses, strict=True):
            self._follow(act, press, due)
        await self.server.gateway.dispatch("INTERACTION_CREATE", *(press.event for press in presses))
        await self.settle()
        return max(self.timings.answers[before:], default=math.inf)

    async def settle(self) -> None:
        """Wait for the answers under way."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    async def _release(self, due: float) -> None:
        while not self.ready:  # noqa: ASYNC110 - everybody waits for the bot, and the clock runs
            await asyncio.sleep(0.001)
        act = self._next(self.ready.popleft())
        press = self._prepare(act)
        self.timings.lags.append(asyncio.get_running_loop().time() - due)
        self._follow(act, press, due)
        await self.server.gateway.dispatch("INTERACTION_CREATE", press.event)

    def _prepare(self, act: Act) -> Interaction:
        data = {"custom_id": str(act.control), "component_type": 2}
        press = self.server.state.interaction(3, act.person, act.table.channel, data, None)
        press.event["message"] = act.message.data
        self.server.waiting[press.token] = asyncio.get_running_loop().create_future()
        return press

    def _follow(self, act: Act, press: Interaction, due: float) -> None:
        task = asyncio.create_task(self._take(act, press, due, self.server.waiting[press.token]))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _take(self, act: Act, press: Interaction, due: float, answer: asyncio.Future[float]) -> None:
        """Wait for the answer, learn from it, and let the table be clicked again."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout_at(max(loop.time(), due) + RED_SECONDS):
                self.timings.answers.append(await answer - due)
        except TimeoutError:
            self.timings.red += 1
            press.expired = True
            return  # what became of the table is not known: it is left alone
        if press.callback is not None and press.callback["type"] in {DEFERRED_MESSAGE, DEFERRED_UPDATE}:
            self.timings.deferred += 1
            later = self.server.deferred[press.token] = asyncio.Event()
            await asyncio.wait_for(later.wait(), 10 * RED_SECONDS)
        fault = self._learn(act, press)
        if fault:
            self.timings.errors[fault] += 1
        # The token is used for edits of the hand; the rest of the event has done its work.
        press.event = {key: press.event[key] for key in ("id", "token", "type", "channel_id", "message")}
        press.event["message"] = {"id": press.event["message"]["id"]}
        self.ready.append(act.table)

    # --- Playing ---

    def _next(self, table: Table) -> Act:
        """Choose the next click at a table."""
        if table.state is None:
            if table.aboard < len(table.crew):
                return Act(table, table.crew[table.aboard], ControlId("join", table.session), table.message)
            return Act(table, table.crew[0], ControlId("start", table.session), table.message)
        if table.over:
            return Act(table, table.crew[0], ControlId("rematch", table.session), table.message)
        game = GAMES[table.game]
        awaited = game.awaited(table.state)
        assert awaited is not None
        seat = awaited.seat
        private = table.game == "blackspot"
        if private and (seat not in table.hands or self.chance.random() < AGAIN):
            return Act(table, table.crew[seat], ControlId("hand", table.session), table.message, seat=seat)
        move = game.sample(table.state, seat, self.chance)
        control = ControlId("move", table.session, table.revision, game.token(move))
        return Act(table, table.crew[seat], control, table.hands[seat] if private else table.message, move, seat)

    def _learn(self, act: Act, press: Interaction) -> str:
        """Move the shadow on; return what was wrong with the answer, if anything."""
        table, verb, answer = act.table, act.control.verb, press.callback or {}
        original = self.server.state.messages.get(press.original or "")
        if original is None or ((answer["type"] in {UPDATE, DEFERRED_UPDATE}) == (verb in {"hand", "rematch"})):
            return f"{verb} answered by type {answer['type']}"
        if verb == "hand":
            table.hands[act.seat] = original
        elif verb == "rematch":
            del self.server.state.messages[table.message.id]
            table.message, table.state, table.hands = original, None, {}
            table.session, table.aboard, table.revision = _session_of(original.data), 1, 0
        else:
            table.revision += 1
            self._moved(act, int(press.id))
        return ""

    def _moved(self, act: Act, start_id: int) -> None:
        table, game = act.table, GAMES[act.table.game]
        if act.control.verb == "join":
            table.aboard += 1
        elif act.control.verb == "start":
            table.shuffler = VerifiableShuffler(shuffle_key(SECRET, start_id))
            table.state = game.deal(options_of(table.game), len(table.crew), table.first, table.shuffler)
            beginner = game.awaited(table.state)
            assert beginner is not None
            table.first = (beginner.seat + 1) % len(table.crew)  # as a rematch moves it on
        else:
            table.state = game.apply(table.state, act.seat, act.move, table.shuffler).state
            table.finished += table.over


def options_of(game: str) -> Any:
    """Return the house rules of all games here: a short voyage, and Black Spot as it stands."""
    return GAMES[game].Options(target=50) if game == "lands" else GAMES[game].Options()


def _session_of(data: Json) -> str:
    ids = [part["custom_id"] for part in shapes.walk(data["components"]) if "custom_id" in part]
    return decode(ids[0]).session


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
        sessions = Sessions(store, time.time, VerifiableShuffler, lambda: SECRET)
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
    say(f"processor of the bot: {cpu:.1f} ms per click")
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
    found = asyncio.run(run(Wanted(**vars(parser.parse_args(argv)))))
    say("\n".join([*found, f"{len(found)} faults"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
