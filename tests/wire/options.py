"""Encode the options of a slash command as Discord's own picker does: only what the bot's definition allows."""

from collections.abc import Mapping, Sequence
from typing import Final

from tests.wire import shapes
from tests.wire.shapes import Json, Person

_SUBCOMMANDS: Final = {1, 2}
_ACCEPTED: Final[Mapping[int, tuple[type, ...]]] = {
    3: (str,),
    4: (int,),
    5: (bool,),
    6: (Person,),
    10: (int, float),
}


def options_of(definition: Json, words: Sequence[str], values: Mapping[str, object], resolved: Json) -> list[Json]:
    """The options under a command, group or subcommand; people among the values are added to `resolved`.

    Raises:
        AssertionError: the picker would not let a person send this.
    """
    known = {option["name"]: option for option in definition.get("options", [])}
    if words:
        assert words[0] in known, f"no subcommand {words[0]!r}, but {sorted(known)}"
        below = options_of(known[words[0]], words[1:], values, resolved)
        return [{"type": known[words[0]]["type"], "name": words[0], "options": below}]
    assert not any(option["type"] in _SUBCOMMANDS for option in known.values()), f"one of {sorted(known)} is owed"
    assert values.keys() <= known.keys(), f"unknown options {values.keys() - known.keys()}"
    missing = {name for name, option in known.items() if option.get("required")} - values.keys()
    assert not missing, f"required options {missing} are missing"
    return [_option(known[name], value, resolved) for name, value in values.items()]


def _option(definition: Json, value: object, resolved: Json) -> Json:
    name, kind = definition["name"], definition["type"]
    assert type(value) in _ACCEPTED[kind], f"{name} (type {kind}) does not take {value!r}"
    choices = [choice["value"] for choice in definition.get("choices", [])]
    assert not choices or value in choices, f"{name} is one of {choices}"
    if isinstance(value, Person):
        resolved.setdefault("users", {})[value.id] = shapes.user(value.id, value.name)
        resolved.setdefault("members", {})[value.id] = shapes.partial_member(value)
        value = value.id
    if isinstance(value, int | float):
        assert definition.get("min_value", value) <= value <= definition.get("max_value", value), f"{name}: {value}"
    return {"type": kind, "name": name, "value": value}
