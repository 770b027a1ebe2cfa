"""The largest messages of Black Spot fit into Discord's limits: 40 components, 4,000 characters, labels of a button."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.names import clean
from bot.model.records import Cause, Motion, MotionKind, Session
from bot.views.blackspot.draft import Draft
from rules import blackspot
from rules.blackspot.hands import mask_of
from rules.blackspot.model import Phase
from rules.cards import VerifiableShuffler, pile
from tests.e2e.test_blackspot_secrets import Room, session_of
from tests.payloads import COMPONENTS_V2, Kind, check
from tests.rules.ships import Table, under_way

ALL_DOWN = ("3: 4: 5:1,2", "6:3,4,5 7:6", "8:7,8 9: 10:9", "11:10,11 12:12 1: 2:13")
FIVE = "KC QC JC 10C KH"
NAMES = {
    "markdown": "*_~|`>#-[]()*_~|`>#-[]()*_~|`>#-",
    "emojis": "\N{WAVING BLACK FLAG}" * 32,
    "right to left": "\u05d0" * 32,
    "wide": "W" * 32,
}


def named(session: Session, name: str) -> Session:
    """Give everyone a name of this kind, of Discord's full length."""
    players = [replace(player, name=clean(name[:31] + str(at), at)) for at, player in enumerate(session.players)]
    return replace(session, players=tuple(players), secret=bytes(32), table_id=10**18, channel_id=10**18)


def fits(components: str) -> list[dict[str, Any]]:
    """Judge a drawing as the message it becomes."""
    drawn: list[dict[str, Any]] = json.loads(components)
    body = {"components": drawn, "flags": COMPONENTS_V2, "allowed_mentions": {"parse": []}}
    check(Kind.MESSAGE, body)
    return drawn


def robbed_of_everything() -> Table:
    """Seat 1 has all but one of the treasures, eleven curses stay with it, and is robbed by seat 0."""
    many = "2:1 3:2,3,4+ 4:5 5:6 6:7 7:8 8: 9:9 10:10 11:11 12:12"
    table = under_way((FIVE, "9C 8C 10H 9H 8H", "7C", "7H"), ("13:", many, "", ""), trove="")
    return table.play("steal 2 KC")


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_table_of_four_with_all_treasures_fits(name: str) -> None:
    table = under_way((FIVE, "9C", "7C", "7H"), ALL_DOWN, trove="", finals=3)
    session = named(session_of(table.state, ()), name)
    motion = Motion(MotionKind.REMOVE, 1, 1, (session.players[0].user_id,))
    fits(Room().show(replace(session, motion=motion), None, []).table)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_the_end_fits_and_turns_every_curse_up(name: str) -> None:
    table = under_way((FIVE, "9C", "7C", "7H"), ALL_DOWN, trove="", finals=0)
    table.play("end-turn")
    session = named(session_of(table.state, table.events), name)
    text = Room().show(session, None, []).table
    fits(text)
    assert text.count(" lay ") == 13
    for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K"):
        assert f"lay `{rank}" in text


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_whole_turn_played_by_the_clock_fits(name: str) -> None:
    """The longest record: three seats that left play their turns behind the one whose time ran out."""
    table = under_way(
        (FIVE, "9C", "7C", "7H"),
        ("3:1", "6:3,4,5 7:6", "8:7,8", "11:10,11 12:12"),
        trove="1:13 2:2 4:9",
        phase=Phase.PEEK,
    )
    for seat in (1, 2):
        table.play(f"{seat}: leave")
    events: list[blackspot.Event] = []
    while (now := blackspot.awaited(table.state)) is not None and now.seat == 0:
        step = blackspot.apply(table.state, 0, blackspot.timeout_move(table.state), VerifiableShuffler(b""))
        table.state = step.state
        events += step.events
    assert len(events) > 12
    session = named(session_of(table.state, tuple(events)), name)
    fits(Room().show(replace(session, cause=Cause.CLOCK), None, []).table)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_reaction_with_five_cards_and_eleven_curses_fits_at_every_step(name: str) -> None:
    table = robbed_of_everything()
    session = named(session_of(table.state, table.events), name)
    five = mask_of(pile("9C 8C 10H 9H 8H"))
    curses = [(one.loot, slot) for one in table.state.seats[1].treasures for slot in range(len(one.curses))][1:]
    everything = tuple((loot, slot, 13) for loot, slot in curses)
    assert len(curses) == 11
    steps = [Draft("fight", cards=five), Draft("curse"), Draft("curse", 12, 0, five, everything[:-1])]
    steps += [Draft("curse", 0, 0, five, everything[:count]) for count in range(12)]
    shown = Room().show(session, 1, steps)
    for one in (shown.table, shown.call, *shown.hands):
        fits(one)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_stealing_and_purifying_with_eleven_treasures_and_thirteen_curses_fit(name: str) -> None:
    richest = "2:1 3:2,3,4+ 4:5 5:6 6:7 7:8 8:13 9:9 10:10 11:11 12:12"
    seen = " ".join(str(rank) for rank in range(1, 14))
    table = under_way((FIVE, "9C 8C 10H 9H 8H", "7C", "7H"), ("13:", richest, "", ""), trove="", peeked=(seen, seen))
    session = named(session_of(table.state, ()), name)
    steal = Draft("steal", 12, 0, mask_of(pile(FIVE)))
    for one in Room().show(session, 0, [Draft("steal"), steal]).hands:
        fits(one)
    table = under_way(
        (FIVE, "AH 2H 10H 9H 8H", "7C", "7H"), ("13:", richest, "", ""), trove="", active=1, peeked=("", seen)
    )
    session = named(session_of(table.state, ()), name)
    for one in Room().show(session, 1, [Draft("purify"), Draft("purify", 3, 2, mask_of(pile("AH 2H")))]).hands:
        fits(one)
