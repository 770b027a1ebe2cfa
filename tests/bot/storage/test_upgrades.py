"""What migrations make of rows that older versions wrote."""

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.model.boards import Wanted
from bot.model.records import as_json
from bot.storage import schema
from bot.storage.store import Store
from tests.bot.builders import GUILD
from tests.bot.storage.files import sql
from tests.registry import GAMES

CLOSED: dict[str, Any] = {
    "id": "aaaaaaaaaa",
    "closed": "by-moderator",
    "closed_by": "Mo",
    "revision": 9_007_199_254_740_993,
}
VOYAGE: dict[str, Any] = {
    "id": "bbbbbbbbbb",
    "standing": {"voyage": True, "total": 62, "server_best": 64, "server_name": "Anne"},
}
SESSION = "INSERT INTO sessions (id, game, guild_id, channel_id, status, revision, updated_at, record) VALUES "
NAMES = "INSERT INTO names VALUES (7, 1001, 'Anna'), (7, 1002, '\u0410nna'), (7, 1003, 'Bart'), (8, 1004, 'Anna')"
STANDINGS = "INSERT INTO standings (guild_id, game, season, board, user_id, games, points) VALUES "


def row(record: dict[str, Any]) -> str:
    return f"('{record['id']}', 'lands', 7, 70, 'closed', 3, 1.0, '{msgspec.json.encode(record).decode()}')"


async def older(database: Path, tmp_path: Path, last: int, *statements: str) -> None:
    """Write a database as it was after a migration."""
    old = tmp_path / "old"
    shutil.copytree(schema.DATA, old)
    for script in (old / "migrations").glob("*.sql"):
        if int(script.name[:4]) > last:
            script.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "DATA", old)
        await (await Store.open(database)).close()
    sql(database, *statements)


async def test_names_without_an_id_are_no_longer_kept_and_all_else_is(database: Path, tmp_path: Path) -> None:
    await older(database, tmp_path, 10, SESSION + f"{row(CLOSED)}, {row(VOYAGE)}")
    await (await Store.open(database)).close()
    found = sql(database, "SELECT record FROM sessions ORDER BY id")
    closed, voyage = (msgspec.json.decode(record) for (record,) in found)
    assert closed == {key: value for key, value in CLOSED.items() if key != "closed_by"}
    assert voyage == {"id": "bbbbbbbbbb", "standing": {"voyage": True, "total": 62, "server_best": 64}}


async def test_x5_names_that_were_stored_before_carry_marks_where_they_look_alike(
    database: Path, tmp_path: Path
) -> None:
    standings = ", ".join(f"(7, 'lands', 1, 'wins', {number}, 1, {5 - number % 10})" for number in (1001, 1002, 1003))
    await older(database, tmp_path, 10, NAMES, STANDINGS + standings)
    store = await Store.open(database)
    try:
        page = await store.scores.page(GUILD, 99, Wanted("lands", "wins"))
    finally:
        await store.close()
    assert [line.called.plain for line in page.lines] == ["Anna #1001", "\u0410nna #1002", "Bart"]


RESULT = (
    "INSERT INTO results (session_id, game, guild_id, ended_at, ending, rated, options, season, crew, counts) VALUES "
    "('{id}', '{game}', 7, {at}, 'highest-score', 1, '{options}', {season}, 'abc', {counts})"
)
SEAT = (
    "INSERT INTO result_seats (session_id, seat, user_id, name, score, place, has_left, facts) VALUES "
    "('{id}', {seat}, {user}, 'P', 1, {place}, 0, '{facts}')"
)


def stored(number: int, game: str, season: int, facts: dict[int, int], counts: int = 1, **options: Any) -> list[str]:
    """Return the statements that store a result: by user id what they banked, or stole."""
    session: dict[str, Any] = {"id": f"{number:a>10}"}
    session |= {"players": [{"user_id": user, "name": "P", "acted_at": 1.0} for user in facts]}
    session |= {"standing": {} if counts else {"uncounted": "often"}}
    fact = "best_bank" if game == "lands" else "stolen"
    text = as_json(GAMES[game].Options(**options))
    return [
        SESSION + row(session).replace("'lands'", f"'{game}'"),
        RESULT.format(id=session["id"], game=game, at=number, options=text, season=season, counts=counts),
        *(
            SEAT.format(id=session["id"], seat=seat, user=user, place=seat + 1, facts=as_json({fact: points}))
            for seat, (user, points) in enumerate(facts.items())
        ),
    ]


