"""Nobody learns what they may not: what a reader receives is the same, byte by byte, whatever the hidden cards are.

First on the real drawing functions for many deals, then on what people really received in games through discord.py.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple, cast

import discord
import pytest
from discord import ui
from msgspec.structs import replace

from bot.app import Quartermaster
from bot.messages.background import Background
from bot.messages.hands import Hands
from bot.messages.tables import Kits, Tables
from bot.model.house_rules import house_rules
from bot.model.records import Person as Member
from bot.model.records import Plan, Session, Status, Terms
from bot.play import lobby
from bot.play.sessions import Sessions
from bot.storage.store import Store
from bot.texts import content
from bot.views.blackspot.draft import KINDS, Draft
from rules import blackspot
from rules.blackspot.events import Peeked
from rules.blackspot.model import EndTurn, LetGo, Phase
from rules.cards import VerifiableShuffler
from tests.e2e.conftest import NewWorld
from tests.e2e.harness import Person, World
from tests.e2e.raids import gather, hand, table
from tests.rules.contract import setup
from tests.rules.option_sets import traits

DEALS = 150
TRAITS = traits("blackspot")
NAMES = ("Anne", "Bart", "Calico", "Dita")
NOW = 1_767_225_600.0


class Drawn(NamedTuple):
    """What one reader is shown of a session."""

    table: str
    call: str
    ping: str
    hands: tuple[str, ...]
    """Their own hand as it opens, and with every kind of draft; none for an onlooker."""


class Room:
    """The real drawing functions, without Discord and without a database."""

    def __init__(self) -> None:
        shipped = content.load()
        kits = Kits(shipped.languages, house_rules(shipped), {})
        nowhere, nothing = cast("discord.Client", None), cast("Store", None)
        self._tables = Tables(nowhere, nothing, kits, Background(), lambda: NOW)
        self._hands = Hands(Sessions(nothing, lambda: NOW, VerifiableShuffler), kits, Background(), lambda: NOW)

    def show(self, session: Session, reader: int | None, drafts: list[Draft]) -> Drawn:
        call = self._tables._call(session, session.players[0])
        return Drawn(
            written(self._tables.draw(session)),
            "" if call is None else written(call),
            written(self._tables._turn_ping(session, session.players[0])),
            () if reader is None else tuple(self._hand(session, reader, draft) for draft in [None, *drafts]),
        )

    def _hand(self, session: Session, reader: int, draft: Draft | None) -> str:
        return written(self._hands.draw(session, session.players[reader].user_id, "en-US", draft))


def written(view: ui.LayoutView) -> str:
    return json.dumps(view.to_components())  # type: ignore[no-untyped-call]


def session_of(state: blackspot.State, events: tuple[Any, ...]) -> Session:
    """Seat as many as play, in a running session."""
    crew = [Member(seat, NAMES[seat], 1, 2, moderator=False) for seat in range(len(state.seats))]
    terms = Terms(state.options)
    session = lobby.new(session_id="a" * 10, game="blackspot", person=crew[0], terms=terms, secret=b"s", now=NOW)
    for person in crew[1:]:
        session = lobby.join(session, person, NOW)
    left = [replace(player, left=seat.left) for player, seat in zip(session.players, state.seats, strict=True)]
    over = state.phase is Phase.OVER
    return replace(
        session,
        status=Status.FINISHED if over else Status.PLAYING,
        deadline=None if over else NOW,
        players=tuple(left),
        state=state,
        events=events,
        start_id=1,
        table_id=3,
    )


def moments(seed: int) -> Iterator[tuple[blackspot.State, tuple[Any, ...], Random]]:
    """Yield about two states of a random game with what led to them, and its end."""
    chosen = setup("blackspot", seed)
    chance, shuffler = Random(seed), VerifiableShuffler(seed.to_bytes(32, "big"))
    state = blackspot.deal(chosen.options, chosen.seats, chosen.first, shuffler)
    events: tuple[Any, ...] = ()
    while (awaited := blackspot.awaited(state)) is not None:
        if chance.random() < 0.03 or (state.theft is not None and chance.random() < 0.1):
            yield state, events, chance
        step = blackspot.apply(state, awaited.seat, blackspot.sample(state, awaited.seat, chance), shuffler)
        state, events = step.state, step.events
    yield state, events, chance


def drafts(state: blackspot.State, reader: int, chance: Random) -> list[Draft]:
    """Invent a draft of every kind, with cards of the reader's and anything else."""
    moves = tuple((t.loot, slot, 5) for t in state.seats[reader].treasures for slot in range(len(t.curses)))[:1]
    return [
        Draft(kind, chance.randrange(14), 0, chance.getrandbits(26) & state.seats[reader].hand, moves) for kind in KINDS
    ]


def other_peeks(events: tuple[Any, ...], reader: int | None) -> tuple[Any, ...]:
    """Let others have looked at another curse."""
    return tuple(
        replace(event, curse=event.curse % 13 + 1) if isinstance(event, Peeked) and event.seat != reader else event
        for event in events
    )


def test_no_drawing_has_a_trace_of_a_card_that_its_reader_may_not_know() -> None:
    room, compared = Room(), 0
    for seed in range(DEALS):
        for state, events, chance in moments(seed):
            reader = chance.choice([None, *(at for at, seat in enumerate(state.seats) if not seat.left)])
            other = TRAITS.permute(state, reader, chance)
            shown = [] if reader is None else drafts(state, reader, chance)
            before = room.show(session_of(state, events), reader, shown)
            after = room.show(session_of(other, other_peeks(events, reader)), reader, shown)
            assert after == before, (seed, reader)
            compared += other != state
    assert compared > 2 * DEALS


def test_a_hand_is_no_secret_to_its_owner() -> None:
    """The test above would notice: the same drawings do change with the reader's own cards."""
    room = Room()
    state, events, chance = next(moments(1))
    onlookers = TRAITS.permute(state, None, chance)
    mine = [room.show(session_of(one, events), 0, []).hands for one in (state, onlookers)]
    assert mine[0] != mine[1]


# --- Through discord.py ---


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
            bot = cast("Quartermaster", world.bot)
            await bot._store.save(session, Plan(replace(session, state=TRAITS.permute(state, reader, chance))))
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


async def running(world: World) -> Session:
    return await cast("Quartermaster", world.bot).sessions.in_channel(world.server.deck.id)


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
