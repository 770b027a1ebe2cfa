"""The promises of `rules.game.Rules`, as functions that take a game's rules module and fail where it breaks one.

They know no game. What they cannot know of one (random house rules, what is hidden) is its `Traits`, which they look
up in `option_sets.TRAITS` by the game's key when they are called. A game need not be registered.
"""

from collections.abc import Callable, Iterator
from random import Random
from string import ascii_letters, digits
from typing import Any, get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import VerifiableShuffler
from rules.errors import IllegalMove, MalformedMove, UnknownFormat
from rules.game import Awaited, Ending, Rules
from rules.simulator import MAX_MOVES, play_out
from tests.rules.option_sets import Traits, traits

MAX_DUMP = 4096
MAX_TOKEN = 40
GAMES_CHECKED = 100
"""Random games of each kind in the test suite; `many_games` plays thousands."""
SAMPLES = 3
MOST_LISTED = 20
"""Of the moves that are listed for a seat, so many are tried."""
MOST_SAMPLED = 60
"""Where no more moves than these are listed, each must come up at random."""
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


def setup(game: Rules, seed: int) -> Setup:
    """Choose the house rules, the number of seats and the first seat."""
    chance = Random(seed)
    seats = chance.choice(game.SEATS)
    first = chance.choice((None, *range(seats)))
    options = traits(game.KEY).options(chance)
    return Setup(game.KEY, seed, options, seats, first, leavers=chance.random() < 0.5)


class Checker:
    """One random game, played and checked move by move."""

    def __init__(self, game: Rules, seed: int) -> None:
        self.game = game
        self.setup = setup(game, seed)
        self.traits: Traits = traits(game.KEY)
        self.chance = Random(seed + 1)
        self.readers = (None, *range(self.setup.seats))
        self.key = seed.to_bytes(32, "big")
        self.decode_event = msgspec.json.Decoder(game.Event).decode
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
            assert getattr(event, "seat", 0) in range(self.setup.seats)
            for reader in self.readers:
                msgspec.json.encode(self.game.witness(event, reader))
        if move == self.game.LEAVE:
            told: Any = step.events[0]
            assert (tag(type(told)), told.seat) == ("left", seat)
        return step.state

    def check_state(self, state: Any) -> None:
        """The state is sound, the dump is faithful and small, the end is agreed on."""
        game = self.game
        self.traits.sound(state)
        assert state.options == self.setup.options
        dump = game.dump(state)
        assert len(dump) < MAX_DUMP, f"a dump of {len(dump)} bytes"
        assert game.load(dump) == state
        assert (game.awaited(state) is None) == (game.outcome(state) is not None)
        abandoned = game.abandoned(state)
        assert (abandoned.ending, set(abandoned.places)) == (Ending.NO_RESULT, {0})
        assert len(abandoned.places) == len(abandoned.scores) == self.setup.seats
        for reader in self.readers:
            self.check_view(state, reader)

    def check_view(self, state: Any, reader: int | None) -> None:
        """A view tells what shared code reads of it, and nothing that is hidden."""
        view = self.game.view(state, reader)
        assert view.outcome == self.game.outcome(state)
        assert len(view.seats) == self.setup.seats
        assert all(type(seat.score) is int for seat in view.seats)
        other = self.traits.permute(state, reader, self.chance)
        assert self.game.view(other, reader) == view, f"reader {reader} sees what is hidden"

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
                check_token(game, move)
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
        """The log and the key alone lead to the same end, each state stored and loaded between moves."""
        game, shuffler = self.game, VerifiableShuffler(self.key)
        state = game.deal(self.setup.options, self.setup.seats, self.setup.first, shuffler)
        for seat, token in self.log:
            state = game.apply(game.load(game.dump(state)), seat, game.from_token(token), shuffler).state
        assert state == end


def check_random_games(game: Rules, seeds: range) -> None:
    """Play and check one random game for each seed."""
    for seed in seeds:
        try:
            Checker(game, seed).play()
        except Exception as error:
            error.add_note(f"reproduce with {setup(game, seed)}")
            raise


def check_token(game: Rules, move: Any) -> None:
    """A token fits a button's id: at most 40 ASCII characters, no colon, and means the move."""
    token = game.token(move)
    assert token.isascii()
    assert token.isprintable()
    assert 0 < len(token) <= MAX_TOKEN
    assert ":" not in token
    assert game.from_token(token) == move


def tag(event: Any) -> Any:
    """Return the tag of an event's type."""
    return event.__struct_config__.tag


# --- The promises ---


def random_games_keep_every_promise(game: Rules) -> None:
    check_random_games(game, range(GAMES_CHECKED))


def every_event_has_a_tag_of_its_own(game: Rules) -> None:
    tags = [tag(event) for event in get_args(game.Event)]
    assert all(isinstance(found, str) for found in tags)
    assert len(set(tags)) == len(tags)
    assert "left" in tags


def the_usual_house_rules_are_valid(game: Rules) -> None:
    options = game.Options()
    game.validate(options)
    for seats in game.SEATS:
        same = game.comparable(options, seats)
        assert game.comparable(same, seats) == same


