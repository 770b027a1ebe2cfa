"""Settings of servers in the store, and what they mean for a new game."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from discord import Permissions
from msgspec.structs import replace

from bot.commands.admin import require_manager
from bot.model.errors import MalformedId, Refusal, Refused
from bot.model.house_rules import chosen, house_rules
from bot.model.records import Person, ServerSettings, Session, Terms
from bot.storage.store import Store
from bot.texts.content import load
from rules.lands.model import Options
from tests.bot.builders import ANNE, BART, CHANNEL, GUILD, GatedStore, Held, Room, person
from tests.rules.builders import idols

THREAD, GALLEY, CABIN = 700, 71, 72
IN_THREAD = Person(1, "Anne", GUILD, THREAD, parent_id=CHANNEL)
TABLE = house_rules(load())["lands"]


async def settle(room: Room, **settings: Any) -> None:
    await room.store.servers.change(GUILD, lambda _: ServerSettings(**settings))


async def opened(room: Room, who: Person) -> Session:
    return (await room.sessions.open("lands", who, Terms(Options()))).after


@pytest.mark.parametrize("who", [ANNE, IN_THREAD])
async def test_an_allowed_channel_and_its_threads_take_games_and_others_name_them(room: Room, who: Person) -> None:
    await settle(room, channels=(GALLEY, CABIN))
    assert await room.refusal(opened(room, who)) == (Refusal.CHANNEL_NOT_ALLOWED, {"channels": "<#71>, <#72>"})
    await settle(room, channels=(CHANNEL, GALLEY))
    assert (await opened(room, who)).live


async def test_a_rematch_asks_the_settings_as_well(room: Room) -> None:
    session = await room.game(ANNE, BART)
    await room.sessions.close_place(CHANNEL)
    await settle(room, channels=(GALLEY,))
    reason, _ = await room.refusal(room.sessions.rematch(session.id, ANNE))
    assert reason is Refusal.CHANNEL_NOT_ALLOWED


async def test_lobbies_and_running_games_of_the_server_count_and_ended_ones_do_not(room: Room) -> None:
    await settle(room, most_games=2)
    await opened(room, Person(1, "Anne", GUILD + 1, 73))
    await room.game(ANNE, BART)
    await opened(room, person(1, "Anne", GALLEY))
    assert await room.refusal(opened(room, person(1, "Anne", CABIN))) == (Refusal.TOO_MANY_GAMES, {"open": 2})
    assert await room.store.servers.live(GUILD) == 2
    await room.sessions.close_place(CHANNEL)
    assert (await opened(room, person(1, "Anne", CABIN))).live


async def test_of_two_lobbies_opened_in_the_same_moment_the_limit_lets_one_through(room: Room) -> None:
    await settle(room, most_games=1)
    async with Held(room.store) as held:
        held.send(opened(room, ANNE), opened(room, person(2, "Bart", GALLEY)))
        first, second = await held.outcome(2)
    assert isinstance(first, Session)
    assert isinstance(second, Refused)
    assert second.reason is Refusal.TOO_MANY_GAMES


@pytest.mark.parametrize("names", [(), ("manage_messages", "moderate_members", "manage_channels", "manage_roles")])
def test_nobody_changes_settings_who_may_not_manage_the_server(names: tuple[str, ...]) -> None:
    def who_may(**permissions: bool) -> Any:
        return SimpleNamespace(permissions=Permissions(**permissions))

    with pytest.raises(Refused) as refused:
        require_manager(who_may(**dict.fromkeys(names, True)))
    assert refused.value.reason is Refusal.NEEDS_MANAGER
    require_manager(who_may(manage_guild=True))


async def test_settings_and_house_rules_are_read_by_the_next_run_and_by_no_other_server(store: GatedStore) -> None:
    settings = ServerSettings(channels=(CHANNEL, GALLEY), most_games=25, pings=False)
    terms = Terms(Options(target=150, dare=True, idols=idols("Q toll 5")), None)
    await store.servers.change(GUILD, lambda _: settings)
    await store.servers.change_terms(GUILD, "lands", lambda before: replace(before, turn_seconds=60))
    await store.servers.change_terms(GUILD, "lands", lambda _: terms)
    again = Store(store._database, store._queries).servers
    assert (await again.settings(GUILD), await again.terms(GUILD, "lands")) == (settings, terms)
    assert await again.settings(GUILD + 1) == ServerSettings()
    assert await again.terms(GUILD + 1, "lands") == Terms(Options())


async def test_two_changes_in_the_same_moment_both_stand(room: Room) -> None:
    def setting(argument: str) -> Any:
        rule, value = chosen(TABLE, argument, ())
        return room.store.servers.change_terms(GUILD, "lands", lambda terms: rule.write(terms, value))

    await asyncio.gather(setting("dare=on"), setting("buried_treasure=on"))
    assert await room.store.servers.terms(GUILD, "lands") == Terms(Options(dare=True, buried_treasure=True))
    assert await room.store.servers.terms(GUILD, "blackspot") != await room.store.servers.terms(GUILD, "lands")


@pytest.mark.parametrize("number", [1, 3])
async def test_only_the_next_season_begins(room: Room, number: int) -> None:
    assert not await room.store.servers.begin_season(GUILD, "lands", number, room.clock.now)
    assert await room.store.servers.season(GUILD, "lands") == 1


def test_a_choice_that_no_panel_offers_is_malformed() -> None:
    unoffered = ("dare", ()), ("dare", ("on", "off")), ("dare=perhaps", ()), ("chess=on", ()), ("turn_time", ("7",))
    for argument, values in (*unoffered, ("", ("on",))):
        with pytest.raises(MalformedId):
            chosen(TABLE, argument, values)
