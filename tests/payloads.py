"""The checker of every payload the bot sends to Discord.

Two judges: our own rules below, for what discord.py lets through and Discord's schema cannot see, and that
schema (`tests/schema.py`), where it is at hand. The end-to-end harness passes every request of every test
through `check_request`; a test of a single drawing calls `check`.

Lengths are counted in UTF-16 units, the longer of the two ways Discord may count: most emojis count 2. The
4,000 characters of a Components V2 message are those of its TextDisplays alone; labels, placeholders, options
and picture descriptions have limits of their own and do not count.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum

from tests.commands import commands_problems
from tests.limits import Json, length, repeated, size
from tests.schema import CALLBACKS, schema_problems

COMPONENTS_V2 = 1 << 15
ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT, THUMBNAIL, GALLERY, CONTAINER, LABEL = (
    1, 2, 3, 4, 9, 10, 11, 12, 17, 18,
)  # fmt: skip
FILE, SEPARATOR = 13, 14
SELECTS = {STRING_SELECT, 5, 6, 7, 8}
IN_CONTAINER = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}
CONTROLS = {BUTTON, TEXT_INPUT} | SELECTS
LINK, PREMIUM = 5, 6
SOMETHING_TO_SEE = ("content", "embeds", "components", "attachments", "poll")

MENTION = re.compile(r"<@[!&]?\d+>|@everyone|@here")
LETTER = re.compile(r"[^\W\d_]")
UNHEARD = {"So", "Sk", "Cf"}  # Unicode categories: symbols, emojis and their joiners
EMOJI_STYLE = "\ufe0f"
# Discord draws these only in messages; in labels, options and titles a player would read the bare code.
MARKUP = re.compile(r"<(?:@[!&]?|#|t:|a?:\w+:)\d+")


class BadPayload(AssertionError):
    """Discord would refuse this payload, or a player could not use what it draws."""


class Kind(StrEnum):
    """What a request asks of Discord."""

    MESSAGE = "message"
    EDIT = "edit of a message"
    CALLBACK = "interaction callback"
    FOLLOWUP = "followup"
    FOLLOWUP_EDIT = "edit of a response or followup"
    COMMANDS = "sync of all commands"


ROUTES = (
    ("POST", re.compile(r"/channels/\d+/messages"), Kind.MESSAGE),
    ("PATCH", re.compile(r"/channels/\d+/messages/\d+"), Kind.EDIT),
    ("POST", re.compile(r"/interactions/\d+/[^/]+/callback"), Kind.CALLBACK),
    ("POST", re.compile(r"/webhooks/\d+/[^/]+"), Kind.FOLLOWUP),
    ("PATCH", re.compile(r"/webhooks/\d+/[^/]+/messages/[^/]+"), Kind.FOLLOWUP_EDIT),
    ("PUT", re.compile(r"/applications/\d+(?:/guilds/\d+)?/commands"), Kind.COMMANDS),
)
DEFINITIONS = {
    Kind.MESSAGE: "MessageCreateRequest",
    Kind.EDIT: "MessageEditRequestPartial",
    Kind.FOLLOWUP: "IncomingWebhookRequestPartial",
    Kind.FOLLOWUP_EDIT: "IncomingWebhookUpdateRequestPartial",
}


def check(kind: Kind, payload: object) -> None:
    """Refuse what Discord would refuse and what no player could use.

    Raises:
        BadPayload: with every problem found, each with the place where it stands.
    """
    found = problems(kind, payload)
    if found:
        raise BadPayload(f"{kind}:\n  " + "\n  ".join(found))


def check_request(method: str, path: str, payload: object) -> None:
    """Check one request as discord.py made it; a request without a body has nothing to check.

    Args:
        method: of HTTP.
        path: below `/api/v10`, without a query.
        payload: the JSON body, or the `payload_json` part of a multipart one; `None` without a body.
    """
    if payload is None:
        return
    for route_method, pattern, kind in ROUTES:
        if method == route_method and pattern.fullmatch(path):
            check(kind, payload)
            return
    raise BadPayload(f"{method} {path}: a kind of request that tests/payloads.py does not know yet")


def problems(kind: Kind, payload: object) -> list[str]:
    """Everything both judges have against the payload, ours first."""
    if kind is Kind.COMMANDS:
        commands = payload if isinstance(payload, list) else []
        return [*commands_problems(commands), *_schema_of_commands(commands)]
    body = payload if isinstance(payload, dict) else {}
    if kind is Kind.CALLBACK:
        definition = CALLBACKS.get(body.get("type", 0), "InteractionCallbackTypes")
        return [*_callback(body), *schema_problems(definition, body)]
    new = kind in {Kind.MESSAGE, Kind.FOLLOWUP}
    return [*_message(body, new=new), *schema_problems(DEFINITIONS[kind], body)]


def _schema_of_commands(commands: list[Json]) -> Iterator[str]:
    for command in commands:
        yield from schema_problems("ApplicationCommandUpdateRequest", command)


def _callback(body: Json) -> Iterator[str]:
    data = body.get("data") or {}
    match body.get("type"):
        case 4:
            yield from _message(data, new=True)
        case 5:
            if set(data) - {"flags"}:
                yield f"a deferral carries only flags, not {sorted(data)}"
        case 1 | 6:
            if data:
                yield "a silent acknowledgement carries no data"
        case 7:
            yield from _message(data, new=False)
        case 8:
            if len(data.get("choices", ())) > 25:
                yield f"choices: {len(data['choices'])}, at most 25"
        case 9:
            yield from _modal(data)
        case unknown:
            yield f"type: {unknown!r} is no response to an interaction"


def _message(body: Json, *, new: bool) -> Iterator[str]:
    components = body.get("components") or []
    tree = list(_walk("components", components))
    if (body.get("flags") or 0) & COMPONENTS_V2:
        yield from _components_v2(body, tree)
    else:
        yield from _classic(body, tree, new=new)
    yield from _tree(tree)
    yield from _labels(tree)
    yield from _mentions(body, tree)
    if new:
        yield from _pictures_attached(body, tree)


def _components_v2(body: Json, tree: list[tuple[str, Json]]) -> Iterator[str]:
    for field in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(field):
            yield f"{field}: not allowed beside Components V2"
    if len(tree) > 40:
        yield f"components: {len(tree)} counting nested ones, at most 40"
    total = sum(size(part.get("content", "")) for _, part in tree if part.get("type") == TEXT)
    if total > 4000:
        yield f"components: {total} characters of text in all, at most 4000"


def _classic(body: Json, tree: list[tuple[str, Json]], *, new: bool) -> Iterator[str]:
    if any(part.get("type") in IN_CONTAINER - {ROW} | {CONTAINER} for _, part in tree):
        yield "flags: Components V2 without its flag"
    yield from length("content", body.get("content") or "", 0, 2000)
    if len(body.get("components") or ()) > 5:
        yield f"components: {len(body['components'])} rows, at most 5"
    if new and not any(body.get(field) for field in SOMETHING_TO_SEE):
        yield "an empty message"


def _mentions(body: Json, tree: list[tuple[str, Json]]) -> Iterator[str]:
    texts = [body.get("content") or "", *(part["content"] for _, part in tree if part.get("content"))]
    allowed = body.get("allowed_mentions")
    if allowed is None and any(MENTION.search(text) for text in texts):
        yield "allowed_mentions: missing beside a mention, so anyone named may be pinged"
    if allowed is not None and allowed.get("parse", ["everyone"]):
        yield "allowed_mentions: whom to ping must be named one by one ('parse' must be there and empty)"


def _pictures_attached(body: Json, tree: list[tuple[str, Json]]) -> Iterator[str]:
    names = {f"attachment://{file.get('filename')}" for file in body.get("attachments") or ()}
    for where, url in _media(tree):
        if url.startswith("attachment://") and url not in names:
            yield f"{where}: {url} is not attached"


def _media(tree: list[tuple[str, Json]]) -> Iterator[tuple[str, str]]:
    for where, part in tree:
        for holder in (part, *part.get("items", ())):
            media = holder.get("media") or holder.get("file") or {}
            yield where, media.get("url", "")


def _walk(where: str, components: list[Json]) -> Iterator[tuple[str, Json]]:
    """Yield every component with its place, parents first, in the order a reader meets them."""
    for number, part in enumerate(components):
        here = f"{where}[{number}]"
        yield here, part
        yield from _walk(f"{here}.components", part.get("components") or [])
        for key in ("accessory", "component"):
            yield from _walk(f"{here}.{key}", [part[key]] if part.get(key) else [])


def _tree(tree: list[tuple[str, Json]]) -> Iterator[str]:
    for where, part in tree:
        rule = RULES.get(part.get("type", 0))
        if rule is not None:
            yield from (f"{where}: {problem}" for problem in rule(part))
    yield from repeated("custom_id", (part["custom_id"] for _, part in tree if part.get("custom_id")))
    yield from repeated("id", (part["id"] for _, part in tree if part.get("id")))


def _row(part: Json) -> Iterator[str]:
    kinds = [child.get("type") for child in part.get("components", ())]
    selects = sum(kind in SELECTS for kind in kinds)
    if not (selects == 1 and len(kinds) == 1) and not (selects == 0 and 1 <= len(kinds) <= 5):
        yield f"a row of {len(kinds)} controls, {selects} of them selects; allowed: 1-5 buttons or 1 select"


def _button(part: Json) -> Iterator[str]:
    yield from length("label", part.get("label") or "", 0, 80)
    yield from _no_markup("label", part.get("label"))
    if part.get("style") in {LINK, PREMIUM}:
        if part.get("custom_id"):
            yield "custom_id: not on a link"
    else:
        yield from length("custom_id", part.get("custom_id"), 1, 100)


def _select(part: Json) -> Iterator[str]:
    yield from length("custom_id", part.get("custom_id"), 1, 100)
    yield from length("placeholder", part.get("placeholder") or "", 0, 150)
    yield from _no_markup("placeholder", part.get("placeholder"))
    low, high = part.get("min_values", 1), part.get("max_values", 1)
    if not 0 <= low <= high <= 25 or high < 1:
        yield f"min_values {low} and max_values {high}: allowed are 0-25 and 1-25, in this order"
    if part.get("type") == STRING_SELECT:
        yield from _options(part.get("options", []), high)


def _options(options: list[Json], most: int) -> Iterator[str]:
    if not 1 <= len(options) <= 25:
        yield f"options: {len(options)}, allowed are 1-25"
    if not sum(bool(option.get("default")) for option in options) <= most <= len(options):
        yield f"max_values: {most} with {len(options)} options"
    for number, option in enumerate(options):
        yield from length(f"options[{number}].label", option.get("label"), 1, 100)
        yield from length(f"options[{number}].value", option.get("value"), 1, 100)
        yield from length(f"options[{number}].description", option.get("description") or "", 0, 100)
        yield from _no_markup(f"options[{number}]", f"{option.get('label')} {option.get('description')}")
    yield from repeated("option value", (option.get("value") for option in options))
    texts = (f"{option.get('label')} {option.get('description') or ''}" for option in options)
    yield from repeated("option label and description", texts)


def _no_markup(where: str, text: str | None) -> Iterator[str]:
    if MARKUP.search(text or ""):
        yield f"{where}: {text!r} holds markup that Discord does not draw here"


def _section(part: Json) -> Iterator[str]:
    kinds = [child.get("type") for child in part.get("components", ())]
    if not 1 <= len(kinds) <= 3 or set(kinds) != {TEXT}:
        yield f"a section of {len(kinds)} parts; allowed are 1-3 texts"
    if (part.get("accessory") or {}).get("type") not in {BUTTON, THUMBNAIL}:
        yield "a section without a button or thumbnail"


def _text(part: Json) -> Iterator[str]:
    yield from length("content", part.get("content"), 1, 4000)


def _thumbnail(part: Json) -> Iterator[str]:
    yield from length("description (what the picture shows)", part.get("description"), 1, 1024)


def _gallery(part: Json) -> Iterator[str]:
    items = part.get("items", [])
    if not 1 <= len(items) <= 10:
        yield f"items: {len(items)} pictures, allowed are 1-10"
    for item in items:
        yield from _thumbnail(item)


def _container(part: Json) -> Iterator[str]:
    kinds = [child.get("type") for child in part.get("components", ())]
    if not kinds or not IN_CONTAINER.issuperset(kinds):
        yield f"a container of {kinds}; allowed is at least one of {sorted(IN_CONTAINER)}"


def _modal(body: Json) -> Iterator[str]:
    yield from length("title", body.get("title"), 1, 45)
    yield from _no_markup("title", body.get("title"))
    yield from length("custom_id", body.get("custom_id"), 1, 100)
    parts = body.get("components", [])
    if not 1 <= len(parts) <= 5:
        yield f"components: {len(parts)} in a modal, allowed are 1-5"
    tree = list(_walk("components", parts))
    yield from (problem for problem in _tree(tree) if "a row of" not in problem)
    names = [(where, part.get("label")) for where, part in tree if part.get("label") or part["type"] == LABEL]
    yield from _words(names)
    for where, label in names:
        yield from length(f"{where}.label", label, 1, 45)


def _text_input(part: Json) -> Iterator[str]:
    yield from length("custom_id", part.get("custom_id"), 1, 100)
    yield from length("placeholder", part.get("placeholder") or "", 0, 100)
    yield from length("value", part.get("value") or "", 0, 4000)
    if part.get("min_length", 0) > part.get("max_length", 4000):
        yield "min_length above max_length"


def _labels(tree: list[tuple[str, Json]]) -> Iterator[str]:
    """Ask for a word on every control, unique in its message: some readers hear nothing else."""
    yield from _words(
        [
            (where, part.get("label") if part.get("type") == BUTTON else part.get("placeholder"))
            for where, part in tree
            if part.get("type") in CONTROLS and part.get("style") != PREMIUM
        ]
    )


def _words(names: list[tuple[str, str | None]]) -> Iterator[str]:
    spoken = [(where, _spoken(name or "")) for where, name in names]
    counted = Counter(words for _, words in spoken)
    for where, words in spoken:
        if not LETTER.search(words):
            yield f"{where}: a control without a word"
        elif counted[words] > 1:
            yield f"{where}: {words!r} is also the name of another control of this message"


def _spoken(label: str) -> str:
    """Give what is left of a label without emojis and other symbols, which a reader may not hear."""
    kept = [sign for sign in label if unicodedata.category(sign) not in UNHEARD and sign != EMOJI_STYLE]
    return " ".join("".join(kept).casefold().split())


RULES: dict[int, Callable[[Json], Iterator[str]]] = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    TEXT_INPUT: _text_input,
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _thumbnail,
    GALLERY: _gallery,
    CONTAINER: _container,
}
