"""Short fixtures for rule tests: a stacked deck, a game under way, moves as words.

A deck is written as codes, left = next to draw; the rest of the 52 follow in the order of their numbers.
"""

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
        """Let the awaited seat make each move; `2:leave` names another seat."""
        events: list[Event] = []
        for word in words.split():
            seat, _, token = word.rpartition(":")
            move = lands.from_token(token)
            step = lands.apply(self.state, int(seat) if seat else self.state.active, move, self._shuffler)
            self.state = step.state
            events += step.events
        self.events = tuple(events)
        return self

    def time_out(self) -> Self:
        """Play the rest of the turn as the clock does (X3)."""
        turn = self.state.turns
        while self.state.turns == turn and self.state.phase is not Phase.OVER:
            self.play(lands.timeout_move(self.state))
        return self

    def refusal(self, word: str) -> tuple[Reason, dict[str, int | str]]:
        """Make a move that the rules must refuse."""
        before = self.state
        try:
            self.play(word)
        except IllegalMove as refused:
            assert self.state == before
            return refused.reason, refused.facts
        raise AssertionError(f"{word} was not refused")

    @property
    def moves(self) -> str:
        """The awaited seat's legal moves, as words."""
        return " ".join(lands.legal(self.state, self.state.active))

    @property
    def treasure(self) -> str:
        return codes(self.state.turn.treasure)

    @property
    def value(self) -> int:
        return self.state.turn.value

    @property
    def allies(self) -> str:
        """The active seat's allies."""
        return codes(self.state.seats[self.state.active].allies)

    @property
    def discard(self) -> set[str]:
        return set(codes(self.state.discard).split())

    @property
    def scores(self) -> list[int]:
        return [seat.score for seat in self.state.seats]

    @property
    def scorings(self) -> list[int]:
        return [seat.scorings for seat in self.state.seats]

    @property
    def result(self) -> Outcome:
        outcome = lands.outcome(self.state)
        assert outcome is not None, "the game is not over"
        return outcome


def game(deck: str, seats: int = 3, *, reshuffles: tuple[str, ...] = (), first: int = 0, **options: Any) -> Table:
    """Deal a game in which seat `first` begins; other keywords are house rules."""
    shuffler = StackedShuffler(deck, *reshuffles)
    return Table(lands.deal(Options(**options), seats, first, shuffler), shuffler)


def later(
    deck: str,
    *banks: tuple[int, ...],
    allies: tuple[str, ...] = (),
    discard: str | None = None,
    **options: Any,
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
