"""Games of Black Spot by clicks: beginnings, and moves written as lines that become clicks in one's hand.

A line is `peek 3H 9`, `skip-peek`, `take 9`, `steal 9 4C 5C`, `purify 9.0 4H`, `rum 5H` (more of it), `end-turn`,
`fight KC`, `curse 5C 2H | 9.0>4`, `let-go`. A treasure is named by its loot, `9.0` is its first curse; `peek * 9` pays
the first card, whichever it is.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from rules.cards import RANKS
from tests.e2e.harness import Message, Person, Reply, World

MINUS = "\u2212"
SYMBOLS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}
PLAIN = {"skip-peek": "Do not look", "end-turn": "End turn", "let-go": "Let it go"}
MATCHED = "2 3 4 5 6 7 8 9 10 J Q K"
"""Ranks in the order in which treasures come, each with the curse of its own rank, so that each is worth nothing."""
LOOT = "AD " + " ".join(f"{rank}D" for rank in MATCHED.split())
CURSES = "AS " + " ".join(f"{rank}S" for rank in MATCHED.split())

PIRATES = (
    "KH QH JH 10H 8H  7H 6H 5H 4H 3H  6C 5C 7C 8C 9C  10C 2C 4C 3C JC  AC 2H 9H QC KC  AH"
    # The first two hands, of which the first is discarded; then a turn each, another for the first, and one card
)


async def gather(world: World, *names: str, **options: int | str) -> list[Person]:
    """Let the first open a lobby with these options and the others join it."""
    crew = world.people(*names)
    await crew[0].slash("blackspot", **options)
    for person in crew[1:]:
        await person.click("Join")
    return crew


async def raid(
    world: World, *names: str, pirates: str, again: tuple[str, ...] = (), **options: int | str
) -> list[Person]:
    """Start a game in which the first begins, with stacked decks; `again` are the reshuffled ones of pirates.

    The first cards of loot and curses are put aside, the next three lie in the trove. Five pirates go to everyone from
    the first seat on, and five more to the first, whose opening hand is discarded.
    """
    crew = await gather(world, *names, **options)
    await begin(world, crew, pirates, CURSES, LOOT, *again)
    return crew


async def begin(world: World, crew: list[Person], *decks: str) -> None:
    """Start the game of a lobby: the first begins, with these decks stacked."""
    world.first(0)
    world.stack(*decks)
    await crew[0].click("Start")


async def robbed(world: World, **options: Any) -> list[Person]:
    """Let Bart steal the two from Anne, who holds `5C 7C 8C 9C` and knows its curse: she is asked now.

    Bart holds `3C 4C JC` and has the three; the trove is `5 6 4`.
    """
    crew = await raid(world, "Anne", "Bart", pirates=PIRATES, **options)
    await play(crew[0], "peek 6C 2", "take 2", "end-turn")
    await play(crew[1], "peek 10C 3", "take 3", "steal 2 2C")
    return crew


def card(code: str) -> str:
    """Write a card as buttons and tables do: `10D` has its suit's symbol in the middle."""
    return f"{code[:-1]}{SYMBOLS[code[-1]]}{code[-1]}"


def loot(rank: str) -> str:
    """Write a treasure, by its value."""
    return card(f"{RANKS[int(rank) - 1]}D")


def table(world: World) -> Message:
    """Give the table, which may have a ping below it."""
    tables = [message for message in world.messages() if message.text.startswith("## Black Spot")]
    assert len(tables) > 0, world.screen()
    return tables[-1]


def lines(world: World) -> list[str]:
    """Give the table line by line."""
    return table(world).text.splitlines()


def line(world: World, holding: str) -> str:
    """Give the one line of the table that holds these words."""
    found = [row for row in lines(world) if holding in row]
    assert len(found) == 1, f"{holding!r} is in {len(found)} lines of\n{table(world).text}"
    return found[0]


def hands(person: Person) -> list[Message]:
    """Give all private messages of someone that are hands, oldest first."""
    return [message for message in person.messages() if message.private and "Your hand" in message.text]


def hand(person: Person) -> Message:
    """Give someone's newest hand as it looks now."""
    return hands(person)[-1]


def hand_of(person: Person) -> str:
    """Give the text of someone's newest hand as they see it."""
    return hand(person).text


async def click(person: Person, label: str) -> Reply:
    """Click a button of one's newest hand."""
    return await person.click(label, on=hand(person))


async def clicks(person: Person, *labels: str) -> Reply:
    """Click several buttons of one's newest hand, one after the other."""
    replies = [await click(person, label) for label in labels]
    return replies[-1]


async def play(person: Person, *lines: str) -> Reply:
    """Make these moves by clicks in one's hand, which is opened first if need be; return the last answer."""
    if not hands(person):
        await person.click("My hand")
    for line in lines:
        kind, _, rest = line.partition(" ")
        if kind in PLAIN:
            reply = await click(person, PLAIN[kind])
        else:
            reply = await PLAYED[kind](person, *rest.split())
    return reply


async def turn(person: Person, rank: str) -> None:
    """Play a turn in which nothing happens: look at a treasure, take it."""
    await play(person, f"peek * {rank}", f"take {rank}", "end-turn")


async def _peek(person: Person, paid: str, rank: str) -> Reply:
    return await clicks(person, hand(person).labels[0] if paid == "*" else card(paid), loot(rank), "Pay and look")


async def _take(person: Person, rank: str) -> Reply:
    return await clicks(person, loot(rank), "Take it")


async def _steal(person: Person, rank: str, *crew: str) -> Reply:
    return await clicks(person, "Steal", loot(rank), *map(card, crew), "Steal it")


async def _purify(person: Person, place: str, *rum: str) -> Reply:
    await click(person, "Purify")
    await click(person, _curse_at(person, place))
    return await _rum(person, *rum)


async def _rum(person: Person, *rum: str) -> Reply:
    return await clicks(person, *map(card, rum), "Play the rum")


async def _fight(person: Person, *crew: str) -> Reply:
    return await clicks(person, "Fight", *map(card, crew), "Fight back")


async def _curse(person: Person, *words: str) -> Reply:
    bar = words.index("|")
    await clicks(person, "Curse", *map(card, words[:bar]))
    for word in words[bar + 1 :]:
        place, to = word.split(">")
        await clicks(person, _curse_at(person, place), f"onto {loot(to)}")
    return await click(person, "Lay the curses")


def _curse_at(person: Person, place: str) -> str:
    """Name the button of a curse: it is numbered where several lie on the treasure."""
    rank, slot = place.split(".")
    numbered = f"{loot(rank)} curse {int(slot) + 1}"
    return numbered if any(label.startswith(numbered) for label in hand(person).labels) else f"{loot(rank)} curse"


PLAYED: dict[str, Callable[..., Awaitable[Reply]]] = {
    "peek": _peek,
    "take": _take,
    "steal": _steal,
    "purify": _purify,
    "rum": _rum,
    "fight": _fight,
    "curse": _curse,
}
