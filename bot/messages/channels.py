"""The public messages of sessions as Discord keeps them: sent, fetched, edited, deleted; and which are on their way."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from discord import ui

from bot.messages.delivery_errors import ARCHIVED, UNDELIVERED, passing, reason_of, withheld
from bot.model.records import Session
from bot.play.unshown import Unshown

TABLE, CALL = "table", "call"
"""The kinds of message without which an awaited player may not know that it is their turn."""

log = logging.getLogger(__name__)


class Channels:
    """Speaks to Discord for tables and calls."""

    def __init__(self, client: discord.Client, unshown: Unshown) -> None:
        self._client = client
        self._unshown = unshown

    def of(self, session: Session) -> discord.PartialMessageable:
        """Return a session's channel, which need not be in memory."""
        return self._client.get_partial_messageable(session.channel_id, guild_id=session.guild_id)

    def table_of(self, session: Session) -> discord.PartialMessage:
        """Return the message that is a session's table."""
        return self.of(session).get_partial_message(session.table_id or 0)

    async def edit_table(self, session: Session, view: ui.LayoutView) -> None:
        """Edit a session's table."""
        # Without this, discord.py does not apply the client's default to an edit, and mentions would ping.
        quiet = discord.AllowedMentions.none()
        await self.table_of(session).edit(view=view, allowed_mentions=quiet)

    async def delete(self, session: Session, message_id: int) -> None:
        """Delete a message. An error is only logged, so that it does not keep the new one from being posted."""
        try:
            await self.of(session).get_partial_message(message_id).delete()
        except discord.NotFound:
            return  # it is deleted already
        except UNDELIVERED as error:
            if getattr(error, "code", None) != ARCHIVED:
                log.warning("a message of session %s stays: %s", session.id, reason_of(error))

    @asynccontextmanager
    async def showing(self, session: Session, kind: str) -> AsyncIterator[None]:
        """Count a message as unshown while this is open, and after an error until a later try succeeds."""
        self._unshown.begin(session, kind)
        unshown = False
        try:
            yield
        except UNDELIVERED as error:
            unshown = passing(error) or (kind == TABLE and withheld(error))
            if unshown:
                self._unshown.stop(session.id)
            raise
        finally:
            if not unshown:
                self._unshown.shown(session.id, kind)


def made_at(snowflake: int) -> float:
    """Return when Discord made what has this id, such as a message or an interaction, in UTC epoch seconds."""
    return discord.utils.snowflake_time(snowflake).timestamp()


def table_work(session_id: str) -> str:
    """Return the name of the background work that shows a session's table."""
    return f"table of session {session_id}"
