"""Home-made idols (L15): what someone writes, what a server keeps, what its lobbies begin with, and the trial."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.model import idols as home_made
from bot.model.errors import Refusal, Refused
from bot.model.house_rules import OFF, ON, HouseRule, house_rules
from bot.model.idols import ENDS, HomeIdol, HomeIdols, active, all_off, deleted, lobbies, made, place, switched, written
from bot.model.records import Person, Terms
from bot.storage.session_rows import columns
from bot.texts.content import load
from bot.workers.trials import Trials
from bot.workers.worker import Worker
from rules.cards import RANKS
from rules.errors import InvalidOptions, OptionFault
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.bot.builders import ANNE, GUILD, Held, Room, rows
from tests.rules.builders import QUEEN_OF_SPADES, idols

CONTENT = load()
QUEENS = tuple(queen.idol for queen in CONTENT.queens)
TABLE = house_rules(CONTENT)["lands"]
GRIN = Idol("7", Effect.TOLL, 3, "Greedy Grin")
TOM = Idol("QS", Effect.BONUS, 9, "Old Tom")
BUSTS = tuple(Idol(str(rank), Effect.BUST, 0, f"Bust {rank}") for rank in range(2, 11))


def rule(name: str) -> HouseRule:
    return next(each for each in TABLE if each.name == name)


# --- What someone writes ---


@pytest.mark.parametrize(
    "text,meant",
    [
        *(("QS", "QS"), ("qs", "QS"), (" 10d ", "10D"), ("Q", "Q"), ("10", "10"), ("a", "A")),
        *(("q♠", "QS"), ("♠Q", "QS"), ("10 ♥️", "10H"), ("K❤", "KH"), ("q s", "QS"), ("2c", "2C")),
        *(("Queen of Spades", "QS"), ("ten of hearts", "10H"), ("queens", "Q"), ("Ace", "A"), ("sixes", "6")),
    ],
)
def test_l15_a_card_or_rank_is_read_however_it_is_written(text: str, meant: str) -> None:
    assert place(text) == meant


@pytest.mark.parametrize(
    "text", ["", " ", "1", "11", "0", "QX", "spades", "♠", "QQ", "q q", "QS QS", "joker", "Q of", "2 3", "٣"]
)
def test_l15_what_is_no_card_and_no_rank_is_refused(text: str) -> None:
    if text == "Q of":
        assert place(text) == "Q"
        return
    with pytest.raises(InvalidOptions) as refused:
        place(text)
    assert refused.value.fault is OptionFault.IDOL_CARD


@pytest.mark.parametrize("name", ["", "  ", "\u200b\u2060", "N" * 25, "🏴" * 13])
def test_l15_a_name_that_is_empty_or_too_long_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        written(Effect.BUST, name, "Q", "")
    assert (refused.value.reason, refused.value.facts) == (Refusal.IDOL_NAME, {"most": 24})


@pytest.mark.parametrize("name", ["N", "N" * 24, "🏴" * 12, " Old\u202e  Tom\n"])
def test_l15_a_name_is_tidied(name: str) -> None:
    assert written(Effect.BUST, name, "Q", "").name == ("Old Tom" if "Tom" in name else name)


@pytest.mark.parametrize("number", ["", "0", "21", "-1", "1.5", "five", "٣", "9" * 5000])
def test_l15_a_number_out_of_range_is_refused_with_the_range(number: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        written(Effect.BONUS, "Tom", "Q", number)
    assert (refused.value.fault, refused.value.facts) == (OptionFault.IDOL_NUMBER, {"least": 1, "most": 20})


def test_l15_an_effect_without_a_number_takes_none_whatever_is_written() -> None:
    assert written(Effect.BUST, "Tom", "Q", "7") == Idol("Q", Effect.BUST, 0, "Tom")
    assert written(Effect.BONUS, "Tom", "Q", " 20 ") == Idol("Q", Effect.BONUS, 20, "Tom")


# --- What a server keeps ---


async def keep(room: Room, *given: Idol, guild_id: int = GUILD) -> HomeIdols:
    """Let a server have these idols, switched on, and no others."""
    before = await room.store.servers.idols(guild_id)
    return await room.store.servers.save_idols(guild_id, before, tuple(map(HomeIdol, given)))


async def test_l15_a_server_keeps_its_idols_and_sees_no_others(room: Room) -> None:
    kept = await keep(room, GRIN, TOM)
    assert [(home.idol, home.active) for home in kept] == [(GRIN, True), (TOM, True)]
    assert await room.store.servers.idols(GUILD) == kept
    assert await room.store.servers.idols(GUILD + 1) == ()
    theirs = await keep(room, TOM, guild_id=GUILD + 1)
    assert {home.number for home in theirs}.isdisjoint(home.number for home in kept)
    for change in (switched, deleted):
        with pytest.raises(Refused) as refused:
            change(theirs, kept[0].number, **({"active": False} if change is switched else {}))
        assert refused.value.reason is Refusal.IDOL_GONE


async def test_l15_a_number_is_never_given_twice(room: Room) -> None:
    (gone,) = await keep(room, GRIN)
    await room.store.servers.save_idols(GUILD, (gone,), ())
    (next_one,) = await keep(room, GRIN)
    assert next_one.number > gone.number


async def test_l15_one_is_switched_and_one_deleted_and_the_others_stay(room: Room) -> None:
    kept = await keep(room, GRIN, TOM, *idols("K bust"))
    servers = room.store.servers
    kept = await servers.save_idols(GUILD, kept, switched(kept, kept[0].number, active=False))
    kept = await servers.save_idols(GUILD, kept, deleted(kept, kept[2].number))
    assert [(home.idol, home.active) for home in kept] == [(GRIN, False), (TOM, True)]
    assert active(kept) == (TOM,)


def test_l15_a_server_keeps_twenty_five_idols_at_most() -> None:
    full = tuple(HomeIdol(GRIN, active=False, number=number) for number in range(1, 25))
    full = made(full, GRIN)
    with pytest.raises(Refused) as refused:
        made(full, GRIN)
    assert (refused.value.reason, refused.value.facts) == (Refusal.TOO_MANY_IDOLS, {"most": 25})


async def test_l15_of_two_admins_who_change_the_same_set_one_is_told_that_it_changed(room: Room) -> None:
    """What was judged is what is stored: the other one's set was never tried together with this."""
    before = await keep(room, GRIN)
    servers = room.store.servers
    async with Held(room.store) as held:
        held.send(*(servers.save_idols(GUILD, before, made(before, idol)) for idol in (TOM, idols("K bust")[0])))
        first, second = await held.outcome(2)
    assert [home.idol for home in first] == [GRIN, TOM]
    assert isinstance(second, Refused)
    assert second.reason is Refusal.IDOLS_CHANGED
    assert await servers.idols(GUILD) == first


