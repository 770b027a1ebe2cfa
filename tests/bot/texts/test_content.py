"""Every sentence exists, formats with the facts it gets, and is used (F11, F43)."""

import ast
import itertools
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from bot.commands.pirates import HELP_SECTIONS
from bot.interactions.person import NEEDED, NEEDED_IN_THREADS
from bot.messages.frames import frame_of
from bot.model.errors import Refusal
from bot.model.games import GAMES as REGISTRY
from bot.model.records import Closed, MotionKind
from bot.texts import content
from bot.texts.content import MissingText, Texts
from bot.views import kit as k
from bot.views import table
from bot.views.kit import Kit
from rules.cards import VerifiableShuffler
from rules.errors import OptionFault, Reason
from rules.game import Ending
from tests.bot.texts.shown import session_of, well_said
from tests.registry import GAMES

ROOT = Path(__file__).parents[3]
WRITTEN = [
    match.group(1)
    for file in (ROOT / "data" / "locale" / "en-US").glob("*.ftl")
    for match in re.finditer(r"^([a-z][\w-]*) =", file.read_text(encoding="utf-8"), re.MULTILINE)
]
KEYS = set(WRITTEN)
SOURCES = [
    ast.parse(file.read_text(encoding="utf-8")) for top in ("bot", "rules") for file in (ROOT / top).rglob("*.py")
]
NODES = [node for source in SOURCES for node in ast.walk(source)]

every_game = pytest.mark.parametrize("key", GAMES)


# --- What happened ---


