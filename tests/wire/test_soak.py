"""The two long tasks, for some seconds: so that they cannot rot, and nothing obvious is left behind."""

import pytest

from tests.wire import load, soak
from tests.wire.dying import Point


async def test_a_short_soak_finds_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert await soak.run(2, 1, [("draw", Point.LOGGED)]) == 0
    assert "1 steps of moves and 2 random kills (seed 1)" in capsys.readouterr().out


async def test_finished_games_leave_no_view_task_lock_or_hand_behind(capsys: pytest.CaptureFixture[str]) -> None:
    """A short load: six tables that play one game after the other, every answer compared with the players' shadow."""
    found = await load.run(load.Wanted(seconds=6, rate=120, games=6, burst=6))
    assert found == []
    printed = capsys.readouterr().out
    [finished] = [int(line.split()[0]) for line in printed.splitlines() if "games finished" in line]
    assert finished >= 5, printed
