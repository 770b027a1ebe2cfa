"""The host's settings: all problems at once, in plain words, never a traceback (F46)."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import INTERRUPTED, MISSING, REFUSED, UNREACHABLE, main
from bot.host.settings import FIELDS, InvalidSettings, Settings

ROOT = Path(__file__).parents[3]
NAMES = [name for name, _, _ in FIELDS.values()]


def problems(*, local: bool = False, **environment: str) -> list[str]:
    """Read settings that must be refused."""
    with pytest.raises(InvalidSettings) as caught:
        Settings.from_env(environment, local=local)
    return caught.value.problems


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A host with no settings, in an empty folder; logging is put back afterwards."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.__main__.set_up_logging", lambda _level: None)
    return monkeypatch


def test_the_example_lists_exactly_the_settings_with_their_defaults_each_with_a_line() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    listed = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    assert listed == {name: default for name, default, _ in FIELDS.values()}
    for name in NAMES:
        place = next(number for number, line in enumerate(lines) if line.startswith(f"{name}="))
        assert lines[place - 1].startswith("# ")


def test_without_an_environment_the_defaults_hold() -> None:
    settings = Settings.from_env({})
    assert (settings.token, settings.local_port, settings.log_level) == (None, 0, logging.INFO)
    assert settings.database_path == Path.cwd() / "quartermaster.sqlite3"
    assert settings.local_database_path == Path.cwd() / "local-table.sqlite3"


def test_settings_are_read_without_the_spaces_around_them(tmp_path: Path) -> None:
    settings = Settings.from_env(
        {
            "DISCORD_TOKEN": " abc.def \n",
            "DATABASE_PATH": f"{tmp_path}/a b.sqlite3",
            "LOCAL_PORT": " 65535",
            "LOG_LEVEL": "debug",
        }
    )
    assert (settings.token, settings.local_port, settings.log_level) == ("abc.def", 65_535, logging.DEBUG)
    assert settings.database_path == tmp_path / "a b.sqlite3"


def test_an_empty_setting_is_one_that_is_not_set() -> None:
    assert Settings.from_env(dict.fromkeys(NAMES, "")) == Settings.from_env({})


def test_all_problems_are_told_at_once_each_with_its_setting(tmp_path: Path) -> None:
    told = problems(
        DISCORD_TOKEN="two words",  # noqa: S106 - no token
        DATABASE_PATH=f"{tmp_path}/missing/x.sqlite3",
        LOCAL_DATABASE_PATH=str(tmp_path),
        LOCAL_PORT="65536",
        LOG_LEVEL="LOUD",
        LOG_FORMAT="xml",
        HEALTH_PORT="-1",
    )
    assert [line.split(":")[0] for line in told] == NAMES
    assert f"the folder {tmp_path / 'missing'} does not exist" in told[1]
    assert "is a folder" in told[2]
    assert told[3] == "LOCAL_PORT: must be a port from 0 to 65535, not '65536'."
    assert told[4] == "LOG_LEVEL: must be one of DEBUG, INFO, WARNING, ERROR, not 'LOUD'."


@pytest.mark.parametrize("port", ["-1", "80.0", "1e3", "٣", "0x50", "port"])
def test_f31_a_port_that_is_no_number_is_refused(port: str) -> None:
    assert problems(LOCAL_PORT=port) == [f"LOCAL_PORT: must be a port from 0 to 65535, not {port!r}."]


@pytest.mark.parametrize("path", ["~nobody-of-that-name/x.sqlite3", "x" * 300, "y" * 300 + "/x.sqlite3"])
def test_f46_a_path_that_cannot_be_is_a_problem_and_no_traceback(path: str) -> None:
    (told,) = problems(DATABASE_PATH=path)
    assert told.startswith("DATABASE_PATH: ")


def test_f46_links_in_a_circle_are_a_problem_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "here").symlink_to("there")
    (tmp_path / "there").symlink_to("here")
    (told,) = problems(DATABASE_PATH=str(tmp_path / "here"))
    assert told == f"DATABASE_PATH: {tmp_path / 'here'} is a link that leads in a circle."


def test_f46_a_database_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Permissions do not bind the administrator, so the answer of the system is put in its mouth."""
    monkeypatch.setattr("os.access", lambda *_: False)
    (told,) = problems(DATABASE_PATH=str(tmp_path / "x.sqlite3"), LOCAL_PORT="0")
    assert told == f"DATABASE_PATH: {tmp_path / 'x.sqlite3'} cannot be written; check its owner and permissions."


def test_f46_a_device_or_a_pipe_is_no_database(tmp_path: Path) -> None:
    """A `restore` would put a file in its place."""
    os.mkfifo(tmp_path / "pipe")
    (told,) = problems(DATABASE_PATH=str(tmp_path / "pipe"))
    assert told == f"DATABASE_PATH: {tmp_path / 'pipe'} is a folder or a device; name a file."


