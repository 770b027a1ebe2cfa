"""What a host does and what happens to files: start, backup, restore, export (F02, F10, F31, F46)."""
# ruff: noqa: ASYNC240 - a test may wait for a file

import asyncio
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import aclosing, closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.__main__ import REFUSED, main
from bot.host.settings import FIELDS
from bot.model.records import Status
from bot.storage import export, lockfile
from bot.storage.database import copy_to
from bot.storage.lockfile import Lock, UnusableDatabase
from bot.storage.schema import DATA
from bot.storage.store import Store
from rules import GAMES
from rules.cards import VerifiableShuffler, shuffle_key
from tests.bot.builders import ANNE, BART, CHANNEL, MODERATOR, START_ID, GatedStore, Room, person

ROOT = Path(__file__).parent.parent.parent
CRASH = """
import asyncio, os, shutil, signal, sys
from pathlib import Path
from bot.storage.database import copy_to
from tests.bot.builders import ANNE, BART, GatedStore, Room

async def crash(database):
    store = await GatedStore.open(database)
    room = Room(store)
    await room.game(ANNE, BART, deck="7C 8D 9H", turn_seconds=None)
    await store.close()
    shutil.copy(database, database.with_name("copy"))
    await copy_to(database, database.with_name("backup"))
    room.store = store = await GatedStore.open(database)
    room.sessions = room.another()
    await copy_to(database, database.with_name("late backup"))
    await room.play("draw draw")
    await store.note("ready")
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(crash(Path(sys.argv[1])))
"""
"""A game is begun, the bot stopped, a copy and a backup made; started again, a late backup, two draws, kill -9."""


class Host:
    """Someone at the command line, with a database and what the program said last."""

    def __init__(self, database: Path, capsys: pytest.CaptureFixture[bytes]) -> None:
        self.database = database
        self.folder = database.parent
        self._capsys = capsys
        self.said = ""
        self.told = ""
        """On standard error."""

    def run(self, *arguments: object) -> int:
        code = main([str(argument) for argument in arguments])
        output = self._capsys.readouterr()
        self.said, self.told = output.out.decode(), output.err.decode()
        return code

    def does(self, *arguments: object) -> str:
        assert self.run(*arguments) == 0, self.told
        return self.said

    def is_refused(self, *arguments: object) -> str:
        """Run what must be refused: in one sentence or a few, on one line; no file is changed."""
        before = self.files()
        assert self.run(*arguments) == REFUSED
        assert self.files() == before
        assert len(self.told.splitlines()) == 1
        assert self.said == ""
        return self.told

    def files(self) -> dict[str, bytes]:
        """Read every file in the folder, but for what SQLite may make anew: the lock, an index, an empty log."""
        return {
            file.name: file.read_bytes()
            for file in self.folder.iterdir()
            if file.is_file()
            and not file.name.endswith(("-lock", "-shm"))
            and not (file.name.endswith("-wal") and file.stat().st_size == 0)
        }

    def companion(self, ending: str) -> Path:
        return self.database.with_name(self.database.name + ending)


