"""SIGINT (Ctrl-C) and SIGTERM ask the bot to stop, once: whoever asks again does not cut the stop short."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

STOPPING = (signal.SIGINT, signal.SIGTERM)


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
