"""The local table: the same bot in a browser, without a token.

SimCord plays Discord inside this process and its Preview draws one channel as a web page, where "Viewing as"
chooses which of four pirates you are. Anne owns the server, so she may do what moderators may. This module adds
what the Preview leaves out: ids that stay the same from run to run, real time, pages that follow each other's
moves, and tables that come back after a restart. "End preview session" in its menu ends the program too.

SimCord is pinned, because it has no public way for some of this; each use of its internals is a small function
below with the reason beside it.
"""

import asyncio
import importlib.util
import logging
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from bot.app import Quartermaster
from bot.host.settings import Settings
from bot.host.signals import on_stop
from bot.storage.store import Store

if TYPE_CHECKING:
    from simcord import ChannelHandle, Env, MemberActor, Preview

log = logging.getLogger(__name__)

PIRATES = ("Anne", "Bart", "Calico", "Dita")
TICK = 0.5
"""Seconds between two looks at the real clock: how late a time-out may be shown."""
PATIENCE = 2.0
"""Seconds a click may keep the bot busy. A time-out nearer than this is waited for before the click returns."""
DRAWINGS_KEPT = 40
"""Drawings remembered, of all pages together: a click may be made on one of them while others move."""
REDRAW = 10.0
"""Seconds between two redraws of idle pages, so that "in 3 minutes" becomes "in 2 minutes"."""

Perform = Callable[[str | None, Mapping[str, Any]], Awaitable[dict[str, Any]]]
Drawings = dict[tuple[str | None, int], Any]
"""By page and revision: the messages as they were drawn."""


class CannotOpenError(Exception):
    """SimCord is missing or the port is taken; the message is a sentence for the host."""


class NotInstalledError(CannotOpenError):
    """SimCord or a part of its Preview is missing; the message says how to install it."""


class Build(Protocol):
    def __call__(self, store: Store, /, *, now: Callable[[], float]) -> Quartermaster: ...


class ServerClock:
    """Returns epoch seconds by the simulated server's clock; by the real one until there is a server."""

    env: "Env | None" = None

    def __call__(self) -> float:
        return time.time() if self.env is None else self.env.now().timestamp()


