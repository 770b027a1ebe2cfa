"""Backups and restores: whole, checked, and never over what is still needed (F02, F10, F31, F46)."""

import asyncio
import io
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import REFUSED
from bot.model.records import Status
from bot.storage.database import copy_to
from bot.storage.schema import DATA
from bot.storage.store import Store
from rules.cards import VerifiableShuffler
from tests.bot.builders import ANNE, BART, CHANNEL, Room, person
from tests.bot.storage import files
from tests.bot.storage.files import ROOT, Host, a_game, a_random_move, replayed, revisions, sql, with_room
from tests.bot.storage.test_database import AFTER, BEFORE

both = pytest.mark.parametrize("command", ["backup", "export"])


@pytest.fixture
def played(host: Host) -> Host:
    """A host whose database holds a game at its third revision."""
    with_room(host.database, a_game)
    return host


# --- Backup ---


async def test_backups_made_while_games_are_played_are_whole_games(database: Path, room: Room) -> None:
    """In each copy, made while a move is written, the log of each game leads to the state beside it."""
    room.sessions._shuffler = VerifiableShuffler
    backups: list[Path] = []
    for number in range(2):
        who = [person(user.user_id, user.name, CHANNEL + number) for user in (ANNE, BART)]
        await room.game(*who, turn_seconds=None, target=300)
        for _ in range(6):
            backups.append(database.with_name(f"backup-{len(backups)}"))
            await asyncio.gather(a_random_move(room), copy_to(database, backups[-1]))
    moves = []
    for backup in backups:
        assert not list(database.parent.glob(f"{backup.name}-*"))
        store = await Store.open(backup)
        moves.append([await moves_of(store, session_id) for session_id in await store.live_ids()])
        await store.close()
    assert [sum(counts) for counts in moves] == sorted(sum(counts) for counts in moves)
    assert len(moves[-1]) == 2


async def moves_of(store: Store, session_id: str) -> int:
    """Play a stored game again; return how many moves it has."""
    session = await store.load(session_id)
    assert session is not None
    moves = [(move.seat, move.token) for move in await store.moves(session_id)]
    if session.status is not Status.LOBBY:
        assert session.start_id is not None
        assert replayed(session.options, session.secret, session.start_id, 2, moves) == session.state
    return len(moves)


