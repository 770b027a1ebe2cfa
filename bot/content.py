"""Shipped content: sentences, card themes and the four queens, read from data/ once at start."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor
from msgspec import Struct

from rules.cards import CODES, SUITS
from rules.idols import Idol

DATA = Path(__file__).parent.parent / "data"
DEFAULT_LOCALE = "en-US"
STANDARD_THEME = "standard"
_CACHED_SENTENCES = 4096
_GROUPED_FROM = 1000
"""Numbers from here on are grouped: 1,000."""


class MissingText(Exception):
    """A key without a sentence, or a sentence that lacks a fact: a fault of ours, found by tests."""


class _Choosers(Visitor):
    """Finds the facts by which each sentence chooses between forms: such a number must stay a number."""

    def __init__(self) -> None:
        self.found: set[tuple[str, str]] = set()
        """Keys of sentences with names of facts."""
        self._key = ""

    def visit_Message(self, node: ast.Message) -> None:  # noqa: N802 - the visitor's own spelling
        self._key = node.id.name
        self.generic_visit(node)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802 - the visitor's own spelling
        if isinstance(node.selector, ast.VariableReference):
            self.found.add((self._key, node.selector.id.name))
        self.generic_visit(node)


class Texts:
    """The sentences of one language."""

    def __init__(self, locale: str, sources: list[str]) -> None:
        # Names bring their own isolation (names.py); marks around every number would only be noise.
        self._bundle = FluentBundle([locale], use_isolating=False)
        choosers = _Choosers()
        for source in sources:
            resource = FluentResource(source)
            self._bundle.add_resource(resource)
            choosers.visit(resource)
        self._choosing = frozenset(choosers.found)
        # A table says the same few things over and over; formatting them anew took half of a click.
        self._cached = lru_cache(_CACHED_SENTENCES)(self._format)

    def __call__(self, key: str, **facts: int | str) -> str:
        """Return a sentence. Raises MissingText when the key or a fact is missing."""
        return self._cached(key, tuple(facts.items()))

    def __contains__(self, key: str) -> bool:
        return self._bundle.has_message(key)

    def _format(self, key: str, facts: tuple[tuple[str, int | str], ...]) -> str:
        pattern = self._bundle.get_message(key).value if key in self else None
        if pattern is None:
            raise MissingText(key)
        text, errors = self._bundle.format_pattern(
            pattern, {name: self._plain(key, name, fact) for name, fact in facts}
        )
        if errors:
            raise MissingText(key, errors)
        return str(text)

    def _plain(self, key: str, name: str, fact: int | str) -> int | str:
        """Write a number out where no form depends on it and nothing is grouped: babel takes a third of a click."""
        small = isinstance(fact, int) and 0 <= fact < _GROUPED_FROM
        return str(fact) if small and (key, name) not in self._choosing else fact


class Suit(Struct, frozen=True):
    """How one suit looks."""

    symbol: str
    letter: str
    name: str
    """In the plural, within a sentence."""


class Theme(Struct, frozen=True):
    """Names and look of the cards (B19)."""

    name: str
    suits: dict[str, Suit]
    """By suit letter of the card codes."""

    def card(self, card: int) -> str:
        """Draw a card: rank, symbol and letter, so that neither colour nor a font is needed to read it."""
        return f"`{self.label(card)}`"

    def label(self, card: int) -> str:
        """Return the same for a button, where there is no markdown."""
        code = CODES[card]
        suit = self.suits[code[-1]]
        return f"{code[:-1]}{suit.symbol}{suit.letter}"

    def cards(self, cards: tuple[int, ...]) -> str:
        """Draw cards in order."""
        return " ".join(map(self.card, cards))


class Queen(Struct, frozen=True):
    """One of the rule text's idols, under the name of its house rule."""

    rule: str
    idol: Idol


class Content(Struct, frozen=True):
    """All that is shipped."""

    texts: Texts
    themes: dict[str, Theme]
    """By name; `standard` is the default."""
    queens: tuple[Queen, ...]


def load(folder: Path = DATA) -> Content:
    """Read everything. Raises on anything malformed: content is checked at start, not at the table."""
    sources = [file.read_text(encoding="utf-8") for file in sorted((folder / "locale" / DEFAULT_LOCALE).glob("*.ftl"))]
    themes = {file.stem: _theme(file) for file in (folder / "themes").glob("*.toml")}
    return Content(Texts(DEFAULT_LOCALE, sources), themes, _queens(folder))


def _theme(file: Path) -> Theme:
    theme = msgspec.convert(_toml(file), Theme)
    if set(theme.suits) != set(SUITS):
        raise ValueError(f"{file} must name the suits {', '.join(SUITS)}, once each")
    return theme


def _queens(folder: Path) -> tuple[Queen, ...]:
    entries = _toml(folder / "idols.toml")["idol"]
    return tuple(Queen(entry["rule"], msgspec.convert(entry, Idol)) for entry in entries)


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
