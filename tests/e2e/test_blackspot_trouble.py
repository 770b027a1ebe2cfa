"""When Discord or the process fails in the middle of a theft, and what forged drafts come to."""

from tests.e2e.harness import World
from tests.e2e.raids import hand, hand_of, play, robbed, table
from tests.e2e.test_blackspot_reactions import REACTION, asked_with_two_curses

MALFORMED = "That control is not from this version of the bot, or not from this channel."


async def test_x3_after_a_restart_the_same_prompt_waits_with_the_same_time_left_and_the_same_hands(
    world: World,
) -> None:
    anne, bart = await robbed(world)
    hands = hand_of(anne), hand_of(bart)
    await world.advance(20)
    await world.restart()
    assert "React" in table(world).labels
    for person, before in zip((anne, bart), hands, strict=True):
        await person.click("My hand", on=table(world))
        assert hand_of(person) == before
    await world.advance(REACTION - 21)
    assert "⚔️" in table(world).text
    await world.advance(1)
    assert "**Bart** has stolen `2♦D` from **Anne**, and a curse with it." in table(world).text


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


NO_DRAFTS = ["x", "c00AAAAAzzzz", "f00AAAA", "f0cAAAAA", "fe0AAAAA", "c00AAAAA--", "c00AAAAACP"]
IMPOSSIBLE = ["f00_____", "cd0_____", "t20AAAAA", "s20_____", "p20AAAAB", "cdb_____EiEiEi", "r20AAAAA", "000AAAAA"]
"""All cards, treasures that are not one's own, moves of another step, curses twice."""


async def test_a_forged_draft_is_no_draft_and_one_of_what_cannot_be_done_offers_nothing_new(world: World) -> None:
    anne, bart = await asked_with_two_curses(world)
    before = hand_of(anne)
    fight = hand(anne).button("Fight").custom_id
    ticket = ":".join(fight.split(":")[:4])
    for draft in ("", *NO_DRAFTS, "c00AAAAA" + "EA" * 13):
        assert MALFORMED in str((await anne.press(f"{ticket}:{draft}", on=hand(anne))).private)
        assert hand_of(anne) == before
    for draft in IMPOSSIBLE:
        await anne.press(f"{ticket}:{draft}", on=hand(anne))
        kinds = [words.removeprefix("Take back: ") for words in hand(anne).labels[:3]]
        assert kinds == ["Fight", "Curse", "Let it go"]
        for confirm in ("Lay the curses", "Steal it", "Play the rum", "Take it", "Pay and look"):
            assert confirm not in hand(anne).enabled
    # Someone else's draft shows nobody else's cards.
    await bart.press(fight, on=hand(bart))
    assert "Q♣C" not in hand_of(bart)
    assert "**Anne** is thinking about your theft." in hand_of(bart)
    await play(anne, "let-go")
