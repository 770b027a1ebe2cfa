"""Tells people apart whose names look alike: a mark of the last digits of their id stands behind each of these names.

The digits are those that Discord shows under *Copy User ID*. A mark belongs to its owner alone, whoever else is named,
and cannot be taken on: whoever calls themselves `Anna #1234` has the digits of their own id behind that.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from bot.model.lookalikes import looks, misleads
from bot.model.names import shown

DIGITS = 4
"""Of an id in a mark, unless more are needed."""
ROOM = 40
"""What is left of a long name where there is little room, counted as Discord does: an emoji is two characters."""


class Callsign(Struct, frozen=True):
    """What someone is called among others."""

    name: str
    mark: str = ""
    """The last digits of their id; empty where nobody else has a name like theirs."""

    def or_else(self, pseudonym: str) -> "Callsign":
        """Return the callsign with a pseudonym in the place of a name that has been deleted."""
        return self if self.name else Callsign(pseudonym, self.mark)

    @property
    def plain(self) -> str:
        """The name for a button, where there is no markdown."""
        return f"{self.name} #{self.mark}" if self.mark else self.name

    @property
    def short(self) -> str:
        """The name for a button that says more than a name, and that something else tells from other buttons."""
        name = self.name
        while len(name.encode("utf-16-le")) > 2 * ROOM:
            name = name[:-1]
        return self.plain if name == self.name else Callsign(f"{name}\N{HORIZONTAL ELLIPSIS}", self.mark).plain

    def __str__(self) -> str:
        """Return the name for a sentence, escaped."""
        return f"{shown(self.name)} #{self.mark}" if self.mark else shown(self.name)


def callsigns(people: Mapping[int, str]) -> dict[int, Callsign]:
    """Return what people are called among each other, by their ids."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for user_id, name in people.items():
        alike[looks(name)].append(user_id)
    return {user_id: callsign(user_id, name, alike[looks(name)]) for user_id, name in people.items()}


def callsign(user_id: int, name: str, alike: Iterable[int]) -> Callsign:
    """Return what someone is called; `alike` are the ids of those with a name that looks like this one."""
    others = [digits(other) for other in alike if other != user_id]
    # Below zero is whoever deleted their data: their name is the bot's own word for them.
    needed = others or (user_id > 0 and misleads(name))
    return Callsign(name, _mark(digits(user_id), others) if needed else "")


def digits(user_id: int) -> str:
    """Return an id's digits, at least as many as a mark has."""
    return f"{abs(user_id):0{DIGITS}}"


def _mark(own: str, others: list[str]) -> str:
    """Return the last digits of an id, as many as tell it from the others'."""
    fitting = (own[-length:] for length in range(DIGITS, len(own)))
    return next((mark for mark in fitting if not any(other.endswith(mark) for other in others)), own)
