"""Whole games of Black Spot by clicks in hands, to their ends.

Loot n comes with curse n, so all is worth nothing until curses are purified or moved: every score is derived by hand
from that.
"""

import re

from tests.e2e.harness import Person, World
from tests.e2e.raids import (
    MINUS,
    PIRATES,
    hand,
    hand_of,
    line,
    lines,
    play,
    raid,
    table,
    turn,
)


def ranks(world: World) -> list[str]:
    """Give the lines of the ranking, best first."""
    return [row for row in lines(world) if re.match(r"\*\*\d\. ", row)]


def ship(world: World, name: str) -> list[str]:
    """Give the treasures of a captain, a line each."""
    rows = lines(world)
    start = next(at for at, row in enumerate(rows) if f"**{name}** ·" in row) + 1
    end = next(at for at in range(start, len(rows)) if not rows[at].startswith("`"))
    return rows[start:end]


async def pass_by(world: World, *people: Person) -> None:
    """Play final turns in which nothing happens."""
    for person in people:
        assert f"🔔 **{person.name}** begins a final turn with 5 new cards." in table(world).text
        assert "🔔 This is a final turn." in table(world).text
        assert "**The trove is empty.**" in table(world).text
        await play(person, "end-turn")


# --- Two captains: a fight, a theft let go, two purifications, a draw across the shuffle ---


async def test_two_captains_play_to_the_end_of_the_final_cycle(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES, again=("2H 5H 6H 7H",))

    await play(anne, "peek 6C 2")
    assert "**Anne** paid `6♣C` and looked at the curse under `2♦D`." in lines(world)
    assert "**You have seen:** `2♠S` under `2♦D`" in hand_of(anne)
    await play(anne, "take 2")
    assert ship(world, "Anne") == ["`2♦D` (2) · one curse face down"]
    assert hand(anne).enabled == ["End turn"]
    await play(anne, "end-turn")

    await play(bart, "peek 10C 3", "take 3", "steal 2 2C")
    assert "2♠S" not in hand_of(bart)
    assert "is thinking about your theft" in hand_of(bart)
    await play(anne, "fight 5C")
    assert "**Anne** fights back with `5♣C` (worth 5) and keeps `2♦D`." in lines(world)
    await play(bart, "steal 2 4C")
    await play(anne, "let-go")
    assert "**Bart** has stolen `2♦D` from **Anne**, and a curse with it." in lines(world)
    assert ship(world, "Bart") == ["`3♦D` (3) · one curse face down", "`2♦D` (2) · one curse face down"]
    assert "`2♠S`" not in hand_of(bart)
    await play(bart, "end-turn")

    await play(anne, "peek AC 4", "take 4", "purify 4.0 2H")
    assert "**Anne** plays `2♥H` at the curse of `4♦D`, which turns out to be `4♠S`." in lines(world)
    assert line(world, "A purification").endswith("`4♦D`, curse `4♠S` needs one rum card worth at least 4.")
    assert "It needs one card worth 4; best chosen: 0." in hand_of(anne)
    await play(anne, "rum 9H")
    assert "**Anne** has purified `4♦D`: `4♠S` is gone." in lines(world)
    assert "-# Draw pile 1 · discard pile 21 · curses purified 1" in lines(world)
    await play(anne, "end-turn")

    # One card is left: Bart draws it and four from the 21 cards discarded and the two that he drops.
    assert "The draw pile ran out: 23 discarded cards were shuffled into a new one." in lines(world)
    assert "-# Draw pile 19 · discard pile 0 · curses purified 1" in lines(world)
    await play(bart, "peek 7H 5", "take 5", "purify 3.0 AH", "rum 2H", "end-turn")
    assert "The curse `3♠S` stays on `3♦D`." in lines(world)

    captains = (anne, bart)
    for number, rank in enumerate(["6", "7", "8", "9", "10", "11", "12"]):
        await turn(captains[number % 2], rank)
    await play(bart, "peek * 13", "take 13")
    assert "**Bart** took the last treasure: 2 final turns follow." in lines(world)
    await play(bart, "end-turn")
    assert "🔔 Final turns still to come: Bart." in lines(world)
    await pass_by(world, anne, bart)

    turned_up = [row for row in lines(world) if " lay " in row]
    assert turned_up == [f"Under `{rank}♦D` of **Anne** lay `{rank}♠S`." for rank in (6, 8, 10, "Q")] + [
        f"Under `{rank}♦D` of **Bart** lay `{rank}♠S`." for rank in (2, 5, 7, 9, "J", "K")
    ]
    assert "🏆 **Anne** wins with the richest hoard aboard." in lines(world)
    assert ranks(world) == [
        f"**1. Anne** · loot 40 {MINUS} curses 36 = 4",  # 4 + 6 + 8 + 10 + 12; the four is clean
        f"**2. Bart** · loot 50 {MINUS} curses 50 = 0",  # 3 + 2 + 5 + 7 + 9 + 11 + 13
    ]
    assert "-# Put aside unseen before the game: `A♦D` and `A♠S`." in lines(world)
    assert "The game is over." in hand_of(anne)
    assert hand(anne).labels == []
    await see_the_seal_and_play_again(world, bart)


async def see_the_seal_and_play_again(world: World, person: Person) -> None:
    """Find seed and fingerprint under the table, and open the rematch, in which the first seat moves on."""
    assert re.search(r"`[0-9a-f]{64}` = SHA-256 of the secret `[0-9a-f]{64}`. Start id \d+", table(world).text)
    assert table(world).labels == ["Rematch"]
    await person.click("Rematch")
    assert lines(world)[0] == "## Black Spot: rematch"
    assert "Anne" in line(world, "Invited")
    assert "goes first" in line(world, f" {person.name}** ·")
