"""The private hand of Black Spot: one's own cards, what one has seen, and the controls of the current step.

Which choices are offered is asked of the rules through `Allows`; nothing is decided here.
"""

from collections.abc import Callable, Sequence
from typing import Any

from discord import ButtonStyle, ui
from msgspec import Struct
from msgspec.structs import replace

from bot.views import kit as k
from bot.views.blackspot.draft import NOTHING, Draft, decode
from bot.views.blackspot.table import curse, curse_card, loot, loot_card, until
from bot.views.kit import Frame, Items, Kit
from rules import blackspot
from rules.blackspot.hands import ALL, BIT, RUM, WORTH, mask_of, worth
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
from rules.blackspot.view import OwnView, TheftView, TreasureView, View

Allows = Callable[[Move], bool]
"""Whether the rules would let this reader make a move now."""
Buttons = list[ui.Button[Any]]

NO_MOVE = "-"
"""The token in a disabled button when there is no move yet."""


class Desk(Struct, frozen=True):
    """Everything that one drawing of a hand is made from."""

    kit: Kit
    frame: Frame
    view: View
    own: OwnView
    draft: Draft
    allows: Allows

    def text(self, key: str, **facts: int | str) -> str:
        """Return a sentence."""
        return self.kit.texts(key, **facts)

    def option(self, label: str, after: Draft, *, chosen: bool, possible: bool = True) -> ui.Button[Any]:
        """Return a button that changes the draft; of what is chosen its words say what pressing it does."""
        style = ButtonStyle.success if chosen else ButtonStyle.secondary
        label = self.text("button-take-back", what=label) if chosen else label
        return k.button(label, self.frame.draft(str(after)), style, disabled=not (possible or chosen))

    def confirm(self, kind: str, move: Move | None, style: ButtonStyle = ButtonStyle.primary) -> ui.Button[Any]:
        """Return the button that makes a move; greyed until the rules allow it."""
        token = NO_MOVE if move is None else blackspot.token(move)
        refused = move is None or not self.allows(move)
        return k.button(self.text(f"blackspot-do-{kind}"), self.frame.move(token), style, disabled=refused)


def hand(kit: Kit, frame: Frame, view: View, draft: str | None, allows: Allows) -> ui.LayoutView:
    """Draw one player's hand and what they can do with it; without a draft, as it is first shown.

    Raises MalformedId for a draft that no control writes.
    """
    assert view.own is not None  # noqa: S101 - a hand is drawn for a seat
    chosen = _first_draft(view) if draft is None else decode(draft)
    desk = Desk(kit, frame, view, view.own, _playable(chosen, view.own), allows)
    head = [
        desk.text("hand-title", game=desk.text(f"game-{frame.game}"), channel=frame.channel),
        *_cards(desk),
        *_seen(desk),
    ]
    asked, controls = _step(desk)
    if controls:
        asked = f"{asked}\n{_chosen(desk)}"
    link = [k.text(k.link(kit, frame))] if frame.url else []
    return k.container(k.text("\n".join(head)), k.rule(), k.text(asked), *controls, *link)


def _first_draft(view: View) -> Draft:
    """Return the draft of a hand that is opened: a purification under way if there is rum for it, else an empty one."""
    under_way = view.purification
    if under_way is None or view.own is None or "purify" not in view.own.choices:
        return Draft()
    return Draft("purify", under_way.loot, under_way.slot)


def _playable(draft: Draft, own: OwnView) -> Draft:
    """Return what of a draft can still be played: cards in hand, and the kind of move that the step asks for."""
    draft = replace(draft, cards=draft.cards & mask_of(own.hand))
    for step in ("peek", "take"):
        if step in own.choices:
            return replace(draft, kind=step)
    return draft if draft.kind in own.choices else Draft()


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
    if view.awaited is None or desk.frame.closed is not None:
        return desk.text("hand-over"), []
    if desk.frame.paused:
        return desk.text("hand-paused"), []
    if not choices:
        return desk.text(_waiting(desk), name=desk.frame.names[view.awaited]), []
    if "peek" in choices:
        return _peek(desk)
    if "take" in choices:
        return _take(desk)
    return _react(desk) if "let-go" in choices else _act(desk)


def _chosen(desk: Desk) -> str:
    """Say what the draft holds: buttons show it, but not everybody sees their colours or hears them read anew."""
    draft = desk.draft
    parts = [desk.text(f"blackspot-choice-{draft.kind}")] if draft.kind not in {"", "peek", "take"} else []
    parts += [desk.kit.theme.card(card) for card in desk.own.hand if BIT[card] & draft.cards]
    if draft.loot != NOTHING:
        of_curse = draft.kind in {"purify", "curse"}
        parts.append(_own_curse(desk, draft.loot, draft.slot) if of_curse else loot(desk.kit, draft.loot))
    for one, slot, to in draft.moves:
        parts.append(desk.text("blackspot-laid", curse=_own_curse(desk, one, slot), to=_label(desk, to)))
    return desk.text("blackspot-picked", what=", ".join(parts)) if parts else desk.text("blackspot-picked-nothing")