@pytest.mark.parametrize("used", ["DATABASE_PATH", "LOCAL_DATABASE_PATH"])
def test_a_folder_that_is_only_read_is_no_problem_for_a_database_that_is_not_used(
    used: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = used == "LOCAL_DATABASE_PATH"
    unused = "DATABASE_PATH" if local else "LOCAL_DATABASE_PATH"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.access", lambda path, _: path != tmp_path)
    (tmp_path / "data").mkdir()
    elsewhere = str(tmp_path / "data" / "x.sqlite3")
    assert Settings.from_env({used: elsewhere}, local=local).local_port == 0
    (told,) = problems(local=local)
    assert told.startswith(f"{used}: {tmp_path}")
    (told,) = problems(local=local, **{used: elsewhere, unused: "x.sqlite3"})
    assert told == f"{unused}: {tmp_path / 'x.sqlite3'} cannot be written; check its owner and permissions."


@pytest.mark.parametrize("name", ["x.sqlite3", "link"])
def test_the_local_table_keeps_off_the_database_of_servers(name: str, tmp_path: Path) -> None:
    """It would take every server for one that has removed the bot, and end its games."""
    (tmp_path / "x.sqlite3").touch()
    (tmp_path / "link").symlink_to("x.sqlite3")
    same = {"DATABASE_PATH": str(tmp_path / "x.sqlite3"), "LOCAL_DATABASE_PATH": str(tmp_path / name)}
    told = "LOCAL_DATABASE_PATH: must be another file than DATABASE_PATH, which servers need."
    assert problems(local=True, **same) == [told]
    assert Settings.from_env(same).database_path == tmp_path / "x.sqlite3"


# --- The command line ---


@pytest.mark.usefixtures("host")
def test_without_a_token_the_way_out_is_named_and_the_exit_code_is_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == REFUSED == 2
    assert capsys.readouterr().err == f"{MISSING}\n"
    assert "python -m bot --local" in MISSING
    assert list(Path.cwd().iterdir()) == []


def test_wrong_settings_are_all_printed_and_the_exit_code_is_2(
    host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    host.setenv("LOCAL_PORT", "none")
    host.setenv("LOG_LEVEL", "LOUD")
    assert main(["--check"]) == 2
    assert [line.split(":")[0] for line in capsys.readouterr().err.splitlines()] == ["LOCAL_PORT", "LOG_LEVEL"]


def test_a_network_that_is_down_at_start_is_one_sentence(
    host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def unreachable(*_: object) -> None:
        raise aiohttp.ClientConnectionError("name or service not known")

    host.setenv("DISCORD_TOKEN", "a.b.c")
    host.setattr("bot.__main__.run_on_discord", unreachable)
    assert main([]) == UNREACHABLE == 1
    assert capsys.readouterr().err.startswith("Discord cannot be reached: name or service not known.")


@pytest.mark.usefixtures("host")
def test_check_makes_the_database_and_connects_to_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert capsys.readouterr().out.startswith("All is well")
    assert (Path.cwd() / "quartermaster.sqlite3").stat().st_size > 0


def test_a_check_that_was_interrupted_has_not_found_all_well(
    host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def interrupt(_: Settings) -> None:
        raise KeyboardInterrupt

    host.setattr("bot.__main__.check", interrupt)
    assert main(["--check"]) == INTERRUPTED == 130
    assert capsys.readouterr().out == ""


def test_check_names_a_database_that_cannot_be_used(
    host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("broken").write_text("Ahoy! " * 500)
    host.setenv("DATABASE_PATH", "broken")
    assert main(["--check"]) == 2
    assert capsys.readouterr().err.startswith(f"The database {Path.cwd() / 'broken'} cannot be used:")


def test_the_environment_goes_before_the_file(host: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text("LOCAL_PORT=none\nLOG_LEVEL=LOUD\n")
    host.setenv("LOCAL_PORT", "0")
    assert main(["--check"]) == 2
    assert capsys.readouterr().err.startswith("LOG_LEVEL")


@pytest.mark.parametrize("kind", ["latin", "locked"])
def test_f46_a_settings_file_that_cannot_be_read_is_one_sentence(
    host: pytest.MonkeyPatch, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(".env").write_bytes(b"# K\xe4pt'n\nLOCAL_PORT=0\n")
    if kind == "locked":

        def refuse(*_: object) -> None:
            raise PermissionError(13, "Permission denied", ".env")

        host.setattr("bot.__main__.dotenv_values", refuse)
    assert main(["--check"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(".env: ")
    assert told.endswith("Check its owner and permissions, and that it is text in UTF-8.")


def test_a_real_process_refuses_in_plain_words(tmp_path: Path) -> None:
    """No traceback, no thread that keeps it alive, exit code 2."""
    (tmp_path / "broken").write_text("Ahoy! " * 500)
    done = subprocess.run(
        [sys.executable, "-m", "bot", "--check"],
        cwd=ROOT,
        env={"DATABASE_PATH": str(tmp_path / "broken"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
