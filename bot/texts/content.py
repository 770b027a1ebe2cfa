"""Shipped content: sentences in every language, card themes and the four queens, read from data/ once at start."""

import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor
from msgspec import Struct

from rules.cards import CODES, SUITS
from rules.idols import Idol

DATA = Path(__file__).parents[2] / "data"
DEFAULT_LANGUAGE = "en-US"
"""Has every sentence; it replaces the ones that another language lacks."""
STANDARD_THEME = "standard"
_CACHED_SENTENCES = 4096
_GROUPED_FROM = 1000
"""Numbers from here on get separators: 1,000."""


class MissingText(Exception):
    """A key has no sentence, or a sentence was not given all its facts: a bug, found by tests."""


class _Facts(Visitor):
    """Collects the facts of each sentence, and which of them choose between its forms: these must stay numbers."""

    def __init__(self) -> None:
        self.facts: dict[str, set[str]] = {}
        """Names of all facts, by the key of the sentence."""
        self.choosing: set[tuple[str, str]] = set()
        """Pairs of a sentence's key and the name of a fact that chooses its form."""
        self._key = ""

    def visit_Message(self, node: ast.Message) -> None:  # noqa: N802 - the visitor's own spelling
        self._key = node.id.name
        self.facts[self._key] = set()
        self.generic_visit(node)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the visitor's own spelling
        self.facts[self._key].add(node.id.name)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802 - the visitor's own spelling
        if isinstance(node.selector, ast.VariableReference):
            self.choosing.add((self._key, node.selector.id.name))
        self.generic_visit(node)


class Texts:
    """The sentences of one language."""

    def __init__(self, language: str, sources: list[str], base: "Texts | None" = None) -> None:
        """`base` supplies the sentences that this language lacks."""
        self.language = language
        self._base = base
        # Isolation marks around every number would be noise; names bring their own where needed (names.py).
        self._bundle = FluentBundle([language], use_isolating=False)
        found = _Facts()
        for source in sources:
            resource = FluentResource(source)
            twice = {entry.id.name for entry in resource.body if isinstance(entry, ast.Message)} & found.facts.keys()
            if twice:
                raise ValueError(f"written twice in {language}: {', '.join(sorted(twice))}")
            self._bundle.add_resource(resource)
            found.visit(resource)
        self.facts: dict[str, frozenset[str]] = {key: frozenset(names) for key, names in found.facts.items()}
        """The facts that each sentence needs, by its key."""
        self._choosing = frozenset(found.choosing)
        # Tables repeat the same few sentences: without the cache, formatting took half the time of a click.
        self._cached = lru_cache(_CACHED_SENTENCES)(self._format)

    def __call__(self, key: str, **facts: int | str) -> str:
        """Return a sentence; a bool becomes `yes` or `no`. Raises MissingText when the key or a fact is missing."""
        return self._cached(key, tuple(facts.items()))

    def plain(self) -> dict[str, str]:
        """Return the sentences that need no facts, by key."""
        return {key: self(key) for key, facts in self.facts.items() if not facts}

    def __contains__(self, key: str) -> bool:
        return self._bundle.has_message(key)

    def _format(self, key: str, facts: tuple[tuple[str, int | str], ...]) -> str:
        if self._base is not None and key not in self:
            return self._base(key, **dict(facts))
        pattern = self._bundle.get_message(key).value if key in self else None
        if pattern is None:
            raise MissingText(key)
        text, errors = self._bundle.format_pattern(
            pattern, {name: self._argument(key, name, fact) for name, fact in facts}
        )
        if errors:
            raise MissingText(key, errors)
        return str(text)

    def _argument(self, key: str, name: str, fact: int | str) -> int | str:
        """Return a small number that chooses no form as text: formatting it with babel takes a third of a click."""
        if isinstance(fact, bool):
            return "yes" if fact else "no"
        small = isinstance(fact, int) and 0 <= fact < _GROUPED_FROM
        return str(fact) if small and (key, name) not in self._choosing else fact


class Suit(Struct, frozen=True):
    """How one suit looks."""

    symbol: str
    letter: str
    name: str
    """Plural, with a capital letter as at the start of a sentence."""


