"""The real bot and a Discord that limits, stumbles and falls silent: clicks are answered, tables catch up (F38)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.faults import CALLBACK, FOLLOWUP, LOST, ORIGINAL, RESET, SILENCE, TABLE, Fault, limited, refused
from tests.wire.people import Reply, World
from tests.wire.server import Recorded
from tests.wire.state import Message

NewBot = Callable[..., BotProcess]

SOON: Final = {"messages.background.FIRST_PAUSE": 0.0}
"""A table that Discord did not take is tried again at once."""
HURRIED: Final = {**SOON, "app.REQUEST_SECONDS": 2.0, "messages.replies.FIRST_SECONDS": 3.0}
"""The bot waits for no answer of Discord's as long as it usually does."""
SLOW: Final = {"messages.replies.DEFER_AFTER_SECONDS": 0.0}
"""Every answer is deferred at once."""
EDIT_ROUTE = "PATCH /channels/{channel}/messages/{message}"
UNDELIVERED = "Discord did not take the answer to that."


class Lobby:
    """A lobby of Anne's, and her private panel of house rules: each click there is an edit of the table."""

    def __init__(self, world: World, bot: BotProcess) -> None:
        self.world = world
        self.server = world.server
        self.bot = bot
        self.anne = world.person("Anne")
        self.table: Message
        self.panel: Message

    async def open(self) -> None:
        await self.bot.start()
        self.table = (await self.world.slash(self.anne, "lands")).shown
        self.panel = (await self.world.click(self.anne, "House rules")).shown

    async def toggle(self, times: int = 1) -> Reply:
        """Switch a house rule."""
        for _ in range(times):
            reply = await self.world.click(self.anne, "Buried Treasure:", self.panel.id)
            assert reply.kind == 7
        return reply

    async def shows(self, *, on: bool) -> None:
        """Wait until the table tells how the rule stands."""
        await self.server.until(lambda: ("Buried Treasure: **on**" in self.table.text) is on)

    def edits(self) -> list[Recorded]:
        return self.server.sent("PATCH", "/channels/")

    def warnings(self) -> list[str]:
        """What the bot itself warned of; discord.py tells of limits on its own."""
        return [line for line in self.bot.output.splitlines() if " WARNING bot." in line or " ERROR " in line]


@pytest.fixture
async def lobby(world: World, new_bot: NewBot) -> Lobby:
    found = Lobby(world, new_bot(SOON))
    await found.open()
    return found


# --- F38: limits ---


@pytest.mark.parametrize("everywhere", [False, True])
async def test_f38_while_edits_are_limited_clicks_are_answered_and_then_the_table_shows_the_truth(
    lobby: Lobby, *, everywhere: bool
) -> None:
    """Nine clicks, but one edit under way, one behind it, and the two tries that were limited; then one more click."""
    clicked, limit = asyncio.Event(), limited(0.1, everywhere=everywhere)
    lobby.server.next("PATCH", TABLE, replace(limit, first=clicked.wait))
    lobby.server.next("PATCH", TABLE, limit)
    await lobby.toggle(9)
    assert lobby.server.struck <= 1, "the others wait behind it"
    clicked.set()
    await lobby.shows(on=True)
    await lobby.toggle()
    await lobby.shows(on=False)
    assert [one.status for one in lobby.edits()].count(429) == 2
    assert len(lobby.edits()) <= 5
    assert lobby.warnings() == []


async def test_f38_a_small_bucket_is_never_overdrawn(lobby: Lobby) -> None:
    lobby.server.limits.sizes[EDIT_ROUTE] = (2, 0.6)
    await lobby.toggle(11)
    await lobby.shows(on=True)
    assert {one.status for one in lobby.edits()} == {200}
    assert len(lobby.edits()) <= 11


async def test_f38_a_ban_of_the_address_is_not_answered_by_more_of_the_same(lobby: Lobby) -> None:
    lobby.server.next("PATCH", TABLE, limited(30, banned=True), times=9)
    await lobby.toggle()
    await lobby.bot.says("HTTPException 429 (0)")
    for _ in range(3):  # time enough for another try
        assert (await lobby.world.click(lobby.anne, "How to play")).private
    assert len(lobby.edits()) == 1
    lobby.server.faults.clear()
    await lobby.toggle(2)
    await lobby.shows(on=True)
    assert len(lobby.warnings()) == 1


