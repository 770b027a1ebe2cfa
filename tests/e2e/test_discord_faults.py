"""Every call that the bot makes to Discord, answered by every fault: the game survives, and nothing is tried for ever.

Each row of `CALLS` provokes one call while Discord fails it, however often it is tried, and says what becomes of the
game. For all of them: no traceback, at most one line of warning for each call that failed, few tries, and the game can
be played on.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import aiohttp
import pytest
from msgspec import Struct

from bot.messages.background import FIRST_PAUSE
from tests.e2e import raids
from tests.e2e.harness import Channel, Message, Person, UnansweredError, World
from tests.e2e.turns import TURN

UNKNOWN_MESSAGE, UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, UNKNOWN_MEMBER = 10008, 10062, 10015, 10007

LOSSES: dict[str, Exception] = {
    "time-out": TimeoutError(),
    "reset": aiohttp.ClientOSError(104, "Connection reset by peer"),
}
STATUSES = {"403": (403, 50013), "429": (429, 0), "500": (500, 0)}
FAULTS = ("403", "404", "429", "500", "time-out", "reset")


@asynccontextmanager
async def failing(world: World, fault: str, missing: int, method: str, path: str) -> AsyncIterator[None]:
    """Let all calls that fit fail; `missing` is Discord's error number that goes with a 404."""
    if fault in LOSSES:
        world.discord_loses(method, path, LOSSES[fault])
    else:
        status, code = STATUSES.get(fault, (404, missing))
        world.discord_fails(method, path, status=status, code=code, times=None)
    yield
    world.discord_recovers()


@dataclass
class Scene:
    """A game of Anne and Bart in a channel of its own, and the fault that is to come."""

    world: World
    place: Channel
    call: "Call"
    fault: str
    anne: Person
    bart: Person
    tries: int = 0
    """How often the call was made while Discord failed it."""

    @property
    def table(self) -> Message:
        return self.world.table(self.place)

    async def sail(self, *others: str) -> None:
        """Start a game in which Anne begins."""
        await self.anne.slash("lands", self.place)
        for person in (self.bart, *self.world.people(*others)):
            await person.click("Join", on=self.table)
        self.world.first(0)
        self.world.stack("10H 2S 3S 4S")
        await self.anne.click("Start", on=self.table)

    async def while_it_fails(self, action: Awaitable[object]) -> None:
        """Let something happen while Discord fails the call. That a player may be left unanswered is judged later."""
        call = self.call
        before = self.world.calls(call.method, call.path)
        async with failing(self.world, self.fault, call.missing, call.method, call.path):
            with suppress(UnansweredError):
                await action
            await self.world.settle()
        self.tries += self.world.calls(call.method, call.path) - before


async def a_command_that_opens_a_lobby(scene: Scene) -> None:
    """The lobby stands, and a message of its own shows it."""
    await scene.while_it_fails(scene.anne.slash("lands", scene.place))
    assert "**1. Anne** · opened this lobby" in scene.table.text
    assert len(scene.place.messages) == 1
    await scene.bart.click("Join", on=scene.table)
    scene.world.first(0)
    await scene.anne.click("Start", on=scene.table)


async def suggestions(scene: Scene) -> None:
    """With the next letter they are there."""
    await scene.sail()
    await scene.while_it_fails(scene.anne.type("pirates press", "button", "d", scene.place))
    assert [*await scene.anne.type("pirates press", "button", "dr", scene.place)] == ["Draw"]


async def a_word_behind_an_answer(scene: Scene) -> None:
    """The table is redrawn all the same."""
    await scene.sail()
    old = scene.table.button("Draw")
    await scene.anne.click("Draw", on=scene.table)
    await scene.while_it_fails(scene.anne.click(old))
    assert "**Treasure: 10 doubloons**" in scene.table.text


async def an_edit_of_the_table(scene: Scene) -> None:
    """What the clock did shows with the next click, in a new message where the old one is gone, or a little later."""
    await scene.sail()
    await scene.anne.click("Draw", on=scene.table)
    await scene.while_it_fails(scene.world.advance(TURN))
    await scene.world.advance(FIRST_PAUSE)
    assert ("⌛ Time ran out for **Anne**." in scene.table.text) == (scene.fault not in {"403", "429"})
    if scene.fault in {"403", "429"}:
        old = scene.table.button("Draw")
        await scene.bart.press(old.custom_id, on=scene.table)
    assert "⌛ Time ran out for **Anne**." in scene.table.text


async def a_table_posted_anew(scene: Scene) -> None:
    """Somebody has deleted it. The clock acts for nobody before it is there again."""
    await scene.sail()
    await scene.world.delete(scene.table)
    await scene.while_it_fails(scene.world.advance(TURN))
    await scene.bart.slash("pirates table", scene.place)
    assert "Anne to play" in scene.table.text


