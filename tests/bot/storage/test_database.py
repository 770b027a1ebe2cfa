"""A start: what is there is checked, locked and brought up to date, or refused in words and left alone (F10, F46)."""
# ruff: noqa: ASYNC240 - a test may look into a folder

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import REFUSED
from bot.storage import lockfile, schema
from bot.storage.lockfile import Lock, UnusableDatabase
from bot.storage.schema import DATA
from bot.storage.store import Store
from tests.bot.storage import files
from tests.bot.storage.files import PAGE, ROOT, Host, a_game, connections, none_left_since, revisions, sql, with_room

BEFORE, AFTER = [2], [4]
"""Revisions of the game in the wreck: at the backup, at the crash."""

# --- What is there ---


@pytest.mark.parametrize("place", ["missing/x.sqlite3", "."])
async def test_f46_a_missing_folder_is_refused_and_nothing_is_made(tmp_path: Path, place: str) -> None:
    with pytest.raises(UnusableDatabase, match=r"the folder .* does not exist|it is a folder"):
        await Store.open(tmp_path / place)
    assert list(tmp_path.iterdir()) == []


def test_f46_a_database_whose_last_games_are_still_there_is_missed(wrecked: Host) -> None:
    wrecked.database.unlink()
    told = wrecked.is_refused("--check")
    assert f"The database {wrecked.database} is missing" in told
    assert str(wrecked.companion("-wal")) in told


def test_after_a_crash_the_bot_starts_with_the_last_move(wrecked: Host) -> None:
    wrecked.does("--check")
    assert revisions(wrecked.database) == AFTER


@pytest.mark.parametrize("exchanged", ["backup", "late backup", "copy"])
def test_f10a_a_backup_beside_the_wal_of_another_database_is_refused_until_that_is_gone(
    wrecked: Host, exchanged: str
) -> None:
    shutil.copy(wrecked.folder / exchanged, wrecked.database)
    told = wrecked.is_refused("--check")
    assert f"The database {wrecked.database} was exchanged" in told
    assert "restore FILE" in told
    for ending in ("-wal", "-shm"):
        assert str(wrecked.companion(ending)) in told
        wrecked.companion(ending).unlink(missing_ok=True)
    wrecked.does("--check")
    assert revisions(wrecked.database) == BEFORE


def test_f10a_without_the_lock_beside_it_a_mixture_is_still_found_by_its_damage(wrecked: Host) -> None:
    """The backup of another database, much larger: the last moves of this one make no sense in it."""
    other = wrecked.folder / "other"
    with_room(other, a_game)
    sql(other, "VACUUM", "CREATE TABLE extra (a TEXT)", "DROP INDEX sessions_by_guild", "VACUUM")
    shutil.copy(other, wrecked.database)
    wrecked.companion("-lock").unlink()
    assert f"The database {wrecked.database} cannot be used: " in wrecked.is_refused("--check")


def test_f10b_a_zeroed_page_is_refused_whichever_it_is(host: Host) -> None:
    with_room(host.database, a_game)
    whole = host.database.read_bytes()
    for start in range(0, len(whole), PAGE):
        host.database.write_bytes(whole[:start] + bytes(PAGE) + whole[start + PAGE :])
        told = host.is_refused("--check")
        assert f"The database {host.database} cannot be used: " in told
        assert "restore FILE" in told


