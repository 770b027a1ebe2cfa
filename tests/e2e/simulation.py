"""SimCord as we need it. The only room that knows it; another simulated Discord would come in here.

Five things of its insides are changed. An action ends as soon as the bot has nothing left to do, where SimCord
looks only every 50 ms. Scheduler run on virtual time alone, where SimCord waits for short ones in real time. A task
that waits for a signal (`asyncio.Event` and the like) counts as idle, where SimCord waits for it in vain. The
bot may be away for a while between two runs. And people and servers may have another language than American English.
"""

import asyncio
import contextvars
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from simcord import (
    ChannelHandle,
    Env,
    GuildHandle,
    InteractionResult,
    MemberActor,
    ResponseMessage,
    SetupError,
)
from simcord._runtime import _attach_bot, _CallbackRecord
from simcord._settlement import _SettlementState
from simcord.backend.access import channel_accessible
from simcord.backend.models import Message as Stored
from simcord.backend.models import Overwrite
from simcord.backend.serializers import message_payload
from simcord.enums import InteractionType, OverwriteType

from tests.e2e.screen import Json, Message, read

__all__ = ["ChannelHandle", "GuildHandle", "InteractionResult", "MemberActor", "SetupError", "Simulation"]

log = logging.getLogger(__name__)

LOOK_AGAIN = 0.001
"""Seconds between two looks whether the bot is still busy, where nothing tells us sooner."""
PATIENCE = 600.0
"""Real seconds after which a bot that is still busy counts as hanging: so many that no machine is too slow."""
BUTTON, SELECT = 2, 3
SIGNALS = {
    wait.__code__ for wait in (asyncio.Event.wait, asyncio.Lock.acquire, asyncio.Semaphore.acquire, asyncio.Queue.get)
}


