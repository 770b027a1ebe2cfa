"""How fast the rules are, beside OpenSpiel's C++ `pig`, the nearest game with an engine of its own.

Run with `pytest -o addopts="" tests/benchmarks/test_speed_rules.py`. Nothing here fails by time: the figures are
printed in the summary. Both sides play random moves in this process, OpenSpiel's through its Python binding; its
chance nodes (the die) count as moves, as our draws do.
"""

from random import Random
from typing import Any

from msgspec import Struct

from rules.cards import VerifiableShuffler
from rules.game import Rules
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.benchmarks.peers import pace, play_peer
from tests.registry import GAMES

GAMES_A_ROUND = 200
ROUNDS = 9
LANDS: Rules = GAMES["lands"]
QUEENS = (
    Idol("QS", Effect.DISCARD_HIGHEST),
    Idol("QC", Effect.BUST),
    Idol("QH", Effect.DRAW_MORE, 2),
    Idol("QD", Effect.DRAW_UNTIL_ABOVE, 8),
)
EVERYTHING = Options(buried_treasure=True, dare=True, idols=QUEENS)


class Log(Struct, frozen=True):
    """A finished game as the store keeps it."""

    options: Options
    seats: int
    first: int
    moves: tuple[tuple[int, str], ...]
    end: Any


def play_lands(options: Options, games: int) -> int:
    """Play random games for two through the contract; return the moves and events that came of it."""
    made = 0
    for seed in range(games):
        chance = Random(seed)
        shuffler = VerifiableShuffler(seed.to_bytes(32, "big"))
        state = LANDS.deal(options, 2, None, shuffler)
        while awaited := LANDS.awaited(state):
            seat = awaited.seat
            step = LANDS.apply(state, seat, chance.choice(LANDS.legal(state, seat)), shuffler)
            assert step.events
            state = step.state
            made += 1
    return made


def record(seed: int) -> Log:
    """Play one random game for four."""
    chance, shuffler = Random(seed), VerifiableShuffler(b"log")
    state = LANDS.deal(EVERYTHING, 4, 0, shuffler)
    moves = []
    while awaited := LANDS.awaited(state):
        move = chance.choice(LANDS.legal(state, awaited.seat))
        moves.append((awaited.seat, LANDS.token(move)))
        state = LANDS.apply(state, awaited.seat, move, shuffler).state
    return Log(EVERYTHING, 4, 0, tuple(moves), state)


def replay(log: Log) -> Any:
    """Play a log again, every move checked, as an audit does."""
    shuffler = VerifiableShuffler(b"log")
    state = LANDS.deal(log.options, log.seats, log.first, shuffler)
    for seat, token in log.moves:
        state = LANDS.apply(state, seat, LANDS.from_token(token), shuffler).state
    return state


def test_moves_per_second_beside_openspiels_pig(figures: list[str]) -> None:
    """The two take turns, round by round, so that a busy machine slows both; the medians are compared."""
    ours, queens, pig = [], [], []
    for _ in range(ROUNDS):
        ours.append(pace(lambda: play_lands(Options(), GAMES_A_ROUND)))
        queens.append(pace(lambda: play_lands(EVERYTHING, GAMES_A_ROUND)))
        pig.append(pace(lambda: play_peer("pig", GAMES_A_ROUND)))
    lands, cursed, engine = (sorted(paces)[ROUNDS // 2] for paces in (ours, queens, pig))
    figures.append(
        f"Lands: {lands:,.0f} moves/s, with every house rule {cursed:,.0f}; OpenSpiel pig: {engine:,.0f} moves/s; "
        f"ratio {lands / engine:.2f}, with every house rule {cursed / engine:.2f} (wanted: 0.20)"
    )


def test_a_whole_game_from_its_log(benchmark: Any, figures: list[str]) -> None:
    """The middle one of 51 random games for four, by number of moves."""
    log = sorted((record(seed) for seed in range(51)), key=lambda played: len(played.moves))[25]
    assert benchmark(replay, log) == log.end
    median = benchmark.stats.stats.median * 1000
    figures.append(f"A game of {len(log.moves)} moves from its log: {median:.3f} ms (wanted: under 0.5)")


def test_a_state_is_stored_and_loaded(benchmark: Any, figures: list[str]) -> None:
    end = record(7).end
    size = len(LANDS.dump(end))
    assert benchmark(lambda: LANDS.load(LANDS.dump(end))) == end
    median = benchmark.stats.stats.median * 1e6
    figures.append(
        f"A state at a game's end: {size} bytes (wanted: under 4,096), dump and load {median:.1f} microseconds"
    )


def test_a_table_is_viewed(benchmark: Any, figures: list[str]) -> None:
    end = record(7).end
    benchmark(LANDS.view, end, None)
    figures.append(f"A view: {benchmark.stats.stats.median * 1e6:.1f} microseconds")
