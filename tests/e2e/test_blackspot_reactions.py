"""A theft of Black Spot from its victim's side: who is told what, how they answer, and that others learn nothing."""

import pytest

from tests.e2e.conftest import NewWorld
from tests.e2e.harness import Person, World
from tests.e2e.raids import PIRATES, card, click, clicks, hand, hand_of, hands, line, lines, play, raid, robbed, table

REACTION = 60
"""Seconds for a reaction, where nobody chose another time."""
WAIT = "Wait: **Anne** is still answering the theft."


async def robbed_by_chance(world: World) -> list[Person]:
    """Let the clock play Anne's turn, who opens no hand, and Bart steal the four that it took for her."""
    crew = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await world.advance(90)
    await play(crew[1], "peek 10C 3", "take 3", "steal 4 4C")
    return crew


def public(world: World) -> list[str]:
    """Give what everyone sees, message by message."""
    return [f"{message.text}\n{message.labels}" for message in world.messages()]


# --- The call, and the private prompt ---


async def test_the_victim_is_called_in_the_channel_with_what_by_whom_how_strong_and_until_when(world: World) -> None:
    anne, bart = await robbed(world)
    call = world.messages()[-1]
    until = int(world.now()) + REACTION
    assert call.pings == ("Anne",)
    assert call.labels == ["React"]
    assert call.text.startswith(
        f"@Anne, **Bart** is taking your `2♦D` with crew worth 2. Press **React**. Time is up <t:{until}:R>"
    )
    assert line(world, "⚔️") == "⚔️ **Bart** takes `2♦D` (2) from **Anne** with crew worth 2: `2♣C`."
    assert line(world, "⏳") == f"⏳ **Anne** is to decide. Time is up <t:{until}:R>; then the treasure is let go."
    assert lines(world)[0] == "## Black Spot · Anne to answer"
    assert table(world).labels == ["My hand", "React"]
    await world.advance(REACTION - 1)
    assert line(world, "⚔️")
    await world.advance(1)
    assert lines(world)[:3] == [
        "## Black Spot · Bart to play",
        "⌛ Time ran out for **Anne**.",
        "**Bart** has stolen `2♦D` from **Anne**, and a curse with it.",
    ]
    assert [message.labels for message in world.messages()] == [["My hand"], ["My hand"]]
    assert "Steal" in hand(bart).labels
    assert "**Bart** is to play." in hand_of(anne)
    assert f"<t:{int(world.now()) + 90}:R>" in line(world, "⏳")


async def test_react_opens_the_prompt_for_the_victim_alone_and_the_thief_waits(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    (edward,) = world.people("Edward")
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await play(bart, "peek 10C 3", "take 3")
    end = hand(bart).button("End turn")
    await play(bart, "steal 2 2C")
    assert "**Anne** is thinking about your theft." in hand_of(bart)
    assert hand(bart).labels == []
    before = public(world)
    opened = await anne.click("React", on=world.messages()[-1])
    assert opened.public is None
    assert "**Bart** takes your `2♦D` with crew worth 2." in str(opened.private)
    for person in (bart, edward):
        for message in (table(world), world.messages()[-1]):
            refused = await person.click("React", on=message)
            assert (refused.private, refused.public) == (WAIT, None)
    await bart.click(end)
    forged = end.custom_id.rsplit(":", 2)
    assert (await bart.press(f"{forged[0]}:{int(forged[1]) + 1}:e", on=hand(bart))).private == WAIT
    assert public(world) == before


async def test_the_prompt_opens_by_itself_for_who_was_here_a_moment_ago(world: World) -> None:
    anne, bart = await robbed_by_chance(world)
    assert len(hands(anne)) == 1
    assert "**Bart** takes your `4♦D` with crew worth 4." in hand_of(anne)
    assert hands(bart) == [hand(bart)]
    await play(anne, "let-go")
    assert "**Bart** is to play." in hand_of(anne)


async def test_who_has_put_their_hand_away_is_asked_in_a_new_one(world: World) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES)
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await world.delete(hand(anne))
    await play(bart, "peek 10C 3", "take 3", "steal 2 2C")
    assert "**Bart** takes your `2♦D`" in hand_of(anne)


@pytest.mark.parametrize("here", [True, False])
async def test_the_prompt_opens_by_itself_within_a_quarter_of_an_hour_after_a_command(
    world: World, *, here: bool
) -> None:
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES, turn_time=900)
    await world.advance(890)
    if here:
        await anne.slash("pirates rules")
    await world.advance(10)
    await play(bart, "peek 10C 3", "take 3", "steal 4 4C")
    assert ["takes your `4♦D`" in message.text for message in hands(anne)[-1:]] == [True] * here


