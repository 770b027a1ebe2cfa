"""Which of the shipped languages stands for one of Discord's, such as `en-US` for a reader with `en-GB`. No Discord."""

from collections.abc import Collection

from bot.texts.content import DEFAULT_LANGUAGE


def match(code: str, shipped: Collection[str]) -> str | None:
    """Return the language itself or a sister of it (`pt-BR` for `pt`); None when nothing near it is shipped."""
    if code in shipped:
        return code
    family = code.partition("-")[0]
    return next((language for language in shipped if language.partition("-")[0] == family), None)


def best(shipped: Collection[str], *codes: str | None) -> str:
    """Return the language of the first code that is shipped; the default one when none is."""
    found = (match(code, shipped) for code in codes if code)
    return next((language for language in found if language is not None), DEFAULT_LANGUAGE)
