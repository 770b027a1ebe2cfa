"""A game of Lands Uncharted between Anne and Mary, from the lobby on, and the process that referees it."""

from bot.model.custom_ids import decode
from bot.model.records import LoggedMove, Session
from rules import lands
from rules.lands import Move, State
from tests.wire import ledger, shapes
from tests.wire.bot_process import BotProcess
from tests.wire.people import Reply, World
from tests.wire.scenes import HOUR
from tests.wire.shapes import Person
from tests.wire.state import UPDATE, Interaction, Message


class Voyage:
    """What a test holds: people, the bot, and what its database holds."""

    def __init__(self, world: World, bot: BotProcess) -> None:
        self.world = world
        self.bot = bot
        self.anne, self.mary = world.person("Anne"), world.person("Mary")
        self.table: Message

    async def open(self) -> Reply:
        """Open a lobby. A bot that is killed before it has noted its message would post another one."""
        opened = await self.world.slash(self.anne, "lands", target=50, turn_time=HOUR)
        self.table = opened.shown
        while (await self.saved()).table_id is None:
            await self.world.slash(self.anne, "pirates rules")
        return opened

    async def begin(self) -> None:
        """Both aboard, the deck dealt, the first card still to be drawn."""
        await self.open()
        await self.world.click(self.mary, "Join")
        await self.world.click(self.anne, "Start")

    async def saved(self) -> Session:
        return (await ledger.read(self.bot.database, shapes.CHANNEL)).whole

    async def log(self) -> tuple[LoggedMove, ...]:
        return (await ledger.read(self.bot.database, shapes.CHANNEL)).moves

    def active(self, session: Session) -> Person:
        return self.world.state.members[str(session.players[session.state.active].user_id)]

    def press(self, session: Session, move: Move) -> Interaction:
        """A click of the awaited player on the table's button for this move."""
        for part in shapes.walk(self.table.data["components"]):
            if "custom_id" in part and not part["disabled"] and decode(part["custom_id"]).argument == move:
                return self.world.forge(self.active(session), part["custom_id"], self.table.id)
        raise AssertionError(f"the table has no button for {move}")

    async def play(self, session: Session, move: Move | None = None) -> Session:
        """Make a move, a prudent one if none is given, by its button on the table, and find it saved."""
        move = move or prudent(session.state)
        assert (await self.world.run(self.press(session, move))).kind == UPDATE
        after = await self.saved()
        assert (after.revision, after.state) == (session.revision + 1, ledger.moved(session, move))
        return after


def prudent(state: State) -> Move:
    """Draw up to ten, then bank; spend allies."""
    legal = lands.legal(state, state.active)
    if Move.BANK in legal and state.turn.value >= 10:
        return Move.BANK
    return legal[0]
