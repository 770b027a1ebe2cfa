"""What the client asks Discord about channels that it does not know, and what it believes (F22)."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.__main__ import build
from bot.app import Quartermaster
from bot.model.records import Closed, Status, Terms
from bot.storage.store import Store
from rules.lands.model import Options
from tests.bot.builders import ANNE, CHANNEL, GUILD
from tests.bot.test_app import refused


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Quartermaster]:
    """The whole bot with a lobby of Anne's, not connected to anything."""
    store = await Store.open(tmp_path / "quartermaster.sqlite3")
    async with build(store) as built:
        await built.sessions.open("lands", ANNE, Terms(Options()))
        yield built
    await store.close()


def server(app: Quartermaster, patch: pytest.MonkeyPatch, *known: int, unavailable: bool = False) -> discord.Guild:
    """Let the bot be ready and on a server of which these channels are in memory."""

    def find(number: int) -> int | None:
        return number if number in known else None

    guild = SimpleNamespace(id=GUILD, unavailable=unavailable, get_channel_or_thread=find)
    patch.setattr(app, "get_guild", {GUILD: guild}.get)
    patch.setattr(app, "is_ready", lambda: True)
    return cast("discord.Guild", guild)


def discord_says(app: Quartermaster, patch: pytest.MonkeyPatch, answer: Exception | object) -> list[int]:
    """Answer look-ups of channels so; give what was asked."""
    asked: list[int] = []

    async def fetch(number: int) -> Any:
        asked.append(number)
        if isinstance(answer, Exception):
            raise answer
        return answer

    patch.setattr(app, "fetch_channel", fetch)
    return asked


async def status(app: Quartermaster) -> tuple[Status, Closed | None]:
    session = await app.sessions.in_channel(CHANNEL)
    return session.status, session.closed


async def test_f22_a_channel_in_memory_is_not_asked_for(app: Quartermaster, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = discord_says(app, monkeypatch, refused(discord.NotFound, 404, 10003))
    await app.on_guild_available(server(app, monkeypatch, CHANNEL))
    assert asked == []
    assert await status(app) == (Status.LOBBY, None)


async def test_f22_a_channel_that_discord_does_not_know_either_is_gone(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = discord_says(app, monkeypatch, refused(discord.NotFound, 404, 10003))
    await app.on_guild_available(server(app, monkeypatch))
    assert asked == [CHANNEL]
    assert await status(app) == (Status.CLOSED, Closed.CHANNEL_GONE)


@pytest.mark.parametrize(
    "answer",
    [
        SimpleNamespace(id=CHANNEL),
        refused(discord.NotFound, 404, 0),
        refused(discord.Forbidden, 403, 50001),
        refused(discord.DiscordServerError, 503, 0),
        aiohttp.ClientConnectionError("down"),
        TimeoutError(),
        discord.InvalidData("a kind of channel that is not known yet"),
    ],
    ids=["there", "page not found", "forbidden", "unavailable", "network", "slow", "new kind"],
)
async def test_f22_any_other_answer_means_that_it_is_still_there(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch, answer: Exception | object
) -> None:
    """A thread that is quiet is not in memory, and an outage is no deletion; it is asked once."""
    asked = discord_says(app, monkeypatch, answer)
    await app.on_guild_available(server(app, monkeypatch))
    assert asked == [CHANNEL]
    assert await status(app) == (Status.LOBBY, None)


async def test_f22_of_a_server_in_an_outage_or_unknown_nothing_is_asked(
    app: Quartermaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = discord_says(app, monkeypatch, refused(discord.NotFound, 404, 10003))
    server(app, monkeypatch, unavailable=True)
    await app._close_deleted()
    monkeypatch.setattr(app, "get_guild", lambda _: None)
    await app._close_deleted()
    assert asked == []
    assert await status(app) == (Status.LOBBY, None)
