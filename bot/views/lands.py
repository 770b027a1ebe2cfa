"""The table of Lands Uncharted, and its rules in short."""

from typing import Any

from discord import ButtonStyle, ui
from msgspec.structs import replace

from bot.model.games import FieldWriters
from bot.views import idols
from bot.views import kit as k
from bot.views.kit import Frame, Kit
from bot.views.table import Drawing, names, ranked
from rules.lands.model import DARE_FALL, Move, Options, Phase
from rules.lands.view import SeatView, View

ROOM = 4000
"""Characters of text in one message, Discord's limit: thirteen idols of long names can exceed it."""

_BUTTONS: dict[Move, tuple[str, ButtonStyle]] = {
    Move.DRAW: ("draw", ButtonStyle.primary),
    Move.BANK: ("bank", ButtonStyle.success),
    Move.SPEND: ("spend", ButtonStyle.success),
    Move.RUN: ("run", ButtonStyle.danger),
    Move.DARE: ("dare", ButtonStyle.danger),
    Move.DECLINE: ("decline", ButtonStyle.secondary),
}


def _card(kit: Kit, _frame: Frame, card: int) -> str:
    return kit.theme.card(card)


def _change(kit: Kit, _frame: Frame, points: int) -> str:
    """Return in words what an idol does to the treasure's value."""
    if not points:
        return kit.texts("lands-takes-nothing")
    return kit.texts("lands-adds" if points > 0 else "lands-takes", points=abs(points))


FIELDS: FieldWriters = {"card": _card, "idol": _card, "ally": _card, "change": _change}


def draw(kit: Kit, frame: Frame, view: View) -> Drawing:
    """Draw a running game, or how it ended."""
    game = kit.texts("game-lands")
    if view.outcome is not None or frame.closed is not None:
        heading = kit.texts("table-over" if frame.closed is None else "table-closed", game=game)
        sections = (_ending(kit, frame, view), _ranking(kit, frame, view))
        rematch = k.button(kit.texts("button-rematch"), frame.control("rematch"), ButtonStyle.primary)
        return Drawing(heading, sections, (rematch,))
    heading = "table-turn" if view.rounds is None else "table-turn-solo"
    return Drawing(
        kit.texts(heading, game=game, name=frame.names[view.active]),
        (
            "\n".join([_treasure(kit, view), *_demands(kit, view)]),
            "\n".join(_seat(kit, frame, view, seat) for seat in range(len(view.seats))),
            "\n".join([*_last_round(kit, frame, view), _status(kit, view)]),
        ),
        tuple(_button(kit, frame, view, move) for move in view.moves),
    )


def _status(kit: Kit, view: View) -> str:
    if view.rounds is not None:
        return kit.texts(
            "lands-status-solo",
            round=view.round,
            rounds=view.rounds,
            deck=view.deck,
            discard=view.discard,
        )
    return kit.texts(
        "lands-status",
        round=view.round,
        target=view.options.target,
        deck=view.deck,
        discard=view.discard,
    )


def _treasure(kit: Kit, view: View) -> str:
    lines = [
        kit.texts("lands-treasure", value=view.value)
        if view.treasure or view.value
        else kit.texts("lands-treasure-none")
    ]
    if view.treasure:
        lines.append(kit.texts("lands-cards", cards=kit.theme.cards(view.treasure)))
    if view.face is not None:
        lines.append(kit.texts("lands-face", card=kit.theme.card(view.face)))
    return "\n".join(lines)


def _demands(kit: Kit, view: View) -> list[str]:
    """List what the player must do or decide before the ordinary choice."""
    lines = []
    prize, fall = view.options.dare_prize, view.options.target - DARE_FALL
    if view.daring:
        lines.append(kit.texts("lands-daring", need=view.need, fall=fall))
    if view.phase is Phase.OFFER:
        lines.append(kit.texts("lands-offer", need=view.need, prize=prize, fall=fall))
    if view.pending is not None and view.cause is not None:
        card, daring = kit.theme.card(view.pending), view.daring
        lines.append(kit.texts("lands-pending", card=card, cause=view.cause, daring=daring, fall=fall))
    cards = kit.theme.cards(view.askers)
    if view.draws and view.above:
        lines.append(kit.texts("lands-forced-both", draws=view.draws, above=view.above, cards=cards))
    elif view.draws:
        lines.append(kit.texts("lands-forced-draws", draws=view.draws, cards=cards))
    elif view.above:
        lines.append(kit.texts("lands-forced-above", above=view.above, cards=cards))
    return lines


