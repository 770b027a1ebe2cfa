"""The pretended Discord's gateway: one shard, plain text frames, HELLO to RESUME, and all that can go wrong on it."""

import asyncio
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import WSMsgType, web

from tests.wire import shapes
from tests.wire.faults import cut
from tests.wire.shapes import Json
from tests.wire.state import State


class Op(IntEnum):
    """Discord's gateway opcodes, as far as a bot without privileged intents meets them."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


@dataclass
class Session:
    """What Discord keeps of a bot's connection, so that it can be resumed: every event, and the live socket."""

    id: str = field(default_factory=lambda: secrets.token_hex(8))
    events: list[str] = field(default_factory=list)
    ws: web.WebSocketResponse | None = None


class Gateway:
    """Serves one bot; `changed` is called after whatever a test may wait for."""

    def __init__(self, state: State, changed: Callable[[], None], unknown: Callable[[str], None]) -> None:
        self._state = state
        self._changed = changed
        self._unknown = unknown
        self._sockets: dict[web.WebSocketResponse, asyncio.BaseTransport | None] = {}
        self.session: Session | None = None
        self.identifies = 0
        self.resumes = 0
        self.heartbeat_seconds = 41.25
        self.acknowledges = True
        self.losing = 0
        """So many of the next events get lost on their way; only RESUME brings them again."""
        self.outage = False
        """Whether the server stays unavailable after READY."""
        self.removed = False
        """Whether the bot is no longer on the server."""

    @property
    def connected(self) -> bool:
        return self.session is not None and self.session.ws is not None

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        self._sockets[ws] = request.transport
        try:
            await _send(ws, Op.HELLO, {"heartbeat_interval": self.heartbeat_seconds * 1000})
            async for frame in ws:
                if frame.type is WSMsgType.TEXT:
                    await self._receive(ws, json.loads(frame.data))
        finally:
            self._sockets.pop(ws, None)
            if self.session is not None and self.session.ws is ws:
                self.session.ws = None
            self._changed()
        return ws

    async def dispatch(self, name: str, *events: Json) -> None:
        """Send the events in one burst; lost if the bot never connected."""
        if self.session is None:
            return
        frames = [self._remember(self.session, name, event) for event in events]
        lost = min(self.losing, len(frames))
        self.losing -= lost
        if self.session.ws is None:
            return
        for frame in frames[lost:]:
            await self.session.ws.send_str(frame)

    # What can go wrong

    async def drop(self, code: int = 4000) -> None:
        """Close every connection with a code; after 4000 a bot may resume."""
        for ws in tuple(self._sockets):
            await ws.close(code=code)

    def sever(self) -> None:
        """Cut every connection without a word: the bot reads 1006."""
        for transport in tuple(self._sockets.values()):
            if isinstance(transport, asyncio.Transport):
                cut(transport)

    async def tell(self, op: Op, data: object) -> None:
        """Tell the bot to RECONNECT, or INVALID_SESSION with whether it may resume."""
        for ws in tuple(self._sockets):
            await _send(ws, op, data)

    def forget(self) -> None:
        """Forget the session: the next RESUME is refused, and whatever was not delivered is lost."""
        if self.session is not None:
            self.session.id = "forgotten"

    async def ready_again(self) -> None:
        """Deliver READY and the server once more on the same connection."""
        if self.session is not None and self.session.ws is not None:
            await self._greet(self.session.ws, self.session)

    async def _receive(self, ws: web.WebSocketResponse, frame: Json) -> None:
        match frame["op"]:
            case Op.HEARTBEAT:
                if self.acknowledges:
                    await _send(ws, Op.HEARTBEAT_ACK, None)
            case Op.IDENTIFY:
                await self._identify(ws, frame["d"])
            case Op.RESUME:
                await self._resume(ws, frame["d"])
            case Op.PRESENCE:
                pass
            case other:
                self._unknown(f"gateway opcode {other}")

    async def _identify(self, ws: web.WebSocketResponse, data: Json) -> None:
        if data["token"] != shapes.TOKEN:
            await ws.close(code=4004)
            return
        self.session = Session(ws=ws)
        await self._greet(ws, self.session)
        self.identifies += 1
        self._changed()

    async def _greet(self, ws: web.WebSocketResponse, session: Session) -> None:
        await self.dispatch("READY", self._ready(ws, session))
        if not self.outage and not self.removed:
            await self.end_outage()

    async def end_outage(self) -> None:
        """Tell the bot what its server looks like."""
        await self.dispatch("GUILD_CREATE", shapes.guild(self._state.channels.values(), self._state.app_permissions))

    def _ready(self, ws: web.WebSocketResponse, session: Session) -> Json:
        return {
            "v": 10,
            "user": shapes.bot_user(),
            "guilds": [] if self.removed else [{"id": shapes.GUILD, "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": f"ws://127.0.0.1:{ws.get_extra_info('sockname')[1]}/gateway",
            "shard": [0, 1],
            "application": {"id": shapes.APPLICATION, "flags": 0},
        }

    async def _resume(self, ws: web.WebSocketResponse, data: Json) -> None:
        session = self.session
        if session is None or session.id != data["session_id"]:
            await _send(ws, Op.INVALID_SESSION, data=False)
            return
        session.ws = ws
        for frame in session.events[data["seq"] :]:
            await ws.send_str(frame)
        await self.dispatch("RESUMED", {})
        self.resumes += 1
        self._changed()

    def _remember(self, session: Session, name: str, event: Json) -> str:
        frame = json.dumps({"op": Op.DISPATCH, "t": name, "s": len(session.events) + 1, "d": event})
        session.events.append(frame)
        return frame


async def _send(ws: web.WebSocketResponse, op: Op, data: object) -> None:
    await ws.send_str(json.dumps({"op": op, "d": data, "s": None, "t": None}))
