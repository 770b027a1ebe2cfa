# NOTE from the lead, 08:06: written for you in parallel; adapt, fix (SimCord's settle_timeout=5 s against the process apart: let e2e judge in-process with few games), delete this line. Migration number on your branch must become 0008: absent has 0007. Finish by 08:35.
"""Home-made idols (L15): what is read from words, what a server keeps, how a set is judged."""

import asyncio
from functools import partial

import msgspec
import pytest

from bot.apart import Apart
from bot.content import load
from bot.errors import Refusal, Refused
from bot.idols import (
    ENDLESS,
    ENDS,
    MOST_KEPT,
    HomeIdols,
    active,
    lay_aside,
    lobbies,
    made,
    place,
    put_on,
    try_out,
    with_set,
    written,
)
from bot.records import Terms
from bot.trials import Trials
from rules.errors import InvalidOptions, OptionFault
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.bot.builders import ANNE, GUILD, Room, rows

QUEENS = tuple(queen.idol for queen in load().queens)
CALF = Idol("7", Effect.BONUS, 5, "Golden Calf")
GRIN = Idol("QS", Effect.TOLL, 3, "Greedy Grin")


class Judge(Apart):
    """Stands in for the process; answers when the test lets it."""

    def __init__(self, answer: bytes = ENDS) -> None:
        self.answer = answer
        self.asked: list[bytes] = []
        self.free = asyncio.Event()
        self.free.set()

    async def run(self, task: str, given: bytes, seconds: float) -> bytes:
        assert (task, seconds) == ("idols", 60.0)
        self.asked.append(given)
        await self.free.wait()
        if not self.answer:
            raise TimeoutError
        return self.answer


def trials(room: Room, judge: Apart) -> Trials:
    return Trials(room.store.servers, judge, QUEENS)


async def nothing() -> None:
    """Nobody looks."""


async def add(room: Room, idol: Idol, judge: Apart | None = None) -> HomeIdols:
    return await trials(room, judge or Judge()).change(GUILD, partial(made, idol=idol), nothing)


# --- Words ---


@pytest.mark.parametrize(
    "text,code",
    [
        ("QS", "QS"),
        ("q♠", "QS"),
        ("♠️ Q", "QS"),
        ("queen of spades", "QS"),
        ("Queens", "Q"),
        ("10d", "10D"),
        ("ten of diamonds", "10D"),
        ("sixes", "6"),
        ("aces", "A"),
        ("A", "A"),
        ("２", "2"),
    ],
)
def test_l15_a_card_or_a_rank_is_read_as_people_write_it(text: str, code: str) -> None:
    assert place(text) == code


