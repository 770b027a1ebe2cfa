"""What a person sees: messages, buttons and menus read from Discord's payloads. Knows nothing of the simulation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

Json = dict[str, Any]
Control = TypeVar("Control")

EPHEMERAL = 1 << 6
BUTTON, SELECT, TEXT_INPUT, CHANNEL_SELECT, TEXT, LABEL = 2, 3, 4, 8, 10, 18
TEXT_STYLE = "\ufe0e"
"""Asks for a sign rather than an emoji; nobody sees it."""
MENTION = re.compile(r"<@!?(\d+)>")


class ImpossibleError(AssertionError):
    """A person wants what the screen does not offer: no such message, button or option, or it is greyed."""


@dataclass(frozen=True)
class Button:
    """A button as it was drawn; it may be gone or changed by now."""

    label: str
    custom_id: str
    enabled: bool
    message: int
    channel: int


@dataclass(frozen=True)
class Menu:
    """A select as it was drawn."""

    placeholder: str
    custom_id: str
    enabled: bool
    options: Mapping[str, str]
    """Values by label, in order; none where Discord itself offers channels."""
    message: int
    channel: int


@dataclass(frozen=True)
class Message:
    """A message as it looked at one moment. Mentions in texts are written as `@Name`."""

    id: int
    channel: int
    text: str
    """All texts in reading order, a line each; a picture is what its description says, in brackets."""
    buttons: tuple[Button, ...]
    menus: tuple[Menu, ...]
    private: bool
    """Only one person sees it (ephemeral)."""
    pings: tuple[str, ...]
    """Whom its first sending notified, by name."""
    payload: Json

    def button(self, label: str) -> Button:
        """Find a button by its label, or by how its label begins if no label is just this."""
        return named(self.buttons, label, [button.label for button in self.buttons])

    def menu(self, placeholder: str | None = None) -> Menu:
        """Find a menu by (the beginning of) its placeholder; the only one without a name."""
        if placeholder is None and len(self.menus) == 1:
            return self.menus[0]
        return named(self.menus, placeholder or "", [menu.placeholder for menu in self.menus])

    @property
    def labels(self) -> list[str]:
        """Labels of all buttons, greyed ones too, in reading order."""
        return [button.label for button in self.buttons]

    @property
    def enabled(self) -> list[str]:
        """Labels of the buttons that can be clicked."""
        return [button.label for button in self.buttons if button.enabled]


def read(payload: Json, names: Mapping[int, str], pinged: Sequence[int]) -> Message:
    """Draw a message payload as a client would.

    Args:
        payload: a message object of Discord's API.
        names: display names by user id.
        pinged: ids of users whom its sending notified.
    """
    place = {"message": int(payload["id"]), "channel": int(payload["channel_id"])}
    tree = list(_walk(payload["components"]))
    return Message(
        id=place["message"],
        channel=place["channel"],
        text=_with_names("\n".join(_texts(payload["content"], tree)), names).replace(TEXT_STYLE, ""),
        buttons=tuple(
            Button(
                (part.get("label") or "").replace(TEXT_STYLE, ""), part["custom_id"], not part.get("disabled"), **place
            )
            for part in tree
            if part["type"] == BUTTON and part.get("custom_id")
        ),
        menus=tuple(_menu(part, place) for part in tree if part["type"] in {SELECT, CHANNEL_SELECT}),
        private=bool(payload.get("flags", 0) & EPHEMERAL),
        pings=tuple(names.get(user, str(user)) for user in pinged),
        payload=payload,
    )


def fields(modal: Json) -> dict[str, str]:
    """Read a modal's fields: custom_ids by label."""
    parts = list(_walk(modal["components"]))
    labelled = {part["label"]: part["component"]["custom_id"] for part in parts if part["type"] == LABEL}
    plain = {part["label"]: part["custom_id"] for part in parts if part["type"] == TEXT_INPUT and part.get("label")}
    return labelled | plain


def named(controls: tuple[Control, ...], wanted: str, names: list[str]) -> Control:
    """Give the one control of this name, or the one whose name begins so, whatever the case and leading emojis.

    Raises:
        ImpossibleError: there is none, or more than one.
    """
    words = [_spoken(name) for name in names]
    for fits in (str.__eq__, str.startswith):
        found = [control for control, word in zip(controls, words, strict=True) if fits(word, _spoken(wanted))]
        if len(found) == 1:
            return found[0]
        if found:
            raise ImpossibleError(f"{wanted!r} is not the only one of its kind among {names}")
    raise ImpossibleError(f"no {wanted!r} among {names}")


def _spoken(label: str) -> str:
    """Leave out emojis and signs before the first letter or digit, and the case."""
    return re.sub(r"^[\W_]+", "", label).casefold()


def _menu(part: Json, place: dict[str, int]) -> Menu:
    options = {option["label"].replace(TEXT_STYLE, ""): option["value"] for option in part.get("options", ())}
    return Menu(part.get("placeholder") or "", part["custom_id"], not part.get("disabled"), options, **place)


def _walk(components: list[Json]) -> Iterator[Json]:
    for part in components:
        yield part
        yield from _walk(part.get("components") or [])
        yield from _walk([part[key] for key in ("accessory", "component") if part.get(key)])


def _texts(content: str, tree: list[Json]) -> Iterator[str]:
    if content:
        yield content
    for part in tree:
        if part["type"] == TEXT:
            yield part["content"]
        for picture in (part, *part.get("items", ())):
            if picture.get("media"):
                yield f"[{picture.get('description') or ''}]"


def _with_names(text: str, names: Mapping[int, str]) -> str:
    return MENTION.sub(lambda mention: f"@{names.get(int(mention[1]), mention[1])}", text)
