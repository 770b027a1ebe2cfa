"""How a game of Black Spot is decided: one function, in rule order (B17, X1)."""

from rules.blackspot.model import HALF, Phase, Seat, State
from rules.game import Ending, Outcome
from rules.ranking import places


def score(player: Seat) -> int:
    """Return loot minus curses, face-down ones included (B17)."""
    return sum(treasure.loot - sum(treasure.curses) for treasure in player.treasures)


def outcome(state: State) -> Outcome | None:
    """Return the ranking, None while the game runs."""
    if state.phase is not Phase.OVER:
        return None
    playing = [seat for seat, player in enumerate(state.seats) if not player.left]
    if len(playing) > 1:
        return _ranked(state, playing)
    if playing and midway(state):
        return _result(state, Ending.LAST_ABOARD, playing)
    return _result(state, Ending.NO_RESULT, [])


def abandoned(state: State) -> Outcome:
    """Return what lies on the ships, nobody placed."""
    return _result(state, Ending.NO_RESULT, [])


def midway(state: State) -> bool:
    """Tell whether six treasures have been taken from the trove (X1)."""
    return state.taken >= HALF


def _ranked(state: State, playing: list[int]) -> Outcome:
    scores = [score(state.seats[seat]) for seat in playing]
    shared = scores.count(max(scores)) > 1
    return _result(state, Ending.SHARED if shared else Ending.HIGHEST_SCORE, playing)


def _result(state: State, ending: Ending, placed: list[int]) -> Outcome:
    """Place seats by score, equal scores alike; the others stay unplaced."""
    scores = tuple(score(player) for player in state.seats)
    return Outcome(ending, places([-points if seat in placed else None for seat, points in enumerate(scores)]), scores)
