"""The public message of each session: drawn, edited (edits are merged), posted again when it is gone.

A table is always drawn from what is in the store at that moment. If showing it fails, the step stands; the table is
tried again until Discord takes it, and nobody's clock runs meanwhile (`Unshown`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import discord
from discord import ui

from bot.messages.background import Background
from bot.messages.channels import TABLE, Channels, made_at, table_work
from bot.messages.delivery_errors import ARCHIVED, UNDELIVERED, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, passing, withheld
from bot.messages.frames import frame_of
from bot.messages.kits import Kits
from bot.model.errors import NotSaved
from bot.model.games import GAMES
from bot.model.records import Closed, Session
from bot.play import seats
from bot.play.unshown import Unshown
from bot.storage.store import Store
from bot.views import kit, lobby, table
from bot.views.kit import Frame, Kit

OLD_SECONDS = 60 * 60
"""Discord limits edits of messages older than this much harder (error 30046): such a table is posted again."""
WITHHELD_SECONDS = 5 * 60.0
"""The pause before a table that Discord forbids the bot to show is tried again."""
UNSEEN_SECONDS = 60 * 60
"""This long after its last step, a game that cannot be shown closes."""
LOOK_SECONDS = 3.0
"""How long to wait for Discord's answer whether a table is there."""

log = logging.getLogger(__name__)


