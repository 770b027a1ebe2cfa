"""The boards against an independent recount from the move logs; `recount` does it for thousands of games."""

from pathlib import Path

from tests.bot.storage.recount import compare


async def test_the_boards_are_what_the_move_logs_say(database: Path) -> None:
    assert await compare(database, 80) == []
