"""The house rules of Lands Uncharted: set by clicks, given with the command."""

import pytest

from tests.e2e.harness import ImpossibleError, World
from tests.e2e.turns import seen
from tests.e2e.voyages import gather

QUEENS = [f"Queen of {suit}" for suit in ("Spades", "Clubs", "Hearts", "Diamonds")]


async def test_the_opener_sets_house_rules_by_clicks_and_the_lobby_shows_them(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    assert "The rules as written, no house rules." in seen(world)
    panel = await anne.click("House rules")
    assert panel.public is None
    assert "-# **Buried Treasure:** Banking exactly 21 scores 26." in panel.messages[0].text.splitlines()
    switches = ["Buried Treasure", "Double or Nothing", *QUEENS]
    assert [label for label in panel.messages[0].labels if ": off" in label] == [f"{name}: off" for name in switches]
    for name in switches:
        assert (await anne.click(f"{name}: off")).public is None
    for choice, menu in (
        ("Target: 75", "Target"),
        ("Last round: one more turn", "Last round"),
        ("Prize of the dare: wins on the spot", "Prize"),
        ("Time for each decision: 5 min", "Time"),
    ):
        await anne.select(choice, menu=menu)
    for rule in (
        "Target: **75**",
        "Last round: **one more turn for every other player**",
        "Prize of the dare: **wins on the spot**",
        *(f"{name}: **on**" for name in switches),
        "Time for each decision: **5 min**",
    ):
        assert rule in seen(world)
    await anne.click("Buried Treasure: on")
    assert "Buried Treasure" not in seen(world)
    await bart.click("Start")
    assert "target 75" in seen(world)
    late = await anne.click("Buried Treasure", on=panel.messages[0])
    assert "The game has already started." in str(late.private)


async def test_others_read_the_house_rules_and_cannot_change_them_until_the_lobby_passes_to_them(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart", dare="on")
    panel = (await anne.click("House rules")).messages[0]
    reply = await bart.click("House rules")
    assert "Double or Nothing: **on**" in str(reply.private)
    assert "Only **Anne**, who opened the lobby, can change them." in str(reply.private)
    assert (reply.messages[0].buttons, reply.messages[0].menus) == ((), ())
    await anne.click("Leave")
    refused = await anne.click("Buried Treasure", on=panel)
    assert "That is up to the player who opened the game; a moderator can end it too." in str(refused.private)
    await bart.click("House rules")
    await bart.click("Buried Treasure")
    assert "Buried Treasure: **on**" in seen(world)


async def test_f31_discord_itself_refuses_a_target_out_of_range(world: World) -> None:
    (anne,) = world.people("Anne")
    for target in (49, 301, 0, -5, 10**12):
        with pytest.raises(ImpossibleError):
            await anne.slash("lands", target=target)
    assert world.messages() == []


async def test_slow_mode_is_warned_of_when_a_lobby_opens(world: World) -> None:
    (anne,) = world.people("Anne")
    await world.server.deck.slow_mode(30)
    reply = await anne.slash("lands")
    assert str(reply.private).startswith("This channel has slow-mode on")
    assert len(world.messages()) == 1
    await world.server.deck.slow_mode(0)
    await anne.click("Cancel")
    assert (await anne.slash("lands")).private is None
