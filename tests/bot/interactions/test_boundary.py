"""What an answer counts as, and what the host reads of it."""

import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.__main__ import build
from bot.host.metrics import AnswerStatus, Metrics
from bot.interactions.boundary import Boundary
from bot.model.errors import MalformedId, NotRead, NotSaved, Refusal, Refused, StaleClick
from tests.bot.builders import ANNE, GatedStore, Room

DRAFT = "q1:draft:abcdefghij:5:QS-secret"
"""A draft names cards that only one hand holds."""


class Click:
    """Stands in for a click whose every answer gets through."""

    def __init__(self) -> None:
        self.type = SimpleNamespace(name="component")
        self.locale = self.guild_locale = discord.Locale.american_english
        self.data = {"custom_id": DRAFT}
        self.user = SimpleNamespace(id=1)
        self.guild_id, self.channel_id, self.message = 7, 70, None
        self.said: list[str] = []
        self.followup = SimpleNamespace(send=self.say)
        self.response = SimpleNamespace(is_done=lambda: bool(self.said), send_message=self.say, edit_message=self.say)
        self.edit_original_response = self.say

    async def say(self, **kwargs: Any) -> None:
        self.said.append("".join(item.content for item in kwargs["view"].walk_children() if hasattr(item, "content")))


class Desk:
    """The boundary of the whole bot, and what it tells of each answer."""

    def __init__(self) -> None:
        self.boundary: Boundary
        self.counted: list[tuple[str, AnswerStatus]] = []

    def count(self, kind: str, outcome: AnswerStatus, seconds: float) -> None:
        assert seconds >= 0
        self.counted.append((kind, outcome))

    async def answer(self, error: Exception | None) -> list[str]:
        """Answer a click that comes to this; return what the person reads."""
        click = Click()

        async def handle(_: object) -> None:
            if error is not None:
                raise error

        await self.boundary.answer(cast("Any", click), handle)
        return click.said


@pytest.fixture
async def desk(store: GatedStore, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    desk, metrics = Desk(), Metrics()
    monkeypatch.setattr(metrics, "answered", desk.count)
    async with build(store, metrics=metrics) as app:
        desk.boundary = app.router.boundary
        yield desk


OUTCOMES: dict[AnswerStatus, tuple[Exception | None, str | None]] = {
    AnswerStatus.OK: (None, None),
    AnswerStatus.REFUSED: (Refused(Refusal.NO_HAND), None),
    AnswerStatus.MALFORMED: (MalformedId(), None),
    AnswerStatus.NOT_SAVED: (NotSaved("the disk is full"), "could not be saved: the disk is full"),
    AnswerStatus.NOT_READ: (
        NotRead("it is damaged"),
        "'draft' by user 1 in channel 70 could not be read: it is damaged",
    ),
    AnswerStatus.FAULT: (LookupError("overboard"), "fault "),
    AnswerStatus.UNDELIVERED: (ConnectionResetError("/webhooks/1/an-interactions-token"), "could not be answered"),
}
"""What a click may come to, and what the host reads of it."""


@pytest.mark.parametrize("outcome", OUTCOMES)
async def test_every_answer_counts_once_as_what_it_was(
    desk: Desk, outcome: AnswerStatus, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    error, line = OUTCOMES[outcome]
    said = await desk.answer(error)
    assert desk.counted == [("component", outcome)]
    assert len(said) == (0 if outcome is AnswerStatus.OK else 1)
    assert len(caplog.records) == (0 if line is None else 1)
    for record in caplog.records:
        assert str(line) in record.getMessage()
        facts = record.__dict__["facts"]
        assert (facts["session"], facts["revision"], facts["what"]) == ("abcdefghij", 5, "draft")
        assert ("reference" in facts) == bool(record.exc_info) == (outcome is AnswerStatus.FAULT)
    assert "QS-secret" not in caplog.text
    assert "an-interactions-token" not in caplog.text


async def test_a_stale_click_counts_as_stale(desk: Desk, room: Room) -> None:
    session = await room.lobby(ANNE)
    desk.boundary._sessions = room.sessions
    await desk.answer(StaleClick(session.id))
    assert desk.counted == [("component", AnswerStatus.STALE)]
