"""Every language that is shipped, and the made-up one."""

from pathlib import Path

import pytest

from bot.texts import content
from bot.texts.content import Content
from bot.views.kit import Kit
from tests.bot.texts.shown import kit_of
from tests.pseudo import PSEUDO, ship


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ship(tmp_path_factory.mktemp("shipped"))


@pytest.fixture(scope="session")
def loaded(data: Path) -> Content:
    return content.load(data)


@pytest.fixture(params=[*content.load().languages, PSEUDO])
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def kit(loaded: Content, code: str) -> Kit:
    """A language with the standard theme."""
    return kit_of(loaded, code)
