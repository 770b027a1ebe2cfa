"""Nobody learns what they may not: what people really receive is the same, byte by byte, whatever the hidden cards are.

The drawings of many deals are compared in tests/bot/test_blackspot_drawings.py; here two games through discord.py.
"""

import json
from random import Random

import pytest
from msgspec.structs import replace

from bot.model.records import Plan, Session
from rules import blackspot
from rules.blackspot.model import EndTurn, LetGo, Phase
from tests.e2e.conftest import NewWorld
from tests.e2e.harness import Person, World
from tests.e2e.raids import gather, hand, table
from tests.e2e.turns import running, store
from tests.rules.option_sets import traits

TRAITS = traits("blackspot")


async def received(new_world: NewWorld, seed: int, *, permuted: bool) -> tuple[list[str], str]:
    """Play a random game some way, maybe deal hidden cards anew, and go on with a move that shows no card.

    Returns all that the reader saw from then on, and the hand of whoever made that move.
    """
    chance = Random(seed)
    async with new_world() as world:
        crew = await gather(world, "Anne", "Bart", "Calico")
        world.first(0)
        await crew[0].click("Start")
        for person in crew:
            await person.click("My hand")
        await play_at_random(world, crew, chance)
        session = await running(world)
        state = session.state
        actor = blackspot.awaited(state)
        assert actor is not None
        # Who draws next sees their own new cards: the reader is the third.
        reader = (state.active + 2) % 3 if state.theft is None else state.active
        if permuted:
            await store(world).save(session, Plan(replace(session, state=TRAITS.permute(state, reader, chance))))
        await crew[actor.seat].click("My hand", on=table(world))
        held = hand(crew[actor.seat]).text
        seen = []
        for move in (LetGo() if state.theft else EndTurn(), None):
            if move is not None:
                await make(world, crew[actor.seat], move)
            seen.append(screen(crew[reader], session))
            await crew[reader].click("My hand", on=table(world))
            seen.append(screen(crew[reader], session))
            await world.advance(29)
        return seen, held


async def make(world: World, person: Person, move: blackspot.Move) -> None:
    session = await running(world)
    await person.press(f"q1:move:{session.id}:{session.revision}:{blackspot.token(move)}", on=hand(person))


async def play_at_random(world: World, crew: list[Person], chance: Random) -> None:
    """Make a few dozen moves, up to one after which a turn can end or a theft be let go."""
    moves = 0
    while True:
        state = (await running(world)).state
        awaited = blackspot.awaited(state)
        assert awaited is not None
        if moves > 24 and state.phase in {Phase.ACT, Phase.REACT}:
            return
        await make(world, crew[awaited.seat], blackspot.sample(state, awaited.seat, chance))
        moves += 1


def screen(reader: Person, session: Session) -> str:
    """Give all that someone sees, as Discord has it, but for the random name of the session."""
    shown = [[message.id, message.payload["components"], message.pings] for message in reader.messages()]
    return json.dumps(shown).replace(session.id, "session")


@pytest.mark.parametrize("seed", range(2))
async def test_nobody_receives_a_trace_of_a_card_that_they_may_not_know(new_world: NewWorld, seed: int) -> None:
    seen, held = await received(new_world, seed, permuted=False)
    seen_too, held_too = await received(new_world, seed, permuted=True)
    assert held != held_too
    assert seen == seen_too
