"""What may befall the bot's calls: "the next two PATCH /channels/*/messages/* answer with 429".

A test says it once, `world.server.next("PATCH", TABLE, limited(0.5), times=2)`, and the server does it. Beside that
each route has a bucket, as Discord counts and tells them.
"""

import asyncio
import json
import socket
import struct
import time
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final

from aiohttp import web

from tests.wire.shapes import Json

# The calls a bot like ours makes, by the part of their path that is always the same.
CALLBACK: Final = "/interactions/*/*/callback"
TABLE: Final = "/channels/*/messages/*"
FOLLOWUP: Final = "/webhooks/*/*"
ORIGINAL: Final = "/webhooks/*/*/messages/@original"

GENEROUS: Final = (50, 1.0)
"""The size of a bucket: so many calls in so many seconds; no test meets this unawares."""


async def nothing() -> None:
    """Do nothing first."""


@dataclass(frozen=True)
class Fault:
    """One way to answer, or not to."""

    status: int = 0
    """Of HTTP; 0 for the ordinary answer."""
    body: Json = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    reset: bool = False
    """The connection is cut with RST."""
    carried_out: bool = False
    """Discord does what was asked, and only its answer is lost."""
    first: Callable[[], Awaitable[object]] = nothing
    """What happens before the answer."""

    async def befall(self, request: web.Request) -> web.Response | None:
        """Wait, cut or refuse; None where the ordinary answer follows."""
        await self.first()
        if self.reset and isinstance(request.transport, asyncio.Transport):
            cut(request.transport)
        if not self.status:
            return None
        # Discord's own words may hold an address, which no log may show.
        return json_response(self.status, {"message": f"{request.path} is refused", **self.body}, self.headers)


RESET: Final = Fault(status=503, reset=True)
LOST: Final = Fault(status=503, reset=True, carried_out=True)
SILENCE: Final = Fault(first=lambda: asyncio.Event().wait())  # until the bot gives up, or the server stops


def refused(status: int, code: int = 0) -> Fault:
    """Discord refuses with a status of HTTP and its own error number."""
    return Fault(status, {"code": code})


def limited(retry_after: float, *, everywhere: bool = False, banned: bool = False) -> Fault:
    """Answer 429; `banned` as Cloudflare does it, without `Via` and without JSON that means anything."""
    headers = {"Retry-After": f"{retry_after:.3f}"}
    if banned:
        return Fault(429, {"code": 0}, headers)
    headers |= {"Via": "1.1 wire", "X-RateLimit-Scope": "global" if everywhere else "shared"}
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    return Fault(429, {"retry_after": retry_after, "global": everywhere}, headers)


@dataclass
class _Order:
    method: str
    route: str
    fault: Fault
    left: float


class Faults:
    """The orders of a test: the oldest that fits a call is met first."""

    def __init__(self) -> None:
        self._orders: list[_Order] = []

    def order(self, method: str, route: str, fault: Fault, times: float) -> None:
        """Let the next calls of `method` that fit `route`, with `*` for one part of it, meet this fault."""
        self._orders.append(_Order(method, route, fault, times))

    def clear(self) -> None:
        self._orders.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """What befalls this call."""
        for order in self._orders:
            if order.left and order.method == method and _fits(path, order.route):
                order.left -= 1
                return order.fault
        return None


def _fits(path: str, route: str) -> bool:
    """Whether a path has this form; `*` stands for one part, or the beginning or end of one."""
    parts, wanted = path.split("/"), route.split("/")
    return len(parts) == len(wanted) and all(map(fnmatchcase, parts, wanted))


@dataclass
class _Bucket:
    limit: int
    window: float
    ends: float = 0.0
    used: int = 0


class Limits:
    """Counts calls; `sizes` says for a route, such as `PATCH /channels/{channel}/messages/{message}`, how many."""

    def __init__(self) -> None:
        self.sizes: dict[str, tuple[int, float]] = {}
        self._buckets: dict[tuple[str, str], _Bucket] = {}

    def count(self, route: str, main_id: str) -> tuple[dict[str, str], Fault | None]:
        """Count a call: the headers of its answer, and the 429 that it is if there was no room for it."""
        now = time.monotonic()
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


def json_response(status: int, body: object, headers: Mapping[str, str] | None = None) -> web.Response:
    """A reply as discord.py wants it: the bare content type, and none where there is no content."""
    if status == 204:
        return web.Response(status=status, headers=headers)
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers, content_type="application/json")


def cut(transport: asyncio.Transport) -> None:
    """Cut a connection so that the other end sees a reset and no goodbye."""
    raw = transport.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
