"""The discord.py client: what it asks Discord for, how it starts and stops, and where events go."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import aiohttp
import discord
from discord import app_commands
from msgspec import Struct

from bot.clock.retention import Retention
from bot.clock.scheduler import Scheduler
from bot.clock.table_looks import TableLooks
from bot.commands.building import suggest
from bot.commands.syncing import SYNCED, compare
from bot.commands.translating import Translator
from bot.interactions.router import Router
from bot.messages.background import Background
from bot.messages.channels import made_at
from bot.messages.delivery_errors import UNDELIVERED, UNKNOWN_CHANNEL, reason_of
from bot.messages.replies import Reply
from bot.messages.tables import Tables
from bot.model.errors import Refusal, Refused
from bot.play.reach import Reach
from bot.play.sessions import Sessions
from bot.storage.store import Store

LOOKUP_SECONDS = 3.0
"""How long the clock waits for the answer whether a player is still on the server: meanwhile it serves nobody else."""

GOODBYE_SECONDS = 0.5
"""How long a stop waits for the gateway to close."""

REMEMBERED = 1000
"""How many interactions are remembered, so that none is handled twice."""

REQUEST_SECONDS = 15.0
"""The time limit of a request to Discord; aiohttp would wait for five minutes."""

ROUTED = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})

# The bot needs no voice: discord.py need not warn at every start that it is not installed.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["Quartermaster"]):
    """Slash commands. Their own code runs inside the router's boundary; errors before that are handled here."""

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Let each command through once. Autocomplete is answered here, and goes no further."""
        if interaction.type is not discord.InteractionType.autocomplete:
            return self.client.first_time(interaction)
        try:
            await suggest(interaction)
        except UNDELIVERED as error:
            log.warning("suggestions could not be made: %s", reason_of(error))
        except Exception:  # suggestions have no answer that could report a fault
            log.exception("fault in suggestions")
        return False

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer an option that no client offers, a command that no longer exists, or a fault on the way."""
        cause: Exception = Refused(Refusal.BAD_OPTION)
        if isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        else:
            log.warning("command refused before it ran: %s", error)

        async def fail(_reply: Reply) -> None:
            raise cause

        await self.client.router.boundary.answer(interaction, fail)


class Rooms(Struct, frozen=True):
    """The parts that the client hands Discord's events to."""

    reach: Reach
    router: Router
    tables: Tables
    scheduler: Scheduler
    table_looks: TableLooks
    sessions: Sessions
    background: Background
    retention: Retention
    translator: Translator


