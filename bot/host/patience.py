"""Reaching Discord at a start: what fails in passing is tried again, when Discord allows it, with growing pauses."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from http import HTTPStatus

import aiohttp
import discord

PAUSES = (5.0, 15.0, 45.0, 135.0, 300.0)
"""Seconds before each next try; longer where Discord asks for that. Behind the last one comes one more try."""

NETWORK = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
"""Errors of Discord and of the way to it, which are no bugs. What Discord refuses for good is none of them."""

log = logging.getLogger(__name__)


class Unreachable(Exception):
    """Discord could not be reached, however often it was tried; the message is a sentence for the host."""


class Patience:
    """Does something until it succeeds, or Discord says no for good."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now` returns UTC epoch seconds."""
        self._now = now

    async def __call__(self, attempt: Callable[[], Awaitable[None]]) -> None:
        """Try again while it fails in passing. Raises Unreachable in the end; other errors at once."""
        for pause in (*PAUSES, None):
            try:
                return await attempt()
            except NETWORK as error:
                cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
                asked_for = _asked_for(cause)
                why = self._why(cause, asked_for)
                if pause is None:
                    raise Unreachable(f"{why} Start the bot again later.") from error
                seconds = max(pause, asked_for)
                log.warning("%s Next try in %.0f s.", why, seconds)
                await asyncio.sleep(seconds)
        return None

    def _why(self, cause: BaseException | None, asked_for: float) -> str:
        """Say in a sentence why Discord cannot be reached. No URL stands in it, as an error's own text might have."""
        if not isinstance(cause, discord.HTTPException):
            return f"Discord cannot be reached ({type(cause).__name__}): check the network."
        if cause.status != HTTPStatus.TOO_MANY_REQUESTS:
            return f"Discord does not work properly at the moment: it answered {cause.status}."
        if not asked_for:
            return "Discord blocks this address for a while, as it sent too many requests."
        until = datetime.fromtimestamp(self._now() + asked_for, UTC)
        return f"Discord blocks this address until {until:%Y-%m-%d %H:%M:%S} UTC, as it sent too many requests."


def _asked_for(cause: BaseException | None) -> float:
    """Return how many seconds Discord wants the next try to wait; 0 where it does not say."""
    if not isinstance(cause, discord.HTTPException):
        return 0.0
    try:
        return max(0.0, float(cause.response.headers.get("Retry-After", 0)))
    except ValueError:
        return 0.0
