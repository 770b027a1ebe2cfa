"""When Discord, the process or people fail in the middle of a theft, and what forged clicks come to."""

import asyncio
from typing import cast

import pytest

from bot.app import Quartermaster
from rules import blackspot
from rules.blackspot.hands import mask_of
from rules.blackspot.model import Curse, Fight, Peek, Purify, Steal, Take
from rules.cards import pile
from tests.e2e.harness import Person, Reply, World
from tests.e2e.raids import PIRATES, card, click, hand, hand_of, line, lines, play, raid, robbed, table
from tests.e2e.test_blackspot_hands import NO_PLAYER, STALE
from tests.e2e.test_blackspot_reactions import REACTION, asked_with_two_curses

STOLEN = "**Bart** has stolen `2♦D` from **Anne**, and a curse with it."
MALFORMED = "That control is not from this version of the bot, or not from this channel."


def mask(codes: str) -> int:
    return mask_of(pile(codes))


# --- Restart ---


async def test_after_a_restart_the_same_prompt_waits_with_the_same_time_left_and_the_same_hands(world: World) -> None:
    anne, bart = await robbed(world)
    hands = hand_of(anne), hand_of(bart)
    await world.advance(20)
    await world.restart()
    assert "React" in table(world).labels
    for person, before in zip((anne, bart), hands, strict=True):
        await person.click("My hand", on=table(world))
        assert hand_of(person) == before
    await world.advance(REACTION - 21)
    assert line(world, "⚔️")
    await world.advance(1)
    assert STOLEN in lines(world)


@pytest.mark.parametrize("beat_seconds", [2.0])
async def test_an_hour_without_the_bot_leaves_the_victim_their_time(world: World) -> None:
    anne, _ = await robbed(world)
    await world.advance(20)
    await world.restart(after=3600)
    until = int(world.now()) + REACTION - 20
    assert f"<t:{until}:R>" in line(world, "⏳")
    await play(anne, "fight 5C")
    assert "keeps `2♦D`" in table(world).text


# --- At the same moment ---


@pytest.mark.parametrize("answer_first", [True, False])
async def test_an_answer_and_the_end_of_its_time_in_the_same_tick_are_one_decision(
    world: World, *, answer_first: bool
) -> None:
    anne, bart = await robbed(world)
    await click(anne, "Fight")
    await click(anne, card("5C"))
    fight = hand(anne).button("Fight back")
    bot = cast("Quartermaster", world.bot)
    clock, session = bot._clock, await bot.sessions.in_channel(world.server.deck.id)
    assert clock is not None
    clock.cancel()  # the test rings the bell itself
    await world.advance(REACTION)
    decisions = [anne.click(fight), bot.scheduler._expire(session.id)]
    await asyncio.gather(*(decisions if answer_first else reversed(decisions)))
    await world.settle()
    kept = "**Anne** fights back with `5♣C` (worth 5) and keeps `2♦D`." in lines(world)
    assert kept != (STOLEN in lines(world))
    assert ("· 3 cards ·" in line(world, "**Anne** ·")) == kept
    assert (await bot.sessions.load(session.id)).revision == session.revision + 1
    await play(bart, "end-turn")


