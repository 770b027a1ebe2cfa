"""A small Discord on loopback: REST and gateway, for unmodified discord.py in another process.

It is for what an in-memory Discord cannot show: kill -9 of the bot, two clicks in one tick, RESUME, and later 429
and 5xx. Started and driven by `people.World`; a bot reaches it through `launch`. Whatever it does not know is answered
with 501, kept in `unknown`, and fails the test.
"""

import asyncio
import json
import logging
import time
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from aiohttp import web
from yarl import URL

from tests.wire import shapes
from tests.wire.gateway import Gateway
from tests.wire.shapes import Json
from tests.wire.state import Refused, State

Answer = tuple[int, object]
Fault = Callable[[web.Request], Awaitable[web.Response | None]]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
T = TypeVar("T")

API: Final = "/api/v10"
PATIENCE: Final = 3.0
_PAYLOAD: Final = web.RequestKey("payload", object)
_FILES: Final = web.RequestKey("files", Mapping[str, bytes])
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recorded:
    """One request of the bot and the status it got; `path` is without the API prefix."""

    method: str
    path: str
    payload: Any
    files: Mapping[str, bytes]
    status: int


class WireServer:
    """Listens on 127.0.0.1 between `start` and `stop`; runs in the event loop of the test."""

    def __init__(self) -> None:
        self.state = State()
        self.requests: list[Recorded] = []
        self.unknown: list[str] = []
        self.faults: dict[tuple[str, str], Fault] = {}
        """(method, start of the path) -> what to do before the request is carried out; a response ends it there."""
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

    def sent(self, method: str, path_start: str = "") -> list[Recorded]:
        """The requests so far of this method whose path starts so, oldest first."""
        return [one for one in self.requests if one.method == method and one.path.startswith(path_start)]

    def _notify(self) -> None:
        self._change.set()
        self._change = asyncio.Event()

    def _note_unknown(self, what: str) -> None:
        _log.error("the wire server does not know: %s", what)
        self.unknown.append(what)
        self._notify()

    # The door: read the body, let a fault step in, answer, record

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._door])
        app.router.add_get("/gateway", self.gateway.serve)
        for method, path, handler in self._routes():
            app.router.add_route(method, API + path, _rest(handler))
        return app

    @web.middleware
    async def _door(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        path = request.path.removeprefix(API)
        if path == request.path:
            return await handler(request)
        request[_PAYLOAD], request[_FILES] = await _body(request)
        response = await self._faulty(request, path) or await self._answer(request, handler)
        response.headers.update(_rate_limit_headers(request))
        self.requests.append(
            Recorded(request.method, path, request[_PAYLOAD], request[_FILES], response.status)
        )
        self._notify()
        return response

    async def _faulty(self, request: web.Request, path: str) -> web.Response | None:
        for (method, start), fault in tuple(self.faults.items()):
            if method == request.method and path.startswith(start):
                return await fault(request)
        return None

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not _authorised(request):
            return json_response(401, {"code": 0, "message": "401: Unauthorized"})
        if request.match_info.http_exception is not None:
            self._note_unknown(f"{request.method} {request.path}")
            return json_response(501, {"code": 0, "message": "the wire server does not know this route"})
        return await handler(request)

    # The routes

    def _routes(self) -> list[tuple[str, str, Callable[[web.Request], Answer]]]:
        state = self.state
        message = "/channels/{channel}/messages/{message}"
        hook = "/webhooks/{application}/{token}"
        return [
            ("GET", "/users/@me", lambda _: (200, shapes.bot_user())),
            ("GET", "/oauth2/applications/@me", lambda _: (200, shapes.application())),
            ("GET", "/gateway", lambda r: (200, {"url": _gateway_url(r)})),
            ("GET", "/gateway/bot", lambda r: (200, _gateway_for_bots(r))),
            ("GET", "/applications/{application}/commands", lambda _: (200, state.commands)),
            ("PUT", "/applications/{application}/commands", lambda r: (200, state.sync(r[_PAYLOAD]))),
            ("GET", "/guilds/{guild}/members/{user}", lambda r: (200, state.member(r.match_info["user"]))),
            ("GET", "/channels/{channel}", lambda r: (200, state.channel(r.match_info["channel"]))),
            ("POST", "/channels/{channel}/messages", self._post),
            ("GET", message, lambda r: (200, state.public_message(*_where(r)).data)),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", "/interactions/{interaction}/{token}/callback", self._callback),
            ("POST", hook, self._follow_up),
            ("GET", hook + "/messages/{message}", lambda r: (200, state.interaction_message(*_whose(r)).data)),
            ("PATCH", hook + "/messages/{message}", self._edit_reply),
            ("DELETE", hook + "/messages/{message}", self._delete_reply),
        ]

    def _post(self, request: web.Request) -> Answer:
        return 200, self.state.post(request.match_info["channel"], request[_PAYLOAD], request[_FILES]).data

    def _edit(self, request: web.Request) -> Answer:
        message = self.state.public_message(*_where(request))
        return 200, self.state.edit(message, request[_PAYLOAD], request[_FILES]).data

    def _delete(self, request: web.Request) -> Answer:
        self.state.delete(self.state.public_message(*_where(request)))
        return 204, None

    def _callback(self, request: web.Request) -> Answer:
        result = self.state.answer(request.match_info["token"], request[_PAYLOAD], request[_FILES])
        return (200, result) if request.query.get("with_response") in {"1", "true"} else (204, None)

    def _follow_up(self, request: web.Request) -> Answer:
        message = self.state.follow_up(request.match_info["token"], request[_PAYLOAD], request[_FILES])
        return 200, message.data

    def _edit_reply(self, request: web.Request) -> Answer:
        message = self.state.interaction_message(*_whose(request))
        return 200, self.state.edit(message, request[_PAYLOAD], request[_FILES]).data

    def _delete_reply(self, request: web.Request) -> Answer:
        self.state.delete(self.state.interaction_message(*_whose(request)))
        return 204, None


def json_response(status: int, body: object, headers: Mapping[str, str] | None = None) -> web.Response:
    """A reply as discord.py wants it: it reads JSON only where the content type is bare."""
    return web.Response(
        status=status,
        body=None if status == 204 else json.dumps(body).encode(),
        headers=headers,
        content_type="application/json",
    )


def _rest(handler: Callable[[web.Request], Answer]) -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            return json_response(*handler(request))
        except Refused as refusal:
            return json_response(refusal.status, refusal.body)

    return answer


async def _body(request: web.Request) -> tuple[object, Mapping[str, bytes]]:
    """The JSON of a request and the files beside it."""
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (json.loads(raw) if raw else None), {}
    form = await request.post()
    files = {name: part.file.read() for name, part in form.items() if isinstance(part, web.FileField)}
    return json.loads(str(form["payload_json"])), files


def _authorised(request: web.Request) -> bool:
    """Interactions and their webhooks are opened by the token in their path, all else by the bot's token."""
    by_path = request.path.startswith((f"{API}/interactions/", f"{API}/webhooks/"))
    return by_path or request.headers.get("Authorization") == f"Bot {shapes.TOKEN}"


def _rate_limit_headers(request: web.Request) -> dict[str, str]:
    """A generous bucket for each route; without these headers discord.py sends one request at a time."""
    resource = request.match_info.route.resource
    route = f"{request.method} {resource.canonical if resource else request.path}"
    return {
        "X-RateLimit-Limit": "50",
        "X-RateLimit-Remaining": "49",
        "X-RateLimit-Reset": f"{time.time() + 1:.3f}",
        "X-RateLimit-Reset-After": "1.000",
        "X-RateLimit-Bucket": f"{zlib.crc32(route.encode()):08x}",
    }


def _gateway_url(request: web.Request) -> str:
    return str(URL.build(scheme="ws", host="127.0.0.1", port=request.url.port, path="/gateway"))


def _gateway_for_bots(request: web.Request) -> Json:
    limit = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
    return {"url": _gateway_url(request), "shards": 1, "session_start_limit": limit}


def _where(request: web.Request) -> tuple[str, str]:
    return request.match_info["channel"], request.match_info["message"]


def _whose(request: web.Request) -> tuple[str, str]:
    return request.match_info["token"], request.match_info["message"]
