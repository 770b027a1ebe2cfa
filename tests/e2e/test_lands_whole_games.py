"""Whole games of Lands Uncharted, by clicks only. Cards are stacked; every sum is done by hand from the rule text."""

import hashlib
import re

from tests.e2e.harness import World
from tests.e2e.turns import bank, draw, line, ranking, seen
from tests.e2e.voyages import duel, gather

# --- A whole game, and how it is decided: L3-L7, L10, L11 ---


async def test_three_pirates_play_a_whole_game_to_its_ranking(world: World) -> None:
    rounds = (
        "10H 5C 7C 7D "  # Anne 10, Bart 5, Calico busts with a pair
        "10C 9C 6C 9D 8D 10D 8C "  # Anne 25, Bart 17, Calico 18
        "2H 3H 4H 5H 6H 7H 8H 9H 10S 8S 2C JC QC "  # Anne 54, Bart 10, Calico busts with two faces
        "9S 3C AH 4C 6D KD KS 5D 3D"  # Anne 12: the last round; Bart 10 with the help of an ally, Calico 8
    )
    anne, bart, calico = await gather(world, "Anne", "Bart", "Calico")
    sealed = re.search(r"secret: `([0-9a-f]{64})`", seen(world))
    assert sealed is not None
    world.first(0)
    world.stack(rounds)
    await anne.click("Start")
    assert "The voyage begins. **Anne** goes first." in seen(world)
    await bank(anne)
    await bank(bart)
    await draw(calico, 2)
    assert "Two of a number! **Calico** runs for their life and loses 7 doubloons." in seen(world)
    await bank(anne, 3)
    await bank(bart, 2)
    await bank(calico, 2)
    assert line(world, "**Calico** ·") == "**Calico** · 18"
    await draw(anne, 9)
    assert "**Treasure: 54 doubloons**" in seen(world)
    await anne.click("Back to the ship (+54)")
    assert "**Anne** banked 54: 89 doubloons on the ship." in seen(world)
    assert "Last round" not in seen(world)
    await bank(bart, 2)
    await draw(calico, 2)
    assert "Two threats! **Calico** runs for their life and loses nothing but pride." in seen(world)
    await bank(anne, 2)
    assert "**Anne** reached the target: this is the last round." in seen(world)
    assert line(world, "Last round.") == "🔔 **Last round.** Still to play: Bart and Calico."
    await draw(bart, 5)
    await bart.click("Spend an ally")
    await bart.click("Back to the ship (+10)")
    assert line(world, "Last round.") == "🔔 **Last round.** Still to play: Calico."
    await bank(calico, 2)
    end = world.table()
    assert end.text.startswith("## Lands Uncharted · the voyage is over")
    assert "🏆 **Anne** wins with the highest score aboard." in end.text
    assert ranking(world) == [
        "**1. Anne** 10, 25, 54, 12 = 101",
        "**2. Bart** 5, 17, 10, 10 = 42",
        "**3. Calico** 18, 8 = 26",
    ]
    secret = re.search(r"the secret `([0-9a-f]{64})`", end.text)
    assert secret is not None
    assert hashlib.sha256(bytes.fromhex(secret[1])).hexdigest() == sealed[1]
    assert f"Sealed before the game: `{sealed[1]}`" in end.text
    assert end.labels == ["Rematch"]
    assert [message.id for message in world.messages()] == [end.id]


async def test_a_rematch_invites_the_crew_and_moves_the_first_seat_on(world: World) -> None:
    anne, bart = await duel(world)
    (calico,) = world.people("Calico")
    assert (await calico.click("Rematch")).private == "You are not one of this game's players."
    await bart.click("Rematch")
    assert seen(world).startswith("## Lands Uncharted: rematch")
    assert "Invited again: Anne. Press **Join** to confirm." in seen(world)
    assert "Target: **50**" in seen(world)
    for person in (calico, anne):
        await person.click("Join")
    assert "**1. Anne**\n**2. Bart** · opened this lobby · goes first this time\n**3. Calico**" in seen(world)
    assert "Invited again" not in seen(world)
    await anne.click("Start")
    assert "Bart to play" in seen(world)
