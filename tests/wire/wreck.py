"""The bot dies at one step of one move, comes back, and must not have lost, doubled or hidden anything."""

import asyncio
import json
import re
import secrets
import signal
import time
from collections.abc import Awaitable, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from bot.messages.background import Background
from bot.messages.kits import Kits
from bot.messages.tables import Tables
from bot.model import games
from bot.model.custom_ids import ControlId
from bot.model.house_rules import house_rules
from bot.model.records import Change, Session, Status
from bot.play import seats
from bot.play.sessions import Sessions
from bot.texts import content
from rules.game import Clock
from tests.registry import GAMES
from tests.wire import dying, ledger, scenes, shapes
from tests.wire.bot_process import BotProcess
from tests.wire.dying import Point
from tests.wire.ledger import Saved
from tests.wire.people import World
from tests.wire.scenes import Stage
from tests.wire.shapes import Json, Person
from tests.wire.state import UPDATE, Interaction, Message

SECRET: Final = bytes(32)
"""What the twin of a rematch has; the bot's own cannot be known."""
KEPT: Final = frozenset({Point.COMMITTED, Point.ANSWERING, Point.ANSWERED, Point.SHOWING, Point.CALLING})
"""The points at which the move has been committed."""


def private(session: Session) -> bool:
    """Tell whether moves are made in a hand."""
    return games.GAMES[session.game].hand is not None and session.status is Status.PLAYING


def passed(before: Saved, after: Saved) -> frozenset[Point]:
    """Return the points that a move passes at all."""
    not_always = {
        Point.LOGGED: len(after.moves) > len(before.moves),
        Point.RESULTED: len(after.results) > len(before.results),
        Point.BOARDS: len(after.results) > len(before.results) and after.boards != before.boards,
        Point.SHOWING: private(before.session),
        Point.CALLING: seats.awaited(after.session) != seats.awaited(before.session),
    }
    return frozenset(point for point in Point if not_always.get(point, True))


