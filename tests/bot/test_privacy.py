"""What becomes of a person who is forgotten: out of every game by the rules, then out of every row and byte (X1)."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.model.boards import ALL_TIME, crew_digest
from bot.model.errors import NotSaved, Refusal
from bot.model.records import Closed, Person, Standing, Status
from bot.play.erasure import Departure, Erasure
from bot.storage.database import Database
from bot.storage.privacy import anonymised, ids_in
from tests.bot.builders import ANNE, BART, CALICO, GUILD, TABLES, GatedStore, Held, Room, rows
from tests.bot.people import BART_ELSEWHERE, DITA, DITA_ELSEWHERE, ELSEWHERE, GONE, board, depart, duel, gone, voyage


def traces(who: Person) -> list[bytes]:
    """List the forms in which an id can stand in a file: as text, and as SQLite's integer of eight bytes."""
    return [str(who.user_id).encode(), who.user_id.to_bytes(8, "big")]


def in_files(database: Path, *needles: bytes) -> list[bytes]:
    """Return what stands somewhere in the database or its `-wal`."""
    files = [database, database.with_name(database.name + "-wal")]
    content = b"".join(file.read_bytes() for file in files if file.exists())
    return [needle for needle in needles if needle in content]


async def in_rows(store: GatedStore, *needles: str) -> list[str]:
    """Return what stands in some row of some table."""
    cells = [str(cell) for found in (await rows(store)).values() for row in found for cell in row]
    return [needle for needle in needles if any(needle in cell for cell in cells)]


# --- Forgotten ---


