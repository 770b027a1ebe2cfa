"""Calls: the message that pings an awaited player, one for each session; and the warning that takes its place."""

from collections.abc import Callable
from functools import partial

import discord
from discord import ui

from bot.messages.background import Background
from bot.messages.channels import CALL, Channels, made_at, table_work
from bot.messages.frames import frame_of
from bot.messages.kits import Kits
from bot.model.games import GAMES
from bot.model.records import Change, Player, Session
from bot.play import seats
from bot.play.locks import Locks
from bot.play.unshown import Unshown
from bot.storage.store import Store
from bot.views import kit

QUIET_SECONDS = 60
"""Only a player who has not acted here for this long is pinged."""


class Calls:
    """Pings whoever is awaited."""

    def __init__(  # noqa: PLR0913, PLR0917 - the composition root names each
        self,
        channels: Channels,
        store: Store,
        kits: Kits,
        background: Background,
        unshown: Unshown,
        now: Callable[[], float],
    ) -> None:
        self._channels = channels
        self._store = store
        self._kits = kits
        self._background = background
        self._unshown = unshown
        self._now = now
        self._locks = Locks()
        """By session: held while its ping is replaced."""

    def follow(self, change: Change) -> None:
        """Replace the ping if a step changed which decision is awaited."""
        if seats.awaited(change.after) != (seats.awaited(change.before) if change.before else None):
            self._background.latest(_ping_work(change.after.id), partial(self._ping, change.after.id))

    def warn(self, session: Session) -> None:
        """Ping the awaited player once more, as half of a long time is over."""
        self._background.latest(f"warning of session {session.id}", partial(self._warn, session.id, session.moved_at))

    def repeat_if_missed(self, session_id: str) -> None:
        """Ping a player who must react, if no ping was sent since that became so."""
        self._background.latest(_ping_work(session_id), partial(self._ping_if_missed, session_id))

    async def _ping_if_missed(self, session_id: str) -> None:
        session = await self._store.load(session_id)
        if session is None or seats.reaction(session) is None:
            return
        if session.ping_id is None or made_at(session.ping_id) < session.moved_at:
            await self._ping(session_id)

    async def _ping(self, session_id: str) -> None:
        """Ping the awaited player, once the table that the ping links to has been shown."""
        await self._background.settled(table_work(session_id))
        async with self._locks.of(session_id):
            session = await self._store.load(session_id)
            if session is None:
                return
            await self._delete_ping(session)
            if (call := await self._call(session)) is None:
                self._unshown.shown(session_id, CALL)
                return
            async with self._channels.showing(session, CALL):
                await self._send(session, *call)

    async def _warn(self, session_id: str, moved_at: float) -> None:
        """Replace the ping with a warning, if the wait that began at `moved_at` is not over (F13)."""
        async with self._locks.of(session_id):
            session = await self._store.load(session_id)
            awaited = None if session is None else seats.awaited(session)
            if session is None or awaited is None or session.moved_at != moved_at:
                return
            player = session.players[awaited.seat]
            if await self._may_ping(session, player):
                await self._delete_ping(session)
                await self._send(session, player, self._turn_ping(session, player, "table-warning"))

    async def _delete_ping(self, session: Session) -> None:
        if session.ping_id is not None:
            await self._channels.delete(session, session.ping_id)
            await self._store.set_ping(session.id, None)

    async def _send(self, session: Session, player: Player, view: ui.LayoutView) -> None:
        allowed = discord.AllowedMentions(users=[discord.Object(player.user_id)])
        message = await self._channels.of(session).send(view=view, allowed_mentions=allowed)
        await self._store.set_ping(session.id, message.id)

    # --- Whom to call, and how ---

    async def _call(self, session: Session) -> tuple[Player, ui.LayoutView] | None:
        """Return whom to call, and the message; None when nobody is to be called."""
        awaited = seats.awaited(session)
        if awaited is None or len(session.players) == 1:
            return None
        player = session.players[awaited.seat]
        if (reaction := self._reaction_ping(session, player)) is not None:
            return player, reaction
        return (player, self._turn_ping(session, player)) if await self._may_ping(session, player) else None

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


def _ping_work(session_id: str) -> str:
    """Return the name of the background work that pings a session's awaited player."""
    return f"ping of session {session_id}"
