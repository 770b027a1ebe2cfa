"""The public table of Black Spot, and its rules in short. The private hand is drawn in `hand`."""

from typing import Any

from discord import ButtonStyle, ui

from bot.model.games import FieldWriters
from bot.views import kit as k
from bot.views.kit import Frame, Kit
from bot.views.table import Drawing, names, ranked
from rules.blackspot.events import Moved
from rules.blackspot.model import UNKNOWN, CurseReaction, Options, PeekRule, Phase, PurifyRule
from rules.blackspot.view import CurseView, SeatView, TreasureView, View
from rules.cards import BY_CODE, RANKS


def loot(kit: Kit, rank: int) -> str:
    """Draw a loot card."""
    return kit.theme.card(loot_card(rank))


def curse(kit: Kit, rank: int) -> str:
    """Draw a curse whose rank is known."""
    return kit.theme.card(curse_card(rank))


def curse_card(rank: int) -> int:
    """Return the number of the card that is a curse of this rank."""
    return BY_CODE[f"{RANKS[rank - 1]}S"]


def loot_card(rank: int) -> int:
    """Return the number of the loot card of this rank."""
    return BY_CODE[f"{RANKS[rank - 1]}D"]


def _name(_kit: Kit, frame: Frame, seat: int) -> str:
    return frame.names[seat]


def _card(kit: Kit, _frame: Frame, card: int) -> str:
    return kit.theme.card(card)


def _cards(kit: Kit, _frame: Frame, cards: tuple[int, ...] | int) -> int | str:
    """Draw cards; a reshuffle only counts them."""
    return cards if isinstance(cards, int) else kit.theme.cards(cards)


def _loot(kit: Kit, _frame: Frame, rank: int) -> str:
    return loot(kit, rank)


def _curse(kit: Kit, _frame: Frame, rank: int) -> str:
    return "unknown" if rank == UNKNOWN else curse(kit, rank)


def _moved(kit: Kit, _frame: Frame, moved: tuple[Moved, ...]) -> str:
    return "; ".join(_one_moved(kit, one) for one in moved)


def _one_moved(kit: Kit, one: Moved) -> str:
    source, target = loot(kit, one.loot), loot(kit, one.to)
    if one.curse == UNKNOWN:
        return kit.texts("blackspot-moved-down", loot=source, to=target)
    return kit.texts("blackspot-moved", curse=curse(kit, one.curse), loot=source, to=target)


FIELDS: FieldWriters = {
    "thief": _name,
    "victim": _name,
    "card": _card,
    "cards": _cards,
    "loot": _loot,
    "curse": _curse,
    "moved": _moved,
}


def draw(kit: Kit, frame: Frame, view: View) -> Drawing:
    """Draw a running game, or how it ended."""
    game = kit.texts("game-blackspot")
    if view.outcome is not None or frame.closed is not None:
        heading = kit.texts("blackspot-over" if frame.closed is None else "table-closed", game=game)
        rematch = k.button(kit.texts("button-rematch"), frame.control("rematch"), ButtonStyle.primary)
        return Drawing(heading, (_ending(kit, frame, view), _ranking(kit, frame, view), _aside(kit, view)), (rematch,))
    awaited = _awaited(view)
    return Drawing(
        kit.texts("table-turn" if awaited == view.active else "table-answer", game=game, name=frame.names[awaited]),
        (
            _trove(kit, view),
            *(_captain(kit, frame, view, seat) for seat in range(len(view.seats))),
            "\n".join([_step(kit, frame, view), *_finals(kit, frame, view), _piles(kit, view)]),
        ),
        _buttons(kit, frame, view),
    )


def call(kit: Kit, frame: Frame, view: View, mention: str) -> str:
    """Return the sentence that pings the victim of a theft."""
    theft = view.theft
    assert theft is not None  # noqa: S101 - who reacts out of turn is being robbed
    return kit.texts(
        "blackspot-call",
        mention=mention,
        thief=frame.names[theft.thief],
        loot=loot(kit, theft.loot),
        strength=theft.strength,
        deadline=until(frame),
        link=k.link(kit, frame),
    )


def until(frame: Frame) -> str:
    """Return when the awaited decision's time is up; `none` without a clock."""
    return "none" if frame.clock is None or frame.deadline is None else k.relative(frame.deadline)


def _buttons(kit: Kit, frame: Frame, view: View) -> tuple[ui.Button[Any], ...]:
    hand = k.button(kit.texts("button-hand"), frame.control("hand"), ButtonStyle.primary)
    if view.theft is None:
        return (hand,)
    return hand, k.button(kit.texts("button-react"), frame.control("react"), ButtonStyle.danger)


def _trove(kit: Kit, view: View) -> str:
    if not view.trove:
        return kit.texts("blackspot-trove-empty")
    head = kit.texts("blackspot-trove", left=view.treasures_left)
    return "\n".join([head, *(treasure(kit, one) for one in view.trove)])


