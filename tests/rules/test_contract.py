"""The promises of `rules.game.Rules`, for every game of the registry. `many_games` plays ten thousand."""

from collections.abc import Callable

import pytest

from rules.game import Rules
from tests.registry import GAMES
from tests.rules import contract
from tests.rules.option_sets import traits

PART = 25
"""Random games in one test, so that several workers share them."""

every_game = pytest.mark.parametrize("key", GAMES)


@every_game
@pytest.mark.parametrize("start", range(0, contract.GAMES_CHECKED, PART))
def test_random_games_keep_every_promise(key: str, start: int) -> None:
    contract.check_random_games(GAMES[key], range(start, start + PART))


@every_game
@pytest.mark.parametrize("promise", contract.PROMISES[1:], ids=lambda promise: promise.__name__)
def test_every_game_keeps_this_promise(key: str, promise: Callable[[Rules], None]) -> None:
    promise(GAMES[key])


@every_game
def test_the_registry_names_each_game_by_its_key(key: str) -> None:
    assert key == GAMES[key].KEY


def test_a_game_without_traits_is_pointed_out() -> None:
    with pytest.raises(AssertionError, match=r"'whist' has no entry"):
        traits("whist")
