"""Who hides from the boards, what people get to see of themselves, and what the papers say about it."""

import re
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.model.boards import Wanted
from bot.texts import content
from bot.views.privacy import SECTIONS
from tests.bot.builders import BART, GUILD, MODERATOR, Room, rows
from tests.bot.people import BART_ELSEWHERE, DITA, DITA_ELSEWHERE, ELSEWHERE, board, depart, duel, voyage

ROOT = Path(__file__).parent.parent.parent


# --- Hidden ---


async def test_who_hides_is_on_no_board_anywhere_and_their_results_stand(room: Room) -> None:
    await duel(room, DITA, BART)
    await duel(room, DITA_ELSEWHERE, BART_ELSEWHERE)
    results = await rows(room.store, "results", "result_seats", "standings")
    await room.store.set_hidden(DITA.user_id, hidden=True)
    await room.store.set_hidden(DITA.user_id, hidden=True)
    for guild in (GUILD, ELSEWHERE):
        assert await board(room, "wins", guild) == [(1, "Bart", 0, 1)]
        assert await board(room, "bank", guild) == [(1, "Bart", 2, 1)]
    assert await rows(room.store, "results", "result_seats", "standings") == results
    await room.store.set_hidden(DITA.user_id, hidden=False)
    assert await board(room, "wins") == [(1, DITA.name, 1, 1), (2, "Bart", 0, 1)]


async def test_who_hides_sees_no_place_of_their_own_and_why(room: Room) -> None:
    await duel(room, DITA, BART)
    await room.store.set_hidden(DITA.user_id, hidden=True)
    page = await room.store.scores.page(GUILD, DITA.user_id, Wanted("lands", "wins"))
    assert (page.own, page.hidden, page.players) == (None, True, 1)
    page = await room.store.scores.page(GUILD, BART.user_id, Wanted("lands", "wins"))
    assert page.own is not None
    assert (page.own.rank, page.hidden) == (1, False)


async def test_a_hidden_best_voyage_is_compared_with_nobody_elses(room: Room) -> None:
    await voyage(room, DITA, "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    await room.store.set_hidden(DITA.user_id, hidden=True)
    standing = (await voyage(room, BART, "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D")).standing
    assert standing is not None
    assert (standing.server_best, standing.server_name) == (None, "")


async def test_who_hid_stays_off_the_boards_when_forgotten(room: Room) -> None:
    await duel(room, DITA, BART)
    await room.store.set_hidden(DITA.user_id, hidden=True)
    await depart(room, DITA)
    assert await board(room, "wins") == [(1, "Bart", 0, 1)]
    assert not await room.store.privacy.is_hidden(DITA.user_id)
    ((alias,),) = (await rows(room.store, "hidden"))["hidden"]
    assert alias < 0


# --- Export ---


async def test_the_export_holds_everything_about_them_from_all_servers_and_nothing_of_others(room: Room) -> None:
    session = await duel(room, DITA, BART)
    room.clock.now += 60
    await duel(room, DITA_ELSEWHERE, BART_ELSEWHERE)
    await room.store.set_hidden(DITA.user_id, hidden=True)
    found = await room.store.privacy.export(DITA.user_id)
    assert (found["kind"], found["format"]) == ("person", 1)
    assert (found["user_id"], found["hidden_from_boards"]) == (str(DITA.user_id), True)
    assert found["names"] == [
        {"guild_id": "7", "name": DITA.name},
        {"guild_id": "8", "name": DITA_ELSEWHERE.name},
    ]
    wins: dict[str, Any] = {"game": "lands", "board": "wins", "games": 1, "points": 1}
    assert {"guild_id": "7", "season": 0} | wins in found["boards"]
    assert {"guild_id": "8", "season": 1} | wins in found["boards"]
    assert [one["guild_id"] for one in found["sessions"]] == ["7", "8"]
    game = found["sessions"][0]
    assert (game["id"], game["game"], game["channel_id"], game["status"]) == (session.id, "lands", "70", "finished")
    assert (game["seat"], game["name"], game["left"], game["opened"]) == (0, DITA.name, False, True)
    assert [move["move"] for move in game["moves"]] == ["draw"] * 8 + ["bank"]
    assert {move["cause"] for move in game["moves"]} == {"player"}
    result = game["result"]
    assert (result["score"], result["place"], result["rated"], result["counts"]) == (52, 1, True, True)
    assert result["facts"]["best_bank"] == 52
    assert "Bart" not in str(found)
    assert session.secret.hex() not in str(found)


async def test_the_export_of_somebody_unknown_is_empty(room: Room) -> None:
    await duel(room, DITA, BART)
    found = await room.store.privacy.export(MODERATOR.user_id)
    assert (found["names"], found["boards"], found["sessions"]) == ([], [], [])


async def test_the_export_tells_of_a_vote_in_a_running_game_and_of_an_invitation(room: Room) -> None:
    await duel(room, DITA, BART)
    room.clock.now += 60
    await room.sessions.rematch(room.id, BART)
    room.clock.now += 60
    await room.game(
        replace(DITA_ELSEWHERE, channel_id=81),
        replace(BART_ELSEWHERE, channel_id=81),
        replace(BART_ELSEWHERE, user_id=3, channel_id=81),
    )
    await room.sessions.end(room.id, replace(DITA_ELSEWHERE, channel_id=81))
    _, invited, running = (await room.store.privacy.export(DITA.user_id))["sessions"]
    assert (invited["seat"], invited["invited"], invited["moves"]) == (None, True, [])
    assert (running["seat"], running["voted"], running["result"]) == (0, "yes", None)


# --- What is said ---


def plain(text: str) -> str:
    """Drop the difference between a heading and bold, and between lines."""
    return " ".join(re.sub(r"^#+ |\*\*", "", text, flags=re.MULTILINE).split())


def test_privacy_md_has_the_same_sections_as_the_command() -> None:
    texts = content.load().texts
    _, *sections = (ROOT / "PRIVACY.md").read_text(encoding="utf-8").split("\n## ")
    assert list(map(plain, sections)) == [plain(texts(f"privacy-{section}")) for section in SECTIONS]
