"""The real bot and a Discord that limits, stumbles and falls silent: clicks are answered, tables catch up (F38)."""

from collections.abc import Callable

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.faults import (
    CALLBACK,
    FOLLOWUP,
    LOST,
    ORIGINAL,
    RESET,
    SILENCE,
    TABLE,
    Fault,
    late,
    limited,
    refused,
)
from tests.wire.people import InteractionFailed, Reply, World
from tests.wire.server import Recorded
from tests.wire.shapes import Person
from tests.wire.state import Message

HASTY = "tests.wire.hasty"
EDIT_ROUTE = "PATCH /channels/{channel}/messages/{message}"
UNDELIVERED = "Discord did not take the answer to that."


class Lobby:
    """A lobby of Anne's, and her private panel of house rules: each click there is an edit of the table."""

    def __init__(self, world: World, bot: BotProcess) -> None:
        self.world = world
        self.bot = bot
        self.anne = world.person("Anne")
        self.table: Message
        self.panel: Message

    async def open(self) -> None:
        opened = await self.world.slash(self.anne, "lands")
        panel = await self.world.click(self.anne, "House rules")
        assert opened.message is not None
        assert panel.message is not None
        self.table, self.panel = opened.message, panel.message

    async def toggle(self) -> Reply:
        """Switch a house rule."""
        return await self.world.click(self.anne, "Buried Treasure:", self.panel.id)

    async def toggle_often(self, times: int) -> None:
        for _ in range(times):
            assert (await self.toggle()).kind == 7

    async def shows(self, *, on: bool) -> None:
        """Wait until the table tells how the rule stands."""
        await self.world.server.until(lambda: ("Buried Treasure: **on**" in self.table.text) is on, patience=8)

    def edits(self) -> list[Recorded]:
        return self.world.server.sent("PATCH", "/channels/")


@pytest.fixture
async def lobby(world: World, new_bot: Callable[..., BotProcess]) -> Lobby:
    bot = new_bot(HASTY, HASTY_DEFER="10")  # a busy machine is no outage
    await bot.start()
    found = Lobby(world, bot)
    await found.open()
    return found


def warnings(bot: BotProcess) -> list[str]:
    """What the bot itself warned of; discord.py tells of limits on its own."""
    return [line for line in bot.output.splitlines() if " WARNING bot." in line or " ERROR " in line]


# --- F38: limits ---


@pytest.mark.parametrize("everywhere", [False, True])
async def test_f38_while_edits_are_limited_clicks_are_answered_and_then_the_table_shows_the_truth(
    lobby: Lobby, *, everywhere: bool
) -> None:
    """Nine clicks, but one edit under way, one behind it, and the two tries that were limited; then one more click."""
    lobby.world.server.next("PATCH", TABLE, limited(0.4, everywhere=everywhere), times=2)
    await lobby.toggle_often(9)
    assert len(lobby.edits()) <= 2, "the limit still holds"
    await lobby.shows(on=True)
    await lobby.toggle()
    await lobby.shows(on=False)
    assert [one.status for one in lobby.edits()].count(429) == 2
    assert len(lobby.edits()) <= 5
    assert warnings(lobby.bot) == []


async def test_f38_a_small_bucket_is_never_overdrawn(lobby: Lobby) -> None:
    lobby.world.server.limits.sizes[EDIT_ROUTE] = (2, 0.6)
    await lobby.toggle_often(11)
    await lobby.shows(on=True)
    assert {one.status for one in lobby.edits()} == {200}
    assert len(lobby.edits()) <= 11


async def test_f38_a_ban_of_the_address_is_not_answered_by_more_of_the_same(lobby: Lobby) -> None:
    lobby.world.server.next("PATCH", TABLE, limited(30, banned=True), times=None)
    await lobby.toggle()
    await lobby.world.server.until(lobby.edits)
    assert (await lobby.world.click(lobby.anne, "How to play")).private
    assert len(lobby.edits()) == 1
    lobby.world.server.faults.clear()
    await lobby.toggle_often(2)
    await lobby.shows(on=True)
    [told] = warnings(lobby.bot)
    assert told.endswith("HTTPException 429 (0)")


# --- Servers in trouble, connections that break, silence ---

