"""What Discord, or the way to it, may do to anything that the bot sends, and what the log may say of it."""

from http import HTTPStatus

import aiohttp
import discord

UNDELIVERED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Raised where something did not get through. A time-out is an OSError too."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
"""Discord's errors for a place or a message that is gone."""
ARCHIVED, LOCKED = 50083, 160005
"""Discord's errors for a thread that takes no edits, or nothing at all."""
INVALID_FORM = 50035
"""Discord's error for a message that it will never take: a fault of ours."""


def withheld(error: discord.HTTPException) -> bool:
    """Tell whether Discord does not let the bot show something, now and at the next try: a permission, a lock."""
    return error.status == HTTPStatus.FORBIDDEN or error.code in {ARCHIVED, LOCKED}


def passing(error: Exception) -> bool:
    """Tell whether the same may well get through a little later: Discord stumbled, or the way to it was cut."""
    return not isinstance(error, discord.HTTPException) or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


def reason_of(error: Exception) -> str:
    """Say in one line why something did not get through.

    The text of an error may hold an address with an interaction's token, so the log names its kind and numbers alone;
    but a message of the wrong form Discord describes field by field, and that is needed to find the fault.
    """
    if not isinstance(error, discord.HTTPException):
        return type(error).__name__
    form = f": {error.text}" if error.code == INVALID_FORM else ""
    return f"{type(error).__name__} {error.status} ({error.code}){form}"
