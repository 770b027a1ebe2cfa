"""The harness itself, tried on a toy bot: what an end-to-end test may rely on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite
import discord
import pytest

from tests.e2e.harness import BadPayload, ImpossibleError, UnansweredError, World

Button = discord.ui.Button["discord.ui.LayoutView"]


class Toy(discord.AutoShardedClient):
    """Counts clicks in a database and closes the count an hour after the last one."""

    def __init__(self, database: aiosqlite.Connection) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), shard_count=1, allowed_mentions=discord.AllowedMentions.none()
        )
        self.database = database
        self.tree = discord.app_commands.CommandTree(self)
        self.wake = asyncio.Event()
        self.clock: asyncio.Task[None] | None = None
        self.place: discord.abc.Messageable | None = None

    async def setup_hook(self) -> None:
        await self.database.execute("create table if not exists clicks (who integer)")
        self.tree.command(name="count", description="Open a count")(open_count)
        await self.tree.sync()
        self.clock = asyncio.create_task(self.run_clock())

    async def run_clock(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self.wake.wait(), 3600)
                self.wake.clear()
            except TimeoutError:
                if self.place is not None:
                    await self.place.send("Too late.")

    async def close(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
        await super().close()

    async def draw(self) -> discord.ui.LayoutView:
        rows = await self.database.execute_fetchall("select who from clicks")
        view = discord.ui.LayoutView(timeout=None)
        text = discord.ui.TextDisplay["discord.ui.LayoutView"](f"{len(list(rows))} clicks, last by {list(rows)[-1:]}")
        view.add_item(text)
        names = ["\N{ANCHOR} Count me (+1)", "Whisper", "Sleep on it", "Fail", "Mislabel", "Ask me", "Grey"]
        for start in (0, 5):
            row = discord.ui.ActionRow["discord.ui.LayoutView"]()
            for name in names[start : start + 5]:
                row.add_item(Button(label=name, custom_id=f"toy:{name}", disabled=name == "Grey"))
            view.add_item(row)
        view.stop()
        return view

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.send_message("Noted.", ephemeral=True)
        if interaction.type is not discord.InteractionType.component:
            return
        self.wake.set()
        assert interaction.data is not None
        match str(interaction.data.get("custom_id", "")).removeprefix("toy:"):
            case "\N{ANCHOR} Count me (+1)":
                await self.database.execute("insert into clicks values (?)", (interaction.user.id,))
                await self.database.commit()
                await interaction.response.edit_message(view=await self.draw())
            case "Whisper":
                await interaction.response.send_message("Only for you.", ephemeral=True)
            case "Sleep on it":
                await asyncio.sleep(10)
            case "Fail":
                raise LookupError("a fault of the toy")
            case "Mislabel":
                view = discord.ui.View(timeout=None)
                view.add_item(discord.ui.Button(emoji="\N{ANCHOR}", custom_id="toy:nameless"))
                view.stop()
                await interaction.response.send_message("Look", view=view)
            case "Ask me":
                modal = discord.ui.Modal(title="A question", custom_id="toy:modal")
                modal.add_item(discord.ui.TextInput(label="Your answer", custom_id="toy:answer"))
                await interaction.response.send_modal(modal)
            case unknown:
                await interaction.response.send_message(f"Unknown: {unknown}", ephemeral=True)


async def open_count(interaction: discord.Interaction[Toy]) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    interaction.client.place = interaction.channel
    await interaction.response.send_message(view=await interaction.client.draw())


@pytest.fixture
async def toys(tmp_path: Path) -> AsyncIterator[World]:
    @asynccontextmanager
    async def launch(_world: World) -> AsyncIterator[Toy]:
        async with aiosqlite.connect(tmp_path / "toy.sqlite3") as database:
            yield Toy(database)

    async with World.open(launch) as world:
        yield world


async def test_people_see_what_a_click_changed(toys: World) -> None:
    anne, bart = toys.people("Anne", "Bart")
    await anne.slash("count")
    reply = await bart.click("Count me")
    assert reply.public is not None
    assert reply.public.startswith("1 clicks")
    assert toys.table().text == reply.public
    assert len(reply.requests) == 1


async def test_only_its_reader_sees_a_private_message(toys: World) -> None:
    anne, bart = toys.people("Anne", "Bart")
    await anne.slash("count")
    reply = await bart.click("Whisper")
    assert reply.private == "Only for you."
    assert reply.public is None
    assert [message.text for message in bart.messages()][-1] == "Only for you."
    assert len(anne.messages()) == len(toys.messages()) == 1


async def test_what_the_screen_does_not_offer_is_impossible(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    with pytest.raises(ImpossibleError, match="no 'Draw' among"):
        await anne.click("Draw")
    with pytest.raises(ImpossibleError, match="greyed"):
        await anne.click("Grey")


async def test_an_outdated_button_is_clicked_as_it_was(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    old = toys.table().button("Count me")
    await anne.click("Count me")
    await anne.click(old)
    assert toys.table().text.startswith("2 clicks")


async def test_a_forged_id_reaches_the_bot(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    assert (await anne.press("toy:forged")).private == "Unknown: forged"


async def test_a_modal_is_filled_by_the_labels_of_its_fields(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    asked = await anne.click("Ask me")
    assert (await anne.submit(asked, your_answer="42")).private == "Noted."


async def test_time_passes_only_when_the_test_says_so(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    await toys.advance(3599)
    assert len(toys.messages()) == 1
    await toys.advance(1)
    assert toys.messages()[-1].text == "Too late."


async def test_a_restart_keeps_the_world_and_the_database(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    await anne.click("Count me")
    first, before = toys.bot, toys.now()
    await toys.restart(after=86400)
    assert toys.bot is not first
    assert toys.now() == before + 86400
    await anne.click("Count me")
    assert toys.table().text.startswith("2 clicks")


async def test_while_the_bot_is_away_nobody_is_answered(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    await toys.crash()
    assert not (await anne.click("Count me")).acknowledged
    await toys.start()
    assert (await anne.click("Count me")).acknowledged


async def test_a_click_without_an_answer_fails(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    with pytest.raises(UnansweredError):
        await anne.click("Sleep on it")


async def test_a_fault_fails_the_test_unless_it_was_looked_at(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    with pytest.raises(UnansweredError):
        await anne.click("Fail")
    assert any("a fault of the toy" in error for error in toys.errors)


async def test_a_payload_that_breaks_a_rule_fails(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    with pytest.raises(BadPayload, match="a control without a word"):
        await anne.click("Mislabel")


async def test_a_channel_may_refuse_the_bot(toys: World) -> None:
    (anne,) = toys.people("Anne")
    await anne.slash("count")
    await toys.server.deck.deny_bot("send_messages")
    await toys.advance(3600)
    assert any("Missing Permissions" in error for error in toys.errors)


async def test_servers_threads_and_moderators_are_apart(toys: World) -> None:
    (anne,) = toys.people("Anne")
    tortuga = toys.second_server("Tortuga")
    there = tortuga.visit(anne)
    thread = tortuga.deck.thread("quiet corner")
    mary = toys.moderator("Mary")
    await mary.slash("count")
    await there.slash("count", tortuga.deck)
    assert there.id == anne.id
    assert len(tortuga.deck.messages) == 2  # the table, and Discord's own note about the thread
    assert len(toys.messages()) == 1
    assert thread.messages == []
