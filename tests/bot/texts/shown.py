"""What may be written for a player, and sessions to write about."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bot.model.house_rules import house_rules
from bot.model.records import Player, Session, Status, Terms
from bot.texts.content import Content
from bot.views.kit import Kit
from tests.payloads import Kind, check
from tests.registry import GAMES


def well_said(text: str) -> bool:
    """Tell whether a text is one that a player may read."""
    return bool(text.strip()) and not re.search(r"[{}]|None(?! yet)|Struct|Enum|\w+\.\w+\(|<[A-Z]", text)


def kit_of(loaded: Content, code: str, theme: str = "standard") -> Kit:
    spoken = loaded.languages[code]
    return Kit(spoken.texts, spoken.themes[theme], house_rules(loaded))


def session_of(key: str, state: Any = None, events: tuple[Any, ...] = (), **changes: Any) -> Session:
    """Return a session in which this state has been reached by these events."""
    over = state is not None and GAMES[key].outcome(state) is not None
    names = ("Anne", "O\\'Neil", "**B**", "שרה")
    session = Session(
        id="abcdefgh27",
        game=key,
        guild_id=2**60,
        channel_id=2**60 + 1,
        opener_id=1,
        status=Status.LOBBY if state is None else Status.FINISHED if over else Status.PLAYING,
        revision=999,
        terms=Terms(GAMES[key].Options() if state is None else state.options),
        players=tuple(Player(seat + 1, names[seat], 0.0) for seat in range(2 if state is None else len(state.seats))),
        secret=bytes(32),
        created_at=0.0,
        updated_at=0.0,
        deadline=None if over else 1_700_000_000.0,
        start_id=None if state is None else 2**60,
        state=state,
        events=events,
    )
    return replace(session, **changes)


def check_view(view: Any) -> None:
    """Check a message as Discord would."""
    check(Kind.EDIT, {"flags": 1 << 15, "components": view.to_components(), "allowed_mentions": {"parse": []}})


def texts_of(view: Any) -> Iterator[str]:
    """Yield all that is written in a message."""
    for item in view.walk_children():
        for name in ("content", "label"):
            if isinstance(getattr(item, name, None), str):
                yield getattr(item, name)
