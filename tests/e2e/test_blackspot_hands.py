"""The private hand of Black Spot: who sees it, when it changes by itself, and that all can be taken back."""

import logging

import pytest

from tests.e2e.harness import Person, World
from tests.e2e.raids import PIRATES, card, click, clicks, hand, hand_of, hands, lines, play, raid, robbed, table

STALE = "The table has moved on since that button was drawn."
NO_PLAYER = "You are not one of this game's players."
QUARTER = 15 * 60
"""Seconds after which Discord lets no hand be edited any more."""


def controls(person: Person) -> list[str]:
    """Give the labels of what can be clicked in one's newest hand."""
    return hand(person).enabled


# --- Opening ---


async def test_my_hand_shows_its_owner_alone_their_cards_and_names_the_game_and_the_channel(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    (edward,) = world.people("Edward")
    opened = await anne.click("My hand")
    assert opened.public is None
    assert hand_of(anne).splitlines()[:4] == [
        f"### Your hand · Black Spot in <#{world.server.deck.id}>",
        "**Hand:** `5♣C` `6♣C` `7♣C` `8♣C` `9♣C`",
        "-# Crew 35 · rum 0",  # 5 + 6 + 7 + 8 + 9
        "Choose the card to pay, and the treasure whose curse you want to see.",
    ]
    await bart.click("My hand")
    assert "**Hand:** `3♥H` `4♥H` `5♥H` `6♥H` `7♥H`" in hand_of(bart)
    assert "**Anne** is to play." in hand_of(bart)
    assert controls(bart) == []
    refused = await edward.click("My hand")
    assert (refused.private, refused.public) == (NO_PLAYER, None)


async def test_my_hand_opens_as_often_as_wanted_and_only_the_newest_stays(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    anne, _ = await raid(world, "Anne", "Bart", pirates=PIRATES)
    opened = [await anne.click("My hand", on=table(world)) for _ in range(3)]
    (newest,) = [message for message in anne.messages() if message.private]
    assert newest.id == opened[-1].messages[0].id
    assert "**Hand:** `5♣C`" in newest.text
    await world.delete(newest)  # its reader has put it away
    await anne.click("My hand")
    assert len(hands(anne)) == 1
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_after_a_restart_my_hand_opens_and_an_old_hand_goes_on(world: World) -> None:
    anne, _ = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await anne.click("My hand")
    await click(anne, card("6C"))
    await world.restart()
    await clicks(anne, card("2D"), "Pay and look")
    assert "**You have seen:** `2♠S` under `2♦D`" in hand_of(anne)
    again = await anne.click("My hand")
    assert "**You have seen:** `2♠S` under `2♦D`" in str(again.private)


async def test_slash_hand_is_the_twin_of_the_button_and_says_why_there_is_no_hand(world: World) -> None:
    (edward,) = world.people("Edward")
    assert "There is no game in this channel." in str((await edward.slash("hand")).private)
    port = world.server.channel("port")
    await edward.slash("lands", port)
    assert "no hidden hands" in str((await edward.slash("hand", port)).private)
    hold = world.server.channel("hold")
    await edward.slash("blackspot", hold)
    assert (await edward.slash("hand", hold)).private == "The game has not started yet."
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    by_button = await bart.click("My hand")
    by_command = await bart.slash("hand")
    assert (by_command.private, by_command.public) == (by_button.private, None)
    assert (await edward.slash("hand")).private == NO_PLAYER
    await anne.slash("hand")
    await play(anne, "peek 6C 2")
    assert "2♠S" in hand_of(anne)


# --- Redrawn by itself ---


async def test_an_open_hand_follows_the_game_by_itself(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await bart.click("My hand")
    await play(anne, "peek 6C 2", "take 2")
    assert "**Anne** is to play." in hand_of(bart)
    await play(anne, "end-turn")
    assert "**Hand:** `2♣C` `3♣C` `4♣C` `10♣C` `J♣C`" in hand_of(bart)
    assert controls(bart) == ["2♣C", "3♣C", "4♣C", "10♣C", "J♣C", "5♦D", "3♦D", "4♦D"]
    assert "**Bart** is to play." in hand_of(anne)
    await play(bart, "peek 10C 3", "take 3", "steal 2 2C")
    assert "**Bart** takes your `2♦D` with crew worth 2." in hand_of(anne)
    assert controls(anne) == ["Fight", "Let it go"]
    assert len(hands(anne)) == 1


async def test_b18_the_clocks_moves_reach_open_hands_also_where_another_was_put_away(world: World) -> None:
    anne, bart, calico = await raid(world, "Anne", "Bart", "Calico", pirates=PIRATES)
    for person in (anne, bart, calico):
        await person.click("My hand")
    await world.delete(hand(bart))
    await world.advance(90)
    # The lowest card, the first treasure with an unknown curse; then the highest loot.
    assert "**You have seen:** `2♠S` under `2♦D`" in hand_of(anne)
    assert "**Bart** is to play." in hand_of(calico)
    assert hands(bart) == []
    await bart.click("My hand")
    assert len(controls(bart)) == 8


async def test_a_hand_too_old_to_be_edited_redraws_itself_in_place_when_clicked(world: World) -> None:
    anne, _ = await raid(world, "Anne", "Bart", pirates=PIRATES, turn_time=3600)
    await anne.click("My hand")
    old = hand(anne)
    await world.advance(QUARTER)
    await anne.click("My hand", on=table(world))
    await play(anne, "peek 6C 2")
    assert len(hands(anne)) == 2
    assert hands(anne)[0].text == old.text
    await anne.click(card("5C"), on=old)
    assert hands(anne)[0].text == hands(anne)[1].text
    assert "**You have seen:** `2♠S` under `2♦D`" in hands(anne)[0].text


async def test_an_old_button_changes_nothing_and_the_hand_is_drawn_as_it_is_now(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await anne.click("My hand")
    old = hand(anne).button(card("5C"))
    await clicks(anne, card("6C"), card("2D"))
    pay = hand(anne).button("Pay and look")
    await anne.click(pay)
    before = lines(world)
    assert STALE in str((await anne.click(pay)).private)
    await anne.click(old)
    assert lines(world) == before
    assert controls(anne) == ["2♦D with 2♠S", "3♦D", "4♦D"]
    await world.moderator("Morgan").slash("pirates end")
    for person in (anne, bart):
        await person.slash("hand")
        assert "The game is over." in hand_of(person)
        assert hand(person).labels == []
    assert "That game is over." in str((await anne.click(pay)).private)


# --- Choosing, and taking it back ---


async def test_every_choice_of_a_peek_can_be_taken_back_until_it_is_paid(world: World) -> None:
    anne, _ = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await anne.click("My hand")
    untouched = hand(anne).payload["components"]
    await clicks(anne, card("6C"), card("2D"))
    assert "Pay and look" in controls(anne)
    await clicks(anne, card("5C"), card("3D"))  # instead of the six and the two
    assert "Pay and look" in controls(anne)
    assert "**Your choice:** `5♣C`, `3♦D`" in hand_of(anne)
    await click(anne, f"Take back: {card('5C')}")
    assert "Pay and look" not in controls(anne)
    assert "**Your choice:** `3♦D`" in hand_of(anne)
    await click(anne, f"Take back: {card('3D')}")
    assert "**Your choice:** nothing yet" in hand_of(anne)
    assert hand(anne).payload["components"] == untouched
    await clicks(anne, card("6C"), card("2D"))
    await anne.slash("pirates end")  # a step of the game that is none of the draft's business
    await click(anne, "Pay and look")
    assert "**You have seen:** `2♠S` under `2♦D`" in hand_of(anne)


async def test_a_theft_shows_sum_and_price_and_can_be_taken_back(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await play(anne, "peek 6C 2", "take 4", "end-turn")
    await play(bart, "peek 10C 3", "take 3")
    untouched = hand(bart).payload["components"]
    await clicks(bart, "Steal", "4♦D of Anne")
    back, choices = f"Take back: {card('2C')}", {2: "`2♣C`", 13: "`2♣C`, `J♣C`", 11: "`J♣C`", 14: "`3♣C`, `J♣C`"}
    for words, chosen, enough in (
        (card("2C"), 2, False),
        (card("JC"), 13, True),
        (back, 11, True),
        (card("3C"), 14, True),
    ):
        await click(bart, words)
        assert f"Chosen: {chosen} of 4." in hand_of(bart)
        assert f"**Your choice:** Steal, {choices[chosen]}, `4♦D`" in hand_of(bart)
        assert ("Steal it" in controls(bart)) == enough
    await click(bart, "Take back: Steal")
    assert hand(bart).payload["components"] == untouched


async def test_f23_an_old_button_chooses_nothing_in_the_hand_as_it_is_now(world: World) -> None:
    anne, _ = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await anne.click("My hand")
    old = hand(anne).button(card("3D"))
    await play(anne, "peek 6C 2")
    await anne.click(old)
    assert "Take it" not in controls(anne)
    await click(anne, card("3D"))
    assert "Take it" in controls(anne)


async def test_a_draft_lapses_with_the_turn_it_was_made_in(world: World) -> None:
    anne, _ = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await anne.click("My hand")
    await click(anne, card("3D"))
    await world.advance(90)  # Anne's turn is played for her, and takes the four
    await world.advance(90)  # so is Bart's
    assert "3♦D" in controls(anne)
    await click(anne, hand(anne).labels[0])
    assert "Pay and look" not in controls(anne)


async def test_what_cannot_be_done_is_greyed(world: World) -> None:
    anne, bart = await robbed(world)
    assert hand(anne).labels == ["Fight", "Curse", "Let it go"]
    assert controls(anne) == ["Fight", "Let it go"]  # no curse is left to send along
    await play(anne, "let-go")
    assert hand(bart).labels == ["Steal", "Purify", "End turn"]
    assert controls(bart) == ["End turn"]  # nothing to steal any more, and no rum