@pytest.mark.parametrize(
    "accident, sentences",
    [
        (files.emptied, ["is an empty file of 0 bytes", "restore FILE", "delete the file"]),
        (files.text, ["file is not a database", "restore FILE"]),
        (files.cut, ["cannot be used: ", "restore FILE"]),
        (files.of_another_program, ["something else"]),
        (files.of_the_future, ["newer version", "schema 99"]),
    ],
)
def test_f10c_what_is_no_whole_database_of_this_version_is_refused_and_stays_as_it_is(
    host: Host, accident: Callable[[Path], None], sentences: list[str]
) -> None:
    with_room(host.database, a_game)
    accident(host.database)
    told = host.is_refused("--check")
    assert [one for one in (f"The database {host.database} ", *sentences) if one not in told] == []


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
def test_f10d_a_file_of_another_user_is_named(wrecked: Host, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Permissions do not bind the administrator, so the answer of the system is put in its mouth."""
    theirs = wrecked.companion(ending)
    theirs.touch()
    monkeypatch.setattr("os.access", lambda file, _mode: Path(file) != theirs)
    told = wrecked.is_refused("--check")
    assert str(theirs) in told
    assert "owner and permissions" in told


# --- The schema ---


async def test_a_new_database_gets_every_migration_once(database: Path) -> None:
    for _ in range(2):
        await (await Store.open(database)).close()
    scripts = sorted((DATA / "migrations").glob("*.sql"))
    assert [int(script.name[:4]) for script in scripts] == list(range(1, len(scripts) + 1))
    assert sql(database, "SELECT number, name FROM migrations") == [(int(s.name[:4]), s.stem) for s in scripts]


def test_a_failed_migration_is_undone_and_named(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    data = host.folder / "data"
    shutil.copytree(DATA, data)
    monkeypatch.setattr(schema, "DATA", data)
    host.does("--check")
    last = len(list((data / "migrations").glob("*.sql")))
    broken = data / "migrations" / f"{last + 1:04}_broken.sql"
    broken.write_text("CREATE TABLE half (a INTEGER) STRICT; CREATE NONSENSE;")
    assert host.run("--check") == REFUSED
    assert "NONSENSE" in host.told
    assert sql(host.database, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == [(0,)]
    assert sql(host.database, "SELECT max(number) FROM migrations") == [(last,)]


@pytest.mark.parametrize("loops", range(0, 40, 3))
async def test_an_opening_that_is_given_up_leaves_no_connection(database: Path, loops: int) -> None:
    """Ctrl-C while the bot starts."""
    before = connections()
    opening = asyncio.ensure_future(Store.open(database))
    for _ in range(loops):
        await asyncio.sleep(0)
    opening.cancel()
    (outcome,) = await asyncio.gather(opening, return_exceptions=True)
    if isinstance(outcome, Store):
        await outcome.close()
    await asyncio.to_thread(none_left_since, before)


# --- One bot at a time ---


async def test_a_second_bot_is_refused_until_the_first_has_stopped(database: Path) -> None:
    first = await Store.open(database)
    link = database.with_name("link")
    link.symlink_to(database)
    for name in (database, link):
        with pytest.raises(UnusableDatabase, match="in use by a bot that runs"):
            await Store.open(name)
    await first.save_note("still", "here")
    await first.close()
    await (await Store.open(link)).close()


def test_while_a_bot_runs_there_are_backups_and_exports_and_nothing_else(host: Host) -> None:
    with_room(host.database, a_game)
    with Lock(host.database):
        host.does("backup", "there")
        host.does("export")
        for command in (["--check"], ["restore", "there"]):
            told = host.is_refused(*command)
            assert told.startswith(f"The database {host.database} is in use by a bot that runs. Stop that one first")
    assert revisions(host.folder / "there") == [3]
    host.does("restore", "there")


def test_another_process_is_refused_in_plain_words(database: Path) -> None:
    """No traceback, no thread that keeps it alive."""
    command = [sys.executable, "-m", "bot", "--check"]
    environment = {"DATABASE_PATH": str(database), "PYTHONPATH": str(ROOT)}
    with Lock(database):
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own program
    assert (done.returncode, done.stdout) == (REFUSED, "")
    (told,) = done.stderr.splitlines()
    assert told.startswith(f"The database {database} is in use by a bot that runs.")


@pytest.mark.usefixtures("short_wait")
def test_a_database_that_another_process_holds_is_refused(host: Host) -> None:
    host.does("--check")
    with closing(sqlite3.connect(host.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "locked" in host.is_refused("--check")


@pytest.mark.parametrize("trouble", ["attempt to write", "unable to open"])
def test_a_lock_that_means_nothing_or_cannot_be_made_is_named(
    host: Host, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    """`query_only` stands in for file permissions, which do not bind the administrator."""
    if trouble == "attempt to write":
        monkeypatch.setattr(lockfile, "_HOLD", (*lockfile._HOLD, "PRAGMA query_only = ON"))
    else:
        host.companion("-lock").mkdir()
    assert f"The lock {host.companion('-lock')} cannot be taken: {trouble}" in host.is_refused("--check")


async def test_closing_waits_for_the_write_under_way(database: Path) -> None:
    store = await Store.open(database)
    note: Any = asyncio.ensure_future(store.save_note("last", "words"))
    await asyncio.sleep(0)
    await store.close()
    await note
    assert sql(database, "SELECT value FROM notes WHERE name = 'last'") == [("words",)]


def test_a_database_with_games_that_this_version_does_not_know_is_refused_in_a_sentence(host: Host) -> None:
    """Such as after a version that had one game more: its lobby would block a channel for ever (X4)."""
    with_room(host.database, a_game)
    sql(host.database, "UPDATE sessions SET game = 'dice'")
    for command in ("--check", "export"):
        assert host.run(command) == REFUSED
        assert "holds games of dice" in host.told
    assert sql(host.database, "SELECT DISTINCT game FROM sessions") == [("dice",)]
