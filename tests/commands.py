"""The checker of command definitions, as the bot sends them when it syncs."""

import re
from collections.abc import Iterator

from tests.limits import Json, length, repeated, size

CHAT, SUBCOMMANDS = 1, {1, 2}
NAME = re.compile(r"[-_'\w]{1,32}")


def commands_problems(commands: list[Json]) -> Iterator[str]:
    """Everything Discord would refuse in the whole list of one scope."""
    chat = [command for command in commands if command.get("type", CHAT) == CHAT]
    if len(chat) > 100:
        yield f"{len(chat)} chat commands, at most 100"
    yield from repeated("command", ((command.get("type", CHAT), command.get("name")) for command in commands))
    for command in commands:
        where = f"/{command.get('name')}"
        if command in chat:
            yield from _node(where, command)
            if _total(command) > 8000:
                yield f"{where}: {_total(command)} characters in all, at most 8000"
        else:
            yield from length(f"{where}: name", command.get("name"), 1, 32)


def _node(where: str, node: Json) -> Iterator[str]:
    """Check a command, a subcommand or an option, with what hangs below it."""
    yield from _texts(where, node)
    options = node.get("options") or []
    if len(options) > 25:
        yield f"{where}: {len(options)} options, at most 25"
    yield from repeated(f"{where}: option", (option.get("name") for option in options))
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{where}: required options must stand first"
    kinds = {option.get("type") in SUBCOMMANDS for option in options}
    if len(kinds) > 1:
        yield f"{where}: subcommands and options side by side"
    yield from _choices(where, node.get("choices") or [])
    if node.get("choices") and node.get("autocomplete"):
        yield f"{where}: both choices and autocomplete"
    for option in options:
        yield from _node(f"{where} {option.get('name')}", option)


def _texts(where: str, node: Json) -> Iterator[str]:
    for name in [node.get("name"), *(node.get("name_localizations") or {}).values()]:
        if not isinstance(name, str) or not NAME.fullmatch(name) or name != name.lower():
            yield f"{where}: the name {name!r} must be 1-32 lower-case letters, digits, - or _"
    for text in [node.get("description"), *(node.get("description_localizations") or {}).values()]:
        yield from length(f"{where}: description", text, 1, 100)


def _choices(where: str, choices: list[Json]) -> Iterator[str]:
    if len(choices) > 25:
        yield f"{where}: {len(choices)} choices, at most 25"
    yield from repeated(f"{where}: choice", (choice.get("name") for choice in choices))
    for choice in choices:
        for text in [choice.get("name"), *(choice.get("name_localizations") or {}).values()]:
            yield from length(f"{where}: choice", text, 1, 100)
        if isinstance(choice.get("value"), str):
            yield from length(f"{where}: value of a choice", choice["value"], 1, 100)


def _total(node: Json) -> int:
    """Characters that count towards a command's 8,000: names, descriptions and values, all the way down."""
    own = sum(size(str(node.get(key, ""))) for key in ("name", "description", "value"))
    below = [*(node.get("options") or []), *(node.get("choices") or [])]
    return own + sum(_total(part) for part in below)
