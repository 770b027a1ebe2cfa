"""What every drawing is made of. A drawing knows a frame, a rules view, a theme and texts: no state, no session.

Each drawing is built fresh and stopped before it is sent, so that discord.py keeps nothing of it (design.md, idea 9).
"""

from collections.abc import Callable
from typing import Any, Protocol

from discord import ButtonStyle, ui
from msgspec import Struct, structs

from bot.boards import MOST_COUNTED
from bot.content import Texts, Theme
from bot.custom_ids import ControlId
from bot.house_rules import HouseRule, HouseRules
from bot.names import shown
from bot.records import Standing, Terms
from bot.views.drafts import Draft

SENTENCES = 1400
"""Characters for what just happened: a time-out can play many cards, and a table has room for 4,000 in all."""
ACCENT = 0xC9A227
ROW = 5
"""Buttons in a row, Discord's limit."""

_NAME_FIELDS = {"seat": "name", "victim": "victim", "thief": "thief"}
"""Fields of events that hold a seat, and the fact that its name becomes."""


class Kit(Struct, frozen=True):
    """What a drawing draws with."""

    texts: Texts
    theme: Theme
    house_rules: HouseRules

    @property
    def language(self) -> str:
        """The language of the texts."""
        return self.texts.language


class MotionFrame(Struct, frozen=True):
    """An open proposal."""

    kind: str
    number: int
    name: str
    target: str
    ayes: int
    needed: int


class Frame(Struct, frozen=True):
    """The facts of a session that its drawings may show. Names are ready for sentences."""

    session: str
    revision: int
    game: str
    names: tuple[str, ...]
    plain_names: tuple[str, ...]
    """The same for buttons, where there is no markdown."""
    channel: str
    """A mention of the channel."""
    url: str
    """Address of the table; empty before it is posted."""
    opener: int | None
    """The opener's seat; None after they left."""
    opener_is_new: bool
    """The last step made them that (F28)."""
    first: int | None
    touched: bool
    """Who goes first in the lobby, and whether they touched coin."""
    invited: tuple[str, ...]
    """Names of a rematch's crew that have not joined yet."""
    rematch: bool
    least: int
    most: int
    """Seats."""
    terms: Terms
    clock: int | None
    """Seconds for the awaited decision; None for no clock, or while it stands still."""
    full_clock: int | None
    """The same for who is not late."""
    deadline: int | None
    """UTC epoch seconds."""
    paused: bool
    """By agreement: the game goes on at the deadline, or as soon as a player wants."""
    awaited: int | None
    """The seat whose decision the game waits for."""
    reacting: bool
    """That decision is a reaction, out of turn."""
    events: tuple[Any, ...]
    cause: str
    actor: int | None
    """The seat that decided the last step, or that the clock decided it for."""
    fingerprint: str
    secret: str | None
    """Hex; None until the session is over."""
    start_id: int | None
    motion: MotionFrame | None
    closed: str | None
    closed_by: str
    standing: Standing | None
    """What the result counted for; None before the end."""

    def control(self, verb: str, argument: str = "") -> str:
        """Return the custom_id of a control that never goes stale."""
        return str(ControlId(verb, self.session, None, argument))

    def draft(self, text: str) -> str:
        """Return the custom_id of a change to a draft, which goes stale with the hand it was drawn from."""
        return str(ControlId("draft", self.session, self.revision, text))

    def move(self, token: str) -> str:
        """Return the custom_id of a move, with the revision as its ticket."""
        return str(ControlId("move", self.session, self.revision, token))


class Drawing(Struct, frozen=True):
    """What one game contributes to its table; `table` puts the rest around it."""

    heading: str
    sections: tuple[str, ...]
    buttons: tuple[ui.Button[Any], ...]


Drawer = Callable[[Kit, Any], int | str]
"""Makes a fact of a sentence out of an event's field."""


class GameTable(Protocol):
    """A module that draws one game."""

    FIELDS: dict[str, Drawer]
    """Fields of its events that do not go into a sentence as they are."""

    def draw(self, kit: Kit, frame: Frame, view: Any, /) -> Drawing:
        """Draw a running game from a rules view, or how it ended."""

    def rules(self, kit: Kit, options: Any, /) -> tuple[str, ...]:
        """Return the rules in sections, the house rules in force last."""


class HandDrawer(Protocol):
    """Draws the hand of one seat: what a rules view and a draft hold, and what the rules allow."""

    def __call__(
        self, kit: Kit, frame: Frame, view: Any, draft: Draft | None, allows: Callable[[Any], bool], /
    ) -> ui.LayoutView: ...


class CallWriter(Protocol):
    """Writes the sentence that calls a player to react; `mention` is how Discord calls them."""

    def __call__(self, kit: Kit, frame: Frame, view: Any, mention: str, /) -> str: ...


