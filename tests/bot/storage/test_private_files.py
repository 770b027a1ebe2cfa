"""What the bot writes is for its owner alone, an upgrade can be taken back, and no link is written through.

Public reports of hosts: a secret that every account of a computer can read, and an upgrade that fails half way.
"""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.host.settings import FIELDS
from bot.storage import schema
from bot.storage.lockfile import UnusableDatabase
from bot.storage.store import Store
from tests.bot.builders import ANNE, BART, GatedStore, Room

REFUSED = 2


@pytest.fixture(autouse=True)
def usual_umask(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As a service usually has it: files that it makes can be read by everyone."""
    for name, _, _ in FIELDS.values():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATABASE_PATH", str(database))
    monkeypatch.chdir(database.parent)
    monkeypatch.setattr("bot.__main__.set_up_logging", lambda _settings: None)
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """By name, what the mode of each file lets others than its owner do."""
    return {file.name: stat.S_IMODE(file.stat().st_mode) & 0o077 for file in folder.iterdir() if file.is_file()}


async def a_game(database: Path) -> None:
    store = await GatedStore.open(database)
    await Room(store).game(ANNE, BART)  # type: ignore[arg-type]
    await store.close()


def test_what_the_command_line_writes_is_for_its_owner_alone(database: Path) -> None:
    for command in (["--check"], ["backup", "copy"], ["export", "lines"], ["restore", "copy"]):
        assert main(command) == 0, command
    found = modes(database.parent)
    assert {database.name, "copy", "lines"} <= set(found)
    assert set(found.values()) == {0}


def test_what_an_older_version_left_open_is_closed_at_the_start(database: Path) -> None:
    assert main(["--check"]) == 0
    database.chmod(0o644)
    assert main(["--check"]) == 0
    assert modes(database.parent)[database.name] == 0o040, "the group keeps what the host gave it"


@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_link_is_not_written_through(
    database: Path, capsysbinary: pytest.CaptureFixture[bytes], command: str
) -> None:
    """Else `--replace` would overwrite whatever it points to."""
    assert main(["--check"]) == 0
    diary, link = database.with_name("diary"), database.with_name("link")
    diary.write_text("Dear diary")
    link.symlink_to(diary)
    assert main([command, str(link), "--replace"]) == REFUSED
    assert (diary.read_text(), link.is_symlink()) == ("Dear diary", True)
    assert b"is a link" in capsysbinary.readouterr().err


@pytest.mark.parametrize(
    "foreign",
    [
        "CREATE TRIGGER cheat AFTER UPDATE ON sessions BEGIN DELETE FROM moves; END",
        "DROP VIEW session_rows; CREATE VIEW session_rows AS SELECT * FROM sessions",
    ],
    ids=["trigger", "view"],
)
def test_a_backup_with_a_trigger_or_view_of_somebody_else_is_refused(
    database: Path, capsysbinary: pytest.CaptureFixture[bytes], foreign: str
) -> None:
    assert main(["--check"]) == 0
    assert main(["backup", "copy"]) == 0
    with sqlite3.connect("copy") as copy:
        copy.executescript(foreign)
    copy.close()
    before = database.read_bytes()
    assert main(["restore", "copy"]) == REFUSED
    assert b"that is not this bot's" in capsysbinary.readouterr().err
    assert database.read_bytes() == before


# --- Upgrades ---


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The SQL files of a version to come."""
    folder = tmp_path / "shipped"
    shutil.copytree(schema.DATA / "migrations", folder / "migrations")
    shutil.copytree(schema.DATA / "queries", folder / "queries")
    monkeypatch.setattr(schema, "DATA", folder)
    return folder


def add_migration(shipped: Path, name: str, sql: str) -> int:
    number = len(list((shipped / "migrations").glob("*.sql"))) + 1
    (shipped / "migrations" / f"{number:04}_{name}.sql").write_text(sql)
    return number


def applied(database: Path) -> int:
    with sqlite3.connect(database) as connection:
        ((last,),) = connection.execute("SELECT max(number) FROM migrations")
    connection.close()
    return int(last)


async def test_before_an_upgrade_a_checked_copy_is_kept_by_name(database: Path, shipped: Path) -> None:
    await a_game(database)
    last = applied(database)
    add_migration(shipped, "first", "CREATE TABLE parrots (name TEXT) STRICT;")
    await (await Store.open(database)).close()
    kept = database.with_name(f"{database.name}.schema-{last:04}")
    assert (applied(database), applied(kept)) == (last + 1, last)
    with sqlite3.connect(kept) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("SELECT count(*) FROM sessions").fetchall() == [(1,)]
    copy.close()


async def test_an_upgrade_whose_last_step_fails_changes_nothing(database: Path, shipped: Path) -> None:
    """The version before can still use the database."""
    await a_game(database)
    last = applied(database)
    add_migration(shipped, "good", "CREATE TABLE parrots (name TEXT) STRICT;")
    bad = add_migration(shipped, "bad", "CREATE TABLE parrots (name TEXT) STRICT;")
    with pytest.raises(UnusableDatabase, match=f"from schema {last} to {bad}: .*Nothing was changed"):
        await Store.open(database)
    assert applied(database) == last
    for number in (last + 1, bad):
        next((shipped / "migrations").glob(f"{number:04}_*")).unlink()
    store = await Store.open(database)
    assert len(await store.live_ids()) == 1
    await store.close()


async def test_without_room_for_the_copy_nothing_is_upgraded(
    database: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_game(database)
    last = applied(database)
    add_migration(shipped, "first", "CREATE TABLE parrots (name TEXT) STRICT;")

    async def full(*_: object) -> str | None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("bot.storage.database._copy_and_check", full)
    with pytest.raises(UnusableDatabase, match=r"no copy .* could be made: database or disk is full"):
        await Store.open(database)
    assert applied(database) == last
    assert [file.name for file in database.parent.iterdir() if "schema" in file.name] == []


async def test_a_new_database_needs_no_copy(database: Path) -> None:
    await (await Store.open(database)).close()
    assert [file.name for file in database.parent.iterdir() if "schema" in file.name] == []


def test_a_backup_from_before_a_view_was_changed_can_still_be_restored(database: Path, shipped: Path) -> None:
    """It is held against the views of its own time, not against those of today."""
    assert main(["--check"]) == 0
    assert main(["backup", "copy"]) == 0
    changed = "DROP VIEW session_rows; CREATE VIEW session_rows AS SELECT *, 1 AS more FROM sessions;"
    last = add_migration(shipped, "changed", changed)
    assert main(["restore", "copy"]) == 0
    assert applied(database) == last


def test_a_link_in_the_way_of_an_unfinished_copy_goes_and_its_target_stays(database: Path) -> None:
    assert main(["--check"]) == 0
    diary = database.with_name("diary")
    diary.write_text("Dear diary")
    database.with_name("copy.partial").symlink_to(diary)
    assert main(["backup", "copy"]) == 0
    assert (diary.read_text(), database.with_name("copy").is_symlink()) == ("Dear diary", False)


def test_where_a_disk_keeps_no_modes_none_is_said_to_be_changed(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert main(["--check"]) == 0
    database.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", lambda _file, _mode: None)
    assert main(["--check"]) == 0
    assert "could be read" not in caplog.text


@pytest.mark.usefixtures("short_wait")
async def test_an_upgrade_that_another_program_holds_up_is_no_fault_of_the_new_version(
    database: Path, shipped: Path
) -> None:
    """To go back to the version before would not help."""
    await a_game(database)
    add_migration(shipped, "first", "CREATE TABLE parrots (name TEXT) STRICT;")
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnusableDatabase, match="cannot be used: database is locked"):
        await Store.open(database)
    other.close()
    await (await Store.open(database)).close()
