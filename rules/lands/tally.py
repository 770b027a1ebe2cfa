"""What boards and statistics count of Lands Uncharted, and which voyages can be compared."""

from msgspec import Struct
from msgspec.structs import replace

from rules.lands.model import AllySpent, Banked, Busted, Event, Options
from rules.tally import Counters, count


class Facts(Struct, frozen=True, gc=False, array_like=True):
    """One seat's game. A turn ends with a bank or a bust; a dare (L13) is neither."""

    busts: int = 0
    banks: int = 0
    """Ways back to the ship, those with nothing (L8) included."""
    banked: int = 0
    """Doubloons of all banks, Buried Treasure's bonus included."""
    best_bank: int = 0
    """The same of the biggest single bank."""
    allies_spent: int = 0


def tally(facts: tuple[Facts, ...], events: tuple[Event, ...]) -> tuple[Facts, ...]:
    """Return each seat's facts after these events."""
    return count(_COUNTERS, facts, events)


def comparable(options: Options, seats: int) -> Options:
    """Return the house rules that matter in a game of so many seats: a solo voyage has no target and no dare (L16)."""
    if seats > 1:
        return options
    idols = tuple(replace(idol, name="") for idol in sorted(options.idols, key=lambda idol: idol.on))
    return Options(buried_treasure=options.buried_treasure, idols=idols)


def _banked(facts: Facts, event: Banked) -> Facts:
    points = event.value + event.bonus
    return replace(facts, banks=facts.banks + 1, banked=facts.banked + points, best_bank=max(facts.best_bank, points))


def _busted(facts: Facts, _event: Busted) -> Facts:
    return replace(facts, busts=facts.busts + 1)


def _spent(facts: Facts, _event: AllySpent) -> Facts:
    return replace(facts, allies_spent=facts.allies_spent + 1)


_COUNTERS: Counters = {Banked: _banked, Busted: _busted, AllySpent: _spent}
