"""A turn of Lands Uncharted, as the people in the channel see it. Cards are stacked; sums are done by hand."""

import hashlib
import re

from rules.cards import CODES, DECK, VerifiableShuffler, shuffle_key
from tests.e2e.harness import World
from tests.e2e.raids import SYMBOLS
from tests.e2e.turns import TURN, bank, draw, kept, line, seen
from tests.e2e.voyages import PUSH, gather, sail


async def test_a_turn_begins_with_a_draw_and_each_click_is_one_call_to_discord(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2S 5C")
    assert world.table().labels == ["Draw"]
    old = world.table().button("Draw")
    reply = await anne.click("Draw")
    assert len(reply.requests) == 1
    assert "**Anne** drew `10♥H`." in seen(world)
    assert "Treasure: 10 doubloons" in seen(world)
    assert world.table().labels == [PUSH, "Back to the ship (+10)"]
    assert str((await anne.click(old)).private).startswith("The table has moved on since that button was drawn.")
    await draw(anne)
    await anne.click("Back to the ship (+12)")
    assert line(world, "**Anne** ·") == "**Anne** · 12"
    await draw(bart)
    assert "**Bart** drew `5♣C`." in seen(world)


async def test_a_pair_costs_the_treasure_of_this_turn_only(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2S 5C 5D")
    await bank(anne)
    await bank(bart)
    await draw(anne, 2)
    assert "**Anne** runs for their life and loses 5 doubloons." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 10"
    assert line(world, "**Bart** ·") == "▶ **Bart** · 2"


async def test_when_time_runs_out_the_treasure_is_banked_and_the_next_one_is_called(world: World) -> None:
    anne, bart = await sail(world, "Anne", "Bart", cards="10H 2C")
    await draw(anne)
    await world.advance(TURN - 1)
    assert "Anne to play" in seen(world)
    await world.advance(1)
    assert "⌛ Time ran out for **Anne**." in seen(world)
    assert line(world, "**Anne** ·") == "**Anne** · 10"
    assert world.messages()[-1].pings == ("Bart",)
    await bank(bart)
    assert [message.pings for message in world.messages()] == [(), ("Anne",)]
    assert line(world, "⏳") == (
        f"⏳ **Anne** is to decide. Time is up <t:{int(world.now()) + 45}:R>; then the turn is played for them."
        " That is 45 s instead of 90 s, because their time ran out before: a move brings the full time back."
    )


async def test_the_revealed_secret_lets_anyone_compute_the_deck(world: World) -> None:
    anne, _ = await gather(world, "Anne", "Bart")
    await anne.click("I touched coin last")
    sealed = re.search(r"secret: `([0-9a-f]{64})`", seen(world))
    assert sealed is not None
    await anne.click("Start")
    await anne.click("Draw")
    drawn = re.search(r"\*\*Anne\*\* drew `(\w+)(.)", seen(world))
    assert drawn is not None
    assert (await kept(world)).secret.hex() not in seen(world)
    await world.moderator("Mary").slash("pirates end")
    revealed = re.search(r"of the secret `([0-9a-f]{64})`. Start id (\d+)", seen(world))
    assert revealed is not None
    secret = bytes.fromhex(revealed[1])
    assert hashlib.sha256(secret).hexdigest() == sealed[1]
    deck = VerifiableShuffler(shuffle_key(secret, int(revealed[2]))).shuffle(DECK, 1)
    code = CODES[deck[0]]
    assert (code[:-1], SYMBOLS[code[-1]]) == (drawn[1], drawn[2])
