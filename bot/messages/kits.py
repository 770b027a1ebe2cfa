"""What messages are drawn with: for each language its sentences, card themes and house rules, made once at start."""

from collections.abc import Mapping

import discord

from bot.model.house_rules import HouseRules
from bot.model.records import Session
from bot.texts.content import DEFAULT_LANGUAGE, STANDARD_THEME, Language
from bot.texts.languages import best
from bot.views.kit import Kit


class Kits:
    """What is drawn with: the sentences of a language, and the theme that a session chose."""

    def __init__(self, languages: dict[str, Language], rules: HouseRules, chosen: Mapping[int, str]) -> None:
        """`chosen` is what the admins of servers have chosen, by server."""
        self.languages = tuple(languages)
        self._chosen = chosen
        self._kits = {
            language: {name: Kit(spoken.texts, theme, rules) for name, theme in spoken.themes.items()}
            for language, spoken in languages.items()
        }
        self.standard = self.plain(DEFAULT_LANGUAGE)

    def plain(self, language: str) -> Kit:
        """Return the kit of a shipped language for what belongs to no session."""
        return self._kits[language][STANDARD_THEME]

    def of(self, session: Session, language: str | None = None) -> Kit:
        """Return a session's own kit, or the same cards in a reader's language.

        What is no longer shipped is replaced by the standard theme, or the default language.
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
        """Return what the server's admins have chosen, then what it has on Discord."""
        on_discord = interaction.guild_locale
        return self._chosen.get(interaction.guild_id or 0), None if on_discord is None else on_discord.value
