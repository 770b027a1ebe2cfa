"""SIGINT (Ctrl-C) and SIGTERM ask the bot to stop, once: whoever asks again does not cut the stop short."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress

STOPPING = (signal.SIGINT, signal.SIGTERM)
STOP_SECONDS = 5.0
"""A stop takes at most so long, whatever hangs: Discord, the disk, a thread."""

log = logging.getLogger(__name__)


def on_stop(stop: Callable[[], object]) -> None:
    """Call `stop` at the first of these signals; from then on they are ignored. Call this inside the event loop.

    Windows has no such handlers; there Ctrl-C cancels the main task, which closes everything as well.
    """
    loop = asyncio.get_running_loop()

    def once() -> None:
        for number in STOPPING:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_IGN)
        stop()

    for number in STOPPING:
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, once)


def on_request(answer: Callable[[], None]) -> None:
    """Call `answer` at each SIGUSR1, where the system has that."""
    with suppress(NotImplementedError, AttributeError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, answer)


def end_in_time(code: int) -> None:
    """End the process after STOP_SECONDS as kill -9 would, unless it has ended by itself.

    Nothing is lost by that: what was confirmed is in the database, and the next start shows what is.
    """

    def end() -> None:
        log.warning(
            "the stop took longer than %g s, and was cut short; the next start goes on from there", STOP_SECONDS
        )
        logging.shutdown()
        os._exit(code)

    timer = threading.Timer(STOP_SECONDS, end)
    timer.daemon = True
    timer.start()