def test_a_backup_is_told_also_where_the_screen_lacks_its_letters(
    played: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", screen)
    played.does("backup", "küche")
    screen.seek(0)
    assert screen.read().startswith("The backup k\\xfcche is written and checked")


def test_f02_a_backup_waits_for_nobody_who_writes(played: Host) -> None:
    with closing(sqlite3.connect(played.database, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        writer.execute("UPDATE sessions SET revision = 99")
        assert "is written and checked" in played.does("backup", "there")
        assert '"revision":3,' in played.does("export")
        writer.execute("ROLLBACK")
    assert revisions(played.folder / "there") == [3]


def test_a_backup_replaces_a_file_only_when_it_is_told_to(played: Host) -> None:
    there = played.folder / "there"
    there.write_text("last week")
    for command in ("backup", "export"):
        assert "exists already" in played.is_refused(command, there)
    played.does("backup", "--replace", there)
    assert revisions(there) == [3]
    assert set(played.files()) == {played.database.name, "there"}


@both
def test_f46_where_no_backup_can_be_none_is_written(wrecked: Host, command: str) -> None:
    """Nor over the database and its companions."""
    places: dict[object, str] = {
        wrecked.companion(end): "is the database itself" for end in ("", "-wal", "-shm", "-lock", "-journal")
    } | {".": "is a folder", "missing/there": "does not exist", os.devnull: "device", "x" * 300: "too long"}
    for place, sentence in places.items():
        assert sentence in wrecked.is_refused(command, "--replace", place)


@pytest.mark.parametrize("command", ["backup there", "export there", "export"])
def test_f46_without_a_database_there_is_nothing_to_back_up_and_none_is_made(host: Host, command: str) -> None:
    assert f"There is no database {host.database}" in host.is_refused(*command.split())
    assert list(host.folder.iterdir()) == []


def test_f10_the_backup_of_a_damaged_database_is_refused_and_the_last_one_kept(played: Host) -> None:
    played.does("backup", "there")
    files.an_index(played.database)
    told = played.is_refused("backup", "--replace", "there")
    assert f"The database {played.database} cannot be copied: it is damaged" in told


@both
def test_what_cannot_be_written_is_told_and_leaves_nothing(
    played: Host, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    assert played.is_refused(command, "there") == "there: No space left on device.\n"


# --- Restore ---


def test_a_backup_is_restored_and_what_was_there_is_kept(played: Host) -> None:
    played.does("backup", "there")
    for number in (1, 2):
        sql(played.database, f"UPDATE sessions SET revision = 4{number}")  # noqa: S608 - our own number
        said = played.does("restore", "there")
        aside = played.companion(f".replaced-{number}")
        kept = f"What was there before is kept as {aside}."
        assert said == f"The database {played.database} is now the backup there. {kept}\n"
        assert (revisions(aside), revisions(played.database)) == ([40 + number], [3])
    played.does("--check")


def test_f10a_a_restored_database_takes_no_harm_from_the_companions_of_the_one_before(wrecked: Host) -> None:
    """And the files of a killed bot are a backup as well, with its last moves."""
    for ending in ("", "-wal"):
        shutil.copy(wrecked.companion(ending), wrecked.folder / f"elsewhere{ending}")
    wrecked.does("restore", "backup")
    assert not wrecked.companion("-wal").exists()
    assert not wrecked.companion("-shm").exists()
    assert revisions(wrecked.companion(".replaced-1")) == AFTER
    wrecked.does("--check")
    assert revisions(wrecked.database) == BEFORE
    before = wrecked.files()["elsewhere"]
    wrecked.does("restore", "elsewhere")
    assert wrecked.files()["elsewhere"] == before
    assert revisions(wrecked.database) == AFTER


@pytest.mark.parametrize("done", [0, 1, 2])
def test_a_restore_that_is_stopped_half_way_leaves_one_or_the_other_or_is_noticed(
    wrecked: Host, done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after so many of: the exchange, the removal of `-wal`."""
    left = [None] * done

    def stopping(step: Callable[..., Any]) -> Callable[..., Any]:
        def stop_or(file: Path, *rest: Any, **more: Any) -> Any:
            if ".restoring" not in file.name or step is replace:
                if not left:
                    raise KeyboardInterrupt
                left.pop()
            return step(file, *rest, **more)

        return stop_or

    replace, unlink = Path.replace, Path.unlink
    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", stopping(replace))
        patch.setattr("pathlib.Path.unlink", stopping(unlink))
        assert wrecked.run("restore", "backup") == 130
    if done == 1:
        assert "was exchanged" in wrecked.is_refused("--check")
    else:
        wrecked.does("--check")
        assert revisions(wrecked.database) == (AFTER if done == 0 else BEFORE)
    assert revisions(wrecked.companion(".replaced-1")) == AFTER


@pytest.mark.parametrize("there", [None, b"", b"Ahoy! " * 1000])
def test_f10_a_backup_is_restored_where_no_database_is_or_none_that_works(played: Host, there: bytes | None) -> None:
    played.does("backup", "there")
    played.database.unlink()
    if there is not None:
        played.database.write_bytes(there)
    said = played.does("restore", "there")
    assert ("kept" in said) == (there is not None)
    assert there is None or played.companion(".replaced-1").read_bytes() == there
    played.does("--check")
    assert revisions(played.database) == [3]


DAMAGE: dict[Callable[[Path], Any], str] = {
    Path.unlink: "There is no backup",
    files.emptied: "empty file of 0 bytes",
    files.text: "not a database",
    files.cut: "cannot be used: ",
    files.an_index: "it is damaged",
    files.an_orphan: "it is damaged",
    files.of_the_future: "newer version",
    files.of_another_program: "something else",
    lambda file: sql(file, "ALTER TABLE results DROP COLUMN options"): "it has no results.options",
    lambda file: sql(file, "DROP TABLE house_rules"): "it has no house_rules.game",
}


@pytest.mark.parametrize("damage, sentence", DAMAGE.items())
def test_f10_a_backup_that_cannot_be_used_is_refused_before_anything_is_changed(
    played: Host, damage: Callable[[Path], Any], sentence: str
) -> None:
    played.does("backup", "there")
    damage(played.folder / "there")
    told = played.is_refused("restore", "there")
    assert sentence in told
    assert "there" in told
    played.does("--check")


def test_the_database_is_no_backup_of_itself(played: Host) -> None:
    assert "is the database itself" in played.is_refused("restore", played.database)


def test_a_backup_of_an_older_version_is_brought_up_to_date(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    old = host.folder / "old"
    (old / "migrations").mkdir(parents=True)
    for name in ("sessions", "server_settings", "parents", "warnings", "language", "session_rows", "stopped_clocks"):
        shutil.copy(next((DATA / "migrations").glob(f"*_{name}.sql")), old / "migrations")
    shutil.copytree(DATA / "queries", old / "queries")
    with monkeypatch.context() as patch:
        patch.setattr("bot.storage.schema.DATA", old)
        with_room(host.database, lambda room: room.lobby(ANNE))
        host.does("backup", "there")
    for command in (["--check"], ["restore", "there"], ["--check"]):
        host.does(*command)
        assert len(sql(host.database, "SELECT * FROM migrations")) == len(list((DATA / "migrations").glob("*.sql")))


# --- The command line ---


@pytest.mark.parametrize("way", ["--local", "--check"])
def test_a_command_goes_without_other_ways_to_start(host: Host, way: str) -> None:
    with pytest.raises(SystemExit) as caught:
        host.run(way, "backup", "there")
    assert caught.value.code == REFUSED
    assert list(host.folder.iterdir()) == []


@pytest.mark.parametrize("command", ["backup", "restore", "export"])
def test_every_command_is_explained_and_in_the_readme(host: Host, command: str) -> None:
    with pytest.raises(SystemExit) as caught:
        host.run(command, "--help")
    assert caught.value.code == 0
    assert f"python -m bot {command}" in (ROOT / "README.md").read_text(encoding="utf-8")
