"""Cursed Idols (L14, L15): the effect list and its validation. The four queens are written in this form too.

What each effect does is in rules/lands/effects.py.
"""

from enum import StrEnum

from msgspec import Struct

from rules.cards import BY_CODE, CODES, RANK_CODES, RANKS
from rules.errors import InvalidOptions, OptionFault

MAX_IDOLS = 13


class Effect(StrEnum):
    """What happens when the idol's card is drawn, unless the card busts by itself."""

    BUST = "bust"
    DISCARD_HIGHEST = "discard_highest"
    DISCARD_LOWEST = "discard_lowest"
    DRAW_MORE = "draw_more"
    DRAW_UNTIL_ABOVE = "draw_until_above"
    BONUS = "bonus"
    TOLL = "toll"
    LOSE_ALLY = "lose_ally"
    GAIN_ALLY = "gain_ally"
    BANK_NOW = "bank_now"


NUMBERS = {
    Effect.DRAW_MORE: range(1, 6),
    Effect.DRAW_UNTIL_ABOVE: range(2, 10),
    Effect.BONUS: range(1, 21),
    Effect.TOLL: range(1, 21),
}
"""The range of an effect's number; an effect that is not listed takes none (0)."""
_NO_NUMBER = range(1)


class Idol(Struct, frozen=True, gc=False):
    """One card or one rank, and what it does."""

    on: str
    """A card's code (`QS`) or a rank's (`Q`)."""
    effect: Effect
    number: int = 0
    name: str = ""
    """The name that its makers gave it; empty for the four queens."""


def validate(idols: tuple[Idol, ...]) -> None:
    """Raise InvalidOptions for an unknown card, a number out of range, two idols on the same, or too many."""
    if len(idols) > MAX_IDOLS:
        raise InvalidOptions(OptionFault.IDOL_COUNT, most=MAX_IDOLS)
    seen: set[str] = set()
    for idol in idols:
        numbers = NUMBERS.get(idol.effect, _NO_NUMBER)
        if idol.on not in BY_CODE and idol.on not in RANKS:
            raise InvalidOptions(OptionFault.IDOL_CARD, card=idol.on)
        if idol.number not in numbers:
            raise InvalidOptions(OptionFault.IDOL_NUMBER, effect=idol.effect, least=numbers[0], most=numbers[-1])
        if idol.on in seen:
            raise InvalidOptions(OptionFault.IDOL_TWICE, card=idol.on)
        seen.add(idol.on)


def idol_on(idols: tuple[Idol, ...], card: int) -> Idol | None:
    """Return the idol that applies to a card: one that names it, else one on its rank (L15)."""
    by_rank, code, rank = None, CODES[card], RANK_CODES[card]
    for idol in idols:
        if idol.on == code:
            return idol
        if idol.on == rank:
            by_rank = idol
    return by_rank
