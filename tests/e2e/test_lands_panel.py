"""The house rules of Lands Uncharted: set by clicks, given with the command, saved for a server."""

from typing import cast

import pytest

from bot.app import Quartermaster
from bot.model.records import Terms
from rules.lands.model import LastRound, Options
from tests.e2e.harness import ImpossibleError, World
from tests.e2e.turns import seen
from tests.e2e.voyages import gather


async def test_the_opener_sets_house_rules_by_clicks_and_the_lobby_shows_them(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    assert "The rules as written, no house rules." in seen(world)
    panel = await anne.click("House rules")
    assert panel.public is None
    assert "-# **Buried Treasure:** Banking exactly 21 scores 26." in panel.messages[0].text.splitlines()
    switches = [label for label in panel.messages[0].labels if ": off" in label]
    assert switches == [
        "Buried Treasure: off",
        "Double or Nothing: off",
        "Queen of Spades: off",
        "Queen of Clubs: off",
        "Queen of Hearts: off",
        "Queen of Diamonds: off",
    ]
    for label in switches:
        changed = await anne.click(label)
        assert changed.public is None
    await anne.select("Target: 75", menu="Target")
    await anne.select("Last round: one more turn", menu="Last round")
    await anne.select("Prize of the dare: wins on the spot", menu="Prize")
    await anne.select("Time for each decision: 5 min", menu="Time")
    for rule in (
        "Target: **75**",
        "Last round: **one more turn for every other player**",
        "Prize of the dare: **wins on the spot**",
        "Buried Treasure: **on**",
        "Double or Nothing: **on**",
        "Queen of Spades: **on**",
        "Queen of Clubs: **on**",
        "Queen of Hearts: **on**",
        "Queen of Diamonds: **on**",
        "Time for each decision: **5 min**",
    ):
        assert rule in seen(world)
    await anne.click("Buried Treasure: on")
    assert "Buried Treasure" not in seen(world)
    await bart.click("Start")
    assert "target 75" in seen(world)


async def test_others_read_the_house_rules_and_cannot_change_them(world: World) -> None:
    _, bart = await gather(world, "Anne", "Bart", dare="on")
    (edward,) = world.people("Edward")
    for person in (bart, edward):
        reply = await person.click("House rules")
        assert reply.private is not None
        assert "Double or Nothing: **on**" in reply.private
        assert "Only **Anne**, who opened the lobby, can change them." in reply.private
        assert (reply.messages[0].buttons, reply.messages[0].menus) == ((), ())


async def test_a_panel_that_stayed_open_changes_nothing_after_the_start(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    panel = (await anne.click("House rules")).messages[0]
    await bart.click("Start")
    before = seen(world)
    reply = await anne.click("Buried Treasure", on=panel)
    assert reply.private is not None
    assert "The game has already started." in reply.private
    assert seen(world) == before


async def test_a_panel_passes_on_with_the_lobby(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    panel = (await anne.click("House rules")).messages[0]
    await anne.click("Leave")
    refused = await anne.click("Buried Treasure", on=panel)
    assert refused.private is not None
    assert "That is up to the player who opened the game; a moderator can end it too." in refused.private
    await bart.click("House rules")
    await bart.click("Buried Treasure")
    assert "Buried Treasure: **on**" in seen(world)


async def test_saved_house_rules_are_the_defaults_and_the_command_goes_over_them(world: World) -> None:
    store = cast("Quartermaster", world.bot)._store
    saved = Terms(Options(target=200, last_round=LastRound.ONE_MORE_EACH, dare=True), 300)
    await store.servers.change_terms(world.server.handle.id, "lands", lambda _: saved)
    (anne,) = world.people("Anne")
    await anne.slash("lands", target=60, buried_treasure="on", dare="off")
    for rule in (
        "Target: **60**",
        "Last round: **one more turn for every other player**",
        "Buried Treasure: **on**",
        "Time for each decision: **5 min**",
    ):
        assert rule in seen(world)
    assert "Double or Nothing" not in seen(world)
    # A target that no menu offers stays among the choices of the panel.
    panel = (await anne.click("House rules")).messages[0]
    assert "Target: 60" in panel.menu("Target").options
    other = world.second_server("The Port")
    dita = other.people("Dita")[0]
    await dita.slash("lands", other.deck)
    assert "The rules as written, no house rules." in seen(world, other.deck)


@pytest.mark.parametrize("target", [49, 301, 0, -5, 10**12])
async def test_discord_itself_refuses_a_target_out_of_range(world: World, target: int) -> None:
    (anne,) = world.people("Anne")
    with pytest.raises(ImpossibleError):
        await anne.slash("lands", target=target)
    assert world.messages() == []


async def test_slow_mode_is_warned_of_when_a_lobby_opens(world: World) -> None:
    (anne,) = world.people("Anne")
    await world.server.deck.slow_mode(30)
    reply = await anne.slash("lands")
    assert reply.private is not None
    assert reply.private.startswith("This channel has slow-mode on")
    assert len(world.messages()) == 1
    await world.server.deck.slow_mode(0)
    await anne.click("Cancel")
    assert (await anne.slash("lands")).private is None
