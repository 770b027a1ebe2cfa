"""How long a whole click takes inside the process: decode, load, apply, commit, render. No network.

Run with `pytest -o addopts="" tests/benchmarks/test_speed_click.py`. Nothing here fails by time: the figures are
printed in the summary. The bot is the real one, built as `__main__` builds it, with its clock running; the store is a
file. Only Discord is replaced: an answer is serialised as discord.py would, and goes nowhere.
"""

import asyncio
import json
import statistics
import time
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.__main__ import build
from bot.app import Quartermaster
from bot.model.custom_ids import ControlId
from bot.model.games import GAMES as REGISTRY
from bot.model.records import Person, Session, Status, Terms
from bot.storage.store import Store
from rules.blackspot.model import Options as BlackSpotOptions
from rules.lands.model import Options
from tests.registry import GAMES
from tests.rules.builders import QUEEN_OF_DIAMONDS, QUEEN_OF_HEARTS, QUEEN_OF_SPADES, idols

GAMES_PLAYED = 20
MOST_CLICKS = 1500
OPTIONS = {
    "lands": Options(dare=True, buried_treasure=True, idols=idols(QUEEN_OF_SPADES, QUEEN_OF_HEARTS, QUEEN_OF_DIAMONDS)),
    "blackspot": BlackSpotOptions(),
}
GUILD, CHANNEL, TABLE = 7, 70, discord.utils.time_snowflake(discord.utils.utcnow())
CREW = [Person(number, f"Pirate {number}", GUILD, CHANNEL) for number in range(1, 5)]


class Response:
    """Takes the first answer to an interaction and serialises it."""

    def __init__(self) -> None:
        self.sent = 0
        """Bytes of the last answer."""

    def is_done(self) -> bool:
        return self.sent > 0

    async def edit_message(self, *, view: Any) -> None:
        self.sent = len(json.dumps({"type": 7, "data": {"components": view.to_components()}}))


async def edited(*_: Any, view: Any) -> None:
    """Serialise an edit that goes out beside the answer."""
    json.dumps(view.to_components())


def interaction(game: str, who: Person, custom_id: str) -> Any:
    """Return what the router reads of a click: on the table, or in the private hand where moves are made there."""
    private = REGISTRY[game].hand is not None
    return SimpleNamespace(
        id=discord.utils.time_snowflake(discord.utils.utcnow()),
        type=discord.InteractionType.component,
        data={"custom_id": custom_id},
        guild_id=GUILD,
        channel_id=CHANNEL,
        channel=None,
        user=SimpleNamespace(id=who.user_id, display_name=who.name),
        permissions=discord.Permissions.none(),
        app_permissions=discord.Permissions.all(),
        locale=discord.Locale.american_english,
        guild_locale=None,
        message=SimpleNamespace(id=TABLE, flags=discord.MessageFlags(ephemeral=private)),
        response=Response(),
        edit_original_response=edited,
        followup=SimpleNamespace(),
    )


async def started(app: Quartermaster, store: Store, game: str) -> Session:
    """Start a game for four, its table posted."""
    session = (await app.sessions.open(game, CREW[0], Terms(OPTIONS[game]))).after
    for who in CREW[1:]:
        await app.sessions.join(session.id, who)
    await app.sessions.start(session.id, CREW[0], 900)
    await store.set_table(session.id, TABLE)
    return await app.sessions.load(session.id)


async def play_out(app: Quartermaster, session: Session, chance: Random) -> list[float]:
    """Click random legal moves to the end; return the seconds of each click."""
    game, times = GAMES[session.game], []
    while session.status is Status.PLAYING:
        awaited = game.awaited(session.state)
        assert awaited is not None
        token = game.token(game.sample(session.state, awaited.seat, chance))
        who = CREW[awaited.seat]
        click = interaction(session.game, who, str(ControlId("move", session.id, session.revision, token)))
        began = time.perf_counter()
        await app.router.click(click)
        times.append(time.perf_counter() - began)
        assert click.response.sent
        await asyncio.sleep(0)
        before, session = session, await app.sessions.load(session.id)
        assert session.revision == before.revision + 1
    return times


async def measure(database: Path, game: str) -> list[float]:
    """Play random games, one after the other."""
    store = await Store.open(database)
    try:
        app = build(store)
        app._reach.connect(0, 1)
        clock = asyncio.create_task(app.scheduler.run())
        times: list[float] = []
        for seed in range(GAMES_PLAYED):
            times += await play_out(app, await started(app, store, game), Random(seed))
            if len(times) > MOST_CLICKS:
                break
        clock.cancel()
        await asyncio.gather(clock, app.background.close(), return_exceptions=True)
        return times
    finally:
        await store.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_click_inside_the_process(
    game: str, tmp_path: Path, figures: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.PartialMessage, "edit", edited)
    times = sorted(asyncio.run(measure(tmp_path / "clicks.sqlite3", game)))
    p50, p99 = statistics.median(times) * 1000, times[len(times) * 99 // 100] * 1000
    figures.append(
        f"A click of {game}, {len(times):,} of them: p50 {p50:.2f} ms (wanted: under 2), p99 {p99:.2f} ms (under 8)"
    )
    assert len(times) > 500
