"""What boards there are, which points a result gives on them, and a page as a value. No I/O, no Discord."""

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from bot.model.custom_ids import number_in
from bot.model.errors import MalformedId, Refusal, Refused
from bot.model.games import GAMES, VOYAGE, Board
from bot.model.records import Result, Session

ALL_TIME = 0
"""In place of a season's number."""
LEAST_GAMES = 5
"""So many games make a win rate; the migration says it again."""
MOST_COUNTED = 5
"""So many games of one kind count for the same people within `DAY_SECONDS`."""
DAY_SECONDS = 24 * 60 * 60
PAGE_SIZE = 10


class Entry(Struct, frozen=True):
    """What one result gives one player on one board."""

    board: str
    user_id: int
    points: int
    best_counts: bool
    """Only the best of a player's entries counts; others add up."""


def boards_of(game: str) -> dict[str, Board]:
    """Return the boards of a game by key, the first one shown unless another is asked for."""
    return {board.key: board for board in GAMES[game].boards}


def every_board() -> dict[str, Board]:
    """Return the boards of all games by key."""
    return {board.key: board for game in GAMES.values() for board in game.boards}


def voyage_board(game: str, options: Any) -> str:
    """Name the board of solo voyages under these house rules: that of the server, or a hidden one of their own."""
    rules = GAMES[game].rules
    comparable = rules.comparable(options, 1)
    if comparable == rules.Options():
        return VOYAGE.key
    return f"{VOYAGE.key}-{hashlib.sha256(msgspec.json.encode(comparable)).hexdigest()[:16]}"


def crew_digest(session: Session) -> str:
    """Return the same for the same people in any order."""
    ids = ",".join(str(user_id) for user_id in sorted(player.user_id for player in session.players))
    return hashlib.sha256(ids.encode()).hexdigest()[:32]


def entries(session: Session, result: Result) -> list[Entry]:
    """List what a result that counts gives its players: a solo voyage stands on no board but its own."""
    if len(session.players) == 1:
        board = voyage_board(session.game, session.options)
        return [Entry(board, session.players[0].user_id, result.outcome.scores[0], VOYAGE.best)]
    shared = [board for board in boards_of(session.game).values() if board != VOYAGE]
    return [
        Entry(board.key, player.user_id, _points(board, session, result, seat), board.best)
        for seat, player in enumerate(session.players)
        for board in shared
    ]


def _points(board: Board, session: Session, result: Result, seat: int) -> int:
    if board.fact:
        return int(getattr(session.facts[seat], board.fact))
    return int(result.outcome.places[seat] == 1)


# --- A page ---


class Wanted(Struct, frozen=True):
    """Which page is asked for."""

    game: str
    board: str
    season: int | None = None
    """None for the season under way, `ALL_TIME` for all of them."""
    page: int = 1

    def __str__(self) -> str:
        """Write it as the argument of a control."""
        return f"{self.game}.{self.board}.{'' if self.season is None else self.season}.{self.page}"


def wanted(text: str) -> Wanted:
    """Read what `str(Wanted)` writes. Raises MalformedId for anything else."""
    parts = text.split(".")
    if len(parts) != len(Wanted.__struct_fields__):
        raise MalformedId
    game, board, season, page = parts
    if game not in GAMES or board not in boards_of(game):
        raise MalformedId
    return Wanted(game, board, number_in(season) if season else None, number_in(page))


def choose(game: str | None, board: str | None, here: str | None) -> tuple[str, str]:
    """Return the game and board that someone means: what they named, else what fits, first the game played `here`.

    Raises Refused(OTHER_BOARD) for a board that the named game does not have.
    """
    candidates = [game] if game else [key for key in (here, *GAMES) if key]
    for key in candidates:
        if board is None:
            return key, GAMES[key].boards[0].key
        if board in boards_of(key):
            return key, board
    raise Refused(Refusal.OTHER_BOARD)


class Line(Struct, frozen=True):
    """One player's place."""

    rank: int
    """Shared by equal scores."""
    name: str
    """As stored at their last game; empty when it is not known any more."""
    points: int
    games: int
    own: bool = False
    """It is the reader's."""


class Page(Struct, frozen=True):
    """One page of a board."""

    wanted: Wanted
    """With the season's number, and the page in range."""
    current: int
    """The season under way."""
    pages: int
    """At least 1."""
    players: int
    lines: tuple[Line, ...]
    own: Line | None
    """The reader's place, on this page or off it."""
    moved: bool
    """Another page was asked for, which there is not."""
    hidden: bool = False
    """The reader is on no board, as they asked for."""
