"""One answer to one interaction, in time and never twice."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest

from bot.messages.pending_answers import PendingAnswers
from bot.messages.replies import Reply
from bot.texts import content
from bot.views.kit import Kit, notice

CONTENT = content.load()
KIT = Kit(CONTENT.texts, CONTENT.themes["standard"], {})
VIEW = notice("Ahoy")


class Discord:
    """Stands in for an interaction; notes what was sent to Discord, in order, holds the first word, and loses some."""

    def __init__(self, message: object = "clicked") -> None:
        self.message = message
        self.calls: list[str] = []
        self.lost: dict[str, Exception] = {}
        """What does not get through, and how it fails."""
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
        self._call(call)
        self._done = True

    def _call(self, call: str) -> None:
        if call in self.lost:
            raise self.lost.pop(call)
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
        self._call("edit behind")

    async def delete_original_response(self) -> None:
        self._call("taken away")

    async def _send_behind(self, *, ephemeral: bool = False, **_: Any) -> Any:
        self._call("private behind" if ephemeral else "public behind")

        async def edit(**_: Any) -> None:
            self._call("edit of what stands behind")

        async def delete() -> None:
            self._call("what stands behind taken away")

        return SimpleNamespace(id=66, edit=edit, delete=delete)


class Watchdog:
    """Catches the watchdog's timer, so that a test can let it go off."""

    seconds, cancelled = 0.0, False

    def call_later(self, seconds: float, callback: Callable[[], None]) -> "Watchdog":
        self.seconds, self.go_off = seconds, callback
        return self

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture(autouse=True)
async def watchdog(monkeypatch: pytest.MonkeyPatch) -> Watchdog:
    dog = Watchdog()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", dog.call_later)
    return dog


def reply_to(discord: Discord, pending: PendingAnswers | None = None) -> Reply:
    return Reply(cast("Any", discord), KIT, pending or PendingAnswers())


async def late(reply: Reply, dog: Watchdog) -> None:
    """Let the answer take longer than the watchdog waits."""
    dog.go_off()
    assert reply._late is not None
    await reply._late


SPEAK: dict[str, Callable[[Reply], Awaitable[object]]] = {
    "redraw": lambda reply: reply.redraw(VIEW),
    "private": lambda reply: reply.private(VIEW),
    "public": lambda reply: reply.public(VIEW),
    "modal": lambda reply: reply.modal(cast("Any", None)),
    "file": lambda reply: reply.private_file(VIEW, cast("Any", None)),
}
"""Every way to give a first word."""


@pytest.mark.parametrize(
    "message, words, calls",
    [
        ("clicked", "redraw", "edit"),
        ("clicked", "redraw private", "edit, private behind"),
        ("clicked", "late redraw", "defer, edit behind"),
        ("clicked", "modal", "form"),
        ("clicked", "late modal", "defer, private behind"),  # which says to click again
        (None, "public", "public"),
        # What first follows a private deferral is private itself, so a note goes before the table.
        (None, "late public", "defer privately, private behind, public behind"),
        # A file is announced before it is sent, and takes its time.
        (None, "file", "thinking, private behind"),
        ("clicked", "file", "thinking, private behind"),
    ],
)
async def test_each_answer_goes_out_once_and_in_as_few_calls_as_discord_allows(
    watchdog: Watchdog, message: object, words: str, calls: str
) -> None:
    discord = Discord(message)
    reply = reply_to(discord)
    for word in words.split():
        said = await (late(reply, watchdog) if word == "late" else SPEAK[word](reply))
    assert ", ".join(discord.calls) == calls
    if words.endswith("public"):
        assert said == (66 if "late" in words else 55)  # the table's id


async def test_discord_waits_three_seconds_and_the_watchdog_half_of_that_for_a_first_word(watchdog: Watchdog) -> None:
    reply = reply_to(Discord())
    assert watchdog.seconds == 1.5
    await reply.redraw(VIEW)
    assert not watchdog.cancelled
    reply.done()
    assert watchdog.cancelled


