"""How a game counts what boards and statistics need to know about each seat."""

from collections.abc import Callable, Mapping
from typing import Any

Counters = Mapping[type, Callable[[Any, Any], Any]]
"""By kind of event: takes the facts of the event's seat and the event, returns the new facts."""


def count(counters: Counters, facts: tuple[Any, ...], events: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the facts by seat after these events; kinds without a counter change nothing."""
    for event in events:
        counter = counters.get(type(event))
        if counter is not None:
            seat = event.seat
            facts = (*facts[:seat], counter(facts[seat], event), *facts[seat + 1 :])
    return facts
