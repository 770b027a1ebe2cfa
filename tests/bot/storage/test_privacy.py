"""What becomes of a person who is forgotten: out of every game by the rules, then out of every row and byte (X1)."""

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.boards import ALL_TIME
from bot.model.errors import NotSaved, Refusal
from bot.model.records import Closed, Status
from bot.play.erasure import Departure, Erasure
from bot.storage.database import Database
from bot.storage.privacy import anonymised, ids_in
from tests.bot.builders import ANNE, BART, CALICO, GUILD, TABLES, GatedStore, Held, Room, rows
from tests.bot.people import (
    BART_ELSEWHERE,
    DITA,
    DITA_ELSEWHERE,
    ELSEWHERE,
    GONE,
    Traces,
    board,
    depart,
    duel,
    gone,
    voyage,
)
from tests.bot.storage.files import sql

# --- Forgotten ---


async def test_who_is_forgotten_leaves_no_trace_in_any_row_or_byte(room: Room) -> None:
    """Games, a lobby and a rematch on two servers, under two names; in the file before, not in it after."""
    await duel(room, DITA, BART)
    await room.sessions.rematch(room.id, BART)
    (lobby,) = await room.store.live_ids()
    await room.sessions.end(lobby, BART)
    await voyage(room, DITA, "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    await duel(room, DITA_ELSEWHERE, BART_ELSEWHERE)
    await room.game(BART, DITA, CALICO)
    await room.sessions.remove(room.id, BART, DITA.user_id)
    needles = [DITA.user_id, DITA.name, "Quetzalc", "the Axe"]
    assert Traces(room).in_files(*needles) == await Traces(room).in_rows(*needles) == needles
    _, departure = await depart(room, DITA)
    assert departure.swept
    assert Traces(room).in_files(*needles, "Bart") == ["Bart"]
    assert await Traces(room).in_rows(*needles) == await room.store.privacy.mentions(DITA.user_id) == []


async def test_every_table_is_looked_through(store: GatedStore) -> None:
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    tables = {row[0] for row in await store._reader.execute_fetchall(query)}
    assert tables == {*TABLES, "migrations"}


async def test_the_games_of_others_stay_as_they_were(room: Room) -> None:
    session = await duel(room, DITA, BART)
    await depart(room, DITA)
    seats = (await rows(room.store, "result_seats"))["result_seats"]
    assert [row[3:7] for row in seats] == [(GONE, 52, 1, 0), ("Bart", 2, 2, 0)]
    assert await board(room, "wins") == [(1, "", 1, 1), (2, "Bart", 0, 1)]
    stats = await room.store.scores.stats(GUILD, BART.user_id, "lands", ALL_TIME)
    assert (stats.crewed.games, stats.crewed.wins) == (1, 0)
    assert [(opponent.called.name, opponent.games) for opponent in stats.opponents] == [("", 1)]
    after = await room.now()
    assert [player.name for player in after.players] == [GONE, "Bart"]
    assert (after.players[1], after.state, after.secret) == (session.players[1], session.state, session.secret)


async def test_a_number_of_no_meaning_stands_in_their_place_another_on_each_server(room: Room) -> None:
    for dita, bart in ((DITA, BART), (DITA, BART), (DITA_ELSEWHERE, BART_ELSEWHERE)):
        await duel(room, dita, bart)
    await depart(room, DITA)
    found = await rows(room.store)
    ids = [row[2] for row in found["result_seats"] if row[3] == GONE]
    assert (len(ids), len(set(ids))) == (3, 2)
    assert all(-(2**62) <= number < 0 for number in ids)
    assert {row[4] for row in found["standings"]} == {*ids, BART.user_id}


async def test_other_people_with_an_id_that_holds_theirs_are_left_alone(room: Room) -> None:
    """12 stands within 123: only the whole number is the person."""
    short, long = replace(ANNE, user_id=12), replace(BART, user_id=123)
    await duel(room, long, CALICO)
    before = await rows(room.store)
    assert await room.store.privacy.mentions(short.user_id) == []
    await depart(room, short)
    assert await rows(room.store) == before


async def test_a_rematch_of_their_game_forgets_them_and_can_be_played(room: Room) -> None:
    await duel(room, DITA, BART)
    room.id = (await room.sessions.rematch(room.id, BART)).after.id
    left, departure = await depart(room, DITA)
    lobby = await room.now()
    assert (left, departure.live) == ([], (room.id,))
    assert (lobby.invited_names, lobby.invited[1], lobby.status) == ((GONE, "Bart"), BART.user_id, Status.LOBBY)
    await room.sessions.join(room.id, CALICO)
    assert (await room.sessions.start(room.id, BART, 901)).after.status is Status.PLAYING


async def test_the_server_best_in_other_peoples_voyages_loses_its_name(room: Room) -> None:
    await voyage(room, DITA, "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    before = (await voyage(room, BART, "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D")).standing
    assert before is not None
    assert before.server_best_by == DITA.named
    await depart(room, DITA)
    after = (await room.now()).standing
    assert after is not None
    assert after.server_best_by is not None
    assert (after.server_best_by.name, after.server_best_by.user_id < 0) == (GONE, True)


async def test_a_moderator_who_ended_a_game_goes_with_their_id_and_nobody_of_the_same_name_does(room: Room) -> None:
    """A namesake who plays there takes nothing from them. They are found whatever they are called now."""
    namesake = replace(CALICO, name=DITA.name)
    await room.game(namesake, BART)
    await room.sessions.end(room.id, replace(DITA, moderator=True))
    await depart(room, namesake)
    after = await room.now()
    assert (after.closer, after.players[0].name) == (DITA.named, GONE)
    await depart(room, replace(DITA, name="Somebody", guild_id=ELSEWHERE))
    after = await room.now()
    assert after.closer is not None
    assert (after.closer.name, after.closed) == (GONE, Closed.BY_MODERATOR)
    assert Traces(room).in_files(DITA.name, DITA.user_id) == []


# --- Leaving first: X1 ---


async def test_x1_a_running_game_is_left_by_the_rules_and_goes_on(room: Room) -> None:
    """With it falls what they have proposed."""
    await room.game(DITA, BART, CALICO)
    await room.sessions.end(room.id, DITA)
    left, departure = await depart(room, DITA)
    session = await room.now()
    assert [change.after.id for change in left] == [room.id]
    assert departure.live == (room.id,)
    assert [(who.name, who.left) for who in session.players] == [(GONE, True), ("Bart", False), ("Calico", False)]
    assert (session.status, session.motions, session.opener_id) == (Status.PLAYING, (), BART.user_id)
    assert session.first_id == session.players[0].user_id
    assert await room.turns(2)
    assert Traces(room).in_files(DITA.user_id) == []


async def test_x1_a_game_of_two_that_they_leave_ends_with_its_result(room: Room) -> None:
    """Bart is the last one aboard; what Dita had stays on the sheet."""
    await room.game(DITA, BART, deck="10H")
    await room.play("draw bank")
    await depart(room, DITA)
    assert (await room.now()).status is Status.FINISHED
    seats = (await rows(room.store, "result_seats"))["result_seats"]
    assert [(row[3], row[4], row[6]) for row in seats] == [(GONE, 10, 1), ("Bart", 0, 0)]
    assert Traces(room).in_files(DITA.user_id) == []


async def test_a_lobby_passes_on_and_an_empty_one_closes(room: Room) -> None:
    shared = await room.lobby(DITA, BART)
    alone = (await room.sessions.open("lands", DITA_ELSEWHERE, shared.terms)).after.id
    left, _ = await depart(room, DITA)
    assert {change.after.id for change in left} == {shared.id, alone}
    lobby = await room.now()
    assert (lobby.opener_id, [player.name for player in lobby.players]) == (BART.user_id, ["Bart"])
    assert (await room.sessions.load(alone)).closed is Closed.EMPTY
    assert Traces(room).in_files(DITA.user_id, "the Axe") == []


async def test_a_vote_of_who_left_before_is_forgotten_within_the_open_motion(room: Room) -> None:
    """However it came to stand there: the proposal goes on without an id."""
    await room.game(BART, DITA, CALICO)
    await room.sessions.leave(room.id, DITA)
    before = (await room.sessions.end(room.id, BART)).after
    (motion,) = before.motions
    motion = replace(motion, ayes=(BART.user_id, DITA.user_id), nays=(DITA.user_id,))
    after = anonymised(replace(before, motions=(motion,)), DITA.user_id, -5, GONE)
    assert after.motions == (replace(motion, ayes=(BART.user_id, -5), nays=(-5,)),)
    assert ids_in(after) == {BART.user_id, -5, CALICO.user_id}


async def test_who_took_a_seat_meanwhile_is_not_forgotten(room: Room) -> None:
    await room.lobby(DITA, BART)
    reason, _ = await room.refusal(room.store.forget(DITA, gone))
    assert reason is Refusal.STILL_ABOARD


async def a_step(room: Room) -> Any:
    return await room.click(BART, "draw")


async def a_rematch(room: Room) -> Any:
    return await room.sessions.rematch(room.id, BART)


@pytest.mark.parametrize("under_way", [a_step, a_rematch])
async def test_what_is_under_way_cannot_bring_the_id_back(
    room: Room, under_way: Callable[[Room], Awaitable[Any]]
) -> None:
    """Bart clicks while the game is being rewritten: his step must not begin with what he read before."""
    await (room.game(BART, DITA, CALICO) if under_way is a_step else duel(room, DITA, BART))
    if under_way is a_step:
        await room.sessions.leave(room.id, DITA)
    async with Held(room.store) as held:
        held.send(Erasure(room.sessions, room.store).forget(DITA, gone))
        await room.store.crowd(1)
        held.send(under_way(room))
        for _ in range(5):
            await rows(room.store)  # one connection reads for all: what Bart's click reads has been read then
        departure, change = await held.outcome(0)
    assert isinstance(departure, Departure)
    assert GONE in {*change.after.invited_names, *(player.name for player in change.after.players)}
    assert await room.store.privacy.mentions(DITA.user_id) == Traces(room).in_files(DITA.user_id) == []


# --- The file ---


async def test_what_an_older_version_left_between_the_rows_goes_as_well(room: Room, database: Path) -> None:
    """A file from before `secure_delete` holds what was deleted long ago."""
    await duel(room, DITA, BART)
    inserts = (f"INSERT INTO notes VALUES ('old {n}', 'the Axe {DITA.user_id}')" for n in range(99))  # noqa: S608 - ours
    sql(database, "PRAGMA secure_delete = OFF", *inserts, "DELETE FROM notes WHERE name LIKE 'old %'")
    sql(database, "PRAGMA wal_checkpoint(TRUNCATE)")
    assert Traces(room).in_files("the Axe")
    await depart(room, DITA)
    assert Traces(room).in_files(DITA.user_id, "the Axe") == []


async def test_what_is_changed_or_deleted_is_overwritten_at_once(store: GatedStore) -> None:
    for connection in (store._writer, store._reader):
        assert [tuple(row) for row in await connection.execute_fetchall("PRAGMA secure_delete")] == [(1,)]


async def test_nothing_changes_when_it_cannot_be_written(room: Room) -> None:
    await duel(room, DITA, BART)
    before = await rows(room.store)
    await room.store._writer.execute("PRAGMA query_only = ON")
    with pytest.raises(NotSaved):
        await room.store.forget(DITA, gone)
    await room.store._writer.execute("PRAGMA query_only = OFF")
    assert await rows(room.store) == before


async def test_a_reader_in_between_keeps_the_file_from_being_swept_and_it_is_said(room: Room, database: Path) -> None:
    await duel(room, DITA, BART)
    await room.store._writer.execute("PRAGMA busy_timeout = 1")
    await room.store._reader.execute("BEGIN")
    await room.store._reader.execute_fetchall("SELECT count(*) FROM sessions")
    assert not (await Erasure(room.sessions, room.store).forget(DITA, gone)).swept
    await room.store._reader.execute("COMMIT")
    assert Traces(room).in_files(DITA.user_id)
    await room.store.close()
    await (await GatedStore.open(database)).close()
    assert Traces(room).in_files(DITA.user_id, DITA.name) == []


async def test_a_sweep_that_fails_is_logged_and_said(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(_: Database) -> bool:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Database, "sweep", full)
    assert not (await depart(room, DITA))[1].swept
    assert "could not be swept" in caplog.text


async def test_who_plays_again_begins_anew(room: Room) -> None:
    await duel(room, DITA, BART)
    await depart(room, DITA)
    await duel(room, DITA, BART)
    assert await board(room, "wins") == [(1, "", 1, 1), (1, DITA.name, 1, 1), (3, "Bart", 0, 2)]
    assert len(await room.store.privacy.mentions(DITA.user_id)) == 1
