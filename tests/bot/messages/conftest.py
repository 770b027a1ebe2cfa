"""Fixtures of the messages."""

import pytest


@pytest.fixture(autouse=True)
def answers_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no work go before an answer because the computer is busy."""
    monkeypatch.setattr("bot.messages.pending_answers.GIVE_WAY_SECONDS", 600.0)
