"""`/pirates mydata` with its buttons, and `/pirates privacy`. All answers are private, and about whoever asks."""

import gzip
import io
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.commands.building import command, group_in
from bot.interactions.person import person_of
from bot.interactions.router import Click, Router
from bot.messages.display import Display
from bot.messages.kits import Kits
from bot.messages.replies import Reply
from bot.model.errors import MalformedId
from bot.model.records import Session
from bot.play.erasure import Erasure
from bot.storage.privacy import aboard
from bot.storage.store import Store
from bot.views import privacy
from bot.views.privacy import Kept

FILE = "quartermaster-mydata.json"
MOST_BYTES = 8 * 1024 * 1024
"""A larger file is compressed: Discord takes 10 MiB."""


class PrivacyCommands:
    """The commands, and the clicks on the panel."""

    def __init__(self, erasure: Erasure, store: Store, display: Display, router: Router, kits: Kits) -> None:
        self._erasure = erasure
        self._store = store
        self._display = display
        self._router = router
        self._kits = kits

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the commands to the group `pirates`, and take the clicks on their buttons."""
        group = group_in(tree, "pirates")
        texts = self._kits.standard.texts
        for name, handle in (("mydata", self._mydata), ("privacy", self._privacy)):
            group.add_command(command(self._router, name, texts(f"command-pirates-{name}"), handle))
        for verb, take in (
            ("export", self._export),
            ("hide", self._hide),
            ("show", self._show),
            ("delete", self._ask),
            ("confirm", self._delete),
            ("keep", self._redraw_panel),
        ):
            self._router.serve(f"mydata-{verb}", self._for_owner(take))

    @staticmethod
    def _for_owner(take: Callable[[Click], Awaitable[None]]) -> Callable[[Click], Awaitable[None]]:
        """Let only the panel's owner use a handler. Raises MalformedId for anyone else and on any public message."""

        async def checked(click: Click) -> None:
            if not click.reply.in_private or click.control.argument != str(click.person.user_id):
                raise MalformedId
            await take(click)

        return checked

    async def _mydata(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        await reply.private(privacy.panel(reply.kit, await self._kept(person_of(interaction).user_id)))

    async def _privacy(self, _: discord.Interaction, reply: Reply, __: dict[str, Any]) -> None:
        await reply.private(privacy.statement(reply.kit))

    async def _export(self, click: Click) -> None:
        """Send everything as a file."""
        found = await self._store.privacy.export(click.person.user_id)
        content, name = msgspec.json.format(msgspec.json.encode(found), indent=1), FILE
        if len(content) > MOST_BYTES:
            content, name = gzip.compress(content), f"{FILE}.gz"
        await click.reply.private_file(
            privacy.exported(click.reply.kit, name), discord.File(io.BytesIO(content), filename=name)
        )

    async def _hide(self, click: Click) -> None:
        await self._store.set_hidden(click.person.user_id, hidden=True)
        await self._redraw_panel(click)

    async def _show(self, click: Click) -> None:
        await self._store.set_hidden(click.person.user_id, hidden=False)
        await self._redraw_panel(click)

    async def _ask(self, click: Click) -> None:
        await click.reply.redraw(privacy.confirmation(click.reply.kit, await self._kept(click.person.user_id)))

    async def _redraw_panel(self, click: Click) -> None:
        """Redraw the panel."""
        await click.reply.redraw(privacy.panel(click.reply.kit, await self._kept(click.person.user_id)))

    async def _delete(self, click: Click) -> None:
        left = []
        async for change in self._erasure.leave(click.person):
            self._display.show(change)
            left.append(change.after.id)
        departure = await self._erasure.forget(click.person, self._pseudonym)
        self._display.refresh({*left, *departure.live})
        await click.reply.redraw(privacy.deleted(click.reply.kit, len(left), swept=departure.swept))

    def _pseudonym(self, session: Session | None) -> str:
        """Return what replaces the name, in the language of the table, where everyone reads it."""
        return privacy.pseudonym(self._kits.standard if session is None else self._kits.of(session))

    async def _kept(self, user_id: int) -> Kept:
        mentions = await self._store.privacy.mentions(user_id)
        return Kept(
            user_id=user_id,
            sessions=len(mentions),
            servers=len({session.guild_id for session in mentions}),
            live=sum(aboard(session, user_id) for session in mentions),
            hidden=await self._store.privacy.is_hidden(user_id),
        )
