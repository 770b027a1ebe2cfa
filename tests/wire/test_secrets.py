"""Nothing secret leaves the process: everything it ever writes, at the most verbose, is searched for it (F05, F11).

Exempt is the database: it must hold what a restart needs, the secrets and hands of running games among it, and
README.md tells hosts to keep it and its backups private. Tokens do not stand in it either.
"""

import base64
import re
import signal
from pathlib import Path

import pytest

from bot.model.custom_ids import ControlId
from bot.model.records import Session
from tests.wire import launch, scenes, shapes
from tests.wire.faults import CALLBACK, FOLLOWUP, ORIGINAL, TABLE, refused
from tests.wire.people import World
from tests.wire.scenes import Stage
from tests.wire.wreck import Wreck

ROOT = Path(__file__).parents[2]
VERBOSE = {"LOG_LEVEL": "DEBUG", "PYTHONDEVMODE": "1", "PYTHONASYNCIODEBUG": "1"}
REFUSALS = [(401, 0), (403, 50013), (404, 10008), (404, 10062), (404, 10015), (401, 50027), (500, 0)]
"""Discord's answers: no right, nothing there, too late, a webhook's token that is none, and a fault of its own."""
ANSWERS = (("POST", CALLBACK), ("POST", FOLLOWUP), ("PATCH", ORIGINAL), ("PATCH", TABLE))
"""All that a click may lead to."""


async def refuse(wreck: Wreck, stage: Stage, status: int, code: int) -> str:
    """Let Discord refuse every answer to a move, and every edit beside it; return what the move names."""
    press, before = await wreck.press(stage), await wreck.session(stage)
    server = wreck.world.server
    for method, route in ANSWERS:
        server.next(method, route, refused(status, code), times=9)
    struck = server.struck
    await wreck.world.send(press)
    await server.until(lambda: server.struck > struck)
    assert (await wreck.session(stage)).revision == before.revision + 1, "the move stands"
    server.faults.clear()
    return stage.token


async def curse(wreck: Wreck, stage: Stage) -> None:
    """Click on what fails; the player gets a reference that the log knows."""
    session, table = await wreck.session(stage), wreck.messages(stage)[0]
    control = str(ControlId("how-to-play", session.id))
    reply = await wreck.world.send_click(wreck.person(session, 0), control, table.id)
    found = re.search(r"the reference \*\*([0-9A-F]{6})\*\*", reply.text)
    assert found is not None, reply.text
    assert f"fault {found[1]}: 'how-to-play'" in wreck.bot.output
    assert "RuntimeError: Authorization: Bot [hidden] for /webhooks/" in wreck.bot.output
    assert "Task exception was never retrieved" in wreck.bot.output


def assert_nothing_tells(wreck: Wreck, sessions: list[Session], cards: set[str]) -> None:
    """Search every file for tokens, and what was printed for all else that is secret."""
    tokens = {shapes.TOKEN, *wreck.world.state.interactions}
    for file in wreck.bot.log.parent.rglob("*"):
        written = file.read_bytes() if file.is_file() else b""
        told = [token for token in tokens for form in _forms(token.encode()) if form in written]
        assert told == [], f"{file.name} holds tokens"
    printed = wreck.bot.log.read_bytes()
    for session in sessions:
        assert not [form for form in _forms(session.secret) if form in printed], "a session's secret was printed"
        assert repr(session.state).encode() not in printed
    for word in (b"State(", b"Seat(", b"Session(", b'"deck"', b'"hand"', b"secret=", b"environ("):
        assert word not in printed
    words = set(re.split(rb"[^!-~]+|[\"'|]", printed))
    assert not [card for card in cards if card.encode() in words], "a card was printed"


def _forms(secret: bytes) -> set[bytes]:
    """How a secret could be written."""
    return {secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret).rstrip(b"=")}


@pytest.mark.parametrize("form", ["text", "json"])
async def test_no_secret_is_printed_in_games_with_faults_refusals_and_a_crash(
    world: World, tmp_path: Path, form: str
) -> None:
    there = set(ROOT.iterdir())
    wreck = Wreck(world, tmp_path, {**VERBOSE, "LOG_FORMAT": form, launch.FAULT: "tests.wire.cursed"})
    names = ["draw", "bust", "bank", "theft", "reaction", "purification", "theft"]
    stages = await scenes.set_up(wreck.bot.database, world, names)
    await wreck.bot.start()
    try:
        await curse(wreck, stages[0])
        named = {await refuse(wreck, stage, *refusal) for stage, refusal in zip(stages, REFUSALS, strict=True)}
        sessions = [await wreck.session(stage) for stage in stages]
        wreck.bot.notify(signal.SIGABRT)
        assert await wreck.bot.ended() == -signal.SIGABRT
    finally:
        await wreck.bot.discard()
    assert "Fatal Python error: Aborted" in wreck.bot.output
    assert set(ROOT.iterdir()) <= there | {ROOT / ".coverage"}, "a file was left in its working directory"
    cards = {token for token in named if re.search("[A-Z]", token)}
    assert len(cards) == 4, "moves named cards that only one hand holds"
    assert_nothing_tells(wreck, sessions, cards)
