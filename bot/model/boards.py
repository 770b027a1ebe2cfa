"""The leaderboards: which there are, the points that a result gives, and a page as a value. No I/O, no Discord."""

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from bot.model.custom_ids import number_in
from bot.model.errors import MalformedId, Refusal, Refused
from bot.model.games import GAMES, VOYAGE, Board
from bot.model.marks import Callsign
from bot.model.records import Result, Session, Standing

ALL_TIME = 0
"""Stands for all seasons, in place of a season's number."""
LEAST_GAMES = 5
"""Games that a player needs for a place by win rate; data/migrations/0002_scores.sql repeats this number."""
MOST_COUNTED = 5
"""At most this many wins in games of one kind count for one player on a server within `DAY_SECONDS`, whoever else
played, and so many games of theirs are added up on boards such as that of treasures stolen."""
DAY_SECONDS = 24 * 60 * 60
PAGE_SIZE = 10


class Entry(Struct, frozen=True):
    """The points that one result gives one player on one board."""

    board: str
    user_id: int
    points: int
    best_counts: bool
    """Only the best of a player's entries counts; others add up."""


def boards_of(game: str) -> dict[str, Board]:
    """Return the boards of a game by key; the first is the default."""
    return {board.key: board for board in GAMES[game].boards}


def every_board() -> dict[str, Board]:
    """Return the boards of all games by key."""
    return {board.key: board for game in GAMES.values() for board in game.boards}


def is_standard(game: str, options: Any, seats: int) -> bool:
    """Tell whether house rules that make a difference for so many seats are the rules as written."""
    rules = GAMES[game].rules
    return bool(rules.comparable(options, seats) == rules.Options())


def was_standard(game: str, options: str, seats: int) -> bool:
    """Tell the same of a stored result with its options as JSON; of what cannot be read it is not known to be so."""
    try:
        return is_standard(game, msgspec.json.decode(options, type=GAMES[game].rules.Options), seats)
    except (KeyError, msgspec.MsgspecError):
        return False


def voyage_board(game: str, options: Any) -> str:
    """Return the key of the board for a solo voyage: the public one under the standard rules, else a hidden one.

    There is one hidden board for each set of house rules, so that voyages are compared under the same rules only.
    """
    if is_standard(game, options, 1):
        return VOYAGE.key
    comparable = GAMES[game].rules.comparable(options, 1)
    return f"{VOYAGE.key}-{hashlib.sha256(msgspec.json.encode(comparable)).hexdigest()[:16]}"


def entries(session: Session, result: Result, standing: Standing) -> list[Entry]:
    """List the entries for a result that counts; a solo voyage has one, on its own board only."""
    if len(session.players) == 1:
        board = voyage_board(session.game, session.options)
        return [Entry(board, session.players[0].user_id, result.outcome.scores[0], VOYAGE.best)]
    standard = is_standard(session.game, session.options, len(session.players))
    shared = [board for board in boards_of(session.game).values() if board.holds(standard=standard)]
    return [
        Entry(board.key, player.user_id, _points(board, session, result, seat), board.best)
        for seat, player in enumerate(session.players)
        for board in shared
        if seat not in standing.won_often and not (board.adds_up and seat in standing.played_often)
    ]


def _points(board: Board, session: Session, result: Result, seat: int) -> int:
    if board.fact:
        return int(getattr(session.facts[seat], board.fact))
    return int(result.outcome.places[seat] == 1)


# --- A page ---


class Wanted(Struct, frozen=True):
    """The page that someone asks for."""

    game: str
    board: str
    season: int | None = None
    """None for the season under way, `ALL_TIME` for all of them."""
    page: int = 1

    def __str__(self) -> str:
        """Return it as the argument of a control."""
        return f"{self.game}.{self.board}.{'' if self.season is None else self.season}.{self.page}"


def board_of(wanted: Wanted) -> Board:
    """Return the board of a page that somebody wants to see."""
    return boards_of(wanted.game)[wanted.board]


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
    """Return the game and board that were named; what was not named is chosen to fit, first from the game `here`.

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
    """One player's line on a board."""

    rank: int
    """Shared by equal scores."""
    called: Callsign
    """As stored at their last game; the name is empty when it has been deleted."""
    points: int
    games: int
    own: bool = False
    """The line is the reader's."""


class Page(Struct, frozen=True):
    """One page of a board."""

    wanted: Wanted
    """What was asked for, with the season filled in and the page number in range."""
    current: int
    """The season under way."""
    pages: int
    """At least 1."""
    players: int
    lines: tuple[Line, ...]
    own: Line | None
    """The reader's place, on this page or off it."""
    moved: bool
    """The page that was asked for does not exist; this is the nearest one."""
    hidden: bool = False
    """The reader has asked to be on no board."""
