"""Clicks in the same tick as each other and as the clock, through the whole bot, in every phase of both games.

What comes of two requests in one tick must be what comes of them one after the other, in one of the two orders; what
comes of five clicks must be what comes of one (F01, F06, F18, F27, F39).
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest

from bot.model.records import Session
from tests.bot import clicks, scenes
from tests.bot.builders import rows
from tests.bot.clicks import TABLE, Control, Stage
from tests.bot.interactions.test_matrix import ANYWHERE, may, rights
from tests.bot.scenes import SCENES, Cast

pytestmark = pytest.mark.usefixtures("nothing_is_a_fault")

Request = tuple[str, Callable[[], Awaitable[Any]]]
"""What it is, and what sends it."""
MOST = 2
"""People who use the same right."""
PAIRS = 6
"""Pairs of clicks of each scene that are tried."""
LOOPS = range(0, 6, 2)
"""Turns of the event loop between two requests."""
CHANCE = re.compile(r'"start_id":\d+|-\d{6,}')
REPEATABLE = {"first", "set"}
"""What may be said again: each time is a step, though it changes nothing else."""
NEW_SESSION = {"rematch", "/lands", "/blackspot"}
"""What makes a session with a random id, which no two runs share."""
MOVES = {
    *("draw", "bank", "spend", "run", "dare", "decline"),
    *("peek", "skip-peek", "take", "steal", "purify", "end-turn", "fight", "curse", "let-go"),
}
DECISIONS = MOVES | {"agree", "refuse", "/pirates leave", "/pirates end", "/pirates remove"}
LOBBY = {"join", "leave", "first", "start", "cancel", "set", "/pirates leave", "/pirates end"}


def requests(stage: Stage, people: Cast, session: Session, game: str, phase: str) -> list[Request]:
    """List what each part is allowed to do here, one control of each kind."""
    allowed = rights(game, phase)
    found = scenes.controls(stage, session)
    listed: list[Request] = []
    for label, who in allowed.items():
        if label not in ANYWHERE or phase == "lobby":  # the same in every phase
            several = [part for part in people if may(people, part, who)]
            listed += [(f"{label} by {part}", sender(stage, people, part, label, found)) for part in several[:MOST]]
    return listed


def sender(
    stage: Stage, people: Cast, part: str, label: str, found: dict[str, list[Control]]
) -> Callable[[], Awaitable[Any]]:
    if label.startswith("/"):
        return lambda: scenes.command(stage, people[part], label[1:])
    control = found[label][0]
    return lambda: stage.press(people[part], control)


def kind(request: Request) -> str:
    return request[0].partition(" by ")[0]


class Scene:
    """A scene that can be played again and again from the same moment."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    async def run(self, *sent: Request, together: bool = False, loops: int = 0) -> dict[str, Any]:
        """Send requests, one by one or in one tick with so many turns of the loop between; return what is stored."""
        await self.stage.restore()
        self.stage._number = TABLE + 10
        if together:
            tasks = []
            for _, send in sent:
                tasks.append(asyncio.ensure_future(send()))
                for _ in range(loops):
                    await asyncio.sleep(0)
            await asyncio.gather(*tasks)
        else:
            for _, send in sent:
                await send()
        await self.stage.settle()
        return await stored(self.stage)

    async def logged(self, session_id: str) -> list[int]:
        return [move.revision for move in await self.stage.store.moves(session_id)]


async def stored(stage: Stage) -> dict[str, Any]:
    """Read all rows, but for the ids of messages and interactions, and for what chance makes of a forgotten player."""
    found = await rows(stage.store)
    found["sessions"] = [(*row[:8], *row[10:]) for row in found["sessions"]]
    return {table: [tuple(CHANCE.sub("", str(cell)) for cell in row) for row in found[table]] for table in found}


@pytest.mark.parametrize("game, phase", SCENES)
async def test_f27_five_impatient_clicks_are_one(stage: Stage, game: str, phase: str) -> None:
    people = await scenes.scene(stage, game, phase)
    await stage.save()
    scene, wrong = Scene(stage), []
    for request in requests(stage, people, await scenes.here(stage), game, phase):
        if kind(request) not in REPEATABLE | NEW_SESSION:
            once = await scene.run(request)
            if await scene.run(*[request] * 5, together=True) != once:
                wrong.append(request[0])
    assert wrong == []


@pytest.mark.parametrize("game, phase", SCENES)
async def test_f06_two_people_in_one_tick_are_one_after_the_other(stage: Stage, game: str, phase: str) -> None:
    people = await scenes.scene(stage, game, phase)
    session = await scenes.here(stage)
    await stage.save()
    listed = [request for request in requests(stage, people, session, game, phase) if kind(request) not in NEW_SESSION]
    matter = [request for request in listed if kind(request) in (LOBBY if session.state is None else DECISIONS)]
    pairs = list(combinations(matter or listed, 2))
    scene, wrong = Scene(stage), []
    for first, second in Random(f"{game} {phase}").sample(pairs, min(PAIRS, len(pairs))):
        possible = [await scene.run(first, second), await scene.run(second, first)]
        for pair in ((first, second), (second, first)):
            after = await scene.run(*pair, together=True)
            if after not in possible:
                wrong.append(f"{pair[0][0]} and {pair[1][0]}")
    assert wrong == []


TIMED = [(game, phase) for game, phase in SCENES if phase not in {"lobby", "paused", "over", "closed"}]


@pytest.mark.parametrize("game, phase", TIMED)
async def test_f01_a_click_in_the_tick_of_its_time_out_is_made_or_is_too_late(
    stage: Stage, game: str, phase: str
) -> None:
    """Every decision and the clock, in both orders and with every small delay between them."""
    people = await scenes.scene(stage, game, phase)
    session = await scenes.here(stage)
    await stage.save()
    assert session.deadline is not None
    stage.clock.now = session.deadline
    clock: Request = ("clock", lambda: stage.sessions.expire(session.id, stage.app.is_member))
    scene, wrong = Scene(stage), []
    for request in requests(stage, people, session, game, phase):
        if kind(request) not in DECISIONS:
            continue
        possible = [await scene.run(request, clock), await scene.run(clock, request)]
        if kind(request) in MOVES:  # exactly one of the two happens
            assert possible == [await scene.run(request), await scene.run(clock)]
        for pair in ((request, clock), (clock, request)):
            for loops in LOOPS:
                if await scene.run(*pair, together=True, loops=loops) not in possible:
                    wrong.append(f"{pair[0][0]} and {pair[1][0]}, {loops} loops")
                if kind(request) in MOVES:
                    logged = (await scene.logged(session.id))[-1:]
                    assert logged == [(await stage.sessions.load(session.id)).revision]
    assert wrong == []


async def test_of_hands_opened_in_one_tick_the_last_alone_shows_cards(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Discord takes the first, the others are on their way already."""
    send, all_on_their_way = clicks._Response.send_message, asyncio.Barrier(3)

    async def slowly(response: clicks._Response, **message: Any) -> Any:
        sent = await send(response, **message)
        await all_on_their_way.wait()
        return sent

    await scenes.scene(stage, "blackspot", "act")
    monkeypatch.setattr(clicks._Response, "send_message", slowly)
    answers = await asyncio.gather(*(stage.slash(scenes.ANNE, "hand") for _ in range(3)))
    await stage.settle()
    assert sorted(answer.taken for answer in answers) == [0, 1, 1]
