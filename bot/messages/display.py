"""Shows a committed step: as an answer to whoever made it, and to everyone else whom it concerns."""

from collections.abc import Iterable

from bot.messages.calls import Calls
from bot.messages.hands import Hands
from bot.messages.replies import Reply
from bot.messages.tables import Tables
from bot.model.records import Change, Person, Session
from bot.views.kit import Kit


class Display:
    """Knows which messages a step changes."""

    def __init__(self, tables: Tables, calls: Calls, hands: Hands) -> None:
        self._tables = tables
        self._calls = calls
        self._hands = hands

    async def answer(self, reply: Reply, person: Person, change: Change) -> None:
        """Show a step as an answer to whoever made it, and to the others, also when the answer fails."""
        self._calls.follow(change)
        try:
            await self._redraw(reply, person, change.after)
        finally:
            self._hands.follow(change)

    async def _redraw(self, reply: Reply, person: Person, session: Session) -> None:
        """Redraw the clicked message: a hand, the table, or an old copy of the table, which becomes a link to it."""
        message = reply.clicked
        if message is None:
            self._tables.refresh(session.id)
            await self._read_out(reply, person, session)
        elif reply.in_private:
            self._tables.refresh(session.id)
            await self._hands.redraw(reply, session, person)
        elif session.table_id not in {None, message.id}:
            self._tables.refresh(session.id)
            await reply.redraw(self._tables.moved(session))
        else:
            if session.table_id is None:
                await self._tables.adopt(session, message.id)
            await reply.redraw(self._tables.draw(session))
            await self._tables.overtake(session)

    async def _read_out(self, reply: Reply, person: Person, session: Session) -> None:
        """Answer someone who typed a command, and so clicked no message: with their hand, or what the table says.

        After the end it is always the table.
        """
        if session.live and self._hands.has(session, person.user_id):
            await self._hands.open(reply, session, person)
        else:
            await reply.private(self._tables.read_out(session))

    async def post(self, reply: Reply, session: Session) -> None:
        """Answer with the session's public message and make it the table."""
        message_id = await reply.public(self._tables.draw(session))
        await self._tables.adopt(session, message_id)
        await self._tables.overtake(session)

    def whereabouts(self, session: Session, reader: Kit) -> str:
        """Say where the table stands, in a reader's language."""
        return self._tables.whereabouts(session, reader)

    def show(self, change: Change) -> None:
        """Show a step that no click made, but a command or the clock."""
        self._tables.refresh(change.after.id)
        self._calls.follow(change)
        self._hands.follow(change)

    def show_again(self, session_ids: Iterable[str]) -> None:
        """Show tables without a step, with the time that is left, and the calls that are missing."""
        for session_id in session_ids:
            self._tables.refresh(session_id)
            self._calls.repeat_if_missed(session_id)

    def refresh(self, session_ids: Iterable[str]) -> None:
        """Show tables without a step."""
        for session_id in session_ids:
            self._tables.refresh(session_id)

    async def is_shown(self, session_id: str) -> bool:
        """Tell whether an awaited player could see what for; if not, it is shown, or will be."""
        return await self._tables.is_shown(session_id)

    async def look(self, session_id: str) -> None:
        """Post a live session's table anew if its message is gone."""
        await self._tables.look(session_id)

    def warn(self, session: Session) -> None:
        """Ping the awaited player once more."""
        self._calls.warn(session)
