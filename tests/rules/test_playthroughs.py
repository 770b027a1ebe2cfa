"""Recorded games play today as they were recorded: state, legal moves and events of every step."""

from typing import get_args

import pytest

from tests.registry import GAMES
from tests.rules.playthrough import FOLDER, read, render


@pytest.mark.parametrize("key", GAMES)
def test_a_recorded_game_plays_as_it_was_recorded(key: str) -> None:
    """Where a change is intended, record anew (tests/rules/playthrough.py) and read the difference."""
    games = list(read((FOLDER / f"{key}.txt").read_text(encoding="ascii")))
    assert {head.seats for head, _, _ in games} == set(GAMES[key].SEATS)
    for head, moves, recorded in games:
        for number, (was, now) in enumerate(zip(recorded, render(head, iter(moves)), strict=True), 1):
            assert was == now, f"line {number} of the game for {head.seats}"


@pytest.mark.parametrize("key", GAMES)
def test_the_recordings_show_every_kind_of_event(key: str) -> None:
    text = (FOLDER / f"{key}.txt").read_text(encoding="ascii")
    tags = [event.__struct_config__.tag for event in get_args(GAMES[key].Event)]
    assert [tag for tag in tags if f'"type":"{tag}"' not in text] == []
