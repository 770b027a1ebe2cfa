"""tasks.py: an environment that cannot be used is made anew, in one sentence; one that can is left alone."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tasks

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the interpreters here are shell scripts")

THIS = str(sys.version_info[:2])
ANEW = "Making .venv anew, as it is unfinished or of another Python, for this task (test); this takes a minute.\n"


def interpreter(folder: Path, does: str) -> None:
    """Put what passes for a Python into an environment; it notes how it is called."""
    python = folder / tasks.INTERPRETER
    python.parent.mkdir(parents=True, exist_ok=True)
    python.write_text(f'#!/bin/sh\necho "$@" >> {folder}/calls\n{does}\n')
    python.chmod(0o755)


def working(folder: Path) -> None:
    interpreter(folder, f'echo "{THIS}"')


def install(folder: Path) -> int:
    def create(folder: Path, *, with_pip: bool) -> None:
        assert with_pip
        working(folder)

    return tasks.install("test", folder, create)


def calls(folder: Path) -> list[str]:
    return (folder / "calls").read_text().splitlines()


def installed(folder: Path) -> bool:
    return any("pip install" in call and ".[test]" in call for call in calls(folder))


def without_interpreter(folder: Path) -> None:
    (folder / "bin").mkdir(parents=True)


def of_a_python_that_is_gone(folder: Path) -> None:
    (folder / "bin").mkdir(parents=True)
    (folder / tasks.INTERPRETER).symlink_to(folder / "gone" / "python3")


def a_link_to_nowhere(folder: Path) -> None:
    folder.symlink_to(folder.with_name("gone"))


def a_file(folder: Path) -> None:
    folder.touch()


def without_pip(folder: Path) -> None:
    interpreter(folder, "echo ModuleNotFoundError >&2; exit 1")


def of_another_version(folder: Path) -> None:
    interpreter(folder, 'echo "(3, 4)"')


def not_to_be_started(folder: Path) -> None:
    working(folder)
    (folder / tasks.INTERPRETER).write_bytes(b"\x7fELF of another machine")


BROKEN = (
    without_interpreter,
    of_a_python_that_is_gone,
    a_link_to_nowhere,
    a_file,
    without_pip,
    of_another_version,
    not_to_be_started,
)


@pytest.mark.parametrize("state", BROKEN)
def test_an_environment_that_cannot_be_used_is_made_anew_in_one_sentence(
    state: Callable[[Path], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ".venv"
    state(folder)
    assert install(folder) == 0
    assert capsys.readouterr().out == ANEW
    assert installed(folder)


def test_the_stamp_of_an_environment_that_does_not_start_is_not_believed(tmp_path: Path) -> None:
    folder = tmp_path / ".venv"
    working(folder)
    assert install(folder) == 0
    (folder / "calls").unlink()
    (folder / tasks.INTERPRETER).unlink()
    assert install(folder) == 0
    assert installed(folder)


def test_the_first_one_is_set_up_and_the_next_task_finds_it_ready(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ".venv"
    assert install(folder) == 0
    assert capsys.readouterr().out == "Setting up .venv for this task (test); this takes a minute.\n"
    (folder / "calls").unlink()
    assert install(folder) == 0
    assert capsys.readouterr().out == ""
    assert not installed(folder)


def test_what_another_task_made_is_added_to(tmp_path: Path) -> None:
    folder = tmp_path / ".venv"
    working(folder)
    (folder / "installed-local").touch()
    assert install(folder) == 0
    assert installed(folder)
    assert (folder / "installed-local").exists()


def test_an_environment_behind_a_link_is_used_and_never_cleared(tmp_path: Path) -> None:
    somebody_elses, folder = tmp_path / "theirs", tmp_path / ".venv"
    folder.symlink_to(somebody_elses)
    working(somebody_elses)
    assert install(folder) == 0
    assert folder.is_symlink()
    of_another_version(somebody_elses)
    assert install(folder) == 0
    assert not folder.is_symlink()
    assert (somebody_elses / tasks.INTERPRETER).exists()


def test_what_could_not_be_installed_is_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / ".venv"
    interpreter(folder, f'test "$2" = pip && exit 7\necho "{THIS}"')
    assert install(folder) == 7
    working(folder)
    assert install(folder) == 0
    assert installed(folder)


def test_the_real_interpreter_is_known_as_one_that_works_unless_it_lacks_pip() -> None:
    pytest.importorskip("pip")
    assert tasks.starts(Path(sys.executable))
