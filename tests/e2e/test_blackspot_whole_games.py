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


# --- Three captains: an empty hand, and curses that change ships ---

PIRATES_OF_THREE = (
    "KH QH JH 10H 9H  8H 7H 6H 5H 4H  KC QC JC 10C 9C  3H 8C 7C 6C 5C  4C AH 2H AC 2C  3C"
    # Anne, Bart, Calico; then Anne's and Bart's turns, and one card for Calico's
)
AGAIN_OF_THREE = (
    "KH 2C QH JH  3H KC 4C 5H 6H  7H 8H 9H 10H QC  AH AC 2H 4H JC  10C 9C",
    "3H 5H 6H  7H 7C 8C KH QH  5C 3C JH AH KC",
)


async def test_three_captains_rob_and_curse_each_other(world: World) -> None:
    crew = await raid(world, "Anne", "Bart", "Calico", pirates=PIRATES_OF_THREE, again=AGAIN_OF_THREE)
    anne, bart, calico = crew

    await play(anne, "peek 3H 2", "take 2", "end-turn")
    await play(bart, "peek 4C 3", "take 3", "purify 3.0 AH 2H")
    await play(bart, "steal 2 AC 2C")
    assert "The curse `3♠S` stays on `3♦D`." in lines(world)
    await play(anne, "let-go")
    assert line(world, "**Bart** ·") == f"▶ **Bart** · 0 cards · loot 5 {MINUS} curses 3 = 2 and one face down"
    await play(bart, "end-turn")

    # Calico draws the last card and four of the 21 that were discarded.
    assert "The draw pile ran out: 21 discarded cards were shuffled into a new one." in lines(world)
    await play(calico, "peek 3C 4", "take 4", "steal 2 2C")
    assert "**Calico** has stolen `2♦D` from **Bart**, whose hand was empty, and a curse with it." in lines(world)
    assert "React" not in table(world).labels
    await play(calico, "end-turn")

    await play(anne, "peek 3H 5", "take 5", "steal 3 4C", "end-turn")
    await play(bart, "peek 7H 6", "take 6", "end-turn")
    await play(calico, "peek AH 7", "take 7", "end-turn")
    await play(anne, "peek 10C 8", "take 8", "end-turn")
    await turn(bart, "9")
    await play(calico, "peek AH 10", "take 10", "steal 5 5C")
    await answer_with_two_curses(world, anne)
    assert ship(world, "Calico") == [
        "`4♦D` (4) · curse `3♠S` (3) · one curse face down",
        "`2♦D` (2) · one curse face down",
        "`7♦D` (7) · one curse face down",
        "`10♦D` (10) · one curse face down",
        "`5♦D` (5) · 2 curses face down",
    ]
    assert ship(world, "Anne") == ["`3♦D` (3)", "`8♦D` (8)"]
    # Calico never saw the curse of the eight; Anne did, and still knows where it lies.
    assert "`8♠S` under `5♦D`" in hand_of(anne)
    assert "8♠S" not in hand_of(calico)
    await play(calico, "end-turn")

    await turn(anne, "11")
    await turn(bart, "12")
    await turn(calico, "13")
    await pass_by(world, *crew)
    assert "🏆 **Anne** wins with the richest hoard aboard." in lines(world)
    assert ranks(world) == [
        f"**1. Anne** · loot 22 {MINUS} curses 11 = 11",  # 3, 8 and 11 with its own curse
        f"**2. Bart** · loot 27 {MINUS} curses 27 = 0",  # 6 + 9 + 12
        f"**3. Calico** · loot 41 {MINUS} curses 52 = -11",  # 4, 2, 7, 10, 5, 13 with 3 and 8 more
    ]


async def answer_with_two_curses(world: World, anne: Person) -> None:
    """Let the five go, pay 3 + 9 for it and send two curses along: one face up, one face down."""
    assert hand(anne).enabled == ["Fight", "Curse", "Let it go"]
    await play(anne, "curse 3H 9C | 3.0>4 8.0>5")
    assert lines(world)[1:3] == [
        "**Calico** has stolen `5♦D` from **Anne**, and a curse with it.",
        (
            "**Anne** pays `9♣C` `3♥H` and curses **Calico**: the curse `3♠S` of `3♦D` goes onto `4♦D`; "
            "a face-down curse of `8♦D` goes onto `5♦D`."
        ),
    ]
