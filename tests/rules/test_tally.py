"""What games count of each seat for boards and statistics, against counts made by hand."""

from rules import blackspot, lands
from rules.blackspot.events import Answer, Cursed, Fought, Moved, Purified, Stolen, TheftBegan, TurnEnded
from rules.blackspot.model import PurifyRule
from rules.idols import Effect, Idol
from rules.lands.model import AllySpent, Banked, Busted, Cause, DareLost, Drew, Options

LANDS = (lands.Facts(), lands.Facts())
BLACKSPOT = (blackspot.Facts(), blackspot.Facts())


def test_a_bank_counts_with_its_bonus_and_nothing_is_a_bank_too() -> None:
    """L8, L12: 10, then 21 + 5, then nothing."""
    events = (Banked(0, 10, 0, 10), Banked(0, 21, 5, 36), Banked(0, 0, 0, 36))
    first, second = lands.tally(LANDS, events)
    assert first == lands.Facts(banks=3, banked=36, best_bank=26)
    assert second == lands.Facts()


def test_a_bust_and_an_ally_count_for_their_seat_and_a_lost_dare_does_not() -> None:
    events = (Drew(1, 5), AllySpent(1, 0, 5), Busted(1, Cause.PAIR, 12), DareLost(0, Cause.FACES, 80))
    first, second = lands.tally(LANDS, events)
    assert first == lands.Facts()
    assert second == lands.Facts(busts=1, allies_spent=1)


def test_facts_go_on_from_those_before() -> None:
    before = (lands.Facts(busts=1, banks=2, banked=30, best_bank=20), lands.Facts())
    assert lands.tally(before, (Banked(0, 15, 0, 45),))[0] == lands.Facts(busts=1, banks=3, banked=45, best_bank=20)


def test_a_theft_counts_as_tried_and_if_it_succeeds_as_stolen() -> None:
    """B11, B12: seat 0 steals twice, seat 1 fights the first one off."""
    events = (
        TheftBegan(0, 1, 5, (1,), 6),
        Fought(1, 0, 5, (2,), 6),
        TheftBegan(0, 1, 5, (3,), 6),
        Stolen(0, 1, 5, 1, Answer.CURSE),
        Cursed(1, 0, (4,), (Moved(3, 0, 5, 0), Moved(3, 1, 5, 0))),
        Purified(0, 5, 0, 3),
        TurnEnded(0),
    )
    first, second = blackspot.tally(BLACKSPOT, events)
    assert first == blackspot.Facts(thefts=2, stolen=1, purified=1)
    assert second == blackspot.Facts(fights=1, curses_laid=2)


# --- Which voyages can be compared: L16 ---


def test_l16_the_target_and_the_dare_make_no_difference_to_a_voyage() -> None:
    assert lands.comparable(Options(target=50, dare=True), 1) == Options()
    assert lands.comparable(Options(target=50, dare=True), 2) == Options(target=50, dare=True)


def test_l16_buried_treasure_and_idols_do_and_their_names_and_order_do_not() -> None:
    queen, two = Idol("QS", Effect.DISCARD_HIGHEST), Idol("2", Effect.BONUS, 3, "Lucky")
    assert lands.comparable(Options(buried_treasure=True), 1) != Options()
    one = lands.comparable(Options(idols=(queen, two)), 1)
    assert one == lands.comparable(Options(idols=(Idol("2", Effect.BONUS, 3), queen)), 1)
    assert one != lands.comparable(Options(idols=(queen,)), 1)


def test_house_rules_of_black_spot_all_matter() -> None:
    options = blackspot.Options(purify=PurifyRule.SUM)
    assert blackspot.comparable(options, 2) == options
