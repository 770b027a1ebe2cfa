"""The public message of each session: drawn, edited (edits are merged), posted again; and the ping of whose turn it is.

A table is always drawn from what is in the store at that moment. If showing it fails, the step stands, and the next
click redraws it.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import discord
from discord import ui

from bot.clock.unshown import UnshownTables
from bot.messages.background import Background
from bot.messages.delivery_errors import (
    ARCHIVED,
    UNDELIVERED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    passing,
    reason_of,
    withheld,
)
from bot.messages.frames import frame_of
from bot.messages.kits import Kits
from bot.model.errors import NotSaved
from bot.model.games import GAMES
from bot.model.records import Change, Closed, Player, Session
from bot.play import seats
from bot.play.locks import Locks
from bot.storage.store import Store
from bot.views import kit, lobby, table
from bot.views.kit import Frame, Kit

OLD_SECONDS = 60 * 60
"""Discord limits edits of messages older than this much harder (error 30046): such a table is posted again."""
RETRY_SECONDS = 5.0
"""The pause before a table is tried once more after a passing error."""
QUIET_SECONDS = 60
"""Only a player who has not acted here for this long is pinged."""
log = logging.getLogger(__name__)


class Tables:
    """Shows sessions in their channels."""

    def __init__(  # noqa: PLR0913, PLR0917 - the composition root names each
        self,
        client: discord.Client,
        store: Store,
        kits: Kits,
        background: Background,
        unshown: UnshownTables,
        on_channel_gone: Callable[[int], Awaitable[object]],
        now: Callable[[], float],
    ) -> None:
        """`on_channel_gone` is called with the id of a channel that does not exist any more."""
        self._client = client
        self._store = store
        self._kits = kits
        self._background = background
        self._now = now
        self._ping_locks = Locks()
        """By session: held while its ping is replaced."""
        self._retrying: set[str] = set()
        """Ids of sessions whose table could not be shown and is tried once more."""
        self._unshown = unshown
        self._on_channel_gone = on_channel_gone
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
        self._background.latest(_table_work(session_id), lambda: self._refresh(session_id))

    def reveal(self, channel_id: int) -> None:
        """Post the table of a channel's live session if it has none, as the answer with the table failed."""
        self._background.run(f"unseen table in channel {channel_id}", lambda: self._reveal(channel_id))

    async def _reveal(self, channel_id: int) -> None:
        session = await self._store.in_channel(channel_id)
        if session is not None and session.live and session.table_id is None:
            self.refresh(session.id)

    async def overtake(self, shown: Session) -> None:
        """Show the session again if a later step was committed while this one was being sent."""
        self._unshown.note_shown(shown)
        latest = await self._store.load(shown.id)
        if latest is not None and latest.revision > shown.revision:
            self.refresh(shown.id)

    def follow(self, change: Change) -> None:
        """Replace the ping if a step changed which decision is awaited."""
        if seats.awaited(change.after) != (seats.awaited(change.before) if change.before else None):
            self._background.latest(_ping_work(change.after.id), lambda: self._ping(change.after.id))

    def warn(self, session: Session) -> None:
        """Ping the awaited player once more, as half of a long time is over."""
        self._background.run(f"warning of session {session.id}", lambda: self._warn(session.id, session.moved_at))

    async def refresh_open(self) -> None:
        """Show every live session as it is, and the ends and pings that a crash may have kept from being shown.

        A live table whose message is gone is posted again.
        """
        for session_id in await self._store.live_ids():
            self.refresh(session_id)
            self._background.latest(_ping_work(session_id), partial(self._ping_if_missed, session_id))
        for session_id in await self._store.last_ended_ids():
            self._background.latest(_table_work(session_id), partial(self._show_in_place, session_id))

    async def say_farewell(self) -> None:
        """Say at every open table that the bot is away, most recently played first; the next start redraws them."""
        self._leaving = True
        for session_id in await self._store.live_ids():
            self._background.latest(_table_work(session_id), partial(self._show_in_place, session_id))

    # --- Messages ---

    async def _refresh(self, session_id: str) -> None:
        session = await self._store.load(session_id)
        if session is None:
            return
        try:
            await self._edit_or_post(session)
        except UNDELIVERED as error:
            await self._on_undelivered(session, error)
            raise
        self._retrying.discard(session_id)
        await self.overtake(session)

    async def _on_undelivered(self, session: Session, error: Exception) -> None:
        """Handle a table that could not be shown: try again, close its channel's games, or note it as unshown."""
        if passing(error):
            self._try_once_more(session.id)
        elif isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL:
            # Discord did not tell us: the connection was lost, or it was an archived thread of a deleted channel.
            await self._on_channel_gone(session.channel_id)
        elif isinstance(error, discord.HTTPException) and withheld(error):
            self._unshown.note_unshown(session)

    def _try_once_more(self, session_id: str) -> None:
        if session_id in self._retrying:
            self._retrying.discard(session_id)
            return
        self._retrying.add(session_id)
        self._background.later(RETRY_SECONDS, lambda: self.refresh(session_id))

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
                await self._post(session)  # in an archived thread that also opens it again

    async def _edit(self, session: Session) -> None:
        message = self._channel(session).get_partial_message(session.table_id or 0)
        # Without this, discord.py does not apply the client's default to an edit, and mentions would ping.
        await message.edit(view=self.draw(session), allowed_mentions=discord.AllowedMentions.none())

    async def _post(self, session: Session) -> None:
        message = await self._channel(session).send(view=self.draw(session))
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
            await self._delete(session, session.table_id)

    async def _ping(self, session_id: str) -> None:
        """Ping the awaited player, once the table that the ping links to has been shown."""
        await self._background.settled(_table_work(session_id))
        async with self._ping_locks.of(session_id):
            session = await self._store.load(session_id)
            if session is None:
                return
            await self._delete_ping(session)
            awaited = seats.awaited(session)
            if awaited is None or len(session.players) == 1:
                return
            player = session.players[awaited.seat]
            reaction = self._reaction_ping(session, player)
            if reaction is not None or await self._may_ping(session, player):
                await self._send_ping(session, player, reaction or self._turn_ping(session, player))

    async def _warn(self, session_id: str, moved_at: float) -> None:
        """Replace the ping with a warning, if the wait that began at `moved_at` is not over (F13)."""
        async with self._ping_locks.of(session_id):
            session = await self._store.load(session_id)
            awaited = None if session is None else seats.awaited(session)
            if session is None or awaited is None or session.moved_at != moved_at:
                return
            player = session.players[awaited.seat]
            if await self._may_ping(session, player):
                await self._delete_ping(session)
                await self._send_ping(session, player, self._turn_ping(session, player, "table-warning"))

    async def _delete_ping(self, session: Session) -> None:
        if session.ping_id is not None:
            await self._delete(session, session.ping_id)
            await self._store.set_ping(session.id, None)

    async def _send_ping(self, session: Session, player: Player, view: ui.LayoutView) -> None:
        allowed = discord.AllowedMentions(users=[discord.Object(player.user_id)])
        message = await self._channel(session).send(view=view, allowed_mentions=allowed)
        await self._store.set_ping(session.id, message.id)

    async def _ping_if_missed(self, session_id: str) -> None:
        """Ping a player who must react, if no ping was sent since that became so."""
        session = await self._store.load(session_id)
        if session is None or seats.reaction(session) is None:
            return
        if session.ping_id is None or _sent_at(session.ping_id) < session.moved_at:
            await self._ping(session_id)

    async def _may_ping(self, session: Session, player: Player) -> bool:
        """Tell whether to ping a player for a turn: the server wants pings, and they have not acted for a while."""
        silent = self._now() - player.acted_at >= QUIET_SECONDS
        return silent and (await self._store.servers.settings(session.guild_id)).pings

    def _turn_ping(self, session: Session, player: Player, key: str = "table-ping") -> ui.LayoutView:
        own_kit, frame = self._kits.of(session), frame_of(session)
        sentence = own_kit.texts(
            key,
            mention=f"<@{player.user_id}>",
            game=own_kit.texts(f"game-{session.game}"),
            deadline=kit.relative(frame.deadline or 0),
            link=kit.link(own_kit, frame),
        )
        verb = "react" if frame.reacting else "hand" if GAMES[session.game].hand else None
        return kit.ping(own_kit, frame, sentence, verb)

    def _reaction_ping(self, session: Session, player: Player) -> ui.LayoutView | None:
        """Draw the ping of a player who must react out of turn; None when nobody must."""
        write = GAMES[session.game].call
        if write is None or seats.reaction(session) is None:
            return None
        own_kit, frame = self._kits.of(session), frame_of(session)
        view = session.rules.view(session.state, None)
        sentence = write(own_kit, frame, view, f"<@{player.user_id}>")
        return kit.ping(own_kit, frame, sentence, "react")

    async def _delete(self, session: Session, message_id: int) -> None:
        """Delete a message. An error is only logged, so that it does not keep the new one from being posted."""
        try:
            await self._channel(session).get_partial_message(message_id).delete()
        except discord.NotFound:
            return  # it is deleted already
        except UNDELIVERED as error:
            if getattr(error, "code", None) != ARCHIVED:
                log.warning("a message of session %s stays: %s", session.id, reason_of(error))

    def _channel(self, session: Session) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(session.channel_id, guild_id=session.guild_id)

    def _age(self, message_id: int) -> float:
        return self._now() - _sent_at(message_id)


def _sent_at(message_id: int) -> float:
    """Return when a message was sent, in UTC epoch seconds."""
    return discord.utils.snowflake_time(message_id).timestamp()


def _table_work(session_id: str) -> str:
    """Return the name of the background work that shows a session's table."""
    return f"table of session {session_id}"


def _ping_work(session_id: str) -> str:
    """Return the name of the background work that pings a session's awaited player."""
    return f"ping of session {session_id}"
