"""Home-made idols: every effect, their order, and which one applies (L15)."""

import pytest

from rules import lands
from rules.cards import CODES, RANKS
from rules.errors import InvalidOptions, OptionFault
from rules.idols import Effect, Idol, idol_on
from rules.lands.model import Options
from rules.simulator import check_ends
from tests.registry import GAMES
from tests.rules.builders import Table, card, game, idols, later
from tests.rules.scenes import Scene, scene, scenes


def dared(deck: str, *lines: str, ally: str = "") -> Table:
    """Seat 0 banks a five for 93 and takes the dare."""
    table = later(f"5S {deck}", (88,), (), dare=True, allies=(ally,), idols=idols(*lines))
    return table.play("draw bank dare")


@pytest.mark.parametrize("number", range(1, 6))
def test_l15_draw_more_demands_its_number(number: int) -> None:
    table = game("2C 3C 4C 5C 6C 7C", idols=idols(f"2 draw_more {number}"))
    scene(table, "draw " * number + "-> moves draw", "draw -> moves draw bank").out()


@pytest.mark.parametrize("above", range(2, 10))
def test_l15_draw_until_above_is_met_by_the_next_number(above: int) -> None:
    table = game(f"KC {above}D {above + 1}C", idols=idols(f"K draw_until_above {above}"))
    scene(table, "draw draw -> moves draw", "draw -> moves draw bank").out()


@scenes(
    {
        # Effects
        "L15: `bust` on a number loses the turn": scene(
            game("3C 7C", idols=idols("7C bust")), "draw draw -> last busted 0 idol 3"
        ),
        "L15: `bust` can be countered, and the card is no treasure": scene(
            game("AS 3C 7C 7D", idols=idols("7C bust")),
            "draw draw draw spend -> treasure 3C, value 3, moves draw bank",
            "draw -> value 10",
        ),
        "L15: `bust` on an ace is not countered by that ace": scene(
            game("3C AC", idols=idols("A bust")), "draw draw -> active 1"
        ),
        "L15: `bust` on an ace is countered by another ace": scene(
            game("AS 3C AC", idols=idols("AC bust")),
            "draw draw draw -> moves spend run, allies AS",
            "spend -> discard AC AS",
        ),
        "L15: `discard_highest` spares the card just drawn": scene(
            game("5C 8C 9C", idols=idols("9 discard_highest")), "draw draw draw -> treasure 5C 9C, value 14"
        ),
        "L15: `discard_lowest` takes the lowest of the others": scene(
            game("7C 3C 9C 2C", idols=idols("9 discard_lowest", "2 discard_lowest")),
            "draw draw draw -> treasure 7C 9C, value 16, discard 3C",
            "draw -> treasure 9C 2C, value 11, discard 3C 7C",
        ),
        "L15: `discard_highest` alone does nothing": scene(
            game("9C", idols=idols("9 discard_highest")), "draw -> treasure 9C, value 9"
        ),
        "L15: `discard_lowest` alone does nothing": scene(
            game("9C", idols=idols("9 discard_lowest")), "draw -> treasure 9C, value 9"
        ),
        "L15: `draw_until_above` is not met by its own card": scene(
            game("10C 9C", idols=idols("10 draw_until_above 8")), "draw -> moves draw"
        ),
        "L15: `bonus` adds to the treasure": scene(
            game("3C 7C", idols=idols("7 bonus 20")), "draw draw -> last valued 0 7C 20", "bank -> scores 30 0 0"
        ),
        "L15: a bonus is lost with the treasure": scene(
            game("KC KD", idols=idols("KC bonus 5")), "draw draw -> last busted 0 faces 5, scores 0 0 0"
        ),
        "L15: `toll` takes from the treasure, never below nothing": scene(
            game("3C 7C 4C", idols=idols("7 toll 20")),
            "draw draw -> last valued 0 7C -10, value 0",
            "draw bank -> scores 4 0 0",
        ),
        "L15: `toll` leaves banked points alone": scene(
            later("JC", (30,), (), idols=idols("J toll 20")), "draw bank -> scores 30 0"
        ),
        "L15: discarding after a toll never goes below nothing: 10 + 2 - 5 - 10": scene(
            game("10C 2C KC", idols=idols("2 toll 5", "K discard_highest")), "draw draw draw -> treasure 2C, value 0"
        ),
        "L15: `lose_ally` discards one": scene(
            later("7C", (), (), allies=("AS AH",), idols=idols("7 lose_ally")),
            "draw -> last ally-lost 0 7C AH, allies0 AS, discard AH, value 7",
        ),
        "L15: `lose_ally` without one does nothing": scene(
            later("7C", (), (), allies=("", "AS"), idols=idols("7 lose_ally")),
            "draw -> allies1 AS, value 7, moves draw bank",
        ),
        "L15: `gain_ally` keeps the card, which is no number": scene(
            game("5C 5D", idols=idols("5C gain_ally")),
            "draw -> allies 5C, treasure -, value 0",
            "draw -> treasure 5D, moves draw bank",
        ),
        "L15: `gain_ally` keeps the card, which is no face": scene(
            game("JC KC QC", idols=idols("J gain_ally")),
            "draw draw -> allies JC, moves draw bank",
            "draw spend -> discard JC QC, moves draw bank",
        ),
        "L15: a fifth ally by an idol is discarded": scene(
            later("5C", (), (), allies=("AS AH AD 5D",), idols=idols("5 gain_ally")),
            "draw -> last ally-joined 0 5C no, allies0 AS AH AD 5D, discard 5C, value 0",
        ),
        "L15: an ace is discarded as a fifth ally too": scene(
            later("AC", (), (), allies=("AS AH AD 5D",), idols=idols("5 gain_ally")),
            "draw -> last ally-joined 0 AC no, allies0 AS AH AD 5D, discard AC, value 0",
        ),
        "L15: `bank_now` banks with the card just drawn": scene(
            game("3C 7C", idols=idols("7 bank_now")), "draw draw -> last banked 0 10 0 10, scores 10 0 0, active 1"
        ),
        "L15: `bank_now` on a face banks what is there": scene(
            game("3C KC", idols=idols("K bank_now")), "draw draw -> scores 3 0 0"
        ),
        "L15: `bank_now` clears compulsory draws for this and the next turn": scene(
            game("QH 7C 2C", idols=idols("QH draw_more 2", "7 bank_now")),
            "draw draw draw -> scores 7 0 0, active 1, moves draw bank",
        ),
        "L15: `bank_now` pays the bonus of 21 (L12)": scene(
            game("10C 4C 7C", idols=idols("7 bank_now"), buried_treasure=True), "draw draw draw -> scores 26 0 0"
        ),
        "L15: `bank_now` triggers the last round (L10)": scene(
            later("7C", (93,), (), idols=idols("7 bank_now")), "draw -> last last-round 0"
        ),
        "L15: `bank_now` is offered the dare (L13)": scene(
            later("7C", (88,), (), idols=idols("7 bank_now"), dare=True), "draw -> last dared 0 5"
        ),
        "L15: an ace is an ally, and its idol takes effect": scene(
            game("AC", idols=idols("A draw_more 1")), "draw -> allies AC, moves draw, last demanded 0 AC 1 0"
        ),
        # The bust test comes before the effect
        "L15: the bust test of a face comes before `gain_ally`": scene(
            game("KC JC", idols=idols("J gain_ally")), "draw draw -> last busted 0 faces 0"
        ),
        "L15: the bust test of a number comes before `gain_ally`": scene(
            game("5D 5C", idols=idols("5C gain_ally")), "draw draw -> last busted 0 pair 5"
        ),
        "L15: the bust test comes before `bank_now`": scene(
            game("3C JC KC", idols=idols("K bank_now")), "draw draw draw -> scores 0 0 0"
        ),
        # Idols with buried treasure and the dare
        "L15 L12 L13: a bonus counts towards 21": scene(
            game("10C 7C", idols=idols("7 bonus 4"), buried_treasure=True), "draw draw bank -> scores 26 0 0"
        ),
        "L15 L12 L13: a toll counts towards 21": scene(
            game("10C 8C 9C", idols=idols("9 toll 6"), buried_treasure=True), "draw draw draw bank -> scores 26 0 0"
        ),
        "L15 L12 L13: a bonus counts towards the dare": scene(dared("4C", "4 bonus 3"), "draw -> scores 100 0"),
        "L15 L12 L13: a toll counts towards the dare": scene(dared("9C", "9 toll 2"), "draw -> scores 100 0"),
        "L15 L12 L13: in the dare a bonus may lead above the target": scene(
            dared("4C", "4 bonus 4"), "draw -> last dare-lost 0 too-much 80"
        ),
        "L15 L12 L13: in the dare a discard brings the total down": scene(
            dared("5C KC 7C", "K discard_highest"), "draw draw -> value 0, moves draw", "draw -> scores 100 0"
        ),
        "L15 L12 L13: `bank_now` does nothing in the dare": scene(
            dared("3C 4C", "3 bank_now"), "draw -> active 0, moves draw, value 3, scores 93 0", "draw -> scores 100 0"
        ),
        "L15 L12 L13: an exact total wins the dare, even if its own idol asks for draws": scene(
            dared("7C", "7 draw_more 3"), "draw -> scores 100 0"
        ),
        "L15 L12 L13: an exact total wins the dare, even if an earlier idol asks for draws": scene(
            dared("KC 7C", "K draw_more 3"), "draw draw -> scores 100 0"
        ),
        "L15 L12 L13: in the dare a bust by an idol can be countered": scene(
            dared("QC 7C", "QC bust", ally="AS"), "draw -> moves spend run", "spend draw -> scores 100 0"
        ),
    }
)
def test_l15_home_made_idols(scene: Scene) -> None:
    scene.out()


# --- Which idol ---


@pytest.mark.parametrize("lines", [("Q bust", "QS bonus 5"), ("QS bonus 5", "Q bust")])
def test_l15_a_named_card_beats_its_rank(lines: tuple[str, ...]) -> None:
    scene(game("QS", idols=idols(*lines)), "draw -> value 5").out()
    scene(game("QH", idols=idols(*lines)), "draw -> active 1").out()


def test_l15_one_idol_applies_to_a_card_and_a_rank_means_all_four() -> None:
    both = idols("QS bonus 5", "Q toll 1", "10 bonus 2")
    assert [CODES[card] for card in range(52) if idol_on(both, card) == both[1]] == ["QC", "QD", "QH"]
    assert [CODES[card] for card in range(52) if idol_on(both, card) == both[2]] == ["10C", "10D", "10H", "10S"]
    assert idol_on(both, card("AS")) is None


# --- Validation ---


def fault(options: Options) -> tuple[OptionFault, dict[str, int | str]]:
    """Return what `validate` refuses."""
    with pytest.raises(InvalidOptions) as refused:
        lands.validate(options)
    return refused.value.fault, refused.value.facts


@pytest.mark.parametrize("target", [49, 301, 0, -100])
def test_l10_a_target_outside_50_to_300_is_refused(target: int) -> None:
    assert fault(Options(target=target)) == (OptionFault.TARGET_RANGE, {"least": 50, "most": 300})


@pytest.mark.parametrize("on", ["", "1", "11", "X", "qs", "SQ", "ZS", "Q S"])
def test_l15_an_unknown_card_or_rank_is_refused(on: str) -> None:
    assert fault(Options(idols=(Idol(on, Effect.BUST),))) == (OptionFault.IDOL_CARD, {"card": on})


RANGES = {Effect.DRAW_MORE: (1, 5), Effect.DRAW_UNTIL_ABOVE: (2, 9), Effect.BONUS: (1, 20), Effect.TOLL: (1, 20)}


@pytest.mark.parametrize("effect", Effect)
def test_l15_a_number_outside_its_effects_range_is_refused(effect: Effect) -> None:
    """An effect without a number takes none: 0."""
    least, most = RANGES.get(effect, (0, 0))
    for number in (least, most):
        lands.validate(Options(idols=(Idol("Q", effect, number),)))
    for number in (least - 1, most + 1, -1):
        refused = fault(Options(idols=(Idol("Q", effect, number),)))
        assert refused == (OptionFault.IDOL_NUMBER, {"effect": effect, "least": least, "most": most})


@pytest.mark.parametrize("on", ["QS", "Q"])
def test_l15_two_idols_on_one_card_or_rank_are_refused(on: str) -> None:
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
    queens = idols("QS discard_highest", "QC bust", "QH draw_more 2", "QD draw_until_above 8")
    check_ends(GAMES[lands.KEY], Options(idols=queens), games=40)
