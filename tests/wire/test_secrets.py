"""Nothing secret leaves the process: everything it ever writes, at the most verbose, is searched for it (F05, F11).

Exempt is the database: it must hold what a restart needs, the secrets and hands of running games among it, and
README.md tells hosts to keep it and its backups private. Tokens do not stand in it either.
"""

import asyncio
import base64
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from aiohttp import web

from bot.model.custom_ids import decode
from bot.model.errors import MalformedId
from bot.model.records import Session, Status
from tests.wire import shapes
from tests.wire.bot_process import BotProcess
from tests.wire.faults import json_response
from tests.wire.people import World
from tests.wire.server import Call
from tests.wire.shapes import Person
from tests.wire.test_crash import Voyage, prudent
from tests.wire.test_crash_blackspot import Raid

ROOT = Path(__file__).parents[2]


class Searched(BotProcess):
    """The real bot with a fault in it, as verbose as it can be, in a folder that is searched afterwards."""

    def __init__(self, world: World, folder: Path, form: str) -> None:
        verbose = {"LOG_LEVEL": "DEBUG", "LOG_FORMAT": form, "PYTHONDEVMODE": "1", "PYTHONASYNCIODEBUG": "1"}
        super().__init__(world, folder, "tests.wire.cursed", verbose)
        self.folder = folder
        self._there = set(ROOT.iterdir())

    async def aborted(self) -> None:
        """Let it crash, with a dump of where it was, and wait for its end."""
        assert self._process is not None
        self._process.send_signal(signal.SIGABRT)
        assert await self._process.wait() == -signal.SIGABRT
        self._process = None

    def assert_nothing_tells(self, *sessions: Session) -> None:
        """Search every file for tokens, and what was printed for all else that is secret."""
        assert set(ROOT.iterdir()) <= self._there | {ROOT / ".coverage"}, "a file was left in its working directory"
        tokens = {shapes.TOKEN, *self.world.state.interactions}
        for file in self.folder.iterdir():
            told = [token for token in tokens for form in _forms(token.encode()) if form in file.read_bytes()]
            assert told == [], f"{file.name} holds tokens"
        printed = self.log.read_bytes()
        for session in sessions:
            assert not [form for form in _forms(session.secret) if form in printed], "a session's secret was printed"
            assert repr(session.state).encode() not in printed
        for word in (b"State(", b"Seat(", b"Session(", b'"deck"', b'"hand"', b"secret=", b"environ("):
            assert word not in printed
        words = set(re.split(rb"[^!-~]+|[\"'|]", printed))
        assert not [argument for argument in self.arguments() if argument.encode() in words], "a card was printed"

    def arguments(self) -> set[str]:
        """What the controls that were clicked name: moves and drafts with cards that only one hand holds."""
        clicked = [one.event["data"].get("custom_id", "") for one in self.world.state.interactions.values()]
        return {argument for argument in map(_argument, clicked) if re.search(r"\d|[A-Z]", argument)}


def _argument(custom_id: str) -> str:
    try:
        return decode(custom_id).argument
    except MalformedId:
        return ""


def _forms(secret: bytes) -> set[bytes]:
    """How a secret could be written."""
    return {secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret).rstrip(b"=")}


@pytest.fixture(params=["text", "json"])
async def bot(request: pytest.FixtureRequest, world: World, tmp_path: Path) -> AsyncIterator[Searched]:
    folder = tmp_path / "bot"
    folder.mkdir()
    made = Searched(world, folder, request.param)
    await made.start()
    yield made
    await made.discard()


REFUSALS = [(401, 0), (403, 50013), (404, 10008), (404, 10062), (404, 10015), (401, 50027), (500, 0)]
"""Discord's answers: no right, nothing there, too late, a webhook's token that is none, and a fault of its own."""


async def refuse(voyage: Voyage, status: int, code: int) -> None:
    """Let Discord refuse every answer to a move and every edit beside it; then post the table again."""
    world, refused = voyage.world, asyncio.Event()

    async def answer(call: Call) -> web.Response | None:
        refused.set()
        # Discord's own words may hold an address.
        return json_response(status, {"code": code, "message": f"{call.path} is refused"})

    routes = [("POST", "/interactions/"), ("POST", "/webhooks/"), ("PATCH", "/webhooks/"), ("PATCH", "/channels/")]
    session = await voyage.saved()
    press = voyage.press(session, prudent(session.state))
    world.server.interventions.update(dict.fromkeys(routes, answer))
    await world.send(press)
    await asyncio.wait_for(refused.wait(), 5)
    world.server.interventions.clear()
    assert (await voyage.saved()).revision == session.revision + 1, "the move stands"
    posted = await world.slash(voyage.anne, "pirates table")
    assert posted.message is not None
    voyage.table = posted.message.id


async def curse(voyage: Voyage, how_to_play: str) -> None:
    """Click on what fails; the player gets a reference that the log knows."""
    reply = await voyage.world.send_click(voyage.anne, how_to_play, voyage.table)
    found = re.search(r"the reference \*\*([0-9A-F]{6})\*\*", reply.text)
    assert found is not None, reply.text
    assert f"fault {found[1]}: 'how-to-play'" in voyage.bot.output
    assert "RuntimeError: Authorization: Bot [hidden] for /webhooks/" in voyage.bot.output
    assert "Task exception was never retrieved" in voyage.bot.output


async def refuse_hand(raid: Raid, victim: Person) -> None:
    """Let Discord refuse the answer to a click that names a card of the hand it is made in."""
    hand = (await raid.hand(victim)).message
    assert hand is not None
    names = [part["custom_id"] for part in shapes.walk(hand.data["components"]) if "custom_id" in part]
    card = next(name for name in names if re.search(r"\d|[A-Z]", _argument(name)))
    refused = asyncio.Event()

    async def answer(_call: Call) -> web.Response | None:
        refused.set()
        return json_response(403, {"code": 50013, "message": "Missing Permissions"})

    raid.world.server.interventions["POST", "/interactions/"] = answer
    await raid.world.send(raid.world.forge(victim, card, hand.id))
    await asyncio.wait_for(refused.wait(), 5)
    raid.world.server.interventions.clear()


async def begin(voyage: Voyage) -> str:
    """Start a game; return the custom_id of the lobby's button that fails."""
    lobby = await voyage.open()
    assert lobby.message is not None
    buttons = {
        part["label"]: part["custom_id"] for part in shapes.walk(lobby.message.data["components"]) if "label" in part
    }
    await voyage.world.click(voyage.mary, "Join")
    await voyage.world.click(voyage.anne, "Start")
    how_to_play: str = buttons["How to play"]
    return how_to_play


async def test_no_secret_is_printed_in_games_with_faults_refusals_and_a_crash(
    world: World, bot: Searched, tmp_path: Path
) -> None:
    voyage = Voyage(world, bot, tmp_path / "copies")
    await curse(voyage, await begin(voyage))
    for status, code in REFUSALS:
        await refuse(voyage, status, code)
    await world.slash(world.person("Mo", discord.Permissions(manage_messages=True)), "pirates end")
    sailed = await voyage.saved()
    assert sailed.status is Status.CLOSED
    raid = Raid(world, bot, tmp_path / "copies")
    how_to_play = await begin(raid)
    robbed = await raid.rob()
    await refuse_hand(raid, raid.player(robbed, robbed.state.theft.victim))
    await curse(raid, how_to_play)
    await asyncio.wait_for(bot.aborted(), 10)
    assert "Fatal Python error: Aborted" in bot.output
    assert len(bot.arguments()) > 5, "moves named cards"
    bot.assert_nothing_tells(sailed, robbed)
