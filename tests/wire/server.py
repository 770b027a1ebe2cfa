"""A small Discord on loopback: REST and gateway, for unmodified discord.py in another process.

It is for what an in-memory Discord cannot show: kill -9 of the bot, two clicks in one tick, RESUME, rate limits,
latency, lost connections. Driven by `people.World`; a bot reaches it through `launch`. Whatever it does not know is
answered with 501, kept in `unknown`, and fails the test.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from aiohttp import web

from tests.wire import shapes
from tests.wire.faults import Fault, Faults, Limits, json_response
from tests.wire.gateway import Gateway
from tests.wire.shapes import API
from tests.wire.state import Message, Refused, State

T = TypeVar("T")

PATIENCE: Final = 60.0
"""Seconds after which what is waited for is taken never to come: whatever is waited for comes at once where the
machine has time for it, and no test is about how much it has."""


@dataclass(frozen=True)
class Call:
    """One request, its body already read; `path` is without the API prefix, `names` are the path's variables."""

    request: web.Request
    path: str
    names: Mapping[str, str]
    payload: Any

    @property
    def message(self) -> tuple[str, str]:
        """Channel and message that the path names."""
        return self.names["channel"], self.names["message"]

    @property
    def reply(self) -> tuple[str, str]:
        """Interaction token and message that the path names."""
        return self.names["token"], self.names["message"]


@dataclass(frozen=True)
class Recorded:
    """One request of the bot and the status it got; `path` is without the API prefix."""

    method: str
    path: str
    payload: Any
    status: int


Answer = tuple[int, object]
Handler = Callable[[Call], Answer]


