"""Break the code on purpose and see that a test falls: `python -m tests.mutants [AREA or part of a name ...]`.

Each fault is made in a copy of the repository of its own, never in the working tree. Exits 1 if a mutant survives
its tests, or can no longer be made.
"""

import argparse
import asyncio
import contextlib
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.mutants import ROOT, Mutant, load

FOLDERS = ("bot", "data", "docs", "rules", "tests")
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
TESTS_FAILED = 1
"""Pytest's exit code for that; 0 is that all passed, and any other that they could not run."""


class Verdict(NamedTuple):
    """What became of a mutant, in words."""

    caught: bool
    words: str


async def judge(mutant: Mutant, limit: float, maxfail: int = 1, root: Path = ROOT) -> Verdict:
    """Make the fault in a copy and run its tests there, for `limit` seconds at most."""
    try:
        broken = mutant.applied(root)
    except ValueError as error:
        return Verdict(caught=False, words=f"does not apply: {error}")
    with TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / "copy"
        _copy(root, copy)
        (copy / mutant.file).write_text(broken, encoding="utf-8")
        shutil.rmtree((copy / mutant.file).parent / "__pycache__", ignore_errors=True)
        try:
            code, output = await _pytest(copy, mutant.tests, maxfail, limit)
        except TimeoutError:
            return Verdict(caught=True, words=f"caught: hung for {limit:.0f} seconds")
    if code == 0:
        return Verdict(caught=False, words="SURVIVED")
    if code != TESTS_FAILED:
        return Verdict(caught=False, words=f"does not run (pytest ended with {code}):\n{output[-2000:]}")
    return Verdict(caught=True, words=f"caught by {', '.join(FAILED.findall(output))}")


def _copy(root: Path, copy: Path) -> None:
    """Copy what the tests need, and no database, environment or history."""
    copy.mkdir()
    for item in root.iterdir():
        if item.name in FOLDERS:
            shutil.copytree(item, copy / item.name)
        elif item.is_file() and item.name not in {".git", ".env"} and ".sqlite3" not in item.name:
            shutil.copy2(item, copy)


async def _pytest(copy: Path, tests: Sequence[str], maxfail: int, limit: float) -> tuple[int, str]:
    """Return pytest's exit code and output. Raises TimeoutError."""
    log = copy.parent / "pytest.log"
    options = ("-x" if maxfail == 1 else f"--maxfail={maxfail}", "-q", "-p", "no:cacheprovider", "--tb=short")
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "pytest", *options, *tests),
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            code = await asyncio.wait_for(process.wait(), limit)
        finally:
            _end(process)
            await process.wait()
    return code, log.read_text(encoding="utf-8", errors="replace")


def _end(process: asyncio.subprocess.Process) -> None:
    """Kill the tests with the programs that they started: a bot that never stops may be what the mutant made."""
    if sys.platform == "win32":
        if process.returncode is None:
            process.kill()
        return
    with contextlib.suppress(ProcessLookupError):  # all have ended by themselves
        os.killpg(process.pid, signal.SIGKILL)


def chosen(wanted: Sequence[str]) -> list[tuple[str, Mutant]]:
    """Return the mutants, with their areas, of the areas or with the parts of names that are wanted; all by default."""
    lists = load()

    def fits(word: str, area: str, mutant: Mutant) -> bool:
        return word == area if word in lists else word.lower() in mutant.name.lower()

    everything = [(area, mutant) for area, mutants in lists.items() for mutant in mutants]
    return [one for one in everything if not wanted or any(fits(word, *one) for word in wanted)]


async def run(mutants: Sequence[tuple[str, Mutant]], jobs: int, limit: float, maxfail: int) -> int:
    """Judge them all, print a line for each as it is done, and return the exit code."""
    free = asyncio.Semaphore(jobs)

    async def one(area: str, mutant: Mutant) -> bool:
        async with free:
            began = time.monotonic()
            verdict = await judge(mutant, limit, maxfail)
            sys.stdout.write(f"{area}: {mutant.name}: {verdict.words} ({time.monotonic() - began:.0f} s)\n")
            sys.stdout.flush()
            return verdict.caught

    caught = sum(await asyncio.gather(*(one(area, mutant) for area, mutant in mutants)))
    sys.stdout.write(f"{caught} of {len(mutants)} mutants caught\n")
    return 0 if caught == len(mutants) else 1


def main(argv: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        "mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wanted", nargs="*", metavar="AREA or NAME", help="areas, or parts of names (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time (one for each core)")
    parser.add_argument("--limit", type=float, default=300, help="seconds until a mutant counts as caught (300)")
    parser.add_argument("--maxfail", type=int, default=1, help="failing tests to look for with each mutant (1)")
    arguments = parser.parse_args(argv)
    mutants = chosen(arguments.wanted)
    if not mutants:
        parser.error("no mutant has such an area or name")
    return asyncio.run(run(mutants, arguments.jobs, arguments.limit, arguments.maxfail))


if __name__ == "__main__":
    sys.exit(main())