@pytest.mark.parametrize("first, calls", [("answer", ["edit"]), ("deferral", ["defer", "edit behind"])])
async def test_of_an_answer_and_a_deferral_the_second_waits_for_the_first(
    watchdog: Watchdog, first: str, calls: list[str]
) -> None:
    """A deferral behind an answer sees that it is not needed."""
    discord = Discord()
    discord.held.clear()
    reply = reply_to(discord)
    if first == "deferral":
        watchdog.go_off()
        await asyncio.sleep(0)
    answer = asyncio.ensure_future(reply.redraw(VIEW))
    await asyncio.sleep(0)
    if first == "answer":
        watchdog.go_off()
        await asyncio.sleep(0)
    discord.held.set()
    assert reply._late is not None
    await asyncio.gather(answer, reply._late)
    assert discord.calls == calls


async def test_a_private_message_can_be_edited_and_taken_away_through_what_sent_it() -> None:
    discord = Discord()
    reply = reply_to(discord)
    first, second = await reply.private("one"), await reply.private("two")
    await first.edit(VIEW)
    await second.edit(VIEW)
    assert discord.calls[2:] == ["edit behind", "edit of what stands behind"]
    await first.delete()
    await second.delete()
    assert discord.calls[4:] == ["taken away", "what stands behind taken away"]


# --- What does not get through ---

DOWN = aiohttp.ClientConnectionError("https://discord.com/the-token")


@pytest.mark.parametrize("failure", [DOWN, TimeoutError()])
async def test_a_deferral_that_does_not_get_through_is_one_line_and_the_answer_is_tried(
    watchdog: Watchdog, caplog: pytest.LogCaptureFixture, failure: Exception
) -> None:
    discord = Discord()
    discord.lost = {"defer": failure}
    reply = reply_to(discord)
    await late(reply, watchdog)
    await reply.redraw(VIEW)
    assert discord.calls == ["edit"]
    assert caplog.messages == [f"could not defer an answer: {type(failure).__name__}"]


@pytest.mark.parametrize(
    "message, words, lost, calls",
    [
        (None, "late private", "private behind", "defer privately, edit behind"),
        (None, "file", "private behind", "thinking, edit behind"),
        (None, "late", "edit behind", "defer privately, taken away"),
        (None, "late private", "", "defer privately, private behind"),
        ("clicked", "late", "", "defer"),
        ("clicked", "", "", "private"),
    ],
    ids=[
        "a thinking becomes a word",
        "also that of a file",
        "or is taken away",
        "what stands is not written over",
        "nor is a message that was clicked",
        "who got no word gets this one",
    ],
)
async def test_what_becomes_of_an_answer_that_is_given_up(
    watchdog: Watchdog, message: object, words: str, lost: str, calls: str
) -> None:
    discord = Discord(message)
    discord.lost = {lost: DOWN}
    reply = reply_to(discord)
    for word in words.split():
        await asyncio.gather(late(reply, watchdog) if word == "late" else SPEAK[word](reply), return_exceptions=True)
    await reply.give_up("It did not get through.")
    assert ", ".join(discord.calls) == calls


@pytest.mark.parametrize("speak", SPEAK.values(), ids=SPEAK)
async def test_a_first_word_that_discord_never_takes_is_given_up(
    monkeypatch: pytest.MonkeyPatch, speak: Callable[[Reply], Awaitable[object]]
) -> None:
    monkeypatch.setattr("bot.messages.replies.FIRST_SECONDS", 0.0)
    discord = Discord()
    discord.held.clear()
    reply = reply_to(discord)
    with pytest.raises(TimeoutError):
        await speak(reply)
    reply.done()
    assert discord.calls == []


# --- Who is owed an answer (F38) ---


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
    speak: Callable[[Reply], Awaitable[object]],
) -> None:
    """What the network then takes holds nothing up."""
    discord, owed = Discord(), PendingAnswers()
    discord.held.clear()
    reply = reply_to(discord, owed)
    assert not await gives_way_at_once(owed)
    answer = asyncio.ensure_future(speak(reply))
    assert await gives_way_at_once(owed)
    assert not answer.done()
    discord.held.set()
    await answer


async def test_a_deferral_is_a_first_word_and_who_gets_none_is_owed_none_in_the_end(watchdog: Watchdog) -> None:
    for answered in (True, False):
        owed = PendingAnswers()
        reply = reply_to(Discord(), owed)
        if answered:
            await late(reply, watchdog)
        else:
            reply.done()
        assert await gives_way_at_once(owed)