class Tables:
    """Shows sessions in their channels."""

    def __init__(  # noqa: PLR0913, PLR0917 - the composition root names each
        self,
        channels: Channels,
        store: Store,
        kits: Kits,
        background: Background,
        unshown: Unshown,
        on_channel_gone: Callable[[int], Awaitable[object]],
        on_unseen: Callable[[str, Closed], Awaitable[object]],
        now: Callable[[], float],
    ) -> None:
        """`on_channel_gone` is called with the id of a channel that does not exist any more.

        `on_unseen` is called with the id of a session to be closed, and why.
        """
        self._channels = channels
        self._store = store
        self._kits = kits
        self._background = background
        self._now = now
        self._withheld: set[str] = set()
        """Ids of sessions whose table Discord forbids to show, and which is tried again later."""
        self._mended: dict[str, float] = {}
        """By session, the beginning of the decision whose clock began anew, as its table had been deleted."""
        self._unshown = unshown
        self._on_channel_gone = on_channel_gone
        self._on_unseen = on_unseen
        self._leaving = False

    def draw(self, session: Session) -> ui.LayoutView:
        """Draw the public message of a session."""
        frame, own_kit = frame_of(session), self._kits.of(session)
        drawn = self._drawn(session, own_kit, frame)
        if self._leaving and session.live:
            drawn.add_item(kit.text(own_kit.texts("table-below-deck")))
        return drawn

    def _drawn(self, session: Session, own_kit: Kit, frame: Frame) -> ui.LayoutView:
        if session.state is None:
            return lobby.lobby(own_kit, frame)
        view = session.rules.view(session.state, None)
        return table.draw(own_kit, frame, GAMES[session.game].table, view)

    def read_out(self, session: Session) -> ui.LayoutView:
        """Draw what the table says, without its controls."""
        return kit.read_only(self.draw(session))

    def moved(self, session: Session) -> ui.LayoutView:
        """Draw what replaces an old copy of the table: a link to the table."""
        own_kit = self._kits.of(session)
        return kit.notice(own_kit.texts("table-moved", link=kit.link(own_kit, frame_of(session))))

    def whereabouts(self, session: Session, reader: Kit) -> str:
        """Say where the table stands, in a reader's language."""
        return reader.texts("answer-table-stands", link=kit.link(reader, frame_of(session)))

    def in_place(self, session: Session, message_id: int) -> ui.LayoutView:
        """Draw what a public message is to show: the table, or a link to it when the message is an old copy."""
        return self.draw(session) if session.table_id in {None, message_id} else self.moved(session)

    # --- In the background ---

    def refresh(self, session_id: str) -> None:
        """Show the session as it is, soon. Requests that come while an edit is under way are merged into one."""
        self._background.latest(table_work(session_id), lambda: self._refresh(session_id))

    def reveal(self, channel_id: int) -> None:
        """Post the table of a channel's live session if it has none, as the answer with the table failed."""
        self._background.run(f"unseen table in channel {channel_id}", lambda: self._reveal(channel_id))

    async def _reveal(self, channel_id: int) -> None:
        session = await self._store.in_channel(channel_id)
        if session is not None and session.live and session.table_id is None:
            self.refresh(session.id)

    async def overtake(self, shown: Session) -> None:
        """Note that a session was shown; show it again if a later step was committed while it was being sent."""
        self._unshown.shown(shown.id, TABLE)
        latest = await self._store.load(shown.id)
        if latest is not None and latest.revision > shown.revision:
            self.refresh(shown.id)
        else:
            self._background.overtaken(table_work(shown.id))

    async def show_ends(self) -> None:
        """Show the ends of games that a crash may have kept from being shown."""
        for session_id in await self._store.last_ended_ids():
            self._background.latest(table_work(session_id), partial(self._show_in_place, session_id))

    async def say_farewell(self) -> None:
        """Say at every open table that the bot is away, most recently played first; the next start redraws them."""
        self._leaving = True
        for session_id in await self._store.live_ids():
            self._background.latest(table_work(session_id), partial(self._show_in_place, session_id))

    # --- Whether it is there ---

    async def is_shown(self, session_id: str) -> bool:
        """Tell whether the awaited player could see what for; True where the clock would play no turn.

        If not, the table is shown, or will be when Discord takes it, and the clock must not act for them yet.
        """
        session = await self._store.load(session_id)
        if session is None or seats.running_clock(session) is None:
            return True
        if self._unshown.waits(session_id):
            self._unshown.stop(session_id)
            return False
        return await self._look(session)

    async def look(self, session_id: str) -> None:
        """Post a live session's table anew if its message is gone."""
        session = await self._store.load(session_id)
        if session is not None and session.live and session.table_id is not None and session.stopped_at is None:
            await self._look(session)

    async def _look(self, session: Session) -> bool:
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self._channels.table_of(session).fetch()
        except UNDELIVERED as error:
            return await self._on_missed(session, error)
        return True

    async def _on_missed(self, session: Session, error: Exception) -> bool:
        """Handle a table that Discord did not return; tell whether the clock may act all the same."""
        code = getattr(error, "code", None)
        if code == UNKNOWN_CHANNEL:
            await self._on_channel_gone(session.channel_id)
            return False
        if code == UNKNOWN_MESSAGE:
            may_act = not await self._mend(session)
        elif passing(error):
            self._unshown.begin(session, TABLE)
            self._unshown.stop(session.id)
            may_act = False
        else:
            return True  # it may be there: the bot is not allowed to look
        self.refresh(session.id)
        return may_act

    async def _mend(self, session: Session) -> bool:
        """Let the awaited player's clock begin anew, as the table was deleted; False where that was done already.

        Once for each decision: whoever may delete messages must not win time for ever.
        """
        seconds = seats.running_clock(session)
        if seconds is None or self._mended.get(session.id) == session.moved_at:
            return False
        log.info("the table of session %s was deleted: it is posted anew", session.id)
        self._mended[session.id] = session.moved_at
        await self._store.postpone(session, self._now() + seconds)
        return True

    # --- Messages ---

    async def _refresh(self, session_id: str) -> None:
        session = await self._store.load(session_id)
        if session is None:
            return
        try:
            async with self._channels.showing(session, TABLE):
                await self._edit_or_post(session)
        except UNDELIVERED as error:
            await self._on_undelivered(session, error)
            raise
        if not session.live:
            self._mended.pop(session_id, None)
        await self.overtake(session)

    async def _on_undelivered(self, session: Session, error: Exception) -> None:
        """Handle a table that could not be shown for longer than a moment: close its games, or try again later."""
        if getattr(error, "code", None) == UNKNOWN_CHANNEL:
            # Discord did not tell us: the connection was lost, or it was an archived thread of a deleted channel.
            await self._on_channel_gone(session.channel_id)
        elif withheld(error) and session.live:
            await self._on_withheld(session)

    async def _on_withheld(self, session: Session) -> None:
        """Try a table again later, and close a game that nobody has played or seen for an hour (F14)."""
        waits = seats.running_clock(session) is not None
        if waits and self._now() - session.updated_at >= UNSEEN_SECONDS:
            log.warning("session %s is closed: its table could not be shown for an hour", session.id)
            await self._on_unseen(session.id, Closed.UNSEEN)
        elif session.id not in self._withheld:
            self._withheld.add(session.id)
            self._background.later(WITHHELD_SECONDS, partial(self._try_again, session.id))

    def _try_again(self, session_id: str) -> None:
        self._withheld.discard(session_id)
        self.refresh(session_id)

    async def _show_in_place(self, session_id: str) -> None:
        """Redraw a session's table if it has one. For an end or a farewell no new one is posted."""
        session = await self._store.load(session_id)
        if session is None or session.table_id is None or session.closed is Closed.CHANNEL_GONE:
            return
        with suppress(discord.NotFound):
            await self._edit(session)

    async def _edit_or_post(self, session: Session) -> None:
        """Edit the table; post a new one if there is none, if it is old, or if Discord accepts no edit."""
        if session.table_id is None:
            await self._post(session)
        elif self._age(session.table_id) > OLD_SECONDS:
            try:
                await self._post(session)
            except discord.Forbidden:
                await self._edit(session)  # without the permission to write, an old message can still be edited, slowly
        else:
            try:
                await self._edit(session)
            except discord.HTTPException as error:
                if error.code not in {UNKNOWN_MESSAGE, ARCHIVED}:
                    raise
                if error.code == UNKNOWN_MESSAGE and await self._mend(session):
                    session = await self._store.load(session.id) or session
                await self._post(session)  # in an archived thread that also opens it again

    async def _edit(self, session: Session) -> None:
        await self._channels.edit_table(session, self.draw(session))

    async def _post(self, session: Session) -> None:
        message = await self._channels.of(session).send(view=self.draw(session))
        await self.adopt(session, message.id)

    async def adopt(self, session: Session, message_id: int) -> None:
        """Make a message the session's table, and delete the former one.

        If that cannot be saved, the former stays the table; the step that was shown stands anyway.
        """
        try:
            await self._store.set_table(session.id, message_id)
        except NotSaved:
            log.warning("message %d could not be saved as the table of session %s", message_id, session.id)
            return
        if session.table_id is not None and session.table_id != message_id:
            await self._channels.delete(session, session.table_id)

    def _age(self, message_id: int) -> float:
        return self._now() - made_at(message_id)
