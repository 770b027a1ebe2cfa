"""The repository's own promises: who may import whom (docs/architecture.md), budgets, and what the README says."""

import ast
import itertools
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from discord import app_commands

from bot.__main__ import build
from bot.host.settings import FIELDS
from bot.model.errors import Refusal
from bot.storage.store import Store
from rules.errors import OptionFault, Reason
from tests.registry import GAMES

ROOT = Path(__file__).parent.parent
FILES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for top in ("rules", "bot")
    for file in sorted((ROOT / top).rglob("*.py"))
}
"""By module name."""
TREES = {module: ast.parse(file.read_text(encoding="utf-8")) for module, file in FILES.items()}
RULES = [module for module in TREES if module.split(".")[0] == "rules"]
BOT = [module for module in TREES if module.split(".")[0] == "bot"]


def imports(module: str) -> set[str]:
    """Return every module that one imports, anywhere in it; `from x import y` counts as x.y where y is a module."""
    found: set[str] = set()
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by dots"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return {_module(name) for name in found}


def _module(name: str) -> str:
    """Cut a name that was imported from one of our modules down to that module."""
    if name.split(".", maxsplit=1)[0] not in {"bot", "rules"}:
        return name
    while name not in FILES:
        name = name.rpartition(".")[0]
    return name


def tops(module: str) -> set[str]:
    return {name.split(".", 1)[0] for name in imports(module)}