class LocalTable:
    """One simulated server with its page. Actions and the clock take turns, as SimCord refuses overlaps."""

    def __init__(self, env: "Env", preview: "Preview") -> None:
        self.env = env
        self.preview = preview
        self._turn = asyncio.Lock()
        self._drawings: Drawings = {}
        self._errors_logged = 0
        self._redrawn = time.time()
        _queue_actions(preview, self.act)

    async def repost_open(self, bot: Quartermaster, session_ids: Iterable[str]) -> None:
        """Post the tables that the last run left open; its messages are gone."""
        async with self._turn:
            # As the bot's own work; otherwise SimCord would not wait for it.
            with self.env._bot_scope():  # noqa: SLF001
                for session_id in session_ids:
                    bot.tables.refresh(session_id)
            await self.env.settle()
            await self._show_changes()

    async def act(self, perform: Perform, page: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Run one action of one page when it is its turn, then show the result on the other pages."""
        async with self._turn:
            await self._catch_up()
            receipt = await perform(page, _on_current_drawing(self.preview, self._drawings, page, body))
            await self._show_changes()
            return receipt

    async def keep_time(self) -> None:
        """Drive the simulated clock from the real one, for ever."""
        while True:
            await asyncio.sleep(TICK)
            async with self._turn:
                await self._catch_up()
                await self._show_changes()

    async def _catch_up(self) -> None:
        # If the real clock is set back or the computer slept, this clock stands still or jumps.
        behind = max(0.0, time.time() - self.env.now().timestamp())
        try:
            await self.env.advance_time(behind)
        except Exception:
            log.exception("the local table's clock stumbled")

    async def _show_changes(self) -> None:
        """Publish every page again if the bot sent anything since the last time.

        Not otherwise: a page that was published again refuses a click made on its older drawing.
        """
        if self.env.http_requests:
            try:
                await self.preview.refresh()
            except TimeoutError:
                return  # slow work is under way, such as drawing a picture: the next look shows the result
            except Exception:
                log.exception("the local table's pages could not be refreshed")
        elif time.time() - self._redrawn >= REDRAW:
            _redraw_countdowns(self.preview, self.env.now())
            self._redrawn = time.time()
        _remember_drawings(self.preview, self._drawings)
        self._log_errors()
        _clear_history(self.env)

    def _log_errors(self) -> None:
        # SimCord collects what a bot's background tasks raise, so asyncio never reports it.
        for error in self.env.errors_since(self._errors_logged):
            if not _reported_by_discord(error):
                log.error("a task of the bot failed", exc_info=error)
        self._errors_logged = self.env.error_cursor


async def serve(settings: Settings, build: Build) -> None:
    """Run the local table until SIGINT, SIGTERM or the page's "End preview session"; prints its address.

    The address holds the page's secret and works on this computer only. Raises CannotOpenError.
    """
    async with opened(settings, build) as table:
        sys.stdout.write(f"The local table is open at {table.preview.url} (Ctrl+C closes it)\n")
        sys.stdout.flush()
        await _wait_for_stop(table.preview)


@asynccontextmanager
async def opened(settings: Settings, build: Build) -> AsyncIterator[LocalTable]:
    """The bot on its simulated server, with the page served and the clock running. Raises CannotOpenError."""
    _require_simcord()
    _require_free_port(settings.local_port)
    with _without_intents_warning():
        from simcord import Env  # noqa: PLC0415 - an optional dependency, checked just above

    async with AsyncExitStack() as closing:
        store = await Store.open(settings.local_database_path)
        closing.push_async_callback(store.close)
        now = ServerClock()
        bot = build(store, now=now)
        _exclude_endless_tasks(bot)
        env = Env(bot, check_errors=False, shard_count=bot.shard_count or 1, settle_timeout=PATIENCE)
        channel, pirates = _create_server(env)
        _set_to_real_time(env)
        now.env = env
        closing.push_async_callback(env.shutdown)
        closing.push_async_callback(bot.close)
        await env.start()
        closing.enter_context(env.time_context())
        page = env.preview(channel, viewers=pirates, layout="channel", port=settings.local_port)
        table = LocalTable(env, await closing.enter_async_context(page))
        clock = asyncio.create_task(table.keep_time())
        closing.push_async_callback(asyncio.wait, {clock})
        closing.callback(clock.cancel)
        await table.repost_open(bot, await store.live_ids())
        yield table


async def _wait_for_stop(preview: "Preview") -> None:
    ended = asyncio.create_task(preview.wait_closed())
    on_stop(ended.cancel)
    await asyncio.wait({ended})


def _require_simcord() -> None:
    parts = ("simcord", "markdown_it", "linkify_it", "regex", "PIL", "av")
    if any(importlib.util.find_spec(part) is None for part in parts):
        raise NotInstalledError('The local table needs SimCord; install it with: pip install -e ".[local]"')


def _require_free_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise CannotOpenError(f"LOCAL_PORT: port {port} cannot be used ({error.strerror}).") from error


def _create_server(env: "Env") -> tuple["ChannelHandle", list["MemberActor"]]:
    """Create the server, its channel and the pirates. Call it at the clock's fixed first instant.

    SimCord makes ids from its clock and a counter, so the same calls at the same instant give the same ids in
    every process, which the database relies on: add new things at the end only.
    """
    # No public way to name the bot; it would be called "TestBot".
    env.backend.edit_bot_profile("Quartermaster")
    users = [env.create_user(name.lower(), global_name=name) for name in PIRATES]
    server = env.create_guild("The Lagoon", owner=users[0])
    pirates = [server.add_member(user) for user in users]
    channel = server.create_text_channel("card-table", topic="Cards, coins and curses. Type / to begin.")
    return channel, pirates


def _set_to_real_time(env: "Env") -> None:
    # advance_time would run the bot through every day since the fixed first one, and goes forward only.
    env.backend.advance_clock(time.time() - env.now().timestamp())


@contextmanager
def _without_intents_warning() -> Iterator[None]:
    # SimCord makes a client without intents when it is imported, and discord.py would warn about that.
    def is_ours(record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("Guilds intent seems to be disabled")

    state = logging.getLogger("discord.state")
    state.addFilter(is_ours)
    try:
        yield
    finally:
        state.removeFilter(is_ours)


def _exclude_endless_tasks(bot: Quartermaster) -> None:
    # The clock and other tasks never end; as the bot's own work, every action would wait for them.
    from simcord._runtime import _BOT_SCOPE  # noqa: PLC0415 - see `opened`

    set_up = bot.setup_hook

    async def outside() -> None:
        token = _BOT_SCOPE.set(None)
        try:
            await set_up()
        finally:
            _BOT_SCOPE.reset(token)

    bot.setup_hook = outside  # type: ignore[method-assign]


def _reported_by_discord(error: BaseException) -> bool:
    # SimCord also collects what events and commands raise; discord.py hands that to on_error, which reports it.
    caught_in = error.__traceback__ and error.__traceback__.tb_frame.f_code.co_qualname
    return caught_in in {"Client._run_event", "CommandTree._call"}


def _queue_actions(preview: "Preview", act: Callable[..., Awaitable[dict[str, Any]]]) -> None:
    # The page's server refuses an action while another one or the clock runs, and the page then hangs.
    perform: Perform = preview._action  # noqa: SLF001

    async def in_turn(page: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        return await act(perform, page, body)

    preview._action = in_turn  # type: ignore[assignment, method-assign]  # noqa: SLF001


def _remember_drawings(preview: "Preview", drawings: Drawings) -> None:
    for page in preview._pages.values():  # noqa: SLF001
        drawings[page.id, page.revision] = page.snapshot["messages"]
    for oldest in list(drawings)[:-DRAWINGS_KEPT]:
        del drawings[oldest]


def _on_current_drawing(
    preview: "Preview", drawings: Drawings, page_id: str | None, body: Mapping[str, Any]
) -> Mapping[str, Any]:
    # The page's server refuses an action on an older drawing, however little has changed since. Discord does not:
    # commands always count, and so does a control that is still there and is the same in every respect.
    page, key = preview._pages.get(page_id or ""), body.get("control_key")  # noqa: SLF001
    if page is None:
        return body
    seen = _control(drawings.get((page.id, body.get("published_revision", 0))), key)
    same = seen is not None and seen == _control(page.snapshot["messages"], key)
    if same or body.get("kind") in {"run_command", "autocomplete_command", "send_message"}:
        return {**body, "published_revision": page.revision}
    return body


def _control(tree: object, key: object) -> object:
    if isinstance(tree, dict) and "control_key" in tree and tree["control_key"] == key:
        return tree
    branches = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return next((found for branch in branches if (found := _control(branch, key)) is not None), None)


def _redraw_countdowns(preview: "Preview", now: datetime) -> None:
    # Pages show relative times as of when they were published, and publishing again would refuse the clicks under
    # way. A page redraws a message only if something in it differs, so a field without a meaning is added.
    preview.capture_time = now
    for page in preview._pages.values():  # noqa: SLF001
        page.snapshot["profile"]["presentationTime"] = now.isoformat()
        for message in page.snapshot["messages"].values():
            if "'style': 'R'" in repr(message):
                message["redrawn"] = now.isoformat()


def _clear_history(env: "Env") -> None:
    # SimCord keeps everything that was sent, for tests; a table that is open for hours needs none of it.
    env.http_requests.clear()
    env.backend.transcript.clear()
