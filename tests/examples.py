"""Payloads to try the checkers with, small and correct unless a test changes them."""

from dataclasses import dataclass
from typing import Any

from tests.payloads import COMPONENTS_V2, Kind

Json = dict[str, Any]
NOBODY: Json = {"parse": []}


@dataclass(frozen=True)
class Rule:
    """One limit: the payload that just keeps it, the one that just breaks it, and words of the refusal."""

    good: object
    bad: object
    words: str
    kind: Kind = Kind.MESSAGE


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def button(label: str | None, custom_id: str = "q1:x", **more: object) -> Json:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id, **more}


def row(*controls: Json) -> Json:
    return {"type": 1, "components": list(controls)}


def select(count: int = 2, **more: object) -> Json:
    options = [{"label": f"Card {number}", "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "q1:pick", "placeholder": "Pick a card", "options": options, **more}


def chosen(*options: Json) -> Json:
    return select(options=list(options))


def layout(*components: Json, **more: object) -> Json:
    return {"flags": COMPONENTS_V2, "components": list(components), "allowed_mentions": NOBODY, **more}


def buttons(count: int) -> list[Json]:
    names = ["Draw", "Bank", "Run", "Spy", "Spend", "Rest"]
    return [button(names[number], f"q1:{number}") for number in range(count)]


def many(count: int) -> Json:
    return layout(*(text(f"line {number}") for number in range(count)))


def section(*parts: Json, accessory: Json | None) -> Json:
    return {"type": 9, "components": list(parts), "accessory": accessory}


def picture(description: str | None = "A sloop under full sail") -> Json:
    return {"media": {"url": "https://example.org/sloop.png"}, "description": description}


def gallery(count: int) -> Json:
    return {"type": 12, "items": [picture() for _ in range(count)]}


def modal(**changes: object) -> Json:
    data = {"title": "House rules", "custom_id": "q1:rules", "components": fields(1), **changes}
    return {"type": 9, "data": data}


def field(label: str, custom_id: str = "q1:rule", **more: object) -> Json:
    return {"type": 18, "label": label, "component": {"type": 4, "custom_id": custom_id, "style": 1, **more}}


def fields(count: int) -> list[Json]:
    return [field(f"Rule {'abcdef'[number]}", f"q1:{number}") for number in range(count)]


def choices(count: int) -> list[Json]:
    return [{"name": f"{number} doubloons", "value": str(number)} for number in range(count)]