class Quartermaster(discord.AutoShardedClient):
    """One bot, on Discord or on the local table. It needs no privileged intent."""

    def __init__(
        self,
        store: Store,
        trace: aiohttp.TraceConfig,
        on_heard: Callable[[float], None],
        patiently: Callable[[Callable[[], Awaitable[None]]], Awaitable[None]],
        build_rooms: Callable[["Quartermaster"], Rooms],
    ) -> None:
        """`build_rooms` builds the rooms around the client, which some of them speak through.

        `on_heard` is called with the moment, in UTC epoch seconds of Discord's time, at which an interaction was made.
        `patiently` does what may fail in passing again and again.
        """
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=trace,
        )
        self.tree = Tree(self)
        self._on_heard = on_heard
        self._patiently = patiently
        rooms = build_rooms(self)
        self._reach = rooms.reach
        self._table_looks = rooms.table_looks
        self.router = rooms.router
        self.tables = rooms.tables
        self.scheduler = rooms.scheduler
        self.sessions = rooms.sessions
        self.background = rooms.background
        self.retention = rooms.retention
        self._translator = rooms.translator
        self._store = store
        self._clock: asyncio.Task[None] | None = None
        self._stopping = False
        """A click is not taken any more: its answer might not get through. Its player is told by Discord."""
        self._taken: OrderedDict[int, None] = OrderedDict()
        """Ids of the last interactions, oldest first."""
        self._others: list[asyncio.Task[None]] = []
        """What runs beside the clock for as long as the bot does."""

    async def login(self, token: str) -> None:
        """Log in, as often as it takes. Raises Unreachable, discord.LoginFailure."""
        await self._patiently(partial(self._log_in, token))

    async def _log_in(self, token: str) -> None:
        try:
            await super().login(token)
        except BaseException:
            await self.http.close()  # else the next try would leave its session open
            self.http.connector = discord.utils.MISSING
            raise

    async def launch_shards(self) -> None:
        """Ask Discord where its gateway is and connect to it, as often as it takes. Raises Unreachable."""
        await self._patiently(super().launch_shards)

    async def setup_hook(self) -> None:
        """Start the clock: once per process, not per connection (F34). Nothing here waits for Discord.

        The clock stands still until players can reach the bot.
        """
        self._limit_waiting()
        await self.tree.set_translator(self._translator)
        self._clock = asyncio.create_task(self.scheduler.run())
        self.background.run("the ends of games", self.tables.show_ends)
        self.background.latest("the sync of the commands", self._sync_commands)
        self._others = [asyncio.create_task(run()) for run in (self._look_after_servers, self._table_looks.run)]

    @property
    def clock_runs(self) -> bool:
        return self._clock is not None and not self._clock.done()

    async def close(self) -> None:
        """Stop the clock, post the farewell, let answers and edits under way finish, and disconnect."""
        running = [*self._others, *([] if self._clock is None else [self._clock])]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        if self._clock is not None:
            if self._store.readable:
                self.background.run("the farewell", self.tables.say_farewell)
            for self._stopping in (False, True):  # the second time for clicks that came the first time
                await self.router.boundary.close()
                await self.background.close()
        with suppress(TimeoutError):  # Discord need not say goodbye
            async with asyncio.timeout(GOODBYE_SECONDS):
                await super().close()

    def _limit_waiting(self) -> None:
        """Set a time limit for requests, for which discord.py has no setting. Waits for rate limits do not count."""
        session = getattr(self.http, "_HTTPClient__session", None)
        if isinstance(session, aiohttp.ClientSession):
            session._timeout = aiohttp.ClientTimeout(total=REQUEST_SECONDS)  # noqa: SLF001

    async def _look_after_servers(self) -> None:
        """Once all servers are known, also those in an outage: close games of deleted channels, run the retention."""
        await self.wait_until_ready()
        self.background.run("looking for deleted channels", self._close_deleted)
        await self.retention.run({guild.id for guild in self.guilds})

    async def _sync_commands(self) -> None:
        """Compare first: Discord allows 200 command creations a day."""
        comparison = await compare(self.tree, self._store)
        if comparison.same:
            return
        await self.tree.sync()
        await self._store.save_note(SYNCED, comparison.digest)
        log.info("commands synced")

    def knows_server(self, guild_id: int) -> bool:
        """Tell whether the bot is on a server as far as it knows, also during the server's outage."""
        return self.get_guild(guild_id) is not None

    async def is_member(self, guild_id: int, user_id: int) -> bool:
        """Tell whether a user is still on a server; True when Discord does not say."""
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
        log.info("ready as %s; servers: %d", self.user, len(self.guilds))

    async def on_shard_connect(self, shard_id: int) -> None:
        """Handle a new connection: from now on interactions come, also before the servers' channels are known."""
        self._reach.connect(shard_id, self.shard_count or 1)

    on_shard_resumed = on_shard_connect

    async def on_shard_ready(self, shard_id: int) -> None:
        for guild in self.guilds:
            if guild.shard_id == shard_id and guild.unavailable:
                self._reach.begin_outage(guild.id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._reach.disconnect(shard_id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self._reach.begin_outage(guild.id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand clicks and modals to the router; commands go through the tree."""
        if interaction.type in ROUTED and self.first_time(interaction):
            await self.router.click(interaction)

    def first_time(self, interaction: discord.Interaction) -> bool:
        """Tell whether an interaction is to be taken. Discord may deliver one again when a connection is resumed."""
        if self._stopping or interaction.id in self._taken:
            return False
        self._taken[interaction.id] = None
        self._on_heard(made_at(interaction.id))
        if len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)
        return True

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.sessions.close_place(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.sessions.close_place(thread.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self._reach.end_outage(guild.id)
        await self.retention.removed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.on_guild_available(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Handle a server that is back from an outage or has invited the bot; a start handles all of them together."""
        self._reach.end_outage(guild.id)
        if self.is_ready():
            await self.retention.returned(guild.id)
            await self._close_deleted(guild.id)

    async def _close_deleted(self, guild_id: int | None = None) -> None:
        """Close sessions in channels that were deleted without an event: on one server, or on all available ones."""
        for session_id in await self._store.live_ids(guild_id):
            session = await self.sessions.load(session_id)
            guild = self.get_guild(session.guild_id)
            if guild is None or guild.unavailable or guild.get_channel_or_thread(session.channel_id) is not None:
                continue
            if await self._is_deleted(session.channel_id):
                await self.sessions.close_place(session.channel_id)

    async def _is_deleted(self, channel_id: int) -> bool:
        """Ask Discord whether a channel is gone. Quiet threads and channels that the bot may not see are not cached."""
        try:
            await self.fetch_channel(channel_id)
        except discord.NotFound as error:
            return error.code == UNKNOWN_CHANNEL
        except (*UNDELIVERED, discord.InvalidData) as error:
            log.warning("could not look a channel up: %s", reason_of(error))
        return False

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        """Log a fault in an event handler once, without the event's content, which may hold a token."""
        log.error("fault in %s", event_method, exc_info=True)  # noqa: LOG014 - discord.py calls this while handling
