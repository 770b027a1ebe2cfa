"""Which names look alike to whoever reads them, and which look like the bot's own words. Of marks see marks.py.

Reasonable, not complete: it folds width, case, accents, what nobody sees, and the letters of other scripts that look
like Latin ones. Names that it takes for alike without need only carry a mark more.

The database holds what `looks` returns (data/migrations/0012_names.sql): who changes it, fills that column again.
"""

import re
import unicodedata
from functools import cache, lru_cache

from bot.texts.content import names

_CACHED = 4096
_LONG = 8
"""A word of ours of at least so many characters is seen within a name as well; a shorter one must be all of it."""

_SQUARES = {
    first + place: letter
    for first in (0x1F150, 0x1F170, 0x1F1E6)
    for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
}
"""White letters on black discs and squares, and those that flags are made of."""
_FILLERS = "\u115f\u1160\u2800\u02b9\u02bb\u02bc\u02bd\u02c8"
"""Letters by their kind, of which nothing or hardly anything is seen."""
_LIKE: dict[int, str | None] = {
    **dict.fromkeys(map(ord, _FILLERS)),
    **{ord(other): letter for letter, others in names().letters.items() for other in others},
    **_SQUARES,
}
_PAIRS = (("rn", "m"), ("vv", "w"))
_UNSEEN = frozenset({"Mn", "Me", "Cf", "Cc", "Zs", "Sk"})
_MARKED = re.compile(r"[^\w\s.'\u2019-]\s*(\w+)\W*$")
"""A sign and a word behind it, at the end of a name: `Anna #1234`, `Anna (2)`."""
_DIGITS = frozenset("lo23456789")
"""Of folded names: 0 and 1 are among the letters that they look like."""


@lru_cache(_CACHED)
def looks(name: str) -> str:
    """Return what a reader sees of a name: two that return the same look alike."""
    return _folded(name) or unicodedata.normalize("NFKC", name).casefold()


def _folded(name: str) -> str:
    # Capitals first: the one of the Greek eta looks like H, its small letter like n.
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).translate(_LIKE).casefold())
    seen = (one for one in plain.translate(_LIKE) if unicodedata.category(one) not in _UNSEEN)
    folded = "".join(one for one in seen if unicodedata.category(one)[0] != "P")
    for pair, letter in _PAIRS:
        folded = folded.replace(pair, letter)
    return folded


@lru_cache(_CACHED)
def misleads(name: str) -> bool:
    """Tell whether a name looks like words of the bot's own, or like one that carries a mark already."""
    seen, ours = looks(name), _ours()
    if seen in ours or any(word in seen for word in ours if len(word) >= _LONG):
        return True
    tail = _MARKED.search(unicodedata.normalize("NFKC", name))
    return tail is not None and (tail[1].isdecimal() or looks(tail[1]) in ours or set(looks(tail[1])) <= _DIGITS)


@cache
def _ours() -> frozenset[str]:
    return frozenset(map(looks, names().own_words))
