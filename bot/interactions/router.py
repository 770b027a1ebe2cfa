"""The router: every click on a control and every submitted modal comes here.

discord.py keeps no views of ours. A click is decoded strictly, looked up in a table of verbs, and always answered by
the boundary.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial
from typing import Any

import discord
from msgspec import Struct

from bot.interactions.boundary import Boundary
from bot.interactions.person import person_of, require_permissions
from bot.messages.display import Display
from bot.messages.frames import frame_of
from bot.messages.hands import Hands
from bot.messages.kits import Kits
from bot.messages.replies import Reply
from bot.model.custom_ids import ControlId, decode, number_in
from bot.model.errors import MalformedId, StaleClick
from bot.model.games import GAMES
from bot.model.house_rules import chosen
from bot.model.records import Change, Person, Session, Terms
from bot.play import motions, seats
from bot.play.sessions import Sessions
from bot.views import kit, lobby
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

    @property
    def session_id(self) -> str:
        """The session that the control belongs to."""
        return self.control.session

    @property
    def number(self) -> int:
        """The number that the control carries. Raises MalformedId when it carries none."""
        return number_in(self.control.argument)


Handler = Callable[[Click], Awaitable[None]]
Step = Callable[[Click], Awaitable[Change]]


class Router:
    """Takes every click; commands share its boundary."""

    def __init__(self, sessions: Sessions, display: Display, hands: Hands, kits: Kits, boundary: Boundary) -> None:
        self.boundary = boundary
        self._sessions = sessions
        self._display = display
        self._hands = hands
        self._kits = kits
        steps: dict[str, Step] = {
            "join": lambda c: sessions.join(c.session_id, c.person),
            "leave": lambda c: sessions.leave_lobby(c.session_id, c.person),
            "first": lambda c: sessions.claim_first(c.session_id, c.person),
            "start": self._start,
            "cancel": lambda c: sessions.cancel(c.session_id, c.person),
            "move": self._move,
            "agree": lambda c: sessions.agree(c.session_id, c.person, c.number),
            "refuse": lambda c: sessions.refuse(c.session_id, c.person, c.number),
            "resume": lambda c: sessions.resume(c.session_id, c.person),
        }
        self._verbs: dict[str, Handler] = {
            **{verb: partial(self._step, step) for verb, step in steps.items()},
            "house-rules": self._house_rules,
            "how-to-play": self._how_to_play,
            "set": self._set,
            "rematch": self._rematch,
            "hand": self._hand,
            "react": self._react,
            "draft": self._draft,
        }
        """What the controls of a session do."""
        self._verbs_without_session: dict[str, Handler] = {}

    def serve(self, verb: str, handle: Handler) -> None:
        """Register the handler of a control that belongs to no session."""
        self._verbs_without_session[verb] = handle

    async def click(self, interaction: discord.Interaction) -> None:
        """Answer a click on a control, or a submitted modal."""
        await self.boundary.answer(interaction, lambda reply: self._route(interaction, reply))

    async def _route(self, interaction: discord.Interaction, reply: Reply) -> None:
        data: Any = interaction.data
        await self.press(interaction, reply, data["custom_id"])

    async def press(self, interaction: discord.Interaction, reply: Reply, custom_id: str) -> None:
        """Do what a control does. `/pirates press` calls this for a button that can be pressed now."""
        data: Any = interaction.data
        control = decode(custom_id)
        handle = (self._verbs if control.session else self._verbs_without_session).get(control.verb)
        if handle is None:
            raise MalformedId
        values = tuple(data.get("values", ()))
        fields = dict(_written(data.get("components", ())))
        await handle(Click(control, person_of(interaction), values, fields, interaction, reply))

    # --- Steps: a session goes on, and everyone sees it ---

    async def _step(self, step: Step, click: Click) -> None:
        await self._display.answer(click.reply, click.person, await step(click))

    async def _start(self, click: Click) -> Change:
        require_permissions(click.interaction, click.reply.kit)
        return await self._sessions.start(click.session_id, click.person, click.interaction.id)

    async def _move(self, click: Click) -> Change:
        control = click.control
        if control.revision is None:
            raise MalformedId
        return await self._sessions.play(control.session, click.person, control.revision, control.argument)

    async def _rematch(self, click: Click) -> None:
        require_permissions(click.interaction, click.reply.kit)
        await self._session_of(click)
        change = await self._sessions.rematch(click.session_id, click.person)
        await self._display.post(click.reply, change.after)

    # --- The lobby ---

    async def _how_to_play(self, click: Click) -> None:
        await click.reply.private(self.rules(await self._session_of(click), click.reply.kit.language))

    def rules(self, session: Session, language: str) -> discord.ui.LayoutView:
        """Draw the rules with the session's house rules, in a reader's language."""
        own_kit = self._kits.of(session, language)
        return kit.container(*map(kit.text, GAMES[session.game].table.rules(own_kit, session.options)))

    async def _house_rules(self, click: Click) -> None:
        session = await self._session_of(click)
        frame = frame_of(session)
        if click.person.user_id == session.opener_id and session.state is None and session.live:
            await click.reply.private(lobby.panel(click.reply.kit, frame))
        else:
            await click.reply.private(lobby.read_only(click.reply.kit, frame))

    async def _set(self, click: Click) -> None:
        """Apply one choice of the panel."""
        change = await self._sessions.configure(
            click.session_id, click.person, lambda session: self._setting(session, click)
        )
        await click.reply.redraw(lobby.panel(click.reply.kit, frame_of(change.after)))
        self._display.refresh([change.after.id])

    def _setting(self, session: Session, click: Click) -> Terms:
        """Return the terms with one choice changed. Raises MalformedId for what no panel offers."""
        rules = click.reply.kit.house_rules[session.game]
        rule, value = chosen(rules, click.control.argument, click.values)
        return rule.write(session.terms, value)

    # --- Hands ---

    async def _hand(self, click: Click) -> None:
        await self._hands.open(click.reply, await self._session_of(click), click.person)

    async def _react(self, click: Click) -> None:
        """Open the victim's hand; refuse anyone else, with the name of the victim."""
        session = await self._session_of(click)
        motions.require_going_on(session)
        awaited = seats.reaction(session)
        if awaited is None:
            raise StaleClick(session.id)
        if session.seat_of(click.person.user_id) != awaited.seat:
            raise IllegalMove(Reason.AWAIT_ANSWER, victim=awaited.seat)
        await self._hands.open(click.reply, session, click.person)

    async def _draft(self, click: Click) -> None:
        """Redraw a hand with the clicked draft; an outdated hand is redrawn as it is now."""
        if click.control.revision is None:
            raise MalformedId
        session = await self._session_of(click)
        motions.require_going_on(session)
        fresh = session.current(click.control.revision)
        show = self._hands.open if click.reply.clicked is None else self._hands.redraw
        await show(click.reply, session, click.person, click.control.argument if fresh else None)

    async def _session_of(self, click: Click) -> Session:
        """Load the session of a control that changes nothing. Raises MalformedId in another channel."""
        session = await self._sessions.load(click.session_id)
        if session.channel_id != click.person.channel_id:
            raise MalformedId
        return session


def _written(components: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield what a modal's inputs hold, from their labels or rows."""
    for component in components:
        if "value" in component:
            yield component["custom_id"], component["value"]
        inner = [component["component"]] if "component" in component else component.get("components", ())
        yield from _written(inner)
