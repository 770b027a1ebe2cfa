"""Answers go before work that nobody waits for (F38): a burst of clicks is answered before tables are edited."""

import asyncio

import pytest

from bot.messages import pending_answers as room
from bot.messages.background import Background
from bot.messages.pending_answers import PendingAnswers


class Log:
    """Notes in what order things were done."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def note(self, line: str) -> None:
        self.lines.append(line)


async def turns(number: int) -> None:
    """Let everything that can go on do so; more turns of the event loop than any of it needs."""
    for _ in range(number):
        await asyncio.sleep(0)


async def test_what_nobody_waits_for_stands_back_until_the_last_answer_begins_to_go_out() -> None:
    background, log = Background(), Log()
    for answer in ("Anne's", "Mary's"):
        background.pending.add(answer)
    background.run("an edit", lambda: log.note("edit"))
    background.latest("table", lambda: log.note("table"))
    background.pending.discard("Anne's")
    await turns(20)
    assert log.lines == []
    background.pending.discard("Mary's")
    background.pending.discard("Mary's")
    await turns(20)
    assert log.lines == ["edit", "table"]


async def test_a_click_that_comes_while_work_is_let_through_goes_before_the_rest_of_it() -> None:
    """Else two hundred edits that waited for one burst would all go before the next click."""
    background, log = Background(), Log()

    async def edit() -> None:
        log.lines.append("edit")
        if len(log.lines) == 1:
            background.pending.add("Anne's")

    background.pending.add("of the burst")
    for number in range(10):
        background.run(f"edit {number}", edit)
    await turns(50)
    background.pending.discard("of the burst")
    await turns(50)
    assert log.lines == ["edit"]
    background.pending.discard("Anne's")
    await turns(50)
    assert log.lines == ["edit"] * 10


async def test_tables_are_shown_though_somebody_is_always_owed_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "GIVE_WAY_SECONDS", 0.0)
    background, log = Background(), Log()
    background.pending.add("one that never goes out")
    await background.run("an edit", lambda: log.note("edit"))
    assert log.lines == ["edit"]


async def test_work_that_is_given_up_at_the_door_leaves_it_open() -> None:
    owed = PendingAnswers()
    owed.add("Anne's")
    first, second = (asyncio.ensure_future(owed.give_way()) for _ in range(2))
    await turns(5)
    first.cancel()
    owed.discard("Anne's")
    await turns(5)
    assert (first.cancelled(), second.done()) == (True, True)
