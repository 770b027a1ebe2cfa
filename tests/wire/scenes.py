"""Games on the eve of each move worth a kill, written into the database before the bot ever runs."""

from collections.abc import Callable, Sequence
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
from rules.game import Clock
from rules.lands.model import Move, Phase
from tests.wire import ledger, shapes
from tests.wire.people import World
from tests.wire.shapes import Person
from tests.wire.state import Message

HOUR = 3600
"""For each decision, in seconds: no clock runs out, however long a test takes."""

# Each returns the token of the move to make once a session has come so far; an empty one where it is no move.


def draw(session: Session) -> str | None:
    return Move.DRAW if _phase(session) is Phase.CHOICE else None


def bust(session: Session) -> str | None:
    """An ally may save the turn (L7)."""
    return Move.SPEND if _phase(session) is Phase.BUST else None


def bank(session: Session) -> str | None:
    """The bank that ends the game."""
    ends = _phase(session) is Phase.CHOICE and lands.outcome(ledger.moved(session, Move.BANK)) is not None
    return Move.BANK if ends else None


def theft(session: Session) -> str | None:
    """A theft that the victim is asked about (B11)."""
    game = GAMES[session.game]
    for move in legal(session):
        if isinstance(move, Steal):
            awaited = game.awaited(ledger.moved(session, move))
            if awaited is not None and awaited.clock is Clock.REACTION:
                return game.token(move)
    return None


def reaction(session: Session) -> str | None:
    """An answer that is more than letting go (B12)."""
    awaited = None if session.state is None else GAMES[session.game].awaited(session.state)
    if awaited is None or awaited.clock is not Clock.REACTION:
        return None
    return next((GAMES[session.game].token(move) for move in legal(session) if not isinstance(move, LetGo)), None)


def purification(session: Session) -> str | None:
    return next((GAMES[session.game].token(move) for move in legal(session) if isinstance(move, Purify)), None)


def rematch(session: Session) -> str | None:
    return "" if session.status is Status.FINISHED else None


def start(session: Session) -> str | None:
    return "" if session.status is Status.LOBBY else None


def _phase(session: Session) -> Phase | None:
    return None if session.state is None else session.state.phase


def legal(session: Session) -> tuple[Any, ...]:
    """The moves of whoever is awaited."""
    awaited = None if session.state is None else GAMES[session.game].awaited(session.state)
    return () if awaited is None else tuple(GAMES[session.game].legal(session.state, awaited.seat))


class Scene(Struct, frozen=True):
    """A move, and the game it is made in."""

    game: str
    ready: Callable[[Session], str | None]
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
    store, chance = await Store.open(database), Random(seed)
    try:
        sessions = ledger.sessions_on(store, lambda: chance.randbytes(32))
        return [await _set(store, sessions, world, SCENES[name], chance) for name in names]
    finally:
        await store.close()


async def _set(store: Store, sessions: Sessions, world: World, scene: Scene, chance: Random) -> Stage:
    channel, crew = world.state.new_channel("cove"), [world.person(name) for name in ("Anne", "Mary")]
    while True:
        session = await lobby(sessions, scene.game, short(scene.game), channel, crew)
        while (token := scene.ready(session)) is None and session.live:
            session = await _onward(sessions, session, channel, crew, chance)
        if token is not None:
            await lay_table(world, store, session)
            return Stage(scene, channel, session.id, token)


def short(game: str) -> Any:
    """Return the house rules of a short voyage, and of Black Spot as it stands."""
    return GAMES[game].Options(target=50) if game == "lands" else GAMES[game].Options()


async def lobby(sessions: Sessions, game: str, options: Any, channel: str, crew: Sequence[Person]) -> Session:
    """Open a lobby with all of them aboard."""
    opener, *others = (member(person, channel) for person in crew)
    session = (await sessions.open(game, opener, Terms(options, HOUR, HOUR))).after
    for person in others:
        session = (await sessions.join(session.id, person)).after
    return session


async def lay_table(world: World, store: Store, session: Session) -> Message:
    """Leave a message where the table is to be: the bot's start draws it."""
    message = world.state.post(str(session.channel_id), {"flags": shapes.COMPONENTS_V2})
    await store.set_table(session.id, int(message.id))
    return message


def member(person: Person, channel: str) -> Member:
    return Member(int(person.id), person.name, int(shapes.GUILD), int(channel))


async def _onward(sessions: Sessions, session: Session, channel: str, crew: list[Person], chance: Random) -> Session:
    """Start, or make a random move."""
    if session.status is Status.LOBBY:
        return (await sessions.start(session.id, member(crew[0], channel), chance.getrandbits(60))).after
    game = GAMES[session.game]
    awaited = game.awaited(session.state)
    assert awaited is not None
    who = next(one for one in crew if one.id == str(session.players[awaited.seat].user_id))
    token = game.token(game.sample(session.state, awaited.seat, chance))
    return (await sessions.play(session.id, member(who, channel), session.revision, token)).after
