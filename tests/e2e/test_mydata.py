"""What people may ask about themselves, by commands and clicks: a copy, hiding, deleting; and what is kept (F37)."""

import gzip
import json
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from bot.app import Quartermaster
from bot.commands import privacy as commands
from bot.model.records import Change
from bot.storage.database import Database
from tests.e2e.harness import ImpossibleError, Message, Person, Reply, World
from tests.e2e.turns import HEARTS_52, bank, kept, seen
from tests.e2e.voyages import gather, sail

GONE = "a departed pirate"
MALFORMED = "That control is not from this version of the bot, or not from this channel."
CONFIRM = "Yes, delete everything"


async def duel(world: World) -> tuple[Person, Person]:
    """Let Anne bank 52 of a target of 50, and Bart 2."""
    anne, bart = await sail(world, "Anne", "Bart", cards=f"{HEARTS_52} 2C", target=50)
    await bank(anne, 8)
    await bank(bart)
    return anne, bart


async def panel(who: Person) -> Message:
    """Open one's own panel."""
    reply = await who.slash("pirates mydata")
    assert reply.public is None
    (message,) = reply.messages
    assert message.private
    return message


async def delete(who: Person) -> Reply:
    """Delete everything, by two clicks."""
    message = await panel(who)
    await who.click("Delete everything about me", on=message)
    return await who.click(CONFIRM, on=message)


async def stored(world: World) -> str:
    """Write out every row of every table."""
    store = cast("Quartermaster", world.bot)._store
    tables = await store._reader.execute_fetchall("SELECT name FROM sqlite_schema WHERE type = 'table'")
    found = [await store._reader.execute_fetchall(f"SELECT * FROM {name}") for (name,) in tables]  # noqa: S608 - ours
    return "\n".join(str(tuple(row)) for rows in found for row in rows)


def handed(world: World, reply: Reply) -> tuple[str, bytes]:
    """Give name and content of the file that an answer brought."""
    (message,) = reply.messages
    assert message.private
    (file,) = message.payload["attachments"]
    content = world.simulation.backend.cdn.get(file["url"])
    assert content is not None
    return file["filename"], content


# --- The panel ---


async def test_the_panel_says_how_much_is_kept_to_its_owner_alone(world: World) -> None:
    anne, _ = await duel(world)
    (carla,) = world.people("Carla")
    message = await panel(anne)
    assert message.text.splitlines()[:2] == [
        "## What the bot keeps about you",
        "1 game or lobby knows you. The boards show you.",
    ]
    assert "on every server that this bot is on, not on this one alone" in message.text
    assert message.enabled == ["Export", "Hide me from the boards", "Delete everything about me"]
    assert "Nothing: no game or lobby knows you, on any server." in (await panel(carla)).text


async def test_it_is_about_all_servers(world: World) -> None:
    anne, _ = await duel(world)
    reef = world.second_server("The Reef")
    there = reef.visit(anne)
    await there.slash("lands")
    assert "2 games and lobbies know you, on 2 servers." in (await panel(anne)).text
    await delete(anne)
    assert str(anne.id) not in await stored(world)
    assert "Everyone left the lobby." in seen_in(reef.deck.messages)


def seen_in(messages: list[Message]) -> str:
    return "\n".join(message.text for message in messages)


# --- Export ---


async def test_the_export_is_a_private_json_file_about_its_owner(world: World) -> None:
    anne, bart = await duel(world)
    message = await panel(anne)
    reply = await anne.click("Export", on=message)
    assert reply.public is None
    assert "Everything that is kept about you, on all servers" in (reply.private or "")
    name, content = handed(world, reply)
    found: dict[str, Any] = json.loads(content)
    assert name == "quartermaster-mydata.json"
    assert (found["user_id"], found["names"][0]["name"]) == (str(anne.id), "Anne")
    (game,) = found["sessions"]
    assert [move["move"] for move in game["moves"]] == ["draw"] * 8 + ["bank"]
    assert (game["result"]["score"], game["result"]["place"]) == (52, 1)
    assert "Bart" not in content.decode()
    assert str(bart.id) not in content.decode()


async def test_a_large_export_is_compressed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    anne, _ = await duel(world)
    monkeypatch.setattr(commands, "MOST_BYTES", 100)
    name, content = handed(world, await anne.click("Export", on=await panel(anne)))
    assert name == "quartermaster-mydata.json.gz"
    assert content[:2] == b"\x1f\x8b"
    assert json.loads(gzip.decompress(content))["user_id"] == str(anne.id)


# --- Hiding ---


async def test_who_hides_is_on_no_board_and_no_shared_page_until_they_show_themselves(world: World) -> None:
    anne, bart = await duel(world)
    message = await panel(anne)
    await anne.click("Hide me from the boards", on=message)
    (shown,) = [seen for seen in anne.messages() if seen.id == message.id]
    assert "You are **hidden**" in shown.text
    own = (await anne.slash("leaderboard")).private or ""
    assert "You are on no board: you hide, as **/pirates mydata** shows." in own
    assert "Anne" not in own
    reply = await bart.slash("leaderboard")
    assert "**1.** **Bart (you)** · 0 wins in 1 game" in (reply.private or "")
    shared = await bart.click("Share", on=reply.messages[0])
    assert "Anne" not in (shared.public or "")
    await anne.click("Show me on the boards", on=message)
    assert "**1.** **Anne** · 1 win in 1 game" in ((await bart.slash("leaderboard")).private or "")


# --- Deleting ---


