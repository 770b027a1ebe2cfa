"""The bot as a process of its own, that a test may kill without warning and start again."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.wire import shapes
from tests.wire.people import World

_ROOT: Final = Path(__file__).parents[2]
_START_S: Final = 60.0
"""Much longer than it takes: tests of other branches may have the same processor."""
_STOP_S: Final = 10.0


class BotProcess:
    """One bot with one database; everything it ever printed is in `log`.

    `module` is the real bot, or one with the same `main(argv)`; `environment` is added to that of the test.
    """

    def __init__(
        self,
        world: World,
        folder: Path,
        module: str = "bot.__main__",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.world = world
        self.database = folder / "quartermaster.db"
        self.log = folder / "bot.log"
        self.module = module
        self.environment = {
            **os.environ,
            "DISCORD_TOKEN": shapes.TOKEN,
            "DATABASE_PATH": str(self.database),
            **(environment or {}),
        }
        self._process: asyncio.subprocess.Process | None = None

    @property
    def output(self) -> str:
        return self.log.read_text() if self.log.exists() else ""

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the bot and wait until it has said who it is and knows its server: it now takes clicks.

        Raises:
            AssertionError: it ended instead.
        """
        assert self._process is None, "it runs already"
        before = self.world.server.gateway.identifies
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.wire.launch", str(self.world.server.port), self.module),
                cwd=_ROOT,
                env=self.environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        await self._ready_or_ended(before)

    async def kill(self) -> None:
        """Kill -9: no goodbye, nothing flushed."""
        await self._end(signal.SIGKILL)

    async def terminate(self) -> int:
        """Ask it to stop, as a service manager does; the result is its exit code."""
        return await self._end(signal.SIGTERM)

    async def die(self) -> None:
        """Wait until it has killed itself, as `dying` makes it."""
        assert self._process is not None, "it does not run"
        code = await asyncio.wait_for(self._process.wait(), _STOP_S)
        assert code == -signal.SIGKILL, f"it ended with {code}:\n{self.output}"
        self._process = None

    @property
    def dead(self) -> bool:
        """It has ended by itself."""
        return self._process is not None and self._process.returncode is not None

    async def ended(self) -> None:
        """Wait until it has ended, in whatever way."""
        assert self._process is not None, "it does not run"
        await self._process.wait()

    def notify(self, number: signal.Signals) -> None:
        assert self._process is not None, "it does not run"
        self._process.send_signal(number)

    async def discard(self) -> None:
        """Make sure that nothing of it is left running."""
        if self._process is not None:
            await self.kill()

    def assert_clean(self) -> None:
        """Nothing went wrong unnoticed, and no secret was printed: not the bot's token, nor an interaction's."""
        output = self.output
        secrets = [shapes.TOKEN, *self.world.state.interactions]
        assert not [secret for secret in secrets if secret in output], f"the bot printed a token:\n{output}"
        assert "Traceback" not in output, f"the bot printed a traceback:\n{output}"

    async def _ready_or_ended(self, before: int) -> None:
        assert self._process is not None
        ended = asyncio.create_task(self._process.wait())
        gateway = self.world.server.gateway
        ready = asyncio.create_task(self.world.server.until(lambda: gateway.identifies > before, _START_S))
        either: set[asyncio.Task[Any]] = {ended, ready}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            raise AssertionError(f"the bot ended with {ended.result()} instead of starting:\n{self.output}")
        ended.cancel()
        assert ready.exception() is None, f"the bot does not get ready: {ready.exception()!r}\n{self.output}"

    async def _end(self, how: signal.Signals) -> int:
        assert self._process is not None, "it does not run"
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
            self._process.send_signal(how)
        code = await asyncio.wait_for(self._process.wait(), _STOP_S)
        self._process = None
        return code
