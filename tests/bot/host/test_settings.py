"""The host's settings: all problems at once, in plain words, never a traceback (F46)."""

import logging
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import INTERRUPTED, MISSING, REFUSED, UNREACHABLE, main
from bot.host.patience import Unreachable
from bot.host.settings import FIELDS, InvalidSettings, Settings

ROOT = Path(__file__).parents[3]
NAMES = [name for name, _, _ in FIELDS.values()]


def problems(*, local: bool = False, **environment: str) -> list[str]:
    """Read settings that must be refused."""
    with pytest.raises(InvalidSettings) as caught:
        Settings.from_env(environment, local=local)
    return caught.value.problems


def test_the_example_lists_exactly_the_settings_with_their_defaults_each_with_a_line() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    settings = {number: line.split("=", 1) for number, line in enumerate(lines) if not line.startswith("#") and line}
    assert dict(settings.values()) == {name: default for name, default, _ in FIELDS.values()}
    assert all(lines[number - 1].startswith("# ") for number in settings)


def test_an_empty_setting_is_one_that_is_not_set_and_the_defaults_hold() -> None:
    settings = Settings.from_env({})
    assert (settings.token, settings.local_port, settings.log_level) == (None, 0, logging.INFO)
    assert settings.database_path == Path.cwd() / "quartermaster.sqlite3"
    assert settings.local_database_path == Path.cwd() / "local-table.sqlite3"
    assert Settings.from_env(dict.fromkeys(NAMES, "")) == settings


def test_settings_are_read_without_the_spaces_around_them(tmp_path: Path) -> None:
    path = f"{tmp_path}/a b.sqlite3"
    given = {"DISCORD_TOKEN": " abc.def \n", "DATABASE_PATH": path, "LOCAL_PORT": " 65535", "LOG_LEVEL": "debug"}
    read = Settings.from_env(given)
    assert (read.token, read.local_port, read.log_level) == ("abc.def", 65_535, logging.DEBUG)
    assert read.database_path == Path(path)


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


PLACES = {
    "~nobody-of-that-name/x.sqlite3": "",
    "x" * 300: "",
    "y" * 300 + "/x.sqlite3": "",
    "circle": "{path} is a link that leads in a circle.",
    "pipe": "{path} is a folder or a device; name a file.",
    "locked": "{path} cannot be written; check its owner and permissions.",
}


@pytest.mark.parametrize("name", PLACES)
def test_f46_a_database_that_cannot_be_written_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Permissions do not bind the administrator, so the answer of the system is put in its mouth."""
    monkeypatch.chdir(tmp_path)
    Path("circle").symlink_to("there")
    Path("there").symlink_to("circle")
    os.mkfifo("pipe")
    monkeypatch.setattr("os.access", lambda path, _: path != tmp_path)
    (told,) = problems(DATABASE_PATH=name, LOCAL_DATABASE_PATH=str(tmp_path.parent / "x.sqlite3"))
    assert told.startswith("DATABASE_PATH: " + PLACES[name].format(path=tmp_path / name))


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

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """A host with no settings but those of the test, in an empty folder."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.__main__.set_up_logging", lambda _level: None)

    def started(*arguments: str, **environment: str) -> tuple[int, str, str]:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        code = main([*arguments])
        return code, *capsys.readouterr()

    return started


def test_without_a_token_the_way_out_is_named_and_the_exit_code_is_2(run: Run) -> None:
    assert run() == (REFUSED, "", f"{MISSING}\n")
    assert REFUSED == 2
    assert "python -m bot --local" in MISSING
    assert list(Path.cwd().iterdir()) == []


def test_all_wrong_settings_are_printed_and_the_environment_goes_before_the_file(run: Run) -> None:
    Path(".env").write_text("LOCAL_PORT=none\nLOG_LEVEL=LOUD\n")
    code, _, told = run("--check")
    assert (code, [line.split(":")[0] for line in told.splitlines()]) == (2, ["LOCAL_PORT", "LOG_LEVEL"])
    code, _, told = run("--check", LOCAL_PORT="0")
    assert (code, [line.split(":")[0] for line in told.splitlines()]) == (2, ["LOG_LEVEL"])


@pytest.mark.parametrize("kind", ["latin", "locked"])
def test_f46_a_settings_file_that_cannot_be_read_is_one_sentence(
    run: Run, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(".env").write_bytes(b"# K\xe4pt'n\nLOCAL_PORT=0\n")
    if kind == "locked":

        def refuse(*_: object) -> None:
            raise PermissionError(13, "Permission denied", ".env")

        monkeypatch.setattr("bot.__main__.dotenv_values", refuse)
    code, _, told = run("--check")
    assert (code, told.count("\n")) == (2, 1)
    assert told.startswith(".env: ")
    assert told.endswith("Check its owner and permissions, and that it is text in UTF-8.\n")


def test_a_network_that_is_down_at_start_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreachable(*_: object) -> None:
        raise Unreachable("Discord cannot be reached (TimeoutError): check the network. Start the bot again later.")

    monkeypatch.setattr("bot.__main__.run_on_discord", unreachable)
    code, _, told = run(DISCORD_TOKEN="a.b.c")  # noqa: S106 - no token
    assert code == UNREACHABLE == 1
    assert told.startswith("Discord cannot be reached (TimeoutError): check the network.")


def test_check_makes_the_database_and_connects_to_nothing(run: Run) -> None:
    for _ in range(2):
        code, said, _ = run("--check")
        assert (code, said[:11]) == (0, "All is well")
    assert (Path.cwd() / "quartermaster.sqlite3").stat().st_size > 0


def test_a_check_that_was_interrupted_has_not_found_all_well(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupt(_: Settings) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.__main__.check", interrupt)
    assert run("--check") == (INTERRUPTED, "", "")
    assert INTERRUPTED == 130
