"""Stealing, and the victim's three answers (B11, B12, B14)."""

import pytest

from rules import blackspot
from rules.blackspot.events import Answer, Cursed, Fought, Moved, Stolen, TheftBegan
from rules.blackspot.model import CurseReaction, Phase
from rules.cards import pile
from rules.errors import Reason
from tests.rules.ships import Table, move, seen, under_way


def raid(**options: object) -> Table:
    """Seat 0 (4C 5C 9C) may rob seat 1 (3C 7C 2H KH), who has a nine with two curses, a four and a clean two."""
    return under_way(
        ("4C 5C 9C 6H", "3C 7C 2H KH", "8C"),
        ("10:12+", "9:6,3+ 4:8,5+ 2:", "11:1"),
        **options,  # type: ignore[arg-type]
    )


# --- B11 ---


@pytest.mark.parametrize("crew", ["4C", "5C", "9C", "4C 5C", "4C 9C", "5C 9C", "4C 5C 9C"])
def test_b11_crew_worth_the_loot_or_more_steals_it(crew: str) -> None:
    assert raid().allows(f"steal 4 {crew}")


def test_b11_the_sum_must_be_at_least_the_loot_value_whatever_curses_lie_on_it() -> None:
    table = raid()
    assert [table.allows(f"steal 9 {crew}") for crew in ("4C", "5C", "9C", "4C 5C")] == [False, False, True, True]
    assert table.refusal("steal 9 5C") == (Reason.TOO_WEAK, {"need": 9, "played": 5})


def test_b11_rum_does_not_steal_and_one_card_is_the_least() -> None:
    """Rum does not fit into the move's crew, so that nothing remains of it."""
    assert raid().refusal("steal 4 6H") == (Reason.TOO_WEAK, {"need": 4, "played": 0})


def test_b11_the_crew_is_discarded_and_the_victim_asked() -> None:
    table = raid().play("steal 9 4C 9C")
    assert (table.hand(0), table.discard) == ("5C 6H", "4C 9C")
    assert table.events == (TheftBegan(0, 1, 9, tuple(pile("4C 9C")), 13),)
    assert table.awaited == (1, "reaction")
    assert table.ship(1) == "9:6,3+ 4:8,5+ 2:"


def test_b11_all_curses_come_along_as_they_lie() -> None:
    table = raid().play("steal 9 9C", "let-go")
    assert (table.ship(0), table.ship(1)) == ("10:12+ 9:6,3+", "4:8,5+ 2:")
    assert table.events[-1] == Stolen(0, 1, 9, 2, Answer.LET_GO)
    assert table.awaited == (0, "turn")
    assert table.state.phase is Phase.ACT


def test_b11_a_theft_may_be_followed_by_others_also_on_the_same_treasure() -> None:
    table = raid().play("steal 2 4C", "fight 7C", "steal 2 5C", "let-go", "steal 9 9C", "let-go", "end-turn")
    assert table.ship(0) == "10:12+ 2: 9:6,3+"


def test_b11_one_may_steal_from_every_opponent_but_not_from_oneself() -> None:
    table = raid()
    assert table.refusal("steal 10 4C 9C") == (Reason.OWN_TREASURE, {"loot": 10})
    assert table.allows("steal 11 4C 9C")


# --- B12: who is asked ---


def test_b12_a_victim_with_an_empty_hand_is_robbed_at_once() -> None:
    table = under_way(("9C", ""), ("", "9:6")).play("steal 9 9C")
    assert (table.ship(0), table.ship(1), table.awaited) == ("9:6", "", (0, "turn"))
    assert table.events[1:] == (Stolen(0, 1, 9, 1, Answer.EMPTY_HAND),)


def test_b12_a_victim_who_cannot_answer_is_asked_all_the_same() -> None:
    table = under_way(("9C", "2H"), ("", "9:6")).play("steal 9 9C")
    assert table.awaited == (1, "reaction")
    assert blackspot.legal(table.state, 1) == (move("let-go"),)


def test_b12_the_thief_waits_and_only_the_victim_answers() -> None:
    table = raid().play("steal 9 9C")
    assert blackspot.legal(table.state, 0) == blackspot.legal(table.state, 2) == ()
    assert table.refusal("0: end-turn") == (Reason.AWAIT_ANSWER, {"victim": 1})
    assert table.refusal("2: let-go") == (Reason.AWAIT_ANSWER, {"victim": 1})


def test_b12_a_turn_with_thefts_is_one_turn() -> None:
    table = raid().play("steal 9 9C")
    awaited = blackspot.awaited(table.state)
    assert awaited is not None
    assert awaited.turn == 0


# --- B12: fight ---


def test_b12_crew_worth_the_crew_played_keeps_the_treasure() -> None:
    """Against 9: 3 + 7 holds, 7 does not."""
    table = raid().play("steal 9 9C")
    assert (table.allows("fight 3C 7C"), table.allows("fight 7C")) == (True, False)
    table.play("fight 3C 7C")
    assert table.ship(1) == "9:6,3+ 4:8,5+ 2:"
    assert table.discard == "9C 3C 7C"
    assert table.events == (Fought(1, 0, 9, tuple(pile("3C 7C")), 10),)
    assert (table.awaited, table.hand(1)) == ((0, "turn"), "2H KH")