@pytest.fixture
def host(database: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Host:
    for name, _, _ in FIELDS.values():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATABASE_PATH", str(database))
    monkeypatch.chdir(database.parent)
    monkeypatch.setattr("bot.__main__.set_up_logging", lambda _level: None)
    return Host(database, capsysbinary)


def with_room(path: Path, play: Callable[[Room], Any]) -> Any:
    """Open the database, await what is played there, close it."""

    async def played() -> Any:
        store = await GatedStore.open(path)
        assert isinstance(store, GatedStore)
        try:
            return await play(Room(store))
        finally:
            await store.close()

    return asyncio.run(played())


async def a_game(room: Room) -> str:
    await room.game(ANNE, BART, deck="7C 8D 9H 10S", turn_seconds=None)
    await room.play("draw")
    return room.id


async def play_on(room: Room, most: int) -> None:
    """Let players choose by a seeded die until the game ends, or so many moves are made."""
    chance, session = Random(3), await room.now()
    game = GAMES[session.game]
    for _ in range(most):
        if session.status is not Status.PLAYING:
            return
        awaited = game.awaited(session.state)
        assert awaited is not None
        session = await room.play(game.token(chance.choice(game.legal(session.state, awaited.seat))))


def sql(path: Path, *statements: str) -> list[Any]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        found: list[Any] = []
        for statement in statements:
            found = connection.execute(statement).fetchall()
        return found


def revisions(path: Path) -> list[int]:
    return [row[0] for row in sql(path, "SELECT revision FROM sessions ORDER BY revision")]


@pytest.fixture(scope="session")
def wreck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a bot was killed while its last moves stood in `-wal`."""
    folder = tmp_path_factory.mktemp("wreck")
    command = [sys.executable, "-c", CRASH, str(folder / "quartermaster.sqlite3")]
    subprocess.run(command, cwd=ROOT, timeout=30, check=False)  # noqa: S603 - our own program
    assert (folder / "quartermaster.sqlite3-wal").stat().st_size > 0
    return folder


@pytest.fixture
def wrecked(wreck: Path, host: Host) -> Host:
    shutil.copytree(wreck, host.folder, dirs_exist_ok=True)
    return host


BEFORE, AFTER = [2], [4]
"""Revisions of the game in the wreck: at the backup, at the crash."""


# --- Start ---


def test_f46_the_first_start_makes_the_database(host: Host) -> None:
    assert "All is well" in host.does("--check")
    assert "All is well" in host.does("--check")


def test_f46_a_missing_folder_is_refused_and_nothing_is_made(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(host.folder / "dta" / "quartermaster.sqlite3"))
    for command in ("--check", "backup x", "restore x", "export"):
        assert f"the folder {host.folder / 'dta'} does not exist" in host.is_refused(*command.split())
    assert list(host.folder.iterdir()) == []


@pytest.mark.parametrize("place", ["missing/x.sqlite3", "."])
async def test_f46_the_store_makes_no_folder_and_takes_none_for_a_file(tmp_path: Path, place: str) -> None:
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
    for start in range(0, len(whole), 4096):
        host.database.write_bytes(whole[:start] + bytes(4096) + whole[start + 4096 :])
        told = host.is_refused("--check")
        assert f"The database {host.database} cannot be used: " in told
        assert "restore FILE" in told


def test_f10b_half_a_file_is_refused(host: Host) -> None:
    with_room(host.database, a_game)
    host.database.write_bytes(host.database.read_bytes()[: 4096 * 3])
    assert "damaged" in host.is_refused("--check") or "malformed" in host.told


def test_f10c_an_empty_file_is_refused_and_stays_empty(host: Host) -> None:
    host.database.touch()
    told = host.is_refused("--check")
    assert f"The database {host.database} is an empty file of 0 bytes" in told
    assert "delete the file" in told


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
def test_f10d_a_file_of_another_user_is_named(wrecked: Host, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Permissions do not bind the administrator, so the answer of the system is put in its mouth."""
    theirs = wrecked.companion(ending)
    theirs.touch()
    monkeypatch.setattr("os.access", lambda file, _mode: Path(file) != theirs)
    told = wrecked.is_refused("--check")
    assert str(theirs) in told
    assert "owner and permissions" in told


def test_f10_a_file_that_is_no_database_is_refused(host: Host) -> None:
    host.database.write_text("Ahoy! " * 1000)
    assert "file is not a database" in host.is_refused("--check")


def test_the_database_of_another_program_is_refused(host: Host) -> None:
    host.database.touch()
    of_another_program(host.database)
    assert "something else" in host.is_refused("--check")


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
    with Lock(database):
        done = bot("--check", database=database)
    assert done.returncode == REFUSED
    assert done.stderr.decode().startswith(f"The database {database} is in use by a bot that runs.")
    assert len(done.stderr.splitlines()) == 1


def bot(command: str, database: Path, stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
    """Run the program as the host does."""
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "bot", command],
        cwd=ROOT,
        env={"DATABASE_PATH": str(database), "PYTHONPATH": str(ROOT)},
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=30,
        check=False,
    )


