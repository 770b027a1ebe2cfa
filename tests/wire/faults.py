"""What may befall the bot's calls: "the next two PATCH /channels/*/messages/* answer with 429".

A test says it once, `world.server.next("PATCH", TABLE, limited(0.5), times=2)`, and the server does it.
"""

import asyncio
import json
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final

from aiohttp import web

from tests.wire.shapes import Json

# The calls a bot like ours makes, by the part of their path that is always the same.
CALLBACK: Final = "/interactions/*/*/callback"
POSTED: Final = "/channels/*/messages"
TABLE: Final = "/channels/*/messages/*"
FOLLOWUP: Final = "/webhooks/*/*"
ORIGINAL: Final = "/webhooks/*/*/messages/@original"
MEMBER: Final = "/guilds/*/members/*"
COMMANDS: Final = "/applications/*/commands"


@dataclass(frozen=True)
class Fault:
    """One way to answer, or not to."""

    status: int = 0
    """Of HTTP; 0 for an answer that is none."""
    body: Json = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    reset: bool = False
    """The connection is cut with RST."""
    carried_out: bool = False
    """Discord does what was asked, and only its answer is lost."""
    late: float | None = 0.0
    """Seconds before the answer, which is then the ordinary one unless there is a status; None for never."""

    async def befall(self, request: web.Request) -> web.Response | None:
        """Wait, cut or refuse; None where the ordinary answer follows."""
        if self.late is None:
            await asyncio.Event().wait()  # until the bot gives up, or the server stops
        await asyncio.sleep(self.late or 0)
        if self.reset:
            cut(request.transport)
        return json_response(self.status, self.body, self.headers) if self.status or self.reset else None


RESET: Final = Fault(status=503, reset=True)
LOST: Final = Fault(status=503, reset=True, carried_out=True)
SILENCE: Final = Fault(late=None)


def refused(status: int, code: int = 0) -> Fault:
    """Discord refuses with a status of HTTP and its own error number."""
    return Fault(status, {"code": code, "message": f"{status}: on demand"})


def limited(retry_after: float, *, everywhere: bool = False, banned: bool = False) -> Fault:
    """Answer 429; `banned` as Cloudflare does it, without `Via` and without JSON that means anything."""
    body: Json = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}
    headers = {"Retry-After": f"{retry_after:.3f}"}
    if not banned:
        headers |= {"Via": "1.1 wire", "X-RateLimit-Scope": "global" if everywhere else "shared"}
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    return Fault(429, {"code": 0} if banned else body, headers)


def late(seconds: float) -> Fault:
    """Answer as always, but late."""
    return Fault(late=seconds)


@dataclass
class _Order:
    method: str
    route: str
    faults: list[Fault]
    left: int | None


class Faults:
    """The orders of a test: the oldest that fits a call is met first."""

    def __init__(self) -> None:
        self._orders: list[_Order] = []

    def order(self, method: str, route: str, *faults: Fault, times: int | None = 1) -> None:
        """Let the next calls of `method` (or `*`) that fit `route`, with `*` for one part of it, meet these faults.

        Several faults come one after the other; `times` is how often the whole row does, None for ever.
        """
        self._orders.append(_Order(method, route, list(faults), None if times is None else times * len(faults)))

    def clear(self) -> None:
        self._orders.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """What befalls this call."""
        for order in self._orders:
            if order.method in {"*", method} and fits(path, order.route):
                return self._next(order)
        return None

    def _next(self, order: _Order) -> Fault:
        fault = order.faults.pop(0)
        order.faults.append(fault)
        if order.left is not None:
            order.left -= 1
            if not order.left:
                self._orders.remove(order)
        return fault


def fits(path: str, route: str) -> bool:
    """Whether a path has this form; `*` stands for one part, or the beginning or end of one."""
    parts, wanted = path.split("/"), route.split("/")
    return len(parts) == len(wanted) and all(map(fnmatchcase, parts, wanted))


def json_response(status: int, body: object, headers: Mapping[str, str] | None = None) -> web.Response:
    """A reply as discord.py wants it: the bare content type, and none where there is no content."""
    if status == 204:
        return web.Response(status=status, headers=headers)
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers, content_type="application/json")


def cut(transport: asyncio.BaseTransport | None) -> None:
    """Cut a connection so that the other end sees a reset and no goodbye."""
    if isinstance(transport, asyncio.Transport):
        raw = transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()
