"""Chance that a test can rig: the door of `rules.cards.Shuffler`, with a hand on it."""

import hashlib

from rules.cards import Shuffler, VerifiableShuffler, pile


class Chance:
    """Makes the secrets and shufflers of one world, the same in every run; a test may stack the next deck."""

    def __init__(self) -> None:
        self._sessions = 0
        self._top = b""
        self._first: int | None = None

    def secret(self) -> bytes:
        """Give a new session its 256-bit secret, a different one to each."""
        self._sessions += 1
        return hashlib.sha256(b"session %d" % self._sessions).digest()

    def shuffler(self, key: bytes) -> Shuffler:
        """Make the shuffler of one session."""
        return _Rigged(self, VerifiableShuffler(key))

    def stack(self, codes: str) -> None:
        """Put these cards on top at the next shuffle of a deck that holds them: `10H 2S QS`, left is drawn first."""
        self._top = pile(codes)

    def first(self, seat: int) -> None:
        """Let this seat begin the next game that is dealt."""
        self._first = seat

    def arrange(self, order: bytes, number: int) -> bytes:
        """Bring what the test asked for to the front of a shuffled order, once."""
        wanted = self._wanted(number)
        if not wanted or not set(wanted) <= set(order):
            return order
        if number == 0:
            self._first = None
        else:
            self._top = b""
        return wanted + bytes(card for card in order if card not in wanted)

    def _wanted(self, number: int) -> bytes:
        # Shuffle 0 of every game is of the seats, for who begins (ruling L2); all later ones are of cards.
        if number > 0:
            return self._top
        return b"" if self._first is None else bytes([self._first])


class _Rigged:
    def __init__(self, chance: Chance, honest: Shuffler) -> None:
        self._chance = chance
        self._honest = honest

    def shuffle(self, cards: bytes, number: int) -> bytes:
        return self._chance.arrange(self._honest.shuffle(cards, number), number)
