"""Short fixtures for the rule tests of Black Spot: a game dealt or under way, moves and ships as words.

A ship is written as treasures: `9:4,7+ 3:` is the nine with a face-down four and a face-up seven, and a clean three.
A move is a line: `peek 3H 9`, `take 9`, `steal 9 4C 5C`, `purify 9.0 4H`, `curse 5C 2H | 9.0>4`, `fight KC`,
`let-go`, `end-turn`, `skip-peek`; `1: leave` names another seat than the one awaited.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, Self

from msgspec.structs import replace

from rules import blackspot
from rules.blackspot.hands import PIRATES, cards_of, crew_of, mask_of, rum_of
from rules.blackspot.model import (
    NO_FINALS,
    Curse,
    EndTurn,
    Fight,
    Leave,
    LetGo,
    Move,
    Options,
    Peek,
    Phase,
    Purify,
    Seat,
    SkipPeek,
    State,
    Steal,
    Take,
    Treasure,
    awaited_seat,
)
from rules.blackspot.view import CurseView, TreasureView, View
from rules.cards import pile
from rules.errors import IllegalMove, Reason
from rules.game import Outcome
from tests.rules.builders import StackedShuffler, card, codes

READERS: dict[str, Callable[..., Move]] = {
    "peek": lambda paid, loot: Peek(card(paid), int(loot)),
    "skip-peek": SkipPeek,
    "take": lambda loot: Take(int(loot)),
    "steal": lambda loot, *crew: Steal(int(loot), crew_of(map(card, crew))),
    "purify": lambda place, *rum: Purify(_numbers(place)[0], _numbers(place)[1], rum_of(map(card, rum))),
    "end-turn": EndTurn,
    "let-go": LetGo,
    "fight": lambda *crew: Fight(crew_of(map(card, crew))),
    "curse": lambda *words: Curse(
        mask_of(map(card, words[: words.index("|")])), tuple(map(_numbers, words[words.index("|") + 1 :]))
    ),
    "leave": Leave,
}


def move(line: str) -> Move:
    """Read a move."""
    kind, *words = line.split()
    return READERS[kind](*words)


def _numbers(place: str) -> Any:
    """Read `9.0` or `9.0>4`."""
    return tuple(map(int, re.split("[.>]", place)))


def ship(text: str) -> tuple[Treasure, ...]:
    """Read treasures."""
    found = []
    for word in text.split():
        loot, _, curses = word.partition(":")
        ranks = [curse for curse in curses.split(",") if curse]
        up = sum(1 << slot for slot, curse in enumerate(ranks) if curse.endswith("+"))
        found.append(Treasure(int(loot), tuple(int(curse.rstrip("+")) for curse in ranks), up))
    return tuple(found)


def written(treasures: Iterable[Treasure | TreasureView]) -> str:
    """Write treasures as they are, or as a reader sees them: `?` for a curse that they do not know."""
    return " ".join(f"{each.loot}:" + ",".join(_curses(each)) for each in treasures)


def _curses(treasure: Treasure | TreasureView) -> Iterator[str]:
    for slot, curse in enumerate(treasure.curses):
        if isinstance(curse, CurseView):
            yield f"{curse.rank or '?'}{'+' * curse.up}"
        elif isinstance(treasure, Treasure):
            yield f"{curse}{'+' * (treasure.up >> slot & 1)}"


class Table:
    """A game of Black Spot under way."""

    def __init__(self, state: State, shuffler: StackedShuffler) -> None:
        self.state = state
        self.events: tuple[blackspot.Event, ...] = ()
        """What the last `play` led to."""
        self._shuffler = shuffler

    def play(self, *lines: str) -> Self:
        """Let the awaited seat, or the one that is named, make each move; commas may part them. `clock` times out."""
        events: list[blackspot.Event] = []
        for line in ", ".join(lines).split(", "):
            if line == "clock":
                self.time_out()
                continue
            seat, _, rest = line.rpartition(": ")
            number = int(seat) if seat else awaited_seat(self.state)
            step = blackspot.apply(self.state, number, move(rest), self._shuffler)
            self.state = step.state
            events += step.events
        self.events = tuple(events)
        return self

    def time_out(self) -> Self:
        """Play for the awaited seat as the clock does, until another decision is awaited (X3)."""
        first = now = blackspot.awaited(self.state)
        while now is not None and now == first:
            step = blackspot.apply(self.state, now.seat, blackspot.timeout_move(self.state), self._shuffler)
            self.state = step.state
            now = blackspot.awaited(self.state)
        return self

    def refusal(self, line: str) -> tuple[Reason, dict[str, int | str]]:
        """Make a move that the rules must refuse."""
        before = self.state
        try:
            self.play(line)
        except IllegalMove as refused:
            assert self.state == before
            return refused.reason, refused.facts
        raise AssertionError(f"{line} was not refused")

    def allows(self, line: str) -> bool:
        """Tell whether the move is listed."""
        return move(line) in blackspot.legal(self.state, awaited_seat(self.state))

    def hand(self, seat: int) -> str:
        return codes(cards_of(self.state.seats[seat].hand))

    def view(self, reader: int | None) -> View:
        return blackspot.view(self.state, reader)

    def look(self, name: str) -> Any:
        """Return a fact of the state or of the public view; `hand1` is that of a seat.

        `trove@1` and `ship0@1` are what seat 1 sees of them, `trove@` and `ship0@` what an onlooker sees.
        """
        name, at, reader = name.partition("@")
        if at:
            view = self.view(int(reader) if reader else None)
            return written(view.trove if name == "trove" else view.seats[int(name[-1])].treasures)
        if name in _FACTS:
            return _FACTS[name](self)
        if name[:-1] in _OF_A_SEAT:
            return _OF_A_SEAT[name[:-1]](self, int(name[-1]))
        return getattr(self.view(None), name)

    @property
    def awaited(self) -> tuple[int, str] | None:
        """The seat and its clock."""
        awaited = blackspot.awaited(self.state)
        return None if awaited is None else (awaited.seat, awaited.clock)

    @property
    def result(self) -> Outcome:
        outcome = blackspot.outcome(self.state)
        assert outcome is not None, "the game is not over"
        return outcome


_FACTS: dict[str, Callable[[Table], Any]] = {
    "events": lambda table: table.events,
    "last": lambda table: table.events[-1],
    "trove": lambda table: written(table.state.trove),
    "discard": lambda table: codes(table.state.discard),
    "awaited": lambda table: table.awaited,
    "over": lambda table: table.awaited is None,
    "clock_plays": lambda table: blackspot.timeout_move(table.state),
    **{name: attrgetter(f"result.{name}") for name in ("ending", "places", "winners", "scores")},
}
_OF_A_SEAT: dict[str, Callable[[Table, int], Any]] = {
    "ship": lambda table, seat: written(table.state.seats[seat].treasures),
    "hand": Table.hand,
    "cards": lambda table, seat: table.view(None).seats[seat].hand,
    "legal": lambda table, seat: blackspot.legal(table.state, seat),
    "own": lambda table, seat: table.view(seat).own,
    "choices": lambda table, seat: attrgetter("own.choices")(table.view(seat)),
    "seen": lambda table, seat: attrgetter("own.seen")(table.view(seat)),
}


def dealt(
    *decks: str, seats: int = 2, first: int | None = 0, reshuffles: tuple[str, ...] = (), **options: Any
) -> Table:
    """Deal a game from pirates, curses and loot; other keywords are house rules."""
    shuffler = StackedShuffler(*decks, *[""] * (3 - len(decks)), *reshuffles)
    return Table(blackspot.deal(Options(**options), seats, first, shuffler), shuffler)


def under_way(  # noqa: PLR0913 - a position has that many parts
    hands: tuple[str, ...],
    ships: tuple[str, ...],
    *,
    trove: str = "1:13",
    phase: Phase = Phase.ACT,
    active: int = 0,
    draw: str | None = None,
    reshuffles: tuple[str, ...] = (),
    peeked: tuple[str, ...] = (),
    loot_deck: tuple[int, ...] = (),
    curse_deck: tuple[int, ...] = (),
    taken: int = 0,
    finals: int = NO_FINALS,
    **options: Any,
) -> Table:
    """Return a position. `draw` is the whole draw pile, the rest is discarded; without it, the rest is the draw pile.

    `peeked` is by seat the spades that it has seen.
    """
    seats = tuple(
        Seat(mask_of(pile(hand)), ship(treasures), _seen(peeked[seat] if seat < len(peeked) else ""))
        for seat, (hand, treasures) in enumerate(zip(hands, ships, strict=True))
    )
    named = pile(" ".join(hands) + " " + (draw or ""))
    rest = bytes(each for each in PIRATES if each not in named)
    state = State(
        Options(**options),
        seats,
        ship(trove),
        rest if draw is None else pile(draw),
        loot_deck,
        curse_deck,
        aside_loot=13,
        aside_curse=12,
        first=0,
        active=active,
        discard=b"" if draw is None else rest,
        phase=phase,
        taken=taken,
        finals=finals,
    )
    return Table(state, StackedShuffler("", "", "", *reshuffles))


def _seen(curses: str) -> int:
    return sum(1 << int(curse) - 1 for curse in curses.split())


def left(table: Table, *seats: int) -> Table:
    """Mark seats as having left, without playing for them."""
    for number in seats:
        players = list(table.state.seats)
        players[number] = replace(players[number], left=True)
        table.state = replace(table.state, seats=tuple(players))
    return table
