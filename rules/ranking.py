"""How seats are placed by what their players have reached."""

from collections.abc import Sequence
from typing import Any


def places(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's place: 1 for the lowest key, equal keys alike, and 0 for a seat whose key is None."""
    ranked = [key for key in keys if key is not None]
    return tuple(0 if key is None else 1 + sum(other < key for other in ranked) for key in keys)
