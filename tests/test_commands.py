"""The checker of command definitions: each rule with a definition that just keeps it and one that just breaks it."""

import pytest

from tests import schema
from tests.examples import Json, Rule, choices
from tests.payloads import BadPayload, Kind, check, problems


def command(**changes: object) -> list[Json]:
    return [{"type": 1, "name": "lands", "description": "Sail for uncharted lands", **changes}]


def option(name: str = "target", **more: object) -> Json:
    return {"type": 3, "name": name, "description": "Doubloons to win", **more}


RULES = {
    "names of lower-case letters": Rule(
        command(name="black-spot"), command(name="Black Spot"), "the name 'Black Spot'"
    ),
    "names of at most 32 characters": Rule(command(name="n" * 32), command(name="n" * 33), "must be 1-32"),
    "translated names keep the limits of names": Rule(
        command(name_localizations={"de": "l\u00e4nder"}),
        command(name_localizations={"de": "L\u00e4nder"}),
        "the name 'L\u00e4nder'",
    ),
    "descriptions of at most 100 characters": Rule(
        command(description="d" * 100), command(description="d" * 101), "description: 101"
    ),
    "at most 25 options": Rule(
        command(options=[option(f"o{number}") for number in range(25)]),
        command(options=[option(f"o{number}") for number in range(26)]),
        "26 options",
    ),
    "options with different names": Rule(
        command(options=[option("a"), option("b")]),
        command(options=[option("a"), option("a")]),
        "option 'a' comes 2 times",
    ),
    "required options first": Rule(
        command(options=[option("a", required=True), option("b")]),
        command(options=[option("a"), option("b", required=True)]),
        "required options must stand first",
    ),
    "at most 25 choices": Rule(
        command(options=[option(choices=choices(25))]),
        command(options=[option(choices=choices(26))]),
        "26 choices",
    ),
    "choices of at most 100 characters": Rule(
        command(options=[option(choices=[{"name": "c" * 100, "value": "1"}])]),
        command(options=[option(choices=[{"name": "c" * 101, "value": "1"}])]),
        "choice: 101",
    ),
    "either choices or autocomplete": Rule(
        command(options=[option(choices=choices(2))]),
        command(options=[option(choices=choices(2), autocomplete=True)]),
        "both choices and autocomplete",
    ),
    "either subcommands or options": Rule(
        command(options=[option("a", type=1)]),
        command(options=[option("a", type=1), option("b")]),
        "side by side",
    ),
    "commands with different names": Rule(
        [*command(), *command(name="pirates")], [*command(), *command()], "comes 2 times"
    ),
    "at most 100 chat commands": Rule(
        [command(name=f"c{number}")[0] for number in range(100)],
        [command(name=f"c{number}")[0] for number in range(101)],
        "101 chat commands",
    ),
    "8000 characters in one command": Rule(
        command(options=[option(f"o{number}", description="d" * 100) for number in range(25)]),
        command(
            options=[
                option(f"o{number}", choices=[{"name": f"{c}" * 100, "value": "v" * 100} for c in "abc"])
                for number in range(14)
            ]
        ),
        "at most 8000",
    ),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_commands_within_the_limit_are_accepted(rule: Rule) -> None:
    check(Kind.COMMANDS, rule.good)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_commands_beyond_the_limit_are_refused_with_the_reason(rule: Rule) -> None:
    with pytest.raises(BadPayload) as refusal:
        check(Kind.COMMANDS, rule.bad)
    assert rule.words in str(refusal.value)


@pytest.mark.skipif(bool(schema.MISSING), reason=schema.MISSING)
def test_discords_own_schema_judges_commands_one_by_one() -> None:
    wrong = [*command(), *command(name="pirates", default_member_permissions="all")]
    (problem,) = problems(Kind.COMMANDS, wrong)
    assert "ApplicationCommandUpdateRequest" in problem
