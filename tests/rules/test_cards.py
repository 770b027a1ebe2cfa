"""Cards, and the shuffle that anyone can re-compute."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import (
    BY_CODE,
    CODES,
    DECK,
    RANK_CODES,
    RANK_OF,
    RANKS,
    SUITS,
    VerifiableShuffler,
    fingerprint,
    pile,
    shuffle_key,
)

KEY = bytes(range(32))


def recomputed(key: bytes, cards: bytes, number: int) -> bytes:
    """Follow the recipe in the docstring of VerifiableShuffler, written without looking at its code.

    The stream for shuffle n is SHA-256(key + n + 0), SHA-256(key + n + 1)... with four-byte big-endian numbers.
    Every place from the last down is swapped with one drawn evenly from those up to it, itself included.
    """
    order = list(cards)
    position = 0
    for place in reversed(range(1, len(order))):
        choices = place + 1
        fair = 256 // choices * choices
        while True:
            block, offset = divmod(position, 32)
            message = key + number.to_bytes(4, "big") + block.to_bytes(4, "big")
            drawn = hashlib.sha256(message).digest()[offset]
            position += 1
            if drawn < fair:
                break
        other = drawn % choices
        order[place], order[other] = order[other], order[place]
    return bytes(order)


@pytest.mark.parametrize("number", [0, 1, 2, 255, 256, 70_000])
def test_an_independent_program_computes_the_same_shuffle(number: int) -> None:
    assert VerifiableShuffler(KEY).shuffle(DECK, number) == recomputed(KEY, DECK, number)


@given(key=st.binary(max_size=64), cards=st.binary(max_size=256), number=st.integers(0, 2**32 - 1))
def test_any_pile_under_any_key_is_the_same_cards_in_the_recomputed_order(
    key: bytes, cards: bytes, number: int
) -> None:
    shuffled = VerifiableShuffler(key).shuffle(cards, number)
    assert shuffled == recomputed(key, cards, number)
    assert Counter(shuffled) == Counter(cards)


def test_known_answers() -> None:
    """The same for ever: a stored game must find its cards again after an update."""
    deck = VerifiableShuffler(KEY).shuffle(DECK, 1)
    assert " ".join(CODES[card] for card in deck[:8]) == "5H KD 6D 7C 4H QH 9D KC"
    assert VerifiableShuffler(KEY).shuffle(b"\x00\x01\x02\x03", 0).hex() == "00020301"
    key = shuffle_key(KEY, 1234567890123456789)
    assert key.hex() == "007ba2b59aa7c1151f95b71e38228efe66c6a7382219903c6bd989bf39899d66"


def test_a_shuffle_depends_on_the_number_and_on_nothing_that_was_shuffled_before() -> None:
    shuffler = VerifiableShuffler(KEY)
    first = shuffler.shuffle(DECK, 1)
    assert shuffler.shuffle(DECK, 2) != first
    assert shuffler.shuffle(DECK, 1) == first


def test_every_card_comes_to_every_place_equally_often() -> None:
    """Chi-square over 52 x 52 cells with 51 x 51 degrees of freedom: 2601 +- 5 standard deviations of 72."""
    shuffler, games = VerifiableShuffler(KEY), 2600
    seen = Counter[tuple[int, int]]()
    for number in range(games):
        seen.update(enumerate(shuffler.shuffle(DECK, number)))
    expected = games / 52
    chi_square = sum((seen[place, card] - expected) ** 2 / expected for place in DECK for card in DECK)
    assert 2240 < chi_square < 2962


def test_the_key_binds_the_secret_to_the_start() -> None:
    key = shuffle_key(b"secret", 42)
    assert key == hashlib.sha256(b"secret42").digest()
    assert key != shuffle_key(b"secret", 43)
    assert key != shuffle_key(b"Secret", 42)


def test_the_fingerprint_is_the_secrets_sha_256_in_hex() -> None:
    """The example of FIPS 180-2, appendix B.1."""
    assert fingerprint(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_codes_and_cards_name_each_other() -> None:
    assert len(set(CODES)) == 52
    assert all(BY_CODE[CODES[card]] == card for card in DECK)
    assert {rank + suit for rank in RANKS for suit in SUITS} == set(CODES)
    assert [RANKS[RANK_OF[card] - 1] for card in DECK] == list(RANK_CODES)


def test_a_pile_is_read_left_first() -> None:
    assert pile("AC 10D QS") == bytes((0, 22, 50))
    assert pile("") == b""


@pytest.mark.parametrize("code", ["1C", "qs", "11H", "Q", "S10"])
def test_what_is_no_code_is_no_card(code: str) -> None:
    with pytest.raises(KeyError):
        pile(code)