def inside(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def calls(module: str) -> Iterator[ast.Call]:
    yield from (node for node in ast.walk(TREES[module]) if isinstance(node, ast.Call))


def attributes(module: str) -> set[str]:
    """Return every `x.y` that is written in a module."""
    return {ast.unparse(node) for node in ast.walk(TREES[module]) if isinstance(node, ast.Attribute)}


# --- Who may import whom ---

FORBIDDEN_IN_RULES = {"asyncio", "time", "datetime", "os", "pathlib", "io", "sqlite3", "secrets", "logging"}


@pytest.mark.parametrize("module", RULES)
def test_the_rules_need_nothing_but_the_standard_library_and_msgspec(module: str) -> None:
    assert tops(module) <= sys.stdlib_module_names | {"msgspec", "rules"}


@pytest.mark.parametrize("module", RULES)
def test_the_rules_know_no_clock_no_files_and_no_waiting(module: str) -> None:
    assert tops(module).isdisjoint(FORBIDDEN_IN_RULES)
    assert not [node for node in ast.walk(TREES[module]) if isinstance(node, (ast.AsyncFunctionDef, ast.Await))]
    assert not {getattr(call.func, "id", "") for call in calls(module)} & {"print", "open", "input"}


@pytest.mark.parametrize("module", RULES)
def test_no_rule_rolls_dice_of_its_own(module: str) -> None:
    """`Random` comes in as a parameter; only the simulator, which plays for nobody, seeds one."""
    assert {name for name in imports(module) if name.split(".")[0] == "random"} <= {"random.Random"}
    made = [call for call in calls(module) if getattr(call.func, "id", "") == "Random"]
    assert not made or module == "rules.simulator"


def test_games_never_import_each_other() -> None:
    for game, other in itertools.permutations(GAMES, 2):
        for module in RULES:
            if inside(module, f"rules.{game}"):
                assert not [name for name in imports(module) if inside(name, f"rules.{other}")], module


ROOMS: dict[str, set[str]] = {
    "texts": set(),
    "model": {"texts"},
    "storage": {"model"},
    "views": {"model", "texts"},
    "play": {"model", "storage"},
    "workers": {"model", "storage"},
    "host": {"model", "storage"},
    "clock": {"model", "play", "storage"},
    "games": {"model", "texts", "views"},
    "messages": {"model", "play", "storage", "texts", "views"},
    "interactions": {"host", "messages", "model", "play", "texts", "views"},
    "commands": {"interactions", "messages", "model", "play", "storage", "texts", "views", "workers"},
}
"""The rooms of the bot, from the ground up, and the rooms below that each may know; all of them may know `rules`.

Above all of them stand `app`, `local` and `__main__`.
"""
WITHOUT_DISCORD = {"texts", "model", "storage", "play", "workers", "clock"}


def room_of(module: str) -> str:
    """Return the folder of `bot/` that a module lies in, or the name of a module that lies in none."""
    return module.split(".")[1]


IN_ROOMS = [module for module in BOT if module.count(".") and room_of(module) in ROOMS]


@pytest.mark.parametrize("module", IN_ROOMS)
def test_a_room_knows_only_the_rooms_below_it(module: str) -> None:
    known = {room_of(name) for name in imports(module) if name.startswith("bot.")} - {room_of(module)}
    assert known <= ROOMS[room_of(module)]
    assert "discord" not in tops(module) or room_of(module) not in WITHOUT_DISCORD


def test_the_rooms_stand_on_each_other_without_a_circle() -> None:
    """Each room is named after every room that it may know."""
    above = list(ROOMS)
    for room, below in ROOMS.items():
        assert below <= set(above[: above.index(room)]), room


def test_every_module_lies_in_a_room() -> None:
    outside = {module for module in BOT if module.count(".") and room_of(module) not in ROOMS}
    assert outside == {"bot.__main__", "bot.app", "bot.local"}


@pytest.mark.parametrize("module", [module for module in BOT if inside(module, "bot.views")])
def test_views_never_see_a_session_a_store_or_a_state(module: str) -> None:
    """Of `records` they know the terms of a lobby alone, which hold nothing secret."""
    taken = {
        name.name
        for node in ast.walk(TREES[module])
        if isinstance(node, ast.ImportFrom)
        and node.module in {"bot.model.records", *(f"rules.{key}.model" for key in GAMES)}
        for name in node.names
    }
    assert taken.isdisjoint({"Session", "State", "Seat", "Player", "Person"})


def test_nobody_imports_upwards() -> None:
    """The client is known to `__main__` and, to start it in a simulation, to the local table."""
    knowing = {module for module in BOT if "bot.app" in imports(module)}
    assert knowing == {"bot.__main__", "bot.local"}
    assert not [module for module in BOT if "bot.__main__" in imports(module)]
    assert not [module for module in RULES if "bot" in tops(module)]


APPLIES = {"bot.play.sessions", "rules.simulator"}


def test_only_sessions_make_moves() -> None:
    """The simulator plays random games for nobody."""
    applying = {
        module
        for module in TREES
        for call in calls(module)
        if isinstance(call.func, ast.Attribute) and call.func.attr in {"apply", "deal"}
    }
    assert applying == APPLIES


SQL = re.compile(r"\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA|BEGIN IMMEDIATE|CREATE TABLE)\b")


def test_only_the_database_and_the_store_know_sql() -> None:
    knowing = {
        module
        for module in TREES
        if tops(module) & {"sqlite3", "aiosqlite", "aiosql"}
        or any(
            isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.search(node.value)
            for node in ast.walk(TREES[module])
        )
    }
    named = ("database", "lockfile", "schema", "sqlite_errors", "store")
    assert knowing == {f"bot.storage.{name}" for name in named}


def test_only_the_settings_and_the_composition_root_read_the_environment() -> None:
    """And the environment is read as a whole, in one place."""
    reading = {module for module in TREES if attributes(module) & {"os.environ", "os.getenv", "os.environb"}}
    assert reading == {"bot.__main__"}
    assert {module for module in TREES if "dotenv" in tops(module)} == {"bot.__main__"}


def test_only_content_and_the_database_read_the_data() -> None:
    reading = {module for module in TREES if attributes(module) & {"tomllib.loads", "tomllib.load"}}
    reading |= {module for module in TREES if any("data" in path for path in _paths(module))}
    assert reading == {"bot.texts.content", "bot.storage.schema"}


def _paths(module: str) -> Iterator[str]:
    """Yield what is joined to a path by a slash."""
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and isinstance(node.right, ast.Constant):
            yield str(node.right.value)


def test_time_and_chance_come_in_through_the_door() -> None:
    """`time.time` is named where it is handed in; chance that must not be guessed comes from `secrets`."""
    clocks = {"time.time", "time.monotonic", "datetime.now", "datetime.utcnow"}
    telling = {module for module in BOT if attributes(module) & clocks}
    assert telling <= {"bot.__main__", "bot.local", "bot.storage.schema", "bot.host.health"}
    assert not [module for module in BOT if "random" in tops(module)]


def test_no_room_makes_an_instance_for_all() -> None:
    """Parts are passed in: no `global`, no `get_x()` at the module's level."""
    for module, tree in TREES.items():
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)], module
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert not [name for name in names if name.startswith("get_")], module


def test_nothing_is_swallowed() -> None:
    """A broad `except` stands at a boundary, where it is logged or raised again."""
    for module, tree in TREES.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.ExceptHandler):
                continue
            caught = "" if node.type is None else ast.unparse(node.type)
            if caught in {"", "Exception", "BaseException"}:
                body = ast.unparse(node)
                assert "log.exception" in body or "raise" in body, f"{module}:{node.lineno}"


# --- Budgets ---


