"""Long computing in a process of its own, so that clicks are answered meanwhile: `python -m bot.workers.worker TASK`.

A task takes JSON from standard input and writes its answer to standard output. It knows no database and no Discord.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from bot.model.idols import try_out

FOLDER = Path(__file__).parents[2]

Task = Callable[[bytes], bytes]


def _picture(given: bytes) -> bytes:
    from bot.workers import chart_image  # noqa: PLC0415 - keeps matplotlib out of the bot's own process

    return chart_image.picture(given)


TASKS: dict[str, Task] = {"idols": try_out, "picture": _picture}
"""By name."""


class Failed(Exception):
    """The process ended with an error; carries what it wrote to standard error."""


class Worker:
    """Runs one task at a time; others wait, so that the games keep a processor."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)

    async def run(self, task: str, given: bytes, seconds: float) -> bytes:
        """Return a task's answer. Raises TimeoutError when it takes longer, Failed when it cannot be done."""
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "bot.workers.worker", task),
                cwd=FOLDER,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            try:
                async with asyncio.timeout(seconds):
                    answer, trouble = await process.communicate(given)
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode:
            raise Failed(trouble.decode(errors="replace"))
        return answer


if __name__ == "__main__":
    sys.stdout.buffer.write(TASKS[sys.argv[1]](sys.stdin.buffer.read()))