def examples(field: str, hint: Any) -> list[Any]:
    """Return values that a field of an event can have, all that a sentence may tell apart."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)
    if hint is bool:
        return [False, True]
    if hint is int:
        return [1, 2, 0] if field in {"seat", "victim", "thief", "bonus", "lost", "change"} else [1, 2]
    inner = get_args(hint)[0]
    values = [filled(inner)] if hasattr(inner, "__struct_fields__") else [[1], [14, 2]]
    return [tuple(value) if isinstance(value, list) else value for value in values]


def filled(kind: Any) -> list[Any]:
    """Return two of a struct."""
    hints = get_type_hints(kind)
    return [kind(**{name: examples(name, hints[name])[turn] for name in kind.__struct_fields__}) for turn in (0, 1)]


def all_examples(kind: Any) -> Iterator[Any]:
    hints, fields = get_type_hints(kind), kind.__struct_fields__
    for values in itertools.product(*(examples(field, hints[field]) for field in fields)):
        yield kind(**dict(zip(fields, values, strict=True)))


@every_game
def test_every_event_has_its_sentence_with_every_value_of_its_fields(key: str, kit: Kit) -> None:
    frame = frame_of(session_of(key, GAMES[key].deal(GAMES[key].Options(), 4, 0, VerifiableShuffler(b"deal"))))
    for event in (event for kind in get_args(GAMES[key].Event) for event in all_examples(kind)):
        for told in (event, GAMES[key].witness(event, None)):
            assert well_said(table.sentence(kit, frame, told, REGISTRY[key].table.FIELDS))


# --- Why not, and how it ended ---


def raised_facts(error: str, codes: type[Enum]) -> dict[str, set[frozenset[str]]]:
    """Read from the source with which facts each code is raised."""
    found: dict[str, set[frozenset[str]]] = {}
    for call in (node for node in NODES if isinstance(node, ast.Call)):
        if getattr(call.func, "id", "") != error or not call.args or not isinstance(call.args[0], ast.Attribute):
            continue
        code = str(codes[call.args[0].attr].value)
        found.setdefault(code, set()).add(frozenset(keyword.arg or "" for keyword in call.keywords))
    return found


@pytest.mark.parametrize(
    "error,codes", [("Refused", Refusal), ("IllegalMove", Reason), ("InvalidOptions", OptionFault)]
)
def test_every_refusal_has_its_sentence_for_the_facts_it_is_raised_with(
    error: str, codes: type[Enum], kit: Kit
) -> None:
    facts = raised_facts(error, codes)
    for code in (str(member.value) for member in codes):
        for names in facts.get(code, {frozenset()}):
            given: dict[str, int | str] = dict.fromkeys(names, 2)
            if not names.isdisjoint({"turn", "victim"}):
                given["name"] = "Anne"
            assert well_said(kit.texts(f"reason-{code}", **given))


def test_two_refusals_never_share_a_sentence() -> None:
    codes = (*Refusal, *Reason, *OptionFault)
    assert len(set(codes)) == len(codes)


def test_every_way_to_close_and_every_motion_is_told(kit: Kit) -> None:
    for closed in Closed:
        assert well_said(kit.texts(f"closed-{closed}", name="Mo", named=True))
        assert well_said(kit.texts(f"closed-{closed}", name="", named=False))
    assert all("Anne" in kit.texts(f"motion-{kind}", name="Anne", target="Bart") for kind in MotionKind)


FAMILIES: dict[str, set[str]] = {
    "reason-": {*Refusal, *Reason, *OptionFault},
    "closed-": set(Closed),
    "motion-": {*MotionKind, "count", *(f"what-{kind}" for kind in MotionKind)},
    "help-": set(HELP_SECTIONS),
    **{
        f"{key}-event-": {"start", *(str(kind.__struct_config__.tag) for kind in get_args(game.Event))}
        for key, game in GAMES.items()
    },
}
"""By how their keys begin."""


@pytest.mark.parametrize("prefix", FAMILIES)
def test_there_is_one_sentence_for_each_and_none_for_what_there_is_not(prefix: str) -> None:
    assert {key.removeprefix(prefix) for key in KEYS if key.startswith(prefix)} == FAMILIES[prefix]


@every_game
def test_an_end_without_result_is_told_and_no_end_that_there_is_not(key: str) -> None:
    """Those that random games reach are drawn in test_languages.py."""
    told = {name.removeprefix(f"{key}-ending-") for name in KEYS if name.startswith(f"{key}-ending-")}
    assert {Ending.NO_RESULT} <= told <= set(Ending)


def test_every_permission_is_named_as_discord_names_it() -> None:
    for name in {*NEEDED, *NEEDED_IN_THREADS}:
        as_discord = name.replace("_", " ").title().replace("In Threads", "in Threads")
        assert content.load().texts(f"permission-{name}") == as_discord


@every_game
def test_every_house_rule_and_each_of_its_values_is_named(key: str, kit: Kit) -> None:
    for rule in kit.house_rules[key]:
        assert well_said(k.rule_label(kit, rule))
        assert len(kit.texts(f"rule-{rule.group}-{rule.name}-about")) <= 100
        values = [k.value_text(kit, rule, value) for value in rule.values]
        assert all(map(well_said, values))
        assert len(set(values)) == len(values)


# --- No text without use, no use without text ---


def test_every_text_is_used_and_written_once() -> None:
    """As a string of the source, or by one with holes."""
    plain = {node.value for node in NODES if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    patterns: list[str] = []
    for node in (node for node in NODES if isinstance(node, ast.JoinedStr)):
        parts = [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]
        if any(part and re.search(r"\w-|-\w", part) for part in parts):
            patterns.append("".join(".+" if part is None else re.escape(part) for part in parts))
    unused = [key for key in KEYS - plain if not any(re.fullmatch(pattern, key) for pattern in patterns)]
    assert unused == []
    assert sorted(WRITTEN) == sorted(KEYS)


def test_every_text_that_the_source_names_exists() -> None:
    """A call of `texts` or `text` with a key written out, or with a choice of two."""
    calls = [node for node in NODES if isinstance(node, ast.Call) and node.args]
    asked = [call.args[0] for call in calls if called(call) in {"texts", "text"}]
    choices = [side for node in asked for side in ([node.body, node.orelse] if isinstance(node, ast.IfExp) else [node])]
    constants = [str(node.value) for node in choices if isinstance(node, ast.Constant)]
    named = {text for text in constants if re.fullmatch(r"[a-z]+(-\w+)+", text)}
    assert len(named) > 50
    assert named <= KEYS


def called(call: ast.Call) -> str:
    """Return the last name of what is called."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


# --- The machine itself ---


def test_a_missing_sentence_or_fact_is_a_fault_and_no_empty_text() -> None:
    texts = Texts("en-US", ["greeting = Ahoy, { $name }!"])
    assert texts("greeting", name="Anne") == "Ahoy, Anne!"
    for key in ("farewell", "greeting"):
        with pytest.raises(MissingText):
            texts(key)


def test_a_number_takes_the_grammar_of_the_language() -> None:
    texts = Texts("en-US", ["n = { $n ->\n    [one] { $n } doubloon\n   *[other] { $n } doubloons\n}"])
    assert [texts("n", n=number) for number in (0, 1, 2)] == ["0 doubloons", "1 doubloon", "2 doubloons"]


def test_a_theme_without_a_suit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "thin.toml"
    file.write_text('[suits]\nC = "+"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="must name the suits C, D, H, S"):
        content._symbols(file)
