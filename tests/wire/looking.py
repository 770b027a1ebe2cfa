"""A look inside the bot's process: at SIGUSR2 it writes into the file named by `WIRE_LOOK` what it still holds."""

import asyncio
import gc
import json
import os
import signal
import time
from pathlib import Path
from typing import Final

import discord
from discord import ui

from bot.app import Quartermaster
from bot.messages.hands import LastInteraction, OpenHand
from bot.messages.replies import Reply
from bot.model.records import Session

VARIABLE: Final = "WIRE_LOOK"
KINDS: Final = (
    OpenHand,
    LastInteraction,
    Reply,
    Session,
    discord.Interaction,
    discord.Message,
    ui.LayoutView,
    ui.Modal,
)
"""What games leave behind where something is forgotten, wherever it is held."""

Counts = dict[str, int]


def counts(app: Quartermaster) -> Counts:
    """How many of each kind there are; bytes of memory; milliseconds of processor used, and waited for."""
    gc.collect()
    types = [type(one) for one in gc.get_objects()]
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {kind.__name__: sum(issubclass(one, kind) for one in types) for kind in KINDS} | {
        "Task": len(asyncio.all_tasks()),
        "Lock": len(app.sessions.locks._locks),
        "rss": pages * os.sysconf("SC_PAGE_SIZE"),
        "cpu_ms": int(time.process_time() * 1000),
        "waited_ms": int(Path("/proc/self/schedstat").read_text().split()[1]) // 1_000_000,
    }


def install(file: Path) -> None:
    """Answer the signal from the event loop, once there is one."""
    inner = Quartermaster.setup_hook

    async def setup_hook(app: Quartermaster) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, look, app, file)
        await inner(app)

    Quartermaster.setup_hook = setup_hook  # type: ignore[method-assign, assignment]


def look(app: Quartermaster, file: Path) -> None:
    """Write the counts whole or not at all."""
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(counts(app)))
    draft.rename(file)