# --- Together with the house rules ---


def cursed(*names: str) -> Callable[[Terms], Terms]:
    """Return the change that switches these queens on."""

    def change(terms: Terms) -> Terms:
        for name in names:
            terms = rule(f"queen_of_{name}").write(terms, ON)
        return terms

    return change


async def fault(room: Room, attempt: Any) -> OptionFault:
    """Await what must be refused; check that the database is as before."""
    before = await rows(room.store)
    with pytest.raises(InvalidOptions) as refused:
        await attempt
    assert await rows(room.store) == before
    return refused.value.fault


async def test_l15_one_idol_applies_to_a_card_so_the_later_of_queen_and_idol_is_refused(room: Room) -> None:
    servers = room.store.servers
    await keep(room, TOM)
    assert await fault(room, servers.change_terms(GUILD, "lands", cursed("spades"))) is OptionFault.IDOL_TWICE
    await keep(room)
    await servers.change_terms(GUILD, "lands", cursed("spades"))
    assert await fault(room, keep(room, TOM)) is OptionFault.IDOL_TWICE
    await keep(room, Idol("Q", Effect.BONUS, 9, "On the rank"))


async def test_l15_thirteen_idols_are_on_at_most_queens_included(room: Room) -> None:
    many = tuple(Idol(on, Effect.BONUS, 1, "Tom") for on in RANKS[1:])
    servers = room.store.servers
    await keep(room, *many)
    await servers.change_terms(GUILD, "lands", cursed("spades"))
    assert await fault(room, servers.change_terms(GUILD, "lands", cursed("hearts"))) is OptionFault.IDOL_COUNT
    assert await fault(room, keep(room, *many, Idol("A", Effect.BUST, 0, "Tom"))) is OptionFault.IDOL_COUNT
    assert len((await servers.lobby_terms(GUILD, "lands")).options.idols) == 13


