"""Private hands: opened from the table, redrawn while Discord allows it, and opened unasked for the victim of a theft.

An interaction's token can edit its messages for 15 minutes. Tokens are in memory only: after a restart *My hand* and
*React* at the table open a hand again, and an old one is redrawn when it is clicked.
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

import discord
from discord import ui
from msgspec import Struct

from bot.messages.background import Background
from bot.messages.delivery_errors import UNDELIVERED, passing, reason_of
from bot.messages.frames import frame_of
from bot.messages.kits import Kits
from bot.messages.replies import Reply, Sent, sent_behind
from bot.model.errors import Refusal, Refused
from bot.model.games import GAMES
from bot.model.records import Change, Person, Player, Session
from bot.play import seats
from bot.play.sessions import Sessions
from rules.game import Awaited

TOKEN_DEAD = frozenset({401, 404})
"""Discord's HTTP statuses for a private message that can no longer be edited."""
TOKEN_SECONDS = 14 * 60.0
"""A token is used for so long: Discord's 15 minutes, less a margin."""

log = logging.getLogger(__name__)


class OpenHand(Struct):
    """A private message that can still be edited."""

    message: Sent
    language: str
    """The reader's."""
    until: float
    """UTC epoch seconds."""
    draft: str | None
    """The argument of the draft control that was clicked last; None for no draft."""
    awaited: Awaited | None
    """The decision that was awaited when the draft was drawn; with another one the draft lapses."""
    shown: str
    """Its components as JSON, by which a change is noticed."""


class LastInteraction(Struct, frozen=True):
    """What is remembered of someone's last interaction in a channel: all of it, with its message, would be too much."""

    followup: discord.Webhook
    language: str
    until: float
    """UTC epoch seconds."""


