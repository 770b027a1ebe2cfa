"""One answer to one interaction, in time and never twice."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest

from bot.messages.pending_answers import PendingAnswers
from bot.messages.replies import DEFER_AFTER_SECONDS, Reply
from bot.texts import content
from bot.views.kit import Kit, notice

CONTENT = content.load()
KIT = Kit(CONTENT.texts, CONTENT.themes["standard"], {})


class Sent:
    """Stands in for an interaction; notes what was sent to Discord, in order."""

    def __init__(self, message: object = "clicked") -> None:
        self.message = message
        self.calls: list[str] = []
        self.response = self
        self.followup = SimpleNamespace(send=self._send_behind)
        self._done = False
        self.held = asyncio.Event()
        self.held.set()

    def is_done(self) -> bool:
        return self._done

    async def _first(self, call: str) -> None:
        assert not self._done, "Discord takes one first response"
        await self.held.wait()
        self._done = True
        self.calls.append(call)

    async def edit_message(self, **_: Any) -> None:
        await self._first("edit")

    async def send_message(self, *, ephemeral: bool = False, **_: Any) -> Any:
        await self._first("private" if ephemeral else "public")
        return SimpleNamespace(message_id=55)

    async def send_modal(self, _: Any) -> None:
        await self._first("form")

    async def defer(self, *, ephemeral: bool, thinking: bool = False) -> None:
        await self._first("thinking" if thinking else "defer privately" if ephemeral else "defer")

    async def edit_original_response(self, **_: Any) -> None:
        self.calls.append("edit behind")

    async def delete_original_response(self) -> None:
        self.calls.append("taken away")

    async def _send_behind(self, *, ephemeral: bool = False, **_: Any) -> Any:
        self.calls.append("private behind" if ephemeral else "public behind")
        return SimpleNamespace(id=66, edit=self._edit_message, delete=self._delete_message)

    async def _edit_message(self, **_: Any) -> None:
        self.calls.append("edit of what stands behind")

    async def _delete_message(self) -> None:
        self.calls.append("what stands behind taken away")


class Watchdog:
    """Catches the watchdog's timer, so that a test can let it go off."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.cancelled = False

    def call_later(self, seconds: float, callback: Any) -> "Watchdog":
        self.seconds, self._callback = seconds, callback
        return self

    def cancel(self) -> None:
        self.cancelled = True

    def go_off(self) -> None:
        self._callback()


def reply_to(sent: Any) -> Reply:
    return Reply(sent, KIT, PendingAnswers())


@pytest.fixture
async def watchdog(monkeypatch: pytest.MonkeyPatch) -> Watchdog:
    dog = Watchdog()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", dog.call_later)
    return dog


async def late(reply: Reply, dog: Watchdog) -> None:
    """Let the answer take longer than the watchdog waits."""
    dog.go_off()
    assert reply._late is not None
    await reply._late


VIEW = notice("Ahoy")


async def test_a_quick_answer_costs_one_call(watchdog: Watchdog) -> None:
    sent = Sent()
    await reply_to(sent).redraw(VIEW)
    assert (sent.calls, watchdog.seconds) == (["edit"], DEFER_AFTER_SECONDS)


async def test_a_redraw_and_a_word_are_one_answer_and_one_behind(watchdog: Watchdog) -> None:
    assert not watchdog.cancelled
    sent = Sent()
    reply = reply_to(sent)
    await reply.redraw(VIEW)
    await reply.private("The table has moved on.")
    assert sent.calls == ["edit", "private behind"]


async def test_a_slow_click_is_deferred_in_silence_and_answered_later(watchdog: Watchdog) -> None:
    sent = Sent()
    reply = reply_to(sent)
    await late(reply, watchdog)
    await reply.redraw(VIEW)
    assert sent.calls == ["defer", "edit behind"]


