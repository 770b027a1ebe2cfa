"""The lobby of Lands Uncharted, as the people in the channel see it."""

import pytest

from tests.e2e.harness import ImpossibleError, World
from tests.e2e.voyages import gather

OPENERS = "That is up to the player who opened the game; a moderator can end it too."


async def test_the_lobby_tells_who_is_aboard_and_who_opened_it(world: World) -> None:
    await gather(world, "Anne", "Bart", "Calico")
    assert "Aboard (3 of 4)" in world.table().text
    assert "**1. Anne** · opened this lobby\n**2. Bart**\n**3. Calico**" in world.table().text


async def test_joining_costs_one_call_to_discord(world: World) -> None:
    (bart,) = world.people("Bart")
    await gather(world, "Anne")
    assert len((await bart.click("Join")).requests) == 1


async def test_nobody_boards_twice(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    before = world.table().text
    for person in (anne, bart):
        reply = await person.click("Join")
        assert reply.private == "You are already aboard."
        assert reply.public is None
    assert world.table().text == before


async def test_a_fifth_player_finds_no_seat(world: World) -> None:
    await gather(world, "Anne", "Bart", "Calico", "Dita")
    (edward,) = world.people("Edward")
    assert (await edward.click("Join")).private == "The lobby is full: 4 players at most."
    assert "Edward" not in world.table().text


async def test_when_the_opener_leaves_the_next_one_has_opened_it(world: World) -> None:
    anne, _, _ = await gather(world, "Anne", "Bart", "Calico")
    await anne.click("Leave")
    assert "**1. Bart** · opened this lobby\n**2. Calico**" in world.table().text
    assert "Anne" not in world.table().text


async def test_the_lobby_closes_when_the_last_one_leaves(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    await anne.click("Leave")
    reply = await bart.click("Leave")
    assert reply.public is not None
    assert "Everyone left the lobby." in reply.public
    assert (await anne.slash("lands")).private is None


async def test_who_touched_coin_last_goes_first(world: World) -> None:
    anne, bart, calico = await gather(world, "Anne", "Bart", "Calico")
    await calico.click("I touched coin last")
    await bart.click("I touched coin last")
    assert "**2. Bart** · 🪙 touched coin last" in world.table().text
    assert world.table().text.count("touched coin last, goes first") == 1
    await anne.click("Start")
    assert "Bart to play" in world.table().text
    with pytest.raises(ImpossibleError):
        await calico.click("I touched coin last")


async def test_anyone_in_the_lobby_may_start_and_nobody_else(world: World) -> None:
    _, bart = await gather(world, "Anne", "Bart")
    (stranger,) = world.people("Edward")
    refused = await stranger.click("Start")
    assert refused.private == "You are not in this lobby. **Join** takes a seat in it."
    assert "the crew gathers" in world.table().text
    await bart.click("Start")
    assert "to play" in world.table().text


async def test_only_the_opener_or_a_moderator_cancels(world: World) -> None:
    _, bart = await gather(world, "Anne", "Bart")
    assert (await bart.click("Cancel")).private == OPENERS
    mary = world.moderator("Mary")
    reply = await mary.click("Cancel")
    assert reply.public is not None
    assert "**Mary**" in reply.public


async def test_x4_a_channel_has_one_game_and_a_thread_is_a_channel(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    refused = await bart.slash("lands")
    assert refused.private is not None
    assert refused.private.startswith("There is already a game in this channel.")
    assert refused.public is None
    thread = world.server.deck.thread("quiet corner")
    assert (await anne.slash("lands", thread)).private is None
    assert "**1. Anne** · opened this lobby" in world.table(thread).text


async def test_a_lobby_nobody_starts_closes_after_a_quarter_of_an_hour_without_change(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    await world.advance(899)
    await bart.click("Leave")
    await world.advance(899)
    assert "the crew gathers" in world.table().text
    await world.advance(1)
    assert "Nobody started in time" in world.messages()[-1].text
    assert (await anne.slash("lands")).public is not None


async def test_a_name_with_markup_does_nothing(world: World) -> None:
    await gather(world, "@everyone", "**Bold** `code`", "[link](https://example.org)")
    table = world.table()
    assert "**1. \\@everyone**" in table.text
    assert "**2. \\*\\*Bold\\*\\* \\`code\\`**" in table.text
    assert "](https" not in table.text
    assert table.pings == ()


async def test_without_the_right_to_write_no_game_starts_and_the_answer_names_the_right(world: World) -> None:
    (anne,) = world.people("Anne")
    await world.server.deck.deny_bot("send_messages")
    refused = await anne.slash("lands")
    assert refused.private is not None
    assert "Send Messages" in refused.private
    assert world.messages() == []


async def test_a_right_lost_while_the_crew_gathers_stops_the_start_and_can_be_given_back(world: World) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    await world.server.deck.deny_bot("send_messages")
    refused = await anne.click("Start")
    assert refused.private is not None
    assert "Send Messages" in refused.private
    await world.server.deck.deny_bot()
    await anne.click("Start")
    assert "to play" in world.table().text