class Wreck:
    """One bot that is killed again and again, each time in another game."""

    def __init__(self, world: World, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.world = world
        self.orders = folder / "die"
        self.bot = BotProcess(world, folder, {dying.VARIABLE: str(self.orders), **(environment or {})})
        self._drawing = _drawing()

    # --- Looking ---

    async def saved(self, stage: Stage) -> Saved:
        return await ledger.read(self.bot.database, stage.channel)

    async def session(self, stage: Stage) -> Session:
        """The same session with all its times."""
        return (await self.saved(stage)).whole

    def person(self, session: Session, seat: int) -> Person:
        return self.world.state.members[str(session.players[seat].user_id)]

    def messages(self, stage: Stage) -> list[Message]:
        """The public messages of a stage's channel."""
        messages = self.world.state.messages.values()
        return [one for one in messages if one.data["channel_id"] == stage.channel and one.reader is None]

    async def table(self, stage: Stage) -> Message:
        """Wait until a message of the channel shows what the store holds."""
        drawn = self._drawing.draw(await self.session(stage)).to_components()  # type: ignore[no-untyped-call]
        expected = looks({"content": "", "components": drawn})

        def found() -> Message | None:
            return next((one for one in self.messages(stage) if looks(one.data) == expected), None)

        try:
            return await self.world.server.until(found)
        except TimeoutError:
            shown = [one.text for one in self.messages(stage)]
            raise AssertionError(f"no table shows {expected}, but: {shown}\n{self.bot.output[-2000:]}") from None

    async def press(self, stage: Stage, control: str = "") -> Interaction:
        """Prepare the click of a stage: at the table, or in the hand of whoever is awaited."""
        session = await self.session(stage)
        awaited, message = seats.awaited(session), await self.table(stage)
        person = self.person(session, awaited.seat if awaited else 0)
        if private(session):
            message = (await self.world.click(person, "My hand", message.id)).shown
        return self.world.forge(person, control or stage.control(session), message.id)

    # --- The test ---

    async def sink(self, stage: Stage, point: Point | None) -> bool:
        """Kill the bot at a point of the stage's move, start it again, and look at everything.

        None is any moment. False where the move does not pass the point: then nothing has been done.
        """
        press = await self.press(stage)
        before = await self.saved(stage)
        after = await self._twin(stage, press)
        if point is not None and point not in passed(before, after):
            return False
        await self._die(press, point)
        left = await self.saved(stage)
        kept = point in KEPT or (point is None and alike(left) == alike(after))
        assert alike(left) == alike(after if kept else before), f"{stage.session} at {point}"
        await self.bot.start()
        assert alike(await self.saved(stage)) == alike(left), "a start changes nothing"
        await self._explain(stage)
        await self._again(stage, press, kept=kept)
        await self._onward(stage)
        return True

    async def _die(self, press: Interaction, point: Point | None) -> None:
        if point is not None:
            self.orders.write_text(point)
        await self.world.send(press)
        if point is None:
            await asyncio.sleep(secrets.randbelow(30) / 1000)  # any moment will do
            await self.bot.kill()
        else:
            assert await self.bot.ended() == -signal.SIGKILL, self.bot.output
        self.orders.unlink(missing_ok=True)
        press.expired = True

    async def _twin(self, stage: Stage, press: Interaction) -> Saved:
        """What the move leads to where nobody dies."""
        session = await self.session(stage)
        person = scenes.member(self.world.state.members[press.user], stage.channel)

        def operation(sessions: Sessions) -> Awaitable[Change]:
            if stage.token:
                return sessions.play(stage.session, person, session.revision, stage.token)
            if session.status is Status.LOBBY:
                return sessions.start(stage.session, person, int(press.id))
            return sessions.rematch(stage.session, person)

        return await ledger.twin(self.bot.database, SECRET, operation)

    async def _explain(self, stage: Stage) -> None:
        """The players see how it stands, on one table, and a victim is called, once."""
        table = await self.table(stage)
        session = await self.session(stage)
        react = str(ControlId("react", session.id))

        def others() -> list[Message]:
            return [one for one in self.messages(stage) if one is not table and session.id in str(one.data)]

        awaited = seats.awaited(session)
        if awaited is not None and awaited.clock is Clock.REACTION:
            await self.world.server.until(lambda: [react in str(one.data) for one in others()] == [True])
        assert not any("Rematch" in self.world.labels(one.id) for one in others())

    async def _again(self, stage: Stage, press: Interaction, *, kept: bool) -> None:
        """The same click once more: made now if it had been lost, else answered with a sentence and the truth."""
        settled = await self.saved(stage)
        again = self.world.forge(self.world.state.members[press.user], press.custom_id, str(press.source))
        expected = settled if kept else await self._twin(stage, again)
        answer = await self.world.run(again)
        assert alike(await self.saved(stage)) == alike(expected)
        if kept:
            await self.world.server.until(lambda: answer.private or again.followups)
        elif stage.token:
            assert answer.kind == UPDATE

    async def _onward(self, stage: Stage) -> None:
        """The next click works."""
        before = (await self.saved(stage)).whole
        if before.status is Status.LOBBY:
            joined = str(ControlId("join", before.id))
            press = self.world.forge(self.world.person("Grace"), joined, (await self.table(stage)).id)
        elif before.status is Status.PLAYING:
            game = GAMES[before.game]
            move = game.token(game.timeout_move(before.state))
            press = await self.press(stage, str(ControlId("move", before.id, before.revision, move)))
        else:
            press = await self.press(replace(stage, token=""))
        await self.world.run(press)
        after = await self.saved(stage)
        if before.live:
            assert after.session.revision > before.revision
        else:
            assert (after.session.id != before.id, after.session.status) == (True, Status.LOBBY)
        assert ledger.differences(after) == []
        await self.table(stage)


def alike(saved: Saved) -> Saved:
    """Leave out the times, and what a new session draws by lot: its id and its secret."""
    session = saved.session
    if session.start_id is None:
        session = replace(session, id="", secret=b"")
    return replace(saved, session=session, whole=session)


def looks(data: Json) -> str:
    """What a message says and what its controls would send, without the moments in it."""
    controls = [part["custom_id"] for part in shapes.walk(data["components"]) if "custom_id" in part]
    return json.dumps([re.sub(r"<t:\d+:R>", "<then>", shapes.text(data)), controls])


def _drawing() -> Tables:
    """The bot's own drawing, to draw what the store holds."""
    shipped = content.load()
    kits = Kits(shipped.languages, house_rules(shipped), {})
    nobody: Any = None
    return Tables(nobody, nobody, kits, Background(), nobody, nobody, nobody, time.time)
