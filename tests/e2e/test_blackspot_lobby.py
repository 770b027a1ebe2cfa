"""The lobby of Black Spot: who goes first, seats, cards, and the house rules as they are played."""

from tests.e2e.harness import World
from tests.e2e.raids import PIRATES, card, click, clicks, gather, hand, hand_of, line, lines, play, raid


async def test_the_first_to_say_so_goes_first_and_seats_are_shuffled_on_demand(world: World) -> None:
    names = ["Anne", "Bart", "Calico", "Dita"]
    (anne,) = await gather(world, "Anne", shuffle_seats="on")
    assert "This game needs at least 2 players. Others press **Join**." in lines(world)
    assert (await anne.click("Start")).private == "Too few players: this game needs at least 2."
    bart, calico, dita = world.people(*names[1:])
    for person in (bart, calico, dita):
        await person.click("Join")
    assert "Shuffle seats: **on**" in lines(world)
    await bart.click("I'm going first")
    assert (await calico.click("I'm going first")).private == "Someone said so first."
    assert "2. Bart**" in line(world, "goes first")
    await anne.click("Start")
    assert "The captains are gathered. **Bart** goes first." in lines(world)
    assert lines(world)[0] == "## Black Spot · Bart to play"
    seated = [row.split("**")[1] for row in lines(world) if " cards · " in row]
    assert sorted(seated) == names
    assert seated != names  # so it falls with the secret of a world's first session


async def test_b19_the_cards_of_the_sailors_have_their_own_names_everywhere(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES, theme="sailors")
    assert "`2🪙Do` (2) · one curse face down" in lines(world)
    await anne.click("My hand")
    assert hand(anne).labels[:5] == ["5⚔Sw", "6⚔Sw", "7⚔Sw", "8⚔Sw", "9⚔Sw"]
    await clicks(anne, "6⚔Sw", "2🪙Do", "Pay and look")
    assert "**You have seen:** `2☠Sk` under `2🪙Do`" in hand_of(anne)
    rules = str((await bart.slash("pirates rules")).private)
    assert "Swords are your crew, Hearts are rum, Doubloons are loot, Skulls are curses." in rules


async def test_x1_the_rules_name_the_suits_and_say_when_a_game_that_is_left_to_one_has_no_result(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    rules = str((await anne.slash("pirates rules")).private)
    assert "Clubs are your crew, Hearts are rum, Diamonds are loot, Spades are curses." in rules
    assert "they win if six treasures have been taken by then, otherwise there is no result." in rules
    await bart.slash("pirates leave")
    assert "Only one player is left and fewer than six treasures have been taken, so there is no result." in lines(
        world
    )


async def test_house_rules_are_chosen_in_the_panel_and_told_in_the_rules(world: World) -> None:
    anne, bart = await gather(world, "Anne", "Bart")
    await anne.click("House rules")
    chosen = {
        "Peek": "optional",
        "Curse answer": "one curse",
        "Purify": "the sum of the rum",
        "Ending": "nobody",
        "Time for each reaction": "15 s",
        "Cards": "Deck of Sailors",
    }
    for menu, choice in chosen.items():
        await anne.select(f"{menu}: {choice}", menu=menu)
    assert {f"{menu}: **{choice}**" for menu, choice in chosen.items()} <= {*lines(world)}
    rules = str((await bart.click("How to play")).private)
    for words in ("You may pay one card", "one curse from their other treasures", "adds up to at least the curse"):
        assert words in rules
    assert "The game ends with the turn in which the last treasure is taken." in rules


async def test_b18_a_peek_may_be_left_out_where_the_house_allows_it_and_nobody_is_told_otherwise(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES, peek="optional")
    assert "**Anne** may pay a card to look at a curse in the trove." in lines(world)
    rules = str((await anne.slash("pirates rules")).private)
    assert "On your turn, the rest is played: the highest loot is taken, and the turn ends." in rules
    await world.advance(90)
    assert "**Anne** did not look at a curse." in lines(world)
    assert "**Anne** took `4♦D` from the trove." in lines(world)
    await play(bart, "skip-peek")
    assert hand(bart).labels == ["2♦D", "3♦D", "5♦D", "Take it"]


async def test_rum_adds_up_where_the_house_says_so(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES, again=("3H 4H 6H 7H",), purify="sum")
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await play(bart, "peek 10C 3", "take 3", "end-turn")
    await play(anne, "peek AC 4", "take 4", "end-turn")
    await play(bart, "peek 7H 5", "take 5", "purify 5.0 3H")
    assert line(world, "A purification").endswith("`5♦D`, curse `5♠S` needs 2 more.")  # 5 - 3
    await click(bart, card("AH"))
    assert "It needs 2 more; chosen: 1." in hand_of(bart)
    await clicks(bart, card("4H"), "Play the rum")
    assert "**Bart** has purified `5♦D`: `5♠S` is gone." in lines(world)
