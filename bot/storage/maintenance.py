"""The commands for the database on the command line: backup, restore, export. Each returns a sentence for the host."""

import argparse
import itertools
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from bot.storage import database, export
from bot.storage.lockfile import Lock, companion

Task = Callable[[Path, argparse.Namespace], Awaitable[str]]
"""Takes the database's path and the command line, returns a sentence for the host."""


class CannotDo(Exception):
    """A command cannot be carried out; the message is a sentence for the host."""


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the commands. The parsed `task` is a Task, or None when none was named."""
    parser.set_defaults(task=None)
    commands = parser.add_subparsers(title="upkeep of the database DATABASE_PATH", metavar="COMMAND")
    about = "copy the database to FILE, also while the bot runs"
    backup = commands.add_parser("backup", help=about, description=_sentence(about))
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.set_defaults(task=_backup)
    about = "put the backup FILE in the place of the database, while the bot does not run"
    restore = commands.add_parser("restore", help=about, description=_sentence(about))
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.set_defaults(task=_restore)
    about = "write sessions, moves and results as lines of JSON (docs/export.md), also while the bot runs"
    exporting = commands.add_parser("export", help=about, description=_sentence(about))
    exporting.add_argument("file", type=Path, metavar="FILE", nargs="?", help="standard output if it is not given")
    exporting.set_defaults(task=_export)
    for command in (backup, exporting):
        command.add_argument("--replace", action="store_true", help="replace FILE if there is one")


def _sentence(about: str) -> str:
    return f"{about[0].upper()}{about[1:]}."


async def _backup(path: Path, arguments: argparse.Namespace) -> str:
    with _written(arguments.file, path, replace=arguments.replace) as partial:
        await database.copy_to(path, partial)
        size = partial.stat().st_size
    return (
        f"The backup {arguments.file} is written and checked ({size / 1e6:.1f} MB). It holds secrets: keep it private."
    )


async def _restore(path: Path, arguments: argparse.Namespace) -> str:
    backup: Path = arguments.file
    database.require_place(path)
    with _plainly(backup), Lock(path):
        _require_backup(backup, path)
        copy = companion(path, ".restoring")
        try:
            await database.make_ready(backup, copy)
            aside = _put_in_place(copy, path)
        finally:
            database.remove(copy)
    kept = "" if aside is None else f" What was there before is kept as {aside}."
    return f"The database {path} is now the backup {backup}.{kept}"


async def _export(path: Path, arguments: argparse.Namespace) -> str:
    if arguments.file is None:
        with _plainly(Path("standard output")), _to_standard_output() as output:
            await _write_lines(path, output)
        return ""
    with _written(arguments.file, path, replace=arguments.replace) as partial, partial.open("xb") as output:
        await _write_lines(path, output)
    return f"The export {arguments.file} is written."


async def _write_lines(path: Path, output: BinaryIO) -> None:
    async with aclosing(export.lines(path)) as lines:
        async for line in lines:
            output.write(msgspec.json.encode(line) + b"\n")


# --- Files ---


@contextmanager
def _plainly(file: Path) -> Iterator[None]:
    """Turn an OSError about a file into CannotDo."""
    try:
        yield
    except OSError as error:
        raise CannotDo(f"{error.filename or file}: {error.strerror}.") from error


@contextmanager
def _written(file: Path, path: Path, *, replace: bool) -> Iterator[Path]:
    """Yield the path of a partial file, which replaces `file` at the end, or is removed on any error."""
    partial = companion(file, ".partial")
    with _plainly(file):
        _require_free(file, path, replace=replace)
        database.remove(partial)
        try:
            yield partial
            partial.replace(companion(file, ""))
        finally:
            database.remove(partial)


def _require_free(file: Path, path: Path, *, replace: bool) -> None:
    if not file.absolute().parent.is_dir():
        raise CannotDo(f"The folder {file.absolute().parent} does not exist; create it or correct the path.")
    if file.is_symlink():
        raise CannotDo(f"{file} is a link, and what it points to would be lost; name the file itself.")
    if file.exists() and not file.is_file():
        raise CannotDo(f"{file} is a folder or a device; name a file.")
    if companion(file, "") in {companion(path, ending) for ending in ("", "-wal", "-shm", "-lock", "-journal")}:
        raise CannotDo(f"{file} is the database itself or a part of it; name another file.")
    if file.exists() and not replace:
        raise CannotDo(f"{file} exists already and was left as it is; name another file, or add --replace.")


def _require_backup(backup: Path, path: Path) -> None:
    if not backup.is_file():
        raise CannotDo(f"There is no backup {backup}. Nothing was changed.")
    if path.exists() and backup.samefile(path):
        raise CannotDo(f"{backup} is the database itself; name a backup. Nothing was changed.")
    if backup.stat().st_size == 0:
        raise CannotDo(f"The backup {backup} is an empty file of 0 bytes. Nothing was changed; try another one.")


def _put_in_place(copy: Path, path: Path) -> Path | None:
    """Replace the database with a copy; return the path under which the old one is kept, None if there was none."""
    aside = _keep_aside(path)
    if path.exists():
        copy.chmod(path.stat().st_mode & ~database.OTHERS)
    database.put_in_place(copy, path)
    return aside


def _keep_aside(path: Path) -> Path | None:
    """Copy the database and its `-wal`, even damaged ones; return the path of the copy, None if there was nothing."""
    kept = [""] if path.exists() else []
    if database.has_wal(path):
        kept.append("-wal")
    numbered = (companion(path, f".replaced-{number}") for number in itertools.count(1))
    aside = next(name for name in numbered if not name.exists() and not companion(name, "-wal").exists())
    for ending in kept:
        shutil.copyfile(companion(path, ending), companion(aside, ending))
    return aside if kept else None


@contextmanager
def _to_standard_output() -> Iterator[BinaryIO]:
    """Yield standard output. A reader that stops early, as `head` does, is no error."""
    if sys.stdout is None:
        raise CannotDo("Standard output is closed; name a FILE for the export.")
    try:
        yield sys.stdout.buffer
        sys.stdout.flush()
    except BrokenPipeError:
        # Otherwise Python would flush again at its end, and report the same error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
