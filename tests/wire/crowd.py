"""Many people at many tables, who click when a click is due and keep a shadow of each game that they play."""

import asyncio
import math
from collections import Counter, deque
from random import Random
from typing import Any, Final

from msgspec import Struct, field

from bot.model.custom_ids import ControlId, decode
from rules.cards import VerifiableShuffler, shuffle_key
from rules.lands.model import Move
from tests.registry import GAMES
from tests.wire import shapes
from tests.wire.scenes import short
from tests.wire.server import PATIENCE, Answer, Call, WireServer
from tests.wire.shapes import Json, Person
from tests.wire.state import DEFERRED_UPDATE, UPDATE, Interaction, Message

SECRET: Final = bytes(range(32))
"""Of all sessions, so that people can keep their shadows; each shuffle depends on its Start besides."""
RED_SECONDS: Final = 3.0
"""After so long Discord tells a player in red that the bot did not answer."""
AGAIN: Final = 0.1
"""How often somebody opens a hand that is open already."""


class Timings(Struct):
    """What happened to the clicks; times in seconds."""

    answers: list[float] = []
    lags: list[float] = []
    """How much later than due the click left: our own fault."""
    deferred: int = 0
    """Answers that only said to wait, and came later."""
    faults: Counter[str] = field(default_factory=Counter)

    def line(self) -> str:
        """Return the figures."""
        late = sum(seconds > RED_SECONDS for seconds in self.answers)
        return (
            f"{len(self.answers)} answers: p50 {self.at(0.5):.1f} ms, p99 {self.at(0.99):.1f} ms (should be under 50), "
            f"longest {self.at(1):.1f} ms; clicks left late by p99 {_quantile(self.lags, 0.99) * 1000:.1f} ms; "
            f"{self.deferred} deferred, {late} after more than {RED_SECONDS:.0f} s (should be 0)"
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
        self.refused: Counter[str] = Counter()
        self.edited: set[str] = set()
        """The tokens by which messages have been edited."""
        self._put_away: set[str] = set()
        """The paths of what the bot itself has deleted: an edit that was on its way comes too late, and may."""

    def _callback(self, call: Call) -> Answer:
        arrived = asyncio.get_running_loop().time()
        answer = super()._callback(call)
        waiting = self.waiting.pop(call.names["token"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result(arrived)
        return answer

    def _edit(self, message: Message, call: Call) -> Answer:
        answer = super()._edit(message, call)
        self.edited.add(call.names.get("token", ""))
        return answer

    def forget(self) -> None:
        """Drop what was recorded, once the errors among it are counted."""
        self._put_away.update(one.path for one in self.sent("DELETE") if one.status == 204)
        self.refused.update(
            f"{one.method} {one.status}"
            for one in self.requests
            if one.status >= 400 and not (one.status == 404 and one.path in self._put_away)
        )
        self.requests.clear()
        if self.gateway.session is not None:
            events = self.gateway.session.events
            events[:] = [""] * len(events)  # their number is the sequence


class Table(Struct):
    """A game, as the two who play it know it."""

    game: str
    channel: str
    crew: list[Person]
    message: Message
    session: str
    revision: int = 1
    """A lobby with both aboard."""
    aboard: int = 2
    first: int | None = None
    """Who begins the next game; None leaves it to the seed."""
    state: Any = None
    shuffler: Any = None
    hands: dict[int, Message] = {}
    finished: int = 0

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
            while not self.ready and self._under_way:  # everybody waits for the bot, and the clock runs
                await asyncio.wait(self._under_way, return_when=asyncio.FIRST_COMPLETED)
            self.timings.lags.append(loop.time() - due)
            await self._send(1, due)
        await self.settle()

    async def burst(self, clicks: int) -> float:
        """Send so many clicks at once, each at another table; return the seconds to the last answer."""
        before = len(self.timings.answers)
        await self._send(min(clicks, len(self.ready)), asyncio.get_running_loop().time())
        await self.settle()
        return max(self.timings.answers[before:], default=math.inf)

    async def settle(self) -> None:
        """Wait for the answers under way."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    async def _send(self, clicks: int, due: float) -> None:
        """Send the next clicks in one tick."""
        presses = []
        for _ in range(clicks):
            act = self._next(self.ready.popleft())
            data = {"custom_id": str(act.control), "component_type": 2}
            press = self.server.state.interaction(3, act.person, act.table.channel, data, act.message.data)
            answer = self.server.waiting[press.token] = asyncio.get_running_loop().create_future()
            task = asyncio.create_task(self._take(act, press, due, answer))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
            presses.append(press)
        await self.server.gateway.dispatch("INTERACTION_CREATE", *(press.event for press in presses))

    async def _take(self, act: Act, press: Interaction, due: float, answer: asyncio.Future[float]) -> None:
        """Wait for the answer, learn from it, and let the table be clicked again."""
        try:
            async with asyncio.timeout(PATIENCE):
                self.timings.answers.append(await answer - due)
            if press.callback is not None and press.callback["type"] == DEFERRED_UPDATE:
                self.timings.deferred += 1
                await self.server.until(lambda: self._made_good(act, press))
            self._learn(act, press)
        except (TimeoutError, AssertionError) as error:
            self.timings.faults[f"{act.control.verb} not answered as it should be: {error!r}"] += 1
            return  # what became of the table is not known: it is left alone
        # The token is used for edits of the hand; the rest of the event has done its work.
        press.event = {key: press.event[key] for key in ("id", "token", "type", "channel_id", "message")}
        press.event["message"] = {"id": press.event["message"]["id"]}
        self.ready.append(act.table)

    def _made_good(self, act: Act, press: Interaction) -> bool:
        """Tell whether what an answer had put off has come: a message behind it, or an edit of the one clicked."""
        if act.control.verb in {"hand", "rematch"}:
            return self._answer(act, press) is not None
        return press.token in self.server.edited

    def _answer(self, act: Act, press: Interaction) -> Message | None:
        """Return the message that a click has led to; a rematch may have a private note before it."""
        ids = [press.original] if press.callback and press.callback["type"] != DEFERRED_UPDATE else press.followups
        shown = [self.server.state.messages[one] for one in ids if one in self.server.state.messages]
        wanted = [one for one in shown if (one.reader is None) == (act.control.verb != "hand")]
        return wanted[-1] if wanted else None

    # --- Playing ---

    def _next(self, table: Table) -> Act:
        """Choose the next click at a table."""
        if table.over or table.state is None:
            verb = "rematch" if table.over else "join" if table.aboard < len(table.crew) else "start"
            who = table.crew[table.aboard if verb == "join" else 0]
            return Act(table, who, ControlId(verb, table.session), table.message)
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

    def _learn(self, act: Act, press: Interaction) -> None:
        """Move the shadow on. Raises AssertionError for an answer of the wrong kind."""
        table, verb, kind = act.table, act.control.verb, (press.callback or {})["type"]
        if verb not in {"hand", "rematch"}:
            assert kind in {UPDATE, DEFERRED_UPDATE}, kind
            table.revision += 1
            self._moved(act, int(press.id))
            return
        shown = self._answer(act, press)
        assert kind != UPDATE and shown is not None, kind  # noqa: PT018 - one fact
        if verb == "hand":
            table.hands[act.seat] = shown
        else:
            table.message, table.state, table.hands = shown, None, {}
            table.session, table.aboard, table.revision = _session_of(shown.data), 1, 0

    def _moved(self, act: Act, start_id: int) -> None:
        table, game = act.table, GAMES[act.table.game]
        if act.control.verb == "join":
            table.aboard += 1
        elif act.control.verb == "start":
            table.shuffler = VerifiableShuffler(shuffle_key(SECRET, start_id))
            table.state = game.deal(short(table.game), len(table.crew), table.first, table.shuffler)
            beginner = game.awaited(table.state)
            assert beginner is not None
            table.first = (beginner.seat + 1) % len(table.crew)  # as a rematch moves it on
        else:
            table.state = game.apply(table.state, act.seat, act.move, table.shuffler).state
            table.finished += table.over


def _session_of(data: Json) -> str:
    ids = [part["custom_id"] for part in shapes.walk(data["components"]) if "custom_id" in part]
    return decode(ids[0]).session