def _seat(kit: Kit, frame: Frame, view: View, seat: int) -> str:
    player = view.seats[seat]
    return kit.texts(
        "lands-seat",
        active=seat == view.active,
        name=frame.names[seat],
        score=player.score,
        allies="some" if player.allies else "none",
        cards=kit.theme.cards(player.allies),
        left=player.left,
    )


def _last_round(kit: Kit, frame: Frame, view: View) -> list[str]:
    if not view.last_turns:
        return []
    return [kit.texts("lands-last-round", names=names(kit, frame, view.last_turns))]


def _button(kit: Kit, frame: Frame, view: View, move: Move) -> ui.Button[Any]:
    name, style = _BUTTONS[move]
    label = kit.texts(f"lands-button-{name}", points=view.bank_points)
    return k.button(label, frame.move(move.value), style)


# --- The end ---


def _ending(kit: Kit, frame: Frame, view: View) -> str:
    outcome = view.outcome
    if outcome is None:
        return ""
    winners = names(kit, frame, outcome.winners)
    score = max((outcome.scores[seat] for seat in outcome.winners), default=0)
    return kit.texts(f"lands-ending-{outcome.ending}", names=winners, score=score, solo=view.rounds is not None)


def _ranking(kit: Kit, frame: Frame, view: View) -> str:
    """Best first, unplaced seats last, each with its banks in order."""
    return "\n".join(
        kit.texts(
            "lands-rank",
            place=place,
            name=frame.names[seat],
            sum=_sum(kit, view.seats[seat]),
            left=view.seats[seat].left,
        )
        for seat, place in ranked(view)
    )


def _sum(kit: Kit, player: SeatView) -> str:
    """Write the banks as in the rule text: 10, 25, 55, 12 = 102."""
    if len(player.banks) < 2:  # noqa: PLR2004 - one bank, or none, is its own sum
        return str(player.score)
    return kit.texts("lands-sum", banks=", ".join(map(str, player.banks)), score=player.score)


# --- The rules ---


def rules(kit: Kit, options: Options) -> tuple[str, ...]:
    """Return the rules in sections, the house rules in force last; idols' names are left out if there is no room."""
    sections = _rules(kit, options)
    if sum(map(len, sections)) <= ROOM:
        return sections
    return _rules(kit, replace(options, idols=tuple(replace(idol, name="") for idol in options.idols)))


def _rules(kit: Kit, options: Options) -> tuple[str, ...]:
    texts, fall = kit.texts, options.target - DARE_FALL
    plain = ("turn", "cards", "bust", "allies", "deck")
    sections = [
        texts("lands-rules-title"),
        texts("lands-rules-goal", target=options.target),
        *(texts(f"lands-rules-{name}") for name in plain),
        texts(f"lands-rules-end-{options.last_round}", target=options.target),
        *(texts(f"lands-rules-{name}") for name in ("winner", "solo", "clock", "leaving")),
    ]
    house = []
    if options.buried_treasure:
        house.append(texts("lands-rules-buried_treasure"))
    if options.dare:
        house.append(texts("lands-rules-dare", fall=fall))
        house.append(texts(f"lands-rules-dare_prize-{options.dare_prize}"))
    if options.idols:
        house.append(texts("lands-rules-idols"))
        house += [idols.line(kit, idol) for idol in options.idols]
        if options.dare:
            house.append(texts("lands-rules-idols-dare"))
    if house:
        sections += [texts("lands-rules-house"), *house]
    return tuple(sections)
