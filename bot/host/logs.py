"""The log: one line for each record, as text or as JSON, without any token.

Callers add facts (`extra=facts(...)`); only this module decides how they are written. No module logs a payload, a URL
or a custom_id, where tokens or cards could be. The mask is the last line of defence.
"""

import faulthandler
import json
import logging
import re
import sys
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, ClassVar

import discord

from bot.host.patience import NETWORK
from bot.host.settings import Settings

_MASK = "[hidden]"
_TOKENS = (
    # A URL of an interaction or a webhook lets whoever reads it use them.
    re.compile(r"(?<=/interactions/)(\d+/)[^/\s?\"'<>)\]}]+"),
    re.compile(r"(?<=/webhooks/)(\d+/)[^/\s?\"'<>)\]}]+"),
    # A bot's token, anywhere. An interaction's begins with "interaction:" in base64.
    re.compile(r"()(?<![\w-])[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
    re.compile(r"()aW50ZXJhY3Rpb246[\w+/=%-]+"),
    # A token by its name in a payload or a header.
    re.compile(r"""(token["']?\s*[:=]\s*b?["']?)[\w.+/=%-]{20,}""", re.IGNORECASE),
    re.compile(r"((?:Bot|Bearer)\s+)[\w.+/=%-]{20,}"),
)

CONNECTION = (*NETWORK, discord.ConnectionClosed)
"""What discord.py reports of a connection."""
REPEAT_SECONDS = 15 * 60.0
"""How long the same thing about the network is not told again."""

log = logging.getLogger("bot")


def facts(
    *,
    session: str | None = None,
    revision: int | None = None,
    what: str | None = None,
    cause: str | None = None,
    reference: str | None = None,
) -> dict[str, dict[str, str | int]]:
    """Return facts of a record, for `extra=`: `reference` is what a player was told, `cause` who or what did it."""
    known = {"session": session, "revision": revision, "what": what, "cause": cause, "reference": reference}
    return {"facts": {name: value for name, value in known.items() if value is not None}}


class Mask:
    """Hides tokens: this bot's own, and whatever looks like one."""

    def __init__(self, *tokens: str) -> None:
        self._tokens = tokens

    def __call__(self, text: str) -> str:
        for token in self._tokens:
            text = text.replace(token, _MASK)
        for pattern in _TOKENS:
            text = pattern.sub(rf"\1{_MASK}", text)
        return text


def escaped(text: str) -> str:
    """Escape what would end a line or control a terminal."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


class _Format(logging.Formatter):
    def __init__(self, mask: Mask) -> None:
        super().__init__()
        self._mask = mask

    def _traceback(self, record: logging.LogRecord) -> str:
        return self.formatException(record.exc_info) if record.exc_info else ""


class TextFormat(_Format):
    """One line. The lines of a traceback follow, indented, so that none looks like a record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        known = {name: value for name, value in _facts_of(record).items() if name != "what"}
        tail = "".join(f" {name}={value}" for name, value in known.items())
        head = f"{_moment(record)} {record.levelname} {record.name}: {record.getMessage()}"
        traceback = "".join(f"\n    {escaped(line)}" for line in self._traceback(record).splitlines())
        return self._mask(f"{escaped(head + (f' |{tail}' if tail else ''))}{traceback}")


class JsonFormat(_Format):
    """One object a line: time, level, logger, message, the facts that are known, and the traceback of a fault."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON."""
        line = {
            "time": _moment(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_facts_of(record),
        }
        traceback = self._traceback(record)
        if traceback:
            line["traceback"] = traceback
        # Mask before quoting, which could change how a token looks. JSON in ASCII has no line breaks.
        masked = {name: self._mask(value) if isinstance(value, str) else value for name, value in line.items()}
        return json.dumps(masked)


FORMATS: dict[str, type[TextFormat | JsonFormat]] = {"text": TextFormat, "json": JsonFormat}


def _facts_of(record: logging.LogRecord) -> dict[str, str | int]:
    found: dict[str, str | int] = getattr(record, "facts", {})
    return found


def _moment(record: logging.LogRecord) -> str:
    """Return a record's time: UTC, ISO 8601, with milliseconds."""
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


class Reconnecting(logging.Filter):
    """Tells what discord.py says of its tries to connect without tracebacks, and the same thing once in a while.

    Without a network it would write forty lines every few seconds.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, tuple[float, int]] = {}
        """By message, when it was told last, in UTC epoch seconds, and how often it was left out since."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record about the network; False to leave it out."""
        error = record.exc_info[1] if record.exc_info else None
        if not record.name.startswith("discord.") or not isinstance(error, CONNECTION):
            return True
        key = f"{record.name} {record.msg}"
        told_at, left_out = self._told.get(key, (0.0, 0))
        if 0 <= record.created - told_at < REPEAT_SECONDS:
            self._told[key] = (told_at, left_out + 1)
            return False
        self._told[key] = (record.created, 0)
        repeated = f", {left_out} times since then" if left_out else ""
        record.msg, record.args = f"{record.getMessage()} ({type(error).__name__}{repeated})", ()
        record.exc_info = record.exc_text = None
        return True


class Output(logging.StreamHandler[Any]):
    """Standard error. When a line cannot be written, its arguments are not shown, as logging itself would do."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Write a line without the record's content; when that fails too, do nothing, so that games go on."""
        kind = sys.exc_info()[0]
        name = "an error" if kind is None else kind.__name__
        # The disk is full, nobody reads any more, or there is no standard error.
        with suppress(OSError, ValueError, AttributeError):
            self.stream.write(f"a line of {record.name} could not be logged: {name}{self.terminator}")


class _Hooks:
    """Sends uncaught errors to the log, and so through the mask."""

    INTERRUPTS: ClassVar = (KeyboardInterrupt, SystemExit)

    @staticmethod
    def process(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log what ends the process."""
        log.critical("the bot failed, and ends", exc_info=(kind, error, trace))

    @classmethod
    def thread(cls, failed: threading.ExceptHookArgs) -> None:
        """Log what ends a thread."""
        if failed.exc_value is not None and not isinstance(failed.exc_value, cls.INTERRUPTS):
            log.error("a thread failed", exc_info=failed.exc_value)

    @staticmethod
    def unraisable(failed: "sys.UnraisableHookArgs") -> None:
        """Log what failed where nothing can be raised, such as in a clean-up."""
        log.error("a clean-up failed", exc_info=failed.exc_value)


def set_up_logging(settings: Settings) -> None:
    """Log to standard error, in the format of the settings. A crash prints tracebacks without values.

    Libraries stay at INFO: below it they would write out payloads, which hold tokens.
    """
    output = Output()
    output.addFilter(Reconnecting())
    output.setFormatter(FORMATS[settings.log_format](Mask(*filter(None, [settings.token]))))
    logging.basicConfig(level=max(settings.log_level, logging.INFO), handlers=[output], force=True)
    log.setLevel(settings.log_level)
    logging.captureWarnings(capture=True)
    sys.excepthook = _Hooks.process
    threading.excepthook = _Hooks.thread
    sys.unraisablehook = _Hooks.unraisable
    if sys.stderr is not None:
        faulthandler.enable()
    _leave_no_core()


def _leave_no_core() -> None:
    """Let a crash write no core file: the token and every hand would be in it."""
    try:
        import resource  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
