"""A toy bot to try the wire server with: counts kept in a file by message, and buttons that outlive the process.

It is built as the real bot is: views are only drawings, and one `on_interaction` answers every click.
"""

import asyncio
import io
import json
import logging
import os
import signal
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

ToyInteraction = discord.Interaction[Any]
_BUTTONS = ("Draw 1", "Whisper", "Think", "Mutter", "Ask", "Chart", "Post", "Sulk", "Stray")


class Form(discord.ui.Modal, title="How many?"):
    count = discord.ui.Label(text="Count", component=discord.ui.TextInput(custom_id="count", default="7"))  # type: ignore[var-annotated]
    kind = discord.ui.Label(  # type: ignore[var-annotated]
        text="Kind",
        component=discord.ui.Select(
            custom_id="kind", options=[discord.SelectOption(label="Gold", value="gold", default=True)]
        ),
    )


def drawing(text: str) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView()
    rows: list[discord.ui.ActionRow[Any]] = [
        discord.ui.ActionRow(),
        discord.ui.ActionRow(),
        discord.ui.ActionRow(),
    ]
    for place, label in enumerate(_BUTTONS):
        rows[place // 5].add_item(discord.ui.Button(label=label, custom_id=f"toy:{label.split()[0]}"))
    rows[1].add_item(discord.ui.Button(label="Locked", custom_id="toy:Locked", disabled=True))
    options = [discord.SelectOption(label="Rum", value="r"), discord.SelectOption(label="Tea", value="t")]
    rows[2].add_item(discord.ui.Select(custom_id="toy:Drink", placeholder="Drink", options=options))
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(text), *rows))
    view.stop()
    return view


class Toy(discord.AutoShardedClient):
    """`counts` is a JSON file: message id to count."""

    def __init__(self, counts: Path) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.counts = counts
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(group())
        self.resumed = asyncio.Event()
        self.failed = asyncio.Event()

    async def setup_hook(self) -> None:
        if not await self.tree.fetch_commands():
            await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        await super().on_error(event_method, *args, **kwargs)
        self.failed.set()

    async def on_interaction(self, interaction: ToyInteraction) -> None:
        if interaction.type is discord.InteractionType.application_command:
            return
        assert isinstance(interaction.data, dict)
        custom_id = str(interaction.data["custom_id"])  # type: ignore[typeddict-item]
        answer = getattr(self, "on_" + custom_id.removeprefix("toy:").lower(), self.on_unknown)
        await answer(interaction)

    async def on_draw(self, interaction: ToyInteraction) -> None:
        """Count up, and refuse a click on a message that shows an older count."""
        assert interaction.message is not None
        counts = json.loads(self.counts.read_text()) if self.counts.exists() else {}
        count = counts.get(str(interaction.message.id), 0)
        if f"Count: {count}\n" not in shown(interaction.message):
            await interaction.response.send_message("Too late.", ephemeral=True)
            return
        self.counts.write_text(json.dumps(counts | {str(interaction.message.id): count + 1}))
        await interaction.response.edit_message(view=drawing(f"Count: {count + 1}\n."))

    async def on_whisper(self, interaction: ToyInteraction) -> None:
        await interaction.response.send_message("Psst.", ephemeral=True)
        await interaction.followup.send("And psst again.", ephemeral=True)
        await (await interaction.original_response()).edit(content="Psst!")

    async def on_think(self, interaction: ToyInteraction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(view=drawing("Thought."))

    async def on_mutter(self, interaction: ToyInteraction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=drawing("Mutter."))

    async def on_ask(self, interaction: ToyInteraction) -> None:
        await interaction.response.send_modal(Form(custom_id="toy:Form"))

    async def on_form(self, interaction: ToyInteraction) -> None:
        await interaction.response.send_message(json.dumps(interaction.data), ephemeral=True)

    async def on_drink(self, interaction: ToyInteraction) -> None:
        await interaction.response.send_message(str(interaction.data), ephemeral=True)

    async def on_chart(self, interaction: ToyInteraction) -> None:
        chart = discord.File(io.BytesIO(b"a chart"), "chart.txt", description="X marks the spot")
        await interaction.response.send_message(file=chart)

    async def on_post(self, interaction: ToyInteraction) -> None:
        """Say something in the channel, correct it, and take a second thing back."""
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        first, second = await channel.send("Land hoo"), await channel.send("Oops")
        await channel.get_partial_message(first.id).edit(content="Land ho")
        await second.delete()
        gone = await interaction.client.http.get_member(channel.guild.id, interaction.user.id)
        await interaction.response.send_message(gone["user"]["username"], ephemeral=True)

    async def on_sulk(self, interaction: ToyInteraction) -> None:
        """Never answer."""

    async def on_stray(self, interaction: ToyInteraction) -> None:
        assert interaction.guild is not None
        await interaction.guild.fetch_emojis()

    async def on_unknown(self, interaction: ToyInteraction) -> None:
        await interaction.response.send_message("What is that?", ephemeral=True)


def shown(message: discord.Message) -> str:
    container = message.components[0]
    assert isinstance(container, discord.components.Container)
    display = container.children[0]
    assert isinstance(display, discord.TextDisplay)
    return display.content


def group() -> app_commands.Group:
    toys = app_commands.Group(name="toy", description="Toys")

    @toys.command(name="open", description="Open a toy")
    @app_commands.choices(mood=[app_commands.Choice(name="Merry", value="merry")])
    async def open_toy(
        interaction: ToyInteraction,
        size: app_commands.Range[int, 1, 9],
        friend: discord.Member | None = None,
        loud: bool = False,  # noqa: FBT001, FBT002 (a command's option)
        mood: str = "calm",
    ) -> None:
        with_whom = None if friend is None else friend.display_name
        text = f"Count: 0\n{size} {with_whom} {loud} {mood} {interaction.user.display_name}"
        await interaction.response.send_message(view=drawing(text))

    return toys


async def run(toy: Toy) -> None:
    """Until SIGTERM."""
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: asyncio.ensure_future(toy.close()))
    async with toy:
        await toy.start(os.environ["DISCORD_TOKEN"])


def main(_argv: list[str]) -> int:
    logging.basicConfig(level=logging.INFO)
    asyncio.run(run(Toy(Path(os.environ["DATABASE_PATH"]))))
    return 0
