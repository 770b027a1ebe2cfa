"""The router of clicks (design.md, idea 9).

discord.py keeps no views: every click on a control and every submitted modal comes here, is decoded strictly, and is
answered inside the boundary, whatever happens.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

import discord
from msgspec import Struct

from bot.interactions.boundary import Boundary
from bot.interactions.person import is_private, person_of, require_permissions
from bot.messages.frames import frame_of
from bot.messages.hands import Hands
from bot.messages.replies import Reply
from bot.messages.tables import Kits, Tables
from bot.model.custom_ids import ControlId, decode, number_in
from bot.model.errors import MalformedId, StaleClick
from bot.model.house_rules import chosen
from bot.model.records import Change, Person, Session, Terms
from bot.play import motions, seats
from bot.play.sessions import Sessions
from bot.views import TABLES, kit, lobby
from bot.views.blackspot.draft import decode as decode_draft
from rules.errors import IllegalMove, Reason


class Click(Struct, frozen=True):
    """A decoded click."""

    control: ControlId
    person: Person
    values: tuple[str, ...]
    """What was chosen in a select."""
    fields: dict[str, str]
    """What was written in a modal, by the custom_ids of its inputs."""
    interaction: discord.Interaction
    reply: Reply


class Router:
    """Takes every click; commands share its boundary."""

    def __init__(self, sessions: Sessions, tables: Tables, hands: Hands, kits: Kits, boundary: Boundary) -> None:
        self.boundary = boundary
        self._sessions = sessions
        self._tables = tables
        self._hands = hands
        self._kits = kits
        self._rules = kits.standard.house_rules
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
            "resume": self._resume,
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
        """Answer a click on a control, or a submitted modal."""
        await self.boundary.answer(interaction, lambda reply: self._route(interaction, reply))

    async def _route(self, interaction: discord.Interaction, reply: Reply) -> None:
        data: Any = interaction.data
        await self.press(interaction, reply, data["custom_id"])

    async def press(self, interaction: discord.Interaction, reply: Reply, custom_id: str) -> None:
        """Do what a control does; a command may press one of a table or a hand that can be pressed now."""
        data: Any = interaction.data
        control = decode(custom_id)
        handle = (self._verbs if control.session else self._loose).get(control.verb)
        if handle is None:
            raise MalformedId
        values = tuple(data.get("values", ()))
        fields = dict(_written(data.get("components", ())))
        await handle(Click(control, person_of(interaction), values, fields, interaction, reply))

    # --- The lobby ---

    async def _join(self, click: Click) -> None:
        await self._show(click, await self._sessions.join(click.control.session, click.person))

    async def _leave(self, click: Click) -> None:
        await self._show(click, await self._sessions.leave_lobby(click.control.session, click.person))

    async def _first(self, click: Click) -> None:
        await self._show(click, await self._sessions.claim_first(click.control.session, click.person))

    async def _start(self, click: Click) -> None:
        require_permissions(click.interaction, click.reply.kit)
        start_id = click.interaction.id
        await self._show(click, await self._sessions.start(click.control.session, click.person, start_id))

    async def _cancel(self, click: Click) -> None:
        await self._show(click, await self._sessions.cancel(click.control.session, click.person))

    async def _how_to_play(self, click: Click) -> None:
        await click.reply.private(self.rules(await self._here(click), click.reply.kit.language))

    def rules(self, session: Session, language: str) -> discord.ui.LayoutView:
        """Draw the rules with the session's house rules, in a reader's language."""
        own_kit = self._kits.of(session, language)
        return kit.container(*map(kit.text, TABLES[session.game].rules(own_kit, session.options)))

    async def _house_rules(self, click: Click) -> None:
        session = await self._here(click)
        frame = frame_of(session)
        if click.person.user_id == session.opener_id and session.state is None and session.live:
            await click.reply.private(lobby.panel(click.reply.kit, frame))
        else:
            await click.reply.private(lobby.read_only(click.reply.kit, frame))

    async def _set(self, click: Click) -> None:
        """Apply one choice of the panel."""
        change = await self._sessions.configure(
            click.control.session, click.person, lambda session: self._setting(session, click)
        )
        await click.reply.redraw(lobby.panel(click.reply.kit, frame_of(change.after)))
        self._tables.refresh(change.after.id)

    def _setting(self, session: Session, click: Click) -> Terms:
        """Return the terms with one of them changed. Raises MalformedId for what no panel offers."""
        rule, value = chosen(self._rules[session.game], click.control.argument, click.values)
        return rule.write(session.terms, value)

    # --- The game ---

    async def _move(self, click: Click) -> None:
        control = click.control
        if control.revision is None:
            raise MalformedId
        change = await self._sessions.play(control.session, click.person, control.revision, control.argument)
        await self._show(click, change)

    async def _agree(self, click: Click) -> None:
        number = number_in(click.control.argument)
        await self._show(click, await self._sessions.agree(click.control.session, click.person, number))

    async def _refuse(self, click: Click) -> None:
        number = number_in(click.control.argument)
        await self._show(click, await self._sessions.refuse(click.control.session, click.person, number))

    async def _resume(self, click: Click) -> None:
        await self._show(click, await self._sessions.resume(click.control.session, click.person))

    async def _rematch(self, click: Click) -> None:
        require_permissions(click.interaction, click.reply.kit)
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
        """Show a step: in answer to who made it, and beside that to the others, also where the answer gets lost."""
        self._tables.follow(change)
        try:
            await self._answer(click, change.after)
        finally:
            self._hands.follow(change)

    async def _answer(self, click: Click, session: Session) -> None:
        """Redraw the clicked message: a hand, the table, or an old copy of it that now points there."""
        message = click.interaction.message
        if message is None:
            self._tables.refresh(session.id)
            await self._read_out(click, session)
        elif is_private(click.interaction):
            self._tables.refresh(session.id)
            await self._hands.redraw(click.reply, session, click.person)
        elif session.table_id not in (None, message.id):
            self._tables.refresh(session.id)
            await click.reply.redraw(self._tables.moved(session))
        else:
            if session.table_id is None:
                await self._tables.adopt(session, message.id)
            await click.reply.redraw(self._tables.draw(session))
            await self._tables.overtake(session)

    async def _read_out(self, click: Click, session: Session) -> None:
        """Show who typed, and has no message that could be redrawn, their hand or what the table now says.

        How a game ended stands on the table alone.
        """
        if session.live and self._hands.has(session, click.person.user_id):
            await self._hands.open(click.reply, session, click.person)
        else:
            await click.reply.private(self._tables.read_out(session))

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
        motions.require_going_on(session)
        awaited = seats.reaction(session)
        if awaited is None:
            raise StaleClick(session.id)
        if session.seat_of(click.person.user_id) != awaited.seat:
            raise IllegalMove(Reason.AWAIT_ANSWER, victim=awaited.seat)
        await self._hands.open(click.reply, session, click.person)

    async def _draft(self, click: Click) -> None:
        """Change what is being put together; on an old hand, show the hand as it is now."""
        session = await self._here(click)
        motions.require_going_on(session)
        fresh = click.control.revision == session.revision
        draft = decode_draft(click.control.argument)
        show = self._hands.open if click.interaction.message is None else self._hands.redraw
        await show(click.reply, session, click.person, draft if fresh else None)

    async def post(self, reply: Reply, session: Session) -> None:
        """Answer with the session's public message and make it the table."""
        message_id = await reply.public(self._tables.draw(session))
        await self._tables.adopt(session, message_id)
        await self._tables.overtake(session)


def _written(components: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield what a modal's inputs hold, from their labels or rows."""
    for component in components:
        if "value" in component:
            yield component["custom_id"], component["value"]
        inner = [component["component"]] if "component" in component else component.get("components", ())
        yield from _written(inner)
