"""A fault in the real bot: "How to play" fails with everything secret at hand, to look for that in what it prints."""

import asyncio
import gc
import os
from typing import Any

from bot.interactions.router import Click, Router


async def _how_to_play(router: Router, click: Click) -> None:
    """Fail with secrets in local variables, in the message of the error, in that of its cause, and in a lost task."""
    session = await router._session_of(click)
    everything: list[Any] = [session, session.secret, session.state, click.interaction.token, os.environ]
    at = f"/webhooks/{click.interaction.application_id}/{click.interaction.token}"
    lost = asyncio.create_task(_fail(at, everything))
    await asyncio.wait([lost])
    del lost
    gc.collect()
    try:
        await _fail(f"https://discord.com/api/v10{at.replace('webhooks', 'interactions')}/callback", [])
    except LookupError as error:
        raise RuntimeError(f"Authorization: Bot {os.environ['DISCORD_TOKEN']} for {at}") from error


async def _fail(at: str, everything: list[Any]) -> None:
    raise LookupError(f"{len(everything)} things at {at}")


Router._how_to_play = _how_to_play  # type: ignore[method-assign, assignment]
