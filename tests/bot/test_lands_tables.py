"""What Lands Uncharted tells of house rules and ends, its rules in words, and sizes (rules: tests/rules)."""

from typing import Any

import pytest

from bot.model.custom_ids import ControlId
from bot.model.records import Terms
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.bot import scenes
from tests.bot.builders import GUILD
from tests.bot.clicks import TABLE, Stage, someone
from tests.bot.scenes import HEARTS_42, HEARTS_52, here
from tests.registry import GAMES

CREW = [someone(number, name) for number, name in enumerate(("Anne", "Bart", "Calico"), 1)]
PUSH = "Draw"
TEXT_STYLE = "\ufe0e"
"""Asks for a sign rather than an emoji; nobody sees it."""
QUEENS = {f"queen_of_{suit}": "on" for suit in ("spades", "clubs", "hearts", "diamonds")}
EVERYTHING: dict[str, Any] = {"target": 50, "dare": "on", "buried_treasure": "on", **QUEENS}
TO_42 = "draw draw draw draw draw draw bank"
"""Anne banks 42 of 50, and is dared for the missing 8."""
DRAW, CAUGHT = ["Draw"], ["Spend an ally", "Run"]
LOST = "**Anne** lost the dare and falls back to 30."

SAID: dict[str, tuple[str, str, str, list[str]]] = {
    "l12 exactly 21": (
        "10H 9H 2H",
        "draw draw draw bank",
        "**Anne** banked 21 and found Buried Treasure (+5): 26 ",
        DRAW,
    ),
    "l13 daren": (HEARTS_42, f"{TO_42} dare", "🎲 **Double or Nothing:** exactly 8 more, or fall back to 30.", DRAW),
    "l13 declined": (HEARTS_42, f"{TO_42} decline", "**Anne** declines the dare.", DRAW),
    "l13 too much": (f"{HEARTS_42} 9C", f"{TO_42} dare draw", f"Too much! {LOST}", DRAW),
    "l13 a pair": (f"{HEARTS_42} 3C 3D", f"{TO_42} dare draw draw", f"Two of a number! {LOST}", DRAW),
    "l13 a pair and an ally": (
        f"AH {HEARTS_42} 3C 3D",
        f"draw {TO_42} dare draw draw",
        "⚠️ `3♦D` is a number that is already in the treasure. Spend an ally to go on, or run and fall back to 30.",
        CAUGHT,
    ),
    "l14 spades": (
        "10H 5H QS",
        "draw draw draw",
        "The idol `Q♠S` takes `10♥H` from the treasure.",
        [PUSH, "Back to the ship (+5)"],
    ),
    "l14 clubs": (
        "10H QC",
        "draw draw",
        "The idol strikes! **Anne** runs for their life and loses 10 doubloons.",
        DRAW,
    ),
    "l14 clubs and an ally": (
        "AH 10H QC",
        "draw draw draw",
        "⚠️ `Q♣C` is cursed. Spend an ally to go on, or run and lose this treasure.",
        CAUGHT,
    ),
    "l14 hearts": ("10H QH", "draw draw", "The idol `Q♥H` demands 2 more draws.", DRAW),
    "l14 two owed": ("10H QH", "draw draw", "2 more cards must be drawn (`Q♥H`).", DRAW),
    "l14 one owed": ("10H QH 2C", "draw draw draw", "1 more card must be drawn (`Q♥H`).", DRAW),
    "l14 diamonds": ("QD", "draw", "The idol `Q♦D` demands draws until a number above 8.", DRAW),
    "l14 above eight": ("QD", "draw", "Cards must be drawn until a number above 8 (`Q♦D`).", DRAW),
}
"""By rule: cards, what Anne does, what the table says then, and which buttons it has."""


