"""Deliberate faults: lists of single changes to the code, each of which at least one test must notice.

A list is `<area>.toml` in this folder; `python -m tests.mutants` makes the changes one by one in copies of the
repository and runs the tests that are named beside them.
"""

from pathlib import Path

import msgspec

ROOT = Path(__file__).parent.parent.parent
AREAS = ("rules", "sessions", "store", "views", "router", "clock")


class Mutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One fault: `name` says in a sentence what is broken, `new` takes the place of `old` in `file`."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    """Files, folders or test ids, of which at least one test must fail."""

    def applied(self, root: Path = ROOT) -> str:
        """Return the text of the file with the fault in it. Raises ValueError, with the reason, where that is none."""
        path = root / self.file
        if not path.is_file():
            raise ValueError(f"there is no {self.file}")
        text = path.read_text(encoding="utf-8")
        if (found := text.count(self.old)) != 1:
            raise ValueError(f"`old` occurs {found} times in {self.file}")
        if self.new == self.old:
            raise ValueError("`new` is `old`")
        missing = [test for test in self.tests if not (root / test.split("::")[0]).exists()]
        if missing or not self.tests:
            raise ValueError(f"tests that do not exist: {missing or 'none is named'}")
        return text.replace(self.old, self.new)


class _List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mutant: tuple[Mutant, ...]


def load() -> dict[str, tuple[Mutant, ...]]:
    """Return the mutants of every list, by area. Raises msgspec.ValidationError for a list of another form."""
    lists = sorted(Path(__file__).parent.glob("*.toml"))
    return {file.stem: msgspec.toml.decode(file.read_bytes(), type=_List).mutant for file in lists}
