"""Hands of pirate cards as 26-bit masks: bits 0-12 are the clubs (crew) ace to king, bits 13-25 the hearts (rum).

Crew alone, and rum alone, is a 13-bit mask: bit = rank - 1. What a mask is worth and which cards it holds comes from
tables over 13 bits, so that no rule ever counts card by card.
"""

from collections.abc import Iterable

from rules.cards import DECK, RANK_OF, SUITS

RUM = 13
"""How far a hand is shifted right to leave its rum."""
ALL = (1 << RUM) - 1
"""All of one suit; `hand & ALL` is a hand's crew."""

CLUBS, DIAMONDS, HEARTS, SPADES = (DECK[13 * at : 13 * at + 13] for at in map(SUITS.index, "CDHS"))
PIRATES = CLUBS + HEARTS
BIT = tuple(1 << PIRATES.index(card) if card in PIRATES else 0 for card in DECK)
"""By card: its bit in a hand, 0 for cards that no hand holds."""


def _worths() -> tuple[int, ...]:
    worths = [0]
    for rank in range(1, RUM + 1):
        worths += [worth + rank for worth in worths]
    return tuple(worths)


def _piles(suit: bytes) -> tuple[bytes, ...]:
    piles = [b""]
    for card in suit:
        piles += [pile + bytes((card,)) for pile in piles]
    return tuple(piles)


WORTH = _worths()
"""By 13-bit mask: the sum of its cards, ace 1 to king 13 (B3)."""
_CREW, _RUM = _piles(CLUBS), _piles(HEARTS)


def worth(hand: int) -> int:
    """Return the sum of crew and rum."""
    return WORTH[hand & ALL] + WORTH[hand >> RUM]


def cards_of(hand: int) -> bytes:
    """Return the cards of a hand: clubs, then hearts, each from the ace up."""
    return _CREW[hand & ALL] + _RUM[hand >> RUM]


def crew_cards(crew: int) -> tuple[int, ...]:
    """Return the cards of a 13-bit mask of crew."""
    return tuple(_CREW[crew])


def rum_cards(rum: int) -> tuple[int, ...]:
    """Return the cards of a 13-bit mask of rum."""
    return tuple(_RUM[rum])


def mask_of(cards: Iterable[int]) -> int:
    """Return the hand that holds these cards."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def crew_of(cards: Iterable[int]) -> int:
    """Return the 13-bit mask of the clubs among these cards."""
    return mask_of(cards) & ALL


def rum_of(cards: Iterable[int]) -> int:
    """Return the 13-bit mask of the hearts among these cards."""
    return mask_of(cards) >> RUM


def lowest(hand: int) -> int:
    """Return the card of the lowest rank, a heart before the club of the same rank (B18)."""
    return min(reversed(cards_of(hand)), key=RANK_OF.__getitem__)