def _own_curse(desk: Desk, loot_: int, slot: int) -> str:
    mine = desk.view.seats[desk.own.seat].treasures
    one = next((one for one in mine if one.loot == loot_ and slot < len(one.curses)), None)
    return loot(desk.kit, loot_) if one is None else _curse_label(desk, one, slot)


def _waiting(desk: Desk) -> str:
    """Return the key of the sentence for a player with nothing to decide: a victim decides in another's turn (B12)."""
    theft = desk.view.theft
    if theft is None:
        return "hand-waiting"
    return "hand-waiting-victim" if theft.thief == desk.own.seat else "hand-waiting-theft"


# --- Steps 3 and 4 ---


def _peek(desk: Desk) -> tuple[str, Items]:
    draft = desk.draft
    card = _only_card(desk, draft.cards)
    move = None if card is None or draft.loot == NOTHING else Peek(card, draft.loot)
    buttons = [desk.confirm("peek", move)]
    if "skip-peek" in desk.own.choices:
        buttons.append(desk.confirm("skip-peek", SkipPeek(), ButtonStyle.secondary))
    treasures = [one for one in desk.view.trove if one.loot in desk.own.unknown]
    controls = [*_pick_one_card(desk), *_pick_treasure(desk, treasures), *_row(buttons)]
    return desk.text("blackspot-ask-peek"), controls


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


def _pick_treasure(desk: Desk, treasures: Sequence[TreasureView]) -> Items:
    """Treasures of the trove, each with its curse where this player knows it."""
    buttons = []
    for one in treasures:
        label = _label(desk, one.loot)
        if one.curses[0].rank != UNKNOWN:
            label = desk.text("blackspot-with-curse", loot=label, card=_curse_card(desk, one.curses[0].rank))
        buttons.append(desk.option(label, desk.draft.choose(one.loot), chosen=desk.draft.loot == one.loot))
    return _row(buttons)


def _take(desk: Desk) -> tuple[str, Items]:
    move = None if desk.draft.loot == NOTHING else Take(desk.draft.loot)
    controls = [*_pick_treasure(desk, desk.view.trove), *_row([desk.confirm("take", move)])]
    return desk.text("blackspot-ask-take"), controls


# --- Step 5 ---


def _act(desk: Desk) -> tuple[str, Items]:
    buttons = [*_kinds(desk, "steal", "purify"), desk.confirm("end-turn", EndTurn(), ButtonStyle.secondary)]
    if desk.draft.kind == "steal":
        return _steal(desk, _row(buttons))
    if desk.draft.kind == "purify":
        return _purify(desk, _row(buttons))
    return desk.text("blackspot-ask-act"), _row(buttons)


def _kinds(desk: Desk, *kinds: str) -> Buttons:
    """Choose what to do, or take that back."""
    buttons = []
    for kind in kinds:
        chosen = desk.draft.kind == kind
        after = Draft() if chosen else Draft(kind)
        label = desk.text(f"blackspot-choice-{kind}")
        buttons.append(desk.option(label, after, chosen=chosen, possible=kind in desk.own.choices))
    return buttons


def _steal(desk: Desk, kinds: Items) -> tuple[str, Items]:
    draft, own = desk.draft, desk.own
    everything = mask_of(own.hand) & ALL
    targets = []
    for seat, player in enumerate(desk.view.seats):
        for one in () if seat == own.seat else player.treasures:
            label = desk.text("blackspot-theirs", loot=_label(desk, one.loot), name=desk.frame.short_names[seat])
            possible = desk.allows(Steal(one.loot, everything))
            chosen = draft.loot == one.loot
            targets.append(desk.option(label, draft.choose(one.loot), chosen=chosen, possible=possible))
    move = None if draft.loot == NOTHING else Steal(draft.loot, draft.cards & ALL)
    asked = [desk.text("blackspot-ask-steal"), _paying(desk, draft.loot)]
    return "\n".join(asked), [*kinds, *_row(targets), *_pick_cards(desk, ALL), *_row([desk.confirm("steal", move)])]


def _purify(desk: Desk, kinds: Items) -> tuple[str, Items]:
    draft = desk.draft
    curses = [
        desk.option(
            _curse_label(desk, one, slot),
            draft.choose(one.loot, slot),
            chosen=(draft.loot, draft.slot) == (one.loot, slot),
        )
        for one in desk.view.seats[desk.own.seat].treasures
        for slot in range(len(one.curses))
    ]
    move = None if draft.loot == NOTHING else Purify(draft.loot, draft.slot, draft.cards >> RUM)
    rum = _pick_cards(desk, ALL << RUM)
    return _asked_to_purify(desk), [*kinds, *_row(curses), *rum, *_row([desk.confirm("purify", move)])]


