"""The host's settings, read from the environment that `__main__` passes in. `.env.example` lists the same names."""

import logging
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct


class InvalidSettings(Exception):
    """Carries every problem found, one plain sentence each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Settings(Struct, frozen=True):
    """How the host wants the bot to run."""

    token: str | None
    """Discord's bot token; None when not set, which only the local table and --check allow."""
    database_path: Path
    local_database_path: Path
    """The local table's own database, so that trying the bot never touches a server's scores."""
    local_port: int
    """TCP port of the local table on the loopback address; 0 lets the system choose."""
    log_level: int
    log_format: str
    """How a record is written: one of `LOG_FORMATS`."""
    health_port: int | None
    """TCP port of /healthz and /metrics on the loopback address; None for neither."""

    @classmethod
    def from_env(cls, environment: Mapping[str, str], *, local: bool = False) -> "Settings":
        """Read the settings. Raises InvalidSettings with every problem at once.

        The default path of the database that is not used is not checked: the bot's folder may be read-only.
        """
        problems: list[str] = []
        values: dict[str, Any] = {}
        unused = "database_path" if local else "local_database_path"
        for field, (name, default, parse) in FIELDS.items():
            text = environment.get(name, "").strip()
            try:
                values[field] = Path(default).absolute() if field == unused and not text else parse(text or default)
            except (ValueError, OSError, RuntimeError) as problem:  # paths: too long, out of reach, of an unknown user
                problems.append(f"{name}: {problem}")
        if problems:
            raise InvalidSettings(problems)
        settings = cls(**values)
        if local and os.path.realpath(settings.database_path) == os.path.realpath(settings.local_database_path):
            # The local table would see that it is on none of the servers, and end their games.
            raise InvalidSettings(["LOCAL_DATABASE_PATH: must be another file than DATABASE_PATH, which servers need."])
        return settings


def _token(text: str) -> str | None:
    if any(character.isspace() for character in text):
        raise ValueError("a token holds no spaces; copy it again from the Discord developer portal.")
    return text or None


def _database(text: str) -> Path:
    """A missing folder is refused: creating one would hide a typing error behind an empty database."""
    path = Path(text).expanduser().absolute()
    if not path.parent.is_dir():
        raise ValueError(f"the folder {path.parent} does not exist; create it or correct the path.")
    if Path(os.path.realpath(path)).is_symlink():
        raise ValueError(f"{path} is a link that leads in a circle.")
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} is a folder or a device; name a file.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ValueError(f"{path} cannot be written; check its owner and permissions.")
    return path


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) > 65_535:  # noqa: PLR2004 - the highest TCP port
        raise ValueError(f"must be a port from 0 to 65535, not {text!r}.")
    return int(text)


def _log_level(text: str) -> int:
    levels = logging.getLevelNamesMapping()
    if text.upper() not in LOG_LEVELS:
        raise ValueError(f"must be one of {', '.join(LOG_LEVELS)}, not {text!r}.")
    return levels[text.upper()]


def _log_format(text: str) -> str:
    if text.lower() not in LOG_FORMATS:
        raise ValueError(f"must be one of {', '.join(LOG_FORMATS)}, not {text!r}.")
    return text.lower()


def _health_port(text: str) -> int | None:
    return _port(text) if text else None


LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS = ("text", "json")

FIELDS: dict[str, tuple[str, str, Callable[[str], Any]]] = {
    "token": ("DISCORD_TOKEN", "", _token),
    "database_path": ("DATABASE_PATH", "quartermaster.sqlite3", _database),
    "local_database_path": ("LOCAL_DATABASE_PATH", "local-table.sqlite3", _database),
    "local_port": ("LOCAL_PORT", "0", _port),
    "log_level": ("LOG_LEVEL", "INFO", _log_level),
    "log_format": ("LOG_FORMAT", "text", _log_format),
    "health_port": ("HEALTH_PORT", "", _health_port),
}
"""By field: the variable's name, its default, and how it is read."""
