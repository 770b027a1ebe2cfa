"""The picture in `/pirates stats`, as its reader gets it; and the words alone where there can be none."""

import logging

import pytest

from bot.workers.worker import Failed
from tests.e2e.conftest import let_tasks_come_to
from tests.e2e.harness import Message, Person, Reply, World
from tests.e2e.voyages import VOYAGE_62, VOYAGE_64, voyage

WORDS = "Last 2 voyages, oldest first: 64, 62"
FAILED = "-# The picture of these numbers could not be drawn this time. Nothing is missing in the words."
PNG = b"\x89PNG\r\n\x1a\n"


async def sailed(world: World) -> Person:
    """Let Anne sail two voyages."""
    (anne,) = world.people("Anne")
    for cards in (VOYAGE_64, VOYAGE_62):
        await voyage(world, anne, cards)
        await world.advance(60)
    return anne


def answer(reply: Reply) -> Message:
    assert reply.public is None
    (message,) = reply.messages
    assert message.private
    assert WORDS in message.text
    return message


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def test_statistics_come_with_a_picture_and_all_of_it_in_words(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_tasks_come_to(monkeypatch, PNG)
    anne = await sailed(world)
    message = answer(await anne.slash("pirates stats", game="lands"))
    (file,) = message.payload["attachments"]
    assert file["filename"] == "quartermaster-stats.png"
    content = world.simulation.backend.cdn.get(file["url"])
    assert content is not None
    assert content == PNG
    assert "-# The picture: Lands Uncharted: solo voyages, 2 voyages." in message.text
    (gallery,) = [part for part in message.payload["components"][0]["components"] if part["type"] == 12]
    assert gallery["items"][0]["description"] == (
        "Chart of totals, Lands Uncharted: solo voyages, 2 voyages: from 62 to 64, best so far 64. "
        "The last 2, oldest first: 64, 62."
    )


async def test_nobodys_name_is_given_to_be_drawn_and_one_game_is_no_run(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = let_tasks_come_to(monkeypatch, PNG)
    anne = await sailed(world)
    elsewhere = world.second_server("The Reef")
    told = str((await elsewhere.visit(anne).slash("pirates stats", elsewhere.deck)).private)
    assert told.count("No game that counts this season yet.") == 2
    assert asked == []
    answer(await anne.slash("pirates stats"))
    (given,) = asked
    assert b"Anne" not in given
    assert str(anne.id).encode() not in given


async def test_without_attach_files_there_are_words_and_the_reason(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = let_tasks_come_to(monkeypatch, PNG)
    anne = await sailed(world)
    await world.server.deck.deny_bot("attach_files")
    message = answer(await anne.slash("pirates stats"))
    assert "-# No picture: the bot lacks **Attach Files** in this channel." in message.text
    assert message.payload["attachments"] == []
    assert asked == []
    assert warnings(caplog) == [f"no picture: Attach Files is missing in channel {world.server.deck.id}"]


@pytest.mark.parametrize(
    "outcome, warning",
    [
        (Failed("ImportError: no library"), "a picture could not be drawn: ImportError: no library"),
        (PNG, "a picture could not be handed over: HTTPException 400 (40005)"),
    ],
    ids=["drawing", "upload"],
)
async def test_a_picture_that_fails_leaves_the_words(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    outcome: bytes | Exception,
    warning: str,
) -> None:
    let_tasks_come_to(monkeypatch, outcome)
    anne = await sailed(world)
    if outcome is PNG:
        world.discord_fails("POST", "/interactions/*/*/callback", status=400, code=40005)
    message = answer(await anne.slash("pirates stats"))
    assert FAILED in message.text
    assert message.payload["attachments"] == []
    assert [line for line in warnings(caplog) if "picture" in line] == [warning]
