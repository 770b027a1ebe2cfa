"""Many people at many tables, who click when a click is due and keep a shadow of each game that they play."""

import asyncio
import math
from collections import Counter, deque
from random import Random
from typing import Any, Final

from msgspec import Struct, field

from bot.model.custom_ids import ControlId, decode
from rules import GAMES
from rules.cards import VerifiableShuffler, shuffle_key
from rules.lands.model import Move
from tests.wire import shapes
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
        move = self._choose(table, seat)
        control = ControlId("move", table.session, table.revision, game.token(move))
        return Act(table, table.crew[seat], control, table.hands[seat] if private else table.message, move, seat)

    def _choose(self, table: Table, seat: int) -> Any:
        """At random; but who has ten in Lands banks, so that games come to their end."""
        game = GAMES[table.game]
        if table.game == "lands" and table.state.turn.value >= 10 and Move.BANK in game.legal(table.state, seat):
            return Move.BANK
        return game.sample(table.state, seat, self.chance)

    def _learn(self, act: Act, press: Interaction) -> str:
        """Move the shadow on; return what was wrong with the answer, if anything."""
        table, verb, answer = act.table, act.control.verb, press.callback or {}
        original = self.server.state.messages.get(press.original or "")
        if original is None or ((answer["type"] in {UPDATE, DEFERRED_UPDATE}) == (verb in {"hand", "rematch"})):
            return f"{verb} answered by type {answer['type']}"
        if verb == "hand":
            table.hands[act.seat] = original
        elif verb == "rematch":
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
