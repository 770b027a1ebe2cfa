"""Home-made idols: every effect, their order, and which one applies (L15)."""

import pytest

from rules import GAMES, lands
from rules.cards import CODES, RANKS, pile
from rules.errors import InvalidOptions, OptionFault
from rules.idols import NUMBERS, Effect, Idol, idol_on
from rules.lands.model import (
    AllyJoined,
    AllyLost,
    Banked,
    Busted,
    Cause,
    Dared,
    DareLost,
    DareWon,
    Demanded,
    LastRoundBegan,
    Options,
    Valued,
)
from rules.simulator import check_ends
from tests.rules.builders import Table, card, game, idols, later


def dared(deck: str, *lines: str) -> Table:
    """Seat 0 banks a five for 93 and takes the dare."""
    return later(f"5S {deck}", (88,), (), dare=True, idols=idols(*lines)).play("draw bank dare")


# --- Each effect ---


def test_l15_bust_on_a_number_loses_the_turn() -> None:
    table = game("3C 7C", idols=idols("7C bust")).play("draw draw")
    assert table.events[-1] == Busted(0, Cause.IDOL, lost=3)


def test_l15_bust_can_be_countered_and_the_card_is_no_treasure() -> None:
    table = game("AS 3C 7C 7D", idols=idols("7C bust")).play("draw draw draw spend")
    assert (table.treasure, table.value, table.moves) == ("3C", 3, "draw bank")
    assert table.play("draw").value == 10


def test_l15_bust_on_an_ace_is_countered_by_another_ally_only() -> None:
    assert game("3C AC", idols=idols("A bust")).play("draw draw").state.active == 1
    table = game("AS 3C AC", idols=idols("AC bust")).play("draw draw draw")
    assert (table.moves, table.allies) == ("spend run", "AS")
    assert table.play("spend").discard == {"AS", "AC"}


def test_l15_discard_highest_spares_the_card_just_drawn() -> None:
    table = game("5C 8C 9C", idols=idols("9 discard_highest")).play("draw draw draw")
    assert (table.treasure, table.value) == ("5C 9C", 14)


def test_l15_discard_lowest_takes_the_lowest_of_the_others() -> None:
    table = game("7C 3C 9C 2C", idols=idols("9 discard_lowest", "2 discard_lowest")).play("draw draw draw")
    assert (table.treasure, table.value, table.discard) == ("7C 9C", 16, {"3C"})
    table.play("draw")
    assert (table.treasure, table.value, table.discard) == ("9C 2C", 11, {"3C", "7C"})


@pytest.mark.parametrize("effect", ["discard_highest", "discard_lowest"])
def test_l15_discarding_with_nothing_else_there_does_nothing(effect: str) -> None:
    table = game("9C", idols=idols(f"9 {effect}")).play("draw")
    assert (table.treasure, table.value) == ("9C", 9)


@pytest.mark.parametrize("number", range(1, 6))
def test_l15_draw_more_demands_its_number(number: int) -> None:
    table = game("2C 3C 4C 5C 6C 7C", idols=idols(f"2 draw_more {number}")).play("draw")
    for _ in range(number):
        assert table.moves == "draw"
        table.play("draw")
    assert table.moves == "draw bank"


@pytest.mark.parametrize("above", range(2, 10))
def test_l15_draw_until_above_is_met_by_the_next_number(above: int) -> None:
    equal = f"{above}D"
    table = game(f"KC {equal} {above + 1}C", idols=idols(f"K draw_until_above {above}")).play("draw draw")
    assert table.moves == "draw"
    assert table.play("draw").moves == "draw bank"


def test_l15_draw_until_above_is_not_met_by_its_own_card() -> None:
    assert game("10C 9C", idols=idols("10 draw_until_above 8")).play("draw").moves == "draw"


def test_l15_bonus_adds_to_the_treasure() -> None:
    table = game("3C 7C", idols=idols("7 bonus 20")).play("draw draw")
    assert table.events[-1] == Valued(0, card("7C"), 20)
    assert table.play("bank").scores[0] == 30


