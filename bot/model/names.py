"""Cleans and escapes people's names for storing and showing, so that no name makes a table unreadable."""

import re
import unicodedata

LIMIT = 32
"""Discord's limit for display names, in characters."""
MOST_MARKS = 2
"""Combining marks kept on one letter: enough for any language, too few to cover the lines around it."""

_MARKDOWN = re.compile(r"([\\*_~|`>\[\]()#<@:.!+-])")
_JOINER = "\u200d"  # holds family and profession emoji together
_ISOLATE, _POP = "\u2068", "\u2069"


def clean(name: str, user_id: int) -> str:
    """Return the name tidied, at most 32 characters; `Pirate` and the id's last four digits if nothing is visible."""
    return tidy(name, LIMIT) or f"Pirate {user_id % 10_000:04}"


def tidy(name: str, limit: int | None = None) -> str:
    """Return the name on one line, without control, bidirectional or invisible characters, cut at `limit`.

    Empty when nothing visible is left.
    """
    kept: list[str] = []
    marks = 0
    for character in filter(_may_stay, unicodedata.normalize("NFC", name)):
        if unicodedata.category(character) in {"Mn", "Me"}:
            marks += 1
        elif character != _JOINER:
            marks = 0
        if marks <= MOST_MARKS:
            kept.append(character)
    text = " ".join("".join(kept).split())[:limit].strip(_JOINER + " ")
    return text if any(_visible(character) for character in text) else ""


def _may_stay(character: str) -> bool:
    return character == _JOINER or character.isspace() or unicodedata.category(character)[0] != "C"


def _visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in "\u3164\u115f\u1160\uffa0\u2800"


def shown(name: str) -> str:
    """Return a cleaned name for a sentence: markdown and mentions escaped, right-to-left text isolated."""
    escaped = _MARKDOWN.sub(r"\\\1", name)
    if any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in name):
        return f"{_ISOLATE}{escaped}{_POP}"
    return escaped
