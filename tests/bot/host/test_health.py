"""How the bot is: the health line, /healthz and /metrics, and what is counted for them."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import web
from prometheus_client.parser import text_string_to_metric_families

from bot.__main__ import REFUSED, main
from bot.host import health as room_of_health
from bot.host.health import Health, serving
from bot.host.metrics import AnswerStatus, Metrics
from bot.model.errors import NotRead
from tests.bot.builders import ANNE, BART, CHANNEL, Room


class Ward:
    """A bot whose parts the test can make fail."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.closed = False
        self.client = cast(
            "Any",
            SimpleNamespace(
                guilds=[1, 2],
                latency=0.04,
                shards={0: SimpleNamespace(is_closed=lambda: self.closed)},
                is_ready=lambda: True,
            ),
        )
        self.metrics = Metrics()
        self.metrics.skew = lambda: -300.04
        self.clock_runs = True
        self.seconds = 0.0
        self.health = Health(self.client, room.store, self.metrics, lambda: self.clock_runs, lambda: self.seconds)

    @asynccontextmanager
    async def get(self, path: str, traced: Metrics | None = None) -> AsyncIterator[aiohttp.ClientResponse]:
        traces = [] if traced is None else [traced.trace()]
        async with (
            serving(self.health, 0) as port,
            aiohttp.ClientSession(trace_configs=traces) as client,
            client.get(f"http://127.0.0.1:{port}{path}") as response,
        ):
            yield response

    async def numbers(self) -> dict[str, float]:
        """Read /metrics as Prometheus would: by name, without our own, and labels."""
        async with self.get("/metrics") as response:
            assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
            families = text_string_to_metric_families(await response.text())
            return {
                " ".join(
                    [one.name.removeprefix("quartermaster_"), *(value for _, value in sorted(one.labels.items()))]
                ): one.value
                for family in families
                for one in family.samples
            }

    def break_store(self, read: Callable[..., Any]) -> None:
        cast("Any", self.room.store)._read = read


@pytest.fixture
def ward(room: Room) -> Ward:
    return Ward(room)


async def unreadable(*_: object, **__: object) -> None:
    raise NotRead("damaged")


async def hangs(*_: object, **__: object) -> None:
    await asyncio.Event().wait()


# --- /healthz ---

BREAKING: dict[str, tuple[Callable[[Ward], None], list[str]]] = {
    "nothing": (lambda _: None, []),
    "a closed shard": (lambda ward: setattr(ward, "closed", True), ["gateway"]),
    "not connected yet": (lambda ward: ward.client.shards.clear(), ["gateway"]),
    "the clock": (lambda ward: setattr(ward, "clock_runs", False), ["clock"]),
    "an unreadable store": (lambda ward: ward.break_store(unreadable), ["store"]),
    "a store that hangs": (lambda ward: ward.break_store(hangs), ["store"]),
}


