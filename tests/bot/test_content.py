"""Every sentence exists, formats with the facts it gets, and is used (F11, F43)."""

import ast
import itertools
import re
import string
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import replace

from bot.commands.pirates import HELP_SECTIONS
from bot.interactions.person import NEEDED, NEEDED_IN_THREADS
from bot.messages.frames import frame_of
from bot.model.errors import Refusal
from bot.model.games import GAMES as REGISTRY
from bot.model.house_rules import house_rules
from bot.model.records import Cause, Closed, Motion, MotionKind, Player, Session, Status, Terms
from bot.texts import content
from bot.texts.content import MissingText, Texts
from bot.views import kit as k
from bot.views import table
from bot.views.kit import Kit
from rules import GAMES
from rules.cards import DECK, SUITS, VerifiableShuffler
from rules.errors import OptionFault, Reason
from rules.game import Ending
from rules.simulator import play_out
from tests.payloads import Kind, check
from tests.rules.option_sets import traits

ROOT = Path(__file__).parent.parent.parent
CONTENT = content.load()
TEXTS = CONTENT.texts
KITS = {
    f"{code} {name}": Kit(spoken.texts, theme, house_rules(CONTENT))
    for code, spoken in CONTENT.languages.items()
    for name, theme in spoken.themes.items()
}
"""By language and theme."""
PLAIN = {code: KITS[f"{code} standard"] for code in CONTENT.languages}
STANDARD = PLAIN["en-US"]
KEYS = {
    match.group(1)
    for file in (ROOT / "data" / "locale" / "en-US").glob("*.ftl")
    for match in re.finditer(r"^([a-z][\w-]*) =", file.read_text(encoding="utf-8"), re.MULTILINE)
}
SOURCES = [
    ast.parse(file.read_text(encoding="utf-8")) for top in ("bot", "rules") for file in (ROOT / top).rglob("*.py")
]

every_game = pytest.mark.parametrize("key", GAMES)
every_theme = pytest.mark.parametrize("theme", KITS)
every_kit = pytest.mark.parametrize("kit", PLAIN.values(), ids=PLAIN)

Facts = dict[str, int | str]


def well_said(text: str) -> bool:
    """Tell whether a text is one that a player may read."""
    return bool(text.strip()) and not re.search(r"[{}]|None|Struct|Enum|\w+\.\w+\(|<[A-Z]", text)


def family(prefix: str) -> set[str]:
    """Return the keys that begin with a prefix, without it."""
    return {key.removeprefix(prefix) for key in KEYS if key.startswith(prefix)}


def session_of(key: str, state: Any = None, events: tuple[Any, ...] = (), **changes: Any) -> Session:
    """Return a session in which this state has been reached by these events."""
    over = state is not None and GAMES[key].outcome(state) is not None
    names = ("Anne", "O\\'Neil", "**B**", "שרה")
    seats = 2 if state is None else len(state.seats)
    session = Session(
        id="abcdefgh27",
        game=key,
        guild_id=2**60,
        channel_id=2**60 + 1,
        opener_id=1,
        status=Status.LOBBY if state is None else Status.FINISHED if over else Status.PLAYING,
        revision=999,
        terms=Terms(GAMES[key].Options() if state is None else state.options),
        players=tuple(Player(seat + 1, names[seat], 0.0) for seat in range(seats)),
        secret=bytes(32),
        created_at=0.0,
        updated_at=0.0,
        deadline=None if over else 1_700_000_000.0,
        start_id=None if state is None else 2**60,
        state=state,
        events=events,
    )
    return replace(session, **changes)


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
    hints = get_type_hints(kind)
    fields = kind.__struct_fields__
    for values in itertools.product(*(examples(field, hints[field]) for field in fields)):
        yield kind(**dict(zip(fields, values, strict=True)))


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


@every_theme
@every_game
def test_every_event_has_its_sentence_with_every_value_of_its_fields(key: str, theme: str) -> None:
    frame = frame_of(session_of(key, GAMES[key].deal(GAMES[key].Options(), 4, 0, VerifiableShuffler(b"deal"))))
    for kind in get_args(GAMES[key].Event):
        for event in all_examples(kind):
            assert well_said(
                table.sentence(KITS[theme], frame, GAMES[key].witness(event, None), REGISTRY[key].table.FIELDS)
            )
            assert well_said(table.sentence(KITS[theme], frame, event, REGISTRY[key].table.FIELDS))


@every_game
def test_there_is_one_sentence_for_each_event_and_no_other(key: str) -> None:
    assert family(f"{key}-event-") == {tag(kind) for kind in get_args(GAMES[key].Event)} | {"start"}


