"""Everything a newcomer needs, on any computer with Python 3.11 or newer: `python3 tasks.py play` or `... test`.

Each task makes the virtual environment `.venv` beside this file, installs what it needs there at the versions of
constraints.txt, and runs. Nothing is installed anywhere else. An environment of another Python is replaced.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
INTERPRETER = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
PYTHON = VENV / INTERPRETER
NEEDED = (3, 11)

PYTEST = ("-m", "pytest", "-q", "-n", "auto")

TASKS: dict[str, tuple[str, str, tuple[tuple[str, ...], ...]]] = {
    "play": ("local", "open the local table: play in a browser, without Discord", (("-m", "bot", "--local"),)),
    "test": ("test", "run all tests", (PYTEST,)),
    "check": (
        "dev",
        "format, lint, types and tests: what a change must pass",
        (("-m", "ruff", "format", "--check", "."), ("-m", "ruff", "check", "."), ("-m", "mypy"), PYTEST),
    ),
    "bench": (
        "bench",
        "the benchmarks, printed as ratios",
        (("-m", "pytest", "-q", "-o", "addopts=", "tests/benchmarks"),),
    ),
    "games": ("test", "10,000 random games of each kind", (("-m", "tests.rules.many_games", "10000"),)),
    "soak": ("test", "kill -9 at every step of a move, then 500 times in random games", (("-m", "tests.wire.soak"),)),
    "stops": ("test", "SIGTERM under fire, twenty times: how long the bot takes to end", (("-m", "tests.wire.stops"),)),
    "load": ("test", "100 clicks a second over 500 games for 10 minutes", (("-m", "tests.wire.load"),)),
    "mutants": ("test", "the code broken on purpose: each time a test must fall", (("-m", "tests.mutants"),)),
    "recount": ("test", "the boards of 2,000 games, counted again", (("-m", "tests.bot.storage.recount", "2000"),)),
}
"""By task: the optional dependencies it needs, what it does, and the commands it runs in the environment."""

WITH_OPTIONS = {"soak", "stops", "load", "mutants"}
"""The tasks that take options, such as `soak --kills 50 --seed 2`; `soak -- --help` lists them."""


def main() -> int:
    """Run a task; return the exit code of the first command that fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    for name, (_, about, _) in TASKS.items():
        tasks.add_parser(name, help=about)
    chosen, options = parser.parse_known_args()
    if options and chosen.task not in WITH_OPTIONS:
        parser.error(f"{chosen.task} takes no options")
    extra, _, commands = TASKS[chosen.task]
    if sys.version_info < NEEDED:
        print("Quartermaster needs Python 3.11 or newer; this is", sys.version.split()[0])
        return 2
    failed = install(extra)
    *others, last = commands
    for command in others:
        failed = failed or subprocess.run([PYTHON, *command], cwd=ROOT, check=False).returncode
    return failed or hand_over((*last, *(option for option in options if option != "--")))


def hand_over(command: tuple[str, ...]) -> int:
    """Replace this process with the last command, so that Ctrl-C and SIGTERM reach it and it can stop cleanly."""
    os.chdir(ROOT)
    if sys.platform != "win32":  # there execv starts a second process, and the console does not wait for it
        os.execv(PYTHON, [str(PYTHON), *command])
    return subprocess.run([PYTHON, *command], check=False).returncode


def install(extra: str, folder: Path = VENV, create: Callable[..., object] = venv.create) -> int:
    """Make the environment and install `extra` into it, unless that has been done for these very versions."""
    stamp = folder / f"installed-{extra}"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + (ROOT / "constraints.txt").read_bytes())
    works = starts(folder / INTERPRETER)
    if works and stamp.exists() and stamp.read_text() == wanted.hexdigest():
        return 0
    anew = not works and os.path.lexists(folder)
    doing = "Making .venv anew, as it is unfinished or of another Python," if anew else "Setting up .venv"
    print(f"{doing} for this task ({extra}); this takes a minute.", flush=True)
    try:
        if not works:
            remove(folder)
            create(folder, with_pip=True)
    except subprocess.CalledProcessError:
        print("Python's venv module is incomplete here; on Debian and Ubuntu: apt install python3-venv")
        return 2
    arguments = ("-m", "pip", "install", "-q", "-c", "constraints.txt", "-e", f".[{extra}]")
    failed = subprocess.run([folder / INTERPRETER, *arguments], cwd=ROOT, check=False).returncode
    if not failed:
        stamp.write_text(wanted.hexdigest())
    return failed


def starts(python: Path) -> bool:
    """Tell whether an interpreter starts, has pip, and is of the version that runs this."""
    script = "import pip, sys; print(sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-I", "-c", script], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return done.stdout.strip() == str(sys.version_info[:2])


def remove(folder: Path) -> None:
    """Remove an environment; if it is a link, only the link, as what it points to may be somebody else's."""
    if folder.is_dir() and not folder.is_symlink():
        shutil.rmtree(folder)
    else:
        folder.unlink(missing_ok=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
