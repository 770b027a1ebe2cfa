"""docs/reliability.md: every test and task that it names exists, and all field reports are answered."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
PAPER = COMMENT.sub("", (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8"))
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAPER)))
REPORTS = 46


def names_in(file: Path) -> set[str]:
    """Return the names of the tests of a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return {node.name for node in functions if node.name.startswith("test_")}


def rows() -> list[list[str]]:
    """Return the cells of every line of a table, but for heads and rules."""
    lines = [line for line in PAPER.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]
    return [row for row in cells if row[0] not in {"promise", "report"}]


def test_every_test_that_the_paper_names_exists() -> None:
    files = {name: ROOT / name for name, _ in NAMED}
    assert [name for name, file in files.items() if not file.is_file()] == []
    found = {name: names_in(file) for name, file in files.items()}
    assert [f"{name}::{test}" for name, test in NAMED if test not in found[name]] == []


def test_every_task_that_the_paper_names_exists() -> None:
    tasks = (ROOT / "tasks.py").read_text(encoding="utf-8")
    named = set(re.findall(r"`python3 tasks\.py (\w+)`", PAPER))
    assert named
    assert [task for task in named if f'"{task}"' not in tasks] == []


def test_all_field_reports_are_answered_once_in_order() -> None:
    answered = [row[0].split()[0] for row in rows() if re.match(r"F\d\d ", row[0])]
    assert answered == [f"F{number:02}" for number in range(1, REPORTS + 1)]


def test_every_promise_has_its_test() -> None:
    assert len(rows()) > REPORTS
    assert [row[0] for row in rows() if "::test_" not in row[-1]] == []


def test_a_test_named_after_a_report_is_of_a_report_that_there_is() -> None:
    """A typing error would hide it from whoever looks for F13."""
    named = {
        report
        for file in (ROOT / "tests").rglob("test_*.py")
        for test in names_in(file)
        for report in re.findall(r"_f(\d\d)[a-d]?_", test)
    }
    assert {report for report in named if not 1 <= int(report) <= REPORTS} == set()
