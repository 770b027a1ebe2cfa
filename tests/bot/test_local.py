"""The local table, with a small bot in the real one's place; its page is read over HTTP, as a browser does."""

import asyncio
import importlib.util
import inspect
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot import local
from bot.__main__ import build
from bot.host.settings import Settings
from bot.storage.store import Store
from tests.bot.builders import Clock

Json = dict[str, Any]


def drawing(text: str, turn: int = 0) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    ids = {"Draw": "Draw", "Hand": "Hand", "Fall": "Fall", "Turn": f"Turn {turn}"}
    buttons = [discord.ui.Button[Any](label=label, custom_id=custom_id) for label, custom_id in ids.items()]
    view.add_item(discord.ui.ActionRow(*buttons))
    view.stop()
    return view


class SmallBot(discord.AutoShardedClient):
    """A table with a count."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.now = now
        self.tables = self
        self.woken = asyncio.Event()
        self.table: discord.PartialMessage | None = None
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="lands", description="Sail", callback=self.lands))
        self.tasks: list[asyncio.Task[None]] = []

    async def setup_hook(self) -> None:
        await self.tree.sync()
        self.tasks.append(asyncio.create_task(self.clock()))

    async def close(self) -> None:
        self.tasks[0].cancel()
        await super().close()

    async def clock(self) -> None:
        """Waits as the real clock does, on an event, and shows what came of it by itself."""
        await self.woken.wait()
        assert self.table is not None
        await self.table.edit(view=drawing("time is up"))

    async def refresh_open(self) -> None:
        """Nothing was left open."""

    async def lands(self, interaction: discord.Interaction) -> None:
        answer = await interaction.response.send_message(view=drawing("0 drawn"))
        channel = self.get_partial_messageable(interaction.channel_id or 0)
        self.table = channel.get_partial_message(answer.message_id or 0)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        match interaction.data:
            case {"custom_id": "Draw"}:
                await interaction.response.edit_message(view=drawing("1 drawn"))
            case {"custom_id": "Turn 0"}:
                await interaction.response.edit_message(view=drawing("a new turn", 1))
            case {"custom_id": "Hand"}:
                await interaction.response.send_message(view=drawing("a secret"), ephemeral=True)
            case {"custom_id": "Fall"}:
                self.tasks.append(asyncio.create_task(self.fall()))
                await interaction.response.defer()

    async def fall(self) -> None:
        raise ValueError("overboard")


class Harbour:
    """What outlives one run of the local table."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.settings = Settings.from_env({"LOCAL_DATABASE_PATH": str(folder / "local.sqlite3"), **variables})
        self.bot: SmallBot

    def build(self, _store: Store, /, *, now: Callable[[], float]) -> SmallBot:
        self.bot = SmallBot(now)
        return self.bot

    @asynccontextmanager
    async def run(self) -> AsyncIterator["Server"]:
        small: Any = self.build
        async with local.opened(self.settings, small) as table, aiohttp.ClientSession() as http:
            yield Server(table, http)


class Server:
    def __init__(self, table: local.LocalTable, http: aiohttp.ClientSession) -> None:
        self.table = table
        self.http = http

    async def page(self, pirate: str = "Anne") -> "Page":
        page = Page(self.table.preview.url, self.http)
        await page.open(str(self.ids()[pirate]))
        return page

    def ids(self) -> dict[str, int]:
        backend = self.table.env.backend
        people = {user.global_name or user.name: user.id for user in backend.users.values()}
        servers = {server.name: server.id for server in backend.guilds.values()}
        channels = {str(channel.name): channel.id for channel in backend.channels.values()}
        return people | servers | channels


