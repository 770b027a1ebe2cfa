"""The private hand of Black Spot: one's own cards, what one has seen, and the controls of the step at hand.

Which choices are offered is asked of the rules through `Allows`; nothing is decided here.
"""

from collections.abc import Callable, Sequence
from typing import Any

from discord import ButtonStyle, ui
from msgspec.structs import replace

from bot.views import kit as k
from bot.views.blackspot import curse, loot, loot_card
from bot.views.drafts import NOTHING, Draft
from bot.views.kit import Frame, Items, Kit
from rules import blackspot
from rules.blackspot.hands import ALL, BIT, RUM, mask_of, worth
from rules.blackspot.model import (
    UNKNOWN,
    Curse,
    EndTurn,
    Fight,
    LetGo,
    Move,
    Peek,
    Purify,
    PurifyRule,
    SkipPeek,
    Steal,
    Take,
)
from rules.blackspot.view import OwnView, TreasureView, View

Allows = Callable[[Move], bool]
"""Whether the rules would let this reader make a move now."""
Buttons = list[ui.Button[Any]]

PLAIN_MOVES: dict[str, Move] = {"skip-peek": SkipPeek(), "end-turn": EndTurn(), "let-go": LetGo()}
"""Moves without anything to choose, by kind."""


class Desk:
    """Everything a hand is drawn from, for the length of one drawing."""

    def __init__(self, kit: Kit, frame: Frame, view: View, draft: Draft, allows: Allows) -> None:
        assert view.own is not None  # noqa: S101 - a hand is drawn for a seat
        self.kit = kit
        self.frame = frame
        self.view = view
        self.own: OwnView = view.own
        self.draft = draft
        self.allows = allows

    def text(self, key: str, **facts: int | str) -> str:
        """Return a sentence."""
        return self.kit.texts(key, **facts)

    def option(self, label: str, after: Draft, *, chosen: bool, possible: bool = True) -> ui.Button[Any]:
        """Return a button that changes the draft."""
        style = ButtonStyle.success if chosen else ButtonStyle.secondary
        button = k.button(label, self.frame.draft(str(after)), style)
        button.disabled = not (possible or chosen)
        return button

    def confirm(self, kind: str, move: Move | None, style: ButtonStyle = ButtonStyle.primary) -> ui.Button[Any]:
        """Return the button that makes a move; greyed until the rules allow it."""
        token = "-" if move is None else blackspot.token(move)
        button = k.button(self.text(f"blackspot-do-{kind}"), self.frame.move(token), style)
        button.disabled = move is None or not self.allows(move)
        return button


def hand(kit: Kit, frame: Frame, view: View, draft: Draft, allows: Allows) -> ui.LayoutView:
    """Draw one player's hand and what they can do with it."""
    desk = Desk(kit, frame, view, draft, allows)
    head = [
        desk.text("hand-title", game=desk.text(f"game-{frame.game}"), channel=frame.channel),
        *_cards(desk),
        *_seen(desk),
    ]
    asked, controls = _step(desk)
    return k.container(k.text("\n".join(head)), k.rule(), k.text(asked), *controls, k.text(k.link(kit, frame)))


def _cards(desk: Desk) -> list[str]:
    own = desk.own
    if not own.hand:
        return [desk.text("hand-empty")]
    worths = desk.text("hand-worth", crew=own.crew, rum=own.rum)
    return [desk.text("hand-cards", cards=desk.kit.theme.cards(own.hand)), worths]


def _seen(desk: Desk) -> list[str]:
    """List the face-down curses that only this player knows, where they lie now."""
    lying = (*desk.view.trove, *(one for seat in desk.view.seats for one in seat.treasures))
    known = [
        desk.text("hand-known-one", card=curse(desk.kit, under.rank), loot=loot(desk.kit, one.loot))
        for one in lying
        for under in one.curses
        if under.rank != UNKNOWN and not under.up
    ]
    return [desk.text("hand-known", cards=", ".join(known))] if known else []


def _step(desk: Desk) -> tuple[str, Items]:
    """Return what is asked of the player, and the controls to answer with."""
    view, choices = desk.view, desk.own.choices
    if view.outcome is not None or view.awaited is None:
        return desk.text("hand-over"), []
    if not choices:
        victim = view.theft is not None and view.theft.thief == desk.own.seat
        key = "hand-waiting-victim" if victim else "hand-waiting"
        return desk.text(key, name=desk.frame.names[view.awaited]), []
    if "peek" in choices:
        return _peek(desk)
    if "take" in choices:
        return _take(desk)
    return _react(desk) if "let-go" in choices else _act(desk)


# --- Steps 3 and 4 ---