@every_theme
@every_game
def test_every_step_of_random_games_can_be_shown_within_discords_limits(key: str, theme: str) -> None:
    """Random house rules, all numbers of seats, running, voting, timed out, closed and over."""
    chance, endings = Random(7), set()
    for seed in range(6):
        game, options = GAMES[key], traits(key).options(chance)
        played = list(play_out(game, options, chance.choice(game.SEATS), seed))
        for move in (*chance.sample(played, min(len(played), 25)), played[-1]):
            cause = chance.choice(list(Cause))
            motion = chance.choice([None, Motion(MotionKind.END, None, 3, (1,))])
            session = session_of(key, move.step.state, move.step.events, cause=cause, motion=motion)
            show(session, theme)
            show(replace(session, status=Status.CLOSED, closed=Closed.BY_MODERATOR, closed_by="Mo"), theme)
        endings.add(session.status)
    assert endings == {Status.FINISHED}


@every_game
def test_f30_of_a_step_of_many_events_the_last_ones_are_told_within_discords_limits(key: str) -> None:
    """As many as the clock may cause at once, and more: those of a whole game."""
    played = list(play_out(GAMES[key], GAMES[key].Options(), 4, 7))
    events = tuple(event for move in played for event in move.step.events)
    session = session_of(key, played[-1].before, events, cause=Cause.CLOCK)
    show(session, "en-US standard")
    told = table.happened(STANDARD, frame_of(session), REGISTRY[key].table.FIELDS)
    assert told.endswith(table.sentence(STANDARD, frame_of(session), events[-1], REGISTRY[key].table.FIELDS))


def show(session: Session, theme: str) -> None:
    """Draw the table and check it as Discord would."""
    view = GAMES[session.game].view(session.state, None)
    drawn = table.draw(KITS[theme], frame_of(session), REGISTRY[session.game].table, view)
    check_view(drawn)
    for text in texts_of(drawn):
        assert well_said(text), text


def check_view(view: Any) -> None:
    check(Kind.EDIT, {"flags": 1 << 15, "components": view.to_components(), "allowed_mentions": {"parse": []}})


def texts_of(view: Any) -> Iterator[str]:
    """Yield all that is written in a message."""
    for item in view.walk_children():
        for name in ("content", "label"):
            if isinstance(getattr(item, name, None), str):
                yield getattr(item, name)


@every_game
def test_the_game_and_its_command_are_named(key: str) -> None:
    assert well_said(TEXTS(f"game-{key}"))
    assert len(TEXTS(f"command-{key}")) <= 100


@every_game
def test_the_end_by_every_rule_the_game_knows_is_told(key: str) -> None:
    """Those that random games reach are drawn above."""
    assert family(f"{key}-ending-") <= set(Ending)
    assert Ending.NO_RESULT in family(f"{key}-ending-")


# --- Refusals ---


def raised_facts(error: str, codes: type[Enum]) -> dict[str, set[frozenset[str]]]:
    """Read from the source with which facts each code is raised."""
    found: dict[str, set[frozenset[str]]] = {}
    for call in (node for source in SOURCES for node in ast.walk(source) if isinstance(node, ast.Call)):
        if getattr(call.func, "id", "") != error or not call.args or not isinstance(call.args[0], ast.Attribute):
            continue
        code = str(codes[call.args[0].attr].value)
        found.setdefault(code, set()).add(frozenset(keyword.arg or "" for keyword in call.keywords))
    return found


@every_kit
@pytest.mark.parametrize(
    "error,codes", [("Refused", Refusal), ("IllegalMove", Reason), ("InvalidOptions", OptionFault)]
)
def test_every_refusal_has_its_sentence_for_the_facts_it_is_raised_with(
    error: str, codes: type[Enum], kit: Kit
) -> None:
    facts = raised_facts(error, codes)
    for code in (str(member.value) for member in codes):
        for names in facts.get(code, {frozenset()}):
            given: Facts = dict.fromkeys(names, 2)
            if not names.isdisjoint({"turn", "victim"}):
                given["name"] = "Anne"
            assert well_said(kit.texts(f"reason-{code}", **given))


def test_no_refusal_has_a_sentence_without_a_code() -> None:
    codes = (*Refusal, *Reason, *OptionFault)
    assert len(set(codes)) == len(codes), "two codes share a sentence"
    assert family("reason-") == set(codes)


@every_kit
@pytest.mark.parametrize("closed", Closed)
def test_every_way_to_close_is_told(closed: Closed, kit: Kit) -> None:
    assert well_said(kit.texts(f"closed-{closed}", name="Mo"))


def test_no_way_to_close_is_told_that_is_none() -> None:
    assert family("closed-") == set(Closed)


