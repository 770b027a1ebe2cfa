"""Cards, their codes, and the verifiable shuffle.

A card is an integer 0-51: suit * 13 + rank - 1, suits in the order of `SUITS`, ranks 1 (ace) to 13 (king).
A pile is `bytes`, one card a byte, the next card to draw first.
"""

import hashlib
from collections.abc import Iterator
from typing import Protocol

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DECK = bytes(range(52))

RANK_OF = tuple(card % 13 + 1 for card in DECK)
"""By card: 1 (ace) to 13 (king)."""
RANK_CODES = tuple(RANKS[card % 13] for card in DECK)
CODES = tuple(RANKS[card % 13] + SUITS[card // 13] for card in DECK)
"""By card: its code, such as `QS` or `10D`."""
BY_CODE = {code: card for card, code in enumerate(CODES)}


def pile(codes: str) -> bytes:
    """Read a pile from codes separated by spaces: `10D QS`. Raises KeyError for an unknown code."""
    return bytes(BY_CODE[code] for code in codes.split())


class Shuffler(Protocol):
    """The source of all randomness in the rules."""

    def shuffle(self, cards: bytes, number: int) -> bytes:
        """Return `cards` in an order that depends on the session's key and on `number` alone.

        A game counts its shuffles from 0 and never uses a number twice.
        """


class VerifiableShuffler:
    """A Fisher-Yates shuffle that anyone can re-compute from the revealed key; docs/fairness.md has the recipe.

    Byte i of the stream for shuffle n is byte i % 32 of SHA-256(key + n + i // 32), where n and i // 32 are
    appended as four bytes each, most significant first.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def shuffle(self, cards: bytes, number: int) -> bytes:
        """Swap each place, from the last down, with a random one of those up to and including it. At most 256 cards."""
        stream = self._stream(number)
        order = bytearray(cards)
        for last in range(len(order) - 1, 0, -1):
            # A byte beyond the largest multiple of `count` is skipped: it would make low places more likely.
            count = last + 1
            limit = 256 - 256 % count
            pick = next(stream)
            while pick >= limit:
                pick = next(stream)
            pick %= count
            order[last], order[pick] = order[pick], order[last]
        return bytes(order)

    def _stream(self, number: int) -> Iterator[int]:
        prefix = self._key + number.to_bytes(4, "big")
        block = 0
        while True:
            yield from hashlib.sha256(prefix + block.to_bytes(4, "big")).digest()
            block += 1


def fingerprint(secret: bytes) -> str:
    """Return what the lobby shows when it opens: the secret's SHA-256, in hex."""
    return hashlib.sha256(secret).hexdigest()


def shuffle_key(secret: bytes, start_id: int) -> bytes:
    """Bind the secret to the id of the Start interaction, which neither host nor player can choose."""
    return hashlib.sha256(secret + str(start_id).encode()).digest()
