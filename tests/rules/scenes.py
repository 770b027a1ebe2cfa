"""Rule tests as tables: under a sentence a position, the moves made in it, and what is then to be seen.

    @scenes({
        "running keeps the ally": scene(game("AD 6C 6D"), "draw draw draw run -> active 1, allies0 AD, value 0"),
    })
    def test_l07_allies(scene: Scene) -> None:
        scene.out()

A step is `moves -> facts`, both parted by commas where there are several; either side may be missing. Instead of facts
may stand `refused` with the reason and its facts, and instead of moves `can` or `cannot` with moves that are listed
or not. A fact is a name that the table's `look` knows and what it is as text: `-` for nothing, cards as codes, an
event as its tag and its fields.
"""

from typing import Any, NamedTuple, Protocol

import pytest
from msgspec import Struct
from msgspec.structs import asdict

from rules.cards import CODES
from rules.errors import Reason

CARD, CARDS = {"card", "ally", "idol"}, {"cards", "crew", "rum", "hand", "treasure"}
"""Fields that hold a card; fields that hold several, or their count or worth."""


class Table(Protocol):
    """A game under way: that of `builders` or that of `ships`."""

    def play(self, words: str, /) -> Any: ...

    def look(self, name: str, /) -> Any: ...

    def allows(self, word: str, /) -> bool: ...

    def refusal(self, word: str, /) -> tuple[Reason, dict[str, int | str]]: ...


class Scene(NamedTuple):
    """A position and what is done and looked at in it, in order."""

    table: Table
    steps: tuple[str, ...]

    def out(self) -> None:
        """Play the scene to its end."""
        for step in self.steps:
            moves, _, expected = step.partition("-> ")
            verb, _, rest = moves.strip().partition(" ")
            if verb in {"can", "cannot"}:
                assert [word for word in rest.split(", ") if self.table.allows(word) is (verb == "cannot")] == []
            elif expected.startswith("refused"):
                reason, facts = self.table.refusal(moves.strip())
                assert " ".join(("refused", reason, *(f"{name}={facts[name]}" for name in facts))) == expected
            else:
                if moves:
                    self.table.play(moves.strip())
                names = [fact.partition(" ")[0] for fact in expected.split(", ") if fact]
                assert ", ".join(f"{name} {text(self.table.look(name))}" for name in names) == expected


def scene(table: Table, *steps: str) -> Scene:
    return Scene(table, steps)


def scenes(found: dict[str, Scene]) -> pytest.MarkDecorator:
    """Make a test of each scene, named by its sentence."""
    return pytest.mark.parametrize("scene", [pytest.param(each, id=name) for name, each in found.items()])


def text(value: Any) -> str:
    """Write a fact."""
    if isinstance(value, Struct):
        tag = value.__struct_config__.tag
        fields = (text(_coded(name, inner)) for name, inner in asdict(value).items())
        return " ".join((str(tag), *fields) if tag else fields)
    if isinstance(value, (tuple, list)):
        return " ".join(map(text, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None or value == "" else str(value)


def _coded(name: str, value: Any) -> Any:
    if name in CARD:
        return CODES[value]
    return tuple(CODES[card] for card in value) if name in CARDS and isinstance(value, tuple) else value