def functions(module: str) -> Iterator[tuple[str, int]]:
    """Yield each function with its lines."""
    for node in ast.walk(TREES[module]):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield f"{module}.{node.name}", (node.end_lineno or 0) - node.lineno + 1


ALL_FUNCTIONS = dict(itertools.chain.from_iterable(map(functions, TREES)))


def test_no_function_is_longer_than_sixty_lines() -> None:
    assert {name: lines for name, lines in ALL_FUNCTIONS.items() if lines > 60} == {}


def test_most_functions_are_short() -> None:
    lengths = list(ALL_FUNCTIONS.values())
    assert statistics.median(lengths) < 10
    assert statistics.quantiles(lengths, n=10)[-1] < 35


@pytest.mark.parametrize("module", TREES)
def test_no_file_has_four_hundred_lines(module: str) -> None:
    assert len(FILES[module].read_text(encoding="utf-8").splitlines()) < 400


# --- Papers ---

README = (ROOT / "README.md").read_text(encoding="utf-8")


async def commands(tmp_path: Path) -> list[str]:
    """Return every slash command of the real bot, in full."""
    store = await Store.open(tmp_path / "commands.sqlite3")
    try:
        tree = build(store).tree
        return [command.qualified_name for command in tree.walk_commands() if isinstance(command, app_commands.Command)]
    finally:
        await store.close()


async def test_the_readme_names_every_command_and_no_other(tmp_path: Path) -> None:
    named = set(re.findall(r"^\| `/([a-z -]+)`", README, re.MULTILINE))
    assert named == set(await commands(tmp_path))


async def test_few_commands_stand_at_the_top(tmp_path: Path) -> None:
    """So that other bots are not crowded."""
    top = {name.split()[0] for name in await commands(tmp_path)}
    assert top <= {"lands", "blackspot", "hand", "leaderboard", "pirates", "pirates-admin"}


OF_A_GAME = ("session", "seat", "move", "event", "step", "view", "captain")
OF_THE_BOT = ("table", "hand", "theme", "revision", "deadline")


@pytest.mark.parametrize("word", [*OF_A_GAME, *OF_THE_BOT])
def test_the_readme_says_what_our_words_mean(word: str) -> None:
    assert re.search(rf"^\| {word} \| .+ \|$", README, re.MULTILINE)


def test_the_readme_names_only_files_that_there_are() -> None:
    named = set(re.findall(r"`((?:rules|bot|data|tests|docs)/[\w./-]+)`", README))
    named |= {link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link}
    assert named
    missing = {name for name in named if not (ROOT / name).exists()}
    assert missing <= {"rules/x.py", "bot/views/x.py", "bot/games/x.py", "data/locale/en-US/x.ftl"}


def test_the_token_and_the_database_are_in_the_readme() -> None:
    assert {name for name, _, _ in FIELDS.values()} >= {"DISCORD_TOKEN", "DATABASE_PATH"}
    assert "DISCORD_TOKEN" in README
    assert "DATABASE_PATH" in README


def tracked() -> list[Path]:
    """List the files of the repository, or skip where it is none."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - git is where it is
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.decode().split("\0") if name]


def texts() -> Iterator[tuple[Path, str]]:
    for file in tracked():
        if file.is_file() and file.suffix not in {".png", ".sqlite3"}:
            yield file, file.read_text(encoding="utf-8")


LOCAL = re.compile(r"/(?:home|root|Users|work|tmp)/[\w.-]+|[A-Z]:\\\\Users|--(?:extra-)?index-url|https?://[\w.-]*pypi")


def test_no_file_names_a_place_on_one_machine_or_a_registry() -> None:
    found = {f"{file.relative_to(ROOT)}: {match.group()}" for file, text in texts() for match in LOCAL.finditer(text)}
    assert found == set()


def test_no_file_holds_what_looks_like_a_token() -> None:
    token = re.compile(r"[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,}")
    assert [file for file, text in texts() if token.search(text)] == []


def test_no_database_is_in_the_repository() -> None:
    assert [file for file in tracked() if file.suffix.startswith(".sqlite3")] == []


def test_every_refusal_is_named_by_a_test() -> None:
    """One test for each reason: as the code's member, or as its text."""
    sources = "\n".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py") if file != Path(__file__)
    )
    for kind in (Refusal, Reason, OptionFault):
        untested = {member.name for member in kind if f"{kind.__name__}.{member.name}" not in sources}
        assert untested == set(), kind.__name__


def test_every_constraint_is_one_tested_version() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[\w.+!-]+(?: *;.*)?", pin) for pin in pins)
