"""What the real drawing functions make of many positions of Black Spot, without Discord and without a database.

Nobody learns what they may not: what a reader is shown is the same, byte by byte, whatever the hidden cards are. And
the largest messages fit into Discord's limits: 40 components, 4,000 characters, labels of a button (F05, F30).
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple, cast

import pytest
from discord import ui
from msgspec.structs import replace

from bot.messages.background import Background
from bot.messages.calls import Calls
from bot.messages.hands import Hands
from bot.messages.kits import Kits
from bot.messages.tables import Tables
from bot.model.house_rules import house_rules
from bot.model.names import clean
from bot.model.records import Cause, Motion, MotionKind, Session, Status, Terms
from bot.model.records import Person as Member
from bot.play import lobby
from bot.storage.store import Store
from bot.texts import content
from bot.views.blackspot.draft import KINDS, Draft
from rules import blackspot
from rules.blackspot.events import Peeked
from rules.blackspot.hands import mask_of
from rules.blackspot.model import Phase
from rules.cards import VerifiableShuffler, pile
from tests.offline import sessions_over
from tests.payloads import COMPONENTS_V2, Kind, check
from tests.rules.contract import setup
from tests.rules.option_sets import traits
from tests.rules.ships import Table, under_way

DEALS = 150
TRAITS = traits("blackspot")
PLAYERS = ("Anne", "Bart", "Calico", "Dita")
NOW = 1_767_225_600.0


class Drawn(NamedTuple):
    """What one reader is shown of a session."""

    table: str
    call: str
    ping: str
    hands: tuple[str, ...]
    """Their own hand as it opens, and with every kind of draft; none for an onlooker."""


class Room:
    """The real drawing functions, without Discord and without a database."""

    def __init__(self) -> None:
        shipped = content.load()
        kits = Kits(shipped.languages, house_rules(shipped), {})
        nobody: Any = None
        nothing = cast("Store", nobody)
        self._tables = Tables(nobody, nothing, kits, Background(), nobody, nobody, nobody, lambda: NOW)
        self._calls = Calls(nobody, nothing, kits, Background(), nobody, lambda: NOW)
        self._hands = Hands(sessions_over(nothing, lambda: NOW, VerifiableShuffler), kits, Background(), lambda: NOW)

    def show(self, session: Session, reader: int | None, drafts: list[Draft]) -> Drawn:
        call = self._calls._reaction_ping(session, session.players[0])
        return Drawn(
            written(self._tables.draw(session)),
            "" if call is None else written(call),
            written(self._calls._turn_ping(session, session.players[0])),
            () if reader is None else tuple(self._hand(session, reader, draft) for draft in [None, *drafts]),
        )

    def _hand(self, session: Session, reader: int, draft: Draft | None) -> str:
        return written(
            self._hands.draw(session, session.players[reader].user_id, "en-US", None if draft is None else str(draft))
        )


def written(view: ui.LayoutView) -> str:
    return json.dumps(view.to_components())  # type: ignore[no-untyped-call]


def session_of(state: blackspot.State, events: tuple[Any, ...]) -> Session:
    """Seat as many as play, in a running session."""
    crew = [Member(seat, PLAYERS[seat], 1, 2, moderator=False) for seat in range(len(state.seats))]
    terms = Terms(state.options)
    session = lobby.new(session_id="a" * 10, game="blackspot", person=crew[0], terms=terms, secret=b"s", now=NOW)
    for person in crew[1:]:
        session = lobby.join(session, person, NOW)
    left = [replace(player, left=seat.left) for player, seat in zip(session.players, state.seats, strict=True)]
    over = state.phase is Phase.OVER
    return replace(
        session,
        status=Status.FINISHED if over else Status.PLAYING,
        deadline=None if over else NOW,
        players=tuple(left),
        state=state,
        events=events,
        start_id=1,
        table_id=3,
    )


def moments(seed: int) -> Iterator[tuple[blackspot.State, tuple[Any, ...], Random]]:
    """Yield about two states of a random game with what led to them, and its end."""
    chosen = setup(blackspot, seed)
    chance, shuffler = Random(seed), VerifiableShuffler(seed.to_bytes(32, "big"))
    state = blackspot.deal(chosen.options, chosen.seats, chosen.first, shuffler)
    events: tuple[Any, ...] = ()
    while (awaited := blackspot.awaited(state)) is not None:
        if chance.random() < 0.03 or (state.theft is not None and chance.random() < 0.1):
            yield state, events, chance
        step = blackspot.apply(state, awaited.seat, blackspot.sample(state, awaited.seat, chance), shuffler)
        state, events = step.state, step.events
    yield state, events, chance


def drafts(state: blackspot.State, reader: int, chance: Random) -> list[Draft]:
    """Invent a draft of every kind, with cards of the reader's and anything else."""
    moves = tuple((t.loot, slot, 5) for t in state.seats[reader].treasures for slot in range(len(t.curses)))[:1]
    return [
        Draft(kind, chance.randrange(14), 0, chance.getrandbits(26) & state.seats[reader].hand, moves) for kind in KINDS
    ]


def other_peeks(events: tuple[Any, ...], reader: int | None) -> tuple[Any, ...]:
    """Let others have looked at another curse."""
    return tuple(
        replace(event, curse=event.curse % 13 + 1) if isinstance(event, Peeked) and event.seat != reader else event
        for event in events
    )


def test_no_drawing_has_a_trace_of_a_card_that_its_reader_may_not_know() -> None:
    room, compared = Room(), 0
    for seed in range(DEALS):
        for state, events, chance in moments(seed):
            reader = chance.choice([None, *(at for at, seat in enumerate(state.seats) if not seat.left)])
            other = TRAITS.permute(state, reader, chance)
            shown = [] if reader is None else drafts(state, reader, chance)
            before = room.show(session_of(state, events), reader, shown)
            after = room.show(session_of(other, other_peeks(events, reader)), reader, shown)
            assert after == before, (seed, reader)
            compared += other != state
    assert compared > 2 * DEALS


def test_a_hand_is_no_secret_to_its_owner() -> None:
    """The test above would notice: the same drawings do change with the reader's own cards."""
    room = Room()
    state, events, chance = next(moments(1))
    onlookers = TRAITS.permute(state, None, chance)
    mine = [room.show(session_of(one, events), 0, []).hands for one in (state, onlookers)]
    assert mine[0] != mine[1]


# --- Sizes ---

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
    motions = tuple(Motion(MotionKind.REMOVE, 3 - seat, 100 + seat, (seat,)) for seat in range(4))
    fits(Room().show(replace(session, motions=motions), None, []).table)


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