def _peek(desk: Desk) -> tuple[str, Items]:
    draft = replace(desk.draft, kind="peek")
    desk.draft = draft
    card = _only_card(desk, draft.cards)
    move = None if card is None or draft.loot == NOTHING else Peek(card, draft.loot)
    buttons = [desk.confirm("peek", move)]
    if "skip-peek" in desk.own.choices:
        buttons.append(desk.confirm("skip-peek", SkipPeek(), ButtonStyle.secondary))
    return desk.text("blackspot-ask-peek"), [
        *_pick_one_card(desk),
        *_pick_treasure(desk, desk.own.unknown),
        *_row(buttons),
    ]


def _only_card(desk: Desk, cards: int) -> int | None:
    """Return the one card of the hand that is chosen."""
    chosen = [card for card in desk.own.hand if BIT[card] & cards]
    return chosen[0] if len(chosen) == 1 else None


def _pick_one_card(desk: Desk) -> Items:
    """One card at a time: choosing another takes the first back."""
    buttons = []
    for card in desk.own.hand:
        chosen = desk.draft.cards == BIT[card]
        after = replace(desk.draft, cards=0 if chosen else BIT[card])
        buttons.append(desk.option(desk.kit.theme.label(card), after, chosen=chosen))
    return _row(buttons)


def _pick_treasure(desk: Desk, loots: tuple[int, ...]) -> Items:
    buttons = [
        desk.option(_label(desk, rank), desk.draft.choose(rank), chosen=desk.draft.loot == rank) for rank in loots
    ]
    return _row(buttons)


def _take(desk: Desk) -> tuple[str, Items]:
    desk.draft = replace(desk.draft, kind="take")
    move = None if desk.draft.loot == NOTHING else Take(desk.draft.loot)
    loots = tuple(one.loot for one in desk.view.trove)
    return desk.text("blackspot-ask-take"), [*_pick_treasure(desk, loots), *_row([desk.confirm("take", move)])]


# --- Step 5 ---


def _act(desk: Desk) -> tuple[str, Items]:
    under_way = desk.view.purification
    if not desk.draft.kind and under_way is not None:
        desk.draft = Draft("purify", under_way.loot, under_way.slot)
    kinds = [kind for kind in ("steal", "purify") if kind in desk.own.choices]
    buttons = [*_kinds(desk, kinds), desk.confirm("end-turn", EndTurn(), ButtonStyle.secondary)]
    if desk.draft.kind == "steal":
        return _steal(desk, _row(buttons))
    if desk.draft.kind == "purify":
        return _purify(desk, _row(buttons))
    return desk.text("blackspot-ask-act"), _row(buttons)


def _kinds(desk: Desk, kinds: Sequence[str]) -> Buttons:
    """Choose what to do, or take that back."""
    buttons = []
    for kind in kinds:
        chosen = desk.draft.kind == kind
        after = Draft() if chosen else Draft(kind)
        buttons.append(desk.option(desk.text(f"blackspot-choice-{kind}"), after, chosen=chosen))
    return buttons


def _steal(desk: Desk, kinds: Items) -> tuple[str, Items]:
    draft, crew = desk.draft, desk.own
    everything = mask_of(crew.hand) & ALL
    targets = []
    for seat, player in enumerate(desk.view.seats):
        for one in () if seat == crew.seat else player.treasures:
            label = desk.text("blackspot-theirs", loot=_label(desk, one.loot), name=desk.frame.plain_names[seat])
            possible = desk.allows(Steal(one.loot, everything))
            chosen = draft.loot == one.loot
            targets.append(desk.option(label, draft.choose(one.loot), chosen=chosen, possible=possible))
    move = None if draft.loot == NOTHING else Steal(draft.loot, draft.cards & ALL)
    asked = [desk.text("blackspot-ask-steal"), _paying(desk, draft.loot)]
    return "\n".join(asked), [*kinds, *_row(targets), *_pick_cards(desk, ALL), *_row([desk.confirm("steal", move)])]


def _purify(desk: Desk, kinds: Items) -> tuple[str, Items]:
    draft, view = desk.draft, desk.view
    curses = []
    for one in view.seats[desk.own.seat].treasures:
        for slot in range(len(one.curses)):
            chosen = (draft.loot, draft.slot) == (one.loot, slot)
            label = _curse_label(desk, one, slot)
            curses.append(desk.option(label, draft.choose(one.loot, slot), chosen=chosen))
    move = None if draft.loot == NOTHING else Purify(draft.loot, draft.slot, draft.cards >> RUM)
    summed = "yes" if view.options.purify is PurifyRule.SUM else "no"
    asked = [desk.text("blackspot-ask-purify", sum=summed), _paying(desk, 0)]
    rum = ALL << RUM
    return "\n".join(asked), [*kinds, *_row(curses), *_pick_cards(desk, rum), *_row([desk.confirm("purify", move)])]


