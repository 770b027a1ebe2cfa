"""The commands that open a game: one for each game of the registry, its house rules as options."""

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.commands.building import Option, choice, command
from bot.components import Router, person_of, require_permissions
from bot.house_rules import HouseRule
from bot.replies import Reply
from bot.sessions import TURN_CHOICES, TURN_SECONDS, Sessions
from bot.store import Store
from bot.views import kit as k
from bot.views.kit import Kit
from rules import GAMES

TURN_TIME = "turn_time"
NO_CLOCK = 0
"""The value of the choice that stands for no clock."""


class OpenCommands:
    """`/lands` and its sisters."""

    def __init__(self, sessions: Sessions, store: Store, router: Router, kit: Kit) -> None:
        self._sessions = sessions
        self._store = store
        self._router = router
        self._kit = kit

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add one command for each game."""
        for game in GAMES:
            about = self._kit.texts(f"command-{game}")
            tree.add_command(command(self._router, game, about, partial(self._open, game), *self._options(game)))

    def _options(self, game: str) -> list[Option]:
        texts = self._kit.texts
        options = [
            Option(rule.name, texts(f"rule-{game}-{rule.name}-about"), self._annotation(game, rule))
            for rule in self._kit.house_rules[game]
        ]
        times = {seconds: k.duration(texts, seconds or None) for seconds in (*TURN_CHOICES, NO_CLOCK)}
        return [*options, Option(TURN_TIME, texts("rule-turn_time-about"), choice(times))]

    def _annotation(self, game: str, rule: HouseRule) -> Any:
        if rule.numbers is not None:
            return app_commands.Range[int, rule.numbers[0], rule.numbers[-1]]
        return choice({value: k.value_text(self._kit, game, rule, value) for value in rule.values})

    async def _open(self, game: str, interaction: discord.Interaction, reply: Reply, chosen: dict[str, Any]) -> None:
        """Open a lobby: the server's house rules, and over them what was chosen with the command."""
        person = person_of(interaction)
        require_permissions(interaction, self._kit)
        options, turn_seconds = await self._defaults(person.guild_id, game)
        if chosen[TURN_TIME] is not None:
            turn_seconds = chosen[TURN_TIME] or None
        for rule in self._kit.house_rules[game]:
            if chosen[rule.name] is not None:
                options = rule.write(options, str(chosen[rule.name]))
        change = await self._sessions.open(game, person, options=options, turn_seconds=turn_seconds)
        await self._router.post(reply, change.after)
        if getattr(interaction.channel, "slowmode_delay", 0):
            await reply.private(self._kit.texts("answer-slow-mode"))

    async def _defaults(self, guild_id: int, game: str) -> tuple[Any, int | None]:
        saved = await self._store.house_rules(guild_id, game)
        return (GAMES[game].Options(), TURN_SECONDS) if saved is None else (saved.options, saved.turn_seconds)