Items = list[ui.Item[Any]]


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """Return a message of these items, already stopped."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def container(*items: ui.Item[Any]) -> ui.LayoutView:
    """Return a message of one framed block."""
    return layout(ui.Container(*items, accent_colour=ACCENT))


def text(content: str) -> ui.TextDisplay[Any]:
    """Return a block of text."""
    return ui.TextDisplay(content)


def rule() -> ui.Separator[Any]:
    """Return a line between blocks."""
    return ui.Separator()


def button(label: str, custom_id: str, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[Any]:
    """Return a button. It has no callback: the router answers."""
    return ui.Button(label=label, custom_id=custom_id, style=style)


def rows(buttons: tuple[ui.Button[Any], ...]) -> Items:
    """Lay buttons out, five in a row."""
    return [ui.ActionRow(*buttons[start : start + ROW]) for start in range(0, len(buttons), ROW)]


def pressable(view: ui.LayoutView) -> dict[str, str]:
    """Return the custom_ids of a drawing's buttons that can be pressed, by their words, in order."""
    found = (item for item in view.walk_children() if isinstance(item, ui.Button) and not item.disabled)
    return {one.label: one.custom_id for one in found if one.label is not None and one.custom_id is not None}


def read_only(view: ui.LayoutView) -> ui.LayoutView:
    """Take the controls off a drawing."""
    for item in [*view.walk_children()]:
        if isinstance(item, ui.ActionRow):
            (item.parent if isinstance(item.parent, ui.Container) else view).remove_item(item)
    return view


def notice(sentence: str) -> ui.LayoutView:
    """Return a message of one sentence, without controls."""
    return layout(text(sentence))


def ping(kit: Kit, frame: Frame, sentence: str, verb: str | None) -> ui.LayoutView:
    """Return a short message that calls one player, with the button that opens their hand where there is one."""
    if verb is None:
        return notice(sentence)
    opener = button(kit.texts(f"button-{verb}"), frame.control(verb), ButtonStyle.primary)
    return layout(text(sentence), ui.ActionRow(opener))


def relative(moment: int) -> str:
    """Return a moment as Discord shows it: in 2 minutes."""
    return f"<t:{moment}:R>"


def moment(at: int) -> str:
    """Return a moment as Discord shows it, in the reader's time: 27 September 2025 08:00."""
    return f"<t:{at}:f>"


def link(kit: Kit, frame: Frame) -> str:
    """Return a link to the table, for a sentence."""
    return kit.texts("table-link", url=frame.url) if frame.url else ""