@every_kit
@pytest.mark.parametrize("kind", MotionKind)
def test_every_motion_is_told(kind: MotionKind, kit: Kit) -> None:
    assert "Anne" in kit.texts(f"motion-{kind}", name="Anne", target="Bart")


def test_no_motion_is_told_that_is_none() -> None:
    assert family("motion-") == {*MotionKind, "count"}


@pytest.mark.parametrize("name", sorted({*NEEDED, *NEEDED_IN_THREADS}))
def test_every_permission_is_named_as_discord_names_it(name: str) -> None:
    assert TEXTS(f"permission-{name}") == name.replace("_", " ").title().replace("In Threads", "in Threads")


# --- House rules, rules, help ---


@every_kit
@every_game
def test_every_house_rule_and_each_of_its_values_is_named(key: str, kit: Kit) -> None:
    for rule in kit.house_rules[key]:
        assert well_said(k.rule_label(kit, rule))
        assert len(kit.texts(f"rule-{rule.group}-{rule.name}-about")) <= 100
        values = [k.value_text(kit, rule, value) for value in rule.values]
        assert all(map(well_said, values))
        assert len(set(values)) == len(values)


@every_theme
@every_game
def test_the_rules_of_every_set_of_house_rules_fit_into_one_message(key: str, theme: str) -> None:
    chance = Random(11)
    for options in (GAMES[key].Options(), *(traits(key).options(chance) for _ in range(60))):
        sections = REGISTRY[key].table.rules(KITS[theme], options)
        assert all(map(well_said, sections))
        check_view(k.container(*map(k.text, sections)))


def test_the_help_fits_into_one_message() -> None:
    sections = [TEXTS(f"help-{name}") for name in HELP_SECTIONS]
    assert all(map(well_said, sections))
    check_view(k.container(*map(k.text, sections)))
    assert family("help-") == set(HELP_SECTIONS)


# --- Cards ---


@every_theme
def test_f43_every_card_reads_differently_without_colour_or_symbol(theme: str) -> None:
    """By rank and letter alone, as a screen reader says it: no two cards are the same."""
    said = {"".join(c for c in KITS[theme].theme.label(card) if c in string.printable) for card in DECK}
    assert len(said) == 52
    assert set(KITS[theme].theme.suits) == set(SUITS)


# --- No text without use, no use without text ---


def written_keys() -> tuple[set[str], list[re.Pattern[str]]]:
    """Read from the source all strings, and patterns for those with holes."""
    plain: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for node in (node for source in SOURCES for node in ast.walk(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            plain.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if any(isinstance(part, str) and re.search(r"\w-|-\w", part) for part in parts):
                patterns.append(re.compile("".join(".+" if part is None else re.escape(str(part)) for part in parts)))
    return plain, patterns


def test_every_text_is_used() -> None:
    plain, patterns = written_keys()
    unused = {key for key in KEYS if key not in plain and not any(pattern.fullmatch(key) for pattern in patterns)}
    assert unused == set()


def test_every_text_that_the_source_names_exists() -> None:
    """A call of `texts` or `text` with a key written out."""
    named = {
        part.value
        for source in SOURCES
        for node in ast.walk(source)
        if isinstance(node, ast.Call) and node.args and called(node) in {"texts", "text"}
        for part in choices(node.args[0])
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and re.fullmatch(r"[a-z]+(-\w+)+", part.value)
    }
    assert len(named) > 50
    assert named <= KEYS


def called(call: ast.Call) -> str:
    """Return the last name of what is called."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def choices(node: ast.expr) -> list[ast.expr]:
    """Return both sides of a conditional expression."""
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]


def test_no_key_is_written_twice() -> None:
    found: list[str] = []
    for file in (ROOT / "data" / "locale" / "en-US").glob("*.ftl"):
        found += re.findall(r"^([a-z][\w-]*) =", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(found) == sorted(set(found))


# --- The machine itself ---


def test_a_missing_sentence_or_fact_is_a_fault_and_no_empty_text() -> None:
    texts = Texts("en-US", ["greeting = Ahoy, { $name }!"])
    assert texts("greeting", name="Anne") == "Ahoy, Anne!"
    with pytest.raises(MissingText):
        texts("farewell")
    with pytest.raises(MissingText):
        texts("greeting")


def test_a_number_takes_the_grammar_of_the_language() -> None:
    texts = Texts("en-US", ["n = { $n ->\n    [one] { $n } doubloon\n   *[other] { $n } doubloons\n}"])
    assert [texts("n", n=number) for number in (0, 1, 2)] == ["0 doubloons", "1 doubloon", "2 doubloons"]


def test_a_theme_without_a_suit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "thin.toml"
    file.write_text('[suits]\nC = "+"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="must name the suits C, D, H, S"):
        content._symbols(file)