# --- Reactions ---


def _react(desk: Desk) -> tuple[str, Items]:
    theft = desk.view.theft
    assert theft is not None  # noqa: S101 - a reaction answers a theft
    asked = desk.text(
        "blackspot-ask-react",
        thief=desk.frame.names[theft.thief],
        loot=loot(desk.kit, theft.loot),
        strength=theft.strength,
        deadline="" if desk.frame.deadline is None else k.relative(desk.frame.deadline),
    )
    kinds = [kind for kind in ("fight", "curse") if kind in desk.own.choices]
    buttons = _row([*_kinds(desk, kinds), desk.confirm("let-go", LetGo(), ButtonStyle.secondary)])
    if desk.draft.kind == "fight":
        more, controls = _fight(desk, theft.strength)
    elif desk.draft.kind == "curse":
        more, controls = _curse(desk, theft.strength)
    else:
        return asked, buttons
    return f"{asked}\n{more}", [*buttons, *controls]


def _fight(desk: Desk, strength: int) -> tuple[str, Items]:
    asked = f"{desk.text('blackspot-ask-fight', strength=strength)} {_paying(desk, strength)}"
    return asked, [*_pick_cards(desk, ALL), *_row([desk.confirm("fight", Fight(desk.draft.cards & ALL))])]


def _curse(desk: Desk, strength: int) -> tuple[str, Items]:
    draft, view = desk.draft, desk.view
    asked = f"{desk.text('blackspot-ask-curse', strength=strength)} {_paying(desk, strength)}"
    if draft.loot != NOTHING:
        return f"{asked}\n{desk.text('blackspot-ask-onto')}", _row(_targets(desk))
    laid = {(loot_, slot): (loot_, slot, to) for loot_, slot, to in draft.moves}
    buttons = []
    stolen = view.theft.loot if view.theft else NOTHING
    for one in view.seats[desk.own.seat].treasures:
        for slot in range(len(one.curses) if one.loot != stolen else 0):
            move = laid.get((one.loot, slot))
            if move is None:
                buttons.append(desk.option(_curse_label(desk, one, slot), draft.choose(one.loot, slot), chosen=False))
            else:
                label = _laid_label(desk, move)
                buttons.append(desk.option(label, draft.take_back(move), chosen=True))
    confirm = desk.confirm("curse", Curse(draft.cards, draft.moves) if draft.moves else None)
    return asked, [*_pick_cards(desk, ALL | ALL << RUM), *_row(buttons), *_row([confirm])]


def _targets(desk: Desk) -> Buttons:
    """The thief's treasures, the stolen one included; and the chosen curse, to take it back."""
    draft, theft = desk.draft, desk.view.theft
    assert theft is not None  # noqa: S101 - a reaction answers a theft
    loots = [theft.loot, *(one.loot for one in desk.view.seats[theft.thief].treasures)]
    buttons = [
        desk.option(desk.text("blackspot-onto", loot=_label(desk, to)), draft.lay(to), chosen=False) for to in loots
    ]
    for one in desk.view.seats[desk.own.seat].treasures:
        if one.loot == draft.loot:
            label = _curse_label(desk, one, draft.slot)
            buttons.append(desk.option(label, draft.choose(draft.loot, draft.slot), chosen=True))
    return buttons


# --- Pieces ---


def _pick_cards(desk: Desk, among: int) -> Items:
    """Toggle any of the cards of these suits."""
    buttons = [
        desk.option(desk.kit.theme.label(card), desk.draft.toggle(BIT[card]), chosen=bool(desk.draft.cards & BIT[card]))
        for card in desk.own.hand
        if BIT[card] & among
    ]
    return _row(buttons)


def _paying(desk: Desk, needed: int) -> str:
    chosen = worth(desk.draft.cards)
    if not needed:
        return desk.text("blackspot-chosen", worth=chosen)
    return desk.text("blackspot-paying", worth=chosen, needed=needed)


def _label(desk: Desk, rank: int) -> str:
    return desk.kit.theme.label(loot_card(rank))


def _curse_label(desk: Desk, one: TreasureView, slot: int) -> str:
    rank = one.curses[slot].rank
    facts: dict[str, int | str] = {"loot": _label(desk, one.loot), "slot": slot + 1}
    if rank == UNKNOWN:
        return desk.text("blackspot-own-curse", **facts)
    return desk.text("blackspot-own-curse-known", **facts, card=curse(desk.kit, rank).strip("`"))


def _laid_label(desk: Desk, move: tuple[int, int, int]) -> str:
    rank, slot, to = move
    return desk.text("blackspot-laid", loot=_label(desk, rank), slot=slot + 1, to=_label(desk, to))


def _row(buttons: Buttons) -> Items:
    return k.rows(tuple(buttons))