def test_a_lock_that_may_only_be_read_is_none(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """`query_only` stands in for file permissions, which do not bind the administrator."""
    monkeypatch.setattr(lockfile, "_HOLD", (*lockfile._HOLD, "PRAGMA query_only = ON"))
    assert f"The lock {host.companion('-lock')} cannot be taken: attempt to write" in host.is_refused("--check")


def test_a_lock_that_cannot_be_made_is_named(host: Host) -> None:
    host.companion("-lock").mkdir()
    assert f"The lock {host.companion('-lock')} cannot be taken" in host.is_refused("--check")


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
            await asyncio.gather(play_on(room, 1), copy_to(database, backups[-1]))
    moves = []
    for backup in backups:
        assert not list(database.parent.glob(f"{backup.name}-*"))
        store = await Store.open(backup)
        moves.append([await replays(store, session_id) for session_id in await store.live_ids()])
        await store.close()
    assert [sum(counts) for counts in moves] == sorted(sum(counts) for counts in moves)
    assert len(moves[-1]) == 2


async def replays(store: Store, session_id: str) -> int:
    """Play a stored game again; return how many moves it has."""
    session = await store.load(session_id)
    assert session is not None
    moves = await store.moves(session_id)
    if session.status is Status.LOBBY:
        assert moves == []
        return 0
    game, shuffler = GAMES["lands"], VerifiableShuffler(shuffle_key(session.secret, START_ID))
    state = game.deal(session.options, 2, None, shuffler)
    for move in moves:
        state = game.apply(state, move.seat, game.from_token(move.token), shuffler).state
    assert state == session.state
    return len(moves)


def test_a_backup_is_told_also_where_the_screen_lacks_its_letters(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    with_room(host.database, a_game)
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", screen)
    host.does("backup", "küche")
    screen.seek(0)
    assert screen.read().startswith("The backup k\\xfcche is written and checked")


def test_f02_a_backup_waits_for_nobody_who_writes(host: Host) -> None:
    with_room(host.database, a_game)
    with closing(sqlite3.connect(host.database, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        writer.execute("UPDATE sessions SET revision = 99")
        assert "is written and checked" in host.does("backup", "there")
        assert '"revision":3,' in host.does("export")
        writer.execute("ROLLBACK")
    assert revisions(host.folder / "there") == [3]


def test_a_backup_replaces_a_file_only_when_it_is_told_to(host: Host) -> None:
    with_room(host.database, a_game)
    there = host.folder / "there"
    there.write_text("last week")
    for command in ("backup", "export"):
        assert "exists already" in host.is_refused(command, there)
    host.does("backup", "--replace", there)
    assert revisions(there) == [3]
    assert set(host.files()) == {host.database.name, "there"}


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-lock", "-journal"])
@pytest.mark.parametrize("command", ["backup", "export"])
def test_nothing_is_written_over_the_database_and_its_companions(wrecked: Host, command: str, ending: str) -> None:
    assert "is the database itself" in wrecked.is_refused(command, "--replace", wrecked.companion(ending))


@pytest.mark.parametrize(
    "file, sentence",
    [(".", "is a folder"), ("missing/there", "does not exist"), (os.devnull, "device"), ("x" * 300, "too long")],
)
@pytest.mark.parametrize("command", ["backup", "export"])
def test_f46_a_place_where_no_backup_can_be_is_refused(host: Host, command: str, file: str, sentence: str) -> None:
    with_room(host.database, a_game)
    assert sentence in host.is_refused(command, "--replace", file)


@pytest.mark.parametrize("command", ["backup there", "export there", "export"])
def test_f46_without_a_database_there_is_nothing_to_back_up_and_none_is_made(host: Host, command: str) -> None:
    assert f"There is no database {host.database}" in host.is_refused(*command.split())
    assert list(host.folder.iterdir()) == []


def test_f10_the_backup_of_a_damaged_database_is_refused_and_the_last_one_kept(host: Host) -> None:
    """Only an index is damaged, which a copy of all pages does not notice."""
    with_room(host.database, a_game)
    host.does("backup", "there")
    damage_an_index(host.database)
    assert f"The database {host.database} cannot be copied: it is damaged" in host.is_refused(
        "backup", "--replace", "there"
    )


def damage_an_index(path: Path) -> None:
    """Let an index forget its rows."""
    sql(
        path,
        "PRAGMA writable_schema = ON",
        "CREATE TABLE spare (guild_id INTEGER)",
        "CREATE INDEX spare_index ON spare (guild_id)",
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'spare_index') "
        "WHERE name = 'sessions_by_guild'",
        "DELETE FROM sqlite_schema WHERE name = 'spare_index'",
    )


def test_what_cannot_be_written_is_told_and_leaves_nothing(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    with_room(host.database, a_game)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    for command in ("backup", "export"):
        assert host.is_refused(command, "there") == "there: No space left on device.\n"


# --- Restore ---


def test_a_backup_is_restored_and_what_was_there_is_kept(host: Host) -> None:
    with_room(host.database, a_game)
    host.does("backup", "there")
    for number in (1, 2):
        sql(host.database, f"UPDATE sessions SET revision = 4{number}")  # noqa: S608 - our own number
        said = host.does("restore", "there")
        aside = host.companion(f".replaced-{number}")
        assert (
            said == f"The database {host.database} is now the backup there. What was there before is kept as {aside}.\n"
        )
        assert revisions(aside) == [40 + number]
        assert revisions(host.database) == [3]
    host.does("--check")


def test_f10a_a_restored_database_takes_no_harm_from_the_companions_of_the_one_before(wrecked: Host) -> None:
    wrecked.does("restore", "backup")
    assert not wrecked.companion("-wal").exists()
    assert not wrecked.companion("-shm").exists()
    assert revisions(wrecked.companion(".replaced-1")) == AFTER
    wrecked.does("--check")
    assert revisions(wrecked.database) == BEFORE


@pytest.mark.parametrize("done", [0, 1, 2])
def test_a_restore_that_is_stopped_half_way_leaves_one_or_the_other_or_is_noticed(
    wrecked: Host, done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after so many of: the exchange, the removal of `-wal`."""
    steps = Path.replace, Path.unlink

    def stopping(step: Callable[..., Any]) -> Callable[..., Any]:
        def stop_or(file: Path, *rest: Any, **more: Any) -> Any:
            if ".restoring" in file.name and step is Path.unlink:
                return step(file, *rest, **more)
            if len(left) == 0:
                raise KeyboardInterrupt
            left.pop()
            return step(file, *rest, **more)

        return stop_or

    left = [None] * done
    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", stopping(steps[0]))
        patch.setattr("pathlib.Path.unlink", stopping(steps[1]))
        assert wrecked.run("restore", "backup") == 130
    if done == 1:
        assert "was exchanged" in wrecked.is_refused("--check")
    else:
        wrecked.does("--check")
        assert revisions(wrecked.database) == (AFTER if done == 0 else BEFORE)
    assert revisions(wrecked.companion(".replaced-1")) == AFTER


@pytest.mark.parametrize("there", [None, b"", b"Ahoy! " * 1000])
def test_f10_a_backup_is_restored_where_no_database_is_or_none_that_works(host: Host, there: bytes | None) -> None:
    with_room(host.database, a_game)
    host.does("backup", "there")
    host.database.unlink()
    if there is not None:
        host.database.write_bytes(there)
    said = host.does("restore", "there")
    if there is None:
        assert "kept" not in said
    else:
        assert host.companion(".replaced-1").read_bytes() == there
    host.does("--check")
    assert revisions(host.database) == [3]


def test_a_copy_of_a_killed_bots_files_is_restored_with_its_last_moves(wrecked: Host) -> None:
    for ending in ("", "-wal"):
        shutil.copy(wrecked.companion(ending), wrecked.folder / f"elsewhere{ending}")
    wrecked.does("restore", "backup")
    before = wrecked.files()["elsewhere"]
    wrecked.does("restore", "elsewhere")
    assert wrecked.files()["elsewhere"] == before
    assert revisions(wrecked.database) == AFTER


def of_another_program(path: Path) -> None:
    path.unlink()
    sql(path, "CREATE TABLE music (album TEXT)")


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda backup: backup.unlink(), "There is no backup"),
    "empty": (lambda backup: backup.write_bytes(b""), "empty file of 0 bytes"),
    "text": (lambda backup: backup.write_text("Ahoy! " * 1000), "not a database"),
    "cut": (lambda backup: backup.write_bytes(backup.read_bytes()[:9000]), "cannot be used: "),
    "index": (damage_an_index, "it is damaged"),
    "orphan": (
        lambda backup: sql(backup, "INSERT INTO moves VALUES ('gone', 1, 0, 0, 'draw', 'player')"),
        "it is damaged",
    ),
    "newer": (lambda backup: sql(backup, "INSERT INTO migrations VALUES (99, '0099_the_future', 0)"), "newer version"),
    "column": (lambda backup: sql(backup, "ALTER TABLE results DROP COLUMN options"), "it has no results.options"),
    "table": (lambda backup: sql(backup, "DROP TABLE house_rules"), "it has no house_rules.game"),
    "other": (of_another_program, "something else"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_f10_a_backup_that_cannot_be_used_is_refused_before_anything_is_changed(host: Host, kind: str) -> None:
    damage, sentence = DAMAGE[kind]
    with_room(host.database, a_game)
    host.does("backup", "there")
    damage(host.folder / "there")
    assert sentence in host.is_refused("restore", "there")
    assert "there" in host.told
    host.does("--check")


def test_the_database_is_no_backup_of_itself(host: Host) -> None:
    with_room(host.database, a_game)
    assert "is the database itself" in host.is_refused("restore", host.database)


def test_a_backup_of_an_older_version_is_brought_up_to_date(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    old = host.folder / "old"
    (old / "migrations").mkdir(parents=True)
    for name in (
        "sessions",
        "server_settings",
        "parents",
        "warnings",
        "language",
        "session_rows",
    ):  # what opening a lobby needs
        shutil.copy(next((DATA / "migrations").glob(f"*_{name}.sql")), old / "migrations")
    shutil.copytree(DATA / "queries", old / "queries")
    with monkeypatch.context() as patch:
        patch.setattr("bot.storage.schema.DATA", old)
        with_room(host.database, lambda room: room.lobby(ANNE))
        host.does("backup", "there")
    host.does("--check")
    host.does("restore", "there")
    host.does("--check")
    assert len(sql(host.database, "SELECT * FROM migrations")) == len(list((DATA / "migrations").glob("*.sql")))


# --- Export ---


async def three_sessions(room: Room) -> list[str]:
    """A game that is over, one that runs, a lobby; with ids as high as they come."""
    room.sessions._shuffler = VerifiableShuffler
    high = person(2**63 - 1, "🏴 Zheng", CHANNEL)
    ids = []
    for number in range(3):
        who = [person(user.user_id, user.name, CHANNEL + number) for user in (high, BART)]
        room.sessions._secret = partial(bytes, [number] * 32)
        if number == 2:
            await room.lobby(*who)
        else:
            await room.game(*who, turn_seconds=None, target=50)
            await room.play("draw")
        if number == 0:
            await play_on(room, 1000)
        ids.append(room.id)
        room.clock.now += 1
    return ids


@pytest.fixture
def exported(host: Host) -> tuple[list[str], str]:
    """Ids of the three sessions, and the export."""
    ids = with_room(host.database, three_sessions)
    return ids, host.does("export")


def test_an_export_has_a_line_for_each_session_move_and_result(exported: tuple[list[str], str]) -> None:
    ids, text = exported
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0] == {"kind": "export", "format": 1}
    assert [(line["kind"], line["id"], line["status"]) for line in lines[1:4]] == [
        ("session", ids[0], "finished"),
        ("session", ids[1], "playing"),
        ("session", ids[2], "lobby"),
    ]
    moves, (result,) = lines[4:-1], lines[-1:]
    assert {(move["kind"], move["session_id"]) for move in moves} == {("move", ids[0])}
    assert (result["kind"], result["session_id"], result["rated"]) == ("result", ids[0], True)
    assert [(seat["seat"], seat["name"], seat["user_id"]) for seat in result["seats"]] == [
        (0, "🏴 Zheng", "9223372036854775807"),
        (1, "Bart", "2"),
    ]
    assert {seat["place"] for seat in result["seats"]} <= {1, 2}


def test_every_field_of_an_export_is_in_the_documentation(exported: tuple[list[str], str]) -> None:
    text = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")

    def fields(value: Any) -> Iterator[str]:
        for item in value if isinstance(value, list) else []:
            yield from fields(item)
        for name, item in value.items() if isinstance(value, dict) else []:
            yield name
            yield from fields(item) if name != "options" else ()

    named = {name for line in exported[1].splitlines() for name in fields(json.loads(line))}
    assert {name for name in named if f"`{name}`" not in text} == set()


def test_an_export_tells_nothing_that_a_running_game_hides(exported: tuple[list[str], str]) -> None:
    ids, text = exported
    _, over, *running = [json.loads(line) for line in text.splitlines()][:4]
    assert over["secret"] == "00" * 32
    for number, session in enumerate(running, start=1):
        assert session["secret"] is None
        assert (bytes([number]) * 32).hex() not in text
        assert msgspec.json.encode(bytes([number]) * 32).decode()[1:-1] not in text
    assert "state" not in over
    assert not [line for line in text.splitlines() if '"kind":"move"' in line and ids[1] in line]


def test_f08_a_game_that_is_over_can_be_played_again_from_its_export(exported: tuple[list[str], str]) -> None:
    lines = [json.loads(line) for line in exported[1].splitlines()]
    session, result, game = lines[1], lines[-1], GAMES["lands"]
    shuffler = VerifiableShuffler(shuffle_key(bytes.fromhex(session["secret"]), int(session["start_id"])))
    state = game.deal(msgspec.convert(session["options"], game.Options), len(session["players"]), None, shuffler)
    for move in [line for line in lines if line["kind"] == "move"]:
        state = game.apply(state, move["seat"], game.from_token(move["token"]), shuffler).state
    outcome = game.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == [seat["score"] for seat in result["seats"]]


async def test_an_export_is_of_one_moment(database: Path, room: Room) -> None:
    """What ends while it is written still runs in it, and keeps its moves to itself."""
    await a_game(room)
    async with aclosing(export.lines(database)) as lines:
        found = [await anext(lines), await anext(lines)]
        await room.sessions.end(room.id, MODERATOR)
        found += [line async for line in lines]
    assert [line["kind"] for line in found] == ["export", "session"]


def test_an_export_to_a_file_is_the_same(host: Host, exported: tuple[list[str], str]) -> None:
    host.does("export", "lines.jsonl")
    assert (host.folder / "lines.jsonl").read_text(encoding="utf-8") == exported[1]


def test_f46_an_export_to_a_closed_output_is_refused(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    with_room(host.database, a_game)
    monkeypatch.setattr("sys.stdout", None)
    assert host.is_refused("export") == "Standard output is closed; name a FILE for the export.\n"


def test_an_export_may_be_read_in_part(host: Host) -> None:
    """As `head` does: who reads has had enough before the first line is written."""
    with_room(host.database, a_game)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = bot("export", host.database, writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


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
