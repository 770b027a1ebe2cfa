"""What outlives the process: the schema, the rows, and what becomes of what cannot be written (F02, F10, F37)."""
# ruff: noqa: ASYNC240 - a test may wait for a file

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model import idols as home_made
from bot.model.errors import NotSaved, StaleClick
from bot.model.records import MotionKind, Person, Plan, Session, Status, Terms
from bot.storage import database as database_room
from bot.storage import schema
from bot.storage.lockfile import UnusableDatabase
from bot.storage.schema import DATA
from bot.storage.session_rows import SessionRow, columns
from bot.storage.store import Store
from bot.texts.content import load
from rules import GAMES
from rules.cards import VerifiableShuffler, shuffle_key
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
    opened,
    results,
    rows,
    seats,
)
from tests.rules.builders import idols
from tests.rules.option_sets import traits


def sql(path: Path, *statements: str) -> list[Any]:
    """Run statements with a connection of our own; return the rows of the last."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        found: list[Any] = []
        for statement in statements:
            found = connection.execute(statement).fetchall()
        return found


async def gone(threads: set[threading.Thread]) -> None:
    """Wait for threads to end; they may still have a word for the event loop."""
    for thread in threads:
        await asyncio.to_thread(thread.join, 5)
        assert not thread.is_alive()


async def unusable(path: Path) -> str:
    """Open what cannot be used; return the sentence for the host. No connection may be left behind."""
    before = workers()
    with pytest.raises(UnusableDatabase) as caught:
        await Store.open(path)
    await gone(workers() - before)
    return str(caught.value)


def workers() -> set[threading.Thread]:
    """Return the threads of open connections. One left behind would keep the process from ending."""
    return {thread for thread in threading.enumerate() if thread.name.endswith("(_connection_worker_thread)")}


# --- The schema ---


async def test_a_new_database_gets_every_migration_once(database: Path) -> None:
    for _ in range(2):
        await (await Store.open(database)).close()
    scripts = sorted((DATA / "migrations").glob("*.sql"))
    assert sql(database, "SELECT number, name FROM migrations") == [(int(s.name[:4]), s.stem) for s in scripts]


def test_migrations_are_numbered_from_one_without_a_gap() -> None:
    numbers = [int(script.name[:4]) for script in sorted((DATA / "migrations").glob("*.sql"))]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_f46_what_was_stored_is_there_after_opening_again(database: Path) -> None:
    async with opened(database) as room:
        session = await room.game(ANNE, BART)
    again = await Store.open(database)
    try:
        assert await again.load(session.id) == session
    finally:
        await again.close()


async def test_the_schema_of_a_newer_version_is_refused_by_its_number(database: Path) -> None:
    await (await Store.open(database)).close()
    sql(database, "INSERT INTO migrations VALUES (99, '0099_the_future', 0)")
    before = database.read_bytes()
    sentence = await unusable(database)
    assert str(database) in sentence
    assert "newer version" in sentence
    assert "schema 99" in sentence
    assert database.read_bytes() == before


async def test_a_read_only_database_is_refused(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`query_only` stands in for file permissions, which do not bind the administrator."""
    await (await Store.open(database)).close()
    sql(database, "DELETE FROM migrations")
    monkeypatch.setattr(database_room, "_PRAGMAS", (*database_room._PRAGMAS, "PRAGMA query_only = ON"))
    assert "readonly database" in await unusable(database)


