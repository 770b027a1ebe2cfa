"""How the bot is: the health line, /healthz and /metrics, and what is counted for them."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from aiohttp import web
from prometheus_client.parser import text_string_to_metric_families

from bot.__main__ import REFUSED, main
from bot.host import health as room_of_health
from bot.host.health import CannotServe, Health, serving
from bot.host.metrics import AnswerStatus, Metrics
from bot.interactions.boundary import Boundary
from bot.model.errors import MalformedId, NotRead, NotSaved, Refusal, Refused, StaleClick
from tests.bot.builders import ANNE, BART, Room

PLACE = "http://127.0.0.1"


class Client:
    """Stands in for a connected client."""

    def __init__(self) -> None:
        self.guilds = [1, 2]
        self.latency = 0.04
        self.closed = False
        self.shards = {0: SimpleNamespace(is_closed=lambda: self.closed)}

    def is_ready(self) -> bool:
        return True


class Ward:
    """A bot whose parts the test can make fail."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.client = Client()
        self.metrics = Metrics()
        self.clock_runs = True
        self.seconds = 0.0
        self.health = Health(
            cast("Any", self.client), room.store, self.metrics, lambda: self.clock_runs, lambda: self.seconds
        )

    @asynccontextmanager
    async def get(self, path: str) -> AsyncIterator[aiohttp.ClientResponse]:
        async with (
            serving(self.health, 0) as port,
            aiohttp.ClientSession() as client,
            client.get(f"{PLACE}:{port}{path}") as response,
        ):
            yield response

    async def numbers(self) -> dict[str, float]:
        """Read /metrics as Prometheus would: by name and labels."""
        async with self.get("/metrics") as response:
            assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
            families = text_string_to_metric_families(await response.text())
            return {
                one.name + "".join(f" {value}" for _, value in sorted(one.labels.items())): one.value
                for family in families
                for one in family.samples
            }


@pytest.fixture
def ward(room: Room) -> Ward:
    return Ward(room)


# --- /healthz ---


async def check(ward: Ward) -> tuple[int, dict[str, Any]]:
    async with ward.get("/healthz") as response:
        return response.status, await response.json()


async def test_a_bot_that_is_well_says_so(ward: Ward) -> None:
    assert await check(ward) == (200, {"status": "ok", "failing": []})


