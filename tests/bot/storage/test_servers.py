"""Settings of servers in the store, and what they mean for a new game."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import Permissions

from bot.commands.admin import require_manager
from bot.model.errors import MalformedId, Refusal, Refused
from bot.model.house_rules import chosen, house_rules
from bot.model.records import Change, Person, ServerSettings, Session, Terms
from bot.storage.store import Store
from bot.texts.content import load
from rules.lands.model import Options
from tests.bot.builders import ANNE, BART, CHANNEL, GUILD, GatedStore, Held, Room, person

THREAD = 700
GALLEY = 71


def in_thread(who: Person) -> Person:
    return Person(who.user_id, who.name, GUILD, THREAD, parent_id=CHANNEL)


async def settle(room: Room, settings: ServerSettings) -> None:
    await room.store.servers.change(GUILD, lambda _: settings)


async def opened(room: Room, who: Person) -> Session:
    change: Change = await room.sessions.open("lands", who, Terms(Options()))
    return change.after


# --- Channels ---


@pytest.mark.parametrize("who", [ANNE, in_thread(ANNE)])
async def test_an_allowed_channel_and_its_threads_take_games(room: Room, who: Person) -> None:
    await settle(room, ServerSettings(channels=(CHANNEL, GALLEY)))
    assert (await opened(room, who)).live


@pytest.mark.parametrize("who", [ANNE, in_thread(ANNE)])
async def test_another_channel_and_its_threads_refuse_and_name_the_allowed_ones(room: Room, who: Person) -> None:
    await settle(room, ServerSettings(channels=(GALLEY, 72)))
    assert await room.refusal(opened(room, who)) == (Refusal.CHANNEL_NOT_ALLOWED, {"channels": "<#71>, <#72>"})


async def test_a_rematch_asks_the_settings_as_well(room: Room) -> None:
    session = await room.game(ANNE, BART)
    await room.sessions.close_place(CHANNEL)
    await settle(room, ServerSettings(channels=(GALLEY,)))
    reason, _ = await room.refusal(room.sessions.rematch(session.id, ANNE))
    assert reason is Refusal.CHANNEL_NOT_ALLOWED


# --- How many ---


async def test_lobbies_and_running_games_count_and_ended_ones_do_not(room: Room) -> None:
    await settle(room, ServerSettings(most_games=2))
    await room.game(ANNE, BART)
    await opened(room, person(1, "Anne", 71))
    assert await room.refusal(opened(room, person(1, "Anne", 72))) == (Refusal.TOO_MANY_GAMES, {"open": 2})
    assert await room.store.servers.live(GUILD) == 2
    await room.sessions.close_place(CHANNEL)
    assert (await opened(room, person(1, "Anne", 72))).live


async def test_games_of_other_servers_do_not_count(room: Room) -> None:
    await settle(room, ServerSettings(most_games=1))
    await opened(room, Person(1, "Anne", GUILD + 1, 71))
    assert (await opened(room, ANNE)).live


async def test_of_two_lobbies_opened_in_the_same_moment_the_limit_lets_one_through(room: Room) -> None:
    await settle(room, ServerSettings(most_games=1))
    async with Held(room.store) as held:
        held.send(opened(room, ANNE), opened(room, person(2, "Bart", 71)))
        answers = await held.outcome(2)
    assert [isinstance(answer, Session) for answer in answers] == [True, False]
    assert isinstance(answers[1], Refused)
    assert answers[1].reason is Refusal.TOO_MANY_GAMES


# --- Who may change them ---


@pytest.mark.parametrize("names", [(), ("manage_messages", "moderate_members", "manage_channels", "manage_roles")])
def test_nobody_changes_settings_who_may_not_manage_the_server(names: tuple[str, ...]) -> None:
    interaction: Any = SimpleNamespace(permissions=Permissions(**dict.fromkeys(names, True)))
    with pytest.raises(Refused) as refused:
        require_manager(interaction)
    assert refused.value.reason is Refusal.NEEDS_MANAGER
    require_manager(cast("Any", SimpleNamespace(permissions=Permissions(manage_guild=True))))


# --- Stored ---


async def test_settings_are_read_by_the_next_run_and_by_no_other_server(store: GatedStore) -> None:
    settings = ServerSettings(channels=(CHANNEL, GALLEY), most_games=25, pings=False)
    await store.servers.change(GUILD, lambda _: settings)
    again = Store(store._database, store._queries)
    assert await again.servers.settings(GUILD) == settings
    assert await again.servers.settings(GUILD + 1) == ServerSettings()


async def test_two_changes_in_the_same_moment_both_stand(room: Room) -> None:
    table = house_rules(load())["lands"]

    def setting(argument: str) -> asyncio.Future[Terms]:
        rule, value = chosen(table, argument, ())
        return asyncio.ensure_future(
            room.store.servers.change_terms(GUILD, "lands", lambda terms: rule.write(terms, value))
        )

    await asyncio.gather(setting("dare=on"), setting("buried_treasure=on"))
    assert await room.store.servers.terms(GUILD, "lands") == Terms(Options(dare=True, buried_treasure=True))
    assert await room.store.servers.terms(GUILD, "blackspot") != await room.store.servers.terms(GUILD, "lands")


@pytest.mark.parametrize("number", [1, 3])
async def test_only_the_next_season_begins(room: Room, number: int) -> None:
    assert not await room.store.servers.begin_season(GUILD, "lands", number, room.clock.now)
    assert await room.store.servers.season(GUILD, "lands") == 1


@pytest.mark.parametrize(
    "argument,values",
    [
        ("dare", ()),
        ("dare", ("on", "off")),
        ("dare=perhaps", ()),
        ("chess=on", ()),
        ("", ("on",)),
        ("turn_time", ("7",)),
    ],
)
def test_a_choice_that_no_panel_offers_is_malformed(argument: str, values: tuple[str, ...]) -> None:
    with pytest.raises(MalformedId):
        chosen(house_rules(load())["lands"], argument, values)
