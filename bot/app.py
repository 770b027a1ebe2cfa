"""The discord.py client: what it asks Discord for, how it starts and stops, and where events go."""

import asyncio
import logging
from typing import Any

import discord
from discord import app_commands

from bot.background import Background
from bot.commands.syncing import SYNCED, compare
from bot.commands.translating import Translator
from bot.components import Router
from bot.delivery import UNDELIVERED, reason_of
from bot.errors import Refusal, Refused
from bot.replies import Reply
from bot.sessions import Sessions
from bot.store import Store
from bot.table import Tables
from bot.timers import Timers

NOTICEABLE_SECONDS = 5.0
"""After a longer absence the tables are redrawn, so that they tell the time that is left."""

LOOKUP_SECONDS = 3.0
"""How long the clock waits to hear whether a player is still there: meanwhile it serves nobody else."""

ROUTED = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})

# Games speak by buttons: discord.py need not warn at every start that voice is not installed.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["Quartermaster"]):
    """Slash commands. Their own code runs inside the router's boundary; what fails before it ends here."""

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer an option that no client offers, or a command that is no longer known."""
        log.warning("command refused before it ran: %s", error)

        async def refuse(_reply: Reply) -> None:
            raise Refused(Refusal.BAD_OPTION)

        await self.client.router.boundary.answer(interaction, refuse)


class Quartermaster(discord.AutoShardedClient):
    """One bot, on Discord or on the local table. It needs no privileged intent."""

    router: Router
    tables: Tables
    timers: Timers
    sessions: Sessions
    background: Background
    translator: Translator
    """The rooms it hands events to; wired in `__main__`."""

    def __init__(self, store: Store) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.tree = Tree(self)
        self._store = store
        self._clock: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Tell Discord the commands if they changed, and start the clock: once per process, not per connection."""
        await self.tree.set_translator(self.translator)
        try:
            await self._sync_commands()
        except discord.HTTPException as error:
            # Such as the day's 200 creations being used up: games that run must go on all the same.
            log.error("commands could not be synced, the next start tries again: %s", reason_of(error))  # noqa: TRY400
        if await self.timers.resume() > NOTICEABLE_SECONDS:
            await self.tables.refresh_open()
        self._clock = asyncio.create_task(self.timers.run())

    async def close(self) -> None:
        """Stop the clock, let the answers under way and what is being shown finish, and disconnect."""
        if self._clock is not None:
            self._clock.cancel()
            await asyncio.gather(self._clock, return_exceptions=True)
            await self.router.boundary.close()
            await self.background.close()
        await super().close()

    async def _sync_commands(self) -> None:
        """Compare first: Discord allows 200 command creations a day."""
        comparison = await compare(self.tree, self._store)
        if comparison.same:
            return
        await self.tree.sync()
        await self._store.save_note(SYNCED, comparison.digest)
        log.info("commands synced")

    async def is_member(self, guild_id: int, user_id: int) -> bool:
        """Tell whether a user is still in a server; when Discord does not say, they are."""
        guild = self.get_guild(guild_id)
        if guild is None:
            return True
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                await guild.fetch_member(user_id)
        except discord.NotFound:
            return False
        except UNDELIVERED as error:
            log.warning("could not look a player up: %s", reason_of(error))
        return True

    # --- Events ---

    async def on_ready(self) -> None:
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand clicks and modals to the router; commands go through the tree."""
        if interaction.type in ROUTED:
            await self.router.click(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.sessions.close_place(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.sessions.close_place(thread.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.sessions.close_place(guild.id)

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        """Log a fault in an event handler once, without the event's content, which may hold a token."""
        log.error("fault in %s", event_method, exc_info=True)  # noqa: LOG014 - discord.py calls this while handling
