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
from rules import lands
from rules.blackspot.model import LetGo, Purify, Steal
from rules.game import Clock
from rules.lands.model import Move
from tests.registry import GAMES
from tests.wire import ledger, shapes
from tests.wire.people import World
from tests.wire.shapes import Person
from tests.wire.state import Message

HOUR = 3600
"""For each decision, in seconds: no clock runs out, however long a test takes."""


class Scene(Struct, frozen=True):
    """A game, and the move in it that is worth a kill: the first that `wanted` takes."""

    game: str
    wanted: Callable[[Session, Any], bool]
    """Asked of every move that is legal at a moment; of None where the next click is *Start* or *Rematch*."""


def _reacts(session: Session, state: Any) -> bool:
    awaited = GAMES[session.game].awaited(state)
    return awaited is not None and awaited.clock is Clock.REACTION


SCENES = {
    "draw": Scene("lands", lambda _, move: move is Move.DRAW),
    "bust": Scene("lands", lambda _, move: move is Move.SPEND),  # an ally may save the turn (L7)
    "bank": Scene(  # the one that ends the game
        "lands", lambda session, move: move is Move.BANK and lands.outcome(ledger.moved(session, move)) is not None
    ),
    "theft": Scene(  # one that the victim is asked about (B11)
        "blackspot", lambda session, move: isinstance(move, Steal) and _reacts(session, ledger.moved(session, move))
    ),
    "reaction": Scene(  # an answer that is more than letting go (B12)
        "blackspot",
        lambda session, move: move is not None and _reacts(session, session.state) and not isinstance(move, LetGo),
    ),
    "purification": Scene("blackspot", lambda _, move: isinstance(move, Purify)),
    "rematch": Scene("lands", lambda session, move: move is None and session.status is Status.FINISHED),
    "start": Scene("blackspot", lambda session, move: move is None and session.status is Status.LOBBY),
}


class Stage(Struct, frozen=True):
    """A move that is due: in which channel, in which session, and its token; an empty one is *Start* or *Rematch*."""

    channel: str
    session: str
    token: str

    def control(self, session: Session) -> str:
        """The custom_id of the click that the stage is about."""
        if self.token:
            return str(ControlId("move", self.session, session.revision, self.token))
        return str(ControlId("start" if session.status is Status.LOBBY else "rematch", self.session))


async def set_up(database: Path, world: World, names: list[str], seed: int = 1) -> list[Stage]:
    """Write one game for each name, each in a channel of its own, and people to play it. No bot may run."""
    chance = Random(seed)
    async with ledger.offline(database, lambda: chance.randbytes(32)) as (store, sessions):
        return [await _set(store, sessions, world, SCENES[name], chance) for name in names]


async def _set(store: Store, sessions: Sessions, world: World, scene: Scene, chance: Random) -> Stage:
    channel, crew = world.state.new_channel("cove"), [world.person(name) for name in ("Anne", "Mary")]
    while True:
        session = await lobby(sessions, scene.game, short(scene.game), channel, crew)
        while (token := _ready(scene, session)) is None and session.live:
            session = await _onward(sessions, session, crew, chance)
        if token is not None:
            await lay_table(world, store, session)
            return Stage(channel, session.id, token)


def _ready(scene: Scene, session: Session) -> str | None:
    """Return the token of the move once a session has come so far."""
    game = GAMES[session.game]
    awaited = game.awaited(session.state) if session.status is Status.PLAYING else None
    moves = [None] if awaited is None else game.legal(session.state, awaited.seat)
    return next(("" if move is None else game.token(move) for move in moves if scene.wanted(session, move)), None)


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


async def _onward(sessions: Sessions, session: Session, crew: list[Person], chance: Random) -> Session:
    """Start, or make a random move."""
    people = [member(person, str(session.channel_id)) for person in crew]
    if session.status is Status.LOBBY:
        return (await sessions.start(session.id, people[0], chance.getrandbits(60))).after
    game = GAMES[session.game]
    awaited = game.awaited(session.state)
    assert awaited is not None
    who = next(one for one in people if one.user_id == session.players[awaited.seat].user_id)
    token = game.token(game.sample(session.state, awaited.seat, chance))
    return (await sessions.play(session.id, who, session.revision, token)).after
