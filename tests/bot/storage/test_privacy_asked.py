"""Who hides from the boards, what people get to see of themselves, and what the papers say about it."""

import re
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.model.boards import Wanted
from bot.texts import content
from bot.views.privacy import SECTIONS
from tests.bot.builders import ANNE, BART, GUILD, MODERATOR, Room, rows
from tests.bot.people import BART_ELSEWHERE, DITA, DITA_ELSEWHERE, ELSEWHERE, board, depart, duel, voyage

ROOT = Path(__file__).parents[3]


# --- Hidden ---


async def test_who_hides_is_on_no_board_anywhere_and_their_results_stand(room: Room) -> None:
    """They see no place of their own, and why."""
    await duel(room, DITA, BART)
    await duel(room, DITA_ELSEWHERE, BART_ELSEWHERE)
    results = await rows(room.store, "results", "result_seats", "standings")
    for _ in range(2):
        await room.store.set_hidden(DITA.user_id, hidden=True)
    for guild in (GUILD, ELSEWHERE):
        assert await board(room, "wins", guild) == [(1, "Bart", 0, 1)]
        assert await board(room, "bank-own", guild) == [(1, "Bart", 2, 1)]
    for who, rank in ((DITA, None), (BART, 1)):
        page = await room.store.scores.page(GUILD, who.user_id, Wanted("lands", "wins"))
        assert (page.own and page.own.rank, page.hidden, page.players) == (rank, who is DITA, 1)
    assert await rows(room.store, "results", "result_seats", "standings") == results
    await room.store.set_hidden(DITA.user_id, hidden=False)
    assert await board(room, "wins") == [(1, DITA.name, 1, 1), (2, "Bart", 0, 1)]


async def test_a_hidden_best_voyage_is_compared_with_nobody_elses(room: Room) -> None:
    await voyage(room, DITA, "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    await room.store.set_hidden(DITA.user_id, hidden=True)
    standing = (await voyage(room, BART, "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D")).standing
    assert standing is not None
    assert (standing.server_best, standing.server_best_by) == (None, None)


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
    assert {name: found[name] for name in ("kind", "format", "user_id", "hidden_from_boards", "names")} == {
        "kind": "person",
        "format": 1,
        "user_id": str(DITA.user_id),
        "hidden_from_boards": True,
        "names": [{"guild_id": "7", "name": DITA.name}, {"guild_id": "8", "name": DITA_ELSEWHERE.name}],
    }
    wins: dict[str, Any] = {"game": "lands", "board": "wins", "games": 1, "points": 1}
    assert {"guild_id": "7", "season": 0} | wins in found["boards"]
    assert {"guild_id": "8", "season": 1} | wins in found["boards"]
    game, elsewhere = found["sessions"]
    assert elsewhere["guild_id"] == "8"
    assert (game["id"], game["game"], game["channel_id"], game["status"]) == (session.id, "lands", "70", "finished")
    assert (game["seat"], game["name"], game["left"], game["opened"]) == (0, DITA.name, False, True)
    assert [(move["move"], move["cause"]) for move in game["moves"]] == [("draw", "player")] * 8 + [("bank", "player")]
    result = game["result"]
    assert (result["score"], result["place"], result["rated"], result["counts"]) == (52, 1, True, True)
    assert result["facts"]["best_bank"] == 52
    assert "Bart" not in str(found)
    assert session.secret.hex() not in str(found)
    nobody = await room.store.privacy.export(MODERATOR.user_id)
    assert (nobody["names"], nobody["boards"], nobody["sessions"]) == ([], [], [])


async def test_the_export_tells_of_a_vote_in_a_running_game_and_of_an_invitation(room: Room) -> None:
    await duel(room, DITA, BART)
    room.clock.now += 60
    await room.sessions.rematch(room.id, BART)
    room.clock.now += 60
    dita, bart = (replace(who, channel_id=81) for who in (DITA_ELSEWHERE, BART_ELSEWHERE))
    await room.game(dita, bart, replace(bart, user_id=3))
    await room.sessions.end(room.id, dita)
    _, invited, running = (await room.store.privacy.export(DITA.user_id))["sessions"]
    assert (invited["seat"], invited["invited"], invited["moves"]) == (None, True, [])
    assert (running["seat"], running["voted"], running["result"]) == (0, "yes", None)


async def test_the_export_tells_what_somebody_is_called_on_games_that_they_did_not_play(room: Room) -> None:
    await room.game(ANNE, BART)
    await room.sessions.end(room.id, replace(DITA, moderator=True))
    room.clock.now += 60
    await voyage(room, replace(DITA, name="Dita"), "2C 3C 4C 5C 6C 7C 8C 9C 10C 10D")
    room.clock.now += 60
    await voyage(room, BART, "2C 3C 4C 5C 6C 7C 8C 9C 10C 8D")
    ended, own, others = (await room.store.privacy.export(DITA.user_id))["sessions"]
    assert (ended["ended_as"], ended["seat"], ended["held_best_voyage_as"]) == (DITA.name, None, None)
    assert (own["ended_as"], own["name"], own["held_best_voyage_as"]) == (None, "Dita", None)
    assert (others["ended_as"], others["seat"], others["held_best_voyage_as"]) == (None, None, "Dita")


# --- What is said ---


def plain(text: str) -> str:
    """Drop the difference between a heading and bold, and between lines."""
    return " ".join(re.sub(r"^#+ |\*\*", "", text, flags=re.MULTILINE).split())


def test_privacy_md_has_the_same_sections_as_the_command() -> None:
    texts = content.load().texts
    _, *sections = (ROOT / "PRIVACY.md").read_text(encoding="utf-8").split("\n## ")
    assert list(map(plain, sections)) == [plain(texts(f"privacy-{section}")) for section in SECTIONS]