async def sail(stage: Stage, cards: str, players: int = 2, **options: Any) -> None:
    """Start a game in which Anne begins and these cards lie on top."""
    stage.decks = (cards,)
    await stage.slash(CREW[0], "lands", **options)
    await stage.store.set_table((await here(stage)).id, TABLE)
    for who in CREW[1:players]:
        await scenes.click(stage, who, "join")
    await scenes.click(stage, CREW[0], "first")
    await scenes.click(stage, CREW[0], "start")


async def play(stage: Stage, moves: str) -> tuple[str, list[str]]:
    """Let whoever is awaited make each move; return what the table says then, and its buttons."""
    for move in moves.split():
        session = await here(stage)
        awaited: Any = GAMES["lands"].awaited(session.state)
        control = ControlId("move", session.id, session.revision, move)
        (said,) = (await stage.press(CREW[awaited.seat], str(control))).redrawn
    return said.replace(TEXT_STYLE, ""), stage.labels[len(stage.texts) - 1 - stage.texts[::-1].index(said)]


@pytest.mark.parametrize("cards, moves, told, labels", SAID.values(), ids=SAID)
async def test_the_table_says_what_a_house_rule_has_done(
    stage: Stage, cards: str, moves: str, told: str, labels: list[str]
) -> None:
    await sail(stage, cards, **EVERYTHING)
    said, buttons = await play(stage, moves)
    assert told in said
    assert buttons == labels


PRIZES = {
    "last_round": ("Hit it, and you have the target.", "🔔 **Last round.** Still to play: Bart.", [PUSH]),
    "instant_win": (
        "Hit it, and you win on the spot.",
        "🏆 **Anne** wins on the spot with an exact dare.",
        ["Rematch"],
    ),
}


@pytest.mark.parametrize("prize", PRIZES)
async def test_l13_a_dare_is_offered_with_its_prize_and_won(stage: Stage, prize: str) -> None:
    promised, won, then = PRIZES[prize]
    await sail(stage, f"{HEARTS_42} 8C", dare_prize=prize, **EVERYTHING)
    said, buttons = await play(stage, TO_42)
    assert "8 short of the target: **Anne** may double or have nothing." in said
    fall = "Bust or overshoot, and you fall back to 30."
    assert f"One last turn for exactly 8 more. {promised} {fall}" in said
    assert buttons == ["Take the dare", "Decline the dare"]
    said, buttons = await play(stage, "dare draw")
    assert won in said
    assert buttons == then


async def settle_on(stage: Stage, **options: Any) -> None:
    terms = Terms(Options(**options), 90)
    await stage.store.servers.change_terms(GUILD, "lands", lambda _: terms)


async def test_l14_demands_of_two_idols_add_up_and_the_table_names_both(stage: Stage) -> None:
    # Two queens are two faces, so the second idol must be a number: home-made, from the server's house rules.
    idols = Idol("5C", Effect.DRAW_UNTIL_ABOVE, 8), Idol("QH", Effect.DRAW_MORE, 2)
    await settle_on(stage, idols=idols)
    await sail(stage, "QH 5C 2C 3C 9H")
    said, _ = await play(stage, "draw draw")
    assert "Cards must be drawn until a number above 8, and at least 1 more (`Q♥H` `5♣C`)." in said
    _, buttons = await play(stage, "draw draw draw")
    assert buttons == [PUSH, "Back to the ship (+19)"]


async def test_l15_the_rules_say_that_an_idol_which_discards_spares_its_own_card(stage: Stage) -> None:
    await settle_on(stage, idols=(Idol("9", Effect.DISCARD_HIGHEST), Idol("2", Effect.DISCARD_LOWEST)))
    await sail(stage, "5H 9C 2S")
    (told,) = (await stage.slash(CREW[0], "pirates rules")).private
    assert "every `9`: discard the highest number card drawn before it this turn." in told
    assert "every `2`: discard the lowest number card drawn before it this turn." in told
    # The nine, higher than the five, stays; then the two, lower than the nine.
    said, _ = await play(stage, "draw draw")
    assert "The idol `9♣C` takes `5♥H` from the treasure." in said
    said, _ = await play(stage, "draw")
    assert "The idol `2♠S` takes `9♣C` from the treasure." in said