async def a_turn_ping(scene: Scene) -> None:
    """Nobody is called yet; the table says whose turn it is."""
    await scene.sail()
    await scene.world.advance(61)
    await scene.anne.click("Draw", on=scene.table)
    await scene.while_it_fails(scene.anne.click("Back to the ship", on=scene.table))
    assert [message for message in scene.place.messages if message.pings] == []
    assert "Bart to play" in scene.table.text


async def an_old_table_taken_away(scene: Scene) -> None:
    """The new one is the table; a click on the old one leads there."""
    await scene.sail()
    old = scene.table
    await scene.while_it_fails(scene.anne.slash("pirates table", scene.place))
    assert scene.table.id != old.id
    await scene.anne.press(old.button("Draw").custom_id, on=old)
    assert "moved" in scene.place.messages[0].text


async def a_look_for_a_player(scene: Scene) -> None:
    """Where Discord does not say that they are gone, they are still there."""
    await scene.sail("Calico")
    await scene.while_it_fails(scene.world.advance(TURN))
    gone = scene.fault == "404"
    assert ("**Anne** left the game" in scene.table.text) == gone
    assert "Bart to play" in scene.table.text


def game_table(scene: Scene) -> Message:
    """The table, also where a ping with a button stands below it."""
    return [message for message in scene.place.messages if message.buttons and not message.pings][-1]


class Call(Struct, frozen=True):
    """A call to Discord, and what happens in a game while it fails."""

    method: str
    path: str
    missing: int
    """Discord's error number that goes with its 404."""
    scene: Callable[[Scene], Awaitable[None]]
    most_tries: int = 1


CALLBACK, FOLLOWUP = "/interactions/*/*/callback", "/webhooks/*/*"
POSTED, MESSAGE, MEMBER = "/channels/*/messages", "/channels/*/messages/*", "/guilds/*/members/*"

CALLS = {
    # A public message that is refused is tried again after 5, 10, 20 and 40 s.
    # A first answer that is refused is followed by one that says so.
    "command": Call("POST", CALLBACK, UNKNOWN_INTERACTION, a_command_that_opens_a_lobby, most_tries=2),
    "suggestions": Call("POST", CALLBACK, UNKNOWN_INTERACTION, suggestions),
    "followup": Call("POST", FOLLOWUP, UNKNOWN_WEBHOOK, a_word_behind_an_answer),
    "edit": Call("PATCH", MESSAGE, UNKNOWN_MESSAGE, an_edit_of_the_table, most_tries=2),
    "post": Call("POST", POSTED, UNKNOWN_MESSAGE, a_table_posted_anew, most_tries=5),
    "ping": Call("POST", POSTED, UNKNOWN_MESSAGE, a_turn_ping),
    "delete table": Call("DELETE", MESSAGE, UNKNOWN_MESSAGE, an_old_table_taken_away),
    "member": Call("GET", MEMBER, UNKNOWN_MEMBER, a_look_for_a_player),
}


def warned(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the bot warned of, none of it with a traceback."""
    records = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not [record for record in records if record.exc_info or record.levelno > logging.WARNING]
    return [record.getMessage() for record in records]


@pytest.mark.parametrize("name", CALLS)
async def test_a_game_survives_each_fault_of_a_call(world: World, caplog: pytest.LogCaptureFixture, name: str) -> None:
    call = CALLS[name]
    for fault in FAULTS:
        caplog.clear()
        anne, bart = world.people("Anne", "Bart")
        scene = Scene(world, world.server.channel(f"deck-{fault}"), call, fault, anne, bart)
        await call.scene(scene)
        assert 1 <= scene.tries <= call.most_tries, fault
        assert len(warned(caplog)) <= scene.tries, fault
        reply = await player(scene).click("Draw", on=game_table(scene))
        assert reply.public is not None, fault
        assert "Treasure: " in game_table(scene).text
        await world.moderator("Mo").slash("pirates end", scene.place)
        await world.advance(FIRST_PAUSE)


def player(scene: Scene) -> Person:
    return scene.bart if "Bart to play" in game_table(scene).text else scene.anne


# --- Hands: they are private, and the table is always there ---


async def test_a_hand_that_cannot_be_shown_is_opened_from_the_table(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither opened by itself nor brought up to date: the victim is called in the channel, and opens it there."""
    for number, fault in enumerate(FAULTS):
        caplog.clear()
        anne, bart = await raids.raid(world, "Anne", "Bart", pirates=raids.PIRATES)
        if number % 2:
            await raids.play(anne, "peek 6C 2", "take 4", "end-turn")
        else:
            await world.advance(TURN)
        async with (
            failing(world, fault, UNKNOWN_WEBHOOK, "POST", FOLLOWUP),
            failing(world, fault, UNKNOWN_WEBHOOK, "PATCH", "/webhooks/*/*/messages/*"),
        ):
            await raids.play(bart, "peek 10C 3", "take 3", "steal 4 4C")
        await anne.click("React")
        await anne.click("Let it go", on=raids.hand(anne))
        assert "React" not in raids.table(world).labels
        assert len(warned(caplog)) <= 3, fault
        await world.moderator("Mo").slash("pirates end")
