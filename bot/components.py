"""The router of clicks, and the one error boundary of everything that people do (design.md, idea 9).

discord.py keeps no views: every component interaction comes here, is decoded strictly, and is answered whatever
happens.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

import discord
from msgspec import Struct

from bot import crew
from bot.custom_ids import ControlId, decode
from bot.delivery import UNDELIVERED, reason_of
from bot.errors import MalformedId, NotSaved, Refusal, Refused, StaleClick
from bot.frames import frame_of
from bot.hands import Hands
from bot.house_rules import chosen
from bot.names import clean, shown
from bot.records import Change, Person, Session, Terms
from bot.replies import Reply
from bot.sessions import Sessions
from bot.table import Kits, Tables
from bot.views import TABLES, kit, lobby
from bot.views.drafts import decode as decode_draft
from bot.views.kit import Kit
from rules.errors import IllegalMove, InvalidOptions, MalformedMove, Reason
from rules.game import Clock

log = logging.getLogger(__name__)

CLOSING_SECONDS = 5.0
"""How long a stop waits for answers under way."""
FINAL = frozenset({10062, 40060})
"""Discord's errors for an interaction that takes no answer any more: too late, or answered after all."""

Handler = Callable[[Reply], Awaitable[None]]

OUTDATED = frozenset({Refusal.ALREADY_STARTED, Refusal.SESSION_OVER, Refusal.MOTION_GONE})
"""Refusals that mean the clicked message shows what is no longer so: it is redrawn as well."""

NEEDED = ("view_channel", "send_messages")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads")


class Click(Struct, frozen=True):
    """A decoded click."""

    control: ControlId
    person: Person
    values: tuple[str, ...]
    """What was chosen in a select."""
    interaction: discord.Interaction
    reply: Reply