async def test_a_thief_who_clicks_twice_steals_once(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await play(bart, "peek 10C 3", "take 3")
    for label in ("Steal", "2♦D of Anne", card("2C")):
        await click(bart, label)
    it = hand(bart).button("Steal it")
    await bart.click(it)
    assert STALE in str((await bart.click(it)).private)
    assert "· 3 cards ·" in line(world, "**Bart** ·")
    assert len([message for message in world.messages() if message.pings]) == 1


# --- The victim goes, the place goes ---


async def test_a_victim_who_leaves_during_the_prompt_loses_the_treasure_at_once(world: World) -> None:
    anne, bart, calico = await three_and_a_theft(world)
    await anne.slash("pirates leave")
    assert "**Bart** has stolen `2♦D` from **Anne**, who is gone, and a curse with it." in lines(world)
    assert "may steal and purify" in line(world, "may steal")
    assert (await anne.click("My hand", on=table(world))).private == NO_PLAYER
    assert len([message for message in world.messages() if "React" in message.labels]) == 0
    await play(bart, "end-turn")
    assert lines(world)[0] == f"## Black Spot · {calico.name} to play"


async def test_a_victim_who_is_gone_from_the_server_leaves_when_their_time_is_up(world: World) -> None:
    anne, bart, _ = await three_and_a_theft(world)
    await world.server.remove(anne)
    assert line(world, "⚔️")
    await world.advance(REACTION)
    assert "**Bart** has stolen `2♦D` from **Anne**, who is gone, and a curse with it." in lines(world)
    assert "· left" in line(world, "**Anne** ·")
    await play(bart, "end-turn")


async def test_a_thief_who_leaves_still_gets_the_treasure(world: World) -> None:
    anne, bart, calico = await three_and_a_theft(world)
    await bart.slash("pirates leave")
    assert line(world, "⚔️")
    await play(anne, "let-go")
    assert STOLEN in lines(world)
    assert lines(world)[0] == f"## Black Spot · {calico.name} to play"


async def three_and_a_theft(world: World) -> list[Person]:
    """Let Bart steal the two from Anne, while Calico looks on."""
    pirates = "KH QH JH 10H 8H  7H 6H 5H 4H 3H  AH 9H KC QC JC  6C 5C 7C 8C 9C  10C 2C 4C 3C AC  2H"
    crew = await raid(world, "Anne", "Bart", "Calico", pirates=pirates)
    await play(crew[0], "peek 6C 2", "take 2", "end-turn")
    await play(crew[1], "peek 10C 3", "take 3", "steal 2 2C")
    return crew


async def test_a_table_deleted_during_the_prompt_comes_back_with_the_answer(world: World) -> None:
    anne, bart = await robbed(world)
    await world.delete(table(world))
    await play(anne, "let-go")
    assert STOLEN in lines(world)
    await play(bart, "end-turn")
    assert lines(world)[0] == "## Black Spot · Anne to play"


async def test_a_call_deleted_during_the_prompt_is_not_missed(world: World) -> None:
    anne, _ = await robbed(world)
    await world.delete(world.messages()[-1])
    await anne.click("React", on=table(world))
    await play(anne, "let-go")
    assert STOLEN in lines(world)


async def test_a_channel_deleted_during_the_prompt_frees_its_players(world: World) -> None:
    anne, bart = await robbed(world)
    port = world.server.channel("port")
    await world.server.deck.delete()
    await world.advance(REACTION)
    await anne.slash("blackspot", port)
    await bart.click("Join", on=world.table(port))
    await anne.click("Start", on=world.table(port))
    assert "to play" in world.table(port).text


# --- Forged ---


async def forge(person: Person, move: blackspot.Move, on: Person) -> Reply:
    """Send a move from one's newest hand with the ticket of the awaited player's."""
    ticket = next(button.custom_id for button in hand(on).buttons if ":move:" in button.custom_id).split(":")
    return await person.press(":".join([*ticket[:4], blackspot.token(move)]), on=hand(person))


@pytest.mark.parametrize(
    "move, answer",
    [
        (Fight(mask("KC")), "You do not hold those cards."),
        (Fight(0), "Too weak: it takes 2, and you chose 0."),
        (Curse(mask("5C"), ((2, 0, 3),)), "That treasure is not yours."),
        (Curse(mask("KH"), ((4, 0, 3),)), "You do not hold those cards."),
        (Curse(mask("5C"), ()), "Choose at least one curse to move."),
        (Take(5), "First answer the theft: fight, curse or let it go."),
    ],
    ids=["a card not held", "no card", "the treasure just taken", "cards not held", "no curse", "another move"],
)
async def test_a_forged_answer_is_refused_and_changes_nothing(world: World, move: blackspot.Move, answer: str) -> None:
    anne, _ = await robbed(world)
    before = table(world).text, hand_of(anne)
    assert (await forge(anne, move, anne)).private == answer
    assert (table(world).text, hand_of(anne)) == before


@pytest.mark.parametrize(
    "move, answer",
    [
        (Steal(3, mask("4C")), "That treasure is your own."),
        (Steal(5, mask("JC")), "Nobody has that treasure."),
        (Steal(2, mask("KC")), "You do not hold those cards."),
        (Steal(2, 0), "Too weak: it takes 2, and you chose 0."),
        (Purify(2, 0, 1), "That treasure is not yours."),
        (Take(4), "You have already taken a treasure this turn."),
        (Peek(pile("2C")[0], 4), "You have already taken a treasure this turn."),
        (Fight(mask("2C")), "Nobody is being robbed."),
    ],
    ids=["one's own", "in the trove", "a card not held", "no card", "another's curse", "take", "peek", "fight"],
)
async def test_a_forged_move_is_refused_and_changes_nothing(world: World, move: blackspot.Move, answer: str) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await play(bart, "peek 10C 3", "take 3")
    before = table(world).text, hand_of(bart)
    assert (await forge(bart, move, bart)).private == answer
    assert (table(world).text, hand_of(bart)) == before


async def test_a_treasure_just_taken_cannot_be_taken_again(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await play(bart, "peek 10C 3")
    assert (await forge(bart, Take(2), bart)).private == "That treasure is no longer in the trove."


async def test_another_players_ticket_is_of_no_use(world: World) -> None:
    anne, bart = await robbed(world)
    (edward,) = world.people("Edward")
    before = table(world).text
    wait = "Wait: **Anne** is still answering the theft."
    assert (await forge(bart, Fight(mask("3C")), anne)).private == wait
    ticket = hand(anne).button("Let it go").custom_id
    assert (await edward.press(ticket, on=table(world))).private == NO_PLAYER
    assert table(world).text == before


@pytest.mark.parametrize(
    "draft",
    ["", "x", "c00AAAAAzzzz", "f00AAAA", "f0cAAAAA", "fe0AAAAA", "c00AAAAA" + "EA" * 13, "c00AAAAA--", "c00AAAAACP"],
)
async def test_a_forged_draft_is_no_draft(world: World, draft: str) -> None:
    anne, _ = await robbed(world)
    before = hand_of(anne)
    ticket = hand(anne).button("Fight").custom_id.split(":")
    reply = await anne.press(":".join([*ticket[:4], draft]), on=hand(anne))
    assert MALFORMED in str(reply.private)
    assert hand_of(anne) == before


@pytest.mark.parametrize(
    "draft", ["f00_____", "cd0_____", "t20AAAAA", "s20_____", "p20AAAAB", "cdb_____EiEiEi", "r20AAAAA", "000AAAAA"]
)
async def test_a_draft_of_what_cannot_be_done_offers_nothing_new(world: World, draft: str) -> None:
    """All cards, treasures that are not one's own, moves of another step, curses twice."""
    anne, _ = await asked_with_two_curses(world)
    ticket = hand(anne).button("Fight").custom_id.split(":")
    await anne.press(":".join([*ticket[:4], draft]), on=hand(anne))
    assert hand(anne).labels[:3] == ["Fight", "Curse", "Let it go"]
    for confirm in ("Lay the curses", "Steal it", "Play the rum", "Take it", "Pay and look"):
        assert confirm not in hand(anne).enabled
    await play(anne, "let-go")


async def test_a_draft_of_someone_elses_hand_shows_nobody_elses_cards(world: World) -> None:
    anne, bart = await robbed(world)
    ticket = hand(anne).button("Fight").custom_id
    await bart.press(ticket, on=hand(bart))
    assert "5♣C" not in hand_of(bart)
    assert "**Anne** is thinking about your theft." in hand_of(bart)