def test_l15_a_bonus_is_lost_with_the_treasure() -> None:
    table = game("KC KD", idols=idols("KC bonus 5")).play("draw draw")
    assert table.events[-1] == Busted(0, Cause.FACES, lost=5)
    assert table.scores[0] == 0


def test_l15_toll_takes_from_the_treasure_never_below_nothing() -> None:
    table = game("3C 7C 4C", idols=idols("7 toll 20")).play("draw draw")
    assert table.events[-1] == Valued(0, card("7C"), -10)
    assert table.value == 0
    assert table.play("draw bank").scores[0] == 4


def test_l15_toll_leaves_banked_points_alone() -> None:
    assert later("JC", (30,), (), idols=idols("J toll 20")).play("draw bank").scores[0] == 30


def test_l15_discarding_after_a_toll_never_goes_below_nothing() -> None:
    """10 + 2 - 5 is 7; without the ten that would be -3."""
    table = game("10C 2C KC", idols=idols("2 toll 5", "K discard_highest")).play("draw draw draw")
    assert (table.treasure, table.value) == ("2C", 0)


def test_l15_lose_ally_discards_one() -> None:
    table = later("7C", (), (), allies=("AS AH",), idols=idols("7 lose_ally")).play("draw")
    assert isinstance(table.events[-1], AllyLost)
    assert (len(table.state.seats[0].allies), len(table.discard), table.value) == (1, 1, 7)


def test_l15_lose_ally_without_one_does_nothing() -> None:
    table = later("7C", (), (), allies=("", "AS"), idols=idols("7 lose_ally")).play("draw")
    assert (table.state.seats[1].allies, table.value, table.moves) == (pile("AS"), 7, "draw bank")


def test_l15_gain_ally_keeps_the_card_as_neither_number_nor_treasure() -> None:
    table = game("5C 5D", idols=idols("5C gain_ally")).play("draw")
    assert (table.allies, table.treasure, table.value) == ("5C", "", 0)
    table.play("draw")
    assert (table.treasure, table.moves) == ("5D", "draw bank")


def test_l15_gain_ally_keeps_the_card_as_no_face() -> None:
    table = game("JC KC QC", idols=idols("J gain_ally")).play("draw draw")
    assert (table.allies, table.moves) == ("JC", "draw bank")
    table.play("draw spend")
    assert (table.discard, table.moves) == ({"JC", "QC"}, "draw bank")


@pytest.mark.parametrize("deck, cause", [("KC JC", Cause.FACES), ("5D 5C", Cause.PAIR)])
def test_l15_the_bust_test_comes_before_gain_ally(deck: str, cause: Cause) -> None:
    table = game(deck, idols=idols("J gain_ally", "5C gain_ally")).play("draw draw")
    assert isinstance(table.events[-1], Busted)
    assert table.events[-1].cause is cause


@pytest.mark.parametrize("fifth", ["5C", "AC"])
def test_l15_a_seat_keeps_four_allies_and_further_ones_are_discarded(fifth: str) -> None:
    table = later(fifth, (), (), allies=("AS AH AD 5D",), idols=idols("5 gain_ally")).play("draw")
    assert table.events[-1] == AllyJoined(0, card(fifth), kept=False)
    assert (len(table.allies.split()), table.discard, table.value) == (4, {fifth}, 0)


def test_l15_bank_now_banks_with_the_card_just_drawn() -> None:
    table = game("3C 7C", idols=idols("7 bank_now")).play("draw draw")
    assert table.events[-1] == Banked(0, 10, 0, 10)
    assert (table.scores[0], table.state.active) == (10, 1)


def test_l15_bank_now_on_a_face_banks_what_is_there() -> None:
    assert game("3C KC", idols=idols("K bank_now")).play("draw draw").scores[0] == 3


