"""What outlives the process: the rows, and what becomes of what cannot be written (F02, F08, F37, X3)."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model import idols as home_made
from bot.model.errors import StaleClick
from bot.model.records import MotionKind, Person, Plan, Session, Status, Terms
from bot.storage.session_rows import SessionRow, columns
from bot.texts.content import load
from rules.cards import VerifiableShuffler
from rules.game import Ending
from rules.idols import Effect, Idol
from rules.lands.model import LastRound, Options
from rules.simulator import play_out
from tests.bot.builders import (
    ANNE,
    BART,
    BEGAN,
    CALICO,
    CHANNEL,
    GUILD,
    MODERATOR,
    START_ID,
    Room,
    results,
    rows,
    seats,
)
from tests.bot.storage.files import replayed, sql
from tests.registry import GAMES
from tests.rules.builders import idols
from tests.rules.option_sets import traits

QUEENS = tuple(queen.idol for queen in load().queens)


# --- Rows ---


async def test_f46_after_every_step_a_session_is_read_as_it_was_written(room: Room) -> None:
    sessions, deck = room.sessions, "AC 9C JC QC 2C"
    room.decks = (deck,)
    await room.lobby(ANNE, BART, CALICO, turn_seconds=None, target=50, idols=idols("QS discard_highest", "9 bonus 2"))
    steps: dict[str, tuple[Callable[[], Any], Callable[[Session], bool]]] = {
        "touched": (lambda: sessions.claim_first(room.id, BART), lambda now: now.touched),
        "started": (lambda: sessions.start(room.id, ANNE, START_ID), lambda now: now.start_id == START_ID),
        "an ace": (lambda: room.click(BART, "draw"), lambda now: isinstance(now.options, Options)),
        "an idol": (lambda: room.click(BART, "draw"), lambda now: bool(now.events)),
        "a motion": (
            lambda: sessions.remove(room.id, ANNE, CALICO.user_id),
            lambda now: [motion.kind for motion in now.motions] == [MotionKind.REMOVE],
        ),
        "gone": (lambda: sessions.leave(room.id, CALICO), lambda now: now.players[2].left),
        "over": (lambda: sessions.leave(room.id, BART), lambda now: now.status is Status.FINISHED),
        "a rematch": (lambda: sessions.rematch(room.id, ANNE), lambda now: now.status is Status.LOBBY),
    }
    for name, (step, holds) in steps.items():
        written = (await step()).after
        read = await sessions.load(written.id)
        assert read == written, name
        assert holds(read), name


async def test_the_public_message_and_the_ping_are_no_steps_of_the_game(room: Room) -> None:
    session = await room.game(ANNE, BART)
    await room.store.set_table(room.id, 555)
    await room.store.set_ping(room.id, 556)
    assert await room.now() == replace(session, table_id=555, ping_id=556)
    after = await room.play("draw")
    assert (after.table_id, after.ping_id) == (555, 556)


async def test_f37_odd_names_are_stored_as_they_are(room: Room) -> None:
    names = ("O'Neil", "Robert'); DROP TABLE sessions;--", '"q"', "👨‍👩‍👧" * 4)
    people = [Person(number, name, GUILD, CHANNEL) for number, name in enumerate(names, start=1)]
    await room.game(*people)
    await room.sessions.end(room.id, MODERATOR)
    assert tuple(player.name for player in (await room.now()).players) == names
    assert tuple(row[0] for row in await seats(room.store)) == names


LONGEST_NAME = "🏴" * 32
"""Discord's limit of 32 characters, four bytes each."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "10")
AT_MOST = 4096
"""Bytes of a session's row that SQL does not look into."""


