"""docs/rulings.md: what is cited is explained, what is ruled has tests, and the house rules are those of the code."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.model.house_rules import HouseRule, house_rules
from bot.model.records import Terms
from bot.texts import content
from tests.registry import GAMES
from tests.test_reliability import names_in

ROOT = Path(__file__).parent.parent
PAPER = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
RULINGS = re.findall(r"^### ([LBX][1-9]\d?) \S", PAPER, re.MULTILINE)
SHIPPED = content.load()
RULES = house_rules(SHIPPED)

IN_TEXT = re.compile(r"\b[LBX][1-9]\d?\b")
IN_NAME = re.compile(r"_([lbx])0?([1-9]\d?)(?=_)")
"""`test_l07_an_ally_...` and `test_b12_...`."""
CITING = ("rules", "bot", "tests", "data", "docs")
KINDS = {".py", ".md", ".sql", ".toml", ".ftl", ".txt"}


def citing() -> Iterator[Path]:
    """Yield every file that may cite a ruling."""
    yield from ROOT.glob("*.md")
    yield from (file for folder in CITING for file in (ROOT / folder).rglob("*") if file.suffix in KINDS)


def in_names(file: Path) -> set[str]:
    """Return the rulings that the tests of a file are named after."""
    return {letter.upper() + number for name in names_in(file) for letter, number in IN_NAME.findall(name)}


def named() -> set[str]:
    return set().union(*(in_names(file) for file in (ROOT / "tests").rglob("test_*.py")))


# --- The rulings ---


@pytest.mark.parametrize("letter", "LBX")
def test_each_ruling_has_one_heading_and_stands_in_its_place(letter: str) -> None:
    numbers = [int(ruling[1:]) for ruling in RULINGS if ruling[0] == letter]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers


def test_every_ruling_that_is_cited_is_explained() -> None:
    cited = {
        f"{ruling} in {file.relative_to(ROOT)}"
        for file in citing()
        for ruling in set(IN_TEXT.findall(file.read_text(encoding="utf-8"))) - set(RULINGS)
    }
    assert cited == set()
    assert named() <= set(RULINGS)


def test_every_ruling_has_a_test_of_its_name() -> None:
    tested = named()
    assert [ruling for ruling in RULINGS if ruling not in tested] == []


# --- The house rules ---


def rows(game: str) -> dict[str, list[str]]:
    """Return the table of a game's house rules: its other cells, by the name in the first."""
    _, _, rest = PAPER.partition(f"### {SHIPPED.texts(f'game-{game}')}'s house rules\n")
    table = re.findall(r"^\| `(\w+)` \|(.+)\|$", rest.partition("\n#")[0], re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split(" | ")] for name, cells in table}


ALL_RULES = [pytest.param(game, rule, id=f"{game}-{rule.name}") for game in GAMES for rule in RULES[game]]


@pytest.mark.parametrize("game", GAMES)
def test_the_paper_lists_the_house_rules_of_a_game_and_no_other(game: str) -> None:
    assert list(rows(game)) == [rule.name for rule in RULES[game]]


@pytest.mark.parametrize("game, rule", ALL_RULES)
def test_a_house_rule_is_listed_with_its_values_its_default_and_its_meaning(game: str, rule: HouseRule) -> None:
    values, default, meaning = rows(game)[rule.name]
    assert tuple(re.findall(r"`([^`]+)`", values)) == rule.values
    if rule.numbers is not None:
        assert f"any number from {rule.numbers[0]} to {rule.numbers[-1]}" in values
    assert default == f"`{rule.read(Terms(GAMES[game].Options()))}`"
    assert meaning


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_games_options_is_named(game: str) -> None:
    fields = GAMES[game].Options.__struct_fields__
    assert [field for field in fields if f"`{field}`" not in PAPER] == []


# --- The rule texts ---

TEXTS = {
    "lands-uncharted.md": "81ffcbc2f6d4219a7bdf73613fd2dea1771d0d559acdb429061bb3b6566efe26",
    "black-spot.md": "658e8ce8dedc892fac3d4bd4105e715bde92c4cce47600f44420894b7f539c73",
}
"""SHA-256 of the words of each text, as its authors wrote it, with one space between any two."""
MARKUP = re.compile(r"^ *(?:#+|-|\d+\.) +|\*\*|\\$", re.MULTILINE)


@pytest.mark.parametrize("name", TEXTS)
def test_a_rule_text_is_word_for_word_what_its_authors_wrote(name: str) -> None:
    """It is not ours to improve, misspellings included: what we make of it stands in the rulings."""
    words = MARKUP.sub("", (ROOT / "docs" / "rules" / name).read_text(encoding="utf-8")).split()
    assert hashlib.sha256(" ".join(words).encode()).hexdigest() == TEXTS[name]