async def test_deleting_asks_first_and_can_be_left_alone(world: World) -> None:
    anne, _ = await duel(world)
    message = await panel(anne)
    await anne.click("Delete everything about me", on=message)
    (shown,) = [seen for seen in anne.messages() if seen.id == message.id]
    assert "You are in no running game and no lobby." in shown.text
    assert "backups that the host of this bot has made" in shown.text
    assert "If you play again, that is kept anew under your id" in shown.text
    assert shown.enabled == [CONFIRM, "No, keep it"]
    before = await stored(world)
    await anne.click("No, keep it", on=message)
    assert await stored(world) == before
    assert "1 game or lobby knows you." in (await panel(anne)).text


async def test_what_is_deleted_is_gone_and_others_keep_their_games(world: World) -> None:
    anne, bart = await duel(world)
    assert str(anne.id) in await stored(world)
    reply = await delete(anne)
    assert "Everything about you is deleted, on all servers." in (reply.private or "")
    assert "Nothing of it is left in the database file." in (reply.private or "")
    assert reply.messages[0].buttons == ()
    found = await stored(world)
    assert str(anne.id) not in found
    assert "Anne" not in found
    board = (await bart.slash("leaderboard")).private or ""
    assert f"**1.** **{GONE}** · 1 win in 1 game" in board
    assert "**2.** **Bart (you)** · 0 wins in 1 game" in board
    assert f"**{GONE}** (1 game)" in ((await bart.slash("pirates stats")).private or "")
    assert "Nothing: no game or lobby knows you" in (await panel(anne)).text


async def test_x1_a_running_game_is_left_first_and_goes_on_at_its_table(world: World) -> None:
    anne, bart, _ = await sail(world, "Anne", "Bart", "Calico", cards="10H 9H 2C 3C")
    message = await panel(anne)
    await anne.click("Delete everything about me", on=message)
    (shown,) = [seen for seen in anne.messages() if seen.id == message.id]
    assert "You **leave one lobby or running game first**" in shown.text
    reply = await anne.click(CONFIRM, on=message)
    assert "You left one lobby or running game." in (reply.private or "")
    assert "Anne" not in seen(world)
    assert GONE in seen(world)
    await bank(bart)
    assert (await kept(world)).players[0].left


async def test_a_lobby_passes_to_the_next_and_an_open_proposal_falls(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    await delete(anne)
    assert "**1. Bart** · opened this lobby" in seen(world)
    assert "Anne" not in seen(world)
    (calico,) = world.people("Calico")
    await calico.click("Join")
    await bart.click("Start")
    await bart.slash("pirates end")
    assert "proposes to end the game" in seen(world)
    await delete(bart)
    assert "proposes" not in seen(world)
    found = await stored(world)
    assert not [who.name for who in (anne, bart) if str(who.id) in found or who.name in found]


async def test_who_plays_again_begins_anew(world: World) -> None:
    anne, bart = await duel(world)
    await delete(anne)
    await bart.click("Rematch")
    assert "Invited again" not in seen(world)
    await anne.click("Join")
    assert "Anne**" in seen(world)
    assert "1 game or lobby knows you." in (await panel(anne)).text


async def test_old_copies_that_somebody_still_reads_are_told_of(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(_: Database) -> bool:
        return False

    anne, _ = await duel(world)
    monkeypatch.setattr(Database, "sweep", busy)
    assert "vanish only when the bot starts next" in ((await delete(anne)).private or "")


async def test_a_seat_taken_meanwhile_is_refused_with_words(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    anne, _ = await gather(world, "Anne", "Bart")

    async def nothing_to_leave(*_: object) -> AsyncIterator[Change]:
        nothing: tuple[Change, ...] = ()
        for change in nothing:
            yield change

    monkeypatch.setattr("bot.play.erasure.Erasure.leave", nothing_to_leave)
    assert "You took a seat meanwhile, so nothing was deleted." in ((await delete(anne)).private or "")
    assert str(anne.id) in await stored(world)


# --- Whose buttons ---


@pytest.mark.parametrize("verb", ["export", "hide", "show", "delete", "confirm", "keep"])
async def test_nobody_presses_the_buttons_of_somebody_elses_panel(world: World, verb: str) -> None:
    anne, bart = await duel(world)
    message = await panel(anne)
    own = await panel(bart)
    with pytest.raises(ImpossibleError):
        await bart.click("Export", on=await panel(anne))
    before = await stored(world)
    for custom_id, place in (
        (f"q1:mydata-{verb}:::{anne.id}", message),
        (f"q1:mydata-{verb}:::{anne.id}", own),
        (f"q1:mydata-{verb}:::", own),
        (f"q1:mydata-{verb}:::{bart.id}0", own),
        (f"q1:mydata-{verb}:::{bart.id}", world.table()),
    ):
        reply = await bart.press(custom_id, on=place)
        assert MALFORMED in (reply.private or "")
    assert await stored(world) == before


# --- The statement ---


async def test_the_statement_says_what_is_kept_and_why_in_private(world: World) -> None:
    (anne,) = world.people("Anne")
    reply = await anne.slash("pirates privacy")
    assert reply.public is None
    text = reply.private or ""
    for section in ("What is kept", "Why", "Who sees it", "For how long", "What you can do", "What deleting does"):
        assert f"### {section}" in text
    assert "**/pirates mydata**" in text


async def test_help_names_both(world: World) -> None:
    (anne,) = world.people("Anne")
    text = (await anne.slash("pirates help")).private or ""
    assert "**/pirates mydata**" in text
    assert "**/pirates privacy**" in text
