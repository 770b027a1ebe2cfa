"""Kill -9 at every step of a move (F08): all is then as before the click or as after it, and the players see which."""

from pathlib import Path

import pytest

from tests.wire import scenes
from tests.wire.dying import Point
from tests.wire.people import World
from tests.wire.soak import sail_grid

SAMPLE = {
    "before": [
        ("draw", Point.LOADING),
        ("start", Point.LOADED),
        ("bank", Point.PLANNED),
        ("reaction", Point.PLANNED),
        ("rematch", Point.BEGUN),
    ],
    "within": [
        ("bust", Point.ROW),
        ("theft", Point.LOGGED),
        ("bank", Point.RESULTED),
        ("bank", Point.BOARDS),
        ("purification", Point.COMMITTING),
    ],
    "kept": [
        ("draw", Point.COMMITTED),
        ("rematch", Point.COMMITTED),
        ("bank", Point.ANSWERING),
        ("purification", Point.ANSWERING),
        ("start", Point.ANSWERING),
    ],
    "answered": [
        ("bust", Point.ANSWERED),
        ("theft", Point.SHOWING),
        ("reaction", Point.SHOWING),
        ("theft", Point.CALLING),
        ("start", Point.CALLING),
    ],
}
"""Each point, and each move at least twice; `tasks.py soak` sails all of them."""


@pytest.mark.parametrize("cases", SAMPLE.values(), ids=SAMPLE)
async def test_f08_kill_nine_at_any_step_leaves_the_state_before_or_after_and_the_players_see_which(
    world: World, tmp_path: Path, cases: list[tuple[str, Point]]
) -> None:
    assert await sail_grid(world, tmp_path, 1, cases) == len(cases), "each move passes its point"


def test_the_sample_of_the_grid_has_every_point_and_every_move() -> None:
    sample = [case for cases in SAMPLE.values() for case in cases]
    assert {point for _, point in sample} == set(Point)
    assert {name for name, _ in sample} == set(scenes.SCENES)