class Hands:
    """Draws and follows the private hands of running games."""

    def __init__(self, sessions: Sessions, kits: Kits, background: Background, now: Callable[[], float]) -> None:
        self._sessions = sessions
        self._kits = kits
        self._background = background
        self._now = now
        self._open: OrderedDict[tuple[str, int], OpenHand] = OrderedDict()
        self._last_interactions: OrderedDict[tuple[int, int], LastInteraction] = OrderedDict()
        """Both are oldest first; expired entries are dropped whenever one is added."""

    def remember(self, interaction: discord.Interaction, language: str) -> None:
        """Remember an interaction that was answered, and its reader's language: its token can send them a hand."""
        key = (interaction.channel_id or 0, interaction.user.id)
        self._last_interactions[key] = LastInteraction(interaction.followup, language, self._now() + TOKEN_SECONDS)
        self._last_interactions.move_to_end(key)
        while next(iter(self._last_interactions.values())).until < self._now():
            self._last_interactions.popitem(last=False)

    def draw(self, session: Session, user_id: int, language: str, draft: str | None = None) -> ui.LayoutView:
        """Draw a player's hand in their language. Raises Refused for someone who has none."""
        drawer = GAMES[session.game].hand
        if drawer is None:
            raise Refused(Refusal.NO_HAND)
        if session.state is None:
            raise Refused(Refusal.NOT_STARTED)
        seat = session.seat_aboard(user_id)
        if seat is None:
            raise Refused(Refusal.NOT_A_PLAYER)
        view = session.rules.view(session.state, seat)

        def allows(move: object) -> bool:
            return session.live and session.paused_at is None and self._sessions.allows(session, seat, move)

        drawn: ui.LayoutView = drawer(self._kits.of(session, language), frame_of(session), view, draft, allows)
        return drawn

    def draw_again(self, session: Session, user_id: int, language: str) -> ui.LayoutView:
        """Draw a player's hand with their draft, if it is remembered."""
        return self.draw(session, user_id, language, self._draft(session, user_id))

    def _draft(self, session: Session, user_id: int) -> str | None:
        hand = self._open.get((session.id, user_id))
        return hand.draft if hand is not None and hand.awaited == seats.awaited(session) else None

    def has(self, session: Session, user_id: int) -> bool:
        """Tell whether someone has a hand to draw."""
        dealt = GAMES[session.game].hand is not None and session.state is not None
        return dealt and session.seat_aboard(user_id) is not None

    async def open(self, reply: Reply, session: Session, person: Person, draft: str | None = None) -> None:
        """Show a player's hand to them alone, in place of an older one that is still open."""
        language = reply.kit.language
        view = self.draw(session, person.user_id, language, draft)
        message = await reply.private(view)
        older = self._open.get((session.id, person.user_id))  # looked up only now: two may be opened at once
        self._remember_open(session, person.user_id, language, message, view, draft)
        if older is not None and older.until >= self._now():
            self._background.run(f"older hand of session {session.id}", lambda: _dismiss(older))

    async def redraw(self, reply: Reply, session: Session, person: Person, draft: str | None = None) -> None:
        """Redraw the hand that was clicked."""
        language = reply.kit.language
        view = self.draw(session, person.user_id, language, draft)
        self._remember_open(session, person.user_id, language, await reply.redraw(view), view, draft)

    def _remember_open(  # noqa: PLR0913, PLR0917 - all of it is remembered
        self,
        session: Session,
        user_id: int,
        language: str,
        message: Sent,
        view: ui.LayoutView,
        draft: str | None = None,
    ) -> None:
        """Keep a hand up to date from now on, unless the game is over and it cannot change."""
        if not session.live:
            return
        key, until = (session.id, user_id), self._now() + TOKEN_SECONDS
        self._open[key] = OpenHand(message, language, until, draft, seats.awaited(session), _content(view))
        self._open.move_to_end(key)
        while next(iter(self._open.values())).until < self._now():
            self._open.popitem(last=False)

    def follow(self, change: Change) -> None:
        """Redraw the open hands that a step changed, and open the victim's when a theft begins."""
        session = change.after
        if GAMES[session.game].hand is not None and session.state is not None:
            self._background.latest(f"hands of session {session.id}", lambda: self._show(session.id))

    async def _show(self, session_id: str) -> None:
        session = await self._sessions.load(session_id)
        tried = (self._show_to(session, player) for player in session.players)
        missed = [error for error in await asyncio.gather(*tried) if error is not None]
        if missed:
            raise missed[0]  # so that it is tried again
        if not session.live:
            for player in session.players:
                self._open.pop((session.id, player.user_id), None)

    async def _show_to(self, session: Session, player: Player) -> Exception | None:
        """Bring one player's hand up to date. Return an error that may pass, so that the others still get theirs."""
        try:
            if not player.left and not await self._redraw_open(session, player.user_id):
                await self._open_for_victim(session, player.user_id)
        except UNDELIVERED as error:
            if passing(error):
                return error
            log.warning("a hand of session %s could not be shown: %s", session.id, reason_of(error))
        return None

    async def _redraw_open(self, session: Session, user_id: int) -> bool:
        """Redraw the player's open hand if it changed; False when there is none that can still be edited."""
        hand = self._open.get((session.id, user_id))
        if hand is None or hand.until < self._now():
            return False
        draft = self._draft(session, user_id)
        view = self.draw(session, user_id, hand.language, draft)
        content = _content(view)
        if content == hand.shown:
            return True
        try:
            await hand.message.edit(view)
        except discord.HTTPException as error:
            if error.status not in TOKEN_DEAD:
                raise
            hand.until = 0.0  # they dismissed it, or its token has expired
            return False
        hand.draft, hand.awaited, hand.shown = draft, seats.awaited(session), content
        return True

    async def _open_for_victim(self, session: Session, user_id: int) -> None:
        """Open the hand of a victim who has none open, if they did something in this channel in the last minutes."""
        awaited = seats.reaction(session)
        if awaited is None or session.seat_of(user_id) != awaited.seat:
            return
        last = self._last_interactions.get((session.channel_id, user_id))
        if last is None or last.until < self._now():
            return
        view = self.draw(session, user_id, last.language)
        message = await last.followup.send(view=view, ephemeral=True, wait=True)
        self._remember_open(session, user_id, last.language, sent_behind(message), view)


async def _dismiss(hand: OpenHand) -> None:
    with suppress(discord.NotFound):  # its reader has dismissed it
        await hand.message.delete()


def _content(view: ui.LayoutView) -> str:
    """Return as JSON what a reader sees, and what their clicks would send."""
    components: object = view.to_components()  # type: ignore[no-untyped-call]
    return json.dumps(components)
