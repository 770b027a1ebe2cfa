"""The export: every session, move and result of one moment, documented, and nothing that a running game hides."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.storage import export
from rules.cards import VerifiableShuffler
from tests.bot.builders import BART, CHANNEL, MODERATOR, Room, person
from tests.bot.storage.files import ROOT, Host, a_game, a_random_move, replayed, with_room
from tests.registry import GAMES


class Exported(msgspec.Struct):
    """Three sessions, exported: a game that is over, one that runs, a lobby."""

    ids: list[str]
    text: str

    def lines(self, kind: str = "") -> list[dict[str, Any]]:
        read = [json.loads(line) for line in self.text.splitlines()]
        return [line for line in read if line["kind"] == kind or not kind]


async def three_sessions(room: Room) -> list[str]:
    """Play them; with ids as high as they come."""
    room.sessions._shuffler = VerifiableShuffler
    high = person(2**63 - 1, "🏴 Zheng")
    ids = []
    for number in range(3):
        who = [person(user.user_id, user.name, CHANNEL + number) for user in (high, BART)]
        room.sessions._secret = partial(bytes, [number] * 32)
        if number == 2:
            await room.lobby(*who)
        else:
            await room.game(*who, turn_seconds=None, target=50)
            await room.play("draw")
        while number == 0 and (await room.now()).live:
            await a_random_move(room)
        ids.append(room.id)
        room.clock.now += 1
    return ids


@pytest.fixture
def exported(host: Host) -> Exported:
    ids = with_room(host.database, three_sessions)
    return Exported(ids, host.does("export"))


def test_an_export_has_a_line_for_each_session_move_and_result(exported: Exported) -> None:
    ids, lines = exported.ids, exported.lines()
    assert lines[0] == {"kind": "export", "format": 1}
    statuses = zip(ids, ("finished", "playing", "lobby"), strict=True)
    assert [(line["kind"], line["id"], line["status"]) for line in lines[1:4]] == [
        ("session", session_id, status) for session_id, status in statuses
    ]
    assert {(move["kind"], move["session_id"]) for move in lines[4:-1]} == {("move", ids[0])}
    result = lines[-1]
    assert (result["kind"], result["session_id"], result["rated"]) == ("result", ids[0], True)
    assert [(seat["seat"], seat["name"], seat["user_id"]) for seat in result["seats"]] == [
        (0, "🏴 Zheng", "9223372036854775807"),
        (1, "Bart", "2"),
    ]
    assert {seat["place"] for seat in result["seats"]} <= {1, 2}


def test_every_field_of_an_export_is_in_the_documentation(exported: Exported) -> None:
    text = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")

    def fields(value: Any) -> Iterator[str]:
        for item in value if isinstance(value, list) else []:
            yield from fields(item)
        for name, item in value.items() if isinstance(value, dict) else []:
            yield name
            yield from fields(item) if name != "options" else ()

    assert {name for name in fields(exported.lines()) if f"`{name}`" not in text} == set()


def test_an_export_tells_nothing_that_a_running_game_hides(exported: Exported) -> None:
    over, *running = exported.lines("session")
    assert over["secret"] == "00" * 32
    for number, session in enumerate(running, start=1):
        assert session["secret"] is None
        assert (bytes([number]) * 32).hex() not in exported.text
        assert msgspec.json.encode(bytes([number]) * 32).decode()[1:-1] not in exported.text
    assert "state" not in over
    assert exported.ids[1] not in {move["session_id"] for move in exported.lines("move")}


def test_f08_a_game_that_is_over_can_be_played_again_from_its_export(exported: Exported) -> None:
    session, (result,), game = exported.lines("session")[0], exported.lines("result"), GAMES["lands"]
    options = msgspec.convert(session["options"], game.Options)
    moves = [(move["seat"], move["token"]) for move in exported.lines("move")]
    secret = bytes.fromhex(session["secret"])
    outcome = game.outcome(replayed(options, secret, int(session["start_id"]), len(session["players"]), moves))
    assert outcome is not None
    assert list(outcome.scores) == [seat["score"] for seat in result["seats"]]


async def test_an_export_is_of_one_moment(database: Path, room: Room) -> None:
    """What ends while it is written still runs in it, and keeps its moves to itself."""
    await a_game(room)
    async with aclosing(export.lines(database)) as lines:
        found = [await anext(lines), await anext(lines)]
        await room.sessions.end(room.id, MODERATOR)
        found += [line async for line in lines]
    assert [line["kind"] for line in found] == ["export", "session"]


def test_an_export_to_a_file_is_the_same(host: Host, exported: Exported) -> None:
    host.does("export", "lines.jsonl")
    assert (host.folder / "lines.jsonl").read_text(encoding="utf-8") == exported.text


def test_f46_an_export_to_a_closed_output_is_refused(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    with_room(host.database, a_game)
    monkeypatch.setattr("sys.stdout", None)
    assert host.is_refused("export") == "Standard output is closed; name a FILE for the export.\n"


def test_an_export_may_be_read_in_part(host: Host) -> None:
    """As `head` does: who reads has had enough before the first line is written."""
    with_room(host.database, a_game)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "bot", "export"]
    environment = {"DATABASE_PATH": str(host.database), "PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            command, cwd=ROOT, env=environment, stdout=writing, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
