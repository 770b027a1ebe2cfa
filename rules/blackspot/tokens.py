"""Moves as short text: a letter for the kind, then base64url digits, most significant first.

`k` card loot · `s` · `t` loot · `r` loot crew(3) · `p` loot slot rum(3) · `e` · `g` · `f` crew(3) ·
`c` pay(5) and two digits for each curse that moves · `l`. A curse that moves is ((loot - 1) * 12 + slot) * 13 +
to - 1.
"""

from collections.abc import Callable
from typing import Any

from rules.blackspot.hands import PIRATES
from rules.blackspot.model import (
    TREASURES,
    Curse,
    EndTurn,
    Fight,
    Leave,
    LetGo,
    Move,
    Peek,
    Purify,
    SkipPeek,
    Steal,
    Take,
)
from rules.errors import MalformedMove

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_RANKS = 13
_LOOTS, _SLOTS = range(1, _RANKS + 1), range(TREASURES)
_SUIT, _HAND, _MOVED = range(1 << _RANKS), range(1 << 2 * _RANKS), range(_RANKS * TREASURES * _RANKS)


def _write(number: int, digits: int) -> str:
    return "".join(_DIGITS[number >> 6 * place & 63] for place in reversed(range(digits)))


class _Reader:
    """Reads numbers off a text. Raises MalformedMove where one is missing or out of range."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 1

    @property
    def more(self) -> bool:
        return self._at < len(self._text)

    def read(self, digits: int, allowed: range | bytes) -> int:
        part = self._text[self._at : self._at + digits]
        self._at += digits
        if len(part) < digits or any(digit not in _VALUES for digit in part):
            raise MalformedMove(self._text)
        number = 0
        for digit in part:
            number = number << 6 | _VALUES[digit]
        if number not in allowed:
            raise MalformedMove(self._text)
        return number


def _write_curse(move: Curse) -> str:
    moved = (((loot - 1) * TREASURES + slot) * _RANKS + to - 1 for loot, slot, to in move.moves)
    return "c" + _write(move.pay, 5) + "".join(_write(number, 2) for number in moved)


def _read_curse(reader: _Reader) -> Curse:
    pay = reader.read(5, _HAND)
    moves: list[tuple[int, int, int]] = []
    while reader.more and len(moves) < TREASURES:
        place, to = divmod(reader.read(2, _MOVED), _RANKS)
        loot, slot = divmod(place, TREASURES)
        moves.append((loot + 1, slot, to + 1))
    return Curse(pay, tuple(moves))


_WRITERS: dict[type[Move], Callable[[Any], str]] = {
    Peek: lambda move: "k" + _write(move.card, 1) + _write(move.loot, 1),
    SkipPeek: lambda _move: "s",
    Take: lambda move: "t" + _write(move.loot, 1),
    Steal: lambda move: "r" + _write(move.loot, 1) + _write(move.crew, 3),
    Purify: lambda move: "p" + _write(move.loot, 1) + _write(move.slot, 1) + _write(move.rum, 3),
    EndTurn: lambda _move: "e",
    LetGo: lambda _move: "g",
    Fight: lambda move: "f" + _write(move.crew, 3),
    Curse: _write_curse,
    Leave: lambda _move: "l",
}
_READERS: dict[str, Callable[[_Reader], Move]] = {
    "k": lambda reader: Peek(reader.read(1, PIRATES), reader.read(1, _LOOTS)),
    "s": lambda _reader: SkipPeek(),
    "t": lambda reader: Take(reader.read(1, _LOOTS)),
    "r": lambda reader: Steal(reader.read(1, _LOOTS), reader.read(3, _SUIT)),
    "p": lambda reader: Purify(reader.read(1, _LOOTS), reader.read(1, _SLOTS), reader.read(3, _SUIT)),
    "e": lambda _reader: EndTurn(),
    "g": lambda _reader: LetGo(),
    "f": lambda reader: Fight(reader.read(3, _SUIT)),
    "c": _read_curse,
    "l": lambda _reader: Leave(),
}


def token(move: Move) -> str:
    """Write a move."""
    return _WRITERS[type(move)](move)


def from_token(text: str) -> Move:
    """Read a move. Raises MalformedMove."""
    read = _READERS.get(text[:1])
    if read is None:
        raise MalformedMove(text)
    reader = _Reader(text)
    move = read(reader)
    if reader.more:
        raise MalformedMove(text)
    return move
