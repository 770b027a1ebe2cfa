"""A game of Lands Uncharted, as the people in the channel see it. Cards are stacked; sums are done by hand."""

import hashlib
import re

import pytest

from rules.cards import CODES, DECK, VerifiableShuffler, shuffle_key
from tests.e2e.harness import World
from tests.e2e.turns import kept
from tests.e2e.voyages import PUSH, gather, sail

TURN = 90
"""Seconds for each decision, where nobody chose another time."""
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


async def test_a_turn_begins_with_a_draw_and_nothing_else(world: World) -> None:
    (anne, _) = await sail(world, "Anne", "Bart", cards="10H")
    assert world.table().labels == ["Draw"]
    reply = await anne.click("Draw")
    assert "**Anne** drew `10♥" in world.table().text
    assert "Treasure: 10 doubloons" in world.table().text
    assert world.table().labels == [PUSH, "Back to the ship (+10)"]
    assert len(reply.requests) == 1


async def test_banked_treasure_is_written_down_and_the_next_one_plays(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2S 5C")
    await anne.click("Draw")
    await anne.click(PUSH)
    await anne.click("Back to the ship (+12)")
    assert "**Anne** · 12" in world.table().text
    assert "Bart to play" in world.table().text
    await bart.click("Draw")
    assert "**Bart** drew `5♣" in world.table().text


async def test_a_pair_costs_the_treasure_of_this_turn_only(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2S 5C 5D")
    await anne.click("Draw")
    await anne.click("Back to the ship")
    await bart.click("Draw")
    await bart.click("Back to the ship")
    await anne.click("Draw")
    await anne.click(PUSH)
    assert "**Anne** runs for their life and loses 5 doubloons." in world.table().text
    assert "**Anne** · 10" in world.table().text
    assert "▶ **Bart** · 2" in world.table().text


async def test_an_ally_may_be_spent_against_the_card_that_busts(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="AH KD 9C QS")
    for label in ("Draw", PUSH, PUSH, PUSH):
        await anne.click(label)
    assert world.table().labels == ["Spend an ally", "Run"]
    await anne.click("Spend an ally")
    assert "**Anne** spent the ally `A♥" in world.table().text
    assert "Back to the ship (+9)" in world.table().labels


async def test_who_runs_keeps_the_ally(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="AH KD QS")
    for label in ("Draw", PUSH, PUSH, "Run"):
        await anne.click(label)
    assert "Bart to play" in world.table().text
    assert "**Anne** · 0 · allies `A♥" in world.table().text


async def test_others_are_refused_in_private_and_nothing_changes(world: World) -> None:
    _, bart = await sail(world, "Anne", "Bart", cards="10H")
    (stranger,) = world.people("Edward")
    before = world.table().text
    assert (await bart.click("Draw")).private == "It is not your turn: **Anne** is to play."
    assert (await stranger.click("Draw")).private == "You are not one of this game's players."
    assert world.table().text == before
    assert len(world.messages()) == 1


async def test_an_outdated_click_draws_no_second_card(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H 2S")
    old = world.table().button("Draw")
    await anne.click(old)
    reply = await anne.click(old)
    assert reply.private is not None
    assert reply.private.startswith("The table has moved on")
    assert "Treasure: 10 doubloons" in world.table().text


async def test_a_forged_control_is_answered_and_changes_nothing(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    table = world.table()
    session = table.button("Draw").custom_id.split(":")[2]
    before = table.text
    for forged in ("q1:", "q1:move", f"q1:move:{session}:x:draw", f"q1:win:{session}::", f"q1:move:{session}::draw"):
        reply = await anne.press(forged, on=table)
        assert reply.private is not None
        assert reply.private.startswith("That control is not from this version of the bot")
    assert world.table().text == before


async def test_a_game_goes_on_after_a_restart_with_the_same_cards(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2S 5C")
    await anne.click("Draw")
    await world.restart()
    await anne.click(PUSH)
    assert "Treasure: 12 doubloons" in world.table().text
    await world.crash()
    await world.start()
    await anne.click("Back to the ship")
    await bart.click("Draw")
    assert "**Bart** drew `5♣" in world.table().text


@pytest.mark.parametrize("beat_seconds", [2.0])
async def test_clocks_stand_still_while_the_bot_is_away(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    await anne.click("Draw")
    await world.advance(TURN - 10)
    await world.restart(after=86400)
    await world.advance(9)
    assert "Anne to play" in world.table().text
    await world.advance(1)
    assert "⌛ Time ran out for **Anne**." in world.table().text


async def test_when_time_runs_out_the_treasure_is_banked_and_the_next_one_is_called(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H")
    await anne.click("Draw")
    await world.advance(TURN - 1)
    assert "Anne to play" in world.table().text
    await world.advance(1)
    assert "⌛ Time ran out for **Anne**." in world.table().text
    assert "**Anne** · 10" in world.table().text
    assert world.messages()[-1].pings == ("Bart",)
    await bart.click("Draw")
    await bart.click("Back to the ship")
    assert [message.pings for message in world.messages()] == [(), ("Anne",)]


async def test_a_seat_that_misses_three_turns_in_a_row_leaves(world: World) -> None:
    """Each time-out in a row halves the next clock: 90, 45, 22. Bart draws each time, so his is always whole."""
    _, bart, _ = await sail(world, "Anne", "Bart", "Calico", cards="2H 3H 4H 5H 6H 7H 8H 9H 10H")
    for name, seconds in zip(("Anne", "Bart", "Calico") * 2, (90, 90, 90, 45, 90, 45), strict=True):
        if name == "Bart":
            await bart.click("Draw")
        await world.advance(seconds)
        assert f"Time ran out for **{name}**" in world.table().text
        assert "left the game" not in world.table().text
    await world.advance(22)
    assert "**Anne** left the game." in world.table().text
    await bart.click("Draw")
    await world.advance(TURN + 22)
    assert "**Calico** left the game." in world.table().text
    assert "Only one player is left and nobody has half the target, so there is no result." in world.table().text


async def test_a_whole_game_to_the_end(world: World) -> None:
    cards = "10H 9C 8D 7S 6H 5C 4D 3S 2H"
    anne, bart = await sail(world, "Anne", "Bart", cards=cards, target=50)
    await anne.click("Draw")
    for _ in range(7):
        await anne.click(PUSH)
    await anne.click("Back to the ship (+52)")
    assert "🔔 **Last round.** Still to play: Bart." in world.table().text
    await bart.click("Draw")
    await bart.click("Back to the ship (+2)")
    end = world.table()
    assert "🏆 **Anne** wins with the highest score aboard." in end.text
    assert "**1. Anne** 52\n**2. Bart** 2" in end.text
    assert end.labels == ["Rematch"]
    await world.advance(86400)
    assert world.table().text == end.text


async def test_a_solo_voyage_ends_after_ten_rounds(world: World) -> None:
    cards = "10H 10C 10D 10S 9H 9C 9D 9S 8H 8C"
    (anne,) = await sail(world, "Anne", cards=cards)
    for _ in range(10):
        await anne.click("Draw")
        await anne.click("Back to the ship")
    assert "🏆 **Anne** brought home 92 doubloons in ten rounds." in world.table().text


async def test_the_revealed_secret_lets_anyone_compute_the_deck(world: World) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    await anne.click("I touched coin last")
    sealed = re.search(r"secret: `([0-9a-f]{64})`", world.table().text)
    assert sealed is not None
    await anne.click("Start")
    await anne.click("Draw")
    drawn = re.search(r"\*\*Anne\*\* drew `(\w+)(.)", world.table().text)
    assert drawn is not None
    assert (await kept(world)).secret.hex() not in world.table().text
    await world.moderator("Mary").slash("pirates end")
    revealed = re.search(r"of the secret `([0-9a-f]{64})`. Start id (\d+)", world.table().text)
    assert revealed is not None
    secret = bytes.fromhex(revealed[1])
    assert hashlib.sha256(secret).hexdigest() == sealed[1]
    deck = VerifiableShuffler(shuffle_key(secret, int(revealed[2]))).shuffle(DECK, 1)
    code = CODES[deck[0]]
    assert (code[:-1], SUITS[code[-1]]) == (drawn[1], drawn[2])


async def test_a_buried_or_deleted_table_comes_back(world: World) -> None:
    anne, _ = await sail(world, "Anne", "Bart", cards="10H")
    first = world.table()
    await anne.slash("pirates table")
    assert [message.id for message in world.messages()] != [first.id]
    assert len(world.messages()) == 1
    await world.delete(world.table())
    await anne.slash("pirates table")
    await anne.click("Draw")
    assert "Treasure: 10 doubloons" in world.table().text