async def test_l13_the_rules_say_which_idols_are_silent_in_a_dare(stage: Stage) -> None:
    silent = "In a dare no idol demands draws or sends you back to the ship."
    (plain,) = (await stage.slash(CREW[0], "pirates rules", game="lands")).private
    await settle_on(stage, target=50, dare=True, idols=(Idol("2", Effect.BANK_NOW), Idol("QH", Effect.DRAW_MORE, 2)))
    # 10 + 9 + 8 + 7 + 6 + 3 = 43; the two makes 45 and the five 50, with no draw owed to the queen.
    await sail(stage, "10H 9H 8H 7H 6H 3H QH 2C 5C")
    (told,) = (await stage.slash(CREW[0], "pirates rules")).private
    assert (silent in plain, silent in told) == (False, True)
    said, buttons = await play(stage, f"{TO_42} dare draw draw")
    assert "demands" not in said
    assert buttons == DRAW
    said, _ = await play(stage, "draw")
    assert "**Anne** hit the target exactly: 50 doubloons!" in said


TEN_TO_TWO = " ".join(f"10{suit} 9{suit} 8{suit} 7{suit} 6{suit} 5{suit} 3{suit} 2{suit}" for suit in "HCD")
ENDINGS = {
    "l11 a tie": (
        "10H 2C 2D 10C 9C 8C 7C 6C 2H 10D 9D 8D 7D 6D 5D 4D 3D",
        "1+ 2 6+ 8+",
        "🏆 **Bart** wins the tie: the same score in fewer scorings.",
        ["**1. Bart** 52", "**2. Anne** 10, 42 = 52"],
    ),
    "l11 three alike": (
        TEN_TO_TWO,
        "8+ 8+ 8+",
        "🏆 **Anne, Bart and Calico** share the win: equal score, scored equally often.",
        ["**1. Anne** 50", "**1. Bart** 50", "**1. Calico** 50"],
    ),
    # Anne goes back with nothing but a face, Bart busts, Calico reaches the target in the last seat.
    "l8 l10 nothing is a zero": (
        f"JC 2C 2D {HEARTS_52}",
        "1+ 2 8+",
        "**Calico** reached the target: this is the last round.",
        ["**1. Calico** 52", "**2. Anne** 0", "**2. Bart** 0"],
    ),
}
"""By rule: cards, how many each draws in turn (`+` banks them, else they bust), what is said then, the ranking."""


def written_out(turn: str) -> str:
    return "draw " * int(turn.rstrip("+")) + "bank" * turn.endswith("+")


@pytest.mark.parametrize("cards, turns, told, places", ENDINGS.values(), ids=ENDINGS)
async def test_the_end_says_who_won_and_why(stage: Stage, cards: str, turns: str, told: str, places: list[str]) -> None:
    await sail(stage, cards, len(places), target=50)
    said, buttons = await play(stage, " ".join(map(written_out, turns.split())))
    assert told in said
    assert [row for row in said.splitlines() if row.startswith(("**1.", "**2."))] == places
    assert buttons == ["Rematch"]


# --- The rules and the help in words ---

SECTIONS = [
    "Goal",
    "Your turn",
    "Cards",
    "Run for your life",
    "Allies",
    "Deck out?",
    "The end",
    "Winner",
    "Solo voyage",
    "Time",
    "Leaving",
]


def headings(text: str) -> list[str]:
    """List what stands in bold at the beginnings of lines, without the full stop."""
    return [row[2:].partition("**")[0].rstrip(".") for row in text.splitlines() if row.startswith("**")]


async def test_the_rules_stand_in_sections_as_they_are_written(stage: Stage) -> None:
    (told,) = (await stage.slash(CREW[0], "pirates rules")).private
    assert headings(told) == SECTIONS
    for sentence in (
        "Bring 100 doubloons",
        "If only one player is left, the game ends: they win if anyone has half the target, else there is no result.",
        "halves your next clock",
    ):
        assert sentence in told
    assert "House rules" not in told
    assert "halves your next clock" in (await stage.slash(CREW[0], "pirates rules", game="blackspot")).private[0]


