"""Finds the shipped language for a code of Discord, such as `en-US` for a reader with `en-GB`. No Discord."""

from collections.abc import Collection

from bot.texts.content import DEFAULT_LANGUAGE


def match(code: str, shipped: Collection[str]) -> str | None:
    """Return the language itself or another variant of it (`pt-BR` for `pt`); None when neither is shipped."""
    if code in shipped:
        return code
    family = code.partition("-")[0]
    return next((language for language in shipped if language.partition("-")[0] == family), None)


def best(shipped: Collection[str], *codes: str | None) -> str:
    """Return the match for the first code that has one, else the default language."""
    found = (match(code, shipped) for code in codes if code)
    return next((language for language in found if language is not None), DEFAULT_LANGUAGE)
