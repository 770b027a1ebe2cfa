"""Kill -9 at every step of a move (F08): all is then as before the click or as after it, and the players see which."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wire import dying, scenes
from tests.wire.bot_process import BotProcess
from tests.wire.dying import Point
from tests.wire.people import World
from tests.wire.wreck import GRID, Wreck

BEFORE = [
    ("draw", Point.LOCKING),
    ("rematch", Point.LOCKING),
    ("theft", Point.LOADING),
    ("start", Point.LOADING),
    ("bust", Point.LOADED),
    ("reaction", Point.LOADED),
    ("bank", Point.PLANNED),
    ("purification", Point.PLANNED),
]
WITHIN = [
    ("draw", Point.BEGUN),
    ("rematch", Point.BEGUN),
    ("bank", Point.ROW),
    ("start", Point.ROW),
    ("bust", Point.LOGGED),
    ("theft", Point.LOGGED),
    ("bank", Point.RESULTED),
    ("bank", Point.BOARDS),
    ("reaction", Point.COMMITTING),
    ("bank", Point.COMMITTING),
]
COMMITTED = [
    ("draw", Point.COMMITTED),
    ("bank", Point.COMMITTED),
    ("theft", Point.COMMITTED),
    ("rematch", Point.COMMITTED),
    ("bust", Point.ANSWERING),
    ("purification", Point.ANSWERING),
    ("start", Point.ANSWERING),
]
ANSWERED = [
    ("draw", Point.ANSWERED),
    ("bank", Point.ANSWERED),
    ("rematch", Point.ANSWERED),
    ("theft", Point.SHOWING),
    ("reaction", Point.SHOWING),
    ("theft", Point.CALLING),
    ("start", Point.CALLING),
]
"""Each point at least twice where two moves pass it, each move at least twice; `tasks.py soak` sails all of them."""


@pytest.mark.parametrize("cases", [BEFORE, WITHIN, COMMITTED, ANSWERED], ids=["before", "within", "kept", "answered"])
async def test_f08_kill_nine_at_any_step_leaves_the_state_before_or_after_and_the_players_see_which(
    world: World, new_bot: Callable[..., BotProcess], tmp_path: Path, cases: list[tuple[str, Point]]
) -> None:
    orders = tmp_path / "die"
    bot = new_bot(**{dying.VARIABLE: str(orders)})
    stages = await scenes.set_up(bot.database, world, [name for name, _ in cases])
    wreck = Wreck(world, bot, orders)
    await bot.start()
    for stage, (_, point) in zip(stages, cases, strict=True):
        await wreck.sink(stage, point)


def test_the_sample_of_the_grid_has_every_point_and_every_move() -> None:
    sample = {*BEFORE, *WITHIN, *COMMITTED, *ANSWERED}
    assert sample <= set(GRID)
    assert {point for _, point in sample} == set(Point)
    assert {name for name, _ in sample} == set(scenes.SCENES)
