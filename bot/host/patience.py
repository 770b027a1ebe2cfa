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

PASSING = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
FOR_GOOD = (discord.LoginFailure, discord.PrivilegedIntentsRequired, discord.ConnectionClosed)

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
        for pause in PAUSES:
            try:
                return await attempt()
            except FOR_GOOD:
                raise
            except PASSING as error:
                seconds = max(pause, _asked_for(error))
                log.warning("%s Next try in %.0f s.", self._why(error), seconds)
                await asyncio.sleep(seconds)
        try:
            await attempt()
        except FOR_GOOD:
            raise
        except PASSING as error:
            raise Unreachable(f"{self._why(error)} Start the bot again later.") from error

    def _why(self, error: Exception) -> str:
        """Say in a sentence why Discord cannot be reached. No URL stands in it, as an error's own text might have."""
        cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
        if not isinstance(cause, discord.HTTPException):
            return f"Discord cannot be reached ({type(cause).__name__}): check the network."
        if cause.status != HTTPStatus.TOO_MANY_REQUESTS:
            return f"Discord does not work properly at the moment: it answered {cause.status}."
        seconds = _asked_for(error)
        if not seconds:
            return "Discord blocks this address for a while, as it sent too many requests."
        until = datetime.fromtimestamp(self._now() + seconds, UTC)
        return f"Discord blocks this address until {until:%Y-%m-%d %H:%M:%S} UTC, as it sent too many requests."


def _asked_for(error: Exception) -> float:
    """Return how many seconds Discord wants the next try to wait; 0 where it does not say."""
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    if not isinstance(cause, discord.HTTPException):
        return 0.0
    try:
        return max(0.0, float(cause.response.headers.get("Retry-After", 0)))
    except ValueError:
        return 0.0
