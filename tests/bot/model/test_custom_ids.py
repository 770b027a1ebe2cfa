"""What stands in a control's custom_id: read strictly, never longer than Discord allows."""

import string
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.custom_ids import LIMIT, PREFIX, ControlId, decode, number_in
from bot.model.errors import MalformedId
from tests.registry import GAMES

ARGUMENT = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) != ":")
SESSION = "abcdefgh27"
VERBS = st.text(string.ascii_lowercase + "-", min_size=1, max_size=16)
ARGUMENTS = st.text(ARGUMENT, max_size=40)
CONTROLS = st.builds(
    ControlId,
    VERBS,
    st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=10, max_size=10),
    st.none() | st.integers(0, 999_999_999),
    ARGUMENTS,
) | st.builds(ControlId, VERBS, argument=ARGUMENTS)


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A control's text with one character exchanged."""
    text, place = str(draw(CONTROLS)), draw(st.integers(0, 99))
    place %= len(text)
    return text[:place] + draw(st.characters()) + text[place + 1 :]


@given(CONTROLS)
def test_a_control_is_read_as_it_was_written_within_discords_limit(control: ControlId) -> None:
    text = str(control)
    assert decode(text) == control
    assert text.isascii()
    assert text.startswith(PREFIX)
    assert len(text) <= LIMIT


@given(st.text(max_size=120) | changed())
def test_what_can_be_read_is_exactly_what_is_written(text: str) -> None:
    """Garbage is malformed; whatever is not is the very text that its control writes."""
    with suppress(MalformedId):
        assert str(decode(text)) == text


FOREIGN = ["", "q1:", "join", f"q0:join:{SESSION}::", f" q1:move:{SESSION}:7:draw"]
MALFORMED = [
    *FOREIGN,
    *(f"q1:join:{rest}" for rest in (f"{SESSION}:", f"{SESSION}:::", "short::", "abcdefgh01::")),
    *("q1:board::7:", "q1:board:::x:", f"q1:JOIN:{SESSION}::"),
    *(f"q1:move:{SESSION}:{ticket}:draw" for ticket in ("-1", "007", "1234567890", "٣")),
    *(f"q1:move:{SESSION}:7:{argument}" for argument in ("two words", "dräw", "d" * 41, "draw\n")),
]


@pytest.mark.parametrize("text", MALFORMED)
def test_garbage_and_other_peoples_ids_are_malformed(text: str) -> None:
    with pytest.raises(MalformedId):
        decode(text)


def test_the_move_of_leaving_fits_into_a_control() -> None:
    for game in GAMES.values():
        token = game.token(game.LEAVE)
        assert decode(str(ControlId("move", SESSION, 999_999_999, token))).argument == token


@given(st.integers(0, 999_999_999))
def test_a_number_is_read_as_it_was_written(number: int) -> None:
    assert number_in(str(number)) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "01", "1.0", " 1", "1\n", "1_0", "1234567890", "٣", "²", "one"])
def test_a_number_that_no_control_holds_is_malformed(text: str) -> None:
    with pytest.raises(MalformedId):
        number_in(text)