def _asked_to_purify(desk: Desk) -> str:
    """Return what is asked: what the chosen curse needs, as far as the player may know, and what the rum gives."""
    summed = desk.view.options.purify is PurifyRule.SUM
    rum = desk.draft.cards >> RUM
    given = WORTH[rum] if summed else rum.bit_length()
    asked = [desk.text("blackspot-ask-purify", sum=summed)]
    needed = _needed(desk)
    if needed is not None:
        asked.append(desk.text("blackspot-rum", sum=summed, given=given, needed=needed))
    return "\n".join(asked)


def _needed(desk: Desk) -> int | None:
    """Return what the chosen curse still needs, 0 when the player cannot know it, None when none is chosen."""
    draft, under_way = desk.draft, desk.view.purification
    if under_way is not None and (under_way.loot, under_way.slot) == (draft.loot, draft.slot):
        return under_way.needed
    for one in desk.view.seats[desk.own.seat].treasures:
        if one.loot == draft.loot and draft.slot < len(one.curses):
            return one.curses[draft.slot].rank
    return None


# --- Reactions ---


def _react(desk: Desk) -> tuple[str, Items]:
    theft = desk.view.theft
    assert theft is not None  # noqa: S101 - a reaction answers a theft
    asked = desk.text(
        "blackspot-ask-react",
        thief=desk.frame.names[theft.thief],
        loot=loot(desk.kit, theft.loot),
        strength=theft.strength,
        deadline=until(desk.frame),
    )
    buttons = _row([*_kinds(desk, "fight", "curse"), desk.confirm("let-go", LetGo(), ButtonStyle.secondary)])
    if desk.draft.kind == "fight":
        more, controls = _fight(desk, theft)
    elif desk.draft.kind == "curse":
        more, controls = _curse(desk, theft)
    else:
        return asked, buttons
    return f"{asked}\n{more}", [*buttons, *controls]


def _fight(desk: Desk, theft: TheftView) -> tuple[str, Items]:
    asked = f"{desk.text('blackspot-ask-fight', strength=theft.strength)} {_paying(desk, theft.strength)}"
    return asked, [*_pick_cards(desk, ALL), *_row([desk.confirm("fight", Fight(desk.draft.cards & ALL))])]


def _curse(desk: Desk, theft: TheftView) -> tuple[str, Items]:
    draft = desk.draft
    mine = [one for one in desk.view.seats[desk.own.seat].treasures if one.loot != theft.loot]
    chosen = [one for one in mine if one.loot == draft.loot and draft.slot < len(one.curses)]
    asked = f"{desk.text('blackspot-ask-curse', strength=theft.strength)} {_paying(desk, theft.strength)}"
    if chosen:
        label = _curse_label(desk, chosen[0], draft.slot)
        return f"{asked}\n{desk.text('blackspot-ask-onto', curse=label)}", _row(_targets(desk, theft, label))
    laid = {(loot_, slot): (loot_, slot, to) for loot_, slot, to in draft.moves}
    buttons = []
    for one in mine:
        for slot in range(len(one.curses)):
            move, label = laid.get((one.loot, slot)), _curse_label(desk, one, slot)
            if move is None:
                may = desk.allows(Curse(mask_of(desk.own.hand), (*draft.moves, (one.loot, slot, theft.loot))))
                buttons.append(desk.option(label, draft.choose(one.loot, slot), chosen=False, possible=may))
            else:
                label = desk.text("blackspot-laid", curse=label, to=_label(desk, move[2]))
                buttons.append(desk.option(label, draft.take_back(move), chosen=True))
    confirm = desk.confirm("curse", Curse(draft.cards, draft.moves) if draft.moves else None)
    return asked, [*_pick_cards(desk, ALL | ALL << RUM), *_row(buttons), *_row([confirm])]


def _targets(desk: Desk, theft: TheftView, label: str) -> Buttons:
    """The thief's treasures, the stolen one included; and the chosen curse, to take it back."""
    draft = desk.draft
    loots = [theft.loot, *(one.loot for one in desk.view.seats[theft.thief].treasures)]
    back = desk.option(label, draft.choose(draft.loot, draft.slot), chosen=True)
    onto = [
        desk.option(desk.text("blackspot-onto", loot=_label(desk, to)), draft.lay(to), chosen=False) for to in loots
    ]
    return [back, *onto]


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


def _curse_card(desk: Desk, rank: int) -> str:
    return desk.kit.theme.label(curse_card(rank))


def _curse_label(desk: Desk, one: TreasureView, slot: int) -> str:
    """Name a curse by its treasure, by its number where there are several, and by its card where that is known."""
    rank = one.curses[slot].rank
    facts: dict[str, int | str] = {"loot": _label(desk, one.loot), "number": slot + 1 if len(one.curses) > 1 else 0}
    if rank == UNKNOWN:
        return desk.text("blackspot-own-curse", **facts)
    return desk.text("blackspot-own-curse-known", **facts, card=_curse_card(desk, rank))


def _row(buttons: Buttons) -> Items:
    return k.rows(tuple(buttons))