async def test_who_is_forgotten_leaves_no_trace_in_any_row_or_byte(room: Room, database: Path) -> None:
    """Games, a lobby and a rematch on two servers, under two names; in the file before, not in it after."""
    await duel(room, DITA, BART)
    await room.sessions.rematch(room.id, BART)
    (lobby,) = await room.store.live_ids()
    await room.sessions.end(lobby, BART)
    await voyage(room, DITA, "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    await duel(room, DITA_ELSEWHERE, BART_ELSEWHERE)
    await room.game(BART, DITA, CALICO)
    await room.sessions.remove(room.id, BART, DITA.user_id)
    names = [DITA.name, "Quetzalc", "the Axe"]
    needles = [*traces(DITA), *(name.encode() for name in names)]
    assert in_files(database, *needles) == needles
    assert await in_rows(room.store, str(DITA.user_id), *names) == [str(DITA.user_id), *names]
    _, departure = await depart(room, DITA)
    assert departure.swept
    assert await in_rows(room.store, str(DITA.user_id), *names) == []
    assert in_files(database, *needles) == []
    assert in_files(database, b"Bart") == [b"Bart"]
    assert await room.store.privacy.mentions(DITA.user_id) == []


async def test_every_table_is_looked_through(store: GatedStore) -> None:
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    tables = {row[0] for row in await store._reader.execute_fetchall(query)}
    assert tables == {*TABLES, "migrations"}


async def test_the_games_of_others_stay_as_they_were(room: Room) -> None:
    session = await duel(room, DITA, BART)
    await depart(room, DITA)
    seats = await rows(room.store, "result_seats")
    assert [row[3:7] for row in seats["result_seats"]] == [(GONE, 52, 1, 0), ("Bart", 2, 2, 0)]
    assert await board(room, "wins") == [(1, "", 1, 1), (2, "Bart", 0, 1)]
    (stats,) = [await room.store.scores.stats(GUILD, BART.user_id, "lands", ALL_TIME)]
    assert (stats.crewed.games, stats.crewed.wins) == (1, 0)
    assert [(opponent.name, opponent.games) for opponent in stats.opponents] == [("", 1)]
    after = await room.now()
    (gone, bart) = after.players
    assert (gone.name, bart) == (GONE, session.players[1])
    assert (after.state, after.secret, after.status) == (session.state, session.secret, Status.FINISHED)


async def test_a_number_of_no_meaning_stands_in_their_place_another_on_each_server(room: Room) -> None:
    await duel(room, DITA, BART)
    await duel(room, DITA, BART)
    await duel(room, DITA_ELSEWHERE, BART_ELSEWHERE)
    before = {row[8] for row in (await rows(room.store, "results"))["results"]}
    await depart(room, DITA)
    found = await rows(room.store)
    ids = [row[2] for row in found["result_seats"] if row[3] == GONE]
    assert (len(ids), len(set(ids))) == (3, 2)
    assert all(-(2**62) <= number < 0 for number in ids)
    assert {row[4] for row in found["standings"]} == {*ids, BART.user_id}
    crews = {row[8] for row in found["results"]}
    assert crews.isdisjoint(before)
    assert len(crews) == 2


async def test_nobody_can_tell_by_the_digest_who_played(room: Room) -> None:
    """The digest of known ids could be made again by trying."""
    session = await duel(room, DITA, BART)
    await depart(room, DITA)
    ((crew,),) = await room.store._reader.execute_fetchall("SELECT crew FROM results")
    other = replace(await room.now(), players=session.players)
    assert crew != crew_digest(other)
    assert crew == crew_digest(await room.now())


async def test_other_people_with_an_id_that_holds_theirs_are_left_alone(room: Room) -> None:
    """12 stands within 123: only the whole number is the person."""
    short, long = replace(ANNE, user_id=12), replace(BART, user_id=123)
    await duel(room, long, CALICO)
    before = await rows(room.store)
    assert await room.store.privacy.mentions(short.user_id) == []
    await depart(room, short)
    assert await rows(room.store) == before


async def test_a_lobbys_invitation_and_a_rematch_of_their_game_forget_them(room: Room) -> None:
    await duel(room, DITA, BART)
    ended = room.id
    room.id = (await room.sessions.rematch(ended, BART)).after.id
    left, departure = await depart(room, DITA)
    lobby = await room.now()
    assert (left, departure.live) == ([], (room.id,))
    assert lobby.invited_names == (GONE, "Bart")
    assert lobby.invited[1] == BART.user_id
    assert lobby.status is Status.LOBBY
    await room.sessions.join(room.id, CALICO)
    assert (await room.sessions.start(room.id, BART, 901)).after.status is Status.PLAYING


# --- Names that stand without an id ---


async def test_the_server_best_in_other_peoples_voyages_loses_its_name(room: Room) -> None:
    await voyage(room, DITA, "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    session = await voyage(room, BART, "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D")
    assert session.standing is not None
    assert session.standing.server_name == DITA.name
    await depart(room, DITA)
    standing = (await room.now()).standing
    assert standing == replace(session.standing, server_name=GONE)
    assert isinstance(standing, Standing)


async def test_a_moderator_who_ended_a_game_loses_their_name(room: Room, database: Path) -> None:
    await room.game(ANNE, BART)
    await room.sessions.end(room.id, replace(DITA, moderator=True))
    assert (await room.now()).closed_by == DITA.name
    await depart(room, DITA)
    after = await room.now()
    assert (after.closed_by, after.closed) == (GONE, Closed.BY_MODERATOR)
    assert in_files(database, DITA.name.encode()) == []


async def test_the_same_name_on_another_server_is_somebody_elses(room: Room) -> None:
    await room.game(replace(ANNE, guild_id=ELSEWHERE, channel_id=80), replace(BART, guild_id=ELSEWHERE, channel_id=80))
    await room.sessions.end(room.id, replace(DITA, user_id=77, guild_id=ELSEWHERE, channel_id=80, moderator=True))
    await depart(room, DITA)
    assert (await room.now()).closed_by == DITA.name


# --- Leaving first: X1 ---


async def test_x1_a_running_game_is_left_by_the_rules_and_goes_on(room: Room) -> None:
    await room.game(DITA, BART, CALICO)
    left, departure = await depart(room, DITA)
    session = await room.now()
    assert [change.after.id for change in left] == [room.id]
    assert departure.live == (room.id,)
    assert [(player.name, player.left) for player in session.players] == [
        (GONE, True),
        ("Bart", False),
        ("Calico", False),
    ]
    assert session.status is Status.PLAYING
    assert session.opener_id == BART.user_id
    assert session.first_id == session.players[0].user_id
    assert await room.turns(2)


async def test_x1_a_game_of_two_that_they_leave_ends_with_its_result(room: Room, database: Path) -> None:
    """Bart is the last one aboard; what Dita had stays on the sheet."""
    await room.game(DITA, BART, deck="10H")
    await room.click(DITA, "draw")
    await room.click(DITA, "bank")
    await depart(room, DITA)
    session = await room.now()
    assert session.status is Status.FINISHED
    seats = (await rows(room.store, "result_seats"))["result_seats"]
    assert [(row[3], row[4], row[6]) for row in seats] == [(GONE, 10, 1), ("Bart", 0, 0)]
    assert in_files(database, *traces(DITA)) == []


async def test_a_lobby_passes_on_and_an_empty_one_closes(room: Room, database: Path) -> None:
    await room.lobby(DITA, BART)
    shared = room.id
    alone = (await room.sessions.open("lands", DITA_ELSEWHERE, (await room.now()).terms)).after.id
    left, _ = await depart(room, DITA)
    assert {change.after.id for change in left} == {shared, alone}
    lobby = await room.sessions.load(shared)
    assert (lobby.opener_id, [player.name for player in lobby.players]) == (BART.user_id, ["Bart"])
    assert (await room.sessions.load(alone)).closed is Closed.EMPTY
    assert in_files(database, *traces(DITA), b"the Axe") == []


async def test_a_motion_by_them_falls_with_their_leaving(room: Room, database: Path) -> None:
    await room.game(DITA, BART, CALICO)
    await room.sessions.end(room.id, DITA)
    await depart(room, DITA)
    assert (await room.now()).motion is None
    assert in_files(database, *traces(DITA)) == []


async def test_a_vote_of_who_left_before_is_forgotten_within_the_open_motion(room: Room) -> None:
    """However it came to stand there: the proposal goes on without an id."""
    await room.game(BART, DITA, CALICO)
    await room.sessions.leave(room.id, DITA)
    before = (await room.sessions.end(room.id, BART)).after
    assert before.motion is not None
    motion = replace(before.motion, ayes=(BART.user_id, DITA.user_id), nays=(DITA.user_id,))
    after = anonymised(replace(before, motion=motion), DITA.user_id, -5, GONE)
    assert after.motion == replace(motion, ayes=(BART.user_id, -5), nays=(-5,))
    assert ids_in(after) == {BART.user_id, -5, CALICO.user_id}


async def test_who_took_a_seat_meanwhile_is_not_forgotten(room: Room) -> None:
    await room.lobby(DITA, BART)
    reason, _ = await room.refusal(room.store.forget(DITA, gone))
    assert reason is Refusal.STILL_ABOARD


async def test_a_step_under_way_cannot_bring_the_id_back(room: Room, database: Path) -> None:
    """Bart clicks while the game is being rewritten: his step must not begin with what he read before."""
    await room.game(BART, DITA, CALICO)
    await room.sessions.leave(room.id, DITA)
    async with Held(room.store) as held:
        held.send(Erasure(room.sessions, room.store).forget(DITA, gone))
        await room.store.crowd(1)
        held.send(room.click(BART, "draw"))
        for _ in range(5):
            await rows(room.store)  # one connection reads for all: what Bart's click reads has been read then
        departure, change = await held.outcome(0)
    assert isinstance(departure, Departure)
    assert change.after.players[1].name == GONE
    assert (await room.now()).players[1].name == GONE
    assert in_files(database, *traces(DITA)) == []


async def test_a_rematch_under_way_cannot_bring_the_id_back(room: Room) -> None:
    await duel(room, DITA, BART)
    async with Held(room.store) as held:
        held.send(Erasure(room.sessions, room.store).forget(DITA, gone))
        await room.store.crowd(1)
        held.send(room.sessions.rematch(room.id, BART))
        for _ in range(5):
            await rows(room.store)
        _, change = await held.outcome(0)
    assert change.after.invited_names == (GONE, "Bart")
    assert await room.store.privacy.mentions(DITA.user_id) == []


async def test_what_an_older_version_left_between_the_rows_goes_as_well(room: Room, database: Path) -> None:
    """A file from before `secure_delete` holds what was deleted long ago."""
    await duel(room, DITA, BART)
    with closing(sqlite3.connect(database)) as old:
        old.execute("PRAGMA secure_delete = OFF")
        old.executemany(
            "INSERT INTO notes VALUES (?, ?)", [(f"old {n}", f"the Axe {DITA.user_id}") for n in range(500)]
        )
        old.execute("DELETE FROM notes WHERE name LIKE 'old %'")
        old.commit()
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert in_files(database, b"the Axe") == [b"the Axe"]
    await depart(room, DITA)
    assert in_files(database, *traces(DITA), b"the Axe") == []


async def test_what_is_changed_or_deleted_is_overwritten_at_once(store: GatedStore) -> None:
    for connection in (store._writer, store._reader):
        ((mode,),) = await connection.execute_fetchall("PRAGMA secure_delete")
        assert mode == 1


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
    departures = Erasure(room.sessions, room.store)
    assert not (await departures.forget(DITA, gone)).swept
    await room.store._reader.execute("COMMIT")
    assert in_files(database, *traces(DITA))
    await room.store.close()
    again = await GatedStore.open(database)
    assert in_files(database, *traces(DITA), DITA.name.encode()) == []
    await again.close()


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
