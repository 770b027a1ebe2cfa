"""The lobby of Lands Uncharted, as the people in the channel see it."""

from tests.e2e.harness import World
from tests.e2e.turns import kept, seen
from tests.e2e.voyages import gather

SQL = "Robert'); DROP TABLE sessions;--"


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


async def test_f37_names_come_from_discord_and_are_shown_harmlessly(world: World) -> None:
    """Every kind of odd name plays whole games in tests/bot/test_hostile_names.py."""
    nobody, *_ = await gather(
        world,
        "\u200b\u2060\u200d\u3164\ufeff",
        "@everyone [a](https://b)",
        "B\u202eart",
        "Robert'); DROP TABLE sessions;--",
    )
    assert f"**1. Pirate {nobody.id % 10_000:04}** · opened this lobby\n**2. \\@everyone " in seen(world)
    assert "](https" not in seen(world)
    assert "**3. Bart**" in seen(world)
    assert world.table().pings == ()
    assert (await kept(world)).players[3].name == SQL
