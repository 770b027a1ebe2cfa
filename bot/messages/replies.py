"""One answer to one interaction, in time and never twice."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import discord
from discord import ui
from msgspec import Struct

from bot.messages.delivery_errors import UNDELIVERED, reason_of
from bot.messages.pending_answers import PendingAnswers
from bot.views.kit import Kit, notice

DEFER_AFTER_SECONDS = 1.5
"""An answer that takes longer is deferred: Discord waits 3 s for the first response."""
FIRST_SECONDS = 4.0
"""A first response that takes longer is too late, and given up."""

Response = discord.InteractionResponse[Any]
Result = TypeVar("Result")

log = logging.getLogger(__name__)


class Sent(Struct, frozen=True):
    """A message in answer to someone, which can be changed until the interaction's token expires."""

    edit: Callable[[ui.LayoutView], Awaitable[None]]
    delete: Callable[[], Awaitable[None]]


def sent_behind(message: discord.WebhookMessage) -> Sent:
    """Return a message that was sent after the first response."""

    async def edit(view: ui.LayoutView) -> None:
        await message.edit(view=view)

    async def delete() -> None:
        await message.delete()

    return Sent(edit, delete)


class Reply:
    """Answers one interaction. Each method sends the first response, or what Discord allows after it."""

    def __init__(self, interaction: discord.Interaction, kit: Kit, pending: PendingAnswers) -> None:
        self.kit = kit
        """For what only this person reads: in their language, with the standard theme."""
        self._interaction = interaction
        self._pending = pending
        pending.add(self)
        self._first = asyncio.Lock()
        self._thinking = False
        """The person sees "thinking ...", and no answer has replaced it yet."""
        self._late: asyncio.Task[None] | None = None
        loop = asyncio.get_running_loop()
        self._watchdog = loop.call_later(DEFER_AFTER_SECONDS, self._start_deferring)

    @property
    def clicked(self) -> discord.Message | None:
        """The message whose control was clicked, or opened the modal; None for a command."""
        return self._interaction.message

    @property
    def in_private(self) -> bool:
        """Whether the clicked message is one that only this person sees."""
        return self.clicked is not None and self.clicked.flags.ephemeral

    async def redraw(self, view: ui.LayoutView) -> Sent:
        """Replace the message that was clicked, and return it."""
        if not await self._respond(lambda response: response.edit_message(view=view)):
            await self._edit(view)
        return self._original()

    async def private(self, answer: str | ui.LayoutView) -> Sent:
        """Say something that only this person sees, and return it."""
        view = notice(answer) if isinstance(answer, str) else answer
        if await self._respond(lambda response: response.send_message(view=view, ephemeral=True)):
            return self._original()
        message = await self._interaction.followup.send(view=view, ephemeral=True, wait=True)
        self._thinking = False
        return sent_behind(message)

    async def modal(self, modal: ui.Modal) -> None:
        """Ask for text. Only a first response can: after a deferral the person is told to click again."""
        if not await self._respond(lambda response: response.send_modal(modal)):
            await self.private(self.kit.texts("answer-modal-late"))

    async def private_file(self, view: ui.LayoutView, file: discord.File) -> None:
        """Send a file, which the view refers to, to this person alone.

        The upload may take longer than Discord waits for the first response, so that is only a deferral.
        """
        if await self._respond(lambda response: response.defer(ephemeral=True, thinking=True)):
            self._thinking = True
        await self._interaction.followup.send(view=view, file=file, ephemeral=True, wait=True)
        self._thinking = False

    async def public(self, view: ui.LayoutView) -> int:
        """Post a message for everyone; return its id.

        A deferral is private, and so is the first message after it: then that is a short note, and the public message
        follows.
        """
        first = await self._respond(lambda response: response.send_message(view=view))
        if first:
            return first[0].message_id or (await self._interaction.original_response()).id
        await self._interaction.followup.send(view=notice(self.kit.texts("answer-posted")), ephemeral=True)
        self._thinking = False
        message = await self._interaction.followup.send(view=view, wait=True)
        return message.id

    async def _respond(self, say: Callable[[Response], Coroutine[Any, Any, Result]]) -> tuple[Result] | None:
        """Send the first response and return Discord's result in a tuple; None when one has been sent already.

        A second call waits until the first response is delivered, or fails. Raises TimeoutError after FIRST_SECONDS.
        """
        async with self._first:
            if self._interaction.response.is_done():
                return None
            self._pending.discard(self)
            async with asyncio.timeout(FIRST_SECONDS):
                return (await say(self._interaction.response),)

    def _original(self) -> Sent:
        return Sent(self._edit, self._delete)

    async def _edit(self, view: ui.LayoutView) -> None:
        await self._interaction.edit_original_response(view=view)
        self._thinking = False

    async def _delete(self) -> None:
        await self._interaction.delete_original_response()

    async def give_up(self, sentence: str) -> None:
        """Say that the answer was not delivered, if Discord may still accept that; leave no "thinking" behind."""
        if not self._interaction.response.is_done():
            await self.private(sentence)
        elif self._thinking:
            try:
                await self._edit(notice(sentence))
            except UNDELIVERED:
                await self._delete()

    def done(self) -> None:
        """Stop the watchdog, and count as answered, whether or not anything was sent."""
        self._watchdog.cancel()
        self._pending.discard(self)

    def _start_deferring(self) -> None:
        self._late = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        """Keep the interaction alive: silently for a control, with a private "thinking" for a command."""
        component = self.clicked is not None
        try:
            if await self._respond(lambda response: response.defer(ephemeral=not component)):
                self._thinking = not component
        except UNDELIVERED as error:
            log.warning("could not defer an answer: %s", reason_of(error))
