"""Every committed step is one line of the log, and no card is in it."""

import logging
import re
from random import Random

import pytest

from bot.host.journal import record
from bot.model.games import GAMES as REGISTERED
from bot.model.records import Change, Terms
from rules.blackspot.model import Options
from rules.game import Ending
from tests.bot.builders import ANNE, BART, CALICO, MODERATOR, START_ID, Room
from tests.registry import GAMES


@pytest.fixture
def steps(room: Room, caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Hear what is logged of this room's steps."""
    caplog.set_level(logging.DEBUG, "bot.host.journal")
    room.on_commit.append(record)
    return caplog


def told(steps: pytest.LogCaptureFixture) -> list[str]:
    """Put each line as: level, message, revision, cause."""
    lines = []
    for one in steps.records:
        facts = one.__dict__["facts"]
        lines.append(f"{one.levelname} {one.getMessage()} {facts['revision']} {facts['cause']}")
    return lines


async def test_a_game_is_told_from_its_lobby_to_its_end(room: Room, steps: pytest.LogCaptureFixture) -> None:
    await room.game(ANNE, BART, deck="7C 8C")
    await room.play("draw")
    await room.time_out()
    await room.sessions.leave(room.id, BART)
    assert told(steps) == [
        "INFO lands: opened 0 player",
        "DEBUG lands: joined 1 player",
        "INFO lands: started 2 player",
        "DEBUG lands: draw 3 player",
        "DEBUG lands: bank 4 clock",
        "INFO lands: leave ended: no-result 5 player",
    ]
    assert {one.__dict__["facts"]["session"] for one in steps.records} == {room.id}


async def test_what_is_decided_beside_the_game_is_told(room: Room, steps: pytest.LogCaptureFixture) -> None:
    sessions = room.sessions
    await room.lobby(ANNE, BART, CALICO)
    await sessions.leave_lobby(room.id, CALICO)
    await sessions.claim_first(room.id, BART)
    await sessions.start(room.id, ANNE, START_ID)
    await sessions.end(room.id, ANNE)
    await sessions.end(room.id, MODERATOR)
    await room.game(ANNE)
    await sessions.pause(room.id, ANNE)
    await sessions.resume(room.id, ANNE)
    await sessions.end(room.id, MODERATOR)
    await room.lobby(ANNE)
    await room.time_out()
    assert told(steps)[3:] == [
        "DEBUG lands: left 3 player",
        "DEBUG lands: changed 4 player",
        "INFO lands: started 5 player",
        "DEBUG lands: voted 6 player",
        "INFO lands: closed: by-moderator 7 moderator",
        "INFO lands: opened 0 player",
        "INFO lands: started 1 player",
        "DEBUG lands: paused 2 player",
        "DEBUG lands: resumed 3 player",
        "INFO lands: closed: by-moderator 4 moderator",
        "INFO lands: opened 0 player",
        "INFO lands: closed: lobby-expired 1 clock",
    ]


async def test_f05_no_card_is_in_any_line_of_a_whole_game_of_black_spot(
    room: Room, steps: pytest.LogCaptureFixture
) -> None:
    """A move's token names cards that only one hand holds; the line names the kind of the move."""
    room.id = (await room.sessions.open("blackspot", ANNE, Terms(Options(), 90))).after.id
    for other in (BART, CALICO):
        await room.sessions.join(room.id, other)
    session = (await room.sessions.start(room.id, ANNE, START_ID)).after
    chance, game = Random(5), GAMES["blackspot"]
    while (awaited := game.awaited(session.state)) is not None and session.revision < 150:
        move = chance.choice([one for one in game.legal(session.state, awaited.seat) if one != game.LEAVE])
        session = await room.play(game.token(move))
    log = await room.store.moves(room.id)
    kinds = {"peek", "skip-peek", "take", "steal", "purify", "end-turn", "let-go", "fight", "curse", "leave"}
    for line in told(steps):
        found = re.fullmatch(r"(?:INFO|DEBUG) blackspot: (.+) \d+ \w+", line)
        assert found is not None, line
        assert set(found[1].split()) <= kinds | {"opened", "joined", "started", "ended:", *Ending}
    assert len({move.token for move in log}) > 30, "cards were named"


async def test_nothing_is_worked_out_for_a_line_that_nobody_wants(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING, "bot.host.journal")
    session = await room.game(ANNE, BART, deck="7C 8C")
    monkeypatch.setitem(REGISTERED, "lands", None)
    record(Change(session, session))
