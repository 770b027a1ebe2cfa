"""Rate limits as Discord counts and tells them: a bucket for each route and its main id, and one for all."""

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.wire.faults import Fault, limited

GENEROUS: Final = (50, 1.0)
"""So many calls in so many seconds: no test meets this unawares."""
CHANNEL: Final = (5, 5.0)
"""What Discord is said to allow for the messages of a channel."""


@dataclass
class _Bucket:
    limit: int
    window: float
    ends: float = 0.0
    used: int = 0


class Limits:
    """Counts calls; `sizes` says for a route, such as `PATCH /channels/{channel}/messages/{message}`, how many."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.sizes: dict[str, tuple[int, float]] = {}
        self._now = now
        self._buckets: dict[tuple[str, str], _Bucket] = {}

    def count(self, route: str, main_id: str) -> tuple[dict[str, str], Fault | None]:
        """Count a call: the headers of its answer, and the 429 that it is if there was no room for it."""
        now = self._now()
        bucket = self._buckets.setdefault((route, main_id), _Bucket(*self.sizes.get(route, GENEROUS)))
        if now >= bucket.ends:
            bucket.ends, bucket.used = now + bucket.window, 0
        bucket.used += 1
        left = bucket.ends - now
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(max(0, bucket.limit - bucket.used)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(route.encode()):08x}",
        }
        return headers, limited(left) if bucket.used > bucket.limit else None