def a_game_of_time_outs_alone_ends(game: Rules) -> None:
    for seats in game.SEATS:
        shuffler = VerifiableShuffler(b"asleep")
        state = game.deal(game.Options(), seats, None, shuffler)
        for _ in range(MAX_MOVES):
            awaited = game.awaited(state)
            if awaited is None:
                break
            state = game.apply(state, awaited.seat, game.timeout_move(state), shuffler).state
        assert game.outcome(state) is not None


def when_everyone_leaves_the_game_is_over_and_nobody_wins(game: Rules) -> None:
    for seats in game.SEATS:
        shuffler = VerifiableShuffler(b"adrift")
        state = game.deal(game.Options(), seats, 0, shuffler)
        for seat in range(seats):
            if game.awaited(state) is not None:
                state = game.apply(state, seat, game.LEAVE, shuffler).state
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.winners == ()


def a_random_move_can_be_any_that_is_listed(game: Rules) -> None:
    """Looked at where few moves are listed, in four games."""
    chance = Random(1)
    for seed in range(4):
        chosen, shuffler = setup(game, seed), VerifiableShuffler(b"dice")
        state = game.deal(chosen.options, chosen.seats, chosen.first, shuffler)
        while (awaited := game.awaited(state)) is not None:
            legal = set(game.legal(state, awaited.seat))
            if len(legal) <= MOST_SAMPLED:
                assert legal <= {game.sample(state, awaited.seat, chance) for _ in range(60 * len(legal))}
            state = game.apply(state, awaited.seat, game.sample(state, awaited.seat, chance), shuffler).state


def the_first_seat_can_be_named(game: Rules) -> None:
    for seats in game.SEATS:
        for first in range(seats):
            awaited = game.awaited(game.deal(game.Options(), seats, first, VerifiableShuffler(b"coin")))
            assert awaited is not None
            assert (awaited.seat, awaited.turn) == (first, 0)


def leaving_has_a_token_too(game: Rules) -> None:
    check_token(game, game.LEAVE)


@given(text=st.text(st.sampled_from(ascii_letters + digits + "-_: é"), max_size=45))
def any_text_is_a_move_or_malformed(game: Rules, text: str) -> None:
    try:
        move = game.from_token(text)
    except MalformedMove:
        return
    assert game.token(move) == text


@given(at=st.integers(0, MAX_DUMP), byte=st.integers(0, 255))
def a_damaged_dump_is_another_state_or_of_unknown_format(game: Rules, at: int, byte: int) -> None:
    dump = bytearray(game.dump(game.deal(game.Options(), game.SEATS[-1], 0, VerifiableShuffler(b"salt"))))
    dump[at % len(dump)] = byte
    try:
        state = game.load(bytes(dump))
    except UnknownFormat:
        return
    assert game.load(game.dump(state)) == state


def what_is_no_dump_of_this_format_is_refused(game: Rules) -> None:
    """The number is written in each dump; another is refused even where all else looks the same."""
    dump = msgspec.json.decode(game.dump(game.deal(game.Options(), game.SEATS[-1], 0, VerifiableShuffler(b"salt"))))
    others = [msgspec.json.encode({**dump, "format": number}) for number in (0, dump["format"] + 1, 99)]
    for broken in (*others, b"", b"{}", b"[]", b"null", b'{"format":1}', b'{"state":{},"format":1}', b"\xff"):
        try:
            game.load(broken)
        except UnknownFormat:
            continue
        raise AssertionError(f"loaded {broken!r}")


def facts_begin_at_zero_and_only_grow(game: Rules) -> None:
    for seed in range(20):
        seats = game.SEATS[seed % len(game.SEATS)]
        facts: tuple[Any, ...] = (game.Facts(),) * seats
        assert set(_counts(facts[0])) == {0}
        for played in play_out(game, game.Options(), seats, seed):
            counted = game.tally(facts, played.step.events)
            assert all(now >= was for new, old in zip(counted, facts, strict=True) for now, was in _pairs(new, old))
            facts = counted
        assert any(sum(_counts(one)) for one in facts)


def _counts(facts: Any) -> tuple[int, ...]:
    return tuple(getattr(facts, name) for name in facts.__struct_fields__)


def _pairs(new: Any, old: Any) -> Iterator[tuple[int, int]]:
    return zip(_counts(new), _counts(old), strict=True)


def the_random_house_rules_use_every_option(game: Rules) -> None:
    """Else the random games would leave a rule untried: each field takes more than one value."""
    sets = [setup(game, seed).options for seed in range(60)]
    for field in sets[0].__struct_fields__:
        assert len({getattr(options, field) for options in sets}) > 1, field


PROMISES: tuple[Callable[[Rules], None], ...] = (
    random_games_keep_every_promise,
    every_event_has_a_tag_of_its_own,
    the_usual_house_rules_are_valid,
    a_game_of_time_outs_alone_ends,
    when_everyone_leaves_the_game_is_over_and_nobody_wins,
    a_random_move_can_be_any_that_is_listed,
    the_first_seat_can_be_named,
    leaving_has_a_token_too,
    any_text_is_a_move_or_malformed,
    a_damaged_dump_is_another_state_or_of_unknown_format,
    what_is_no_dump_of_this_format_is_refused,
    facts_begin_at_zero_and_only_grow,
    the_random_house_rules_use_every_option,
)
"""Every promise, for tests that go through all of them: `promise(game)`."""
