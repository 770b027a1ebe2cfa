"""The benchmarks are no part of the suite, but they must not fall behind what they measure."""

import asyncio
from pathlib import Path

import discord
import pytest

from tests.benchmarks import test_speed_click as clicks
from tests.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_benchmark_of_clicks_plays_a_whole_game(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.PartialMessage, "edit", clicks.edited)
    monkeypatch.setattr(clicks, "GAMES_PLAYED", 1)
    assert len(asyncio.run(clicks.measure(tmp_path / "clicks.sqlite3", game))) > 10
