"""Which button the words mean that somebody typed (F43)."""

import pytest

from bot.commands.press import meant
from bot.model.errors import Refusal, Refused

BUTTONS = {"Steal": "1", "Steal it": "2", "10♦D": "3", "10♦D of Anne": "4", "2♦D of Bart": "5", "Fight": "6"}


@pytest.mark.parametrize(
    "typed, custom_id",
    [
        ("steal", "1"),
        ("STEAL IT", "2"),
        ("10d", "3"),
        ("10d of", "4"),
        ("2d", "5"),
        ("bart", "5"),
        ("fi", "6"),
        ("6", ""),
    ],
)
def test_words_in_full_go_before_a_beginning_and_a_beginning_before_a_part(typed: str, custom_id: str) -> None:
    if custom_id:
        assert meant(BUTTONS, typed) == custom_id
        return
    with pytest.raises(Refused) as refused:
        meant(BUTTONS, typed)
    assert refused.value.reason is Refusal.NO_SUCH_BUTTON


CHOSEN = {"Take back: 7♥H": "1", "8♥H": "2", "Take back: 10♥H of Anne": "3"}


@pytest.mark.parametrize("typed", ["7h", "7", "anne", "10h of", "of anne"])
def test_the_words_of_what_is_chosen_do_not_take_it_back(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        meant(CHOSEN, typed, "Take back: ")
    assert refused.value.reason is Refusal.NO_SUCH_BUTTON
    assert "Take back: 7♥H" in str(refused.value.facts["buttons"]).replace("\\", "")


@pytest.mark.parametrize("typed, custom_id", [("take back 7", "1"), ("Take back: 10♥H of Anne", "3"), ("8", "2")])
def test_the_words_that_say_so_do(typed: str, custom_id: str) -> None:
    assert meant(CHOSEN, typed, "Take back: ") == custom_id
