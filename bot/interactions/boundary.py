"""The one error boundary: whatever is raised by what a person did becomes an answer (docs/architecture.md, idea 9)."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord

from bot.host.logs import facts
from bot.host.metrics import AnswerStatus
from bot.interactions.person import Described, control_of, described, person_of
from bot.messages.delivery_errors import UNDELIVERED, reason_of
from bot.messages.frames import frame_of
from bot.messages.hands import Hands
from bot.messages.kits import Kits
from bot.messages.pending_answers import PendingAnswers
from bot.messages.replies import Reply
from bot.messages.tables import Tables
from bot.model.errors import MalformedId, NotRead, NotSaved, Refusal, Refused, StaleClick
from bot.play.sessions import Sessions
from bot.texts.content import Texts
from bot.views import kit
from rules.errors import IllegalMove, InvalidOptions, MalformedMove

log = logging.getLogger(__name__)

CLOSING_SECONDS = 2.0
"""How long a stop waits for answers under way."""
FINAL = frozenset({10062, 40060})
"""Discord's error codes for an interaction that takes no answer any more: it is too late, or answered already."""
OUTDATED = frozenset(
    {Refusal.ALREADY_STARTED, Refusal.SESSION_OVER, Refusal.MOTION_GONE, Refusal.PAUSED, Refusal.NOT_PAUSED}
)
"""Refusals that mean that the clicked message is out of date: it is redrawn as well."""

_STORAGE = {NotSaved: (AnswerStatus.NOT_SAVED, "saved"), NotRead: (AnswerStatus.NOT_READ, "read")}

Handler = Callable[[Reply], Awaitable[None]]


