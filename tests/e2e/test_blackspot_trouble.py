"""When Discord or the process fails in the middle of a theft, and what forged clicks come to."""

from rules import blackspot
from rules.blackspot.hands import mask_of
from rules.blackspot.model import Curse, Fight, Steal, Take
from rules.cards import pile
from tests.e2e.harness import Person, Reply, World
from tests.e2e.raids import PIRATES, hand, hand_of, play, raid, robbed, table
from tests.e2e.test_blackspot_reactions import REACTION, asked_with_two_curses

MALFORMED = "That control is not from this version of the bot, or not from this channel."


def mask(codes: str) -> int:
    return mask_of(pile(codes))


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


async def forge(person: Person, move: blackspot.Move) -> Reply:
    """Send a move with the ticket of one's newest hand."""
    ticket = next(button.custom_id for button in hand(person).buttons if ":move:" in button.custom_id).split(":")
    return await person.press(":".join([*ticket[:4], blackspot.token(move)]), on=hand(person))


async def test_a_forged_move_or_answer_is_refused_with_the_reason_and_changes_nothing(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await play(bart, "peek 10C 3", "take 3")
    before = table(world).text, hand_of(bart)
    turn: dict[blackspot.Move, str] = {
        Steal(3, mask("4C")): "That treasure is your own.",
        Steal(2, mask("KC")): "You do not hold those cards.",
        Take(4): "You have already taken a treasure this turn.",
        Fight(mask("2C")): "Nobody is being robbed.",
    }
    for move, answer in turn.items():
        assert (await forge(bart, move)).private == answer
    assert (table(world).text, hand_of(bart)) == before
    await play(bart, "steal 2 2C")
    before = table(world).text, hand_of(anne)
    answers: dict[blackspot.Move, str] = {
        Fight(mask("KC")): "You do not hold those cards.",
        Fight(0): "Too weak: it takes 2, and you chose 0.",
        Curse(mask("5C"), ((2, 0, 3),)): "That treasure is not yours.",
        Curse(mask("5C"), ()): "Choose at least one curse to move.",
    }
    for move, answer in answers.items():
        assert (await forge(anne, move)).private == answer
    assert (table(world).text, hand_of(anne)) == before


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
        assert hand(anne).labels[:3] == ["Fight", "Curse", "Let it go"]
        for confirm in ("Lay the curses", "Steal it", "Play the rum", "Take it", "Pay and look"):
            assert confirm not in hand(anne).enabled
    # Someone else's draft shows nobody else's cards.
    await bart.press(fight, on=hand(bart))
    assert "Q♣C" not in hand_of(bart)
    assert "**Anne** is thinking about your theft." in hand_of(bart)
    await play(anne, "let-go")