async def test_x2_records_that_were_stored_before_are_told_apart_by_their_rules(database: Path, tmp_path: Path) -> None:
    """Boards had them together: 234 of house rules before 60; what did not count stays out, as do voyages."""
    games = [
        *stored(1, "lands", 1, {1: 60, 2: 10}),
        *stored(2, "lands", 1, {1: 234, 2: 20}, buried_treasure=True),
        *stored(3, "lands", 2, {1: 50, 2: 30}),
        *stored(4, "lands", 1, {1: 99, 2: 98}, counts=0),
        *stored(5, "lands", 1, {1: 97}),
        *stored(6, "blackspot", 1, {1: 3, 2: 1}),
        *stored(7, "blackspot", 1, {1: 2, 2: 0}),
        *stored(8, "blackspot", 1, {1: 5, -4: 6}, purify="sum"),
        STANDINGS + "(7, 'lands', 0, 'bank', 1, 3, 234), (7, 'lands', 0, 'wins', 1, 3, 3)",
    ]
    await older(database, tmp_path, 10, *games)
    await (await Store.open(database)).close()
    query = "SELECT game, season, board, user_id, points, games FROM standings ORDER BY 1, 2, 3, 4"
    assert sql(database, query) == [
        ("blackspot", 0, "stolen", 1, 5, 2),
        ("blackspot", 0, "stolen", 2, 1, 2),
        ("blackspot", 0, "stolen-own", -4, 6, 1),
        ("blackspot", 0, "stolen-own", 1, 5, 1),
        ("blackspot", 1, "stolen", 1, 5, 2),
        ("blackspot", 1, "stolen", 2, 1, 2),
        ("blackspot", 1, "stolen-own", -4, 6, 1),
        ("blackspot", 1, "stolen-own", 1, 5, 1),
        ("lands", 0, "bank", 1, 60, 2),
        ("lands", 0, "bank", 2, 30, 2),
        ("lands", 0, "bank-own", 1, 234, 1),
        ("lands", 0, "bank-own", 2, 20, 1),
        ("lands", 0, "wins", 1, 3, 3),
        ("lands", 1, "bank", 1, 60, 1),
        ("lands", 1, "bank", 2, 10, 1),
        ("lands", 1, "bank-own", 1, 234, 1),
        ("lands", 1, "bank-own", 2, 20, 1),
        ("lands", 2, "bank", 1, 50, 1),
        ("lands", 2, "bank", 2, 30, 1),
    ]


async def test_x2_what_did_not_count_before_counts_for_nobody_after(database: Path, tmp_path: Path) -> None:
    await older(
        database, tmp_path, 10, *stored(1, "lands", 1, {1: 9, 2: 8}, counts=0), *stored(2, "lands", 1, {1: 9, 2: 8})
    )
    await (await Store.open(database)).close()
    assert sql(database, "SELECT counts FROM result_seats ORDER BY session_id, seat") == [(0,), (0,), (1,), (1,)]
    records = sql(database, "SELECT record FROM sessions ORDER BY id")
    standings = [msgspec.json.decode(record)["standing"] for (record,) in records]
    assert standings == [{"won_often": [0, 1]}, {}]


async def test_a_proposal_that_was_open_stays_open(database: Path, tmp_path: Path) -> None:
    motion = {"kind": "end", "seat": None, "number": 3, "ayes": [1]}
    open_one, none = {"id": "aaaaaaaaaa", "motion": motion}, {"id": "bbbbbbbbbb", "opener_id": 1}
    await older(database, tmp_path, 10, SESSION + f"{row(open_one)}, {row(none)}")
    await (await Store.open(database)).close()
    records = sql(database, "SELECT record FROM sessions ORDER BY id")
    found = [msgspec.json.decode(record) for (record,) in records]
    assert found == [{"id": "aaaaaaaaaa", "motions": [motion]}, none]
