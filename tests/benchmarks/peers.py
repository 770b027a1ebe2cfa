"""The peer that every speed is compared with, and the pace of both."""

import time
from collections.abc import Callable
from random import Random

import pytest

pyspiel = pytest.importorskip("pyspiel")


def play_peer(name: str, games: int) -> int:
    """Play random games of one of OpenSpiel's C++ games from Python; return the moves, chance's included."""
    game = pyspiel.load_game(name)
    made = 0
    for seed in range(games):
        chance = Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            made += 1
    return made


def pace(play: Callable[[], int]) -> float:
    """Moves per second."""
    began = time.perf_counter()
    made = play()
    return made / (time.perf_counter() - began)