def duration(texts: Texts, seconds: int | None) -> str:
    """Return a time setting in words."""
    if seconds is None:
        return texts("time-none")
    for key, size in (("time-hours", 3600), ("time-minutes", 60)):
        if seconds % size == 0:
            return texts(key, n=seconds // size)
    return texts("time-seconds", n=seconds)


def rule_label(kit: Kit, house_rule: HouseRule) -> str:
    """Return a house rule's name in words."""
    return kit.texts(f"rule-{house_rule.group}-{house_rule.name}")


def value_text(kit: Kit, house_rule: HouseRule, value: str) -> str:
    """Return a house rule's value in words."""
    if house_rule.numbers is not None:
        return value
    if house_rule.seconds:
        return duration(kit.texts, int(value) or None)
    return kit.texts(f"switch-{value}" if house_rule.switch else f"rule-{house_rule.group}-{house_rule.name}-{value}")


def rule_line(kit: Kit, house_rule: HouseRule, value: str) -> str:
    """Return one house rule and its value."""
    return kit.texts("rule-line", label=rule_label(kit, house_rule), value=value_text(kit, house_rule, value))


def sentence(kit: Kit, frame: Frame, event: Any, fields: dict[str, Drawer]) -> str:
    """Tell what happened: the event's tag names the sentence, its fields are the facts."""
    facts: dict[str, int | str] = {}
    for field, value in structs.asdict(event).items():
        if field in _NAME_FIELDS:
            facts[_NAME_FIELDS[field]] = frame.names[value]
        elif field in fields:
            facts[field] = fields[field](kit, value)
        elif isinstance(value, bool):
            facts[field] = "yes" if value else "no"
        else:
            facts[field] = value
    return kit.texts(f"{frame.game}-event-{_tag(event)}", **facts)


def _tag(event: Any) -> Any:
    return type(event).__struct_config__.tag


def _lead(frame: Frame) -> str | None:
    """Return the key of the sentence that tells who made the step, None when it was the player."""
    if frame.cause in {"vote", "moderator"} and frame.events and _tag(frame.events[0]) == "left":
        return f"table-removed-{frame.cause}"
    return {"clock": "table-time-ran-out", "vote": "table-skipped"}.get(frame.cause)


def happened(kit: Kit, frame: Frame, fields: dict[str, Drawer]) -> str:
    """Tell the last step in sentences, who made it first when it was not the player."""
    told: list[str] = []
    for event in reversed(frame.events):
        told.insert(0, sentence(kit, frame, event, fields))
        if sum(map(len, told)) > SENTENCES:
            del told[0]
            break
    lead = _lead(frame)
    if lead is not None and frame.actor is not None and told:
        told.insert(0, kit.texts(lead, name=frame.names[frame.actor]))
    if not told and frame.awaited is not None:
        facts: dict[str, int | str] = {"name": frame.names[frame.awaited], "players": len(frame.names)}
        told.append(kit.texts(f"{frame.game}-event-start", **facts))
    if frame.opener_is_new and frame.opener is not None:
        told.append(kit.texts("table-new-opener", name=frame.names[frame.opener]))
    return "\n".join(told)


def table(kit: Kit, frame: Frame, game: GameTable, view: Any) -> ui.LayoutView:
    """Return the public message of a running or ended game."""
    drawing = game.draw(kit, frame, view)
    blocks = (
        happened(kit, frame, game.FIELDS),
        *drawing.sections,
        *_clock(kit, frame),
        *_standing(kit, frame.standing),
    )
    items: Items = [text(drawing.heading)]
    for block in filter(None, blocks):
        items += [text(block), rule()]
    items[-1:] = rows(_paused_buttons(kit, frame, drawing.buttons) if frame.paused else drawing.buttons)
    return container(*items, *_motion(kit, frame), text(_seal(kit, frame)))


def _clock(kit: Kit, frame: Frame) -> list[str]:
    if frame.closed is not None:
        return [kit.texts(f"closed-{frame.closed}", name=frame.closed_by)]
    if frame.deadline is None:
        return []
    if frame.paused:
        return [kit.texts("table-paused", moment=moment(frame.deadline), deadline=relative(frame.deadline))]
    if frame.awaited is None:
        return []
    name = frame.names[frame.awaited]
    if frame.clock is None:
        return [kit.texts("table-no-clock", name=name)]
    key = "table-deadline-reaction" if frame.reacting else "table-deadline"
    return [" ".join([kit.texts(key, name=name, deadline=relative(frame.deadline)), *_patience(kit, frame)])]


def _patience(kit: Kit, frame: Frame) -> list[str]:
    """Say why the time is shorter than the session's own."""
    if frame.clock is None or frame.clock == frame.full_clock:
        return []
    texts = kit.texts
    return [texts("table-patience", clock=duration(texts, frame.clock), full=duration(texts, frame.full_clock))]


def _paused_buttons(kit: Kit, frame: Frame, buttons: tuple[ui.Button[Any], ...]) -> tuple[ui.Button[Any], ...]:
    """Return the way on, and of the game's own controls the one that changes nothing."""
    resume = button(kit.texts("button-resume"), frame.control("resume"), ButtonStyle.success)
    return resume, *(own for own in buttons if own.custom_id == frame.control("hand"))


def _standing(kit: Kit, standing: Standing | None) -> list[str]:
    """Tell what the result counts for: nothing and why, or how a solo voyage compares (L16)."""
    if standing is None:
        return []
    if standing.uncounted is not None:
        return [kit.texts(f"uncounted-{standing.uncounted}", most=MOST_COUNTED)]
    if not standing.voyage:
        return []
    own, best = standing.own_best, standing.server_best
    name = shown(standing.server_name) or kit.texts("board-unknown")
    lines = [
        kit.texts("voyage-own", how=_compared(standing.total, own), best=own or 0),
        kit.texts("voyage-server", how=_compared(standing.total, best), best=best or 0, name=name),
    ]
    return ["\n".join(lines if standing.standard else [*lines, kit.texts("voyage-house-rules")])]


def _compared(total: int, best: int | None) -> str:
    if best is None:
        return "first"
    return "better" if total > best else "equal" if total == best else "worse"


def _motion(kit: Kit, frame: Frame) -> Items:
    motion = frame.motion
    if motion is None:
        return []
    proposal = kit.texts(f"motion-{motion.kind}", name=motion.name, target=motion.target)
    count = kit.texts("motion-count", ayes=motion.ayes, needed=motion.needed)
    number = str(motion.number)
    agree = button(kit.texts("button-agree"), frame.control("agree", number), ButtonStyle.success)
    refuse = button(kit.texts("button-refuse"), frame.control("refuse", number), ButtonStyle.danger)
    return [rule(), text(f"{proposal} {count}"), ui.ActionRow(agree, refuse)]


def _seal(kit: Kit, frame: Frame) -> str:
    if frame.secret is None or frame.start_id is None:
        return kit.texts("table-fingerprint", fingerprint=frame.fingerprint)
    return kit.texts("table-fairness", fingerprint=frame.fingerprint, secret=frame.secret, start=str(frame.start_id))