@pytest.mark.parametrize("broken", BREAKING)
async def test_each_part_that_does_not_work_is_named(ward: Ward, broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if broken == "a store that hangs":
        monkeypatch.setattr(room_of_health, "READ_SECONDS", 0)
    breaking, failing = BREAKING[broken]
    breaking(ward)
    async with ward.get("/healthz") as response:
        status = "failing" if failing else "ok"
        assert await response.json() == {"status": status, "failing": failing, "clock_skew_seconds": -300.0}
        assert response.status == (503 if failing else 200)


async def test_the_page_is_served_to_this_machine_alone_and_without_the_setting_to_none(
    ward: Ward, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    site = web.TCPSite

    def listening(runner: Any, host: str, port: int) -> Any:
        asked.append(host)
        return site(runner, host, port)

    monkeypatch.setattr(web, "TCPSite", listening)
    async with serving(ward.health, None) as port:
        assert (port, asked) == (None, [])
    async with serving(ward.health, 0):
        assert asked == ["127.0.0.1"]


def test_a_port_in_use_ends_the_bot_with_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.__main__.set_up_logging", lambda _settings: None)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = str(other.getsockname()[1])
        for name, value in {"DISCORD_TOKEN": "a.b.c", "DATABASE_PATH": "x.sqlite3", "HEALTH_PORT": taken}.items():
            monkeypatch.setenv(name, value)
        assert main([]) == REFUSED
    told = capsys.readouterr().err
    assert told.startswith(f"HEALTH_PORT: port {taken} on 127.0.0.1 cannot be had: ")
    assert "choose another port, or leave HEALTH_PORT empty" in told


# --- /metrics ---


async def test_the_numbers_are_in_prometheus_form(ward: Ward) -> None:
    """Steps are counted by who decided them, writes are timed, Discord's answers counted by status."""
    other, room = Metrics(), ward.room
    ward.metrics.answered("component", AnswerStatus.OK, 0.02)
    ward.metrics.answered("component", AnswerStatus.OK, 4.0)
    ward.metrics.answered("application_command", AnswerStatus.REFUSED, 0.004)
    ward.metrics.failed()
    for path in ("/healthz", "/nothing"):
        async with ward.get(path, ward.metrics):
            pass
    room.on_commit.append(ward.metrics.committed)
    room.store.on_written = ward.metrics.wrote
    await room.game(ANNE, BART, deck="7C 8C")
    await room.play("draw")
    await room.time_out()
    numbers = await ward.numbers()
    assert numbers.pop("process_resident_memory_bytes") > 1_000_000
    expected = {
        "answers_total component ok": 2,
        "answers_total application_command refused": 1,
        "answer_seconds_bucket 0.005": 1,
        "answer_seconds_bucket 0.025": 2,
        "answer_seconds_bucket 3.0": 2,
        "answer_seconds_count": 3,
        "background_failures_total": 1,
        "discord_responses_total 200": 1,
        "discord_responses_total 404": 1,
        "steps_total player": 4,
        "steps_total clock": 1,
        "commit_seconds_count": 5,
        "live_sessions lobby": 0,
        "live_sessions playing": 1,
    }
    assert {name: numbers.get(name) for name in expected} == expected
    await room.sessions.close_place(CHANNEL)
    assert (await ward.numbers())["live_sessions playing"] == 0
    failures = other.registry.get_sample_value("quartermaster_background_failures_total")
    assert failures == 0, "two bots in one process count for themselves"


# --- The line ---


async def test_the_health_line_says_how_the_bot_is_since_the_last_one(ward: Ward) -> None:
    ward.seconds = 61.4
    for hundredths in range(1, 101):
        ward.metrics.answered("component", AnswerStatus.OK, hundredths / 1000)
    ward.metrics.answered("component", AnswerStatus.FAULT, 0.1)
    await ward.room.lobby(ANNE)
    known = dict(part.split("=") for part in (await ward.health.line()).split())
    for name, least in {"memory": 1.0, "database": 0.0}.items():
        assert float(known.pop(name).removesuffix("MB")) > least
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
        "clock-skew": "-300s",
        "gateway": "40ms",
    }
    ward.break_store(unreadable)
    ward.closed, ward.client.latency = True, float("nan")
    line = await ward.health.line()
    assert "games=? lobbies=? answers=0 p50=- p99=- faults=0" in line
    assert "gateway=down" in line, "it is written even when nothing works"


@pytest.mark.parametrize("asked", [True, False])
async def test_the_line_comes_now_and_then_and_when_asked_for(
    ward: Ward, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, asked: bool
) -> None:
    caplog.set_level(logging.INFO, "bot.host.health")
    written = asyncio.Event()
    monkeypatch.setattr(caplog.handler, "emit", lambda _record: written.set())
    monkeypatch.setattr(room_of_health, "LINE_SECONDS", None if asked else 0)
    running = asyncio.create_task(ward.health.run())
    if asked:
        ward.health.ask()
    await written.wait()
    running.cancel()
    await asyncio.wait([running])


@pytest.mark.parametrize("ticks", range(6))
async def test_asking_for_the_line_just_before_a_stop_does_not_hold_the_stop_up(ward: Ward, ticks: int) -> None:
    """Python 3.11's `wait_for` loses a cancellation that comes in the same tick as what it waits for."""
    telling = asyncio.create_task(ward.health.run())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    ward.health.ask()
    for _ in range(ticks):
        await asyncio.sleep(0)
    telling.cancel()
    for _ in range(50):
        await asyncio.sleep(0)
    assert telling.cancelled()
