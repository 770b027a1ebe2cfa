"""What migrations make of rows that older versions wrote."""

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.model.boards import Wanted
from bot.storage import schema
from bot.storage.store import Store
from tests.bot.builders import GUILD
from tests.bot.storage.files import sql

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


def row(record: dict[str, object]) -> str:
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
