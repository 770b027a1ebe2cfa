"""The boards as people see them, by commands and clicks (F29, F33, F36, L16, X2)."""

from typing import Any

import pytest

from bot.model import boards
from tests.e2e.harness import Message, Person, World
from tests.e2e.turns import line, seen
from tests.e2e.voyages import VOYAGE_62, VOYAGE_64, duel, voyage

SMALL_PRINT = (
    "Equal scores share a place; fewer games stand first. Games with others that were played to the end, under "
    "whatever house rules. Once 5 wins of a kind have counted for a player within 24 hours, no game counts for them "
    "until one of these is a day old."
)

SMALL_PRINT_OF_STATISTICS = (
    "-# Games that count, as on **/leaderboard**. A dare is neither a bank nor a bust. What is best under house rules "
    "stands apart; wins and averages are of all games."
)


async def ask(who: Person, **options: Any) -> Message:
    """Ask for a board; give the private answer."""
    reply = await who.slash("leaderboard", **options)
    assert reply.public is None
    (message,) = reply.messages
    assert message.private
    return message


# --- What is shown ---


async def test_the_board_shows_wins_and_the_readers_place_to_them_alone(world: World) -> None:
    anne, _ = await duel(world)
    (carla,) = world.people("Carla")
    assert (await ask(anne)).text.splitlines() == [
        "## Wins · Lands Uncharted",
        "Season 1, under way",
        "**1.** **Anne (you)** · 1 win in 1 game",
        "**2.** **Bart** · 0 wins in 1 game",
        "Your place: **1.** **you** · 1 win in 1 game",
        "Page 1 of 1 · 2 players",
        f"-# {SMALL_PRINT}",
        "-# Other boards, games and seasons: the options of **/leaderboard**.",
    ]
    assert "You are not on this board yet." in (await ask(carla)).text


async def test_each_board_says_what_it_ranks_or_how_to_get_on_it(world: World) -> None:
    anne, bart = await duel(world)
    ranked = {
        "bank-own": ("**Anne (you)** · 52 doubloons at once, in 1 game", "**Bart** · 2 doubloons at once, in 1 game"),
        "wins": ("**Anne (you)** · 1 win in 1 game", "**Bart** · 0 wins in 1 game"),
    }
    for board, lines in ranked.items():
        for period, title in (("season", "Season 1, under way"), ("all", "All time")):
            text = (await ask(anne, game="lands", board=board, period=period)).text
            assert title in text
            assert [f"**{place}.** {line}" in text for place, line in enumerate(lines, 1)] == [True, True]
    for board in ("rate", "voyage", "bank", "stolen", "stolen-own"):
        message = await ask(anne, board=board)
        assert "Nobody is on this board yet." in message.text
        assert "Page 1 of 1 · 0 players" in message.text
        assert message.enabled == ["Share"]
    assert "It takes 5 games of Lands Uncharted with others that count." in (await ask(anne, board="rate")).text
    assert "That board belongs to the other game." in (await ask(anne, game="blackspot", board="bank")).text
    for _ in range(3):
        await duel(world, anne, bart)
    assert "Does not count" not in seen(world)
    await duel(world, bart, anne)
    text = (await ask(anne, board="rate")).text
    assert "**1.** **Anne (you)** · 80 % · 4 of 5 games won" in text
    assert "**2.** **Bart** · 20 % · 1 of 5 games won" in text
    for _ in range(2):
        await duel(world, anne, bart)
    assert line(world, "Does not count") == (
        "-# Does not count for Anne: 5 wins of this kind have counted for them within 24 hours."
    )


async def test_f29_who_left_the_server_stays_on_the_board_by_name(world: World) -> None:
    anne, bart = await duel(world)
    await world.server.remove(bart)
    reply = await anne.slash("leaderboard")
    assert "**2.** **Bart** · 0 wins in 1 game" in (reply.private or "")
    assert [request.method for request in reply.requests] == ["POST"]


# --- Pages ---


async def test_f33_pages_turn_by_buttons_also_after_a_restart(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "PAGE_SIZE", 2)
    crew = world.people("Anne", "Bart", "Calico")
    for who in crew:
        await voyage(world, who, VOYAGE_64)
    first = await ask(crew[2], board="voyage")
    assert "Page 1 of 2 · 3 players" in first.text
    assert first.enabled == ["Next", "Last", "Share"]
    assert "Your place: **1.** **you** · 64 doubloons, best of 1 voyage" in first.text
    await world.restart()
    (second,) = (await crew[2].click("Next", on=first)).messages
    assert second.id == first.id
    assert "Page 2 of 2 · 3 players" in second.text
    assert second.text.count("64 doubloons") == 2  # with one's own place
    assert second.enabled == ["First", "Previous", "Share"]
    (back,) = (await crew[2].click("First", on=second)).messages
    assert "Page 1 of 2" in back.text


async def test_f33_a_page_out_of_range_becomes_the_nearest_and_says_so(world: World) -> None:
    anne, _ = await duel(world)
    for number in (0, -1, 2, 999):
        text = (await ask(anne, page=number)).text
        assert "There is no such page; this is the nearest." in text
        assert "Page 1 of 1" in text


# --- Share ---


async def test_share_posts_the_page_for_everyone_and_a_stranger_opens_their_own(world: World) -> None:
    anne, bart = await duel(world)
    reply = await anne.click("Share", on=await ask(anne))
    shared = world.messages()[-1]
    assert shared.text in (reply.public or "")
    assert "**1.** **Anne** · 1 win in 1 game" in shared.text
    assert "you" not in shared.text
    assert shared.labels == ["Open the boards"]
    opened = await bart.click("Open the boards", on=shared)
    assert "**2.** **Bart (you)** · 0 wins in 1 game" in (opened.private or "")
    assert opened.public is None
    assert world.messages()[-1].text == shared.text


# --- Two servers ---


# --- At the end of a game ---


async def test_l16_a_voyage_ends_with_how_it_compares(world: World) -> None:
    anne, bart = world.people("Anne", "Bart")
    text = await voyage(world, anne, VOYAGE_62)
    assert "Your first voyage under these rules." in text
    assert "The first one of this server: now it is the total to beat." in text
    text = await voyage(world, bart, VOYAGE_64)
    assert "🏆 The best of this server; it was 62 before, by **Anne**." in text
    text = await voyage(world, anne, VOYAGE_62)
    assert "As good as your best, 62." in text
    assert "The best of this server is 64, by **Bart**." in text
    await anne.slash("pirates table")
    assert "As good as your best, 62." in seen(world)


# --- /pirates stats ---


async def test_statistics_are_told_in_private_of_oneself_or_someone_named(world: World) -> None:
    anne, bart = await duel(world)
    await voyage(world, anne, VOYAGE_64)
    reply = await anne.slash("pirates stats", game="lands")
    assert reply.public is None
    assert (reply.private or "").splitlines() == [
        "## Anne",
        "### Lands Uncharted · Season 1, under way",
        "**1 game with others, 1 win** (100 %) · wins in a row: 1 now, 1 at best",
        "Average score 52.0 · best 52 under house rules",
        "Bust rate 0 % · average bank 52.0, biggest 52 under house rules · 0 allies spent",
        "Favourite opponents: **Bart** (1 game)",
        "**1 solo voyage** · average 64.0 · best 64",
        SMALL_PRINT_OF_STATISTICS,
    ]
    told = (await anne.slash("pirates stats", player=bart, period="all")).private or ""
    assert told.startswith("## Bart\n### Lands Uncharted · All time\n**1 game with others, 0 wins** (0 %)")
    assert "### Black Spot · All time\nNo game that counts yet." in told
