"""Translates what Discord shows of commands, descriptions and choices, for each reader. Names stay English."""

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes, locale_str

from bot.model.house_rules import TIMES
from bot.texts.content import DEFAULT_LANGUAGE, Language, Texts
from bot.texts.languages import match
from bot.views.kit import duration

TRANSLATED = frozenset(
    {
        Location.command_description,
        Location.group_description,
        Location.parameter_description,
        Location.choice_name,
    }
)


class Translator(app_commands.Translator):
    """Finds a translation by the English wording, as commands are built in English only."""

    def __init__(self, languages: dict[str, Language]) -> None:
        english = _wordings(languages[DEFAULT_LANGUAGE].texts)
        self._languages = {
            code: {english[key]: wording for key, wording in _wordings(language.texts).items() if key in english}
            for code, language in languages.items()
            if code != DEFAULT_LANGUAGE
        }

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return a text in one of Discord's languages, None to keep the English one."""
        if context.location not in TRANSLATED:
            return None
        language = match(locale.value, (DEFAULT_LANGUAGE, *self._languages))
        return self._languages.get(language or "", {}).get(string.message)


def _wordings(texts: Texts) -> dict[str, str]:
    """Return all texts of commands, by key: sentences that need no facts, and the times of the clocks."""
    return {**texts.plain(), **{f"{time} s": duration(texts, int(time) or None) for time in TIMES}}
