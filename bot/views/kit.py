"""What every drawing uses: the kit of texts and theme, the frame of facts, and builders for parts of a message.

Each message is built fresh and stopped before it is sent: discord.py keeps none of it (docs/architecture.md, idea 9).
"""

from typing import Any

from discord import ButtonStyle, ui
from msgspec import Struct

from bot.model.custom_ids import ControlId
from bot.model.house_rules import HouseRule, HouseRules
from bot.model.records import Standing, Terms
from bot.texts.content import Texts, Theme

ACCENT = 0xC9A227
ROW = 5
"""Buttons in a row, Discord's limit."""


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
    short_target: str
    """For buttons, where there is no markdown and little room."""
    ayes: int
    needed: int


class Frame(Struct, frozen=True):
    """The facts of a session that its drawings may show.

    Names are escaped for sentences. Those that look alike carry marks, wherever they stand.
    """

    session: str
    revision: int
    game: str
    names: tuple[str, ...]
    short_names: tuple[str, ...]
    """Names that are not escaped, for buttons, where there is no markdown and little room."""
    channel: str
    """A mention of the channel."""
    url: str
    """Address of the table; empty before it is posted."""
    opener: int | None
    """The opener's seat; None after they left."""
    opener_is_new: bool
    """The last step made this player the opener (F28)."""
    first: int | None
    touched: bool
    """The seat that goes first, and whether that player touched coin in the lobby."""
    invited: tuple[str, ...]
    """Names of a rematch's crew who have not joined yet."""
    rematch: bool
    least: int
    most: int
    """The fewest and the most seats."""
    terms: Terms
    clock: int | None
    """Seconds for the awaited decision; None for no clock, or while it stands still."""
    full_clock: int | None
    """The same without the cuts for earlier time-outs."""
    deadline: int | None
    """UTC epoch seconds."""
    paused: bool
    """The players paused the game; it goes on at the deadline, or as soon as one of them resumes it."""
    awaited: int | None
    """The seat whose decision the game waits for."""
    reacting: bool
    """That decision is a reaction, out of turn."""
    events: tuple[Any, ...]
    cause: str
    actor: int | None
    """The seat whose decision the last step was, or for which the clock or others made it."""
    fingerprint: str
    secret: str | None
    """Hex; None until the session is over."""
    start_id: int | None
    motions: tuple[MotionFrame, ...]
    closed: str | None
    closed_by: str
    """Who ended it; empty where that is not known."""
    standing: Standing | None
    """What the result counted for; None before the end."""
    best_by: str
    """Who holds the best voyage of the server; empty where that is not known any more."""

    def control(self, verb: str, argument: str = "") -> str:
        """Return the custom_id of a control that never goes stale."""
        return str(ControlId(verb, self.session, None, argument))

    def draft(self, text: str) -> str:
        """Return the custom_id of a change to a draft, which goes stale with the hand it was drawn from."""
        return str(ControlId("draft", self.session, self.revision, text))

    def move(self, token: str) -> str:
        """Return the custom_id of a move, with the revision as its ticket."""
        return str(ControlId("move", self.session, self.revision, token))


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


def control(verb: str, argument: str = "") -> str:
    """Return the custom_id of a control that belongs to no session."""
    return str(ControlId(verb, argument=argument))


def button(
    label: str, custom_id: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
) -> ui.Button[Any]:
    """Return a button. It has no callback: the router answers."""
    return ui.Button(label=label, custom_id=custom_id, style=style, disabled=disabled)


def rows(buttons: tuple[ui.Button[Any], ...], most: int = ROW) -> Items:
    """Lay buttons out, five in a row, or fewer."""
    return [ui.ActionRow(*buttons[start : start + most]) for start in range(0, len(buttons), most)]


def pressable(view: ui.LayoutView) -> dict[str, str]:
    """Return the custom_ids of a drawing's enabled buttons, by label, in order."""
    found = (item for item in view.walk_children() if isinstance(item, ui.Button) and not item.disabled)
    return {one.label: one.custom_id for one in found if one.label is not None and one.custom_id is not None}


def read_only(view: ui.LayoutView) -> ui.LayoutView:
    """Remove all controls from a drawing; return it."""
    for item in [*view.walk_children()]:
        if isinstance(item, ui.ActionRow):
            (item.parent if isinstance(item.parent, ui.Container) else view).remove_item(item)
    return view


def notice(sentence: str) -> ui.LayoutView:
    """Return a message of one sentence, without controls."""
    return layout(text(sentence))


def ping(kit: Kit, frame: Frame, sentence: str, verb: str | None) -> ui.LayoutView:
    """Return a short message that pings one player; `verb` is that of the button that opens their hand, if any."""
    if verb is None:
        return notice(sentence)
    opener = button(kit.texts(f"button-{verb}"), frame.control(verb), ButtonStyle.primary)
    return layout(text(sentence), ui.ActionRow(opener))


def relative(moment: int) -> str:
    """Return a timestamp that Discord shows as the time from now: in 2 minutes."""
    return f"<t:{moment}:R>"


def moment(at: int) -> str:
    """Return a timestamp that Discord shows in the reader's time zone: 27 September 2025 08:00."""
    return f"<t:{at}:f>"


def closed(kit: Kit, frame: Frame) -> str:
    """Return in a sentence how a session ended without result."""
    return kit.texts(f"closed-{frame.closed}", name=frame.closed_by, named=bool(frame.closed_by))


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
