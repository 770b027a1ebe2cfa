"""Run the real bot against the wire server: `python -m tests.wire.launch PORT`, as `BotProcess` does.

The environment is the bot's own: DISCORD_TOKEN, DATABASE_PATH and so on. The variables below are ours.
"""

import importlib
import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot import __main__
from tests.wire import dying, looking, shapes

SECRET = "WIRE_SECRET"  # noqa: S105 (the name of a variable)
"""Fixes the secret of every new session, in hex, so that a test can foresee the cards."""
TIMES = "WIRE_TIMES"
"""Exchanges seconds for which the bot waits, in JSON: `{"messages.replies.FIRST_SECONDS": 60}`."""
SILENCE = "WIRE_SILENCE"
"""How many seconds of silence on the gateway it takes for a dead connection."""
FAULT = "WIRE_FAULT"
"""Names a module that is imported to put a fault into the bot."""

_slow_state = discord.AutoShardedClient._get_state


def quick_state(client: discord.AutoShardedClient, **options: Any) -> Any:
    """The state of a client that is ready at once: here no second server comes that were worth two seconds."""
    silence = float(os.environ.get(SILENCE, "60"))
    return _slow_state(client, **{"guild_ready_timeout": 0.01, "heartbeat_timeout": silence, **options})


async def at_once(_client: discord.Client, _shard: int | None, *, initial: bool = False) -> None:
    """Identify without discord.py's pause of five seconds: this gateway has no limit to it."""


def main(port: str) -> int:
    Route.BASE = f"http://127.0.0.1:{port}{shapes.API}"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{port}/gateway")
    discord.AutoShardedClient._get_state = quick_state  # type: ignore[method-assign, assignment]
    discord.AutoShardedClient.before_identify_hook = at_once  # type: ignore[method-assign, assignment]
    for name, seconds in json.loads(os.environ.get(TIMES, "{}")).items():
        module, _, constant = name.rpartition(".")
        assert hasattr(importlib.import_module(f"bot.{module}"), constant), f"the bot has no {name}"
        setattr(importlib.import_module(f"bot.{module}"), constant, seconds)
    if SECRET in os.environ:
        __main__.build = partial(__main__.build, secret=lambda: bytes.fromhex(os.environ[SECRET]))
    if FAULT in os.environ:
        importlib.import_module(os.environ[FAULT])
    for variable, install in ((dying.VARIABLE, dying.install), (looking.VARIABLE, looking.install)):
        if variable in os.environ:
            install(Path(os.environ[variable]))
    return __main__.main([])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
