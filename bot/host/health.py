"""Tells the host how the bot is: by a line in the log, and, if a port is set, by pages on the loopback address."""

import asyncio
import json
import logging
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

import discord
from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from bot.host.metrics import AnswerStatus, Metrics
from bot.model.errors import NotRead
from bot.model.records import Status
from bot.storage.store import Store

LINE_SECONDS = 15 * 60
READ_SECONDS = 2.0
"""A store that takes longer to answer counts as failing."""
LOOPBACK = "127.0.0.1"
CLOSING_SECONDS = 0.5
"""How long a stop waits for those who are being answered."""

log = logging.getLogger(__name__)


class CannotServe(Exception):
    """The port cannot be used; the message is a sentence for the host."""


class Health:
    """Collects the state of the bot's parts."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        store: Store,
        metrics: Metrics,
        clock_runs: Callable[[], bool],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._store = store
        self._metrics = metrics
        self._clock_runs = clock_runs
        self._monotonic = monotonic
        self._began = monotonic()
        self._asked = asyncio.Event()

    # --- The line ---

    async def run(self) -> None:
        """Log a line every quarter of an hour, and when asked, until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LINE_SECONDS):
                    await self._asked.wait()
            self._asked.clear()
            try:
                log.info("health: %s", await self.line())
            except Exception:  # nothing else depends on this line
                log.exception("the health line could not be written")

    def ask(self) -> None:
        """Have the line logged at once."""
        self._asked.set()

    async def line(self) -> str:
        """Return how the bot is now, and what it did since the last line."""
        outcomes, seconds = self._metrics.since()
        live = await self._live()
        known = {
            "uptime": f"{self._monotonic() - self._began:.0f}s",
            "servers": len(self._client.guilds),
            "games": "?" if live is None else live.get(Status.PLAYING, 0),
            "lobbies": "?" if live is None else live.get(Status.LOBBY, 0),
            "answers": outcomes.total(),
            "p50": _milliseconds(seconds, 0.5),
            "p99": _milliseconds(seconds, 0.99),
            "faults": outcomes[AnswerStatus.FAULT],
            "not-saved": outcomes[AnswerStatus.NOT_SAVED],
            "undelivered": outcomes[AnswerStatus.UNDELIVERED],
            "tasks": len(asyncio.all_tasks()),
            "memory": _megabytes(self._metrics.memory()),
            "database": _megabytes(self._store.size()),
            "clock-skew": f"{self._metrics.skew():+.0f}s",
            "gateway": "down" if not self._connected() else _latency(self._client.latency),
        }
        return " ".join(f"{name}={value}" for name, value in known.items())

    # --- The page ---

    async def failing(self) -> list[str]:
        """Name what does not work: the gateway, the store, the clock."""
        parts = {
            "gateway": self._connected(),
            "store": await self._live() is not None,
            "clock": self._clock_runs(),
        }
        return [name for name, works in parts.items() if not works]

    def skew(self) -> float:
        """Return by how many seconds this computer's clock is ahead of Discord's, which games go by."""
        return round(self._metrics.skew(), 1)

    async def metrics(self) -> bytes:
        """Write all numbers for Prometheus."""
        return self._metrics.page(await self._live() or {})

    async def _live(self) -> dict[str, int] | None:
        """Count live sessions by status; None when the store does not answer."""
        try:
            async with asyncio.timeout(READ_SECONDS):
                return await self._store.census()
        except (TimeoutError, NotRead):
            return None

    def _connected(self) -> bool:
        shards = self._client.shards.values()
        return self._client.is_ready() and bool(shards) and not any(shard.is_closed() for shard in shards)


@asynccontextmanager
async def serving(health: Health, port: int | None) -> AsyncIterator[int | None]:
    """Serve the pages while this is open, to programs on this machine; yield the port. Raises CannotServe."""
    if port is None:
        yield None
        return
    app = web.Application()
    app.router.add_get("/healthz", partial(_healthz, health))
    app.router.add_get("/metrics", partial(_metrics, health))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=CLOSING_SECONDS)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
        except OSError as error:
            raise CannotServe(
                f"HEALTH_PORT: port {port} on {LOOPBACK} cannot be had: {error.strerror}. "
                "Another program may use it; choose another port, or leave HEALTH_PORT empty."
            ) from error
        served = int(runner.addresses[0][1])
        log.info("health: http://%s:%d/healthz and /metrics", LOOPBACK, served)
        yield served
    finally:
        await runner.cleanup()


async def _healthz(health: Health, _request: web.Request) -> web.Response:
    failing = await health.failing()
    body = {"status": "failing" if failing else "ok", "failing": failing, "clock_skew_seconds": health.skew()}
    return web.Response(
        text=json.dumps(body), status=503 if failing else 200, content_type="application/json", headers=_UNCACHED
    )


async def _metrics(health: Health, _request: web.Request) -> web.Response:
    return web.Response(body=await health.metrics(), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4, **_UNCACHED})


_UNCACHED = {"Cache-Control": "no-store"}


def _milliseconds(ascending: list[float], share: float) -> str:
    """Return the time within which a share of the answers was given, such as 0.99."""
    if not ascending:
        return "-"
    return f"{ascending[math.ceil(share * len(ascending)) - 1] * 1000:.0f}ms"


def _megabytes(size: int | None) -> str:
    return "?" if size is None else f"{size / 1e6:.1f}MB"


def _latency(seconds: float) -> str:
    return f"{seconds * 1000:.0f}ms" if math.isfinite(seconds) else "?"
