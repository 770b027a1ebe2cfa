"""The commands that open a game: one for each game of the registry, its house rules as options."""

from functools import partial
from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.commands.building import Option, choice, command
from bot.interactions.person import person_of, require_permissions
from bot.interactions.router import Router
from bot.messages.display import Display
from bot.messages.kits import Kits
from bot.messages.replies import Reply
from bot.model.games import GAMES
from bot.model.house_rules import HouseRule
from bot.play.sessions import Sessions
from bot.storage.store import Store
from bot.views import kit as k


class OpenCommands:
    """`/lands`, `/blackspot`, and that of any other game."""

    def __init__(self, sessions: Sessions, store: Store, display: Display, router: Router, kits: Kits) -> None:
        self._sessions = sessions
        self._store = store
        self._display = display
        self._router = router
        self._kits = kits
        self._kit = kits.standard

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add one command for each game."""
        for game in GAMES:
            about = self._kit.texts(f"command-{game}")
            tree.add_command(command(self._router, game, about, partial(self._open, game), *self._options(game)))

    def _options(self, game: str) -> list[Option]:
        texts = self._kit.texts
        return [
            Option(rule.name, texts(f"rule-{rule.group}-{rule.name}-about"), self._annotation(rule))
            for rule in self._kit.house_rules[game]
        ]

    def _annotation(self, rule: HouseRule) -> Any:
        if rule.numbers is not None:
            return app_commands.Range[int, rule.numbers[0], rule.numbers[-1]]
        labels = {value: k.value_text(self._kit, rule, value) for value in rule.values}
        return choice({int(value): label for value, label in labels.items()} if rule.seconds else labels)

    async def _open(self, game: str, interaction: discord.Interaction, reply: Reply, chosen: dict[str, Any]) -> None:
        """Open a lobby with the server's house rules, overridden by the options of the command."""
        person = person_of(interaction)
        require_permissions(interaction, reply.kit)
        terms = await self._store.servers.lobby_terms(person.guild_id, game)
        terms = replace(terms, language=self._kits.server(interaction).language)
        for rule in self._kit.house_rules[game]:
            if chosen[rule.name] is not None:
                terms = rule.write(terms, str(chosen[rule.name]))
        change = await self._sessions.open(game, person, terms)
        await self._display.post(reply, change.after)
        if getattr(interaction.channel, "slowmode_delay", 0):
            await reply.private(reply.kit.texts("answer-slow-mode"))