async def test_l15_new_lobbies_begin_with_the_idols_that_are_on_and_the_saved_house_rules_have_none(room: Room) -> None:
    servers = room.store.servers
    kept = await keep(room, GRIN, TOM)
    await servers.save_idols(GUILD, kept, switched(kept, kept[1].number, active=False))
    await servers.change_terms(GUILD, "lands", cursed("clubs"))
    assert await servers.terms(GUILD, "lands") == Terms(Options(idols=idols("QC bust")))
    assert await servers.lobby_terms(GUILD, "lands") == Terms(Options(idols=(GRIN, *idols("QC bust"))))
    assert await servers.lobby_terms(GUILD, "blackspot") == await servers.terms(GUILD, "blackspot")
    assert await servers.lobby_terms(GUILD + 1, "lands") == Terms(Options())


# --- In a lobby ---


def test_l15_the_opener_switches_them_off_and_on_again_as_a_whole_and_the_queens_stay() -> None:
    begun = home_made.with_set(Terms(Options(idols=idols(QUEEN_OF_SPADES))), (GRIN, Idol("K", Effect.BUST, 0, "Ned")))
    switch = rule("home_idols")
    assert (switch.read(begun), switch.offered(begun)) == (ON, True)
    off = switch.write(begun, OFF)
    assert (switch.read(off), switch.offered(off)) == (OFF, True)
    assert off.options == Options(idols=idols(QUEEN_OF_SPADES))
    assert switch.write(off, OFF) == off
    assert switch.write(off, ON) == begun
    assert switch.write(begun, ON) == begun


def test_l15_where_a_server_has_none_the_rule_is_not_offered_and_cannot_be_switched_on() -> None:
    plain, switch = Terms(Options(idols=idols(QUEEN_OF_SPADES))), rule("home_idols")
    assert not switch.offered(plain)
    assert switch.write(plain, OFF) == plain
    with pytest.raises(Refused) as refused:
        switch.write(plain, ON)
    assert refused.value.reason is Refusal.NO_IDOLS


async def test_l15_a_lobby_with_thirteen_idols_of_the_longest_names_is_a_row_of_under_4_kb(room: Room) -> None:
    name = "🏴" * 12
    many = tuple(Idol(on, Effect.DRAW_UNTIL_ABOVE, 9, name) for on in (*RANKS[1:9], "10D", "JD", "QD", "KD", "AD"))
    anne = Person(2**63 - 1, "🏴" * 32, 2**63 - 1, 2**63 - 1)
    for terms in (home_made.with_set(Terms(Options()), many), Terms(Options(idols=QUEENS[:3]), idols_aside=many)):
        session = (await room.sessions.open("lands", anne, terms)).after
        assert await room.sessions.load(session.id) == session
        assert len(columns(session)["record"].encode()) < 4096
        await room.sessions.close_place(anne.guild_id)


async def test_l15_a_rematch_keeps_idols_that_are_off_so_that_they_can_be_switched_on(room: Room) -> None:
    terms = Terms(Options(), idols_aside=(GRIN,))
    room.id = (await room.sessions.open("lands", ANNE, terms)).after.id
    await room.sessions.start(room.id, ANNE, 900)
    await room.turns(10)
    assert (await room.sessions.rematch(room.id, ANNE)).after.terms == terms


# --- The trial ---


def test_l15_a_set_is_tried_in_the_harshest_lobbies() -> None:
    """Target 300 and the dare; the queens that have room and a card to themselves, and none."""
    with_queens, alone = lobbies((TOM, GRIN), QUEENS)
    assert [idol.on for idol in with_queens.idols] == ["7", "QC", "QD", "QH", "QS"]
    assert alone.idols == (GRIN, TOM)
    assert {(options.target, options.dare) for options in (with_queens, alone)} == {(300, True)}
    thirteen = tuple(Idol(on, Effect.BONUS, 1, "Tom") for on in RANKS)
    assert len(lobbies(thirteen, QUEENS)[0].idols) == 13
    assert len(lobbies(thirteen[1:], QUEENS)[0].idols) == 13