class Boundary:
    """Answers every interaction. Code below catches an error only if it has a better answer, as panels of admins do."""

    def __init__(  # noqa: PLR0913, PLR0917 - the composition root names each
        self,
        sessions: Sessions,
        tables: Tables,
        hands: Hands,
        kits: Kits,
        pending: PendingAnswers,
        on_answered: Callable[[str, AnswerStatus, float], None],
    ) -> None:
        """`on_answered` is called after each answer: the kind of interaction, the status, the seconds it took."""
        self._sessions = sessions
        self._tables = tables
        self._hands = hands
        self._kits = kits
        self._answering: set[asyncio.Task[Any]] = set()
        self._pending = pending
        self._on_answered = on_answered

    async def answer(self, interaction: discord.Interaction, handle: Handler) -> None:
        """Run `handle`; whatever it raises becomes an answer."""
        reply = Reply(interaction, self._kits.reader(interaction), self._pending)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine runs in a task
        self._answering.add(task)
        began, status = asyncio.get_running_loop().time(), AnswerStatus.UNDELIVERED
        try:
            status = await self._attempt(interaction, reply, handle)
        except UNDELIVERED as error:
            # The step is committed, only its showing failed: the next click redraws.
            what = described(interaction)
            log.warning("%s could not be answered: %s", what, reason_of(error), extra=_about(what))
            self._show_without_answer(interaction)
            await self._report_undelivered(interaction, reply, error)
        finally:
            self._answering.discard(task)
            reply.done()
            self._on_answered(interaction.type.name, status, asyncio.get_running_loop().time() - began)
            if interaction.response.is_done():
                self._hands.remember(interaction, reply.kit.language)

    async def close(self) -> None:
        """Wait for the answers under way, as long as a stop may take; give up the rest."""
        if self._answering:
            _, late = await asyncio.wait(self._answering, timeout=CLOSING_SECONDS)
            for task in late:
                task.cancel()

    async def _report_undelivered(self, interaction: discord.Interaction, reply: Reply, error: Exception) -> None:
        """Say in private that the answer was not delivered, if Discord may still wait for one."""
        too_late = isinstance(error, TimeoutError) and not interaction.response.is_done()
        if too_late or getattr(error, "code", None) in FINAL:
            return
        with suppress(*UNDELIVERED):
            await reply.give_up(reply.kit.texts("answer-undelivered"))

    def _show_without_answer(self, interaction: discord.Interaction) -> None:
        """Edit the table that was clicked; post the lobby whose command was not answered."""
        with suppress(MalformedId):
            control = control_of(interaction)
            if control is not None:
                self._tables.refresh(control.session)
        if interaction.channel_id is not None:
            self._tables.reveal(interaction.channel_id)

    async def _attempt(self, interaction: discord.Interaction, reply: Reply, handle: Handler) -> AnswerStatus:
        """Handle an interaction; answer storage errors and faults, also those of the answer to a refusal."""
        try:
            return await self._answer_refusals(interaction, reply, handle)
        except UNDELIVERED:
            raise
        except (NotSaved, NotRead) as error:
            what = described(interaction)
            status, done = _STORAGE[type(error)]
            log.error("%s could not be %s: %s", what, done, error, extra=_about(what))  # noqa: TRY400 - no bug: no traceback
            await reply.private(reply.kit.texts(f"answer-{status}"))
            return status
        except Exception:
            reference, what = secrets.token_hex(3).upper(), described(interaction)
            log.exception("fault %s: %s", reference, what, extra=_about(what, reference))
            await reply.private(reply.kit.texts("answer-fault", reference=reference))
            return AnswerStatus.FAULT

    async def _answer_refusals(self, interaction: discord.Interaction, reply: Reply, handle: Handler) -> AnswerStatus:
        try:
            await handle(reply)
        except StaleClick as error:
            await self._show_fresh(interaction, reply, error.session_id)
            return AnswerStatus.STALE
        except (Refused, IllegalMove, InvalidOptions) as error:
            if isinstance(error, Refused) and error.reason in OUTDATED:
                await self._repair(interaction, reply)
            await reply.private(await self._sentence(error, interaction, reply.kit.texts))
            return AnswerStatus.REFUSED
        except (MalformedId, MalformedMove):
            await reply.private(reply.kit.texts("answer-malformed"))
            return AnswerStatus.MALFORMED
        return AnswerStatus.OK

    async def _show_fresh(self, interaction: discord.Interaction, reply: Reply, session_id: str) -> None:
        session = await self._sessions.load(session_id)
        if reply.in_private:
            await self._hands.redraw(reply, session, person_of(interaction))
        elif interaction.message is not None:
            await reply.redraw(self._tables.in_place(session, interaction.message.id))
        else:
            await reply.private(self._tables.read_out(session))
        await reply.private(reply.kit.texts("answer-stale"))

    async def _repair(self, interaction: discord.Interaction, reply: Reply) -> None:
        """Redraw the clicked table or hand, whose controls no longer fit the session."""
        control = control_of(interaction)
        if interaction.message is None or control is None:
            return
        session = await self._sessions.load(control.session)
        if not reply.in_private:
            await reply.redraw(self._tables.in_place(session, interaction.message.id))
        elif control.verb in {"move", "draft"} and self._hands.has(session, interaction.user.id):
            await self._hands.redraw(reply, session, person_of(interaction))

    async def _sentence(
        self, error: Refused | IllegalMove | InvalidOptions, interaction: discord.Interaction, texts: Texts
    ) -> str:
        """Return a refusal as a sentence: seats become names, moments become Discord's timestamps."""
        code = error.fault if isinstance(error, InvalidOptions) else error.reason
        facts = dict(error.facts)
        if "until" in facts:
            facts["until"] = kit.relative(int(facts["until"]))
        seat = facts.get("turn", facts.get("victim"))
        if seat is not None and interaction.channel_id is not None:
            session = await self._sessions.in_channel(interaction.channel_id)
            facts["name"] = frame_of(session).names[int(seat)]
        return texts(f"reason-{code}", **facts)


def _about(what: Described, reference: str | None = None) -> dict[str, dict[str, str | int]]:
    return facts(session=what.session, revision=what.revision, what=what.what, reference=reference)
