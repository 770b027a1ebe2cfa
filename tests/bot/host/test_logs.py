"""The log: one line for each record whatever a name holds, facts where a program finds them, and never a token."""

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.host.logs import FORMATS, Mask, Output, escaped, facts, set_up_logging
from bot.host.settings import LOG_FORMATS, Settings

ROOT = Path(__file__).parents[3]
TOKEN = f"MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.{'canary-' * 4}42"
"""A canary, in the form of a bot's token."""
ANSWER = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5OmNhbmFyeQ=="
"""A token as Discord gives to interactions: base64 of "interaction:...". """


class Log:
    """What would stand on standard error."""

    def __init__(self, output: Output, stream: io.StringIO) -> None:
        self.output = output
        self._stream = stream

    @property
    def lines(self) -> list[str]:
        return self._stream.getvalue().splitlines()

    @property
    def json(self) -> dict[str, Any]:
        """Read the only line there is."""
        (line,) = self.lines
        read: dict[str, Any] = json.loads(line)
        return read


@pytest.fixture
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    """Logging as the program sets it up, in the form that the test asks for; put back afterwards."""
    root, bot = logging.getLogger(), logging.getLogger("bot")
    before = root.handlers[:], root.level, bot.level, sys.excepthook, sys.unraisablehook
    for name in ("faulthandler.enable", "_leave_no_core", "logging.captureWarnings"):
        monkeypatch.setattr(f"bot.host.logs.{name}", lambda **_: None)
    monkeypatch.setattr("threading.excepthook", None)
    root.handlers = []
    form = getattr(request, "param", "text")
    set_up_logging(Settings.from_env({"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "DEBUG", "LOG_FORMAT": form}))
    (output,) = root.handlers
    assert isinstance(output, Output)
    stream = io.StringIO()
    output.setStream(stream)
    yield Log(output, stream)
    root.handlers, root.level, bot.level, sys.excepthook, sys.unraisablehook = before
    bot.setLevel(before[2])


json_form = pytest.mark.parametrize("log", ["json"], indirect=True)
both_forms = pytest.mark.parametrize("log", LOG_FORMATS, indirect=True)


def test_a_line_says_when_where_what_and_about_which_session(log: Log) -> None:
    tell_of_a_start()
    (line,) = log.lines
    moment, rest = line.split(" ", 1)
    assert moment.endswith("Z")
    assert rest == "INFO bot.host.journal: lands: started | session=abcdefghij revision=3 cause=player"


@json_form
def test_in_json_the_facts_have_names(log: Log) -> None:
    tell_of_a_start()
    line = log.json
    assert line.pop("time")[:2] == "20"
    facts = {"session": "abcdefghij", "revision": 3, "what": "started", "cause": "player"}
    assert line == {"level": "INFO", "logger": "bot.host.journal", "message": "lands: started", **facts}


def tell_of_a_start() -> None:
    about = facts(session="abcdefghij", revision=3, what="started", cause="player")
    logging.getLogger("bot.host.journal").info("lands: %s", "started", extra=about)


def fail(text: str, logger: str, message: str, *arguments: str, **about: Any) -> None:
    """Log a fault that has another one as its cause."""
    try:
        try:
            int(text)
        except ValueError as error:
            raise LookupError(text) from error
    except LookupError:
        logging.getLogger(logger).exception(message, *arguments, extra=facts(**about))


@json_form
def test_in_json_a_fault_is_one_line_with_its_reference_and_traceback(log: Log) -> None:
    fail("first\nsecond", "bot.interactions.boundary", "fault %s", "ABC123", reference="ABC123")
    assert log.json["reference"] == "ABC123"
    assert "LookupError: first\nsecond" in log.json["traceback"]
    assert "The above exception was the direct cause" in log.json["traceback"]


def test_in_text_no_line_of_a_traceback_looks_like_a_record(log: Log) -> None:
    fail("x\n2026-01-01T00:00:00.000Z INFO bot: all is well", "bot", "fault")
    head, *traceback = log.lines
    assert " ERROR bot: fault" in head
    assert traceback
    assert all(line.startswith("    ") for line in traceback)


HOSTILE = ["a\nb", "a\r\nb", "a\x0bb\x0cc", "a\x1b[31mb", "a\x85b", "a\u2028b\u2029c", "\u202egnp.exe", "a\x00b"]
"""Names that would break a line, colour a terminal, or turn the line around."""


@both_forms
@pytest.mark.parametrize("name", HOSTILE)
def test_f37_no_name_breaks_a_line(log: Log, name: str) -> None:
    logging.getLogger("bot").info("hello %s", name, extra=facts(what=name, session=name))
    (line,) = log.lines
    assert line.isprintable()


@pytest.mark.parametrize("form", FORMATS)
def test_f37_a_name_that_is_no_text_is_written_all_the_same(form: str) -> None:
    written = FORMATS[form](Mask()).format(logging.makeLogRecord({"msg": "hello \ud800"}))
    assert r"hello \ud800" in written
    assert written.encode()


def test_what_is_escaped_can_be_told_and_what_is_harmless_stays() -> None:
    assert escaped("Zoë 🏴 日本") == "Zoë 🏴 日本"
    assert escaped("a\nb\x1b\u202e") == r"a\nb\x1b\u202e"


LEAKS = [
    f"Bot {TOKEN}",
    f"the token is {TOKEN}.",
    f"https://discord.com/api/v10/interactions/123/{ANSWER}/callback?with_response=1",
    f"/webhooks/123/{ANSWER}/messages/@original",
    "/webhooks/123/no-known-shape-9999/messages/@original",
    "/interactions/123/no-known-shape-9999/callback",
    f"{{'token': '{ANSWER}'}}",
    f'{{"token": "{"z" * 30}"}}',
    f"Authorization: Bearer {'z' * 30}",
    f"{{'Authorization': 'Bot {'z' * 30}'}}",
    f"OTk5OTk5OTk5OTk5OTk5OTk5.Gxxxxx.{'another-bots-' * 3}",
    f"<ClientResponse(http://127.0.0.1/api/v10/webhooks/1/{ANSWER}) [500 None]>",
]
CANARIES = ["canary", ANSWER, "no-known-shape", "zzz", "another-bots"]


@both_forms
@pytest.mark.parametrize("leak", LEAKS)
def test_no_token_passes_in_a_message_a_fact_or_a_traceback(log: Log, leak: str) -> None:
    fail(leak, "discord.http", "failed: %s", leak, what=leak)
    written = "\n".join(log.lines)
    assert not [canary for canary in CANARIES if canary in written]
    assert written.count("[hidden]") >= 3


def test_the_bots_own_token_is_hidden_whatever_it_looks_like() -> None:
    assert Mask("of a new shape")("Bot of a new shape!") == "Bot [hidden]!"


HARMLESS = [
    "session abcdefghij at revision 12",
    "https://discord.com/channels/1100000000000000002/1100000000000000003/1576857361488805905",
    "DISCORD_TOKEN: Discord refused this token; copy it again from the developer portal.",
    "quartermaster/.venv/lib/python3.11/site-packages/discord/webhook/async_.py",
    "5a4d3c2b1a0f5a4d3c2b1a0f5a4d3c2b1a0f5a4d3c2b1a0f5a4d3c2b1a0f5a4d",
]


def test_what_is_no_token_is_left_alone() -> None:
    assert list(map(Mask(TOKEN), HARMLESS)) == HARMLESS


@both_forms
def test_libraries_are_not_heard_below_info(log: Log) -> None:
    """discord.py writes payloads at DEBUG."""
    for name in ("discord.http", "discord.gateway", "aiohttp.client", "aiosqlite", "asyncio", "simcord", "anything"):
        logging.getLogger(name).debug("payload %s", "x")
    logging.getLogger("bot.host.journal").debug("heard")
    assert len(log.lines) == 1


@both_forms
def test_a_line_that_cannot_be_written_shows_nothing_of_its_arguments(log: Log) -> None:
    log.output.handle(logging.makeLogRecord({"name": "bot", "msg": "%d", "args": (TOKEN,)}))
    assert log.lines == ["a line of bot could not be logged: TypeError"]


WITHOUT_LOG = """
import logging
from bot.host.logs import set_up_logging
from bot.host.settings import Settings
set_up_logging(Settings.from_env({}))
for number in range(3):
    logging.getLogger("bot").info("%d", number)
print("on")
"""


@pytest.mark.parametrize("where", ["2>&-", ""], ids=["none", "unread"])
def test_f02_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path, where: str) -> None:
    """There is no standard error, or who read it is gone, as with a full disk: who logs is in the middle of a game."""
    reading, writing = os.pipe()
    os.close(reading)
    command = ["/bin/sh", "-c", f'exec "$0" -c "$1" {where}', sys.executable, WITHOUT_LOG]
    environment = {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=writing, check=False, cwd=tmp_path, env=environment)  # noqa: S603 - our own
    os.close(writing)
    assert done.stdout == b"on\n"


PROCESS = """
import sys, threading, gc, warnings
from bot.host.logs import set_up_logging
from bot.host.settings import Settings
token = sys.argv[2]
set_up_logging(Settings.from_env({"DISCORD_TOKEN": token, "LOG_LEVEL": "DEBUG", "LOG_FORMAT": sys.argv[1]}))

def fail(): raise ValueError("/interactions/1/" + token)
class Unclean:
    def __del__(self): fail()

thread = threading.Thread(target=fail)
thread.start()
thread.join()
Unclean()
warnings.warn(token)
if sys.argv[3] == "abort":
    import os, resource
    assert resource.getrlimit(resource.RLIMIT_CORE)[0] == 0
    os.abort()
fail()
"""


@pytest.mark.parametrize("form", LOG_FORMATS)
@pytest.mark.parametrize(
    "end, code, last", [("abort", -6, "Fatal Python error: Aborted"), ("raise", 1, "the bot failed, and ends")]
)
def test_the_last_words_of_a_process_hold_no_token(tmp_path: Path, form: str, end: str, code: int, last: str) -> None:
    """Nobody caught: in a thread, in a clean-up, at the end; a warning; and SIGABRT with its dump."""
    command = [sys.executable, "-c", PROCESS, form, TOKEN, end]
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)  # noqa: S603 - our own
    assert done.returncode == code
    for word in ("a thread failed", "a clean-up failed", "UserWarning", "ValueError", last):
        assert word in done.stderr
    assert "canary" not in done.stderr + done.stdout
    assert list(tmp_path.iterdir()) == [], "no core was left"


# --- What discord.py says while it tries to connect ---


def lose_connection(error: Exception, at: float) -> None:
    try:
        raise error
    except type(error):
        caught = sys.exc_info()
    record = logging.LogRecord(
        "discord.client", logging.ERROR, "", 0, "Attempting a reconnect in %.2fs", (5.0,), caught
    )
    record.created = at
    logging.getLogger().handle(record)


@pytest.mark.parametrize("error", [aiohttp.ClientConnectionError("down"), TimeoutError(), OSError(113, "no route")])
def test_f32_a_network_that_is_away_is_one_line_in_a_quarter_of_an_hour_and_no_traceback(
    log: Log, error: Exception
) -> None:
    for at in (0, 5, 10, 899, 901):
        lose_connection(error, 1_700_000_000 + at)
    name = type(error).__name__
    assert [line.split(" ", 1)[1] for line in log.lines] == [
        f"ERROR discord.client: Attempting a reconnect in 5.00s ({name})",
        f"ERROR discord.client: Attempting a reconnect in 5.00s ({name}, 3 times since then)",
    ]


def test_a_bug_in_a_library_keeps_its_traceback(log: Log) -> None:
    lose_connection(KeyError("a bug"), 1_700_000_000)
    assert len(log.lines) > 2