def treasure(kit: Kit, one: TreasureView) -> str:
    """Draw a treasure: loot, then curses as far as the reader knows them."""
    known = "".join(_known_curse(kit, lying) for lying in one.curses if lying.rank != UNKNOWN)
    down = sum(lying.rank == UNKNOWN for lying in one.curses)
    hidden = kit.texts("blackspot-face-down", count=down) if down else ""
    return kit.texts("blackspot-treasure", loot=loot(kit, one.loot), worth=one.loot, curses=known + hidden)


def _known_curse(kit: Kit, lying: CurseView) -> str:
    key = "blackspot-curse" if lying.up else "blackspot-curse-known"
    return kit.texts(key, card=curse(kit, lying.rank), rank=lying.rank)


def _captain(kit: Kit, frame: Frame, view: View, seat: int) -> str:
    player = view.seats[seat]
    head = kit.texts(
        "blackspot-captain",
        active=seat == view.active,
        name=frame.names[seat],
        hand=player.hand,
        loot=player.loot,
        curses=player.curses,
        score=player.score,
        down=player.face_down,
        left=player.left,
    )
    return "\n".join([head, *(treasure(kit, one) for one in player.treasures)])


def _awaited(view: View) -> int:
    """Return who decides now: the victim of a theft, else the player whose turn it is."""
    return view.active if view.awaited is None else view.awaited


def _step(kit: Kit, frame: Frame, view: View) -> str:
    optional = "-optional" if view.phase is Phase.PEEK and view.options.peek is PeekRule.OPTIONAL else ""
    lines = [kit.texts("blackspot-step", phase=f"{view.phase}{optional}", name=frame.names[_awaited(view)])]
    theft, purifying = view.theft, view.purification
    if theft is not None:
        facts = {"thief": frame.names[theft.thief], "victim": frame.names[theft.victim]}
        cards = kit.theme.cards(theft.crew)
        lines.append(
            kit.texts(
                "blackspot-theft",
                **facts,
                loot=loot(kit, theft.loot),
                worth=theft.loot,
                strength=theft.strength,
                cards=cards,
            )
        )
    if purifying is not None:
        lines.append(
            kit.texts(
                "blackspot-purifying",
                loot=loot(kit, purifying.loot),
                card=curse(kit, purifying.rank),
                needed=purifying.needed,
                sum=view.options.purify is PurifyRule.SUM,
            )
        )
    return "\n".join(lines)


def _finals(kit: Kit, frame: Frame, view: View) -> list[str]:
    lines = [kit.texts("blackspot-final")] if view.final else []
    if view.final_turns:
        lines.append(kit.texts("blackspot-final-turns", names=names(kit, frame, view.final_turns)))
    return lines


def _piles(kit: Kit, view: View) -> str:
    return kit.texts("blackspot-piles", draw=view.draw, discard=view.discard, purified=len(view.purified))


# --- The end ---


def _ending(kit: Kit, frame: Frame, view: View) -> str:
    outcome = view.outcome
    if outcome is None:
        return ""
    return kit.texts(f"blackspot-ending-{outcome.ending}", names=names(kit, frame, outcome.winners))


def _ranking(kit: Kit, frame: Frame, view: View) -> str:
    """Best first, unplaced seats last, each with its treasures."""
    return "\n".join(_rank(kit, frame, view.seats[seat], seat, place) for seat, place in ranked(view))


def _rank(kit: Kit, frame: Frame, player: SeatView, seat: int, place: int) -> str:
    head = kit.texts(
        "blackspot-rank",
        place=place,
        name=frame.names[seat],
        loot=player.loot,
        curses=player.curses,
        score=player.score,
        left=player.left,
    )
    return "\n".join([head, *(treasure(kit, one) for one in player.treasures)])


def _aside(kit: Kit, view: View) -> str:
    """Reveal the two cards that were put aside unseen."""
    if view.aside is None:
        return ""
    aside_loot, aside_curse = view.aside
    return kit.texts("blackspot-aside", loot=loot(kit, aside_loot), curse=curse(kit, aside_curse))


# --- The rules ---


def rules(kit: Kit, options: Options) -> tuple[str, ...]:
    """Return the rules in sections, with the words of the theme and the house rules in force."""
    texts, suits = kit.texts, kit.theme.suits
    optional = "-optional" if options.peek is PeekRule.OPTIONAL else ""
    one = "-one" if options.curse_reaction is CurseReaction.ONE else ""
    words = {name: suits[letter].name for name, letter in _SUIT_WORDS.items()}
    return (
        texts("blackspot-rules-title"),
        texts("blackspot-rules-goal"),
        texts("blackspot-rules-cards", **words),
        texts(f"blackspot-rules-turn{optional}"),
        texts("blackspot-rules-steal"),
        texts(f"blackspot-rules-react{one}"),
        texts(f"blackspot-rules-purify-{options.purify}"),
        texts(f"blackspot-rules-ending-{options.ending}"),
        *(texts(f"blackspot-rules-{name}") for name in ("winner", f"clock{optional}", "leaving")),
    )


_SUIT_WORDS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