# --- Servers in trouble, connections that break, silence ---

EDITS: dict[str, tuple[Fault, str]] = {
    "500": (refused(500), ""),
    "502": (refused(502), ""),
    "503": (refused(503), "DiscordServerError 503 (0)"),
    "reset": (RESET, "failed: "),
    "lost": (LOST, "failed: "),
}
"""What befalls one edit of the table, and what the log has of it; discord.py itself tries once more after a 500."""


async def test_an_edit_that_fails_in_passing_is_at_most_one_line_and_is_made_up_for(lobby: Lobby) -> None:
    for number, (name, (fault, told)) in enumerate(EDITS.items()):
        before, edits = lobby.warnings(), len(lobby.edits())
        lobby.server.next("PATCH", TABLE, fault)
        await lobby.toggle()
        await lobby.server.until(lambda edits=edits: len(lobby.edits()) >= edits + 2)  # type: ignore[misc]
        await lobby.shows(on=number % 2 == 0)
        fresh = lobby.warnings()[len(before) :]
        assert len(fresh) == bool(told), (name, fresh)
        assert told in "".join(fresh), name


CALLBACKS: dict[str, tuple[Fault, bool]] = {
    "500": (refused(500), True),
    "503": (refused(503), True),
    "429": (limited(0.1), True),
    "reset": (RESET, True),
    "404": (refused(404, 10062), False),
}
"""What befalls one first answer, and whether the player still gets one."""


async def test_a_click_whose_first_answer_fails_is_answered_as_long_as_discord_takes_one(lobby: Lobby) -> None:
    world, mary = lobby.world, lobby.world.person("Mary")
    for number, (name, (fault, answered)) in enumerate(CALLBACKS.items()):
        label = "Join" if number % 2 == 0 else "Leave"
        world.server.next("POST", CALLBACK, fault)
        press = world.press(mary, label, lobby.table.id)
        await world.send(press)
        if answered:
            assert await world.reply(press), name
        joined = label == "Join"
        await world.server.until(lambda joined=joined: ("Mary" in lobby.table.text) is joined)  # type: ignore[misc]
    assert len(lobby.warnings()) <= len(CALLBACKS)


async def test_what_discord_leaves_without_a_word_is_given_up_and_made_up_for(world: World, new_bot: NewBot) -> None:
    """An edit of the table, the answer to a click there, and that to the command for a lobby elsewhere."""
    lobby = Lobby(world, new_bot(HURRIED))
    await lobby.open()
    world.server.next("PATCH", TABLE, SILENCE)
    await lobby.toggle()
    await lobby.shows(on=True)
    assert any("TimeoutError" in line for line in lobby.warnings())
    world.server.next("POST", CALLBACK, SILENCE)
    await world.send(world.press(world.person("Mary"), "Join", lobby.table.id))
    await world.server.until(lambda: "Mary" in lobby.table.text)
    world.channel = world.state.new_channel("forecastle")
    world.server.next("POST", CALLBACK, SILENCE)
    await world.send(world.command(lobby.anne, "lands"))
    posted = await world.server.until(lambda: next((one for one in tables(world) if one is not lobby.table), None))
    assert "**1. Anne** · opened this lobby" in posted.text
    assert "**2. Bart**" in (await world.click(world.person("Bart"), "Join", posted.id)).text


# --- Answers that take long ---


def tables(world: World) -> list[Message]:
    return [one for one in world.state.messages.values() if one.reader is None]


async def test_a_thinking_whose_answer_fails_says_so_or_goes_away(world: World, new_bot: NewBot) -> None:
    await new_bot({**SLOW, "app.REQUEST_SECONDS": 2.0}).start()
    anne = world.person("Anne")
    for fault in (refused(403, 50001), refused(404, 10015), RESET, SILENCE):
        world.server.next("POST", FOLLOWUP, fault)
        told = await world.slash(anne, "pirates stats")
        assert told.text.startswith(UNDELIVERED)
        assert told.private
        world.server.next("POST", FOLLOWUP, fault)
        world.server.next("PATCH", ORIGINAL, fault)
        nothing = await world.slash(anne, "pirates stats")
        assert (nothing.kind, nothing.message) == (5, None)
        assert "Anne" in (await world.slash(anne, "pirates stats")).text
