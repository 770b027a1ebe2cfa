"""`/hand`: does the same as the button *My hand*, for when the table is far up in the channel."""

from typing import Any

import discord
from discord import app_commands

from bot.commands.building import command
from bot.interactions.person import person_of
from bot.interactions.router import Router
from bot.messages.hands import Hands
from bot.messages.replies import Reply
from bot.play.sessions import Sessions
from bot.views.kit import Kit


class HandCommand:
    """Opens the hand of whoever types it, in the game of this channel."""

    def __init__(self, sessions: Sessions, hands: Hands, router: Router, kit: Kit) -> None:
        self._sessions = sessions
        self._hands = hands
        self._router = router
        self._kit = kit

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the command."""
        tree.add_command(command(self._router, "hand", self._kit.texts("command-hand"), self._open))

    async def _open(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        person = person_of(interaction)
        await self._hands.open(reply, await self._sessions.in_channel(person.channel_id), person)
