"""Someone to be hidden and forgotten, and games to be in."""

from msgspec.structs import replace

from bot.model.boards import ALL_TIME, Wanted
from bot.model.records import Change, Person, Session
from bot.play.erasure import Departure, Erasure
from tests.bot.builders import BART, CHANNEL, GUILD, Room

HEARTS_52 = "10H 9H 8H 7H 6H 5H 4H 3H"
"""Eight cards worth 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 = 52."""
GONE = "a departed pirate"
ELSEWHERE = 8
"""Another server."""
DITA = Person(0x1122_3344_5566_7788, "Señora Quetzalcóatl", GUILD, CHANNEL)
"""An id and a name that stand nowhere by chance."""
DITA_ELSEWHERE = replace(DITA, name='Dita "the Axe"', guild_id=ELSEWHERE, channel_id=80)
BART_ELSEWHERE = replace(BART, guild_id=ELSEWHERE, channel_id=80)


async def duel(room: Room, winner: Person, loser: Person) -> Session:
    """Let the first bank 52 of a target of 50 in one turn, and the second 2."""
    await room.game(winner, loser, deck=f"{HEARTS_52} 2C", target=50)
    for who, cards in ((winner, 8), (loser, 1)):
        for move in ["draw"] * cards + ["bank"]:
            await room.click(who, move)
    return await room.now()


async def voyage(room: Room, who: Person, deck: str) -> Session:
    """Let someone sail ten rounds of one card each."""
    await room.game(who, deck=deck)
    for _ in range(10):
        await room.click(who, "draw")
        await room.click(who, "bank")
    return await room.now()


def gone(_: Session | None) -> str:
    """Say what stands for a name."""
    return GONE


async def depart(room: Room, who: Person) -> tuple[list[Change], Departure]:
    """Let someone leave everything and be forgotten."""
    departures = Erasure(room.sessions, room.store)
    left = [change async for change in departures.leave(who)]
    return left, await departures.forget(who, gone)


async def board(room: Room, which: str, guild: int = GUILD) -> list[tuple[int, str, int, int]]:
    """Give rank, name, points and games of the first page."""
    page = await room.store.scores.page(guild, 99, Wanted("lands", which, season=ALL_TIME))
    return [(line.rank, line.name, line.points, line.games) for line in page.lines]
