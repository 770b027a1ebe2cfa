"""The table of the dice game, and its rules in short."""

from bot.model.games import FieldWriters
from bot.views import kit as k
from bot.views.kit import Frame, Kit
from bot.views.table import Drawing, names, ranked
from tests.dice.rules import Move, Options, View

FIELDS: FieldWriters = {}


def draw(kit: Kit, frame: Frame, view: View) -> Drawing:
    game = kit.texts("game-dice")
    if view.outcome is not None or frame.closed is not None:
        heading = kit.texts("table-over" if frame.closed is None else "table-closed", game=game)
        rematch = k.button(kit.texts("button-rematch"), frame.control("rematch"))
        return Drawing(heading, (_ending(kit, frame, view),), (rematch,))
    scores = "\n".join(
        kit.texts("dice-seat", name=name, score=seat.score) for name, seat in zip(frame.names, view.seats, strict=True)
    )
    return Drawing(
        kit.texts("table-turn", game=game, name=frame.names[view.active]),
        (scores, kit.texts("dice-turn", points=view.turn_points, target=view.options.target)),
        tuple(k.button(kit.texts(f"dice-button-{move}"), frame.move(move)) for move in (Move.ROLL, Move.HOLD)),
    )


def _ending(kit: Kit, frame: Frame, view: View) -> str:
    if view.outcome is None:
        return ""
    order = ", ".join(frame.names[seat] for seat, _ in ranked(view))
    ending = view.outcome.ending
    return kit.texts(f"dice-ending-{ending}", names=names(kit, frame, view.outcome.winners), order=order)


def rules(kit: Kit, options: Options) -> tuple[str, ...]:
    return (kit.texts("dice-rules", target=options.target),)
