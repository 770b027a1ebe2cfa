"""Home-made idols (L15) as values: a server's list, changes to it, and the idols in a lobby's terms.

A home-made idol has a name, and the four queens of the rule text have none.
"""

import re
import unicodedata
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.model.errors import Refusal, Refused
from bot.model.names import tidy
from bot.model.records import Terms
from rules import lands
from rules.cards import RANKS
from rules.errors import InvalidOptions, OptionFault
from rules.idols import MAX_IDOLS, NUMBERS, Effect, Idol
from rules.lands.model import TARGETS, Options
from rules.simulator import check_ends

GAME = "lands"
"""The game that has idols."""
MOST_KEPT = 25
"""Idols that a server can keep: as many as one select lists."""
LONGEST_NAME = 24
"""In characters."""
LONGEST_BYTES = 48
"""Of a name in UTF-8, room for twelve emoji; keeps the row of a game with thirteen idols under 4 KB."""
TRIAL_GAMES = 1000
"""Games that the simulator plays in one trial."""
ENDS, ENDLESS = b"ends", b"endless"
"""The answers of a trial."""


class HomeIdol(Struct, frozen=True):
    """One idol that a server has made."""

    idol: Idol
    active: bool = True
    number: int = 0
    """Its id in the database and in custom_ids; 0 before it is stored."""


HomeIdols = tuple[HomeIdol, ...]


# --- What a server has ---


def find(idols: HomeIdols, number: int) -> HomeIdol:
    """Return one of a server's idols. Raises Refused(IDOL_GONE)."""
    for idol in idols:
        if idol.number == number:
            return idol
    raise Refused(Refusal.IDOL_GONE)


def require_room(idols: HomeIdols) -> None:
    """Raise Refused(TOO_MANY_IDOLS) when a server keeps as many as it can."""
    if len(idols) >= MOST_KEPT:
        raise Refused(Refusal.TOO_MANY_IDOLS, most=MOST_KEPT)


def made(idols: HomeIdols, idol: Idol) -> HomeIdols:
    """Add an idol, switched on. Raises Refused(TOO_MANY_IDOLS)."""
    require_room(idols)
    return (*idols, HomeIdol(idol))


def switched(idols: HomeIdols, number: int, *, active: bool) -> HomeIdols:
    """Switch one on or off. Raises Refused(IDOL_GONE)."""
    find(idols, number)
    return tuple(replace(idol, active=active) if idol.number == number else idol for idol in idols)


def deleted(idols: HomeIdols, number: int) -> HomeIdols:
    """Delete one. Raises Refused(IDOL_GONE)."""
    gone = find(idols, number)
    return tuple(idol for idol in idols if idol != gone)


def all_off(idols: HomeIdols) -> HomeIdols:
    """Switch all of them off."""
    return tuple(replace(idol, active=False) for idol in idols)


def active(idols: HomeIdols) -> tuple[Idol, ...]:
    """Return the set that is on, in the order of the cards."""
    return ordered(home.idol for home in idols if home.active)


def ordered(idols: Iterable[Idol]) -> tuple[Idol, ...]:
    """Sort by card, so that equal house rules are equal options."""
    return tuple(sorted(idols, key=lambda idol: idol.on))


# --- Terms ---


def at_hand(terms: Terms) -> bool:
    """Tell whether a lobby has home-made idols, on or off."""
    return bool(terms.idols_aside or on_in(terms))


def on_in(terms: Terms) -> tuple[Idol, ...]:
    """Return the home-made idols that are on in a lobby or game."""
    return tuple(idol for idol in getattr(terms.options, "idols", ()) if idol.name)


def put_on(terms: Terms) -> Terms:
    """Switch the home-made idols of a lobby on, all of them.

    `validate` refuses an idol on the same card as a queen that is on. Raises Refused(NO_IDOLS).
    """
    if not at_hand(terms):
        raise Refused(Refusal.NO_IDOLS)
    together = ordered((*terms.options.idols, *terms.idols_aside))
    return replace(terms, options=replace(terms.options, idols=together), idols_aside=())


def with_set(terms: Terms, idols: tuple[Idol, ...]) -> Terms:
    """Return the terms that a new lobby begins with on a server where these idols are switched on."""
    return put_on(replace(terms, idols_aside=idols)) if idols else terms


