"""Check the contract in thousands of random games: `python -m tests.rules.many_games 10000 [game]`.

Exits 1 on the first failure, with the seed and the house rules that reproduce it.
"""

import sys
import time
import traceback

from tests.registry import GAMES
from tests.rules.contract import Checker


def main(count: int, keys: list[str]) -> int:
    """Play `count` games of each kind; return the exit code."""
    for key in keys:
        began = time.perf_counter()
        moves: list[int] = []
        for seed in range(count):
            checker = Checker(GAMES[key], seed)
            try:
                moves.append(checker.play())
            except Exception:  # noqa: BLE001 - whatever it was, it is shown with what reproduces it
                sys.stdout.write(f"{traceback.format_exc()}\nfailed: {checker.setup}\nlog: {checker.log}\n")
                return 1
        spent = time.perf_counter() - began
        longest = max(range(count), key=moves.__getitem__)
        sys.stdout.write(
            f"{key}: {count} games, {sum(moves)} moves, {sum(moves) / spent:.0f} checked moves per second, "
            f"longest {moves[longest]} moves (seed {longest}), {spent:.0f} s\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:] or list(GAMES)))
