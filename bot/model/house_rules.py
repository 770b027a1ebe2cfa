"""The table of what a lobby can settle. The lobby's panel, the command's options and the summary are made from it."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.model.errors import MalformedId
from bot.model.games import GAMES
from bot.model.records import Terms
from bot.texts.content import Content

OFF, ON = "off", "on"
SWITCHED = {ON: True, OFF: False}
"""By the value of a switch."""
NO_CLOCK = "0"
TIMES = ("15", "30", "60", "90", "120", "300", "900", "3600", "21600", "86400", NO_CLOCK)
"""Times for one decision, in seconds: 15 s to 24 h, or none."""


class HouseRule(Struct, frozen=True):
    """One thing to settle. Its texts are `rule-<group>-<name>`, `...-about` and `...-<value>`."""

    group: str
    """The game's key, or `any` for what games share."""
    name: str
    values: tuple[str, ...]
    """What the panel offers; the command also takes any other number in `numbers`."""
    read: Callable[[Terms], str]
    write: Callable[[Terms, str], Terms]
    """Terms and value -> new terms."""
    numbers: range | None = None
    """The range, when the value is a number."""
    seconds: bool = False
    """The values are times."""
    offered: Callable[[Terms], bool] = lambda _: True
    """Whether a panel shows it."""

    @property
    def switch(self) -> bool:
        """Whether the choice is between on and off."""
        return self.values == (OFF, ON)


def option(group: str, name: str, kind: type[StrEnum]) -> HouseRule:
    """A rule that is one enumerated field of the options."""
    return HouseRule(
        group,
        name,
        tuple(kind),
        lambda t: str(getattr(t.options, name)),
        lambda t, v: with_options(t, **{name: kind(v)}),
    )


def switch(
    group: str,
    name: str,
    is_on: Callable[[Terms], object],
    turn: Callable[[Terms, bool], Terms],
    offered: Callable[[Terms], bool] = lambda _: True,
) -> HouseRule:
    """A rule that is on or off. `turn` returns new terms; the truth of what `is_on` returns counts."""
    return HouseRule(
        group,
        name,
        (OFF, ON),
        lambda t: ON if is_on(t) else OFF,
        lambda t, v: turn(t, v == ON),
        offered=offered,
    )


def flag(group: str, name: str) -> HouseRule:
    """A rule that is one boolean field of the options."""
    return switch(group, name, lambda t: getattr(t.options, name), lambda t, on: with_options(t, **{name: on}))


def time(name: str, field: str) -> HouseRule:
    """A time limit for decisions; `field` is the field of the terms."""
    return HouseRule(
        "any",
        name,
        TIMES,
        lambda t: str(getattr(t, field) or NO_CLOCK),
        lambda t, v: replace(t, **{field: int(v) or None}),
        seconds=True,
    )


def theme(content: Content) -> HouseRule:
    """Names and look of the cards (B19)."""
    return HouseRule("any", "theme", tuple(sorted(content.themes)), lambda t: t.theme, lambda t, v: replace(t, theme=v))


def shuffle_seats() -> HouseRule:
    """Whether seats are shuffled at the start (B16)."""
    return switch("any", "shuffle_seats", lambda t: t.shuffle_seats, lambda t, on: replace(t, shuffle_seats=on))


def with_options(terms: Terms, **changes: Any) -> Terms:
    """Return the terms with some of the game's own options changed."""
    return replace(terms, options=replace(terms.options, **changes))


HouseRules = dict[str, tuple[HouseRule, ...]]


def house_rules(content: Content) -> HouseRules:
    """Return every game's table."""
    return {key: game.house_rules(content) for key, game in GAMES.items()}


def chosen(rules: tuple[HouseRule, ...], argument: str, values: tuple[str, ...]) -> tuple[HouseRule, str]:
    """Read a choice of a panel: `rule=value` of a switch, or a rule and its select's value.

    Raises MalformedId for what no panel offers.
    """
    name, _, value = argument.partition("=")
    value = value or (values[0] if len(values) == 1 else "")
    for rule in rules:
        if rule.name == name and value in rule.values:
            return rule, value
    raise MalformedId


def as_written(terms: Terms) -> Terms:
    """Return a game's terms without house rules, with the usual times and theme."""
    return Terms(type(terms.options)())


def in_force(rules: tuple[HouseRule, ...], terms: Terms) -> list[tuple[HouseRule, str]]:
    """List, with their values, the rules that differ from the game as written, and the clocks."""
    standard = as_written(terms)
    values = ((rule, rule.read(terms)) for rule in rules)
    return [(rule, value) for rule, value in values if rule.seconds or value != rule.read(standard)]