@pytest.mark.parametrize(
    "effect, number, aside", [(Effect.DRAW_MORE, 1, False), (Effect.DRAW_UNTIL_ABOVE, 9, False), (Effect.BUST, 0, True)]
)
async def test_l15_the_largest_session_is_a_row_of_under_4_kb(
    database: Path, room: Room, effect: Effect, number: int, *, aside: bool
) -> None:
    """A rematch of four, all names long and ids high, with 13 idols; half of the turns by the clock, until the end."""
    room.sessions._shuffler = VerifiableShuffler
    crew = [Person(2**63 - 2 - seat, LONGEST_NAME, 2**63 - 1, 2**63 - 1) for seat in range(4)]
    many = tuple(Idol(rank, effect, number, "🏴" * (home_made.LONGEST_BYTES // 4)) for rank in RANKS)
    options = Options(target=300, last_round=LastRound.ONE_MORE_EACH, idols=QUEENS[:3] if aside else many)
    terms = Terms(options, idols_aside=many if aside else ())
    room.id = (await room.sessions.open("lands", crew[0], terms)).after.id
    for other in crew[1:]:
        await room.sessions.join(room.id, other)
    await room.sessions.start(room.id, crew[0], 2**63 - 1)
    await room.sessions.end(room.id, replace(crew[0], moderator=True))
    room.id = (await room.sessions.rematch(room.id, crew[0])).after.id
    for other in crew[1:]:
        await room.sessions.join(room.id, other)
    weights = [weight(database, room.id)]
    session = (await room.sessions.start(room.id, crew[0], 2**63 - 1)).after
    while session.status is Status.PLAYING and len(weights) < 300:
        session = await (room.play("draw") if len(weights) % 2 else room.time_out())
        weights.append(weight(database, session.id))
    assert max(weights) < AT_MOST


def weight(database: Path, session_id: str) -> int:
    lengths = "length(CAST(record AS BLOB)) + coalesce(length(CAST(state AS BLOB)), 0)"
    ((size,),) = sql(database, f"SELECT {lengths} FROM sessions WHERE id = '{session_id}'")  # noqa: S608 - our own id
    return int(size)


@pytest.mark.parametrize("key", GAMES)
async def test_every_row_of_random_games_is_under_4_kb(key: str, room: Room) -> None:
    """Four players with the longest names, random house rules, home-made idols among them."""
    chance = Random(5)
    lobby = await room.lobby(*(Person(2**63 - 1 - seat, LONGEST_NAME, GUILD, CHANNEL) for seat in range(4)))
    for seed in range(5):
        options = traits(key).options(chance)
        session = replace(lobby, game=key, terms=Terms(options), status=Status.PLAYING)
        for played in play_out(GAMES[key], options, 4, seed):
            row = columns(replace(session, state=played.step.state, events=played.step.events))
            assert len(row["record"].encode()) + len(row["state"].encode()) < AT_MOST


@pytest.mark.usefixtures("store")
def test_the_view_of_sessions_has_the_columns_of_its_struct_in_order(database: Path) -> None:
    assert [row[1] for row in sql(database, "PRAGMA table_info(session_rows)")] == list(SessionRow._fields)


# --- All or nothing ---


@pytest.mark.parametrize(
    "query",
    ["update_session", "insert_move", "insert_result", "insert_result_seat", "save_name", "add_points", "keep_best"],
)
async def test_a_fault_in_the_middle_of_the_last_move_leaves_nothing_written(
    room: Room, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state, its log row and the result are one transaction."""
    await room.game(ANNE, deck="2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    await room.turns(9)
    await room.play("draw")
    before = await rows(room.store)
    write = room.store._write

    async def faulty(chosen: Any, **facts: Any) -> list[Any]:
        written = await write(chosen, **facts)
        if chosen is getattr(room.store._queries, query):
            raise RuntimeError("struck by lightning")
        return written

    with monkeypatch.context() as patch:
        patch.setattr(room.store, "_write", faulty)
        patch.setattr(room.store.scores, "_write", faulty)
        with pytest.raises(RuntimeError):
            await room.play("bank")
    assert await rows(room.store) == before
    await room.play("bank")
    assert await results(room.store) == [(Ending.SOLO, 1)]


async def test_a_step_from_an_old_state_is_not_written_over_a_newer_one(room: Room) -> None:
    old = await room.game(ANNE, BART)
    await room.play("draw")
    before = await rows(room.store)
    with pytest.raises(StaleClick):
        await room.store.save(old, Plan(replace(old, revision=old.revision + 1)))
    assert await rows(room.store) == before


async def test_f08_the_log_replays_to_the_stored_state(room: Room) -> None:
    """Secret, start id and the log are all it takes: clicks, time-outs and a departure among them."""
    room.sessions._shuffler = VerifiableShuffler
    await room.game(ANNE, BART, CALICO, dare=True, idols=QUEENS)
    for turn in range(12):
        await (room.time_out() if turn % 3 == 0 else room.play("draw"))
    await room.sessions.leave(room.id, CALICO)
    session, moves = await room.now(), await room.store.moves(room.id)
    log = [(move.seat, move.token) for move in moves]
    assert replayed(session.options, session.secret, START_ID, 3, log) == session.state
    assert [move.revision for move in moves] == list(range(session.revision - len(moves) + 1, session.revision + 1))


# --- Deadlines ---


@pytest.mark.parametrize(
    "heartbeat, started, back, left",
    [(20, 0, 80, 70), (None, 30, 90, 90), (20, 0, -3600, 70), (20, 0, 86_400, 70)],
    ids=["after the last heartbeat", "a step is a sign of life as well", "the clock was set back", "and forward"],
)
async def test_x3_what_is_left_is_counted_from_the_last_sign_of_life(
    room: Room, heartbeat: float | None, started: float, back: float, left: float
) -> None:
    """90 s for a turn; seconds from the beginning of the test. Done twice, it moves nothing twice."""
    room.clock.now = BEGAN + started
    await room.game(ANNE, BART)
    if heartbeat is not None:
        await room.store.beat(BEGAN + heartbeat)
    for _ in range(2):
        await room.store.stop_all_clocks()
        assert await room.store.next_deadline() is None
        await room.store.set_clocks({}, [room.id], BEGAN + back)
        assert (await room.now()).deadline == BEGAN + back + left


async def test_x3_a_step_long_after_the_last_heartbeat_is_a_sign_of_life(room: Room) -> None:
    """Nobody beats while no deadline runs: here a lobby was open for 30 s before the start."""
    await room.lobby(ANNE, BART)
    room.clock.now = BEGAN + 30
    await room.sessions.start(room.id, ANNE, START_ID)
    await room.store.stop_all_clocks()
    assert (await room.now()).stopped_at == BEGAN + 30


async def test_nothing_that_has_no_deadline_gets_one_by_being_away(room: Room) -> None:
    await room.lobby(ANNE)
    await room.sessions.end(room.id, ANNE)
    await room.store.stop_all_clocks()
    assert (await room.now()).stopped_at is None
    assert await room.store.clocks() == []
    assert await room.store.next_deadline() is None


async def test_x3_a_clock_that_stands_still_is_neither_due_nor_warned(room: Room) -> None:
    await room.game(ANNE, BART, turn_seconds=600)
    await room.store.set_clocks({room.id: BEGAN + 10}, [], BEGAN + 20)
    late = BEGAN + 6000
    assert (await room.store.due_ids(late), await room.store.warning_ids(late)) == ([], [])
    await room.store.set_clocks({}, [room.id], BEGAN + 100)
    assert await room.store.warning_ids(BEGAN + 389) == []
    assert await room.store.warning_ids(BEGAN + 390) == [room.id]


async def test_what_is_due_comes_in_the_order_of_its_deadlines(room: Room) -> None:
    found = []
    for number, seconds in enumerate((60, 30, 90)):
        anne = replace(ANNE, channel_id=CHANNEL + number)
        found.append((await room.sessions.open("lands", anne, Terms(Options(), seconds))).after.id)
        await room.sessions.start(found[-1], anne, START_ID)
    assert await room.store.next_deadline() == BEGAN + 30
    assert await room.store.due_ids(BEGAN + 60) == [found[1], found[0]]


async def test_a_postponement_does_not_undo_the_deadline_of_a_step_that_was_made_meanwhile(room: Room) -> None:
    before = await room.game(ANNE, BART, deck="10H")
    after = await room.play("draw")
    await room.store.postpone(before, BEGAN + 1000)
    assert (await room.now()).deadline == after.deadline
    await room.store.postpone(after, BEGAN + 1000)
    assert (await room.now()).deadline == BEGAN + 1000