async def test_the_rules_name_every_house_rule_in_force_here(stage: Stage) -> None:
    own = {"target": 150, "last_round": "one_more_each", "dare_prize": "instant_win"}
    await sail(stage, "10H", **{**EVERYTHING, **own})
    how_to_play = str(ControlId("how-to-play", (await here(stage)).id))
    for answer in (await stage.slash(CREW[1], "pirates rules", game="lands"), await stage.press(CREW[1], how_to_play)):
        (text,) = (told.replace(TEXT_STYLE, "") for told in answer.private)
        house = ["House rules in force", "Buried Treasure", "Double or Nothing", "Cursed Idols"]
        assert headings(text) == SECTIONS + house
        for sentence in (
            "Bring 150 doubloons",
            "every other player gets exactly one more turn.",
            "Banking exactly 21 scores 26.",
            "A bust drops you to 130.",
            "An exact dare wins the game on the spot.",
            "`Q♠S`: discard the highest number card drawn before it this turn.",
            "`Q♣C`: bust at once; an ally may counter it.",
            "`Q♥H`: 2 more cards must be drawn.",
            "`Q♦D`: cards must be drawn until a number above 8.",
        ):
            assert sentence in text


async def test_help_names_every_command_of_the_table(stage: Stage) -> None:
    (told,) = (await stage.slash(CREW[0], "pirates help")).private
    for command in ["table", "rules", "leave", "remove", "end", "pause", "mydata", "privacy"]:
        assert f"**/pirates {command}**" in told
    for words in ("**/lands**", "play money", "halves your next clock (never under 15 s)"):
        assert words in told


# --- Sizes: F30 ---

LONGEST = ("*" * 32, "_" * 32, "~" * 32, "\u05d0" + "|" * 31)
"""Each takes 64 characters when it is escaped."""
GREEDY = (
    *(Idol(rank, Effect.DRAW_MORE, 5) for rank in ("2", "3", "4", "5")),
    *(Idol(rank, Effect.BONUS, 20) for rank in ("6", "7", "8", "9", "10")),
    *(Idol(rank, Effect.GAIN_ALLY) for rank in ("J", "Q")),
    Idol("K", Effect.DRAW_UNTIL_ABOVE, 9),
    Idol("A", Effect.LOSE_ALLY),
)
"""Thirteen idols that make one turn long."""


async def test_f30_the_largest_lobby_table_and_result_stay_within_the_limits(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stage holds every message against Discord's limits; one of them is a turn that the clock played."""
    stage.judged = True
    crew = [someone(number, name) for number, name in enumerate(LONGEST, 1)]
    monkeypatch.setattr("tests.bot.test_lands_tables.CREW", crew)
    await settle_on(stage, target=300, buried_treasure=True, dare=True, idols=GREEDY)
    await sail(stage, "JH JC JD JS 2H 3H 4H 5H KC 6H 7H 8H 9H AS 10H", len(crew))
    for who, whom in zip(crew, [*crew[1:], crew[0]], strict=True):
        await stage.slash(who, "pirates remove", player=scenes.user(whom))
    said, _ = await play(stage, "draw draw draw draw draw draw")
    assert "must be drawn" in said
    session = await here(stage)
    stage.app.router._display.show(await stage.time_out(session))
    await stage.settle()
    (shown,) = [text for text in stage.texts if "Time ran out" in text and "proposes" in text]
    assert 2000 < len(shown.encode("utf-16-le")) // 2 <= 4000
    assert "House rules in force" in (await stage.slash(crew[2], "pirates rules")).private[0]
    await stage.slash(scenes.MODERATOR, "pirates end")
    await stage.press(crew[0], str(ControlId("rematch", session.id)))
    for who in crew[1:]:
        await scenes.click(stage, who, "join")
    assert len((await here(stage)).players) == len(crew)
