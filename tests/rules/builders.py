"""Short fixtures for rule tests: a stacked deck, a game under way, moves as words.

A deck is written as codes, left = next to draw; the rest of the 52 follow in the order of their numbers.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Self

from msgspec.structs import replace

from rules import lands
from rules.cards import BY_CODE, CODES, pile
from rules.errors import IllegalMove, Reason
from rules.game import Outcome
from rules.idols import Effect, Idol
from rules.lands.model import Event, Options, Phase, Seat, State


class StackedShuffler:
    """Deals what the test wrote: the first deck, then one for each reshuffle; seat 0 begins."""

    def __init__(self, *decks: str) -> None:
        self._decks = [pile(deck) for deck in decks]

    def shuffle(self, cards: bytes, number: int) -> bytes:
        """Put the codes written for this shuffle on top; each must be among `cards`."""
        if number == 0 or number > len(self._decks):
            return cards
        top = self._decks[number - 1]
        assert set(top) <= set(cards), f"not in this pile: {codes(bytes(set(top) - set(cards)))}"
        return top + bytes(card for card in cards if card not in top)


def card(code: str) -> int:
    return BY_CODE[code]


def codes(cards: bytes) -> str:
    return " ".join(CODES[card] for card in cards)


def idols(*lines: str) -> tuple[Idol, ...]:
    """Read idols such as `QS discard_highest` or `7 draw_more 2`."""
    found = []
    for line in lines:
        on, effect, *number = line.split()
        found.append(Idol(on, Effect(effect), int(number[0]) if number else 0))
    return tuple(found)


QUEEN_OF_SPADES = "QS discard_highest"
QUEEN_OF_CLUBS = "QC bust"
QUEEN_OF_HEARTS = "QH draw_more 2"
QUEEN_OF_DIAMONDS = "QD draw_until_above 8"


class Table:
    """A game of Lands Uncharted under way."""

    def __init__(self, state: State, shuffler: StackedShuffler) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()
        """What the last `play` led to."""
        self._shuffler = shuffler

    def play(self, words: str) -> Self:
        """Let the awaited seat make each move; `2:leave` names another, `clock` plays the rest of the turn (X3)."""
        events: list[Event] = []
        for word in words.split():
            turn = self.state.turns
            events += self._move(word)
            while word == "clock" and self.state.turns == turn and self.state.phase is not Phase.OVER:
                events += self._move(word)
        self.events = tuple(events)
        return self

    def _move(self, word: str) -> tuple[Event, ...]:
        seat, _, name = word.rpartition(":")
        move = lands.timeout_move(self.state) if name == "clock" else lands.from_token(name)
        step = lands.apply(self.state, int(seat) if seat else self.state.active, move, self._shuffler)
        self.state = step.state
        return step.events

    def refusal(self, word: str) -> tuple[Reason, dict[str, int | str]]:
        """Make a move that the rules must refuse."""
        before = self.state
        try:
            self.play(word)
        except IllegalMove as refused:
            assert self.state == before
            return refused.reason, refused.facts
        raise AssertionError(f"{word} was not refused")

    def allows(self, word: str) -> bool:
        """Tell whether the awaited seat may make a move."""
        return word in lands.legal(self.state, self.state.active)

    def look(self, name: str) -> Any:
        """Return a fact of the state or of the public view, cards as codes; `allies1` is that of a seat."""
        if name in _FACTS:
            return _FACTS[name](self)
        if name[-1].isdigit():
            value = getattr(self.state.seats[int(name[-1])], name[:-1])
            return codes(value) if isinstance(value, bytes) else value
        return getattr(lands.view(self.state, None), name)

    @property
    def result(self) -> Outcome:
        outcome = lands.outcome(self.state)
        assert outcome is not None, "the game is not over"
        return outcome


_FACTS: dict[str, Callable[[Table], Any]] = {
    "events": lambda table: table.events,
    "last": lambda table: table.events[-1],
    "moves": lambda table: lands.legal(table.state, table.state.active),
    "treasure": lambda table: codes(table.state.turn.treasure),
    "face": lambda table: codes(bytes(card for card in [table.state.turn.face] if card >= 0)),
    "allies": lambda table: codes(table.state.seats[table.state.active].allies),
    "deck": lambda table: codes(bytes(sorted(table.state.deck))),
    "discard": lambda table: codes(bytes(sorted(table.state.discard))),
    "scores": lambda table: [seat.score for seat in table.state.seats],
    "scorings": lambda table: [seat.scorings for seat in table.state.seats],
    "turns": lambda table: table.state.turns,
    "cards": lambda table: (lands.view(table.state, None).deck, lands.view(table.state, None).discard),
    "shown_allies": lambda table: lands.view(table.state, None).seats[0].allies,
    "over": lambda table: lands.awaited(table.state) is None,
    **{name: attrgetter(f"result.{name}") for name in ("ending", "places", "winners")},
}
"""What can be looked at besides the public view; `allies` are the active seat's, `moves` the awaited seat's."""


def game(deck: str, seats: int = 3, *, reshuffles: tuple[str, ...] = (), first: int = 0, **options: Any) -> Table:
    """Deal a game in which seat `first` begins; other keywords are house rules."""
    shuffler = StackedShuffler(deck, *reshuffles)
    return Table(lands.deal(Options(**options), seats, first, shuffler), shuffler)


def later(
    deck: str, *banks: tuple[int, ...], allies: tuple[str, ...] = (), discard: str | None = None, **options: Any
) -> Table:
    """Deal a game whose seats have banked `banks` and own `allies` already. `discard` makes `deck` the whole deck."""
    table = game(deck, len(banks), **options)
    owned = [pile(allies[seat]) if seat < len(allies) else b"" for seat in range(len(banks))]
    taken = b"".join(owned)
    stock = table.state.deck if discard is None else pile(deck)
    players = tuple(Seat(allies=kept, banks=scores) for kept, scores in zip(owned, banks, strict=True))
    table.state = replace(
        table.state,
        seats=players,
        deck=bytes(card for card in stock if card not in taken),
        discard=b"" if discard is None else pile(discard),
    )
    return table
