"""Purifying (B13)."""

import pytest

from rules.blackspot.events import CurseStayed, Purified, RumPlayed, TheftBegan, TurnEnded
from rules.blackspot.model import PurifyRule
from rules.cards import pile
from rules.errors import Reason
from tests.rules.builders import card
from tests.rules.ships import Table, under_way

SINGLE, SUM = PurifyRule.SINGLE, PurifyRule.SUM


def cursed(rule: PurifyRule = SINGLE) -> Table:
    """Seat 0 (2H 5H 6H 9H, 4C) has a face-down eight and a face-up three on the ten, a face-down six on the four."""
    return under_way(("4C 2H 5H 6H 9H", "2C"), ("10:8,3+ 4:6", "1:13"), purify=rule)


@pytest.mark.parametrize("rule", [SINGLE, SUM])
def test_b13_one_rum_card_worth_the_curse_discards_it(rule: PurifyRule) -> None:
    table = cursed(rule).play("purify 10.0 9H")
    assert table.ship(0) == "10:3+ 4:6"
    assert (table.hand(0), table.discard) == ("4C 2H 5H 6H", "9H")
    assert table.events == (RumPlayed(0, 10, 0, 8, (card("9H"),), flipped=True), Purified(0, 10, 0, 8))
    assert table.view(None).purified == (8,)
    assert table.view(None).purification is None


def test_b13_an_equal_card_is_enough() -> None:
    assert cursed().play("purify 4.0 6H").ship(0) == "10:8,3+ 4:"


@pytest.mark.parametrize("rule", [SINGLE, SUM])
def test_b13_a_weaker_card_flips_the_curse_and_is_spent(rule: PurifyRule) -> None:
    table = cursed(rule).play("purify 10.0 5H")
    assert table.ship(0) == "10:8+,3+ 4:6"
    assert (table.hand(0), table.discard) == ("4C 2H 6H 9H", "5H")
    assert table.events == (RumPlayed(0, 10, 0, 8, (card("5H"),), flipped=True),)


def test_b13_more_rum_may_be_added_after_the_flip() -> None:
    """Two steps: five does not meet the eight, nine does."""
    table = cursed().play("purify 10.0 5H", "purify 10.0 9H")
    assert table.ship(0) == "10:3+ 4:6"
    assert table.events[1:] == (RumPlayed(0, 10, 0, 8, (card("9H"),), flipped=False), Purified(0, 10, 0, 8))


def test_b13_single_does_not_add_rum_up() -> None:
    """5 + 6 = 11 would do for an eight, but no card of them does: the rum is spent and the curse stays, face up."""
    table = cursed(SINGLE).play("purify 10.0 5H 6H", "end-turn")
    assert table.ship(0) == "10:8+,3+ 4:6"
    assert table.events[:3] == (
        RumPlayed(0, 10, 0, 8, tuple(pile("5H 6H")), flipped=True),
        CurseStayed(0, 10, 0, 8),
        TurnEnded(0),
    )


def test_b13_option_sum_adds_rum_up_over_the_purification() -> None:
    """2 + 5 = 7 is short of eight; with six more it is met."""
    table = cursed(SUM).play("purify 10.0 2H", "purify 10.0 5H")
    assert table.ship(0) == "10:8+,3+ 4:6"
    view = table.view(1).purification
    assert view is not None
    assert (view.loot, view.slot, view.rank, view.rum, view.needed) == (10, 0, 8, tuple(pile("2H 5H")), 1)
    assert table.play("purify 10.0 6H").ship(0) == "10:3+ 4:6"


def test_b13_option_sum_takes_several_cards_at_once() -> None:
    assert cursed(SUM).play("purify 10.0 2H 6H").ship(0) == "10:3+ 4:6"


def test_b13_single_always_needs_the_whole_curse_from_one_card() -> None:
    view = cursed(SINGLE).play("purify 10.0 5H 2H").view(None).purification
    assert view is not None
    assert (view.rum, view.needed) == (tuple(pile("2H 5H")), 8)


def test_b13_a_face_up_curse_is_purified_the_same_way() -> None:
    table = cursed().play("purify 10.1 5H")
    assert table.ship(0) == "10:8 4:6"
    assert table.events[0] == RumPlayed(0, 10, 1, 3, (card("5H"),), flipped=False)


def test_b13_after_another_move_it_begins_from_zero() -> None:
    """2 + 6 would be the eight, but the purification of the three came between."""
    table = cursed(SUM).play("purify 10.0 2H", "purify 10.1 5H", "purify 10.0 6H")
    assert table.ship(0) == "10:8+ 4:6"
    view = table.view(0).purification
    assert view is not None
    assert (view.slot, view.needed) == (0, 2)


def test_b13_another_curse_is_another_move() -> None:
    table = cursed().play("purify 10.0 2H", "purify 4.0 5H")
    assert table.events[1:] == (CurseStayed(0, 10, 0, 8), RumPlayed(0, 4, 0, 6, (card("5H"),), flipped=True))


def test_b13_a_theft_ends_a_purification() -> None:
    table = cursed(SUM).play("purify 10.0 2H", "steal 1 4C", "let-go")
    assert table.view(None).purification is None
    assert table.events[1:3] == (CurseStayed(0, 10, 0, 8), TheftBegan(0, 1, 1, (card("4C"),), 4))
    view = table.play("purify 10.0 6H").view(None).purification
    assert view is not None
    assert view.needed == 2


def test_b13_a_refused_move_does_not_end_it() -> None:
    table = cursed(SUM).play("purify 10.0 2H")
    assert table.refusal("steal 1") == (Reason.TOO_WEAK, {"need": 1, "played": 0})
    assert table.play("purify 10.0 6H").ship(0) == "10:3+ 4:6"


def test_b13_it_never_ends_by_itself_because_no_rum_is_left() -> None:
    """That would tell the others that the hand holds none."""
    table = under_way(("2H", "2C"), ("10:8", "")).play("purify 10.0 2H")
    assert table.view(1).purification is not None
    assert (table.awaited, table.hand(0)) == ((0, "turn"), "")


def test_b13_after_success_the_slots_move_up() -> None:
    table = cursed().play("purify 10.0 9H", "purify 10.0 5H")
    assert table.ship(0) == "10: 4:6"


def test_b13_only_ones_own_curses_and_only_rum() -> None:
    table = cursed()
    assert table.refusal("purify 1.0 2H") == (Reason.NOT_YOUR_TREASURE, {"loot": 1})
    assert table.refusal("purify 10.0 4C") == (Reason.RUM_NEEDED, {})
