"""The trial of home-made idols (L15): whole games in a process apart, before anything is stored."""

import asyncio
from collections.abc import Callable

import pytest

from bot.model.errors import Refusal, Refused
from bot.model.idols import ENDS, HomeIdol, HomeIdols, active, all_off, deleted, made, switched
from bot.texts.content import load
from bot.workers import trials
from bot.workers.trials import Trials
from bot.workers.worker import Worker
from rules.errors import InvalidOptions, OptionFault
from rules.idols import Effect, Idol
from tests.bot.builders import GUILD, Room, rows

QUEENS = tuple(queen.idol for queen in load().queens)
GRIN = Idol("7", Effect.TOLL, 3, "Greedy Grin")
TOM = Idol("QS", Effect.BONUS, 9, "Old Tom")
BUSTS = tuple(Idol(str(rank), Effect.BUST, 0, f"Bust {rank}") for rank in range(2, 11))


class Gate(Worker):
    """Answers as the test says, once it is open."""

    def __init__(self) -> None:
        super().__init__()
        self.answer: bytes | Exception = ENDS
        self.tried = 0
        self.began = asyncio.Event()
        self.opened = asyncio.Event()

    async def run(self, task: str, given: bytes, seconds: float) -> bytes:
        assert (task, seconds, bool(given)) == ("idols", 60.0, True)
        self.tried += 1
        self.began.set()
        await self.opened.wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Judge:
    """Changes a server's idols after a trial."""

    def __init__(self, room: Room) -> None:
        self.servers = room.store.servers
        self.gate = Gate()
        self.gate.opened.set()
        self.trials = Trials(self.servers, self.gate, QUEENS)

    async def change(self, change: Callable[[HomeIdols], HomeIdols], guild_id: int = GUILD) -> HomeIdols:
        async def nothing() -> None:
            """Show nothing meanwhile."""

        return await self.trials.change(guild_id, change, nothing)

    async def add(self, idol: Idol, guild_id: int = GUILD) -> HomeIdols:
        return await self.change(lambda now: made(now, idol), guild_id)

    async def keep(self, *given: Idol) -> HomeIdols:
        """Let the server have these idols, switched on, and no others."""
        before = await self.servers.idols(GUILD)
        return await self.servers.save_idols(GUILD, before, tuple(map(HomeIdol, given)))


@pytest.fixture
def judge(room: Room) -> Judge:
    return Judge(room)


async def test_l15_a_set_without_end_is_refused_by_the_real_trial_and_nothing_is_stored(
    room: Room, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nine ranks that bust leave nothing to bank. That may come about by a new idol, or by one that is taken away."""
    monkeypatch.setattr(trials, "TRIAL_SECONDS", 600.0)  # a busy computer is no verdict
    judge.trials = Trials(judge.servers, Worker(), QUEENS)

    async def endless(change: Callable[[HomeIdols], HomeIdols]) -> bool:
        before = await rows(room.store)
        with pytest.raises(InvalidOptions) as refused:
            await judge.change(change)
        assert await rows(room.store) == before
        return refused.value.fault is OptionFault.ENDLESS

    await judge.keep(*BUSTS[:-1])
    assert await endless(lambda now: made(now, BUSTS[-1]))
    saviour = (await judge.keep(*BUSTS, Idol("J", Effect.BONUS, 20, "Saviour")))[-1].number
    assert await endless(lambda now: deleted(now, saviour))
    assert await endless(lambda now: switched(now, saviour, active=False))
    assert active(await judge.change(all_off)) == ()


async def test_l15_a_set_whose_games_last_too_long_is_refused(room: Room, judge: Judge) -> None:
    judge.gate.answer = TimeoutError()
    assert await room.refusal(judge.add(GRIN)) == (Refusal.IDOLS_TOO_LONG, {"seconds": 60})
    judge.gate.answer = ENDS
    assert active(await judge.add(GRIN)) == (GRIN,)


async def test_l15_what_leaves_the_active_set_as_it_is_needs_no_trial(judge: Judge) -> None:
    kept = await judge.keep(GRIN, TOM)
    await judge.change(lambda now: switched(now, kept[0].number, active=False))
    assert judge.gate.tried == 1
    needless: list[Callable[[HomeIdols], HomeIdols]] = [
        lambda now: deleted(now, kept[0].number),
        lambda now: switched(now, kept[1].number, active=True),
        all_off,
    ]
    for change in needless:
        await judge.change(change)
    assert judge.gate.tried == 1


async def test_l15_impatient_clicks_do_not_queue_up_trials(room: Room, judge: Judge) -> None:
    judge.gate.opened.clear()
    first = asyncio.ensure_future(judge.add(GRIN))
    await judge.gate.began.wait()
    judge.gate.began.clear()
    second, queued = asyncio.ensure_future(judge.add(TOM)), asyncio.ensure_future(judge.gate.began.wait())
    await asyncio.wait({second, queued}, return_when=asyncio.FIRST_COMPLETED)
    assert not queued.done()
    queued.cancel()
    reason, _ = await room.refusal(second)
    assert reason is Refusal.IDOLS_BUSY
    elsewhere = asyncio.ensure_future(judge.add(TOM, GUILD + 1))
    judge.gate.opened.set()
    assert (active(await first), active(await elsewhere)) == ((GRIN,), (TOM,))


async def test_l15_what_changes_during_a_trial_is_noticed(judge: Judge) -> None:
    await judge.keep(TOM)
    judge.gate.opened.clear()
    adding = asyncio.ensure_future(judge.add(GRIN))
    await judge.gate.began.wait()
    await judge.change(all_off)
    judge.gate.opened.set()
    with pytest.raises(Refused) as refused:
        await adding
    assert refused.value.reason is Refusal.IDOLS_CHANGED
    assert [home.idol for home in await judge.servers.idols(GUILD)] == [TOM]
