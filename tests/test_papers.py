"""The papers: docs/architecture.md names the rooms that there are, and every file and link leads somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.game import Rules
from tests.test_house import ROOMS

ROOT = Path(__file__).parent.parent
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PAPERS = {
    str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
    for file in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
}
"""Texts by name."""


def test_the_architecture_names_every_room_and_whom_it_may_import() -> None:
    rooms = re.findall(r"^\| `bot/(\w+)` \| .+ \| (.+) \|$", ARCHITECTURE, re.MULTILINE)
    assert [(room, set(re.findall(r"`(\w+)`", below))) for room, below in rooms] == list(ROOMS.items())


def test_every_idea_that_is_cited_stands_in_the_architecture() -> None:
    ideas = set(re.findall(r"^(\d+)\. \*\*", ARCHITECTURE, re.MULTILINE))
    cited = {
        number
        for top in ("rules", "bot", "tests")
        for file in (ROOT / top).rglob("*.py")
        for number in re.findall(r"architecture\.md, idea (\d+)", file.read_text(encoding="utf-8"))
    }
    assert cited
    assert cited <= ideas


def test_the_architecture_names_all_that_a_game_must_have() -> None:
    contract = {name for name in (*Rules.__annotations__, *vars(Rules)) if not name.startswith("_")}
    assert {name for name in contract if f"`{name}`" not in ARCHITECTURE} == set()


def links(text: str) -> Iterator[tuple[str, str]]:
    """Yield file and heading of every link within the repository."""
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in link:
            file, _, heading = link.partition("#")
            yield file, heading


def anchors(text: str) -> set[str]:
    """Return what headings are called in links: lower case, hyphens for spaces, letters and digits only."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", PAPERS)
def test_every_link_of_a_paper_leads_somewhere(name: str) -> None:
    for file, heading in links(PAPERS[name]):
        target = (ROOT / name).parent / file if file else ROOT / name
        assert target.exists(), file
        assert not heading or heading in anchors(target.read_text(encoding="utf-8")), heading


@pytest.mark.parametrize("name", [name for name in PAPERS if name not in {"README.md", "CHANGELOG.md"}])
def test_a_paper_names_only_files_that_there_are(name: str) -> None:
    """Of the README `test_house` says the same, but for the game that it explains how to add."""
    named = re.findall(r"`((?:rules|bot|data|tests|docs)/[\w./-]+)[`:]", PAPERS[name])
    assert [file for file in named if not (ROOT / file).exists()] == []
