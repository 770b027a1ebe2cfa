"""Chance that a test can rig: the door of `rules.cards.Shuffler`, with a hand on it."""

import hashlib

from bot.play.lobby import SEATING
from rules.cards import Shuffler, VerifiableShuffler, pile


class Chance:
    """Makes the secrets and shufflers of one world, the same in every run; a test may stack the next decks."""

    def __init__(self) -> None:
        self._sessions = 0
        self._tops: list[bytes] = []
        self._stacked: dict[tuple[bytes, int], bytes] = {}
        self._first: int | None = None

    def secret(self) -> bytes:
        """Give a new session its 256-bit secret, a different one to each."""
        self._sessions += 1
        return hashlib.sha256(b"session %d" % self._sessions).digest()

    def shuffler(self, key: bytes) -> Shuffler:
        """Make the shuffler of one session."""
        return _Rigged(self, key)

    def stack(self, *decks: str) -> None:
        """Put these cards on top at the next shuffle of a deck that holds them: `10H 2S QS`, left is drawn first.

        Several decks wait in line, each for a shuffle of its own: Black Spot shuffles pirates, curses, loot, and then
        the discard pile whenever the draw pile runs out.
        """
        self._tops = [pile(deck) for deck in decks]

    def first(self, seat: int) -> None:
        """Let this seat begin the next game that is dealt."""
        self._first = seat

    def arrange(self, order: bytes, key: bytes, number: int) -> bytes:
        """Bring what the test asked for to the front of a shuffled order."""
        if number == SEATING:
            return order
        # Shuffle 0 of every game is of the seats, for who begins (L2, B6); all later ones are of cards.
        wanted = self._wanted_seat(order) if number == 0 else self._wanted_cards(order, key, number)
        return wanted + bytes(card for card in order if card not in wanted)

    def _wanted_seat(self, seats: bytes) -> bytes:
        first, self._first = self._first, None
        return bytes([first]) if first is not None and first in seats else b""

    def _wanted_cards(self, cards: bytes, key: bytes, number: int) -> bytes:
        """Shuffle the same deck the same way again: the bot tries moves out before it offers them."""
        if (key, number) not in self._stacked and self._tops and set(self._tops[0]) <= set(cards):
            self._stacked[key, number] = self._tops.pop(0)
        wanted = self._stacked.get((key, number), b"")
        return wanted if set(wanted) <= set(cards) else b""


class _Rigged:
    def __init__(self, chance: Chance, key: bytes) -> None:
        self._chance = chance
        self._key = key
        self._honest = VerifiableShuffler(key)

    def shuffle(self, cards: bytes, number: int) -> bytes:
        return self._chance.arrange(self._honest.shuffle(cards, number), self._key, number)
