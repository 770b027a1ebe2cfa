"""The two long tasks, for some seconds: so that they cannot rot, and nothing obvious is left behind."""

import re

import pytest

from tests.wire import load, soak
from tests.wire.bot_process import PATIENT
from tests.wire.dying import Point


async def test_a_short_soak_finds_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert await soak.run(2, 1, [("draw", Point.LOGGED)]) == 0
    assert "1 steps of moves and 2 random kills (seed 1)" in capsys.readouterr().out


async def test_finished_games_leave_no_view_task_lock_or_hand_behind(capsys: pytest.CaptureFixture[str]) -> None:
    """A short load: six tables that play one game after the other, every answer compared with the players' shadow."""
    assert await load.run(load.Wanted(seconds=6, rate=120, games=6, burst=6), PATIENT) == []
    printed = capsys.readouterr().out
    found = re.search(r"(\d+) games finished", printed)
    assert found is not None
    assert int(found[1]) >= 5, printed
