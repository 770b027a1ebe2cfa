"""Counts and times what the bot does, for the health line and for Prometheus.

Other rooms report through hooks that `__main__` gives them.
"""

from collections import Counter as Tally
from collections import deque
from collections.abc import Callable, Mapping
from enum import StrEnum
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from bot.model.records import LIVE, Cause, Change

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0)
"""Upper bounds in seconds. Discord waits 3; at 1.5 an answer is deferred."""
RECENT = 10_000
"""The most answers from which a health line computes its times."""
CLOSED = "closed-early"
"""The cause under which a step is counted that closed a session without a move."""


class AnswerStatus(StrEnum):
    """How the answer to an interaction ended."""

    OK = "ok"
    REFUSED = "refused"
    STALE = "stale"
    MALFORMED = "malformed"
    NOT_SAVED = "not-saved"
    NOT_READ = "not-read"
    FAULT = "fault"
    UNDELIVERED = "undelivered"


class Metrics:
    """One process's numbers, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._answers = Counter(
            "quartermaster_answers", "What people did, by how it ended.", ["kind", "outcome"], registry=registry
        )
        self._answer_seconds = Histogram(
            "quartermaster_answer_seconds", "From a click to its answer.", buckets=BUCKETS, registry=registry
        )
        self._steps = Counter(
            "quartermaster_steps", "Committed steps of sessions, by who decided them.", ["cause"], registry=registry
        )
        self._write_seconds = Histogram(
            "quartermaster_commit_seconds", "Transactions, with their wait.", buckets=BUCKETS, registry=registry
        )
        self._failures = Counter(
            "quartermaster_background_failures", "Edits and other work that nobody waits for.", registry=registry
        )
        self._responses = Counter(
            "quartermaster_discord_responses", "Discord's answers, 429 among them.", ["status"], registry=registry
        )
        self._live = Gauge("quartermaster_live_sessions", "Lobbies and running games.", ["status"], registry=registry)
        self._skew = Gauge(
            "quartermaster_clock_skew_seconds", "By how much this computer's clock is ahead.", registry=registry
        )
        self.skew: Callable[[], float] = lambda: 0.0
        """Returns by how many seconds this computer's clock is ahead of Discord's; set by `__main__`."""
        self._recent: deque[float] = deque(maxlen=RECENT)
        self._since: Tally[str] = Tally()

    # --- Hooks ---

    def answered(self, kind: str, outcome: AnswerStatus, seconds: float) -> None:
        """Count an answer to a person; `kind` is Discord's name of the interaction's type."""
        self._answers.labels(kind, outcome).inc()
        self._answer_seconds.observe(seconds)
        self._recent.append(seconds)
        self._since[outcome] += 1

    def committed(self, change: Change) -> None:
        """Count a step; a time-out is one whose cause is the clock."""
        cause = change.after.cause if change.log else Cause.PLAYER if change.after.status in LIVE else CLOSED
        self._steps.labels(str(cause)).inc()

    def wrote(self, seconds: float) -> None:
        """Count a transaction."""
        self._write_seconds.observe(seconds)

    def failed(self) -> None:
        """Count a failure that no person was told of."""
        self._failures.inc()

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace for an HTTP client that counts Discord's responses by status. It does not look at URLs."""

        async def count(
            _session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
        ) -> None:
            self._responses.labels(str(params.response.status)).inc()

        config = aiohttp.TraceConfig()
        config.on_request_end.append(count)
        return config

    # --- Reading ---

    def since(self) -> tuple[Tally[str], list[float]]:
        """Return the counts of outcomes since the last call, and the seconds that answers took, ascending."""
        outcomes, seconds = self._since, sorted(self._recent)
        self._since = Tally()
        self._recent.clear()
        return outcomes, seconds

    def memory(self) -> int | None:
        """Return the resident memory in bytes, None where the system does not say."""
        resident = self.registry.get_sample_value("process_resident_memory_bytes")
        return None if resident is None else int(resident)

    def page(self, live: Mapping[str, int]) -> bytes:
        """Write all numbers in Prometheus' text format; `live` counts the sessions by status."""
        for status in LIVE:
            self._live.labels(str(status)).set(live.get(status, 0))
        self._skew.set(self.skew())
        return generate_latest(self.registry)
