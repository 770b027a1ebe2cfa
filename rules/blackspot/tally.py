"""What boards and statistics count of Black Spot."""

from msgspec import Struct
from msgspec.structs import replace

from rules.blackspot.events import Cursed, Event, Fought, Purified, Stolen, TheftBegan
from rules.blackspot.model import Options
from rules.tally import Counters, count


class Facts(Struct, frozen=True, gc=False, array_like=True):
    """One seat's game."""

    thefts: int = 0
    """Thefts tried (B11)."""
    stolen: int = 0
    """Treasures stolen: the thefts that succeeded."""
    fights: int = 0
    """Thefts fought off (B12)."""
    curses_laid: int = 0
    """Curses put onto a thief's treasures (B12)."""
    purified: int = 0
    """Curses discarded by purifying (B13)."""


def tally(facts: tuple[Facts, ...], events: tuple[Event, ...]) -> tuple[Facts, ...]:
    """Return each seat's facts after these events."""
    return count(_COUNTERS, facts, events)


def comparable(options: Options, _seats: int) -> Options:
    """Return the house rules as they are: each matters with any number of seats."""
    return options


def _tried(facts: Facts, _event: TheftBegan) -> Facts:
    return replace(facts, thefts=facts.thefts + 1)


def _stole(facts: Facts, _event: Stolen) -> Facts:
    return replace(facts, stolen=facts.stolen + 1)


def _fought(facts: Facts, _event: Fought) -> Facts:
    return replace(facts, fights=facts.fights + 1)


def _cursed(facts: Facts, event: Cursed) -> Facts:
    return replace(facts, curses_laid=facts.curses_laid + len(event.moved))


def _purified(facts: Facts, _event: Purified) -> Facts:
    return replace(facts, purified=facts.purified + 1)


_COUNTERS: Counters = {TheftBegan: _tried, Stolen: _stole, Fought: _fought, Cursed: _cursed, Purified: _purified}
