"""Errors of sending to Discord: which there are, what they mean, and what the log may say about them."""

from http import HTTPStatus

import aiohttp
import discord

UNDELIVERED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Raised when something was not delivered. A time-out is an OSError too."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
"""Discord's error codes for a channel or a message that is gone."""
ARCHIVED, LOCKED = 50083, 160005
"""Discord's error codes for a thread that takes no edits, or nothing at all."""
INVALID_FORM = 50035
"""Discord's error code for a malformed message: a bug of ours."""


def withheld(error: Exception) -> bool:
    """Tell whether Discord forbids showing something, also at the next try: no permission, or the thread is closed."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.status == HTTPStatus.FORBIDDEN or error.code in {ARCHIVED, LOCKED}


def passing(error: Exception) -> bool:
    """Tell whether a later try may succeed: the error is Discord's own, the connection's, or of too many requests."""
    if isinstance(error, discord.HTTPException):
        return error.status >= HTTPStatus.INTERNAL_SERVER_ERROR or limited(error)
    return isinstance(error, UNDELIVERED)


def limited(error: Exception) -> bool:
    """Tell whether Discord, or who stands before it, refuses all requests for a while, as there were too many."""
    return isinstance(error, discord.HTTPException) and error.status == HTTPStatus.TOO_MANY_REQUESTS


def reason_of(error: Exception) -> str:
    """Return in one line why something was not delivered.

    The text of an error may hold a URL with an interaction's token, so only its type and codes are returned; of a
    malformed message also Discord's description of the fields, which is needed to find the bug.
    """
    if not isinstance(error, discord.HTTPException):
        return type(error).__name__
    form = f": {error.text}" if error.code == INVALID_FORM else ""
    return f"{type(error).__name__} {error.status} ({error.code}){form}"
