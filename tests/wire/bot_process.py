"""The bot as a process of its own, that a test may kill without warning and start again."""

import asyncio
import contextlib
import inspect
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.wire import launch, shapes
from tests.wire.people import World
from tests.wire.server import PATIENCE

_ROOT: Final = Path(__file__).parents[2]
PATIENT: Final = {
    "app.REQUEST_SECONDS": 60.0,
    "host.signals.STOP_SECONDS": 60.0,
    "interactions.boundary.CLOSING_SECONDS": 60.0,
    "messages.background.CLOSING_SECONDS": 60.0,
    "messages.replies.DEFER_AFTER_SECONDS": 60.0,
    "messages.replies.FIRST_SECONDS": 60.0,
}
"""A busy machine is no outage: so long the bot waits for what a test does not withhold."""


class BotProcess:
    """One bot with one database; everything it ever printed is in `log`.

    `environment` is added to that of the test, `times` to `PATIENT`; None leaves the bot its own times.
    """

    def __init__(
        self,
        world: World,
        folder: Path,
        environment: Mapping[str, str] | None = None,
        times: Mapping[str, float] | None = PATIENT,
    ) -> None:
        self.world = world
        self.database = folder / "quartermaster.db"
        self.log = folder / "bot.log"
        self.environment = {
            **os.environ,
            "DISCORD_TOKEN": shapes.TOKEN,
            "DATABASE_PATH": str(self.database),
            **(environment or {}),
        }
        if times is not None:
            self.wait_for({**PATIENT, **times})
        self._process: asyncio.subprocess.Process | None = None

    def wait_for(self, times: Mapping[str, float]) -> None:
        """Exchange seconds for which it waits from its next start on."""
        known = json.loads(self.environment.get(launch.TIMES, "{}"))
        self.environment[launch.TIMES] = json.dumps({**known, **times})

    @property
    def output(self) -> str:
        return self.log.read_text() if self.log.exists() else ""

    async def start(self) -> None:
        """Start the bot and wait until it has said who it is and knows its server: it now takes clicks.

        Raises:
            AssertionError: it ended instead.
        """
        gateway, times = self.world.server.gateway, self.output.count("ready as")
        before = gateway.identifies
        await self.launch()
        await eventually(lambda: self.dead or (gateway.identifies > before and self.output.count("ready as") > times))
        assert not self.dead, f"the bot ended instead of starting:\n{self.output}"

    async def ends_at_start(self) -> int:
        """Start the bot, which is to end by itself; the result is its exit code."""
        await self.launch()
        return await self.ended()

    async def launch(self) -> None:
        """Start the process, and wait for nothing."""
        assert self._process is None, "it runs already"
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.wire.launch", str(self.world.server.port)),
                cwd=_ROOT,
                env=self.environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    async def kill(self) -> None:
        """Kill -9: no goodbye, nothing flushed."""
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
            self.notify(signal.SIGKILL)
        await self.ended()

    async def terminate(self) -> int:
        """Ask it to stop, as a service manager does; the result is its exit code."""
        self.notify(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> int:
        """Wait until it has ended, in whatever way; the result is its exit code."""
        assert self._process is not None, "it does not run"
        code = await asyncio.wait_for(self._process.wait(), PATIENCE)
        self._process = None
        return code

    @property
    def dead(self) -> bool:
        """It has ended by itself."""
        return self._process is not None and self._process.returncode is not None

    def notify(self, number: signal.Signals) -> None:
        assert self._process is not None, "it does not run"
        self._process.send_signal(number)

    async def says(self, words: str, times: int = 1) -> None:
        """Wait until its log holds these words so often."""
        await eventually(lambda: self.output.count(words) >= times)

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


async def eventually(condition: Callable[[], object]) -> None:
    """Wait for what another process does to a file or to itself, and tells nobody. Raises TimeoutError.

    `condition` may be a coroutine function.
    """
    async with asyncio.timeout(PATIENCE):
        while not (await found if inspect.isawaitable(found := condition()) else found):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
