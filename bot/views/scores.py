"""The leaderboards."""

from typing import Any

from discord import ButtonStyle, ui
from msgspec.structs import replace

from bot.model import boards
from bot.model.boards import ALL_TIME, Line, Page
from bot.model.games import RATE, Board
from bot.model.stats import share
from bot.views import kit as k
from bot.views.kit import Kit


def private(kit: Kit, page: Page) -> ui.LayoutView:
    """Draw a page for the one who asked: with the reader's place, and buttons that turn pages and share it."""
    notes = [kit.texts("board-moved")] if page.moved else []
    board = _board(kit, page, (*notes, _yours(kit, page)), kit.texts("board-others"))
    return k.layout(board, _turning(kit, page), _sharing(kit, page))


def public(kit: Kit, page: Page) -> ui.LayoutView:
    """Draw a page for everyone: no line is marked as one's own, and a button opens the boards in private."""
    lines = tuple(replace(line, own=False) for line in page.lines)
    opener = k.button(kit.texts("button-board-open"), _control("board", page, page.wanted.page))
    return k.layout(_board(kit, replace(page, lines=lines), ()), ui.ActionRow(opener))


def _board(kit: Kit, page: Page, notes: tuple[str, ...], hint: str = "") -> ui.Container[Any]:
    wanted = page.wanted
    game = kit.texts(f"game-{wanted.game}")
    title = kit.texts("board-title", board=kit.texts(f"board-{wanted.board}"), game=game)
    season = ALL_TIME if wanted.season is None else wanted.season
    period = kit.texts("board-period", season=season, current=season == page.current)
    board = boards.board_of(wanted)
    lines = [_line(kit, board, line) for line in page.lines]
    empty = kit.texts(f"board-empty-{board.words}", game=game, least=boards.LEAST_GAMES, rules=board.rules)
    return ui.Container(
        k.text(title),
        k.text(period),
        k.text("\n".join(lines) or empty),
        *([k.rule(), k.text("\n".join(notes))] if notes else []),
        k.text("\n".join(filter(None, (_small_print(kit, page), hint)))),
        accent_colour=k.ACCENT,
    )


def _line(kit: Kit, board: Board, line: Line) -> str:
    name = str(line.called.or_else(kit.texts("board-unknown")))
    if line.own:
        name = f"{name} ({kit.texts('board-you')})" if line.called.name else kit.texts("board-you")
    facts: dict[str, int | str] = {"rank": line.rank, "name": name, "points": line.points, "games": line.games}
    if board == RATE:
        facts["percent"] = _percent(kit, line)
    return kit.texts(f"board-line-{board.words}", **facts)


def _percent(kit: Kit, line: Line) -> str:
    """Write a win rate in percent, to a tenth where it is not whole: what is ranked apart is shown apart."""
    whole, tenths = divmod(share(line.points, line.games, 1000), 10)
    return kit.texts("number-tenths", whole=str(whole), tenths=str(tenths)) if tenths else str(whole)


def _yours(kit: Kit, page: Page) -> str:
    if page.own is None:
        return kit.texts("board-hidden" if page.hidden else "board-not-yet")
    return kit.texts("board-yours", line=_line(kit, boards.board_of(page.wanted), page.own))


def _small_print(kit: Kit, page: Page) -> str:
    count = kit.texts("board-count", page=page.wanted.page, pages=page.pages, players=page.players)
    board = boards.board_of(page.wanted)
    rules = kit.texts(
        "board-small-print",
        board=board.key,
        least=boards.LEAST_GAMES,
        most=boards.MOST_COUNTED,
        rules=board.rules,
        adds=board.adds_up,
    )
    return f"{count}\n-# {rules}"


def _turning(kit: Kit, page: Page) -> ui.ActionRow[Any]:
    """Return the buttons that turn pages, disabled where they lead nowhere.

    Each has a verb of its own, as two that lead to the same page must not have the same custom_id.
    """
    number, last = page.wanted.page, page.pages
    ways = {"first": 1, "previous": max(1, number - 1), "next": min(last, number + 1), "last": last}
    return ui.ActionRow(
        *(
            k.button(
                kit.texts(f"button-board-{way}"), _control(f"board-{way}", page, target), disabled=target == number
            )
            for way, target in ways.items()
        )
    )


def _sharing(kit: Kit, page: Page) -> ui.ActionRow[Any]:
    control = _control("share", page, page.wanted.page)
    return ui.ActionRow(k.button(kit.texts("button-board-share"), control, ButtonStyle.primary))


def _control(verb: str, page: Page, number: int) -> str:
    return k.control(verb, str(replace(page.wanted, page=number)))
