"""Discord's own description of its API as a judge of our payloads.

The file (`../shared/discord-api/openapi.json`, seen from the project root) belongs to Discord and is no part
of this repository. Where it is missing nothing is judged: `MISSING` then tells why, for `pytest.mark.skipif`.

One kind of false alarm is taken out before judging: Discord accepts ids that discord.py sends as integers (of
attachments, allowed mentions, a select's defaults and message references), where the schema wants strings.
"""

import functools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fastjsonschema

Json = dict[str, Any]

SCHEMA_FILE = Path(__file__).resolve().parents[2] / "shared" / "discord-api" / "openapi.json"
MISSING = "" if SCHEMA_FILE.exists() else "Discord's schema is missing: ../shared/discord-api/openapi.json"

# Which definition judges an interaction callback of which type: one alone tells more than their union.
CALLBACKS = {
    1: "PongInteractionCallbackRequest",
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
# Which definition judges one component alone, to name the culprit inside a refused tree.
COMPONENTS = {
    2: "ButtonComponentForMessageRequest",
    3: "StringSelectComponentForMessageRequest",
    9: "SectionComponentForMessageRequest",
    10: "TextDisplayComponentForMessageRequest",
    11: "ThumbnailComponentForMessageRequest",
    12: "MediaGalleryComponentForMessageRequest",
    14: "SeparatorComponentForMessageRequest",
    1: "ActionRowComponentForMessageRequest",
    17: "ContainerComponentForMessageRequest",
}


def schema_problems(definition: str, payload: object) -> list[str]:
    """What Discord's schema has against the payload; nothing where the schema is missing."""
    if MISSING:
        return []
    cleaned = _without_integer_ids(payload)
    refusal = _refusal(definition, cleaned)
    if refusal is None:
        return []
    culprits = [found for part in _components_of(cleaned) if (found := _component_refusal(part)) is not None]
    return [f"schema {definition}: {culprit}" for culprit in (culprits[:1] or [refusal])]


def _refusal(definition: str, payload: object) -> str | None:
    try:
        _validator(definition)(payload)
    except fastjsonschema.JsonSchemaValueException as error:
        return str(error)
    return None


def _component_refusal(component: Json) -> str | None:
    definition = COMPONENTS.get(component.get("type", 0))
    refusal = None if definition is None else _refusal(definition, component)
    return None if refusal is None else f"{refusal}, in {json.dumps(component)[:300]}"


def _components_of(node: object) -> Iterator[Json]:
    """Yield every component below the node, innermost first."""
    if isinstance(node, list):
        for part in node:
            yield from _components_of(part)
    elif isinstance(node, dict):
        for key in ("data", "components", "accessory", "component"):
            yield from _components_of(node.get(key))
        if isinstance(node.get("type"), int) and "data" not in node:
            yield node


@functools.cache
def _definitions() -> Json:
    found: Json = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))["components"]["schemas"]
    return found


@functools.cache
def _validator(definition: str) -> Callable[[object], object]:
    """Compile one definition with what it refers to: 0.1 to 0.2 s, once in a process."""
    needed: Json = {}
    _collect(definition, needed)
    root = {"$ref": f"#/components/schemas/{definition}", "components": {"schemas": needed}}
    compiled: Callable[[object], object] = fastjsonschema.compile(root)
    return compiled


def _collect(definition: str, needed: Json) -> None:
    if definition not in needed:
        needed[definition] = _definitions()[definition]
        for name in _references(needed[definition]):
            _collect(name, needed)


def _references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"].rsplit("/", 1)[1]
        for part in node.values():
            yield from _references(part)
    elif isinstance(node, list):
        for part in node:
            yield from _references(part)


def _without_integer_ids(node: object) -> object:
    """Copy the payload with the ids that discord.py sends as integers written as strings."""
    if isinstance(node, list):
        return [_without_integer_ids(part) for part in node]
    if not isinstance(node, dict):
        return node
    return {key: IDS.get(key, _without_integer_ids)(part) for key, part in node.items()}


def _strings(ids: object) -> object:
    return [str(part) for part in ids] if isinstance(ids, list) else ids


def _ids_as_strings(node: object) -> object:
    """Copy an attachment list or a message reference."""
    if isinstance(node, list):
        return [_ids_as_strings(part) for part in node]
    if not isinstance(node, dict):
        return node
    return {key: str(part) if key.rsplit("_", 1)[-1] == "id" else part for key, part in node.items()}


# The fields whose ids discord.py sends as integers.
IDS: dict[str, Callable[[object], object]] = {
    "users": _strings,
    "roles": _strings,
    "attachments": _ids_as_strings,
    "default_values": _ids_as_strings,
    "message_reference": _ids_as_strings,
}
