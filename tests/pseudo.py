"""A made-up language: en-US with the letters of each word turned by thirteen places, so that all keeps its length.

The plumbing of languages is tested with it, whatever other languages are shipped.
"""

import codecs
import re
import shutil
from pathlib import Path

from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import FluentSerializer
from fluent.syntax.visitor import Transformer, Visitor

from bot.texts.content import DATA, DEFAULT_LANGUAGE

PSEUDO = "fr"
"""The code under which it is shipped: one that Discord has, and that we do not ship."""
WORD = re.compile(r"[^\W\d_]{4,}")


def turned(text: str) -> str:
    """Say something in the made-up language; said twice, it is English again."""
    return codecs.encode(text, "rot13")


class _Turn(Transformer):
    """Turns what is said, and neither facts nor keys."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802 - the visitor's own spelling
        node.value = turned(node.value)
        return node


def ship(folder: Path, code: str = PSEUDO) -> Path:
    """Copy all content into a folder, with the made-up language beside the others; return it."""
    data = Path(shutil.copytree(DATA, folder / "data"))
    (data / "locale" / code).mkdir()
    for file in (data / "locale" / DEFAULT_LANGUAGE).glob("*.ftl"):
        said = FluentSerializer().serialize(_Turn().visit(parsed(file)))
        (data / "locale" / code / file.name).write_text(said, encoding="utf-8")
    return data


def parsed(file: Path) -> ast.Resource:
    """Read a file of sentences."""
    return FluentParser().parse(file.read_text(encoding="utf-8"))


class _Words(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802 - the visitor's own spelling
        self.found |= words(node.value)


def words(text: str) -> set[str]:
    """Return the words of four letters and more."""
    return {word.lower() for word in WORD.findall(text)}


def vocabulary(data: Path, code: str) -> set[str]:
    """Return all words that a language uses."""
    found = _Words()
    for file in (data / "locale" / code).glob("*.ftl"):
        found.visit(parsed(file))
    return found.found
