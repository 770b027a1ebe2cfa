"""`/pirates-admin idols`: a server's home-made idols (L15) in one private panel."""

from collections.abc import Callable
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.commands.admin import GROUP, Handler, for_managers, log_change, require_manager
from bot.commands.building import command, group_in
from bot.interactions.person import person_of
from bot.interactions.router import Click, Router
from bot.messages.replies import Reply
from bot.model.custom_ids import number_in
from bot.model.errors import MalformedId, Refused
from bot.model.house_rules import SWITCHED
from bot.model.idols import HomeIdols, all_off, deleted, find, made, require_room, switched, written
from bot.storage.servers import Servers
from bot.views import idols as drawn
from bot.views.idols import Written
from bot.views.kit import Kit
from bot.workers.trials import Trials
from rules.errors import InvalidOptions
from rules.idols import Effect


class AdminIdols:
    """The command, and the panel with its clicks and its form."""

    def __init__(self, servers: Servers, trials: Trials, router: Router, kit: Kit) -> None:
        self._servers = servers
        self._trials = trials
        self._router = router
        self._kit = kit

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the command to the group, which was added before, and take the clicks on the panel."""
        group = group_in(tree, GROUP)
        about = self._kit.texts("command-pirates-admin-idols")
        group.add_command(command(self._router, "idols", about, self._open))
        clicks = {
            "idol-page": self._page,
            "idol-pick": self._pick,
            "idol-switch": self._switch,
            "idol-all-off": self._all_off,
            "idol-ask": self._ask,
            "idol-delete": self._delete,
            "idol-make": self._make,
            "idol-new": self._new,
            "idol-save": self._save,
        }
        for verb, handle in clicks.items():
            self._router.serve(verb, for_managers(self._refusing_in_panel(handle)))

    def _refusing_in_panel(self, handle: Handler) -> Handler:
        """Show a refusal in the panel itself, which may say that a trial is being played."""

        async def answer(click: Click) -> None:
            try:
                await handle(click)
            except (Refused, InvalidOptions) as error:
                await self._show(click, None, _reason(click, error))

        return answer

    async def _open(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        require_manager(interaction)
        idols = await self._servers.idols(person_of(interaction).guild_id)
        await reply.private(drawn.panel(reply.kit, idols))

    # --- Looking ---

    async def _page(self, click: Click) -> None:
        await self._show(click, number_in(click.control.argument) if click.control.argument else None)

    async def _pick(self, click: Click) -> None:
        await self._show(click, number_in("".join(click.values)))

    async def _show(self, click: Click, number: int | None, note: str = "") -> None:
        """Draw the panel with one idol chosen. Raises Refused(IDOL_GONE)."""
        idols = await self._servers.idols(click.person.guild_id)
        chosen = None if number is None else find(idols, number)
        await click.reply.redraw(drawn.panel(click.reply.kit, idols, chosen, note))

    # --- Changing ---

    async def _switch(self, click: Click) -> None:
        text, _, state = click.control.argument.partition("=")
        if state not in SWITCHED:
            raise MalformedId
        number = number_in(text)
        await self._change(
            click, partial(switched, number=number, active=SWITCHED[state]), f"idol {number} = {state}", number
        )

    async def _all_off(self, click: Click) -> None:
        await self._change(click, all_off, "all idols = off")

    async def _ask(self, click: Click) -> None:
        number = number_in(click.control.argument)
        idols = await self._servers.idols(click.person.guild_id)
        await click.reply.redraw(drawn.ask(click.reply.kit, find(idols, number)))

    async def _delete(self, click: Click) -> None:
        number = number_in(click.control.argument)
        await self._change(click, partial(deleted, number=number), f"idol {number} deleted")

    async def _change(
        self, click: Click, change: Callable[[HomeIdols], HomeIdols], what: str, number: int | None = None
    ) -> None:
        await self._trials.change(click.person.guild_id, change, partial(self._on_trial, click))
        log_change(click, what)
        await self._show(click, number, click.reply.kit.texts("idols-done"))

    async def _on_trial(self, click: Click) -> None:
        await click.reply.redraw(drawn.trying(click.reply.kit))

    # --- Making ---

    async def _make(self, click: Click) -> None:
        require_room(await self._servers.idols(click.person.guild_id))
        await click.reply.redraw(drawn.effects(click.reply.kit))

    async def _new(self, click: Click) -> None:
        """Open the form, filled in with the input of the one that was refused."""
        entry = Written(_effect(click.control.argument), _earlier_input(click.interaction.message))
        await click.reply.modal(drawn.form(click.reply.kit, entry))

    async def _save(self, click: Click) -> None:
        entry = Written(_effect(click.control.argument), click.fields)
        try:
            idol = written(entry.effect, *(click.fields.get(name, "") for name in drawn.FIELDS))
            guild_id = click.person.guild_id
            await self._trials.change(guild_id, partial(made, idol=idol), partial(self._on_trial, click))
        except (Refused, InvalidOptions) as error:
            await click.reply.redraw(drawn.refused(click.reply.kit, entry, _reason(click, error)))
            return
        log_change(click, f"idol on {idol.on} made: {idol.effect} {idol.number}")
        await self._show(click, None, click.reply.kit.texts("idols-made"))


def _reason(click: Click, error: Refused | InvalidOptions) -> str:
    texts = click.reply.kit.texts
    code = error.fault if isinstance(error, InvalidOptions) else error.reason
    return texts("idols-not-done", reason=texts(f"reason-{code}", **error.facts))


def _effect(text: str) -> Effect:
    if text not in set(Effect):
        raise MalformedId
    return Effect(text)


def _earlier_input(message: discord.Message | None) -> dict[str, str]:
    """Read the input of a refused form from the message about it: the bot itself does not keep it."""
    for container in () if message is None else message.components:
        for part in getattr(container, "children", ()):
            if part.id == drawn.INPUT_ID and isinstance(part, discord.TextDisplay):
                return drawn.written_in(part.content)
    return {}
