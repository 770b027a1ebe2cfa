"""Private hands: opened from the table, redrawn while Discord lets us, and opened by themselves for who is robbed.

An interaction's token edits its messages for 15 minutes. Tokens live in memory only: after a restart *My hand* and
*React* at the table open a hand again, and an old one redraws itself when it is clicked.
"""

import json
from collections import OrderedDict
from collections.abc import Callable

import discord
from discord import ui
from msgspec import Struct

from bot import crew
from bot.background import Background
from bot.errors import Refusal, Refused
from bot.frames import frame_of
from bot.records import Change, Person, Session
from bot.replies import Editor, Reply, editor_of
from bot.sessions import Sessions
from bot.table import Kits
from bot.views import HANDS
from bot.views.drafts import Draft
from rules import GAMES
from rules.game import Clock

TOKEN_SECONDS = 14 * 60.0
"""A token is used for so long: Discord's 15 minutes, less a margin."""


class OpenHand(Struct):
    """A private message that can still be edited."""

    edit: Editor
    until: float
    """UTC epoch seconds."""
    shown: str
    """What it shows, without the revision in its controls."""


class Hands:
    """Draws and follows the private hands of running games."""

    def __init__(self, sessions: Sessions, kits: Kits, background: Background, now: Callable[[], float]) -> None:
        self._sessions = sessions
        self._kits = kits
        self._background = background
        self._now = now
        self._open: dict[tuple[str, int], OpenHand] = {}
        self._met: OrderedDict[tuple[int, int], tuple[float, discord.Interaction]] = OrderedDict()

    def meet(self, interaction: discord.Interaction) -> None:
        """Remember a person's last interaction in a channel, while its token lives."""
        key = (interaction.channel_id or 0, interaction.user.id)
        self._met[key] = (self._now() + TOKEN_SECONDS, interaction)
        self._met.move_to_end(key)
        while self._met and next(iter(self._met.values()))[0] < self._now():
            self._met.popitem(last=False)

    def draw(self, session: Session, user_id: int, draft: Draft | None = None) -> ui.LayoutView:
        """Draw a player's hand. Raises Refused for someone who has none."""
        if session.game not in HANDS:
            raise Refused(Refusal.NO_HAND)
        seat = session.seat_of(user_id)
        if seat is None or session.state is None or session.players[seat].left:
            raise Refused(Refusal.NOT_A_PLAYER if session.state is not None else Refusal.NOT_STARTED)
        view = GAMES[session.game].view(session.state, seat)

        def allows(move: object) -> bool:
            return session.live and self._sessions.allows(session, seat, move)

        return HANDS[session.game](self._kits.of(session), frame_of(session), view, draft or Draft(), allows)

    async def open(self, reply: Reply, session: Session, person: Person) -> None:
        """Show a player's hand to them alone."""
        view = self.draw(session, person.user_id)
        self._follow_from_now(session, person.user_id, await reply.private(view), view)

    async def redraw(self, reply: Reply, session: Session, person: Person, draft: Draft | None = None) -> None:
        """Redraw the hand that was clicked."""
        view = self.draw(session, person.user_id, draft)
        self._follow_from_now(session, person.user_id, await reply.redraw(view), view)

    def _follow_from_now(self, session: Session, user_id: int, edit: Editor, view: ui.LayoutView) -> None:
        until = self._now() + TOKEN_SECONDS
        self._open[session.id, user_id] = OpenHand(edit, until, _content(view, session))

    def follow(self, change: Change) -> None:
        """Redraw the open hands that a step changed, and open the victim's when a theft begins."""
        session = change.after
        if session.game in HANDS and session.state is not None:
            self._background.latest(f"hands of session {session.id}", lambda: self._show(session.id))

    async def _show(self, session_id: str) -> None:
        session = await self._sessions.load(session_id)
        for player in session.players:
            hand = self._open.get((session_id, player.user_id))
            if hand is not None and (hand.until < self._now() or player.left):
                del self._open[session_id, player.user_id]
            elif hand is not None:
                await self._bring_up_to_date(session, player.user_id, hand)
        await self._prompt(session)
        if not session.live:
            for player in session.players:
                self._open.pop((session_id, player.user_id), None)

    async def _bring_up_to_date(self, session: Session, user_id: int, hand: OpenHand) -> None:
        view = self.draw(session, user_id)
        content = _content(view, session)
        if content != hand.shown:
            hand.shown = content
            await hand.edit(view)

    async def _prompt(self, session: Session) -> None:
        """Open the hand of a victim who has none open, if they were here in the last minutes."""
        awaited = crew.awaited(session)
        if awaited is None or awaited.clock is not Clock.REACTION:
            return
        user_id = session.players[awaited.seat].user_id
        until, interaction = self._met.get((session.channel_id, user_id), (0.0, None))
        if interaction is None or until < self._now() or (session.id, user_id) in self._open:
            return
        view = self.draw(session, user_id)
        message = await interaction.followup.send(view=view, ephemeral=True, wait=True)
        self._open[session.id, user_id] = OpenHand(editor_of(message), until, _content(view, session))


def _content(view: ui.LayoutView, session: Session) -> str:
    """Return what a reader sees and could press; the revision alone is no change."""
    components: object = view.to_components()  # type: ignore[no-untyped-call]
    return json.dumps(components).replace(f":{session.revision}:", "::")
