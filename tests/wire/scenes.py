"""Games on the eve of each move worth a kill, written into the database before the bot ever runs."""

import hashlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from bot.model.custom_ids import ControlId
from bot.model.records import Person as Member
from bot.model.records import Session, Status, Terms
from bot.play.sessions import Sessions
from bot.storage.store import Store
from rules import GAMES, lands
from rules.blackspot.model import LetGo, Purify, Steal
from rules.cards import VerifiableShuffler
from rules.game import Clock
from rules.lands.model import Move, Phase
from tests.offline import sessions_over
from tests.wire import ledger, shapes
from tests.wire.people import World
from tests.wire.shapes import Person

HOUR = 3600
"""For each decision, in seconds: the scenes wait for their turn."""

Ready = Callable[[Session], str | None]
"""Returns the token of the move to make once a session has come so far; an empty one where it is no move."""


def draw(session: Session) -> str | None:
    return Move.DRAW if _phase(session) is Phase.CHOICE else None


def bust(session: Session) -> str | None:
    """An ally may save the turn (L7)."""
    return Move.SPEND if _phase(session) is Phase.BUST else None


def bank(session: Session) -> str | None:
    """The bank that ends the game."""
    if _phase(session) is not Phase.CHOICE:
        return None
    banked = lands.apply(session.state, session.state.active, Move.BANK, ledger.shuffler(session)).state
    return Move.BANK if lands.outcome(banked) is not None else None


def theft(session: Session) -> str | None:
    """A theft that the victim is asked about (B11)."""
    for move in _legal(session):
        if isinstance(move, Steal):
            after = GAMES[session.game].apply(session.state, session.state.active, move, ledger.shuffler(session)).state
            awaited = GAMES[session.game].awaited(after)
            if awaited is not None and awaited.clock is Clock.REACTION:
                return GAMES[session.game].token(move)
    return None


def reaction(session: Session) -> str | None:
    """An answer that is more than letting go (B12)."""
    awaited = None if session.state is None else GAMES[session.game].awaited(session.state)
    if awaited is None or awaited.clock is not Clock.REACTION:
        return None
    return next((GAMES[session.game].token(move) for move in _legal(session) if not isinstance(move, LetGo)), None)


def purification(session: Session) -> str | None:
    return next((GAMES[session.game].token(move) for move in _legal(session) if isinstance(move, Purify)), None)


def rematch(session: Session) -> str | None:
    return "" if session.status is Status.FINISHED else None


def start(session: Session) -> str | None:
    return "" if session.status is Status.LOBBY else None


def _phase(session: Session) -> Phase | None:
    return None if session.state is None else session.state.phase


def _legal(session: Session) -> tuple[Any, ...]:
    awaited = None if session.state is None else GAMES[session.game].awaited(session.state)
    return () if awaited is None else tuple(GAMES[session.game].legal(session.state, awaited.seat))


class Scene(Struct, frozen=True):
    """A move, and the game it is made in."""

    game: str
    ready: Ready
    private: bool = False
    """Whether it is made in a hand."""


SCENES = {
    "draw": Scene("lands", draw),
    "bust": Scene("lands", bust),
    "bank": Scene("lands", bank),
    "theft": Scene("blackspot", theft, private=True),
    "reaction": Scene("blackspot", reaction, private=True),
    "purification": Scene("blackspot", purification, private=True),
    "rematch": Scene("lands", rematch),
    "start": Scene("blackspot", start),
}


class Stage(Struct, frozen=True):
    """A scene that was set: in which channel, in which session, and the move that is due."""

    scene: Scene
    channel: str
    session: str
    token: str

    def control(self, session: Session) -> str:
        """The custom_id of the click that the scene is about."""
        if self.token:
            return str(ControlId("move", self.session, session.revision, self.token))
        verb = "start" if session.status is Status.LOBBY else "rematch"
        return str(ControlId(verb, self.session))


async def set_up(database: Path, world: World, names: list[str], seed: int = 1) -> list[Stage]:
    """Write one game for each name, each in a channel of its own, and people to play it. No bot may run."""
    store = await Store.open(database)
    secrets = _secrets(seed)
    chance = Random(seed)
    try:
        sessions = sessions_over(store, time.time, VerifiableShuffler, lambda: next(secrets))
        return [await _set(store, sessions, world, SCENES[name], chance) for name in names]
    finally:
        await store.close()


def _secrets(seed: int) -> Iterator[bytes]:
    number = 0
    while True:
        number += 1
        yield hashlib.sha256(b"scene %d.%d" % (seed, number)).digest()


async def _set(store: Store, sessions: Sessions, world: World, scene: Scene, chance: Random) -> Stage:
    channel = world.state.snowflakes.next()
    world.state.channels[channel] = shapes.channel(channel, f"cove-{len(world.state.channels)}")
    crew = [member(world.person(name), channel) for name in ("Anne", "Mary")]
    while True:
        session = await opened(sessions, scene.game, crew)
        while (token := scene.ready(session)) is None and session.live:
            session = await _onward(sessions, session, crew, chance)
        if token is not None:
            await store.set_table(session.id, _posted(world, channel))
            return Stage(scene, channel, session.id, token)


def _posted(world: World, channel: str) -> int:
    """Leave a message where the table is to be: the bot's start draws it."""
    return int(world.state.post(channel, {"flags": shapes.COMPONENTS_V2, "components": []}, {}).id)


def member(person: Person, channel: str) -> Member:
    return Member(int(person.id), person.name, int(shapes.GUILD), int(channel))


async def opened(sessions: Sessions, game: str, crew: list[Member]) -> Session:
    """Open a lobby with all aboard."""
    target = {"target": 50} if game == "lands" else {}
    session = (await sessions.open(game, crew[0], Terms(GAMES[game].Options(**target), HOUR, HOUR))).after
    for person in crew[1:]:
        session = (await sessions.join(session.id, person)).after
    return session


async def _onward(sessions: Sessions, session: Session, crew: list[Member], chance: Random) -> Session:
    """Start, or make a random move."""
    if session.status is Status.LOBBY:
        return (await sessions.start(session.id, crew[0], chance.getrandbits(60))).after
    game = GAMES[session.game]
    awaited = game.awaited(session.state)
    assert awaited is not None
    person = next(one for one in crew if one.user_id == session.players[awaited.seat].user_id)
    token = game.token(game.sample(session.state, awaited.seat, chance))
    return (await sessions.play(session.id, person, session.revision, token)).after