class Theme(Struct, frozen=True):
    """Names and look of the cards (B19) in one language."""

    suits: dict[str, Suit]
    """By suit letter of the card codes."""

    def card(self, card: int) -> str:
        """Return a card as rank, symbol and letter, so that it can be read without colours or the symbol's font."""
        return f"`{self.label(card)}`"

    def label(self, card: int) -> str:
        """Return a card for a button, where there is no markdown."""
        code = CODES[card]
        suit = self.suits[code[-1]]
        return f"{code[:-1]}{suit.symbol}{suit.letter}"

    def cards(self, cards: tuple[int, ...]) -> str:
        """Return several cards in order."""
        return " ".join(map(self.card, cards))


class Queen(Struct, frozen=True):
    """One of the rule text's idols, under the name of its house rule."""

    rule: str
    idol: Idol


class Names(Struct, frozen=True):
    """What names are held against, so that nobody is taken for somebody else."""

    own_words: tuple[str, ...]
    """What the bot calls itself and others, in every language."""
    letters: dict[str, str]
    """By Latin letter: those that look like it."""


class Language(Struct, frozen=True):
    """The sentences and themes of one language."""

    texts: Texts
    themes: dict[str, Theme]
    """By name; `standard` is the default."""


class Content(Struct, frozen=True):
    """All shipped languages, and the four queens."""

    languages: dict[str, Language]
    """By Discord's code, such as `de`: the folders of data/locale. `en-US` comes first."""
    queens: tuple[Queen, ...]

    @property
    def texts(self) -> Texts:
        """The sentences of the default language."""
        return self.languages[DEFAULT_LANGUAGE].texts

    @property
    def themes(self) -> dict[str, Theme]:
        """The themes in the default language."""
        return self.languages[DEFAULT_LANGUAGE].themes


def load(folder: Path = DATA, more: Iterable[Path] = ()) -> Content:
    """Read everything; `more` are further folders like `locale`, whose sentences join those of the same language.

    Raises on anything malformed: content is checked at start, not at the table.
    """
    folders = (folder / "locale", *more)
    for place in folders:
        if not (place / DEFAULT_LANGUAGE).is_dir():
            raise ValueError(f"{place} has no sentences in {DEFAULT_LANGUAGE}")
    symbols = {file.stem: _symbols(file) for file in sorted((folder / "themes").glob("*.toml"))}
    default = _texts(folders, DEFAULT_LANGUAGE)
    others = sorted(found.name for found in folders[0].iterdir() if found.is_dir())
    loaded = [default, *(_texts(folders, code, default) for code in others if code != DEFAULT_LANGUAGE)]
    return Content({texts.language: _language(texts, symbols) for texts in loaded}, _queens(folder))


@cache
def names() -> Names:
    """Return what names are held against."""
    return msgspec.convert(_toml(DATA / "names.toml"), Names)


def _texts(folders: tuple[Path, ...], code: str, base: Texts | None = None) -> Texts:
    files = [file for folder in folders for file in sorted((folder / code).glob("*.ftl"))]
    return Texts(code, [file.read_text(encoding="utf-8") for file in files], base)


def _symbols(file: Path) -> dict[str, str]:
    symbols = msgspec.convert(_toml(file)["suits"], dict[str, str])
    if set(symbols) != set(SUITS):
        raise ValueError(f"{file} must name the suits {', '.join(SUITS)}, once each")
    return symbols


def _language(texts: Texts, symbols: dict[str, dict[str, str]]) -> Language:
    return Language(texts, {name: _theme(texts, name, suits) for name, suits in symbols.items()})


def _theme(texts: Texts, name: str, symbols: dict[str, str]) -> Theme:
    """Combine the symbols of a theme with its words in a language."""
    return Theme(
        {
            suit: Suit(symbol, texts(f"suit-{name}-{suit}-letter"), texts(f"suit-{name}-{suit}"))
            for suit, symbol in symbols.items()
        }
    )


def _queens(folder: Path) -> tuple[Queen, ...]:
    entries = _toml(folder / "idols.toml")["idol"]
    return tuple(Queen(entry["rule"], msgspec.convert(entry, Idol)) for entry in entries)


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
