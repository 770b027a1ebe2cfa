"""Whole games of Lands Uncharted, by clicks only. Cards are stacked; every sum is done by hand from the rule text."""

import hashlib
import re
from typing import NamedTuple

import pytest

from rules.cards import CODES
from tests.e2e.harness import Person, World
from tests.e2e.turns import HEARTS_42, bank, draw, line, ranking, seen
from tests.e2e.voyages import HEARTS_52, gather, sail

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


class Ending(NamedTuple):
    """A short game and how it ends."""

    players: int
    last_round: str
    cards: str
    turns: str
    """How many cards each draws in turn; `+` banks them, else they bust."""
    told: str
    places: list[str]


ENDINGS = {
    "l11 a tie": Ending(
        2,
        "finish_round",
        "10H 2C 2D 10C 9C 8C 7C 6C 2H 10D 9D 8D 7D 6D 5D 4D 3D",
        "1+ 2 6+ 8+",
        "🏆 **Bart** wins the tie: the same score in fewer scorings.",
        ["**1. Bart** 52", "**2. Anne** 10, 42 = 52"],
    ),
    "l11 three alike": Ending(
        3,
        "finish_round",
        " ".join(f"10{suit} 9{suit} 8{suit} 7{suit} 6{suit} 5{suit} 3{suit} 2{suit}" for suit in "HCD"),
        "8+ 8+ 8+",
        "🏆 **Anne, Bart and Calico** share the win: equal score, scored equally often.",
        ["**1. Anne** 50", "**1. Bart** 50", "**1. Calico** 50"],
    ),
    # Anne goes back with nothing but a face, Bart busts, Calico reaches the target in the last seat.
    "l8 l10 nothing is a zero": Ending(
        3,
        "finish_round",
        f"JC 2C 2D {HEARTS_52}",
        "1+ 2 8+",
        "**Calico** reached the target: this is the last round.",
        ["**1. Calico** 52", "**2. Anne** 0", "**2. Bart** 0"],
    ),
    # Anne reaches the target as well: 2 + 49 = 51. That triggers nothing anew.
    "l10 one more turn each": Ending(
        3,
        "one_more_each",
        f"2C 3C {HEARTS_52} 10C 9C 8C 7C 6C 5C 4C 10D",
        "1+ 1+ 8+ 7+ 1+",
        "🏆 **Calico** wins with the highest score aboard.",
        ["**1. Calico** 52", "**2. Anne** 2, 49 = 51", "**3. Bart** 3, 10 = 13"],
    ),
}


@pytest.mark.parametrize("end", ENDINGS.values(), ids=ENDINGS)
async def test_the_end_says_who_won_and_why(world: World, end: Ending) -> None:
    names = ("Anne", "Bart", "Calico")[: end.players]
    crew = await sail(world, *names, cards=end.cards, target=50, last_round=end.last_round)
    for number, turn in enumerate(end.turns.split()):
        person = crew[number % end.players]
        await draw(person, int(turn.rstrip("+")))
        if turn.endswith("+"):
            await person.click("Back to the ship")
    assert end.told in seen(world)
    assert ranking(world) == end.places


# --- Deck out: L9 ---


async def test_a_reshuffle_is_announced_and_cards_in_play_stay_out(world: World) -> None:
    in_play = ["AC", "AD", "AH", "AS", "10D", "2S"]
    others = [code for code in CODES if code not in in_play]
    order = [*in_play[:4], *others, *in_play[4:]]
    crew = await sail(world, "Anne", "Bart", "Calico", cards=" ".join(order), target=300)
    for turn in range(50):
        await bank(crew[turn % 3])
    calico = crew[50 % 3]
    await draw(calico, 2)
    assert "deck 0, discard pile 46" in seen(world)
    world.stack("5H")
    await draw(calico)
    assert "The deck ran out: 46 discarded cards were shuffled into a new one." in seen(world)
    assert "**Calico** drew `5♥H`." in seen(world)
    assert "**Treasure: 17 doubloons**" in seen(world)
    assert "deck 45, discard pile 0" in seen(world)
    await calico.click("Back to the ship (+17)")
    drawn = ["5H"]
    for turn in range(51, 51 + 45):
        await draw(crew[turn % 3])
        drawn += re.findall(r"drew `(\w+)\W(\w)`", seen(world))[0][:1]
        await crew[turn % 3].click("Back to the ship")
    assert "deck 0, discard pile 48" in seen(world)
    assert sorted(drawn[1:]) == sorted(code[:-1] for code in others if code != "5H")


# --- The solo voyage: L16 ---


async def test_a_solo_voyage_is_ten_rounds_without_target_or_dare(world: World) -> None:
    # Round 1 banks 42 of 50: no dare. Round 2 passes the target: no last round. Round 3 busts, round 4 banks nothing.
    cards = f"{HEARTS_42} 10C 3C 3D KC 10D 9D 8D 7D 6D 5D"
    (anne,) = await sail(world, "Anne", cards=cards, target=50, dare="on")
    assert "The voyage begins." in seen(world).splitlines()
    assert "Round 1 of 10" in seen(world)
    assert "solo voyage" in seen(world)
    await bank(anne, 6)
    assert world.table().labels == ["Draw"]
    await bank(anne)
    assert "Last round" not in seen(world)
    await draw(anne, 2)
    assert "Round 4 of 10" in seen(world)
    await bank(anne)
    for number in range(5, 11):
        assert f"Round {number} of 10" in seen(world)
        await bank(anne)
    assert "🏆 **Anne** brought home 97 doubloons in ten rounds." in seen(world)
    assert ranking(world) == ["**1. Anne** 42, 10, 10, 9, 8, 7, 6, 5 = 97"]
    assert world.table().labels == ["Rematch"]


# --- Rematch ---


async def finish(world: World, *names: str) -> list[Person]:
    """Play a short game to its end: the first reaches 50, the others bank a card each."""
    crew = await sail(world, *names, cards=f"{HEARTS_52} 2C 3C 4C", target=50)
    await bank(crew[0], 8)
    for person in crew[1:]:
        await bank(person)
    assert world.table().labels == ["Rematch"]
    return crew


async def test_a_rematch_invites_the_crew_and_moves_the_first_seat_on(world: World) -> None:
    anne, bart, calico = await finish(world, "Anne", "Bart", "Calico")
    await calico.click("Rematch")
    lobby = seen(world)
    assert lobby.startswith("## Lands Uncharted: rematch")
    assert "**1. Calico** · opened this lobby" in lobby
    assert "Invited again: Anne, Bart. Press **Join** to confirm." in lobby
    assert "Target: **50**" in lobby
    await bart.click("Join")
    await anne.click("Join")
    lobby = seen(world)
    assert "**1. Anne**\n**2. Bart** · goes first this time\n**3. Calico** · opened this lobby" in lobby
    assert "Invited again" not in lobby
    await anne.click("Start")
    assert "Bart to play" in seen(world)


async def test_only_the_crew_calls_a_rematch_and_only_one(world: World) -> None:
    anne, bart = await finish(world, "Anne", "Bart")
    end = world.table()
    (edward,) = world.people("Edward")
    assert (await edward.click("Rematch")).private == "You are not one of this game's players."
    await anne.click("Rematch")
    again = await bart.click("Rematch", on=end)
    assert again.private is not None
    assert again.private.startswith("There is already a game in this channel.")
    assert len(world.messages()) == 2