def test_b12_an_equal_fight_is_won_by_the_victim() -> None:
    assert under_way(("9C", "4C 5C"), ("", "9:6")).play("steal 9 9C", "fight 4C 5C").ship(1) == "9:6"


def test_b12_a_fight_must_match_the_crew_played_not_the_loot() -> None:
    table = raid().play("steal 4 5C 9C")
    assert table.refusal("fight 3C 7C") == (Reason.TOO_WEAK, {"need": 14, "played": 10})


def test_b12_rum_does_not_fight() -> None:
    assert raid().play("steal 9 9C").refusal("fight KH") == (Reason.TOO_WEAK, {"need": 9, "played": 0})


# --- B12: curse ---


@pytest.mark.parametrize(
    "pay, enough", [("KH", True), ("7C 2H", True), ("3C 7C", True), ("7C", False), ("3C 2H", False)]
)
def test_b12_rum_and_crew_together_pay_for_a_curse(pay: str, enough: bool) -> None:  # noqa: FBT001 - a table
    assert raid().play("steal 9 9C").allows(f"curse {pay} | 4.0>10") is enough


def test_b12_the_treasure_goes_and_curses_follow_as_they_lie() -> None:
    """A face-down eight onto the ten, a face-up five onto the stolen nine; the other curses keep their order."""
    table = raid().play("steal 9 9C", "curse 7C 2H | 4.0>10 4.1>9")
    assert table.ship(0) == "10:12+,8 9:6,3+,5+"
    assert table.ship(1) == "4: 2:"
    assert table.discard == "9C 7C 2H"
    assert table.events[1:] == (
        Stolen(0, 1, 9, 2, Answer.CURSE),
        Cursed(1, 0, tuple(pile("7C 2H")), (Moved(4, 0, 10, 0), Moved(4, 1, 9, 5))),
    )
    assert table.awaited == (0, "turn")


def test_b12_slots_mean_the_places_before_the_answer() -> None:
    """Slots 0 and 2 of 8, 5+, 7: both are the ones named, the five stays."""
    table = under_way(("9C", "KH"), ("", "9: 4:8,5+,7")).play("steal 9 9C", "curse KH | 4.0>9 4.2>9")
    assert (table.ship(0), table.ship(1)) == ("9:8,7", "4:5+")


def test_b12_curses_lie_in_the_order_of_the_answer() -> None:
    table = under_way(("9C", "KH"), ("3:2", "9: 4:8,5+ 6:10")).play("steal 9 9C", "curse KH | 6.0>3 4.1>3 4.0>3")
    assert (table.ship(0), table.ship(1)) == ("3:2,10,5+,8 9:", "4: 6:")


def test_b12_nobody_learns_a_face_down_curse_by_its_move_and_who_knew_it_still_does() -> None:
    table = under_way(("9C", "KH", "2C"), ("", "9: 4:8", ""), peeked=("", "", "8"))
    table.play("steal 9 9C", "curse KH | 4.0>9")
    assert [seen(table.seat(0, reader).treasures) for reader in (0, 1, 2, None)] == ["9:?", "9:?", "9:8", "9:?"]


def test_b12_a_curse_answer_moves_at_least_one_curse() -> None:
    table = raid().play("steal 9 9C")
    assert table.refusal("curse KH |") == (Reason.CURSE_NEEDED, {})


def test_b12_without_a_curse_on_the_remaining_treasures_cursing_is_not_offered() -> None:
    """The stolen treasure's own curses do not count: they come along anyway (B11)."""
    table = under_way(("9C", "KH"), ("", "9:6 4:")).play("steal 9 9C")
    assert not table.allows("curse KH | 9.0>9")
    own = table.view(1).own
    assert own is not None
    assert own.choices == ("let-go",)
    assert table.refusal("curse KH | 9.0>9") == (Reason.NOT_YOUR_TREASURE, {"loot": 9})


def test_b12_option_one_moves_exactly_one_curse() -> None:
    table = raid(curse_reaction=CurseReaction.ONE).play("steal 9 9C")
    assert table.refusal("curse KH | 4.0>10 4.1>9") == (Reason.ONE_CURSE, {})
    assert table.play("curse KH | 4.1>9").ship(0) == "10:12+ 9:6,3+,5+"


def test_b12_option_any_moves_as_many_as_there_are_though_legal_lists_single_ones() -> None:
    table = raid().play("steal 9 9C")
    assert not table.allows("curse KH | 4.0>10 4.1>10")
    assert table.play("curse KH | 4.0>10 4.1>10").ship(0) == "10:12+,8,5+ 9:6,3+"


def test_b14_a_treasure_may_carry_any_number_of_curses_or_none() -> None:
    table = under_way(("9C", "KH"), ("3:1,2,3,4,5,6", "9: 4:8,7,9,10,11,12+"))
    table.play("steal 9 9C", "curse KH | 4.0>3 4.1>3 4.2>3 4.3>3 4.4>3 4.5>3")
    assert table.ship(0) == "3:1,2,3,4,5,6,8,7,9,10,11,12+ 9:"
    assert table.ship(1) == "4:"
