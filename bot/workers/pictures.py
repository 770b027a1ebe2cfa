"""Pictures to send, drawn by the worker process within a time limit: the text of a message must not wait for long."""

import asyncio
import logging

import msgspec

from bot.model.charts import Chart
from bot.workers.worker import Failed, Worker

PATIENCE_SECONDS = 20.0
"""How long somebody waits for a picture, earlier ones included. The first one takes about 5 s on a slow computer."""

log = logging.getLogger(__name__)


class Pictures:
    """Draws charts."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    async def draw(self, chart: Chart, most_bytes: int) -> bytes | None:
        """Return a PNG; None, and one line in the host's log, when it fails, is late, or is too large."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                drawn = await self._worker.run("picture", msgspec.json.encode(chart), PATIENCE_SECONDS)
        except TimeoutError:
            log.warning("a picture was not drawn within %d s", PATIENCE_SECONDS)
            return None
        except (Failed, OSError) as error:
            reason = str(error).strip().splitlines() or [type(error).__name__]
            log.warning("a picture could not be drawn: %s", reason[-1])
            return None
        if len(drawn) > most_bytes:
            log.warning("a picture of %d bytes is too large to be sent", len(drawn))
            return None
        return drawn
