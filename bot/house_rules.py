"""Each game's house rules as a table: the lobby's panel, the command's options and the summary all read it."""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.content import Content, Queen
from rules import GAMES
from rules.lands.model import TARGETS, DarePrize, LastRound
from rules.lands.model import Options as LandsOptions

OFF, ON = "off", "on"


class HouseRule(Struct, frozen=True):
    """One house rule. Its texts are `rule-<game>-<name>`, `...-about` and `...-<value>`."""

    name: str
    values: tuple[str, ...]
    """What the panel offers; a number rule also takes others of its range."""
    read: Callable[[Any], str]
    """Options -> value."""
    write: Callable[[Any, str], Any]
    """Options and value -> new options."""
    numbers: range | None = None
    """The range of a number rule."""

    @property
    def switch(self) -> bool:
        """On or off."""
        return self.values == (OFF, ON)


def _field(name: str, kind: type[StrEnum]) -> HouseRule:
    """A rule that is one enumerated field of the options."""
    return HouseRule(name, tuple(kind), lambda o: str(getattr(o, name)), lambda o, v: replace(o, **{name: kind(v)}))


def _flag(name: str) -> HouseRule:
    """A rule that is one boolean field of the options."""
    return HouseRule(
        name,
        (OFF, ON),
        lambda o: ON if getattr(o, name) else OFF,
        lambda o, v: replace(o, **{name: v == ON}),
    )


def _write_target(options: LandsOptions, value: str) -> LandsOptions:
    return replace(options, target=int(value))


def _read_queen(queen: Queen, options: LandsOptions) -> str:
    return ON if queen.idol in options.idols else OFF


def _write_queen(queen: Queen, options: LandsOptions, value: str) -> LandsOptions:
    """Idols stand in the order of their cards, so that equal house rules are equal options."""
    idols = {idol for idol in options.idols if idol != queen.idol} | ({queen.idol} if value == ON else set())
    return replace(options, idols=tuple(sorted(idols, key=lambda idol: idol.on)))


def _queen(queen: Queen) -> HouseRule:
    """One of the four queens: in or out of the idols."""
    return HouseRule(queen.rule, (OFF, ON), partial(_read_queen, queen), partial(_write_queen, queen))


def _lands(content: Content) -> tuple[HouseRule, ...]:
    return (
        HouseRule(
            "target",
            ("50", "75", "100", "150", "200", "300"),
            lambda o: str(o.target),
            _write_target,
            TARGETS,
        ),
        _field("last_round", LastRound),
        _field("dare_prize", DarePrize),
        _flag("buried_treasure"),
        _flag("dare"),
        *map(_queen, content.queens),
    )


_TABLES = {"lands": _lands}

HouseRules = dict[str, tuple[HouseRule, ...]]


def house_rules(content: Content) -> HouseRules:
    """Return every game's table."""
    return {key: _TABLES[key](content) for key in GAMES}


def changed(rules: tuple[HouseRule, ...], options: Any) -> list[tuple[HouseRule, str]]:
    """List the rules that differ from the game as written, with their values."""
    standard = type(options)()
    return [(rule, rule.read(options)) for rule in rules if rule.read(options) != rule.read(standard)]
