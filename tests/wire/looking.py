"""A look inside the bot's process: at SIGUSR2 it writes into the file named by `WIRE_LOOK` what it still holds."""

import asyncio
import gc
import importlib
import json
import os
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

VARIABLE: Final = "WIRE_LOOK"

Counts = dict[str, int]


def counts(app: Any) -> Counts:
    """What a bot holds at this moment, in things; `rss` in bytes."""
    connection, hands = app._connection, app.router._hands
    return {
        "tasks": len(asyncio.all_tasks()),
        "locks": len(app.sessions.locks._locks),
        "hands": len(hands._open),
        "met": len(hands._last_interactions),
        "background": len(app.background._tasks) + len(app.background._running) + len(app.background._again),
        "answering": len(app.router.boundary._answering),
        "views": sum(map(len, connection._view_store._views.values()))
        + len(connection._view_store._synced_message_views),
        "dynamic items": len(connection._view_store._dynamic_items),
        "modals": len(connection._view_store._modals),
        "messages": len(connection._messages or ()),
        "users": len(connection._users),
    }


def memory() -> Counts:
    """Resident bytes now and at most, and the milliseconds of processor that were used so far."""
    with Path("/proc/self/statm").open() as statm:
        pages = int(statm.read().split()[1])
    return {
        "rss": pages * os.sysconf("SC_PAGE_SIZE"),
        "waited_ms": _waited_ms(),
        "cpu_ms": int(time.process_time() * 1000),
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }


def _waited_ms() -> int:
    """How long the event loop's thread had work and no processor, because others had it."""
    return int(Path("/proc/self/schedstat").read_text().split()[1]) // 1_000_000


def install(file: Path) -> None:
    """Note the bot when it is built, and answer the signal from its event loop."""
    root = importlib.import_module("bot.__main__")
    inner: Callable[..., Any] = root.build

    def build(*args: Any, **kwargs: Any) -> Any:
        app = inner(*args, **kwargs)
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, look, app, file)
        return app

    root.build = build  # type: ignore[attr-defined]


def look(app: Any, file: Path) -> None:
    """Write the counts whole or not at all."""
    gc.collect()
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(counts(app) | memory()))
    draft.rename(file)