def test_l15_bank_now_clears_compulsory_draws_for_this_and_the_next_turn() -> None:
    table = game("QH 7C 2C", idols=idols("QH draw_more 2", "7 bank_now")).play("draw draw draw")
    assert (table.scores[0], table.state.active, table.moves) == (7, 1, "draw bank")


def test_l15_bank_now_is_an_ordinary_bank_for_every_other_rule() -> None:
    table = game("10C 4C 7C", idols=idols("7 bank_now"), buried_treasure=True).play("draw draw draw")
    assert table.scores[0] == 26
    assert later("7C", (93,), (), idols=idols("7 bank_now")).play("draw").events[-1] == LastRoundBegan(0)
    table = later("7C", (88,), (), idols=idols("7 bank_now"), dare=True).play("draw")
    assert table.events[-1] == Dared(0, need=5)


def test_l15_the_bust_test_comes_before_bank_now() -> None:
    assert game("3C JC KC", idols=idols("K bank_now")).play("draw draw draw").scores[0] == 0


# --- With Buried Treasure and the dare ---


@pytest.mark.parametrize("deck, line", [("10C 7C", "7 bonus 4"), ("10C 8C 9C", "9 toll 6")])
def test_l15_l12_bonus_and_toll_count_towards_twenty_one(deck: str, line: str) -> None:
    table = game(deck, idols=idols(line), buried_treasure=True).play("draw " * len(deck.split()) + "bank")
    assert table.scores[0] == 26


@pytest.mark.parametrize("deck, line", [("4C", "4 bonus 3"), ("9C", "9 toll 2")])
def test_l15_l13_bonus_and_toll_count_towards_the_dare(deck: str, line: str) -> None:
    assert DareWon(0, 100) in dared(deck, line).play("draw").events


def test_l15_l13_a_bonus_may_lead_above_the_target() -> None:
    assert dared("4C", "4 bonus 4").play("draw").events[-1] == DareLost(0, Cause.TOO_MUCH, 80)


def test_l15_l13_a_discard_brings_the_total_down() -> None:
    table = dared("5C KC 7C", "K discard_highest").play("draw draw")
    assert (table.value, table.moves) == (0, "draw")
    assert DareWon(0, 100) in table.play("draw").events


def test_l15_l13_bank_now_does_nothing_in_the_dare() -> None:
    table = dared("3C 4C", "3 bank_now").play("draw")
    assert (table.state.active, table.moves, table.value, table.scores[0]) == (0, "draw", 3, 93)
    assert DareWon(0, 100) in table.play("draw").events


def test_l14_l13_an_exact_total_wins_even_if_an_idol_asks_for_draws() -> None:
    assert DareWon(0, 100) in dared("7C", "7 draw_more 3").play("draw").events
    assert DareWon(0, 100) in dared("KC 7C", "K draw_more 3").play("draw draw").events


def test_l14_l13_a_bust_idol_in_the_dare_can_be_countered() -> None:
    table = later("5S QC 7C", (88,), (), allies=("AS",), dare=True, idols=idols("QC bust"))
    table.play("draw bank dare draw")
    assert table.moves == "spend run"
    assert DareWon(0, 100) in table.play("spend draw").events


# --- Which idol, and when ---


@pytest.mark.parametrize("lines", [("Q bust", "QS bonus 5"), ("QS bonus 5", "Q bust")])
def test_l15_a_named_card_beats_its_rank(lines: tuple[str, ...]) -> None:
    assert game("QS", idols=idols(*lines)).play("draw").value == 5
    assert game("QH", idols=idols(*lines)).play("draw").state.active == 1


def test_l15_one_idol_applies_to_a_card_and_a_rank_means_all_four() -> None:
    both = idols("QS bonus 5", "Q toll 1", "10 bonus 2")
    assert [CODES[card] for card in range(52) if idol_on(both, card) == both[1]] == ["QC", "QD", "QH"]
    assert [CODES[card] for card in range(52) if idol_on(both, card) == both[2]] == ["10C", "10D", "10H", "10S"]
    assert idol_on(both, card("AS")) is None


