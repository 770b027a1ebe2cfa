"""What Discord shows of the commands in each reader's language: descriptions and choices. Names stay English."""

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes, locale_str

from bot.content import DEFAULT_LANGUAGE, Language
from bot.languages import match

TRANSLATED = frozenset(
    {
        Location.command_description,
        Location.group_description,
        Location.parameter_description,
        Location.choice_name,
    }
)


class Translator(app_commands.Translator):
    """Finds a sentence by its English wording: the commands are built in English, and know of no other language."""

    def __init__(self, languages: dict[str, Language]) -> None:
        english = languages[DEFAULT_LANGUAGE].texts.plain()
        self._languages = {
            code: {sentence: spoken.texts(key) for key, sentence in english.items() if key in spoken.texts}
            for code, spoken in languages.items()
            if code != DEFAULT_LANGUAGE
        }

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return a text for readers of one of Discord's languages, None where the English one is right for them."""
        if context.location not in TRANSLATED:
            return None
        language = match(locale.value, (DEFAULT_LANGUAGE, *self._languages))
        return self._languages.get(language or "", {}).get(string.message)
