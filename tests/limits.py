"""How lengths and repetitions are judged, shared by the checkers of messages and of commands."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

Json = dict[str, Any]


def size(text: str) -> int:
    """Length in UTF-16 units, the longer of the two ways Discord may count: most emojis count 2."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def length(where: str, text: object, low: int, high: int) -> Iterator[str]:
    """Say whether the text is missing, too short or too long."""
    if not isinstance(text, str):
        yield f"{where}: is missing"
    elif not low <= size(text) <= high:
        yield f"{where}: {size(text)} characters, allowed are {low}-{high}"


def repeated(what: str, values: Iterable[Hashable]) -> Iterator[str]:
    """Name every value that comes more than once."""
    yield from (f"{what} {value!r} comes {times} times" for value, times in Counter(values).items() if times > 1)
