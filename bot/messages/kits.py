"""The kits that messages are drawn with: one for each language and card theme, made once at start."""

from collections.abc import Mapping

import discord

from bot.model.house_rules import HouseRules
from bot.model.records import Session
from bot.texts.content import DEFAULT_LANGUAGE, STANDARD_THEME, Language
from bot.texts.languages import best
from bot.views.kit import Kit


class Kits:
    """Finds the kit for a session or for a reader."""

    def __init__(self, languages: dict[str, Language], rules: HouseRules, chosen: Mapping[int, str]) -> None:
        """`chosen` has the languages that admins have chosen, by server."""
        self.languages = tuple(languages)
        self._chosen = chosen
        self._kits = {
            code: {name: Kit(language.texts, theme, rules) for name, theme in language.themes.items()}
            for code, language in languages.items()
        }
        self.standard = self.plain(DEFAULT_LANGUAGE)

    def plain(self, language: str) -> Kit:
        """Return the kit of a shipped language with the standard theme."""
        return self._kits[language][STANDARD_THEME]

    def of(self, session: Session, language: str | None = None) -> Kit:
        """Return a session's own kit, or that of its theme in a reader's language.

        A theme or language that is no longer shipped is replaced by the standard theme or the default language.
        """
        themes = self._kits.get(language or session.terms.language, self._kits[DEFAULT_LANGUAGE])
        return themes.get(session.terms.theme, themes[STANDARD_THEME])

    def reader(self, interaction: discord.Interaction) -> Kit:
        """Return the kit for what one person alone reads: in their language, or else the server's."""
        return self.plain(best(self.languages, interaction.locale.value, *self._of_server(interaction)))

    def server(self, interaction: discord.Interaction) -> Kit:
        """Return the kit for what everyone on the server reads and belongs to no session."""
        return self.plain(best(self.languages, *self._of_server(interaction)))

    def _of_server(self, interaction: discord.Interaction) -> tuple[str | None, str | None]:
        """Return the language that the server's admins have chosen, and the one that it has on Discord."""
        on_discord = interaction.guild_locale
        return self._chosen.get(interaction.guild_id or 0), None if on_discord is None else on_discord.value
