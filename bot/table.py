"""The public message of each session: drawn, edited (merged), posted anew; and the turn ping beside it.

What is shown is always read from the store at the moment of showing. If showing fails, the truth is still right, and
the next click redraws it.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import ui

from bot.frames import frame_of
from bot.records import Change, Player, Session, Status
from bot.store import Store
from bot.views import TABLES, kit, lobby
from bot.views.kit import Kit
from rules import GAMES

OLD_SECONDS = 60 * 60
"""Discord limits edits of messages older than this much harder (error 30046): such a table is posted anew."""
QUIET_SECONDS = 60
"""Only a player who has not acted here for so long is pinged."""
UNKNOWN_CHANNEL = 10003

log = logging.getLogger(__name__)


class Tables:
    """Shows sessions in their channels."""

    def __init__(self, client: discord.Client, store: Store, kit: Kit, now: Callable[[], float]) -> None:
        self._client = client
        self._store = store
        self._kit = kit
        self._now = now
        self._tasks: set[asyncio.Task[None]] = set()
        self._editing: set[str] = set()
        self._again: set[str] = set()

    def draw(self, session: Session) -> ui.LayoutView:
        """Draw the public message of a session."""
        frame = frame_of(session)
        if session.state is None:
            return lobby.lobby(self._kit, frame)
        view = GAMES[session.game].view(session.state, None)
        return kit.table(self._kit, frame, TABLES[session.game].draw(self._kit, frame, view))

    def moved(self, session: Session) -> ui.LayoutView:
        """Draw what an old copy of the table becomes."""
        return kit.notice(self._kit.texts("table-moved", link=self.link(session)))

    def link(self, session: Session) -> str:
        """Return a link to the table, for a sentence."""
        if session.table_id is None:
            return ""
        url = f"https://discord.com/channels/{session.guild_id}/{session.channel_id}/{session.table_id}"
        return self._kit.texts("table-link", url=url)

    # --- In the background ---

    def refresh(self, session_id: str) -> None:
        """Show the session as it is, soon. Wishes that come while an edit is under way are merged into one."""
        if session_id in self._editing:
            self._again.add(session_id)
            return
        self._editing.add(session_id)
        self._background(self._refresh(session_id), session_id)

    async def overtake(self, shown: Session) -> None:
        """Show the session again if a later step was committed while this one was on its way to the channel."""
        latest = await self._store.load(shown.id)
        if latest is not None and latest.revision > shown.revision:
            self.refresh(shown.id)

    def follow(self, change: Change) -> None:
        """Ping whoever a step made the player to act, and take the last ping away."""
        if _awaited(change.after) != (_awaited(change.before) if change.before else None):
            self._background(self._ping(change.after), change.after.id)

    async def expired(self, change: Change) -> None:
        """Show what the clock did."""
        self.refresh(change.after.id)
        self.follow(change)

    async def repost_open(self) -> None:
        """Post the table of every live session anew, where the old messages are gone."""
        for session_id in await self._store.live_ids():
            session = await self._store.load(session_id)
            if session is not None:
                await self._post(session)

    async def close(self) -> None:
        """Finish what is being shown."""
        await asyncio.gather(*self._tasks)

    def _background(self, work: Coroutine[Any, Any, None], session_id: str) -> None:
        task = asyncio.create_task(self._guarded(work, session_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None], session_id: str) -> None:
        """The boundary of what nobody waits for: the game goes on, the host reads one line."""
        try:
            await work
        except discord.HTTPException as error:
            log.warning("session %s could not be shown: %s", session_id, error)
        except Exception:
            log.exception("session %s could not be shown", session_id)

    # --- Messages ---

    async def _refresh(self, session_id: str) -> None:
        try:
            while True:
                self._again.discard(session_id)
                session = await self._store.load(session_id)
                if session is not None:
                    await self._edit_or_post(session)
                if session_id not in self._again:
                    return
        finally:
            self._editing.discard(session_id)

    async def _edit_or_post(self, session: Session) -> None:
        if session.table_id is None or self._age(session.table_id) > OLD_SECONDS:
            await self._post(session)
            return
        message = self._channel(session).get_partial_message(session.table_id)
        try:
            await message.edit(view=self.draw(session))
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise
            await self._post(session)

    async def _post(self, session: Session) -> None:
        message = await self._channel(session).send(view=self.draw(session))
        await self.adopt(session, message.id)

    async def adopt(self, session: Session, message_id: int) -> None:
        """Make a message the session's table, and take the former one away."""
        await self._store.set_table(session.id, message_id)
        if session.table_id is not None and session.table_id != message_id:
            await self._delete(session, session.table_id)

    async def _ping(self, session: Session) -> None:
        if session.ping_id is not None:
            await self._delete(session, session.ping_id)
            await self._store.set_ping(session.id, None)
        player = _awaited_player(session)
        if player is None or len(session.players) == 1 or self._now() - player.acted_at < QUIET_SECONDS:
            return
        sentence = self._kit.texts(
            "table-ping",
            mention=f"<@{player.user_id}>",
            game=self._kit.texts(f"game-{session.game}"),
            link=self.link(session),
        )
        allowed = discord.AllowedMentions(users=[discord.Object(player.user_id)])
        message = await self._channel(session).send(view=kit.notice(sentence), allowed_mentions=allowed)
        await self._store.set_ping(session.id, message.id)

    async def _delete(self, session: Session, message_id: int) -> None:
        try:
            await self._channel(session).get_partial_message(message_id).delete()
        except discord.NotFound:
            return  # someone was faster

    def _channel(self, session: Session) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(session.channel_id, guild_id=session.guild_id)

    def _age(self, message_id: int) -> float:
        return self._now() - discord.utils.snowflake_time(message_id).timestamp()


def _awaited(session: Session) -> tuple[int, int] | None:
    """Return the seat to act and its turn, None when nobody is awaited."""
    awaited = GAMES[session.game].awaited(session.state) if session.status is Status.PLAYING else None
    return None if awaited is None else (awaited.seat, awaited.turn)


def _awaited_player(session: Session) -> Player | None:
    awaited = _awaited(session)
    return None if awaited is None else session.players[awaited[0]]
