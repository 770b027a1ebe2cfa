"""How a game of Lands Uncharted is decided: one function, in rule order (L10, L11, L13, L16, X1)."""

from rules.game import Ending, Outcome
from rules.lands.model import NOBODY, Phase, State
from rules.ranking import places


def outcome(state: State) -> Outcome | None:
    """Return the ranking, None while the game runs."""
    if state.phase is not Phase.OVER:
        return None
    playing = [seat for seat, player in enumerate(state.seats) if not player.left]
    if state.champion != NOBODY:
        return _result(state, Ending.DARE_WON, [state.champion])
    if not playing:
        return _result(state, Ending.NO_RESULT)
    if state.solo:
        return _result(state, Ending.SOLO, playing)
    if len(playing) == 1:
        return _result(state, Ending.LAST_ABOARD, playing) if midway(state) else _result(state, Ending.NO_RESULT)
    return _ranked(state, playing)


def abandoned(state: State) -> Outcome:
    """Return what is on the ships, nobody placed."""
    return _result(state, Ending.NO_RESULT)


def midway(state: State) -> bool:
    """Tell whether some seat has half the target (X1)."""
    return any(player.score * 2 >= state.options.target for player in state.seats)


def _key(state: State, seat: int) -> tuple[int, int]:
    """Highest score, then fewest times scored (L11)."""
    player = state.seats[seat]
    return -player.score, player.scorings


def _ranked(state: State, playing: list[int]) -> Outcome:
    best = min(_key(state, seat) for seat in playing)
    winners = [seat for seat in playing if _key(state, seat) == best]
    tied = [seat for seat in playing if state.seats[seat].score == -best[0]]
    if len(winners) > 1:
        return _result(state, Ending.SHARED, winners)
    return _result(state, Ending.FEWEST_SCORINGS if len(tied) > 1 else Ending.HIGHEST_SCORE, winners)


def _result(state: State, ending: Ending, winners: list[int] | None = None) -> Outcome:
    """Place the winners first, then the other seats that still play; without winners nobody is placed."""
    keys = [
        None if player.left or not winners else (seat not in winners, *_key(state, seat))
        for seat, player in enumerate(state.seats)
    ]
    return Outcome(ending, places(keys), tuple(player.score for player in state.seats))