async def test_a_slow_command_is_deferred_privately_and_its_table_goes_out_for_all(watchdog: Watchdog) -> None:
    """What first follows a private deferral is private itself, so a note goes before the table."""
    sent = Sent(message=None)
    reply = reply_to(sent)
    await late(reply, watchdog)
    assert await reply.public(VIEW) == 66
    assert sent.calls == ["defer privately", "private behind", "public behind"]


async def test_a_quick_table_is_posted_in_one_call_and_its_id_is_known(watchdog: Watchdog) -> None:
    assert not watchdog.cancelled
    sent = Sent(message=None)
    assert await reply_to(sent).public(VIEW) == 55
    assert sent.calls == ["public"]


async def test_an_answer_on_its_way_is_not_deferred(watchdog: Watchdog) -> None:
    """The answer was begun just before the watchdog's time: the deferral waits, and sees that it is not needed."""
    sent = Sent()
    sent.held.clear()
    reply = reply_to(sent)
    answer = asyncio.ensure_future(reply.redraw(VIEW))
    await asyncio.sleep(0)
    watchdog.go_off()
    await asyncio.sleep(0)
    sent.held.set()
    await answer
    assert reply._late is not None
    await reply._late
    assert sent.calls == ["edit"]


async def test_a_deferral_on_its_way_comes_before_the_answer(watchdog: Watchdog) -> None:
    sent = Sent()
    sent.held.clear()
    reply = reply_to(sent)
    watchdog.go_off()
    await asyncio.sleep(0)
    answer = asyncio.ensure_future(reply.redraw(VIEW))
    await asyncio.sleep(0)
    sent.held.set()
    await answer
    assert sent.calls == ["defer", "edit behind"]


async def test_what_was_answered_is_watched_no_longer(watchdog: Watchdog) -> None:
    reply = reply_to(Sent())
    await reply.redraw(VIEW)
    reply.done()
    assert watchdog.cancelled


async def test_a_private_message_can_be_edited_and_taken_away_through_what_sent_it(watchdog: Watchdog) -> None:
    assert not watchdog.cancelled
    sent = Sent()
    reply = reply_to(sent)
    first = await reply.private("one")
    second = await reply.private("two")
    await first.edit(VIEW)
    await second.edit(VIEW)
    assert sent.calls[2:] == ["edit behind", "edit of what stands behind"]
    await first.delete()
    await second.delete()
    assert sent.calls[4:] == ["taken away", "what stands behind taken away"]


@pytest.mark.parametrize("failure", [aiohttp.ClientConnectionError("https://discord.com/the-token"), TimeoutError()])
async def test_a_deferral_that_does_not_get_through_is_one_line_and_the_answer_is_tried(
    watchdog: Watchdog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failure: Exception
) -> None:
    async def lost(**_: Any) -> None:
        raise failure

    sent = Sent()
    monkeypatch.setattr(sent, "defer", lost)
    reply = reply_to(sent)
    watchdog.go_off()
    assert reply._late is not None
    await reply._late
    await reply.redraw(notice("late"))
    assert sent.calls == ["edit"]
    assert caplog.messages == [f"could not defer an answer: {type(failure).__name__}"]


async def lost(**_: Any) -> None:
    raise aiohttp.ClientConnectionError


