"""Run a bot, unchanged, against the wire server: `python -m tests.wire.launch PORT [MODULE]`.

MODULE (the real bot if it is not given) has a `main(argv)` that returns the exit code. The environment is the
bot's own: DISCORD_TOKEN, DATABASE_PATH and so on. Three variables are ours: see `dying`, `looking` and `SECRET`.
"""

import importlib
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.wire import dying, looking, shapes

SECRET = "WIRE_SECRET"  # noqa: S105 (the name of a variable)
"""Names the variable that fixes the secret of every new session, in hex, so that a test can foresee the cards."""

_slow_state = discord.AutoShardedClient._get_state


def quick_state(client: discord.AutoShardedClient, **options: Any) -> Any:
    """The state of a client that is ready at once: here no second server comes that were worth two seconds.

    WIRE_HEARTBEAT_TIMEOUT says how many seconds of silence it takes for a dead connection, discord.py's 60 otherwise.
    """
    silence = float(os.environ.get("WIRE_HEARTBEAT_TIMEOUT", "60"))
    return _slow_state(client, **{"guild_ready_timeout": 0.01, "heartbeat_timeout": silence, **options})


async def at_once(_client: discord.Client, _shard: int | None, *, initial: bool = False) -> None:
    """Identify without discord.py's pause of five seconds: this gateway has no limit to it."""


def point_at(port: int) -> None:
    """Let discord.py in this process find the wire server where it looks for Discord."""
    Route.BASE = f"http://127.0.0.1:{port}{shapes.API}"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{port}/gateway")


def main(port: str, module: str = "bot.__main__") -> int:
    point_at(int(port))
    discord.AutoShardedClient._get_state = quick_state  # type: ignore[method-assign, assignment]
    discord.AutoShardedClient.before_identify_hook = at_once  # type: ignore[method-assign, assignment]
    if SECRET in os.environ:
        root = importlib.import_module("bot.__main__")
        root.build = partial(root.build, secret=lambda: bytes.fromhex(os.environ[SECRET]))  # type: ignore[attr-defined]
    for variable, install in ((dying.VARIABLE, dying.install), (looking.VARIABLE, looking.install)):
        if variable in os.environ:
            install(Path(os.environ[variable]))
    return int(importlib.import_module(module).main([]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
