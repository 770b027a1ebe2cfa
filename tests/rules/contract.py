"""Plays one random game of any kind and checks every promise of `rules.game.Game` at every step."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from rules import GAMES
from rules.cards import DECK, VerifiableShuffler
from rules.errors import IllegalMove
from rules.game import Awaited, Ending
from rules.simulator import MAX_MOVES
from tests.rules.option_sets import Traits, traits

MAX_DUMP = 4096
MAX_TOKEN = 40
SAMPLES = 3
MOST_LISTED = 20
"""Of the moves that are listed for a seat, so many are tried."""
MOVES_OF_A_TURN = 100
"""Time-outs must have brought a turn to its end by then."""
LEAVING = 0.004
"""How likely somebody leaves, per move, in a game in which players leave."""


class CountingShuffler(VerifiableShuffler):
    """Sees to it that no shuffle's number is used twice."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self._used: set[int] = set()

    def shuffle(self, cards: bytes, number: int) -> bytes:
        assert number not in self._used, f"shuffle {number} was used before"
        self._used.add(number)
        return super().shuffle(cards, number)


class Setup(msgspec.Struct, frozen=True):
    """What a random game is made of; `seed` alone reproduces all of it."""

    key: str
    seed: int
    options: Any
    seats: int
    first: int | None
    leavers: bool


def setup(key: str, seed: int) -> Setup:
    """Choose the house rules, the number of seats and the first seat."""
    game, chance = GAMES[key], Random(seed)
    seats = chance.choice(game.SEATS)
    first = chance.choice((None, *range(seats)))
    return Setup(key, seed, traits(key).options(chance), seats, first, leavers=chance.random() < 0.5)


class Checker:
    """One game of `setup`, played and checked move by move."""

    def __init__(self, chosen: Setup) -> None:
        self.setup = chosen
        self.game = GAMES[chosen.key]
        self.traits: Traits = traits(chosen.key)
        self.chance = Random(chosen.seed + 1)
        self.readers = (None, *range(chosen.seats))
        self.key = chosen.seed.to_bytes(32, "big")
        self.decode_event = msgspec.json.Decoder(self.game.Event).decode
        self.log: list[tuple[int, str]] = []

    def play(self) -> int:
        """Play the game; return how many moves it took."""
        game = self.game
        game.validate(self.setup.options)
        self.shuffler = CountingShuffler(self.key)
        state = game.deal(self.setup.options, self.setup.seats, self.setup.first, self.shuffler)
        for moves in range(MAX_MOVES):
            self.check_state(state)
            awaited = game.awaited(state)
            if awaited is None:
                self.check_replay(state)
                return moves
            self.check_moves(state, awaited)
            if self.chance.random() < 0.02:
                self.check_time_outs(state, awaited)
            state = self.step(state, *self.choose(state, awaited))
        raise AssertionError(f"no end after {MAX_MOVES} moves")

    def choose(self, state: Any, awaited: Awaited) -> tuple[int, Any]:
        """Choose a random legal move, or somebody to leave."""
        if self.setup.leavers and self.chance.random() < LEAVING:
            seat = self.chance.randrange(self.setup.seats)
            if self.accepts(state, seat, self.game.LEAVE):
                return seat, self.game.LEAVE
        return awaited.seat, self.game.sample(state, awaited.seat, self.chance)

    def step(self, state: Any, seat: int, move: Any) -> Any:
        """Make a move through its token, and look at what happened."""
        token = self.game.token(move)
        self.log.append((seat, token))
        step = self.game.apply(state, seat, self.game.from_token(token), self.shuffler)
        for event in step.events:
            assert self.decode_event(msgspec.json.encode(event)) == event
            for reader in self.readers:
                msgspec.json.encode(self.game.witness(event, reader))
        return step.state

    def check_state(self, state: Any) -> None:
        """Cards are conserved, the dump is faithful and small, the end is agreed on, nothing hidden is seen."""
        game = self.game
        assert sorted(b"".join(self.traits.piles(state))) == list(DECK), "cards are lost or doubled"
        dump = game.dump(state)
        assert len(dump) < MAX_DUMP, f"a dump of {len(dump)} bytes"
        assert game.load(dump) == state
        assert (game.awaited(state) is None) == (game.outcome(state) is not None)
        abandoned = game.abandoned(state)
        assert (abandoned.ending, set(abandoned.places)) == (Ending.NO_RESULT, {0})
        assert len(abandoned.places) == len(abandoned.scores) == self.setup.seats
        for reader in self.readers:
            other = self.traits.permute(state, reader, self.chance)
            assert game.view(other, reader) == game.view(state, reader), f"reader {reader} sees what is hidden"

    def check_moves(self, state: Any, awaited: Awaited) -> None:
        """Every move is listed, or a combination of such, and made; or it is refused and without effect.

        Tokens are short and round-trip.
        """
        game, before = self.game, self.game.dump(state)
        copy = game.load(before)
        assert game.legal(state, awaited.seat), "the awaited seat has no legal move"
        assert game.timeout_move(state) in game.legal(state, awaited.seat)
        for seat in range(self.setup.seats):
            legal = game.legal(state, seat)
            listed = set(legal)
            assert len(listed) == len(legal), "a move is listed twice"
            assert game.LEAVE not in listed
            samples = [game.sample(state, seat, self.chance) for _ in range(SAMPLES)] if seat == awaited.seat else []
            shown = self.chance.sample(legal, min(len(legal), MOST_LISTED))
            for move in {*self.traits.moves(state, self.chance), *shown, *samples}:
                allowed = move in listed or self.traits.combines(state, move, listed)
                assert self.accepts(state, seat, move) == allowed, f"seat {seat}, {move}"
                assert allowed or move not in samples
                check_token(self.setup.key, move)
        assert state == copy
        assert game.dump(state) == before, "a move changed the state it was given"

    def accepts(self, state: Any, seat: int, move: Any) -> bool:
        """Try a move on the side."""
        try:
            self.game.apply(state, seat, move, VerifiableShuffler(self.key))
        except IllegalMove:
            return False
        return True

    def check_time_outs(self, state: Any, awaited: Awaited) -> None:
        """The clock alone brings the turn to its end (X3)."""
        game, shuffler = self.game, VerifiableShuffler(self.key)
        for _ in range(MOVES_OF_A_TURN):
            now = game.awaited(state)
            if now is None or (now.turn, now.seat) != (awaited.turn, awaited.seat):
                return
            state = game.apply(state, now.seat, game.timeout_move(state), shuffler).state
        raise AssertionError("time-outs do not end the turn")

    def check_replay(self, end: Any) -> None:
        """The log and the key alone lead to the same end, without leftovers in memory."""
        *_, replayed = replay(self.setup, self.log)
        assert replayed == end


def check_token(key: str, move: Any) -> None:
    """A token means its move and fits a button: 40 ASCII characters, no colon (docs/architecture.md, idea 8)."""
    token = GAMES[key].token(move)
    assert token.isascii()
    assert token.isprintable()
    assert 0 < len(token) <= MAX_TOKEN
    assert ":" not in token
    assert GAMES[key].from_token(token) == move


def replay(chosen: Setup, log: list[tuple[int, str]]) -> Iterator[Any]:
    """Yield each state of a game from its log, stored and loaded between moves."""
    game, shuffler = GAMES[chosen.key], VerifiableShuffler(chosen.seed.to_bytes(32, "big"))
    state = game.deal(chosen.options, chosen.seats, chosen.first, shuffler)
    yield state
    for seat, token in log:
        state = game.apply(game.load(game.dump(state)), seat, game.from_token(token), shuffler).state
        yield state