class Simulation(Env):
    """A simulated Discord, at first without a bot."""

    def __init__(self) -> None:
        nobody = discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=1)
        super().__init__(nobody, shard_count=1, settle_timeout=PATIENCE, check_errors=False)
        self.languages: dict[int, str] = {}
        """Discord's codes of the languages of users and servers, where it is not American English."""
        self._emit = self.backend.emit
        self.backend.emit = self._emit_in_language  # type: ignore[method-assign]

    def _emit_in_language(self, event: str, payload: Mapping[str, Any]) -> None:
        """Let an interaction carry the languages of its user and server, where SimCord has American English."""
        if event == "INTERACTION_CREATE":
            ids = {"locale": payload["member"]["user"]["id"], "guild_locale": payload["guild_id"]}
            known = {key: self.languages.get(int(number), payload[key]) for key, number in ids.items()}
            payload = {**payload, **known}
        self._emit(event, payload)

    async def connect(self, bot: discord.AutoShardedClient) -> None:
        """Log a bot in and let it see the servers."""
        if not self._started:
            self.bot = bot
            await self.start()
            return
        self._begin_operation("connect")
        try:
            await _attach_bot(self, bot)
        finally:
            self._end_operation()

    async def disconnect(self) -> None:
        """Cut the bot off and cancel what it still does; the servers live on."""
        self._begin_operation("disconnect")
        try:
            await self._detach_bot()
        finally:
            self._end_operation()

    async def quiet(self) -> None:
        """Wait until the bot has nothing left to do."""
        self._begin_operation("quiet")
        try:
            await self._settle_internal()
        finally:
            self._end_operation()

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the overridden method has it
        idle: float = LOOK_AGAIN,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch, _deadline=_deadline)

    def _schedule_timer(
        self,
        record: _CallbackRecord,
        callback: object,
        args: tuple[object, ...],
        schedule_context: contextvars.Context | None,
    ) -> None:
        """Leave the timer to virtual time: SimCord would schedule a real one beside it."""

    def _record_error(self, error: BaseException) -> None:
        """Log what the bot left unhandled, beside what it logged itself."""
        super()._record_error(error)
        log.error("the bot left an error unhandled", exc_info=error)

    def _settlement_state(self) -> _SettlementState:
        """Declare afresh, at every look, which tasks only wait for a signal."""
        self._work.external_waits = {task: "a signal" for task in self._work.tasks if _waits_for_signal(task)}
        return super()._settlement_state()

    def lose(self, method: str, path: str, error: Exception, *, times: int | None) -> None:
        """Let calls that fit end with an error that is no answer, such as a cut connection."""
        self.backend.faults.append(_Loss(error, method=method, path=path, times=times))

    # What people see

    def message(self, channel: int, message: int) -> Message | None:
        """Draw a message as it is now; None when it is gone."""
        stored = self.backend.messages.get(channel, {}).get(message)
        return None if stored is None else self._draw(stored)

    def messages(self, channel: int, reader: int | None = None) -> list[Message]:
        """Draw a channel's messages, oldest first: the public ones, and those for this reader's eyes only."""
        stored = self.backend.messages.get(channel, {})
        return [self._draw(stored[number]) for number in sorted(stored) if stored[number].visible_to(reader)]

    def visible_channels(self, member: MemberActor) -> list[int]:
        """List the channels and threads of a member's server that they may see."""
        server = self.backend.guilds.get(member.guild.id)
        places = [] if server is None else [*server.channel_ids, *server.thread_ids]
        return [place for place in places if channel_accessible(self.backend, place, member.id)]

    def _draw(self, stored: Stored) -> Message:
        names = {user.id: user.global_name or user.name for user in self.backend.users.values()}
        payload: Json = dict(message_payload(self.backend, stored))
        return read(payload, names, stored.ping_user_ids)

    def answers(self, result: InteractionResult) -> list[Message]:
        """Draw the response to an interaction and its followups, as far as they still stand."""
        handles = [result.response, *result.followups]
        drawn = [self.message(handle.channel_id, handle.id) for handle in handles if handle is not None]
        return [message for message in drawn if message is not None]

    def unanswered(self, result: InteractionResult) -> bool:
        """Tell whether the player sees "interaction failed", or waits before "thinking"."""
        return not result.acknowledged or result._interaction.loading

    # What people do

    async def click(self, member: MemberActor, message: Message, custom_id: str) -> InteractionResult:
        """Click a button that stands in the message now."""
        return await member.click(self._handle(message), custom_id=custom_id)

    async def select(
        self, member: MemberActor, message: Message, custom_id: str, values: Sequence[object]
    ) -> InteractionResult:
        """Choose options of a menu that stands in the message now, by their values or as handles."""
        return await member.select(self._handle(message), values, custom_id=custom_id)

    async def forge(
        self, member: MemberActor, message: Message, custom_id: str, values: Sequence[str] | None
    ) -> InteractionResult:
        """Send a click (or, with values, a choice) that no control of the message may offer."""
        data: Json = {"custom_id": custom_id, "component_type": BUTTON if values is None else SELECT}
        if values is not None:
            data["values"] = list(values)
        return await self._send(member, InteractionType.MESSAGE_COMPONENT, message, data)

    async def forge_modal(
        self, member: MemberActor, message: Message, custom_id: str, fields: dict[str, str]
    ) -> InteractionResult:
        """Send a filled modal that the bot may never have shown."""
        rows = [
            {"type": 1, "id": number, "components": [{"type": 4, "id": 100 + number, "custom_id": key, "value": text}]}
            for number, (key, text) in enumerate(fields.items(), 1)
        ]
        data: Json = {"custom_id": custom_id, "components": rows}
        return await self._send(member, InteractionType.MODAL_SUBMIT, message, data)

    async def _send(
        self, member: MemberActor, kind: InteractionType, message: Message, data: Json
    ) -> InteractionResult:
        """Send an interaction as a client would whose screen still shows this drawing of the message."""
        now = self.message(message.channel, message.id) or message
        channel = ChannelHandle(self, member.guild, self.backend.get_channel(message.channel))
        self._begin_operation("forge")
        try:
            return await member._dispatch_interaction(
                kind, channel, data, extra={"message": now.payload}, source_message_id=message.id
            )
        finally:
            self._end_operation()

    def _handle(self, message: Message) -> ResponseMessage:
        return ResponseMessage(self, self.backend.get_message(message.channel, message.id))

    def deny_bot(self, channel: int, denied: int) -> None:
        """Take permissions, as a bit mask, from the bot in one channel."""
        overwrite = Overwrite(self.backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
        self.backend.set_overwrite(channel, overwrite)


class _Loss(dict[str, object]):
    """A fault as SimCord lists them; asked for its status, it raises."""

    def __init__(self, error: Exception, **facts: object) -> None:
        super().__init__(facts)
        self._error = error

    def __missing__(self, _key: str) -> object:
        raise self._error


def _waits_for_signal(task: asyncio.Task[object]) -> bool:
    """Tell whether a task can go on only when another one lets it, or when time runs out for it.

    Never the database: aiosqlite's answers are plain futures.
    """
    coroutine: object = task.get_coro()
    while getattr(awaited := getattr(coroutine, "cr_await", None), "cr_frame", None) is not None:
        coroutine = awaited
    frame = getattr(coroutine, "cr_frame", None)
    if frame is None:
        return False
    if frame.f_code is asyncio.wait_for.__code__:
        # Until Python 3.11 the wait itself is a task of its own.
        inner = frame.f_locals.get("fut")
        return isinstance(inner, asyncio.Task) and not inner.done() and _waits_for_signal(inner)
    return frame.f_code in SIGNALS
