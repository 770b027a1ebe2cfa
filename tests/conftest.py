"""What all tests share."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import bot.games  # noqa: F401 - registers the games
from bot.texts import content


@pytest.fixture(scope="session", autouse=True)
def sentences_are_read_once() -> Iterator[None]:
    """Nothing changes them, and to parse them takes a quarter of a second, which the bot of every test would spend."""
    load, shipped = content.load, content.load()

    def remembered(folder: Path = content.DATA, more: Iterable[Path] = ()) -> content.Content:
        return shipped if folder == content.DATA and not [*more] else load(folder, more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(content, "load", remembered)
        yield
