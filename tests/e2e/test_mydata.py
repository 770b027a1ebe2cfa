"""What people may ask about themselves, by commands and clicks: a copy, hiding, deleting; and what is kept (F37).

What each of them does in the database is proved in tests/bot/storage/test_privacy.py.
"""

import gzip
import json
from typing import Any

import pytest

from bot.commands import privacy as commands
from tests.e2e.harness import ImpossibleError, Message, Person, Reply, World
from tests.e2e.turns import bank, kept, seen, store
from tests.e2e.voyages import duel, sail

GONE = "a departed pirate"
MALFORMED = "That control is not from this version of the bot, or not from this channel."
DELETE, CONFIRM = "Delete everything about me", "Yes, delete everything"


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
    await who.click(DELETE, on=message)
    return await who.click(CONFIRM, on=message)


async def stored(world: World) -> str:
    """Write out every row of every table."""
    reader = store(world)._reader
    tables = await reader.execute_fetchall("SELECT name FROM sqlite_schema WHERE type = 'table'")
    found = [await reader.execute_fetchall(f"SELECT * FROM {name}") for (name,) in tables]  # noqa: S608 - ours
    return "\n".join(str(tuple(row)) for rows in found for row in rows)


def handed(world: World, reply: Reply) -> tuple[str, bytes]:
    """Give name and content of the file that an answer brought."""
    (message,) = reply.messages
    assert message.private
    (file,) = message.payload["attachments"]
    content = world.simulation.backend.cdn.get(file["url"])
    assert content is not None
    return file["filename"], content


def now(who: Person, message: Message) -> Message:
    """Look at a panel again."""
    (shown,) = [seen for seen in who.messages() if seen.id == message.id]
    return shown


# --- The panel, export, hiding ---


async def test_the_panel_says_how_much_is_kept_on_all_servers_to_its_owner_alone(world: World) -> None:
    anne, _ = await duel(world)
    (carla,) = world.people("Carla")
    message = await panel(anne)
    assert message.text.splitlines()[:2] == [
        "## What the bot keeps about you",
        "1 game or lobby knows you. The boards show you.",
    ]
    assert "on every server that this bot is on, not on this one alone" in message.text
    assert message.enabled == ["Export", "Hide me from the boards", DELETE]
    assert "Nothing: no game or lobby knows you, on any server." in (await panel(carla)).text
    reef = world.second_server("The Reef")
    await reef.visit(anne).slash("lands", reef.deck)
    assert "2 games and lobbies know you, on 2 servers." in (await panel(anne)).text
    await delete(anne)
    assert str(anne.id) not in await stored(world)
    assert "Everyone left the lobby." in reef.deck.messages[-1].text


async def test_the_export_is_a_private_json_file_about_its_owner_and_a_large_one_is_compressed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne, bart = await duel(world)
    message = await panel(anne)
    reply = await anne.click("Export", on=message)
    assert reply.public is None
    assert "Everything that is kept about you, on all servers" in str(reply.private)
    name, content = handed(world, reply)
    found: dict[str, Any] = json.loads(content)
    assert name == "quartermaster-mydata.json"
    assert (found["user_id"], found["names"][0]["name"]) == (str(anne.id), "Anne")
    assert "Bart" not in content.decode()
    assert str(bart.id) not in content.decode()
    monkeypatch.setattr(commands, "MOST_BYTES", 100)
    name, packed = handed(world, await anne.click("Export", on=message))
    assert name == "quartermaster-mydata.json.gz"
    assert json.loads(gzip.decompress(packed))["user_id"] == str(anne.id)


async def test_who_hides_is_on_no_board_and_no_shared_page_until_they_show_themselves(world: World) -> None:
    anne, bart = await duel(world)
    message = await panel(anne)
    await anne.click("Hide me from the boards", on=message)
    assert "You are **hidden**" in now(anne, message).text
    own = str((await anne.slash("leaderboard")).private)
    assert "You are on no board: you hide, as **/pirates mydata** shows." in own
    assert "Anne" not in own
    reply = await bart.slash("leaderboard")
    assert "**1.** **Bart (you)** · 0 wins in 1 game" in str(reply.private)
    assert "Anne" not in str((await bart.click("Share", on=reply.messages[0])).public)
    await anne.click("Show me on the boards", on=message)
    assert "**1.** **Anne** · 1 win in 1 game" in str((await bart.slash("leaderboard")).private)


# --- Deleting ---


async def test_deleting_asks_first_and_others_keep_their_games(world: World) -> None:
    anne, bart = await duel(world)
    message = await panel(anne)
    await anne.click(DELETE, on=message)
    shown = now(anne, message)
    assert "You are in no running game and no lobby." in shown.text
    assert "backups that the host of this bot has made" in shown.text
    assert "If you play again, that is kept anew under your id" in shown.text
    assert shown.enabled == [CONFIRM, "No, keep it"]
    before = await stored(world)
    await anne.click("No, keep it", on=message)
    assert await stored(world) == before
    assert str(anne.id) in before
    reply = await delete(anne)
    assert "Everything about you is deleted, on all servers." in str(reply.private)
    assert "Nothing of it is left in the database file." in str(reply.private)
    assert reply.messages[0].buttons == ()
    found = await stored(world)
    assert str(anne.id) not in found
    assert "Anne" not in found
    board = str((await bart.slash("leaderboard")).private)
    assert f"**1.** **{GONE}** · 1 win in 1 game" in board
    assert f"**{GONE}** (1 game)" in str((await bart.slash("pirates stats")).private)
    await bart.click("Rematch")
    assert "Invited again" not in seen(world)


async def test_x1_a_running_game_is_left_first_and_goes_on_at_its_table(world: World) -> None:
    anne, bart, _ = await sail(world, "Anne", "Bart", "Calico", cards="10H 9H 2C 3C")
    message = await panel(anne)
    await anne.click(DELETE, on=message)
    assert "You **leave one lobby or running game first**" in now(anne, message).text
    reply = await anne.click(CONFIRM, on=message)
    assert "You left one lobby or running game." in str(reply.private)
    assert "Anne" not in seen(world)
    assert GONE in seen(world)
    await bank(bart)
    assert (await kept(world)).players[0].left


# --- Whose buttons ---


async def test_nobody_presses_the_buttons_of_somebody_elses_panel(world: World) -> None:
    anne, bart = await duel(world)
    message = await panel(anne)
    with pytest.raises(ImpossibleError):
        await bart.click("Export", on=message)
    own, before = await panel(bart), await stored(world)
    for verb in ("export", "hide", "show", "delete", "confirm", "keep"):
        for argument, place in (
            (str(anne.id), message),
            (str(anne.id), own),
            ("", own),
            (f"{bart.id}0", own),
            (str(bart.id), world.table()),
        ):
            reply = await bart.press(f"q1:mydata-{verb}:::{argument}", on=place)
            assert MALFORMED in str(reply.private), verb
    assert await stored(world) == before


# --- The statement ---
