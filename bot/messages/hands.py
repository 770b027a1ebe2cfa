"""Private hands: opened from the table, redrawn while Discord lets us, and opened by themselves for who is robbed.

An interaction's token edits its messages for 15 minutes. Tokens live in memory only: after a restart *My hand* and
*React* at the table open a hand again, and an old one redraws itself when it is clicked.
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
from bot.messages.delivery_errors import UNDELIVERED, reason_of
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
"""What Discord answers when a private message can no longer be edited."""
TOKEN_SECONDS = 14 * 60.0
"""A token is used for so long: Discord's 15 minutes, less a margin."""

log = logging.getLogger(__name__)


class OpenHand(Struct):
    """A private message that can still be edited."""

    message: Sent
    language: str
    """Its reader's."""
    until: float
    """UTC epoch seconds."""
    draft: str | None
    """In the words of the game's own controls."""
    awaited: Awaited | None
    """The decision that was awaited when the draft was drawn; with another one the draft lapses."""
    shown: str
    """What it shows and could send."""


class Met(Struct, frozen=True):
    """What is left of someone's last interaction in a channel: they are many, and its message is large."""

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
        self._met: OrderedDict[tuple[int, int], Met] = OrderedDict()
        """Both oldest first; what is out of date is dropped whenever something is added."""

    def meet(self, interaction: discord.Interaction, language: str) -> None:
        """Remember a reader of `language` by their last interaction in a channel, answered already, for its token."""
        key = (interaction.channel_id or 0, interaction.user.id)
        self._met[key] = Met(interaction.followup, language, self._now() + TOKEN_SECONDS)
        self._met.move_to_end(key)
        while next(iter(self._met.values())).until < self._now():
            self._met.popitem(last=False)

    def draw(self, session: Session, user_id: int, language: str, draft: str | None = None) -> ui.LayoutView:
        """Draw a player's hand in their language. Raises Refused for someone who has none."""
        drawer = GAMES[session.game].hand
        if drawer is None:
            raise Refused(Refusal.NO_HAND)
        if session.state is None:
            raise Refused(Refusal.NOT_STARTED)
        seat = session.seat_of(user_id)
        if seat is None or session.players[seat].left:
            raise Refused(Refusal.NOT_A_PLAYER)
        view = session.rules.view(session.state, seat)

        def allows(move: object) -> bool:
            return session.live and session.paused_at is None and self._sessions.allows(session, seat, move)

        drawn: ui.LayoutView = drawer(self._kits.of(session, language), frame_of(session), view, draft, allows)
        return drawn

    def draw_again(self, session: Session, user_id: int, language: str) -> ui.LayoutView:
        """Draw a player's hand with what they were putting together, as far as that is remembered."""
        return self.draw(session, user_id, language, self._draft(session, user_id))

    def _draft(self, session: Session, user_id: int) -> str | None:
        hand = self._open.get((session.id, user_id))
        return hand.draft if hand is not None and hand.awaited == seats.awaited(session) else None

    def has(self, session: Session, user_id: int) -> bool:
        """Tell whether someone has a hand to draw."""
        seat = session.seat_of(user_id)
        dealt = GAMES[session.game].hand is not None and session.state is not None
        return dealt and seat is not None and not session.players[seat].left

    async def open(self, reply: Reply, session: Session, person: Person, draft: str | None = None) -> None:
        """Show a player's hand to them alone, in place of an older one that is still open."""
        language = reply.kit.language
        view = self.draw(session, person.user_id, language, draft)
        message = await reply.private(view)
        older = self._open.get((session.id, person.user_id))  # asked now: of two opened at once, one is older after all
        self._follow_from_now(session, person.user_id, language, message, view, draft)
        if older is not None and older.until >= self._now():
            self._background.run(f"older hand of session {session.id}", lambda: _put_away(older))

    async def redraw(self, reply: Reply, session: Session, person: Person, draft: str | None = None) -> None:
        """Redraw the hand that was clicked."""
        language = reply.kit.language
        view = self.draw(session, person.user_id, language, draft)
        self._follow_from_now(session, person.user_id, language, await reply.redraw(view), view, draft)

    def _follow_from_now(  # noqa: PLR0913, PLR0917 - what there is to remember
        self,
        session: Session,
        user_id: int,
        language: str,
        message: Sent,
        view: ui.LayoutView,
        draft: str | None = None,
    ) -> None:
        """Keep a hand up to date from here on; one of a game that is over will not change any more."""
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
        await asyncio.gather(*(self._show_to(session, player) for player in session.players))
        if not session.live:
            for player in session.players:
                self._open.pop((session.id, player.user_id), None)

    async def _show_to(self, session: Session, player: Player) -> None:
        """Bring one player's hand up to date. What goes wrong with it must not keep the others from theirs."""
        try:
            if not player.left and not await self._brought_up_to_date(session, player.user_id):
                await self._prompt(session, player.user_id)
        except UNDELIVERED as error:
            log.warning("a hand of session %s could not be shown: %s", session.id, reason_of(error))

    async def _brought_up_to_date(self, session: Session, user_id: int) -> bool:
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
            hand.until = 0.0  # they put it away, or its token has run out
            return False
        hand.draft, hand.awaited, hand.shown = draft, seats.awaited(session), content
        return True

    async def _prompt(self, session: Session, user_id: int) -> None:
        """Open the hand of a victim who has none open, if they were here in the last minutes."""
        awaited = seats.reaction(session)
        if awaited is None or session.seat_of(user_id) != awaited.seat:
            return
        met = self._met.get((session.channel_id, user_id))
        if met is None or met.until < self._now():
            return
        view = self.draw(session, user_id, met.language)
        message = await met.followup.send(view=view, ephemeral=True, wait=True)
        self._follow_from_now(session, user_id, met.language, sent_behind(message), view)


async def _put_away(hand: OpenHand) -> None:
    with suppress(discord.NotFound):  # its reader was faster
        await hand.message.delete()


def _content(view: ui.LayoutView) -> str:
    """Return what a reader sees, and what their clicks would send."""
    components: object = view.to_components()  # type: ignore[no-untyped-call]
    return json.dumps(components)
