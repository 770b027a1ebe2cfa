"""Long computing in a process of its own."""

import pytest

from bot.workers.worker import Failed, Worker


async def test_a_task_that_cannot_be_done_says_why_and_the_next_one_is_tried() -> None:
    apart = Worker()
    for _ in range(2):
        with pytest.raises(Failed, match="KeyError: 'no such task'"):
            await apart.run("no such task", b"", seconds=600)


async def test_a_task_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(TimeoutError):
        await Worker().run("no such task", b"", seconds=0)