EDITS: dict[str, tuple[Fault, str]] = {
    "500": (refused(500), ""),
    "502": (refused(502), ""),
    "503": (refused(503), "DiscordServerError 503 (0)"),
    "reset": (RESET, "failed: "),
    "lost": (LOST, "failed: "),
    "silence": (SILENCE, "TimeoutError"),
    "latency": (late(0.2), ""),
}
"""What befalls one edit of the table, and what the log has of it; discord.py itself tries once more after a 500."""


async def test_an_edit_that_fails_in_passing_is_at_most_one_line_and_is_made_up_for(lobby: Lobby) -> None:
    server = lobby.world.server
    for number, (name, (fault, told)) in enumerate(EDITS.items()):
        before, struck = warnings(lobby.bot), server.struck
        server.next("PATCH", TABLE, fault)
        await lobby.toggle()
        await server.until(lambda struck=struck: server.struck > struck)  # type: ignore[misc]
        await lobby.shows(on=number % 2 == 0)
        if told:  # the second try comes after the line
            await server.until(lambda before=before: len(warnings(lobby.bot)) > len(before))  # type: ignore[misc]
        fresh = warnings(lobby.bot)[len(before) :]
        assert len(fresh) == bool(told), (name, fresh)
        assert told in "".join(fresh), name


CALLBACKS: dict[str, tuple[Fault, bool]] = {
    "500": (refused(500), True),
    "503": (refused(503), True),
    "429": (limited(0.1), True),
    "reset": (RESET, True),
    "latency": (late(0.2), True),
    "404": (refused(404, 10062), False),
    "silence": (SILENCE, False),
}
"""What befalls one first answer, and whether the player still gets one in time."""


async def test_a_click_whose_first_answer_fails_is_answered_as_long_as_discord_takes_one(lobby: Lobby) -> None:
    world = lobby.world
    mary = world.person("Mary")
    for number, (name, (fault, answered)) in enumerate(CALLBACKS.items()):
        label = "Join" if number % 2 == 0 else "Leave"
        world.server.next("POST", CALLBACK, fault)
        press = world.press(mary, label, lobby.table.id)
        await world.send(press)
        if answered:
            assert await world.reply(press), name
        joined = label == "Join"
        await world.server.until(lambda joined=joined: ("Mary" in lobby.table.text) is joined)  # type: ignore[misc]
    assert len(warnings(lobby.bot)) <= len(CALLBACKS)


async def test_a_lobby_whose_command_nobody_could_answer_stands_in_the_channel(
    world: World, new_bot: Callable[..., BotProcess]
) -> None:
    bot = new_bot(HASTY)
    await bot.start()
    anne, mary = world.person("Anne"), world.person("Mary")
    world.patience = 0.5
    world.server.next("POST", CALLBACK, SILENCE)
    with pytest.raises(InteractionFailed):
        await world.slash(anne, "lands")
    await world.server.until(lambda: world.seen(mary))
    assert "**1. Anne** · opened this lobby" in world.seen(mary)[0].text
    assert "**2. Mary**" in (await world.click(mary, "Join")).text


# --- Answers that take long ---


async def slow(world: World, new_bot: Callable[..., BotProcess]) -> Person:
    """A bot that defers every answer at once, and a lobby."""
    bot = new_bot(HASTY, HASTY_DEFER="0")
    await bot.start()
    anne = world.person("Anne")
    await world.slash(anne, "lands")
    await world.server.until(lambda: tables(world))
    return anne


def tables(world: World) -> list[Message]:
    return [one for one in world.state.messages.values() if one.reader is None]


async def test_a_thinking_whose_answer_fails_says_so_or_goes_away(
    world: World, new_bot: Callable[..., BotProcess]
) -> None:
    anne = await slow(world, new_bot)
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


async def test_a_slow_lobby_whose_message_fails_stands_in_the_channel_all_the_same(
    world: World, new_bot: Callable[..., BotProcess]
) -> None:
    """The private note went out, and promises it."""
    bot = new_bot(HASTY, HASTY_DEFER="0")
    await bot.start()
    world.server.next("POST", FOLLOWUP, late(0), RESET)
    told = await world.slash(world.person("Anne"), "lands")
    assert told.text == "It stands in the channel, below."
    await world.server.until(lambda: tables(world))
    assert "**1. Anne** · opened this lobby" in tables(world)[0].text