def lay_aside(terms: Terms) -> Terms:
    """Switch the home-made idols of a lobby off, all of them; the queens stay as they are."""
    home = on_in(terms)
    queens = tuple(idol for idol in terms.options.idols if not idol.name)
    aside = home or terms.idols_aside
    return replace(terms, options=replace(terms.options, idols=queens), idols_aside=aside)


# --- The input of the form ---

_RANK_WORDS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
_RANKS = dict(zip(_RANK_WORDS, RANKS, strict=True))
_RANK = {
    **{code.casefold(): code for code in _RANKS.values()},
    **_RANKS,
    **{f"{word}s": code for word, code in _RANKS.items() if word != "six"},
    "sixes": "6",
}
_SUIT = {
    name: letter
    for letter, names in {
        "C": "c club clubs ♣ ♧",
        "D": "d diamond diamonds ♦ ♢",
        "H": "h heart hearts ♥ ♡ ❤",
        "S": "s spade spades ♠ ♤",
    }.items()
    for name in names.split()
}
_SYMBOLS = re.compile("([♣♧♦♢♥♡❤♠♤])")
_CODE = re.compile(r"(10|[2-9ajqk])([cdhs]?)")


def place(text: str) -> str:
    """Read a card or a rank: `QS`, `10d`, `q♠`, `queen of spades`, `queens`. Raises InvalidOptions(IDOL_CARD)."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("\ufe0f", "").replace("\ufe0e", "")
    words = [word for word in _SYMBOLS.sub(r" \1 ", plain).split() if word != "of"]
    match = _CODE.fullmatch(words[0]) if len(words) == 1 else None
    if match is not None:
        return match[1].upper() + match[2].upper()
    ranks = [_RANK[word] for word in words if word in _RANK]
    suits = [_SUIT[word] for word in words if word in _SUIT]
    if len(ranks) == 1 and len(ranks) + len(suits) == len(words) <= 2:  # noqa: PLR2004 - a rank and perhaps a suit
        return "".join(ranks + suits)
    raise InvalidOptions(OptionFault.IDOL_CARD)


def written(effect: Effect, name: str, on: str, number: str) -> Idol:
    """Make an idol of the texts in the form.

    Raises Refused(IDOL_NAME), InvalidOptions(IDOL_CARD), InvalidOptions(IDOL_NUMBER).
    """
    name = tidy(name)
    if not 0 < len(name) <= LONGEST_NAME or len(name.encode()) > LONGEST_BYTES:
        raise Refused(Refusal.IDOL_NAME, most=LONGEST_NAME)
    return Idol(place(on), effect, _amount(effect, number.strip()), name)


def _amount(effect: Effect, text: str) -> int:
    numbers = NUMBERS.get(effect)
    if numbers is None:
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) <= len("20") and int(text) in numbers):
        raise InvalidOptions(OptionFault.IDOL_NUMBER, least=numbers[0], most=numbers[-1])
    return int(text)


# --- The trial ---


def lobbies(idols: tuple[Idol, ...], queens: tuple[Idol, ...]) -> list[Options]:
    """Return the options for a trial, the longest games that a set can lead to: with the four queens and without.

    The target is the highest, and the dare throws a player back once. A queen is left out when a home-made idol has
    her card, or when `MAX_IDOLS` is reached. Queens usually lengthen a game, but shorten it where they replace a
    rank's idol, so both are played. Games with some of the queens lie between.
    """
    taken = {idol.on for idol in idols}
    free = [queen for queen in queens if queen.on not in taken]
    beside = free[: max(0, MAX_IDOLS - len(idols))]
    return [Options(target=TARGETS[-1], dare=True, idols=ordered(chosen)) for chosen in ((*idols, *beside), idols)]


def try_out(given: bytes) -> bytes:
    """Play `TRIAL_GAMES` games, shared out evenly over the options (L15). Runs in a worker process."""
    several = msgspec.json.decode(given, type=list[Options])
    try:
        for options in several:
            check_ends(lands, options, TRIAL_GAMES // len(several))
    except InvalidOptions:
        return ENDLESS
    return ENDS