class WireServer:
    """Listens on 127.0.0.1 between `start` and `stop`; runs in the event loop of the test."""

    def __init__(self) -> None:
        self.state = State()
        self.requests: list[Recorded] = []
        self.unknown: list[str] = []
        self.faults = Faults()
        self.limits = Limits()
        self.struck = 0
        """How many calls met a fault."""
        self.gateway = Gateway(self.state, self._notify, self._note_unknown)
        self._change = asyncio.Event()
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.5)

    async def start(self) -> None:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()

    async def stop(self) -> None:
        await self.gateway.drop()
        await self._runner.cleanup()

    @property
    def port(self) -> int:
        return int(self._runner.addresses[0][1])

    async def until(self, condition: Callable[[], T | None], patience: float = PATIENCE) -> T:
        """Wait until `condition` gives something true; it is asked again after every request and connection.

        Raises:
            TimeoutError: after `patience` seconds.
            AssertionError: as soon as the bot asks for what this server does not know.
        """
        async with asyncio.timeout(patience):
            while not (found := condition()):
                self.assert_known()
                await self._change.wait()
        return found

    def assert_known(self) -> None:
        assert not self.unknown, f"the wire server does not know: {self.unknown}"

    def next(self, method: str, route: str, fault: Fault, times: float = 1) -> None:
        """Let the next calls that fit meet this fault; see `Faults.order`."""
        self.faults.order(method, route, fault, times)

    def sent(self, method: str, path_start: str = "") -> list[Recorded]:
        """The requests so far of this method whose path starts so, oldest first."""
        return [one for one in self.requests if one.method == method and one.path.startswith(path_start)]

    def _notify(self) -> None:
        self._change.set()
        self._change = asyncio.Event()

    def _note_unknown(self, what: str) -> None:
        self.unknown.append(what)
        self._notify()

    # The door: read the body, let a fault step in, answer, record

    def _app(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/gateway", self.gateway.serve)
        for method, path, handler in (*self._routes(), ("*", "/{rest:.*}", self._not_known)):
            app.router.add_route(method, API + path, partial(self._door, handler))
        return app

    async def _door(self, handler: Handler, request: web.Request) -> web.Response:
        raw = await request.read()
        call = Call(request, request.path.removeprefix(API), request.match_info, json.loads(raw) if raw else None)
        headers, limit = self.limits.count(f"{request.method} {_route(call)}", _main_id(call))
        fault = limit or self.faults.take(request.method, call.path)
        response = _answer(handler, call) if fault is None else await self._struck(fault, handler, call)
        response.headers.update(headers)
        self.requests.append(Recorded(request.method, call.path, call.payload, response.status))
        self._notify()
        return response

    async def _struck(self, fault: Fault, handler: Handler, call: Call) -> web.Response:
        """Answer a call that a fault befalls; it is told to `until` at once, for its answer may never leave."""
        self.struck += 1
        self._notify()
        ordinary = _answer(handler, call) if fault.carried_out else None
        return await fault.befall(call.request) or ordinary or _answer(handler, call)

    def _not_known(self, call: Call) -> Answer:
        self._note_unknown(f"{call.request.method} {call.path}")
        return 501, {"code": 0, "message": "the wire server does not know this route"}

    # The routes

    def _routes(self) -> list[tuple[str, str, Handler]]:
        state = self.state
        message = "/channels/{channel}/messages/{message}"
        hook = "/webhooks/{application}/{token}"
        reply = hook + "/messages/{message}"
        return [
            ("GET", "/users/@me", lambda _: (200, shapes.bot_user())),
            ("GET", "/oauth2/applications/@me", lambda _: (200, shapes.application())),
            ("GET", "/gateway/bot", self._gateway),
            ("GET", "/applications/{application}/commands", lambda _: (200, state.commands)),
            ("PUT", "/applications/{application}/commands", lambda call: (200, state.sync(call.payload))),
            ("GET", "/guilds/{guild}/members/{user}", lambda call: (200, state.member(call.names["user"]))),
            ("GET", "/channels/{channel}", lambda call: (200, state.channel(call.names["channel"]))),
            ("POST", "/channels/{channel}/messages", self._post),
            ("GET", message, lambda call: (200, state.public_message(*call.message).data)),
            ("PATCH", message, lambda call: self._edit(state.public_message(*call.message), call)),
            ("DELETE", message, lambda call: self._delete(state.public_message(*call.message))),
            ("POST", "/interactions/{interaction}/{token}/callback", self._callback),
            ("POST", hook, self._follow_up),
            ("GET", reply, lambda call: (200, state.interaction_message(*call.reply).data)),
            ("PATCH", reply, lambda call: self._edit(state.interaction_message(*call.reply), call)),
            ("DELETE", reply, lambda call: self._delete(state.interaction_message(*call.reply))),
        ]

    def _gateway(self, _call: Call) -> Answer:
        limit = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
        return 200, {"url": f"ws://127.0.0.1:{self.port}/gateway", "shards": 1, "session_start_limit": limit}

    def _post(self, call: Call) -> Answer:
        return 200, self.state.post(call.names["channel"], call.payload).data

    def _edit(self, message: Message, call: Call) -> Answer:
        return 200, self.state.edit(message, call.payload).data

    def _delete(self, message: Message) -> Answer:
        self.state.delete(message)
        return 204, None

    def _callback(self, call: Call) -> Answer:
        result = self.state.answer(call.names["token"], call.payload)
        return (200, result) if call.request.query.get("with_response") in {"1", "true"} else (204, None)

    def _follow_up(self, call: Call) -> Answer:
        return 200, self.state.follow_up(call.names["token"], call.payload).data


def _answer(handler: Handler, call: Call) -> web.Response:
    if not _authorised(call):
        return json_response(401, {"code": 0, "message": "401: Unauthorized"})
    try:
        return json_response(*handler(call))
    except Refused as refusal:
        return json_response(refusal.status, refusal.body)


def _authorised(call: Call) -> bool:
    """Interactions and their webhooks are opened by the token in their path, all else by the bot's token."""
    if call.path.startswith(("/interactions/", "/webhooks/")):
        return True
    return call.request.headers.get("Authorization") == f"Bot {shapes.TOKEN}"


def _route(call: Call) -> str:
    resource = call.request.match_info.route.resource
    return resource.canonical.removeprefix(API) if resource else call.path


def _main_id(call: Call) -> str:
    """The id by which Discord keeps buckets apart."""
    return next((call.names[name] for name in ("channel", "guild", "token") if name in call.names), "")