async def test_a_thinking_whose_answer_does_not_get_through_becomes_a_word(
    watchdog: Watchdog, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Sent(message=None)
    reply = reply_to(sent)
    await late(reply, watchdog)
    with monkeypatch.context() as patch:
        patch.setattr(sent.followup, "send", lost)
        with pytest.raises(aiohttp.ClientConnectionError):
            await reply.private(VIEW)
    await reply.give_up("It did not get through.")
    assert sent.calls == ["defer privately", "edit behind"]


async def test_a_thinking_that_cannot_be_written_over_is_taken_away(
    watchdog: Watchdog, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Sent(message=None)
    reply = reply_to(sent)
    await late(reply, watchdog)
    monkeypatch.setattr(sent, "edit_original_response", lost)
    await reply.give_up("It did not get through.")
    assert sent.calls == ["defer privately", "taken away"]


async def test_what_stands_is_not_written_over_by_a_word_of_failure(watchdog: Watchdog) -> None:
    """The private note of a table is there already, or the click was deferred without a word."""
    for message in (None, "clicked"):
        sent = Sent(message)
        reply = reply_to(sent)
        await late(reply, watchdog)
        if message is None:
            await reply.private(VIEW)
        before = list(sent.calls)
        await reply.give_up("It did not get through.")
        assert sent.calls == before


SPEAK: dict[str, Callable[[Reply], Awaitable[object]]] = {
    "redraw": lambda reply: reply.redraw(VIEW),
    "private": lambda reply: reply.private(VIEW),
    "public": lambda reply: reply.public(VIEW),
    "modal": lambda reply: reply.modal(cast("Any", None)),
    "private_file": lambda reply: reply.private_file(VIEW, cast("Any", None)),
}
"""Every way to give a first word."""


@pytest.mark.parametrize("speak", SPEAK.values(), ids=SPEAK)
async def test_a_first_word_that_discord_never_takes_is_given_up(
    monkeypatch: pytest.MonkeyPatch, speak: Callable[[Reply], Awaitable[object]]
) -> None:
    monkeypatch.setattr("bot.messages.replies.FIRST_SECONDS", 0.0)
    sent = Sent()
    sent.held.clear()
    reply = reply_to(sent)
    with pytest.raises(TimeoutError):
        await speak(reply)
    reply.done()
    assert sent.calls == []


async def gives_way_at_once(owed: PendingAnswers) -> bool:
    """Tell whether work that nobody waits for need not wait either."""
    work = asyncio.ensure_future(owed.give_way())
    for _ in range(5):
        await asyncio.sleep(0)
    at_once = work.done()
    work.cancel()
    return at_once


@pytest.mark.parametrize("speak", SPEAK.values(), ids=SPEAK)
async def test_an_answer_is_owed_until_its_first_word_begins_to_go_out(
    watchdog: Watchdog, speak: Callable[[Reply], Awaitable[object]]
) -> None:
    """What the network then takes holds nothing up."""
    sent, owed = Sent(), PendingAnswers()
    sent.held.clear()
    reply = Reply(cast("Any", sent), KIT, owed)
    assert not await gives_way_at_once(owed)
    answer = asyncio.ensure_future(speak(reply))
    assert await gives_way_at_once(owed)
    assert not answer.done()
    sent.held.set()
    await answer
    assert watchdog.seconds


async def test_a_deferral_is_a_first_word(watchdog: Watchdog) -> None:
    sent, owed = Sent(), PendingAnswers()
    await late(Reply(cast("Any", sent), KIT, owed), watchdog)
    assert await gives_way_at_once(owed)
    assert sent.calls == ["defer"]


async def test_who_gets_no_answer_is_owed_none_in_the_end(watchdog: Watchdog) -> None:
    owed = PendingAnswers()
    Reply(cast("Any", Sent()), KIT, owed).done()
    assert await gives_way_at_once(owed)
    assert watchdog.cancelled


async def test_a_file_is_announced_before_it_is_sent_and_takes_its_time(watchdog: Watchdog) -> None:
    for message in (None, "clicked"):
        sent = Sent(message)
        await reply_to(sent).private_file(VIEW, cast("Any", None))
        assert sent.calls == ["thinking", "private behind"]
    assert watchdog.seconds


async def test_a_file_that_does_not_get_through_leaves_a_word_instead(
    watchdog: Watchdog, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Sent(None)
    reply = reply_to(sent)
    with monkeypatch.context() as patch:
        patch.setattr(sent.followup, "send", lost)
        with pytest.raises(aiohttp.ClientConnectionError):
            await reply.private_file(VIEW, cast("Any", None))
    await reply.give_up("It did not get through.")
    assert sent.calls == ["thinking", "edit behind"]
    assert watchdog.seconds
