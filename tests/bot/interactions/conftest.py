"""Fixtures of the interactions."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture
def nothing_is_a_fault(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever is clicked here, none of it is a fault of the bot's."""
    yield
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []
