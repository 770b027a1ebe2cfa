"""House rules as a table: what is written is read, and nothing but that rule changes."""

from typing import Any

import pytest

from bot.model.house_rules import NO_CLOCK, OFF, ON, TIMES, HouseRule, house_rules, in_force
from bot.model.records import Terms
from bot.texts.content import load
from rules.errors import InvalidOptions
from rules.idols import Effect, Idol
from rules.lands.model import LastRound, Options
from tests.registry import GAMES
from tests.rules.builders import idols

CONTENT = load()
TABLES = house_rules(CONTENT)
GREEDY = Idol("7", Effect.TOLL, 3, "Greedy Grin")
RULES = [pytest.param(key, rule, id=f"{key}-{rule.name}") for key, rules in TABLES.items() for rule in rules]


def named(key: str, name: str) -> HouseRule:
    return next(rule for rule in TABLES[key] if rule.name == name)


def standard(key: str) -> Terms:
    """Return the rules as written; of Lands Uncharted on a server with a home-made idol, which is off."""
    return Terms(GAMES[key].Options(), idols_aside=(GREEDY,) if key == "lands" else ())


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_its_table_with_each_name_once(key: str) -> None:
    names = [rule.name for rule in TABLES[key]]
    assert len(names) == len(set(names))
    assert "turn_time" in names


@pytest.mark.parametrize("key,rule", RULES)
def test_a_value_that_is_written_is_read_and_changes_no_other_rule(key: str, rule: HouseRule) -> None:
    for value in rule.values:
        terms = rule.write(standard(key), value)
        GAMES[key].validate(terms.options)
        assert rule.read(terms) == value
        others = [other for other in TABLES[key] if other.name != rule.name]
        assert [other.read(terms) for other in others] == [other.read(standard(key)) for other in others]
        assert rule.write(terms, rule.read(standard(key))) == standard(key)


@pytest.mark.parametrize("key,rule", RULES)
def test_the_standard_value_is_one_that_the_panel_offers(key: str, rule: HouseRule) -> None:
    assert rule.read(standard(key)) in rule.values
    assert len(set(rule.values)) == len(rule.values) <= 25


@pytest.mark.parametrize("key", GAMES)
def test_every_option_of_the_rules_can_be_set_in_the_lobby(key: str) -> None:
    """Each field of the options differs from its default after some rule was written."""
    options = standard(key).options
    moved = {
        field
        for rule in TABLES[key]
        for value in rule.values
        for field in options.__struct_fields__
        if getattr(rule.write(standard(key), value).options, field) != getattr(options, field)
    }
    assert moved == set(options.__struct_fields__)


def test_the_clock_runs_from_15_seconds_to_a_day_or_not_at_all() -> None:
    seconds = [int(value) for value in TIMES]
    assert (seconds[0], max(seconds), TIMES[-1]) == (15, 86_400, NO_CLOCK)
    clock = named("lands", "turn_time")
    assert clock.write(standard("lands"), NO_CLOCK).turn_seconds is None
    assert clock.read(standard("lands")) == "90"


@pytest.mark.parametrize("value", ["49", "301"])
def test_a_target_out_of_range_is_the_rules_to_refuse(value: str) -> None:
    """L10: 50 to 300. Discord's client keeps to the range; a forged option does not."""
    rule = named("lands", "target")
    assert rule.numbers == range(50, 301)
    with pytest.raises(InvalidOptions):
        GAMES["lands"].validate(rule.write(standard("lands"), value).options)


def test_l14_the_four_queens_go_in_and_out_among_home_made_idols() -> None:
    """Whatever the order of the clicks, equal house rules are equal options."""
    home_made = Terms(Options(idols=idols("7 toll 3")))
    queens = [rule for rule in TABLES["lands"] if rule.name.startswith("queen_of_")]
    assert len(queens) == 4
    forth, back = home_made, home_made
    for rule in queens:
        forth = rule.write(forth, ON)
    for rule in reversed(queens):
        back = rule.write(back, ON)
    assert forth == back
    assert [idol.on for idol in forth.options.idols] == ["7", "QC", "QD", "QH", "QS"]
    for rule in queens:
        forth = rule.write(forth, OFF)
    assert forth == home_made


def test_l14_a_queen_is_written_in_as_the_rule_text_has_her() -> None:
    terms = named("lands", "queen_of_hearts").write(standard("lands"), ON)
    assert terms.options.idols == idols("QH draw_more 2")


def test_a_home_made_idol_on_a_queen_is_not_the_rule_texts_queen() -> None:
    terms = Terms(Options(idols=idols("QH toll 3")))
    assert named("lands", "queen_of_hearts").read(terms) == OFF


def test_a_lobby_tells_what_differs_from_the_rules_as_written_and_the_clock() -> None:
    def summary(terms: Terms) -> list[tuple[str, str]]:
        return [(rule.name, value) for rule, value in in_force(TABLES["lands"], terms)]

    changed: Any = Terms(Options(target=150, last_round=LastRound.ONE_MORE_EACH), None)
    assert summary(standard("lands")) == [("turn_time", "90")]
    assert summary(changed) == [("target", "150"), ("last_round", "one_more_each"), ("turn_time", "0")]
