"""A move of Black Spot that is still being put together. It lives in the custom_ids of one private message.

Each button carries the draft as it will be after that button is pressed, so nothing has to be remembered anywhere,
and every choice can be taken back until it is confirmed.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

from bot.model.errors import MalformedId
from rules.blackspot.model import TREASURES, CurseMoves

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Six bits a digit. None is a colon, so that a draft fits into a custom_id."""
KINDS = {"": "0", "peek": "p", "take": "t", "steal": "s", "purify": "r", "fight": "f", "curse": "c"}
NOTHING = 0
"""No treasure is chosen: loot ranks begin at 1."""
_LOOTS, _SLOTS = range(1, 14), range(TREASURES)

_NAMES = {letter: kind for kind, letter in KINDS.items()}
_FORM = re.compile(r"([0ptsrfc])([0-9a-d])([0-9a-b])([A-Za-z0-9_-]{5})((?:[A-Za-z0-9_-]{2}){0,12})")


class Draft(Struct, frozen=True):
    """What has been chosen so far."""

    kind: str = ""
    """A kind of move, one of `KINDS`; empty until one is chosen."""
    loot: int = NOTHING
    """The treasure chosen, or the one whose curse is chosen."""
    slot: int = 0
    cards: int = 0
    """26-bit mask of pirate cards, as hands have it."""
    moves: CurseMoves = ()
    """Curses laid so far: the treasure and slot of each, and the treasure it goes onto."""

    def choose(self, loot: int, slot: int = 0) -> "Draft":
        """Choose a treasure or a curse, or take that back."""
        chosen = (self.loot, self.slot) == (loot, slot)
        return replace(self, loot=NOTHING if chosen else loot, slot=0 if chosen else slot)

    def toggle(self, bit: int) -> "Draft":
        """Add a card, or take it back."""
        return replace(self, cards=self.cards ^ bit)

    def lay(self, to: int) -> "Draft":
        """Send the chosen curse onto a treasure."""
        return replace(self, loot=NOTHING, slot=0, moves=(*self.moves, (self.loot, self.slot, to)))

    def take_back(self, move: tuple[int, int, int]) -> "Draft":
        """Remove a curse from those laid."""
        return replace(self, moves=tuple(other for other in self.moves if other != move))

    def __str__(self) -> str:
        """Write the draft, in at most 32 characters."""
        cards = "".join(DIGITS[self.cards >> shift & 63] for shift in (24, 18, 12, 6, 0))
        moves = "".join(_pair(loot * 256 + slot * 16 + to) for loot, slot, to in self.moves)
        return f"{KINDS[self.kind]}{self.loot:x}{self.slot:x}{cards}{moves}"


def _pair(number: int) -> str:
    return DIGITS[number >> 6] + DIGITS[number & 63]


def _number(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number << 6 | DIGITS.index(digit)
    return number


def decode(text: str) -> Draft:
    """Read a draft. Raises MalformedId for any other text; whether the draft is allowed, the rules decide."""
    match = _FORM.fullmatch(text)
    if match is None:
        raise MalformedId
    kind, loot, slot, cards, moves = match.groups()
    return Draft(_NAMES[kind], int(loot, 16), int(slot, 16), _number(cards) & (1 << 26) - 1, _moves(moves))


def _moves(digits: str) -> CurseMoves:
    numbers = [_number(digits[at : at + 2]) for at in range(0, len(digits), 2)]
    moves = tuple((number >> 8, number >> 4 & 15, number & 15) for number in numbers)
    if not all(loot in _LOOTS and slot in _SLOTS and to in _LOOTS for loot, slot, to in moves):
        raise MalformedId
    return moves