def person_of(interaction: discord.Interaction) -> Person:
    """Return who clicked or typed. Raises Refused(SERVERS_ONLY) outside a server's channels (X4)."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused(Refusal.SERVERS_ONLY)
    user = interaction.user
    return Person(
        user_id=user.id,
        name=clean(user.display_name, user.id),
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        moderator=interaction.permissions.manage_messages,
        parent_id=interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None,
    )


def missing_permissions(kit: Kit, channel: object, granted: discord.Permissions) -> str:
    """Name what the bot lacks in a channel to run a game there; of a forum, in its threads."""
    threads = isinstance(channel, discord.Thread | discord.ForumChannel)
    needed = NEEDED_IN_THREADS if threads else NEEDED
    return ", ".join(kit.texts(f"permission-{name}") for name in needed if not getattr(granted, name))


def require_permissions(interaction: discord.Interaction, kit: Kit) -> None:
    """Raise Refused naming what the bot lacks in this channel to run a game."""
    missing = missing_permissions(kit, interaction.channel, interaction.app_permissions)
    if missing:
        raise Refused(Refusal.MISSING_PERMISSIONS, channel=f"<#{interaction.channel_id}>", permissions=missing)


class Router:
    """Takes every component click; commands share its boundary through `answer`."""

    def __init__(self, sessions: Sessions, tables: Tables, hands: Hands, kits: Kits) -> None:
        self._sessions = sessions
        self._tables = tables
        self._hands = hands
        self._kits = kits
        self._kit = kits.standard
        self._answering: set[asyncio.Task[Any]] = set()
        self._verbs: dict[str, Callable[[Click], Awaitable[None]]] = {
            "join": self._join,
            "leave": self._leave,
            "first": self._first,
            "start": self._start,
            "cancel": self._cancel,
            "house-rules": self._house_rules,
            "how-to-play": self._how_to_play,
            "set": self._set,
            "move": self._move,
            "agree": self._agree,
            "refuse": self._refuse,
            "rematch": self._rematch,
            "hand": self._hand,
            "react": self._react,
            "draft": self._draft,
        }
        self._loose: dict[str, Callable[[Click], Awaitable[None]]] = {}

    def serve(self, verb: str, handle: Callable[[Click], Awaitable[None]]) -> None:
        """Let `handle` take the clicks on controls that belong to no session."""
        self._loose[verb] = handle

    async def click(self, interaction: discord.Interaction) -> None:
        """Answer a component interaction."""
        await self.answer(interaction, lambda reply: self._route(interaction, reply))

    async def _route(self, interaction: discord.Interaction, reply: Reply) -> None:
        data: Any = interaction.data
        control = decode(data["custom_id"])
        handle = (self._verbs if control.session else self._loose).get(control.verb)
        if handle is None:
            raise MalformedId
        values = tuple(data.get("values", ()))
        await handle(Click(control, person_of(interaction), values, interaction, reply))

    # --- The boundary ---

    async def answer(self, interaction: discord.Interaction, handle: Handler) -> None:
        """Run `handle`; whatever it raises becomes an answer. Nothing is caught anywhere below."""
        reply = Reply(interaction, self._kit.texts)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine runs in a task
        self._answering.add(task)
        try:
            await self._attempt(interaction, reply, handle)
        except UNDELIVERED as error:
            # The step is committed, only its showing failed: the next click redraws.
            log.warning("%s could not be answered: %s", _described(interaction), reason_of(error))
            self._show_anyway(interaction)
            await self._say_so(interaction, reply, error)
        finally:
            self._answering.discard(task)
            reply.done()
            if interaction.response.is_done():
                self._hands.meet(interaction)

    async def close(self) -> None:
        """Wait for the answers under way, as long as a stop may take."""
        if self._answering:
            await asyncio.wait(self._answering, timeout=CLOSING_SECONDS)

    async def _say_so(self, interaction: discord.Interaction, reply: Reply, error: Exception) -> None:
        """Say in private that the answer did not get through, where Discord still waits for one."""
        if interaction.response.is_done() or getattr(error, "code", None) in FINAL:
            return
        with suppress(*UNDELIVERED):
            await reply.private(self._kit.texts("answer-undelivered"))

    def _show_anyway(self, interaction: discord.Interaction) -> None:
        """Show the table by an edit where the answer to a click did not get through."""
        data: Any = interaction.data
        with suppress(MalformedId):
            self._tables.refresh(decode(data.get("custom_id", "")).session)

    async def _attempt(self, interaction: discord.Interaction, reply: Reply, handle: Handler) -> None:
        """Apologise for a fault, also for one in the answer to a refusal."""
        try:
            await self._refuse_kindly(interaction, reply, handle)
        except UNDELIVERED:
            raise
        except NotSaved:
            log.exception("%s could not be saved", _described(interaction))
            await reply.private(self._kit.texts("answer-not-saved"))
        except Exception:
            reference = secrets.token_hex(3).upper()
            log.exception("fault %s: %s", reference, _described(interaction))
            await reply.private(self._kit.texts("answer-fault", reference=reference))

    async def _refuse_kindly(self, interaction: discord.Interaction, reply: Reply, handle: Handler) -> None:
        try:
            await handle(reply)
        except StaleClick as error:
            await self._show_fresh(interaction, reply, error.session_id)
        except (Refused, IllegalMove, InvalidOptions) as error:
            if isinstance(error, Refused) and error.reason in OUTDATED:
                await self._repair(interaction, reply)
            await reply.private(await self._sentence(error, interaction))
        except (MalformedId, MalformedMove):
            await reply.private(self._kit.texts("answer-malformed"))

    async def _show_fresh(self, interaction: discord.Interaction, reply: Reply, session_id: str) -> None:
        session = await self._sessions.load(session_id)
        message = interaction.message
        if _is_private(interaction):
            await self._hands.redraw(reply, session, person_of(interaction))
        elif message is not None and session.table_id not in (None, message.id):
            await reply.redraw(self._tables.moved(session))
        else:
            await reply.redraw(self._tables.draw(session))
        await reply.private(self._kit.texts("answer-stale"))

    async def _repair(self, interaction: discord.Interaction, reply: Reply) -> None:
        """Redraw a table or a hand whose controls no longer fit the session."""
        data: Any = interaction.data
        if interaction.message is None or "custom_id" not in data:
            return
        control = decode(data["custom_id"])
        session = await self._sessions.load(control.session)
        if not _is_private(interaction):
            await reply.redraw(self._tables.draw(session))
        elif control.verb == "move" and self._hands.has(session, interaction.user.id):
            await self._hands.redraw(reply, session, person_of(interaction))

    async def _sentence(self, error: Refused | IllegalMove | InvalidOptions, interaction: discord.Interaction) -> str:
        """Put a refusal into words: seats become names, moments become Discord's timestamps."""
        code = error.fault if isinstance(error, InvalidOptions) else error.reason
        facts = dict(error.facts)
        if "until" in facts:
            facts["until"] = kit.relative(int(facts["until"]))
        seat = facts.get("turn", facts.get("victim"))
        if seat is not None and interaction.channel_id is not None:
            session = await self._sessions.in_channel(interaction.channel_id)
            facts["name"] = shown(session.players[int(seat)].name)
        return self._kit.texts(f"reason-{code}", **facts)

    # --- The lobby ---

    async def _join(self, click: Click) -> None:
        await self._show(click, await self._sessions.join(click.control.session, click.person))

    async def _leave(self, click: Click) -> None:
        await self._show(click, await self._sessions.leave_lobby(click.control.session, click.person))

    async def _first(self, click: Click) -> None:
        await self._show(click, await self._sessions.claim_first(click.control.session, click.person))

    async def _start(self, click: Click) -> None:
        require_permissions(click.interaction, self._kit)
        start_id = click.interaction.id
        await self._show(click, await self._sessions.start(click.control.session, click.person, start_id))

    async def _cancel(self, click: Click) -> None:
        await self._show(click, await self._sessions.cancel(click.control.session, click.person))

    async def _how_to_play(self, click: Click) -> None:
        await click.reply.private(self.rules(await self._here(click)))

    def rules(self, session: Session) -> discord.ui.LayoutView:
        """Draw the rules with the session's house rules."""
        return kit.container(*map(kit.text, TABLES[session.game].rules(self._kits.of(session), session.options)))

    async def _house_rules(self, click: Click) -> None:
        session = await self._here(click)
        frame = frame_of(session)
        if click.person.user_id == session.opener_id and session.state is None and session.live:
            await click.reply.private(lobby.panel(self._kit, frame))
        else:
            await click.reply.private(lobby.read_only(self._kit, frame))

    async def _set(self, click: Click) -> None:
        """Apply one choice of the panel."""
        change = await self._sessions.configure(
            click.control.session, click.person, lambda session: self._setting(session, click)
        )
        await click.reply.redraw(lobby.panel(self._kit, frame_of(change.after)))
        self._tables.refresh(change.after.id)

    def _setting(self, session: Session, click: Click) -> Terms:
        """Return the terms with one of them changed. Raises MalformedId for what no panel offers."""
        rule, value = chosen(self._kit.house_rules[session.game], click.control.argument, click.values)
        return rule.write(session.terms, value)

    # --- The game ---

    async def _move(self, click: Click) -> None:
        control = click.control
        if control.revision is None:
            raise MalformedId
        change = await self._sessions.play(control.session, click.person, control.revision, control.argument)
        await self._show(click, change)

    async def _agree(self, click: Click) -> None:
        number = _number(click.control.argument)
        await self._show(click, await self._sessions.agree(click.control.session, click.person, number))

    async def _refuse(self, click: Click) -> None:
        number = _number(click.control.argument)
        await self._show(click, await self._sessions.refuse(click.control.session, click.person, number))

    async def _rematch(self, click: Click) -> None:
        require_permissions(click.interaction, self._kit)
        await self._here(click)
        change = await self._sessions.rematch(click.control.session, click.person)
        await self.post(click.reply, change.after)

    # --- Showing ---

    async def _here(self, click: Click) -> Session:
        """Load the session of a control that changes nothing. Raises MalformedId in another channel."""
        session = await self._sessions.load(click.control.session)
        if session.channel_id != click.person.channel_id:
            raise MalformedId
        return session

    async def _show(self, click: Click, change: Change) -> None:
        """Redraw the clicked message: a hand, the table, or an old copy of it that now points there."""
        session, message = change.after, click.interaction.message
        self._tables.follow(change)
        if _is_private(click.interaction):
            self._tables.refresh(session.id)
            await self._hands.redraw(click.reply, session, click.person)
        elif message is not None and session.table_id not in (None, message.id):
            self._tables.refresh(session.id)
            await click.reply.redraw(self._tables.moved(session))
        else:
            if message is not None and session.table_id is None:
                await self._tables.adopt(session, message.id)
            await click.reply.redraw(self._tables.draw(session))
            await self._tables.overtake(session)
        self._hands.follow(change)

    async def show_beside(self, change: Change) -> None:
        """Show what no click on the table did: a command, or the clock."""
        self._tables.refresh(change.after.id)
        self._tables.follow(change)
        self._hands.follow(change)

    def refresh(self, session_ids: Iterable[str]) -> None:
        """Show tables as they are now, where no step was made."""
        for session_id in session_ids:
            self._tables.refresh(session_id)

    # --- Hands ---

    async def _hand(self, click: Click) -> None:
        await self._hands.open(click.reply, await self._here(click), click.person)

    async def _react(self, click: Click) -> None:
        """Open the victim's hand; tell anyone else whose decision it is."""
        session = await self._here(click)
        awaited = crew.awaited(session)
        if awaited is None or awaited.clock is Clock.TURN:
            raise StaleClick(session.id)
        if session.seat_of(click.person.user_id) != awaited.seat:
            raise IllegalMove(Reason.AWAIT_ANSWER, victim=awaited.seat)
        await self._hands.open(click.reply, session, click.person)

    async def _draft(self, click: Click) -> None:
        """Change what is being put together; on an old hand, show the hand as it is now."""
        session = await self._here(click)
        fresh = click.control.revision == session.revision
        draft = decode_draft(click.control.argument)
        await self._hands.redraw(click.reply, session, click.person, draft if fresh else None)

    async def post(self, reply: Reply, session: Session) -> None:
        """Answer with the session's public message and make it the table."""
        message_id = await reply.public(self._tables.draw(session))
        await self._tables.adopt(session, message_id)
        await self._tables.overtake(session)


def _is_private(interaction: discord.Interaction) -> bool:
    """Tell whether the clicked message is one that only this person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def _number(argument: str) -> int:
    if not argument.isdecimal():
        raise MalformedId
    return int(argument)


def _described(interaction: discord.Interaction) -> str:
    """Return what the host needs to find a fault. The interaction's token stays out of every log."""
    data: Any = interaction.data or {}
    what = data.get("custom_id") or data.get("name")
    return f"{what!r} by user {interaction.user.id} in channel {interaction.channel_id}"
