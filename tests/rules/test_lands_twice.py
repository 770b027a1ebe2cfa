"""The rules of Lands Uncharted against a second, naive telling of them, under random house rules."""

from random import Random

import pytest

from rules import lands
from rules.cards import CODES, VerifiableShuffler
from rules.lands.model import Drew, State
from tests.rules.builders import codes
from tests.rules.naive_lands import Decision, Telling, Voyage
from tests.rules.option_sets import traits

GAMES_A_PART = 100


@pytest.mark.parametrize("part", range(4))
def test_both_tellings_agree_on_every_move(part: int) -> None:
    for seed in range(part * GAMES_A_PART, (part + 1) * GAMES_A_PART):
        play_both(seed)


def play_both(seed: int) -> None:
    """Play one random game in both tellings, and compare them after every move."""
    chance, shuffler = Random(seed), VerifiableShuffler(seed.to_bytes(8, "big"))
    seats = chance.choice(lands.SEATS)
    options = traits(lands.KEY).options(chance)
    state = lands.deal(options, seats, None, shuffler)
    naive = Voyage(options, seats, state.first)
    told = naive.play()
    decision: Decision | str = next(told)
    while not isinstance(decision, str):
        compare(state, naive, decision, seed)
        # Bold pirates: they push forward more often than a coin would, so that rare things happen.
        move = chance.choice((*lands.legal(state, state.active), lands.legal(state, state.active)[0]))
        step = lands.apply(state, state.active, move, shuffler)
        state = step.state
        drawn = [CODES[event.card] for event in step.events if isinstance(event, Drew)]
        decision = answer(told, move.value, drawn[0] if drawn else "")
    outcome = lands.outcome(state)
    assert outcome is not None, f"seed {seed} is not over"
    assert (outcome.scores, outcome.places) == (tuple(naive.score), naive.places(decision)), f"seed {seed}"


def answer(told: Telling, word: str, card: str) -> Decision | str:
    """Return the next decision, or how the telling ended."""
    try:
        return told.send((word, card))
    except StopIteration as end:
        return str(end.value)


def compare(state: State, naive: Voyage, decision: Decision, seed: int) -> None:
    seat = state.active
    program = (seat, set(lands.legal(state, seat)), [player.score for player in state.seats])
    assert program == (*decision, naive.score), f"seed {seed}"
    assert [player.scorings for player in state.seats] == naive.times, f"seed {seed}"
    assert [codes(player.allies).split() for player in state.seats] == naive.allies, f"seed {seed}"
    assert (codes(state.turn.treasure).split(), state.turn.value) == (naive.treasure, naive.value), f"seed {seed}"
    assert set(codes(state.discard).split()) == naive.discard, f"seed {seed}"
    assert set(codes(state.deck).split()) == naive.deck, f"seed {seed}"
