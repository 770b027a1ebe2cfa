"""Plain-text playthroughs, in the manner of OpenSpiel: every step's state, legal moves and events.

Re-record after an intended change with `python -m tests.rules.playthrough lands > tests/rules/playthroughs/lands.txt`.
What a recording holds of the past is its head lines and its moves; the test plays them again and compares the text.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from rules.cards import CODES, VerifiableShuffler
from rules.game import Rules
from tests.registry import GAMES
from tests.rules.option_sets import traits

FOLDER = Path(__file__).parent / "playthroughs"
HEAD, MOVE = "=== ", ">>> "
LUCK = 2
"""Chosen so that the recordings show every kind of event."""
MOST_LISTED = 12
"""Legal moves that are written out."""


class Head(Struct, frozen=True):
    """What a recorded game starts from."""

    game: str
    key: str
    """Of the shuffler, as text."""
    seats: int
    first: int | None
    options: dict[str, Any]


def render(head: Head, moves: Iterator[tuple[int, str]]) -> Iterator[str]:
    """Yield the lines of a game; `moves` is asked for a move only after the state before it was written."""
    game = GAMES[head.game]
    shuffler = VerifiableShuffler(head.key.encode())
    options = msgspec.convert(head.options, game.Options)
    state = game.deal(options, head.seats, head.first, shuffler)
    yield HEAD + msgspec.json.encode(head).decode()
    shown: dict[str, Any] = {}
    yield from _changes(state, shown)
    yield from _standing(game, state)
    for seat, token in moves:
        step = game.apply(state, seat, game.from_token(token), shuffler)
        state = step.state
        yield ""
        yield f"{MOVE}{seat} {token}"
        yield from (f"event {msgspec.json.encode(event).decode()}" for event in step.events)
        yield from _changes(state, shown)
        yield from _standing(game, state)


def _changes(state: Any, shown: dict[str, Any]) -> Iterator[str]:
    """Write what is new or no longer as shown; of a pile that lost its first card, what is left."""
    for name, value in _flat(state):
        was = shown.get(name)
        if was != value:
            shown[name] = value
            drawn = isinstance(value, bytes) and was is not None and was[1:] == value and value
            yield f"{name}: {len(value)} left" if drawn else f"{name}: {_plain(value)}"


def _flat(state: Any) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a state, those of a struct inside it as `outer.inner`, seats by number."""
    for name, value in _opened(state).items():
        inner = dict(enumerate(value)) if name == "seats" else value if isinstance(value, dict) else None
        yield from ((f"{name}.{field}", inner[field]) for field in inner) if inner else [(name, value)]


def _opened(value: Any) -> Any:
    """Turn structs into dicts of all their fields, those at their defaults too."""
    if isinstance(value, msgspec.Struct):
        return {name: _opened(inner) for name, inner in asdict(value).items()}
    return tuple(map(_opened, value)) if isinstance(value, tuple) else value


def _plain(value: Any) -> str:
    if isinstance(value, bytes):
        return f"[{' '.join(CODES[card] for card in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_plain(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(map(_plain, value)) + ")"
    return "-" if value is None else str(value)


def _standing(game: Rules, state: Any) -> Iterator[str]:
    """Write who may do what, or how the game ended."""
    awaited = game.awaited(state)
    if awaited is None:
        yield f"outcome {msgspec.json.encode(game.outcome(state)).decode()}"
        return
    moves = game.legal(state, awaited.seat)
    legal = " ".join(game.token(move) for move in moves[:MOST_LISTED])
    more = f" and {len(moves) - MOST_LISTED} more" if len(moves) > MOST_LISTED else ""
    yield f"awaited: seat {awaited.seat}, turn {awaited.turn}, clock {awaited.clock}, legal: {legal}{more}"


def read(text: str) -> Iterator[tuple[Head, list[tuple[int, str]], list[str]]]:
    """Yield each recorded game: its head, its moves, and its lines."""
    for part in text.split("\n" + HEAD):
        lines = (HEAD + part.removeprefix(HEAD)).rstrip("\n").split("\n")
        head = msgspec.json.decode(lines[0].removeprefix(HEAD), type=Head)
        played = [line.removeprefix(MOVE).split(" ", 1) for line in lines if line.startswith(MOVE)]
        yield head, [(int(seat), token) for seat, token in played], lines


def record(key: str) -> Iterator[str]:
    """Yield the lines of a game under the usual rules and two under others, for each number of seats."""
    game = GAMES[key]
    for seats in game.SEATS:
        for number in range(3):
            chance = Random(100 * seats + number + LUCK)
            options = traits(key).options(chance) if number else game.Options()
            head = Head(key, f"playthrough {seats}.{number}", seats, None, msgspec.to_builtins(options))
            yield from render(head, _random_moves(head, chance))
            yield ""


def _random_moves(head: Head, chance: Random) -> Iterator[tuple[int, str]]:
    """Play at random; where the table is full, the last seat leaves after twenty moves."""
    game, shuffler = GAMES[head.game], VerifiableShuffler(head.key.encode())
    state = game.deal(msgspec.convert(head.options, game.Options), head.seats, head.first, shuffler)
    made = 0
    while (awaited := game.awaited(state)) is not None:
        seat, move = awaited.seat, game.sample(state, awaited.seat, chance)
        if made == 20 and head.seats == game.SEATS[-1]:
            seat, move = head.seats - 1, game.LEAVE
        yield seat, game.token(move)
        state = game.apply(state, seat, move, shuffler).state
        made += 1


if __name__ == "__main__":
    sys.stdout.writelines(line + "\n" for line in record(sys.argv[1]))