async def test_b12_a_third_captain_reads_that_the_victim_is_asked_and_not_that_it_is_their_turn(world: World) -> None:
    # Fifteen cards are dealt; Anne has the next five, Bart those after them.
    dealt = "KH QH JH 10H 8H  7H 6H 5H 4H 3H  AC AH 2H 9H JC"
    anne, bart, calico = await raid(
        world, "Anne", "Bart", "Calico", pirates=f"{dealt}  6C 5C 7C 8C 9C  10C QC 4C 3C 2C"
    )
    await calico.click("My hand")
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await play(bart, "peek 10C 3", "take 3", "steal 2 2C")
    assert "**Anne** is being robbed and may react. Your hand is here" in hand_of(calico)
    await anne.slash("pirates leave")
    assert "**Bart** has stolen `2♦D` from **Anne**, who is gone, and a curse with it." in lines(world)
    assert "React" not in str([message.labels for message in world.messages()])
    assert "**Bart** is to play. Your hand is here" in hand_of(calico)


# --- The curse answer ---


async def asked_with_two_curses(world: World, **options: str) -> list[Person]:
    """Let Bart steal the two from Anne, who holds `QC 2H 9H` and keeps a four and a three with their curses."""
    anne, bart = await raid(world, "Anne", "Bart", pirates=PIRATES, again=("2C KH QH JH",), **options)
    await play(anne, "peek 6C 2", "take 2", "end-turn")
    await play(bart, "peek 10C 3", "take 3", "end-turn")
    await play(anne, "peek AC 4", "take 4", "steal 3 KC")
    await play(bart, "let-go")
    await play(anne, "end-turn")
    await play(bart, "peek AH 5", "take 5", "steal 2 2C")
    return [anne, bart]


async def test_a_curse_answer_is_put_together_step_by_step_and_can_all_be_taken_back(world: World) -> None:
    anne, _ = await asked_with_two_curses(world)
    untouched = hand(anne).payload["components"]
    await click(anne, "Curse")
    assert hand(anne).labels[3:] == ["Q♣C", "2♥H", "9♥H", "4♦D curse: 4♠S", "3♦D curse", "Lay the curses"]
    await click(anne, card("2H"))
    assert "Chosen: 2 of 2." in hand_of(anne)
    await click(anne, "4♦D curse")
    assert "Where does **4♦D curse: 4♠S** go?" in hand_of(anne)
    assert hand(anne).labels[3:] == ["Take back: 4♦D curse: 4♠S", "onto 2♦D", "onto 5♦D"]
    await click(anne, "Take back: 4♦D curse")
    await clicks(anne, "4♦D curse", "onto 5♦D", "3♦D curse", "onto 2♦D")
    laid = ["Take back: 4♦D curse: 4♠S → 5♦D", "Take back: 3♦D curse → 2♦D"]
    assert hand(anne).enabled[6:] == [*laid, "Lay the curses"]
    assert "**Your choice:** Curse, `2♥H`, 4♦D curse: 4♠S → 5♦D, 3♦D curse → 2♦D" in hand_of(anne)
    await clicks(anne, *laid)
    assert hand(anne).enabled[6:] == ["4♦D curse: 4♠S", "3♦D curse"]
    await click(anne, "Take back: Curse")
    assert hand(anne).payload["components"] == untouched


# --- Nobody learns anything from the prompt ---

PLAYED = ("6C", "10C", "2C", "4C", "3C", "JC")
"""Cards that Anne and Bart play or hold in every case."""


async def test_the_prompt_looks_and_lasts_the_same_whatever_the_victim_holds(new_world: NewWorld) -> None:
    """The public messages of all games are the same, byte by byte: with crew, with rum and crew, with rum alone."""
    told = []
    for held in ("5C 7C 8C 9C", "AC 3H 2H 4H", "KH QH JH 10H"):
        async with new_world() as world:
            rest = [code for code in PIRATES.split() if code not in {*PLAYED, *held.split()}]
            pirates = [*rest[:10], PLAYED[0], *held.split(), *PLAYED[1:]]
            anne, bart = await raid(world, "Anne", "Bart", pirates=" ".join(pirates))
            await play(anne, "peek 6C 2", "take 2", "end-turn")
            await play(bart, "peek 10C 3", "take 3", "steal 2 2C")
            shown = [public(world)]
            for seconds in (REACTION - 1, 1):
                await world.advance(seconds)
                shown.append(public(world))
            told.append(shown)
    assert told[0] == told[1] == told[2]
