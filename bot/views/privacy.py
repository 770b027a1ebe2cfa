"""What is kept about people: the private panel about one's own data, and the privacy statement."""

from discord import ButtonStyle, ui
from msgspec import Struct

from bot.views import kit as k
from bot.views.kit import Kit

SECTIONS = ("what", "why", "who", "long", "yours", "deleting")
"""Of the statement; PRIVACY.md has the same."""


class Kept(Struct, frozen=True):
    """How much is known about someone."""

    user_id: int
    """Is in the controls, so that they work for their owner alone."""
    sessions: int
    servers: int
    live: int
    """Lobbies and running games that they are in."""
    hidden: bool


def pseudonym(kit: Kit) -> str:
    """Return what replaces the name of someone whose data was deleted."""
    return kit.texts("board-unknown")


def panel(kit: Kit, kept: Kept) -> ui.LayoutView:
    """Draw how much is kept, and what can be done about it."""
    about = kit.texts("mydata-about", sessions=kept.sessions, servers=kept.servers, hidden=kept.hidden)
    switch = "show" if kept.hidden else "hide"
    return k.container(
        k.text(kit.texts("mydata-title")),
        k.text(about),
        k.text(kit.texts("mydata-everywhere")),
        ui.ActionRow(
            _button(kit, kept, "export", ButtonStyle.primary),
            _button(kit, kept, switch),
            _button(kit, kept, "delete", ButtonStyle.danger),
        ),
    )


def confirmation(kit: Kit, kept: Kept) -> ui.LayoutView:
    """Ask before everything is deleted."""
    return k.container(
        k.text(kit.texts("mydata-confirm-title")),
        k.text(kit.texts("mydata-confirm-live", live=kept.live)),
        k.text(kit.texts("mydata-confirm-what", departed=pseudonym(kit))),
        k.text(kit.texts("mydata-confirm-not")),
        ui.ActionRow(_button(kit, kept, "confirm", ButtonStyle.danger), _button(kit, kept, "keep")),
    )


def deleted(kit: Kit, left: int, *, swept: bool) -> ui.LayoutView:
    """Say what was deleted, without controls."""
    return k.notice(kit.texts("mydata-deleted", left=left, swept=swept).strip())


def exported(kit: Kit, filename: str) -> ui.LayoutView:
    """Draw the message that an exported file is attached to."""
    return k.container(k.text(kit.texts("mydata-export")), ui.File(f"attachment://{filename}"))


def statement(kit: Kit) -> ui.LayoutView:
    """Say what is kept about everyone, and why."""
    return k.container(
        k.text(kit.texts("privacy-title")), *(k.text(kit.texts(f"privacy-{section}")) for section in SECTIONS)
    )


def _button(kit: Kit, kept: Kept, verb: str, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[ui.LayoutView]:
    return k.button(kit.texts(f"button-mydata-{verb}"), k.control(f"mydata-{verb}", str(kept.user_id)), style)
