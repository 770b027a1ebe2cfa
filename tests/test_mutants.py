"""The deliberate faults of tests/mutants: all of them can still be made, and the tool tells caught from survived."""

from pathlib import Path

import pytest

from tests.mutants import AREAS, Mutant, load
from tests.mutants.__main__ import judge

ALL = [mutant for mutants in load().values() for mutant in mutants]


def test_every_area_has_its_list_and_no_fault_stands_in_two() -> None:
    assert set(AREAS) <= set(load())
    assert len(ALL) >= 60
    for what in ("name", "file old new"):
        facts = [tuple(getattr(mutant, fact) for fact in what.split()) for mutant in ALL]
        assert {fact for fact in facts if facts.count(fact) > 1} == set()


def test_every_mutant_can_still_be_made() -> None:
    """Whoever changes the line that it breaks, or moves its tests, changes the list."""
    assert [f"{mutant.name}: {problem}" for mutant in ALL if (problem := why_not(mutant))] == []


def why_not(mutant: Mutant) -> str:
    try:
        mutant.applied()
    except ValueError as error:
        return str(error)
    return ""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A repository of one rule and three tests."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "sums.py").write_text("def double(number):\n    return number * 2\n")
    (tmp_path / "tests").mkdir()
    tests = {
        "test_good": "import rules.sums\n\ndef test_three_twice_is_six():\n    assert rules.sums.double(3) == 6\n",
        "test_blind": "import rules.sums\n\ndef test_it_returns_something():\n    assert rules.sums.double(3)\n",
        "test_endless": "import threading\n\ndef test_it_never_ends():\n    threading.Event().wait()\n",
    }
    for name, text in tests.items():
        (tmp_path / "tests" / f"{name}.py").write_text(text)
    return tmp_path


def fault(test: str = "test_good", **changes: str) -> Mutant:
    facts = {"name": "a double is a square", "file": "rules/sums.py", "old": "* 2", "new": "* number", **changes}
    return Mutant(**facts, tests=(f"tests/{test}.py",))


@pytest.mark.parametrize(
    "mutant, words",
    [
        pytest.param(fault(), "caught by tests/test_good.py::test_three_twice_is_six", id="caught"),
        pytest.param(fault("test_blind"), "SURVIVED", id="survived"),
        pytest.param(fault(new="* ("), "does not run (pytest ended with ", id="no program any more"),
        pytest.param(fault(old="* 3"), "does not apply: `old` occurs 0 times", id="the line is gone"),
        pytest.param(fault(old="number"), "does not apply: `old` occurs 2 times", id="two such lines"),
        pytest.param(fault(new="* 2"), "does not apply: `new` is `old`", id="no fault"),
        pytest.param(fault(file="rules/gone.py"), "does not apply: there is no rules/gone.py", id="no file"),
        pytest.param(fault("test_gone"), "does not apply: tests that do not exist", id="no test"),
    ],
)
async def test_a_mutant_is_caught_when_a_test_falls_and_only_then(toy: Path, mutant: Mutant, words: str) -> None:
    verdict = await judge(mutant, limit=300, root=toy)
    assert verdict.caught is words.startswith("caught")
    assert verdict.words.startswith(words)
    assert (toy / "rules" / "sums.py").read_text().count("* 2") == 1


async def test_a_mutant_that_hangs_its_tests_is_caught(toy: Path) -> None:
    verdict = await judge(fault("test_endless"), limit=0.01, root=toy)
    assert verdict == (True, "caught: hung for 0 seconds")