class Page:
    """One open page, spoken to as the page's own script does."""

    def __init__(self, url: str, http: aiohttp.ClientSession) -> None:
        self._address, self._secret = url.split("/#")
        self._http = http
        self._number = 0
        self.shown: Json = {}

    async def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        headers = {"X-Simcord-Capability": self._secret}
        if self.shown:
            headers["X-Simcord-Context"] = self.shown["context"]["id"]
        async with self._http.request(method, self._address + path, json=body, headers=headers) as answer:
            answer.raise_for_status()
            content: Json = await answer.json()
        return content

    async def open(self, viewer: str) -> None:
        self.shown = await self._ask("POST", "/api/pages", {"viewer_id": viewer})

    async def look(self) -> str:
        """Poll, as a page does twice a second, and give all that it shows as text."""
        self.shown = await self._ask("GET", "/api/state")
        return str(self.shown["messages"])

    async def shows(self, text: str) -> bool:
        return text in await self.look()

    async def act(self, kind: str, **details: object) -> str:
        """Do something and give how it ended."""
        self._number += 1
        body = {
            "kind": kind,
            "protocol_version": 3,
            "sequence": self._number,
            "request_id": str(self._number),
            "generation": self.shown["context"]["generation"],
            "bot_generation": self.shown["botGeneration"],
            "published_revision": self.shown["publishedRevision"],
        }
        return str((await self._ask("POST", "/api/action", body | details))["settlement"])

    async def lands(self) -> str:
        return await self.command("run_command", "lands")

    async def command(self, kind: str, name: str, **details: object) -> str:
        """Run a command without options, or have its options suggested."""
        commands = (await self._ask("GET", "/api/commands"))["entries"]
        command = next(entry for entry in commands if entry["invocation"] == name)
        known = {"command_id": command["commandId"], "path": command["path"]}
        return await self.act(kind, **known, schema_fingerprint=command["schemaFingerprint"], options={}, **details)

    async def click(self, label: str) -> str:
        await self.look()
        return await self.press(label)

    async def press(self, label: str) -> str:
        """Click a button of the page as it was last seen."""
        key = next(part["control_key"] for part in parts(self.shown["messages"]) if part.get("label") == label)
        return await self.act("click", control_key=key, target_id=key.split(":")[1])


async def until(holds: Callable[[], bool | Awaitable[bool]]) -> None:
    """Wait for something to come true by itself: for so many looks, however long they take on a busy computer."""
    for _ in range(5_000):
        result = holds()
        if await result if inspect.isawaitable(result) else result:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it has not come true")


def parts(tree: object) -> Iterator[Json]:
    if isinstance(tree, dict):
        yield tree
        tree = list(tree.values())
    if isinstance(tree, list):
        for branch in tree:
            yield from parts(branch)


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Harbour:
    monkeypatch.setattr(local, "PATIENCE", 600.0)  # a busy computer is no verdict
    return Harbour(tmp_path)


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of day, in the test's hands and looked at more often."""
    clock = Clock()
    clock.now = time.time()
    monkeypatch.setattr(time, "time", clock)
    monkeypatch.setattr(local, "TICK", 0.01)
    return clock


async def test_every_run_gives_the_server_its_channel_and_the_pirates_the_same_ids(harbour: Harbour) -> None:
    async with harbour.run() as first:
        ids = first.ids()
    async with harbour.run() as second:
        assert second.ids() == ids
    assert {"The Lagoon", "card-table", "Anne", "Bart", "Calico", "Dita", "Quartermaster"} <= ids.keys()


async def test_a_move_shows_on_every_open_page_and_a_secret_only_on_its_readers(harbour: Harbour) -> None:
    async with harbour.run() as server:
        anne, bart = await server.page("Anne"), await server.page("Bart")
        assert await anne.lands() == "settled"
        assert "0 drawn" in await bart.look()
        assert await bart.click("Draw") == "settled"
        assert "1 drawn" in await anne.look()
        assert await bart.click("Hand") == "settled"
        assert "a secret" in await bart.look()
        assert "a secret" not in await anne.look()


async def test_the_bots_clock_is_the_real_one_and_a_time_out_shows_by_itself(harbour: Harbour, real: Clock) -> None:
    """The simulation itself begins in another year."""
    async with harbour.run() as server:
        assert abs(harbour.bot.now() - real.now) < 0.001
        anne, bart = await server.page("Anne"), await server.page("Bart")
        await anne.lands()
        real.now += 86_400
        await until(lambda: abs(harbour.bot.now() - real.now) < 0.001)
        harbour.bot.woken.set()
        await until(lambda: bart.shows("time is up"))
        assert await bart.click("Draw") == "settled"


async def test_an_idle_pages_countdown_moves_and_no_click_is_refused_for_it(harbour: Harbour, real: Clock) -> None:
    async with harbour.run() as server:
        anne = await server.page()
        await anne.lands()
        await anne.look()
        before, revision = anne.shown["profile"]["presentationTime"], anne.shown["publishedRevision"]
        real.now += local.REDRAW

        async def moved() -> bool:
            await anne.look()
            return bool(anne.shown["profile"]["presentationTime"] != before)

        await until(moved)
        assert anne.shown["publishedRevision"] == revision
        assert await anne.press("Draw") == "settled"


