"""How fast Black Spot's rules are, beside OpenSpiel's C++ `gin_rummy`: hidden hands of one deck, melds and discards.

Run with `pytest -o addopts="" tests/benchmarks/test_speed_blackspot.py`. Nothing here fails by time: the figures are
printed in the summary. Both sides play random moves in this process, OpenSpiel's through its Python binding; its
chance nodes (cards dealt and drawn) count as moves. Ours draw five cards, or answer a theft, within one move, and
every move comes with the record of what it did.
"""

from random import Random
from typing import Any

from msgspec import Struct

from rules import blackspot
from rules.blackspot.model import CurseReaction, FinalCycle, Options, PeekRule, PurifyRule
from rules.cards import VerifiableShuffler
from rules.game import Rules
from tests.benchmarks.peers import pace, play_peer

GAMES_A_ROUND = 100
ROUNDS = 9
GAME: Rules = blackspot
OTHER_RULES = Options(PeekRule.OPTIONAL, CurseReaction.ONE, PurifyRule.SUM, FinalCycle.OTHERS_ONLY)


class Log(Struct, frozen=True):
    """A finished game as the store keeps it."""

    moves: tuple[tuple[int, str], ...]
    end: Any


def play(options: Options, seats: int, games: int) -> int:
    """Play random games through the contract; return how many moves and events came of it."""
    made = 0
    for seed in range(games):
        chance = Random(seed)
        shuffler = VerifiableShuffler(seed.to_bytes(32, "big"))
        state = GAME.deal(options, seats, None, shuffler)
        while awaited := GAME.awaited(state):
            seat = awaited.seat
            step = GAME.apply(state, seat, GAME.sample(state, seat, chance), shuffler)
            assert step.events
            state = step.state
            made += 1
    return made


def record(seed: int) -> Log:
    """Play one random game for four."""
    chance, shuffler = Random(seed), VerifiableShuffler(b"log")
    state = GAME.deal(Options(), 4, 0, shuffler)
    moves = []
    while awaited := GAME.awaited(state):
        move = GAME.sample(state, awaited.seat, chance)
        moves.append((awaited.seat, GAME.token(move)))
        state = GAME.apply(state, awaited.seat, move, shuffler).state
    return Log(tuple(moves), state)


def replay(log: Log) -> Any:
    """Play a log again, every move checked, as an audit does."""
    shuffler = VerifiableShuffler(b"log")
    state = GAME.deal(Options(), 4, 0, shuffler)
    for seat, token in log.moves:
        state = GAME.apply(state, seat, GAME.from_token(token), shuffler).state
    return state


def test_moves_per_second_beside_openspiels_gin_rummy(figures: list[str]) -> None:
    """The two take turns, round by round, so that a busy machine slows both; the medians are compared."""
    two, four, other, gin = [], [], [], []
    for _ in range(ROUNDS):
        two.append(pace(lambda: play(Options(), 2, GAMES_A_ROUND)))
        gin.append(pace(lambda: play_peer("gin_rummy", GAMES_A_ROUND // 4)))
        four.append(pace(lambda: play(Options(), 4, GAMES_A_ROUND)))
        other.append(pace(lambda: play(OTHER_RULES, 2, GAMES_A_ROUND)))
    ours, large, house, engine = (sorted(paces)[ROUNDS // 2] for paces in (two, four, other, gin))
    figures.append(
        f"Black Spot: {ours:,.0f} moves/s for two, {large:,.0f} for four, {house:,.0f} under other house rules; "
        f"OpenSpiel gin_rummy: {engine:,.0f}; ratios {ours / engine:.2f}, {large / engine:.2f}, "
        f"{house / engine:.2f} (wanted: 2)"
    )


def test_a_whole_game_from_its_log(benchmark: Any, figures: list[str]) -> None:
    """The middle one of 51 random games for four, by number of moves."""
    log = sorted((record(seed) for seed in range(51)), key=lambda played: len(played.moves))[25]
    assert benchmark(replay, log) == log.end
    median = benchmark.stats.stats.median * 1000
    figures.append(f"A game of {len(log.moves)} moves from its log: {median:.3f} ms")


def test_a_state_is_stored_and_loaded(benchmark: Any, figures: list[str]) -> None:
    end = record(7).end
    size = len(GAME.dump(end))
    assert benchmark(lambda: GAME.load(GAME.dump(end))) == end
    median = benchmark.stats.stats.median * 1e6
    figures.append(
        f"A state at a game's end: {size} bytes (wanted: under 3,072), dump and load {median:.1f} microseconds"
    )


def test_a_table_is_viewed(benchmark: Any, figures: list[str]) -> None:
    end = record(7).end
    benchmark(GAME.view, end, 0)
    figures.append(f"A view at the end: {benchmark.stats.stats.median * 1e6:.1f} microseconds")