@pytest.mark.parametrize(
    "text", ["", "1", "11", "S", "spades", "QSS", "queen king", "queen of moons", "Q S D", "joker"]
)
def test_l15_what_is_no_card_and_no_rank_is_refused(text: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        place(text)
    assert refused.value.fault is OptionFault.IDOL_CARD


@pytest.mark.parametrize("name", ["", " ", "\u200b", "x" * 25, "🏴" * 13])
def test_l15_a_name_is_seen_and_short(name: str) -> None:
    with pytest.raises(Refused) as refused:
        written(Effect.BUST, name, "7", "")
    assert refused.value.reason is Refusal.IDOL_NAME


def test_l15_a_number_belongs_to_the_effects_that_take_one() -> None:
    assert written(Effect.BUST, "Doom", "7", "3") == Idol("7", Effect.BUST, 0, "Doom")
    assert written(Effect.DRAW_MORE, "More", "7", " 5 ") == Idol("7", Effect.DRAW_MORE, 5, "More")


# --- Lobbies ---


def test_l15_a_lobby_begins_with_the_set_and_can_lay_it_aside_and_take_it_up_again() -> None:
    queen = next(queen for queen in QUEENS if queen.on == "QH")
    terms = with_set(Terms(Options(idols=(queen,))), (CALF,))
    assert terms.options.idols == (CALF, queen)
    aside = lay_aside(terms)
    assert aside.options.idols == (queen,)
    assert put_on(aside) == terms


def test_l15_where_a_server_has_none_they_cannot_be_switched_on() -> None:
    with pytest.raises(Refused) as refused:
        put_on(Terms(Options()))
    assert refused.value.reason is Refusal.NO_IDOLS


# --- What is kept ---


async def test_l15_a_set_is_kept_as_it_was_made_for_its_server_alone(room: Room) -> None:
    await add(room, CALF)
    (calf, grin) = await add(room, GRIN)
    assert (calf.idol, grin.idol) == (CALF, GRIN)
    assert await room.store.servers.idols(GUILD) == (calf, grin)
    assert await room.store.servers.idols(GUILD + 1) == ()
    assert (await room.store.servers.lobby_terms(GUILD, "lands")).options.idols == (CALF, GRIN)
    assert (await room.store.servers.terms(GUILD, "lands")).options.idols == ()


async def test_l15_a_server_keeps_twenty_five_and_refuses_the_next(room: Room) -> None:
    kept = tuple(Idol(str(2 + number % 9), Effect.BUST, 0, f"No {number}") for number in range(MOST_KEPT))
    for idol in kept:

        def off(idols: HomeIdols, idol: Idol = idol) -> HomeIdols:
            return tuple(msgspec.structs.replace(home, active=False) for home in made(idols, idol))

        await trials(room, Judge()).change(GUILD, off, nothing)
    with pytest.raises(Refused) as refused:
        await add(room, CALF)
    assert (refused.value.reason, refused.value.facts) == (Refusal.TOO_MANY_IDOLS, {"most": 25})


async def test_l15_an_endless_set_is_not_kept(room: Room) -> None:
    before = await rows(room.store)
    with pytest.raises(InvalidOptions) as refused:
        await add(room, CALF, Judge(ENDLESS))
    assert refused.value.fault is OptionFault.ENDLESS
    assert await rows(room.store) == before


async def test_l15_a_trial_that_takes_too_long_is_no_trial_passed(room: Room) -> None:
    with pytest.raises(Refused) as refused:
        await add(room, CALF, Judge(b""))
    assert (refused.value.reason, refused.value.facts) == (Refusal.IDOLS_TOO_LONG, {"seconds": 60})
    assert await room.store.servers.idols(GUILD) == ()


async def test_l15_what_another_admin_changed_during_the_trial_stands(room: Room) -> None:
    """What was judged is not what would be stored."""
    judge = Judge()
    judge.free.clear()
    first = asyncio.create_task(add(room, CALF, judge))
    while not judge.asked:
        await asyncio.sleep(0)
    await add(room, GRIN)
    judge.free.set()
    with pytest.raises(Refused) as refused:
        await first
    assert refused.value.reason is Refusal.IDOLS_CHANGED
    assert active(await room.store.servers.idols(GUILD)) == (GRIN,)


async def test_impatient_clicks_do_not_queue_up_behind_a_trial(room: Room) -> None:
    judge = Judge()
    judge.free.clear()
    judged = trials(room, judge)
    first = asyncio.create_task(judged.change(GUILD, partial(made, idol=CALF), nothing))
    while not judge.asked:
        await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await judged.change(GUILD, partial(made, idol=GRIN), nothing)
    assert refused.value.reason is Refusal.IDOLS_BUSY
    judge.free.set()
    assert active(await first) == (CALF,)


async def test_switching_off_and_deleting_the_last_needs_no_trial(room: Room) -> None:
    await add(room, CALF)
    judge = Judge(ENDLESS)
    await trials(room, judge).change(GUILD, lambda _: (), nothing)
    assert judge.asked == []
    assert await room.store.servers.idols(GUILD) == ()


async def test_l15_a_later_change_does_not_touch_an_open_lobby(room: Room) -> None:
    await add(room, CALF)
    terms = await room.store.servers.lobby_terms(GUILD, "lands")
    session = (await room.sessions.open("lands", ANNE, terms)).after
    await trials(room, Judge()).change(GUILD, lambda _: (), nothing)
    assert (await room.sessions.load(session.id)).options.idols == (CALF,)


# --- The trial itself ---


def test_l15_a_set_is_tried_with_the_queens_that_have_room_and_without_them() -> None:
    """The queen of spades gives way to the idol that stands on her card."""
    beside, alone = lobbies((GRIN,), QUEENS)
    assert [idol.on for idol in beside.idols] == ["QC", "QD", "QH", "QS"]
    assert alone.idols == (GRIN,)
    assert {beside.target, alone.target} == {300}


@pytest.mark.parametrize("ranks,answer", [(range(2, 11), ENDLESS), ((2,), ENDS)])
async def test_l15_nobody_scores_where_every_number_busts(ranks: range, answer: bytes) -> None:
    """In the process apart, as it is done for a server."""
    doom = tuple(Idol(str(rank), Effect.BUST, 0, "Doom") for rank in ranks)
    given = msgspec.json.encode(lobbies(doom, ()))
    assert await Apart().run("idols", given, seconds=60) == answer
    assert answer is ENDS or try_out(given) == answer