def test_l15_an_ace_is_an_ally_and_its_idol_speaks() -> None:
    table = game("AC", idols=idols("A draw_more 1")).play("draw")
    assert (table.allies, table.moves) == ("AC", "draw")
    assert isinstance(table.events[-1], Demanded)


# --- Validation ---


@pytest.mark.parametrize("target", [49, 301, 0, -100])
def test_l10_a_target_outside_50_to_300_is_refused(target: int) -> None:
    assert fault(Options(target=target)) == (OptionFault.TARGET_RANGE, {"least": 50, "most": 300})


@pytest.mark.parametrize("on", ["", "1", "11", "X", "qs", "SQ", "ZS", "Q S"])
def test_l15_an_unknown_card_or_rank_is_refused(on: str) -> None:
    assert fault(Options(idols=(Idol(on, Effect.BUST),))) == (OptionFault.IDOL_CARD, {"card": on})


@pytest.mark.parametrize(
    "effect, least, most",
    [(Effect.DRAW_MORE, 1, 5), (Effect.DRAW_UNTIL_ABOVE, 2, 9), (Effect.BONUS, 1, 20), (Effect.TOLL, 1, 20)],
)
def test_l15_a_number_outside_its_effects_range_is_refused(effect: Effect, least: int, most: int) -> None:
    for number in (least, most):
        lands.validate(Options(idols=(Idol("Q", effect, number),)))
    for number in (least - 1, most + 1, -1):
        refused = fault(Options(idols=(Idol("Q", effect, number),)))
        assert refused == (OptionFault.IDOL_NUMBER, {"effect": effect, "least": least, "most": most})


@pytest.mark.parametrize("effect", [effect for effect in Effect if effect not in NUMBERS])
def test_l15_an_effect_without_a_number_takes_none(effect: Effect) -> None:
    lands.validate(Options(idols=(Idol("Q", effect),)))
    refused = fault(Options(idols=(Idol("Q", effect, 1),)))
    assert refused == (OptionFault.IDOL_NUMBER, {"effect": effect, "least": 0, "most": 0})


def test_l15_two_idols_on_one_card_or_rank_are_refused() -> None:
    for on in ("QS", "Q"):
        refused = fault(Options(idols=idols(f"{on} bust", "J bust", f"{on} bonus 1")))
        assert refused == (OptionFault.IDOL_TWICE, {"card": on})


def test_l15_at_most_thirteen_idols_are_active() -> None:
    thirteen = idols(*(f"{rank} bonus 1" for rank in RANKS))
    lands.validate(Options(idols=thirteen))
    assert fault(Options(idols=(*thirteen, *idols("QS bust")))) == (OptionFault.IDOL_COUNT, {"most": 13})


def test_l15_the_simulator_refuses_a_set_in_which_a_game_does_not_end() -> None:
    """Every card busts, so nobody ever scores; only the solo voyage ends, after ten rounds."""
    hopeless = Options(idols=idols(*(f"{rank} bust" for rank in RANKS)))
    check_ends(GAMES[lands.KEY], hopeless, games=1)
    with pytest.raises(InvalidOptions) as refused:
        check_ends(GAMES[lands.KEY], hopeless, games=2)
    assert refused.value.fault is OptionFault.ENDLESS


def test_l14_l15_the_simulator_accepts_the_four_queens() -> None:
    check_ends(
        GAMES[lands.KEY],
        Options(idols=idols("QS discard_highest", "QC bust", "QH draw_more 2", "QD draw_until_above 8")),
        games=40,
    )


def fault(options: Options) -> tuple[OptionFault, dict[str, int | str]]:
    """Return what `validate` refuses."""
    with pytest.raises(InvalidOptions) as refused:
        lands.validate(options)
    return refused.value.fault, refused.value.facts