async def test_each_part_that_does_not_work_is_named(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreadable(*_: object) -> None:
        raise sqlite3.DatabaseError

    ward.client.closed = True
    assert await check(ward) == (503, {"status": "failing", "failing": ["gateway"]})
    ward.clock_runs = False
    assert (await check(ward))[1]["failing"] == ["gateway", "clock"]

    async def not_read(*_: object, **__: object) -> None:
        raise NotRead("damaged")

    monkeypatch.setattr(ward.room.store, "_read", not_read)
    assert (await check(ward))[1]["failing"] == ["gateway", "store", "clock"]


async def test_a_bot_that_has_not_connected_yet_is_not_well(ward: Ward) -> None:
    ward.client.shards = {}
    assert (await check(ward))[0] == 503


async def test_a_store_that_does_not_answer_is_not_waited_for(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(room_of_health, "READ_SECONDS", 0.01)
    monkeypatch.setattr(ward.room.store, "_read", hangs)
    assert (await check(ward))[1]["failing"] == ["store"]


async def test_the_page_is_served_to_this_machine_alone(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    site = web.TCPSite

    def listening(runner: Any, host: str, port: int) -> Any:
        asked.append(host)
        return site(runner, host, port)

    monkeypatch.setattr(web, "TCPSite", listening)
    async with serving(ward.health, 0):
        assert asked == ["127.0.0.1"]


async def test_without_the_setting_nothing_is_served(ward: Ward) -> None:
    async with serving(ward.health, None) as port:
        assert port is None


async def test_a_port_in_use_is_refused_in_a_sentence(ward: Ward) -> None:
    async with serving(ward.health, 0) as port:
        with pytest.raises(CannotServe, match=rf"HEALTH_PORT: port {port} on 127\.0\.0\.1 cannot be had: .*in use"):
            async with serving(ward.health, port):
                pass


@pytest.fixture
def taken() -> Iterator[int]:
    import socket  # noqa: PLC0415 - here alone

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_in_use_ends_the_bot_with_exit_code_2(
    taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in {"DISCORD_TOKEN": "a.b.c", "DATABASE_PATH": "x.sqlite3", "HEALTH_PORT": str(taken)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("bot.__main__.set_up_logging", lambda _settings: None)
    assert main([]) == REFUSED
    told = capsys.readouterr().err
    assert told.startswith(f"HEALTH_PORT: port {taken} on 127.0.0.1 cannot be had: ")
    assert "choose another port, or leave HEALTH_PORT empty" in told


# --- /metrics ---


async def test_the_numbers_are_in_prometheus_form(ward: Ward) -> None:
    ward.metrics.answered("component", AnswerStatus.OK, 0.02)
    ward.metrics.answered("component", AnswerStatus.OK, 4.0)
    ward.metrics.answered("application_command", AnswerStatus.REFUSED, 0.004)
    ward.metrics.wrote(0.001)
    ward.metrics.failed()
    await ward.room.lobby(ANNE)
    numbers = await ward.numbers()
    assert numbers["quartermaster_answers_total component ok"] == 2
    assert numbers["quartermaster_answers_total application_command refused"] == 1
    assert numbers["quartermaster_answer_seconds_bucket 0.005"] == 1
    assert numbers["quartermaster_answer_seconds_bucket 0.025"] == 2
    assert numbers["quartermaster_answer_seconds_bucket 3.0"] == 2
    assert numbers["quartermaster_answer_seconds_count"] == 3
    assert numbers["quartermaster_commit_seconds_count"] == 1
    assert numbers["quartermaster_background_failures_total"] == 1
    assert numbers["quartermaster_live_sessions lobby"] == 1
    assert numbers["quartermaster_live_sessions playing"] == 0
    assert numbers["process_resident_memory_bytes"] > 1_000_000


async def test_steps_are_counted_by_who_decided_them_and_writes_are_timed(ward: Ward) -> None:
    room = ward.room
    room.on_commit.append(ward.metrics.committed)
    room.store.on_written = ward.metrics.wrote
    await room.game(ANNE, BART, deck="7C 8C")
    await room.play("draw")
    await room.time_out()
    numbers = await ward.numbers()
    assert numbers["quartermaster_steps_total player"] == 4
    assert numbers["quartermaster_steps_total clock"] == 1
    assert numbers["quartermaster_commit_seconds_count"] == 5


async def test_a_live_session_that_ended_is_counted_no_longer(ward: Ward) -> None:
    await ward.room.lobby(ANNE)
    assert (await ward.numbers())["quartermaster_live_sessions lobby"] == 1
    await ward.room.time_out()
    assert (await ward.numbers())["quartermaster_live_sessions lobby"] == 0


async def test_two_bots_in_one_process_count_for_themselves() -> None:
    first, second = Metrics(), Metrics()
    first.failed()
    assert second.registry.get_sample_value("quartermaster_background_failures_total") == 0


async def test_discords_answers_are_counted_by_status(ward: Ward) -> None:
    async with (
        serving(ward.health, 0) as port,
        aiohttp.ClientSession(trace_configs=[ward.metrics.trace()]) as client,
    ):
        for path in ("/healthz", "/nothing"):
            async with client.get(f"{PLACE}:{port}{path}"):
                pass
    numbers = await ward.numbers()
    assert numbers["quartermaster_discord_responses_total 200"] == 1
    assert numbers["quartermaster_discord_responses_total 404"] == 1


# --- What an answer counts as ---


class Click:
    """Stands in for a click whose every answer gets through."""

    def __init__(self) -> None:
        self.type = SimpleNamespace(name="component")
        self.locale = self.guild_locale = discord.Locale.american_english
        self.data = {"custom_id": "q1:draft:abcdefghij:5:QS-secret"}
        self.user = SimpleNamespace(id=1)
        self.guild_id, self.channel_id, self.message = 7, 70, None
        self.said: list[str] = []
        self.followup = SimpleNamespace(send=self.say)
        self.response = SimpleNamespace(is_done=lambda: bool(self.said), send_message=self.say, edit_message=self.say)

    async def say(self, **kwargs: Any) -> None:
        self.said.append("".join(item.content for item in kwargs["view"].walk_children() if hasattr(item, "content")))

    async def edit_original_response(self, **kwargs: Any) -> None:
        await self.say(**kwargs)


OUTCOMES = {
    AnswerStatus.OK: None,
    AnswerStatus.REFUSED: Refused(Refusal.NO_HAND),
    AnswerStatus.MALFORMED: MalformedId(),
    AnswerStatus.NOT_SAVED: NotSaved("the disk is full"),
    AnswerStatus.NOT_READ: NotRead("it is damaged"),
    AnswerStatus.FAULT: LookupError("overboard"),
    AnswerStatus.UNDELIVERED: ConnectionResetError("/webhooks/1/an-interactions-token"),
}


@pytest.fixture
async def answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Boundary, list[tuple[str, AnswerStatus, float]]]]:
    from bot.__main__ import build  # noqa: PLC0415
    from bot.storage.store import Store  # noqa: PLC0415

    store = await Store.open(tmp_path / "x.sqlite3")
    seen: list[tuple[str, AnswerStatus, float]] = []
    metrics = Metrics()
    monkeypatch.setattr(metrics, "answered", lambda *answer: seen.append(answer))
    async with build(store, metrics=metrics) as app:
        yield app.router.boundary, seen
    await store.close()


@pytest.mark.parametrize("outcome", OUTCOMES)
async def test_every_answer_counts_once_as_what_it_was(
    answered: tuple[Boundary, list[tuple[str, AnswerStatus, float]]],
    outcome: AnswerStatus,
    caplog: pytest.LogCaptureFixture,
) -> None:
    boundary, seen = answered
    caplog.set_level(logging.WARNING)

    async def handle(_: object) -> None:
        error = OUTCOMES[outcome]
        if error is not None:
            raise error

    await boundary.answer(cast("Any", Click()), handle)
    [(kind, counted, seconds)] = seen
    assert (kind, counted) == ("component", outcome)
    assert 0 <= seconds < 5
    about = [one.__dict__["facts"] for one in caplog.records]
    logged = outcome in {AnswerStatus.NOT_SAVED, AnswerStatus.NOT_READ, AnswerStatus.FAULT, AnswerStatus.UNDELIVERED}
    assert len(about) == (1 if logged else 0)
    for facts in about:
        assert (facts["session"], facts["revision"], facts["what"]) == ("abcdefghij", 5, "draft")
        assert ("reference" in facts) == (outcome is AnswerStatus.FAULT)
    assert "QS-secret" not in caplog.text, "a draft names cards that only one hand holds"
    assert "an-interactions-token" not in caplog.text


async def test_a_store_that_fails_is_one_line_for_the_host_and_a_sentence_for_the_player(
    answered: tuple[Boundary, list[tuple[str, AnswerStatus, float]]], caplog: pytest.LogCaptureFixture
) -> None:
    click = Click()

    async def handle(_: object) -> None:
        raise NotRead("the database x is damaged")

    await answered[0].answer(cast("Any", click), handle)
    assert caplog.messages == [
        "'draft' by user 1 in channel 70 could not be read: the database x is damaged",
    ]
    assert caplog.records[0].exc_info is None
    assert len(click.said) == 1
    assert click.said[0].startswith("The ship's books cannot be read just now, so nothing was done.")


async def test_a_stale_click_counts_as_stale(ward: Ward, answered: Any) -> None:
    boundary, seen = answered
    session = await ward.room.lobby(ANNE)
    boundary._sessions = ward.room.sessions

    async def handle(_: object) -> None:
        raise StaleClick(session.id)

    await boundary.answer(cast("Any", Click()), handle)
    assert seen[0][1] is AnswerStatus.STALE


# --- The line ---


async def test_the_health_line_says_how_the_bot_is_since_the_last_one(ward: Ward) -> None:
    ward.seconds = 61.4
    for hundredths in range(1, 101):
        ward.metrics.answered("component", AnswerStatus.OK, hundredths / 1000)
    ward.metrics.answered("component", AnswerStatus.FAULT, 0.1)
    await ward.room.lobby(ANNE)
    line = await ward.health.line()
    known = dict(part.split("=") for part in line.split())
    assert float(known.pop("memory").removesuffix("MB")) > 1
    assert float(known.pop("database").removesuffix("MB")) > 0
    assert int(known.pop("tasks")) >= 1
    assert known == {
        "uptime": "61s",
        "servers": "2",
        "games": "0",
        "lobbies": "1",
        "answers": "101",
        "p50": "51ms",
        "p99": "100ms",
        "faults": "1",
        "not-saved": "0",
        "undelivered": "0",
        "gateway": "40ms",
    }
    again = await ward.health.line()
    assert "answers=0 p50=- p99=- faults=0" in again


async def test_the_health_line_is_written_even_when_nothing_works(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    async def not_read(*_: object, **__: object) -> None:
        raise NotRead("damaged")

    monkeypatch.setattr(ward.room.store, "_read", not_read)
    ward.client.closed, ward.client.latency = True, float("nan")
    line = await ward.health.line()
    assert "games=? lobbies=?" in line
    assert "gateway=down" in line


async def test_the_line_comes_now_and_then_and_when_asked_for(
    ward: Ward, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.host.health")
    lines = asyncio.Event()
    monkeypatch.setattr(caplog.handler, "emit", lambda _record: lines.set())
    running = asyncio.create_task(ward.health.run())
    ward.health.ask()
    await asyncio.wait_for(lines.wait(), 5)
    running.cancel()
    await asyncio.wait([running])
    lines.clear()
    monkeypatch.setattr(room_of_health, "LINE_SECONDS", 0.001)
    running = asyncio.create_task(ward.health.run())
    await asyncio.wait_for(lines.wait(), 5)
    running.cancel()
    await asyncio.wait([running])