async def test_a_failed_migration_is_undone_and_named(database: Path, tmp_path: Path, monkeypatch: Any) -> None:
    data = tmp_path / "data"
    shutil.copytree(DATA, data)
    monkeypatch.setattr(schema, "DATA", data)
    await (await Store.open(database)).close()
    last = len(list((data / "migrations").glob("*.sql")))
    broken = data / "migrations" / f"{last + 1:04}_broken.sql"
    broken.write_text("CREATE TABLE half (a INTEGER) STRICT; CREATE NONSENSE;")
    assert "NONSENSE" in await unusable(database)
    assert sql(database, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == [(0,)]
    assert sql(database, "SELECT max(number) FROM migrations") == [(last,)]


@pytest.mark.parametrize("loops", range(0, 40, 3))
async def test_an_opening_that_is_given_up_leaves_no_connection(database: Path, loops: int) -> None:
    """Ctrl-C while the bot starts."""
    before = workers()
    opening = asyncio.ensure_future(Store.open(database))
    for _ in range(loops):
        await asyncio.sleep(0)
    opening.cancel()
    (outcome,) = await asyncio.gather(opening, return_exceptions=True)
    if isinstance(outcome, Store):
        await outcome.close()
    await gone(workers() - before)


# --- Rows ---


async def test_a_lobby_is_read_as_it_was_written(room: Room) -> None:
    session = await room.lobby(ANNE, BART, turn_seconds=None, target=50, idols=idols("QS discard_highest", "7 toll 3"))
    await room.sessions.claim_first(room.id, BART)
    touched = await room.now()
    assert touched == replace(session, revision=2, first_id=BART.user_id, touched=True)
    assert isinstance(touched.options, Options)


async def test_a_running_game_is_read_as_it_was_written(room: Room) -> None:
    await room.game(ANNE, BART, deck="AC 9C JC QC 2C", last_round=LastRound.ONE_MORE_EACH, idols=idols("9 bonus 2"))
    await room.play("draw draw draw")
    change = await room.click(ANNE, "draw")
    assert await room.now() == change.after
    assert change.after.events
    assert change.after.state.turn.value == 11


async def test_a_motion_is_read_as_it_was_written(room: Room) -> None:
    await room.game(ANNE, BART, CALICO)
    change = await room.sessions.remove(room.id, ANNE, BART.user_id)
    assert await room.now() == change.after
    assert change.after.motion is not None
    assert change.after.motion.kind is MotionKind.REMOVE


async def test_a_finished_game_is_read_as_it_was_written(room: Room) -> None:
    await room.game(ANNE, deck="2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    session = await room.turns(9)
    session = await room.play("draw")
    change = await room.click(ANNE, "bank")
    assert await room.now() == change.after
    assert change.after.status is Status.FINISHED
    assert session.live


async def test_a_rematch_is_read_as_it_was_written(room: Room) -> None:
    await room.game(ANNE, BART)
    await room.sessions.end(room.id, MODERATOR)
    change = await room.sessions.rematch(room.id, BART)
    assert await room.sessions.load(change.after.id) == change.after


async def test_the_public_message_and_the_ping_are_no_steps_of_the_game(room: Room) -> None:
    session = await room.game(ANNE, BART)
    await room.store.set_table(room.id, 555)
    await room.store.set_ping(room.id, 556)
    assert await room.now() == replace(session, table_id=555, ping_id=556)
    await room.play("draw")
    after = await room.now()
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


async def largest(room: Room, idol_name: str, effect: Effect, number: int) -> Session:
    """Start the largest game there is: a rematch of four, all names long and ids high, with 13 idols."""
    crew = [Person(2**63 - 2 - number, LONGEST_NAME, 2**63 - 1, 2**63 - 1) for number in range(4)]
    many = tuple(
        Idol(rank, effect, number, idol_name)
        for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "10"]
    )
    await room.lobby(*crew, target=300, last_round=LastRound.ONE_MORE_EACH, idols=many)
    await room.sessions.start(room.id, crew[0], 2**63 - 1)
    await room.sessions.end(room.id, replace(crew[0], moderator=True))
    room.id = (await room.sessions.rematch(room.id, crew[0])).after.id
    for other in crew[1:]:
        await room.sessions.join(room.id, other)
    return (await room.sessions.start(room.id, crew[0], 2**63 - 1)).after


@pytest.mark.parametrize("idol_name", ["N" * home_made.LONGEST_NAME, "🏴" * (home_made.LONGEST_BYTES // 4)])
@pytest.mark.parametrize("effect,number", [(Effect.DRAW_MORE, 1), (Effect.DRAW_UNTIL_ABOVE, 9)])
async def test_l15_the_largest_session_is_a_row_of_under_4_kb(
    database: Path, room: Room, idol_name: str, effect: Effect, number: int
) -> None:
    """Half of the turns by the clock, until the end: every row on the way is weighed."""
    room.sessions._shuffler = VerifiableShuffler
    session = await largest(room, idol_name, effect, number)
    weights = [weight(database, session)]
    while session.status is Status.PLAYING and len(weights) < 300:
        session = await (room.play("draw") if len(weights) % 2 else room.time_out())
        weights.append(weight(database, session))
    assert max(weights) < 4096


def weight(database: Path, session: Session) -> int:
    """Return the bytes of a session's row that SQL does not look into."""
    ((size,),) = sql(
        database,
        "SELECT length(CAST(record AS BLOB)) + length(CAST(state AS BLOB)) FROM sessions "  # noqa: S608 - our own id
        f"WHERE id = '{session.id}'",
    )
    assert isinstance(size, int)
    return size


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
            assert len(row["record"].encode()) + len(row["state"].encode()) < 4096


# --- When it cannot be written: F02 ---


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up at once when another process holds the database."""
    monkeypatch.setattr(database_room, "_PRAGMAS", ("PRAGMA busy_timeout = 1", *database_room._PRAGMAS[1:]))


@contextmanager
def held_by_another_process(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


@pytest.mark.usefixtures("short_wait")
async def test_a_database_that_another_process_holds_is_refused(database: Path) -> None:
    await (await Store.open(database)).close()
    with held_by_another_process(database):
        assert "locked" in await unusable(database)


@pytest.mark.usefixtures("short_wait")
async def test_f02_a_move_that_cannot_be_written_did_not_happen_and_may_be_made_again(database: Path) -> None:
    async with opened(database) as room:
        await room.game(ANNE, BART, deck="7C 8C")
        before, commits = await rows(room.store), room.commits
        with held_by_another_process(database):
            for _ in range(2):
                with pytest.raises(NotSaved):
                    await room.play("draw")
            assert await rows(room.store) == before
        assert room.commits == commits
        assert (await room.play("draw")).state.turn.value == 7


@pytest.mark.usefixtures("short_wait")
async def test_f02_the_last_bank_that_could_not_be_written_is_stored_once_when_pressed_again(database: Path) -> None:
    async with opened(database) as room:
        await room.game(ANNE, deck="2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
        await room.turns(9)
        await room.play("draw")
        with held_by_another_process(database), pytest.raises(NotSaved):
            await room.play("bank")
        await room.play("bank")
        assert await results(room.store) == [(Ending.SOLO, 1)]
        assert await seats(room.store) == [("Anne", 64, 1, 0)]


@pytest.mark.parametrize(
    "query",
    [
        "update_session",
        "insert_move",
        "insert_result",
        "insert_result_seat",
        "save_name",
        "add_points",
        "keep_best",
    ],
)
async def test_a_fault_in_the_middle_of_the_last_move_leaves_nothing_written(room: Room, query: str) -> None:
    """The state, its log row and the result are one transaction."""
    await room.game(ANNE, deck="2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    await room.turns(9)
    await room.play("draw")
    before = await rows(room.store)
    with pytest.MonkeyPatch.context() as patch:
        write = room.store._write

        async def faulty(chosen: Any, **facts: Any) -> list[Any]:
            written = await write(chosen, **facts)
            if chosen is getattr(room.store._queries, query):
                raise RuntimeError("struck by lightning")
            return written

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


# --- The log ---


async def test_f08_the_log_replays_to_the_stored_state(room: Room) -> None:
    """Secret, start id and the log are all it takes: clicks, time-outs and a departure among them."""
    room.sessions._shuffler = VerifiableShuffler
    await room.game(ANNE, BART, CALICO, dare=True, idols=tuple(queen.idol for queen in load().queens))
    for turn in range(12):
        await (room.time_out() if turn % 3 == 0 else room.play("draw"))
    await room.sessions.leave(room.id, CALICO)
    session = await room.now()
    assert session.start_id == START_ID
    game, shuffler = GAMES["lands"], VerifiableShuffler(shuffle_key(session.secret, session.start_id))
    state = game.deal(session.options, 3, None, shuffler)
    moves = await room.store.moves(room.id)
    for move in moves:
        state = game.apply(state, move.seat, game.from_token(move.token), shuffler).state
    assert state == session.state
    assert [move.revision for move in moves] == list(range(session.revision - len(moves) + 1, session.revision + 1))


# --- Deadlines ---


async def test_x3_deadlines_are_moved_by_the_time_the_bot_was_away(room: Room) -> None:
    """A minute after the last heartbeat the bot is back: 90 s of time, of which 20 were gone, end 60 s later."""
    await room.game(ANNE, BART)
    room.clock.now += 20
    await room.store.beat(room.clock())
    assert await room.store.resume_clocks(room.clock() + 60) == 60
    assert (await room.now()).deadline == BEGAN + 90 + 60
    assert await room.store.resume_clocks(room.clock() + 60) == 0


async def test_x3_a_step_after_the_last_heartbeat_shows_the_bot_was_alive(room: Room) -> None:
    await room.store.beat(BEGAN)
    room.clock.now += 30
    await room.game(ANNE, BART)
    assert await room.store.resume_clocks(room.clock() + 60) == 60
    assert (await room.now()).deadline == BEGAN + 30 + 90 + 60


async def test_x3_a_clock_that_was_set_back_moves_no_deadline(room: Room) -> None:
    await room.game(ANNE, BART)
    assert await room.store.resume_clocks(BEGAN - 3600) == 0
    assert (await room.now()).deadline == BEGAN + 90


async def test_a_fresh_database_has_not_been_away(store: Store) -> None:
    assert await store.resume_clocks(BEGAN) == 0
    assert await store.next_deadline() is None


async def test_an_ended_session_gets_no_deadline_by_being_away(room: Room) -> None:
    await room.lobby(ANNE)
    await room.sessions.end(room.id, ANNE)
    await room.store.resume_clocks(BEGAN + 60)
    assert (await room.now()).deadline is None


async def test_what_is_due_comes_in_the_order_of_its_deadlines(room: Room) -> None:
    found = []
    for number, seconds in enumerate((60, 30, 90)):
        change = await room.sessions.open(
            "lands", replace(ANNE, channel_id=CHANNEL + number), Terms(Options(), seconds)
        )
        await room.sessions.start(change.after.id, replace(ANNE, channel_id=CHANNEL + number), START_ID)
        found.append(change.after.id)
    assert await room.store.next_deadline() == BEGAN + 30
    assert await room.store.due_ids(BEGAN + 60) == [found[1], found[0]]


async def test_a_postponement_does_not_undo_the_deadline_of_a_step_that_was_made_meanwhile(room: Room) -> None:
    before = await room.game(ANNE, BART, deck="10H")
    after = await room.play("draw")
    await room.store.postpone(before, BEGAN + 1000)
    assert (await room.now()).deadline == after.deadline
    await room.store.postpone(after, BEGAN + 1000)
    assert (await room.now()).deadline == BEGAN + 1000


# --- House rules and notes ---


async def test_a_servers_house_rules_are_read_as_they_were_written(store: Store) -> None:
    saved = Terms(Options(target=150, dare=True, idols=idols("Q toll 5")), None)

    async def settle(rules: Terms) -> None:
        assert await store.servers.change_terms(GUILD, "lands", lambda _: rules) == rules
        assert await store.servers.terms(GUILD, "lands") == rules

    await settle(Terms(Options(), 60))
    await settle(saved)
    assert await store.servers.terms(GUILD + 1, "lands") == Terms(Options())


async def test_a_note_is_remembered(store: Store) -> None:
    assert await store.note("anything") is None
    for value in ("once", 'it\'s "twice"'):
        await store.save_note("anything", value)
        assert await store.note("anything") == value


async def test_closing_waits_for_the_write_under_way(database: Path) -> None:
    store = await Store.open(database)
    note = asyncio.ensure_future(store.save_note("last", "words"))
    await asyncio.sleep(0)
    await store.close()
    await note
    assert sql(database, "SELECT value FROM notes WHERE name = 'last'") == [("words",)]


@pytest.mark.usefixtures("store")
def test_the_view_of_sessions_has_the_columns_of_its_struct_in_order(database: Path) -> None:
    assert [row[1] for row in sql(database, "PRAGMA table_info(session_rows)")] == list(SessionRow._fields)
