"""Whether Discord knows the commands of this version: asked at start, and by `/pirates-admin check`."""

import hashlib
import json
from typing import Any

from discord import app_commands
from msgspec import Struct

from bot.storage.store import Store

SYNCED = "synced-commands"
"""The note under which the store remembers which commands Discord knows."""


class Comparison(Struct, frozen=True):
    """How the commands that Discord knows differ from those of this version."""

    digest: str
    """Of this version's commands."""
    missing: tuple[str, ...]
    """Names that Discord does not know."""
    same: bool
    """Nothing is missing, left over or outdated."""


async def compare(tree: app_commands.CommandTree[Any], store: Store) -> Comparison:
    """Compare names with Discord's, and everything else with what was synced last. Raises what discord.py raises."""
    translator = tree.translator
    commands = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    digest = hashlib.sha256(json.dumps([tree.client.application_id, commands], sort_keys=True).encode()).hexdigest()
    known = {command.name for command in await tree.fetch_commands()}
    offered = {str(command["name"]) for command in commands}
    same = digest == await store.note(SYNCED) and known == offered
    return Comparison(digest, tuple(sorted(offered - known)), same)