class FakeWorker(Worker):
    """Answers as the test says, once the gate is open."""

    def __init__(self, answer: bytes | Exception = ENDS) -> None:
        super().__init__()
        self.answer = answer
        self.tried = 0
        self.began = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()

    async def run(self, task: str, given: bytes, seconds: float) -> bytes:
        assert (task, seconds) == ("idols", 60.0)
        assert given
        self.tried += 1
        self.began.set()
        await self.gate.wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


async def nothing() -> None:
    """Show nothing meanwhile."""


async def test_l15_a_set_without_end_is_refused_by_the_real_trial_and_nothing_is_stored(room: Room) -> None:
    """Nine ranks that bust leave nothing to bank. That may come about by a new idol, or by one that is taken away."""
    trials = Trials(room.store.servers, Worker(), QUEENS)
    kept = await keep(room, *BUSTS[:-1])
    assert await fault(room, trials.change(GUILD, lambda now: made(now, BUSTS[-1]), nothing)) is OptionFault.ENDLESS
    kept = await keep(room, *BUSTS, Idol("J", Effect.BONUS, 20, "Saviour"))
    saviour = kept[-1].number
    gone = [lambda now: deleted(now, saviour), lambda now: switched(now, saviour, active=False)]
    for change in gone:
        assert await fault(room, trials.change(GUILD, change, nothing)) is OptionFault.ENDLESS
    assert active(await trials.change(GUILD, all_off, nothing)) == ()


async def test_l15_a_set_whose_games_last_too_long_is_refused(room: Room) -> None:
    trials = Trials(room.store.servers, FakeWorker(TimeoutError()), QUEENS)
    refused = await room.refusal(trials.change(GUILD, lambda now: made(now, GRIN), nothing))
    assert refused == (Refusal.IDOLS_TOO_LONG, {"seconds": 60})
    trials._worker = FakeWorker()
    assert active(await trials.change(GUILD, lambda now: made(now, GRIN), nothing)) == (GRIN,)


async def test_l15_what_leaves_the_active_set_as_it_is_needs_no_trial(room: Room) -> None:
    apart = FakeWorker()
    trials = Trials(room.store.servers, apart, QUEENS)
    kept = await keep(room, GRIN, TOM)
    kept = await trials.change(GUILD, lambda now: switched(now, kept[0].number, active=False), nothing)
    assert apart.tried == 1
    await trials.change(GUILD, lambda now: deleted(now, kept[0].number), nothing)
    await trials.change(GUILD, lambda now: switched(now, kept[1].number, active=True), nothing)
    await trials.change(GUILD, all_off, nothing)
    assert apart.tried == 1


async def test_l15_impatient_clicks_do_not_queue_up_trials(room: Room) -> None:
    apart = FakeWorker()
    apart.gate.clear()
    trials = Trials(room.store.servers, apart, QUEENS)
    first = asyncio.ensure_future(trials.change(GUILD, lambda now: made(now, GRIN), nothing))
    await apart.began.wait()
    second = trials.change(GUILD, lambda now: made(now, TOM), nothing)
    reason, _ = await room.refusal(asyncio.wait_for(second, timeout=10))
    assert reason is Refusal.IDOLS_BUSY
    elsewhere = asyncio.ensure_future(trials.change(GUILD + 1, lambda now: made(now, TOM), nothing))
    apart.gate.set()
    assert active(await first) == (GRIN,)
    assert active(await elsewhere) == (TOM,)


async def test_l15_what_changes_during_a_trial_is_noticed(room: Room) -> None:
    apart = FakeWorker()
    apart.gate.clear()
    trials = Trials(room.store.servers, apart, QUEENS)
    kept = await keep(room, TOM)
    adding = asyncio.ensure_future(trials.change(GUILD, lambda now: made(now, GRIN), nothing))
    await apart.began.wait()
    await trials.change(GUILD, all_off, nothing)
    apart.gate.set()
    with pytest.raises(Refused) as refused:
        await adding
    assert refused.value.reason is Refusal.IDOLS_CHANGED
    assert [home.idol for home in await room.store.servers.idols(GUILD)] == [kept[0].idol]
