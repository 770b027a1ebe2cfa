"""The lobby of Lands Uncharted, as the people in the channel see it."""

from tests.e2e.harness import World
from tests.e2e.turns import seen
from tests.e2e.voyages import gather


async def test_the_lobby_tells_who_is_aboard_who_opened_it_and_who_goes_first(world: World) -> None:
    anne, bart, calico = await gather(world, "Anne", "Bart", "Calico")
    assert "Aboard (3 of 4)" in seen(world)
    assert "**1. Anne** · opened this lobby\n**2. Bart**\n**3. Calico**" in seen(world)
    await calico.click("I touched coin last")
    assert len((await bart.click("I touched coin last")).requests) == 1  # its answer redraws the lobby
    assert "**2. Bart** · 🪙 touched coin last, goes first" in seen(world)
    assert seen(world).count("touched coin last, goes first") == 1
    await anne.click("Leave")
    assert "**1. Bart** · opened this lobby" in seen(world)
    assert "Who opened this lobby has left: **Bart** sets the house rules now." in seen(world)
    await calico.click("Start")
    assert "Bart to play" in seen(world)


async def test_x4_a_channel_has_one_game_and_a_thread_is_a_channel(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    refused = await bart.slash("lands")
    assert str(refused.private).startswith("There is already a game in this channel.")
    assert refused.public is None
    thread = world.server.deck.thread("quiet corner")
    assert (await anne.slash("lands", thread)).private is None
    assert "**1. Anne** · opened this lobby" in seen(world, thread)


async def test_a_lobby_nobody_starts_closes_after_a_quarter_of_an_hour_without_change(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    await world.advance(899)
    await bart.click("Leave")
    await world.advance(899)
    assert "the crew gathers" in seen(world)
    await world.advance(1)
    assert "Nobody started in time" in world.messages()[-1].text
    assert (await anne.slash("lands")).public is not None


async def test_without_the_right_to_write_no_game_opens_or_starts_and_the_answer_names_the_right(world: World) -> None:
    (anne,) = world.people("Anne")
    await world.server.deck.deny_bot("send_messages")
    assert "Send Messages" in str((await anne.slash("lands")).private)
    assert world.messages() == []
    await world.server.deck.deny_bot()
    await anne.slash("lands")
    await world.server.deck.deny_bot("send_messages")
    assert "Send Messages" in str((await anne.click("Start")).private)
    await world.server.deck.deny_bot()
    await anne.click("Start")
    assert "The voyage begins." in seen(world)
