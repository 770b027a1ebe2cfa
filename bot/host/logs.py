"""The log: one line for each record, as text or as JSON, without any token. Of the bot it knows the settings.

Who logs hands over facts (`extra=facts(...)`); how they are written is decided here alone. Tokens are kept out where
they could come from: nobody logs a payload, an address or a custom_id. The mask is the last line of defence.
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

from bot.host.settings import Settings

_MASK = "[hidden]"
_TOKENS = (
    # Addresses of interactions and webhooks open them to whoever reads them.
    re.compile(r"(?<=/interactions/)(\d+/)[^/\s?\"'<>)\]}]+"),
    re.compile(r"(?<=/webhooks/)(\d+/)[^/\s?\"'<>)\]}]+"),
    # A bot's token, wherever it stands; an interaction's begins with "interaction:" in base64.
    re.compile(r"()(?<![\w-])[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
    re.compile(r"()aW50ZXJhY3Rpb246[\w+/=%-]+"),
    # What a payload or a header calls one.
    re.compile(r"""(token["']?\s*[:=]\s*b?["']?)[\w.+/=%-]{20,}""", re.IGNORECASE),
    re.compile(r"((?:Bot|Bearer)\s+)[\w.+/=%-]{20,}"),
)

log = logging.getLogger("bot")


def facts(
    *,
    session: str | None = None,
    revision: int | None = None,
    what: str | None = None,
    cause: str | None = None,
    reference: str | None = None,
) -> dict[str, dict[str, str | int]]:
    """Say what a record is about, for `extra=`: `reference` is what a player was told, `cause` who or what did it."""
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
    """Write what a terminal or a reader of lines would obey, such as a line's end or an escape, as its code."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


class _Format(logging.Formatter):
    def __init__(self, mask: Mask) -> None:
        super().__init__()
        self._mask = mask

    def _traceback(self, record: logging.LogRecord) -> str:
        return self.formatException(record.exc_info) if record.exc_info else ""


class TextFormat(_Format):
    """One line; of a fault the traceback follows, each of its lines set in, so that none looks like a record."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        known = {name: value for name, value in _facts_of(record).items() if name != "what"}
        tail = "".join(f" {name}={value}" for name, value in known.items())
        head = f"{_moment(record)} {record.levelname} {record.name}: {record.getMessage()}"
        traceback = "".join(f"\n    {escaped(line)}" for line in self._traceback(record).splitlines())
        return self._mask(f"{escaped(head + (f' |{tail}' if tail else ''))}{traceback}")


class JsonFormat(_Format):
    """One object a line: time, level, logger, message, the facts that are known, and the traceback of a fault."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
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
        # Masked before it is quoted: quoting could hide a token's shape. In ASCII nothing can end a line.
        masked = {name: self._mask(value) if isinstance(value, str) else value for name, value in line.items()}
        return json.dumps(masked)


FORMATS: dict[str, type[TextFormat | JsonFormat]] = {"text": TextFormat, "json": JsonFormat}


def _facts_of(record: logging.LogRecord) -> dict[str, str | int]:
    found: dict[str, str | int] = getattr(record, "facts", {})
    return found


def _moment(record: logging.LogRecord) -> str:
    """UTC, ISO 8601, to the millisecond."""
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


class Output(logging.StreamHandler[Any]):
    """Standard error. A line that cannot be written is not shown with its arguments, as logging would."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Say so, in words that hold nothing of it; where nothing can be written, no game shall suffer from it."""
        kind = sys.exc_info()[0]
        name = "an error" if kind is None else kind.__name__
        # The disk is full, nobody reads any more, or there is no standard error.
        with suppress(OSError, ValueError, AttributeError):
            self.stream.write(f"a line of {record.name} could not be logged: {name}{self.terminator}")


class _Hooks:
    """What nobody caught goes to the log as well, and so through the mask."""

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
    """Log to standard error, in the settings' form. The last words of a crash are tracebacks without values.

    Libraries stay at INFO: below it they would write out payloads, which hold tokens.
    """
    output = Output()
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
    """Let a crash leave no image of the memory behind: the token and every hand would be in it."""
    try:
        import resource  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
