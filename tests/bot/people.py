"""Someone to be hidden and forgotten, games to be in, and where they leave traces."""

from typing import Any

from msgspec.structs import replace

from bot.model.boards import ALL_TIME, Wanted
from bot.model.records import Change, Person, Session
from bot.play.erasure import Departure, Erasure
from tests.bot.builders import BART, CHANNEL, GUILD, Room, rows

HEARTS_52 = "10H 9H 8H 7H 6H 5H 4H 3H"
"""Eight cards worth 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 = 52."""
GONE = "a departed pirate"
ELSEWHERE = 8
"""Another server."""
DITA = Person(0x1122_3344_5566_7788, "Señora Quetzalcóatl", GUILD, CHANNEL)
"""An id and a name that stand nowhere by chance."""
DITA_ELSEWHERE = replace(DITA, name='Dita "the Axe"', guild_id=ELSEWHERE, channel_id=80)
BART_ELSEWHERE = replace(BART, guild_id=ELSEWHERE, channel_id=80)


class Traces:
    """Where someone may have left something."""

    def __init__(self, room: Room) -> None:
        self._store = room.store
        database = room.store._database.path
        self._files = (database, database.with_name(database.name + "-wal"))

    def in_files(self, *needles: object) -> list[object]:
        """Return what stands somewhere in the database or its `-wal`; an id also as SQLite's integer of 8 bytes."""
        content = b"".join(file.read_bytes() for file in self._files if file.exists())
        return [one for one in needles if any(form in content for form in forms(one))]

    async def in_rows(self, *needles: object) -> list[object]:
        """Return what stands in some row of some table."""
        cells = [str(cell) for found in (await rows(self._store)).values() for row in found for cell in row]
        return [one for one in needles if any(str(one) in cell for cell in cells)]


def forms(needle: object) -> list[bytes]:
    return [str(needle).encode(), *([needle.to_bytes(8, "big")] if isinstance(needle, int) else [])]


async def duel(room: Room, winner: Person, loser: Person) -> Session:
    """Let the first bank 52 of a target of 50 in one turn, and the second 2."""
    await room.game(winner, loser, deck=f"{HEARTS_52} 2C", target=50)
    return await plays(room, (winner, "draw " * 8 + "bank"), (loser, "draw bank"))


async def voyage(room: Room, who: Person, deck: str, **options: Any) -> Session:
    """Let someone sail ten rounds of one card each."""
    await room.game(who, deck=deck, **options)
    return await plays(room, (who, "draw bank " * 10))


async def plays(room: Room, *turns: tuple[Person, str]) -> Session:
    for who, moves in turns:
        for move in moves.split():
            session = (await room.click(who, move)).after
    return session


def gone(_: Session | None) -> str:
    """Say what stands for a name."""
    return GONE


async def depart(room: Room, who: Person) -> tuple[list[Change], Departure]:
    """Let someone leave everything and be forgotten."""
    departures = Erasure(room.sessions, room.store)
    left = [change async for change in departures.leave(who)]
    return left, await departures.forget(who, gone)


async def board(
    room: Room, which: str, guild: int = GUILD, season: int | None = ALL_TIME
) -> list[tuple[int, str, int, int]]:
    """Give rank, name, points and games of the first page."""
    page = await room.store.scores.page(guild, 99, Wanted("lands", which, season=season))
    return [(line.rank, line.called.name, line.points, line.games) for line in page.lines]
