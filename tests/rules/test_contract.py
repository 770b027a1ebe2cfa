"""The promises of `rules.game.Game`, for every game of the registry. `many_games` plays ten thousand."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES
from rules.cards import VerifiableShuffler
from rules.errors import MalformedMove, UnknownFormat
from tests.rules.contract import Checker, check_token, setup
from tests.rules.option_sets import TRAITS, traits

SEEDS = 25
"""Games per option set here; each is checked at every step."""
MOST_SAMPLED = 60

every_game = pytest.mark.parametrize("key", GAMES)


@every_game
@pytest.mark.parametrize("start", range(4))
def test_random_games_keep_every_promise(key: str, start: int) -> None:
    for seed in range(start * SEEDS, (start + 1) * SEEDS):
        chosen = setup(key, seed)
        try:
            Checker(chosen).play()
        except Exception as error:
            error.add_note(f"reproduce with {chosen}")
            raise


@every_game
def test_a_game_of_time_outs_alone_ends(key: str) -> None:
    game = GAMES[key]
    for seats in game.SEATS:
        shuffler = VerifiableShuffler(b"asleep")
        state = game.deal(game.Options(), seats, None, shuffler)
        for _ in range(5000):
            awaited = game.awaited(state)
            if awaited is None:
                break
            state = game.apply(state, awaited.seat, game.timeout_move(state), shuffler).state
        assert game.outcome(state) is not None


@every_game
def test_when_everyone_leaves_the_game_is_over_and_nobody_wins(key: str) -> None:
    game = GAMES[key]
    for seats in game.SEATS:
        shuffler = VerifiableShuffler(b"adrift")
        state = game.deal(game.Options(), seats, 0, shuffler)
        for seat in range(seats):
            if game.awaited(state) is not None:
                state = game.apply(state, seat, game.LEAVE, shuffler).state
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.winners == ()


@every_game
def test_a_random_move_can_be_any_that_is_listed(key: str) -> None:
    """Looked at where at most 60 moves are listed, in four games."""
    game, chance = GAMES[key], Random(1)
    for seed in range(4):
        chosen, shuffler = setup(key, seed), VerifiableShuffler(b"dice")
        state = game.deal(chosen.options, chosen.seats, chosen.first, shuffler)
        while (awaited := game.awaited(state)) is not None:
            legal = set(game.legal(state, awaited.seat))
            if len(legal) <= MOST_SAMPLED:
                assert legal <= {game.sample(state, awaited.seat, chance) for _ in range(60 * len(legal))}
            state = game.apply(state, awaited.seat, game.sample(state, awaited.seat, chance), shuffler).state


@every_game
def test_the_first_seat_can_be_named_or_drawn(key: str) -> None:
    game, shuffler = GAMES[key], VerifiableShuffler(b"coin")
    for seats in game.SEATS:
        for first in range(seats):
            awaited = game.awaited(game.deal(game.Options(), seats, first, shuffler))
            assert awaited is not None
            assert (awaited.seat, awaited.turn) == (first, 0)


@every_game
def test_the_move_of_leaving_has_a_token_too(key: str) -> None:
    check_token(key, GAMES[key].LEAVE)


@every_game
@given(text=st.text(max_size=45))
def test_any_text_is_a_move_or_malformed(key: str, text: str) -> None:
    try:
        move = GAMES[key].from_token(text)
    except MalformedMove:
        return
    assert GAMES[key].token(move) == text


@every_game
@given(at=st.integers(0, 4095), byte=st.integers(0, 255))
def test_a_damaged_dump_loads_as_a_state_or_is_of_unknown_format(key: str, at: int, byte: int) -> None:
    game = GAMES[key]
    dump = bytearray(game.dump(game.deal(game.Options(), game.SEATS[-1], 0, VerifiableShuffler(b"salt"))))
    dump[at % len(dump)] = byte
    try:
        state = game.load(bytes(dump))
    except UnknownFormat:
        return
    assert game.load(game.dump(state)) == state


@every_game
def test_the_registry_names_each_game_by_its_key(key: str) -> None:
    assert key == GAMES[key].KEY


def test_a_game_without_traits_is_pointed_out() -> None:
    with pytest.raises(AssertionError, match=r"'whist' is in rules\.GAMES"):
        traits("whist")


def test_every_trait_belongs_to_a_game() -> None:
    assert set(TRAITS) <= set(GAMES)


@every_game
def test_the_random_house_rules_use_every_option(key: str) -> None:
    """Else the games above would leave a rule untried: each field takes more than one value."""
    sets = [setup(key, seed).options for seed in range(60)]
    for field in sets[0].__struct_fields__:
        assert len({getattr(options, field) for options in sets}) > 1, field
