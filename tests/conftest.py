"""What all tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.texts import content


@pytest.fixture(scope="session", autouse=True)
def sentences_are_read_once() -> Iterator[None]:
    """Nothing changes them, and to parse them takes a quarter of a second, which the bot of every test would spend."""
    load, shipped = content.load, content.load()

    def remembered(folder: Path = content.DATA) -> content.Content:
        return shipped if folder == content.DATA else load(folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(content, "load", remembered)
        yield