@pytest.mark.parametrize("button, second", [("Draw", "settled"), ("Turn", "rejected")])
async def test_a_click_on_an_older_drawing_counts_if_its_button_is_the_same(
    harbour: Harbour, button: str, second: str
) -> None:
    async with harbour.run() as server:
        anne, bart = await server.page("Anne"), await server.page("Bart")
        await anne.lands()
        await anne.look()
        await bart.look()
        assert await bart.press(button) == "settled"
        assert await anne.press(button) == second


async def test_what_is_typed_on_an_older_drawing_is_suggested_all_the_same(harbour: Harbour) -> None:
    async with local.opened(harbour.settings, build) as table, aiohttp.ClientSession() as http:
        server = Server(table, http)
        anne, bart = await server.page("Anne"), await server.page("Bart")
        await anne.lands()
        assert await bart.command("autocomplete_command", "pirates press", focused="button", value="jo") == "settled"
        assert await bart.act("refresh") == "settled"


async def test_who_opens_it_reads_its_address_and_no_warning(tmp_path: Path) -> None:
    """In a process of its own, where SimCord has yet to be imported."""
    settings = {"LOCAL_DATABASE_PATH": str(tmp_path / "local.sqlite3"), "LOCAL_PORT": "0"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "--local"),
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    address = await process.stdout.readline()
    process.terminate()
    _, log = await process.communicate()
    assert address.startswith(b"The local table is open at http://127.0.0.1:")
    assert b"ready as Quartermaster" in log
    assert b"WARNING" not in log


async def test_actions_of_two_pages_at_once_wait_for_each_other(harbour: Harbour) -> None:
    async with harbour.run() as server:
        anne, bart = await server.page("Anne"), await server.page("Bart")
        await anne.lands()
        ends = await asyncio.gather(anne.click("Draw"), bart.act("refresh"))
        assert list(ends) == ["settled", "settled"]


async def test_a_lobby_of_the_real_bot_outlives_a_restart(harbour: Harbour) -> None:
    async with local.opened(harbour.settings, build) as table, aiohttp.ClientSession() as http:
        anne = await Server(table, http).page("Anne")
        assert await anne.lands() == "settled"
    async with local.opened(harbour.settings, build) as table, aiohttp.ClientSession() as http:
        bart = await Server(table, http).page("Bart")
        assert "Bart" not in await bart.look()
        assert await bart.click("Join") == "settled"
        assert "Bart" in await bart.look()


async def test_a_failed_background_task_is_logged_and_the_table_goes_on(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    async with harbour.run() as server:
        anne = await server.page("Anne")
        await anne.lands()
        await anne.click("Fall")
        assert [record.message for record in caplog.records if record.exc_info] == ["a task of the bot failed"]
        assert "ValueError: overboard" in caplog.text
        assert await anne.click("Draw") == "settled"
        assert (server.table.env.http_requests, server.table.env.backend.transcript) == ([], []), "all is forgotten"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it_after_one_printed_line_with_a_loopback_address(
    harbour: Harbour, capsys: pytest.CaptureFixture[str], number: signal.Signals
) -> None:
    small: Any = harbour.build
    serving = asyncio.create_task(local.serve(harbour.settings, small))
    printed = ""

    def address_printed() -> bool:
        nonlocal printed
        printed += capsys.readouterr().out
        return "http" in printed

    await until(address_printed)
    os.kill(os.getpid(), number)
    await serving
    assert printed.count("\n") == 1
    assert "http://127.0.0.1:" in printed
    assert harbour.bot.is_closed()


async def test_ending_the_session_on_the_page_ends_the_program(harbour: Harbour) -> None:
    async with harbour.run() as server:
        anne = await server.page("Anne")
        assert await anne.act("close") == "settled"
        await server.table.preview.wait_closed()


async def test_a_taken_port_is_named_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        harbour = Harbour(tmp_path, LOCAL_PORT=str(port))
        with pytest.raises(local.CannotOpenError, match=f"port {port} cannot be used"):
            async with harbour.run():
                pass


async def test_without_simcord_one_sentence_says_how_to_install_it(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    small: Any = harbour.build
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(local.NotInstalledError, match=r'pip install -e "\.\[local\]"'):
        await local.serve(harbour.settings, small)
