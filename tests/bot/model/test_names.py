"""Whatever people call themselves, a table stays readable (F37, F29)."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from bot.model.names import LIMIT, MOST_MARKS, clean, shown

RIGHT_TO_LEFT, ISOLATE, POP = "\u202e", "\u2068", "\u2069"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"

# Spaces before combining marks and joiners, and what hides them, are where cleaning goes wrong.
NAMES = st.text(st.characters() | st.sampled_from("a \u200d\u0301\u2063\ufe0f\u3164\u05d0*_`"), max_size=60)


PLAIN = ["Anne", "O'Neil", "Robert'); DROP TABLE scores;--", '"q"', "Дита", "アン", "آنا", FAMILY, "Zoë 🏴‍☠️", "1"]
CLEANED = {
    "  Anne \n Bonny\t": "Anne Bonny",
    "An\0ne": "Anne",
    f"{RIGHT_TO_LEFT}ennA": "ennA",
    "An\u200bne\ufeff": "Anne",
    "A" * 40: "A" * 32,
    "Anne \u200d": "Anne",
    "e\u0301": "é",
    "e" + "\u0316" * 30: "e" + "\u0316" * 2,
    "e" + "\u0316\u0316\u200d" * 4: "e\u0316\u0316",
    "e" + "\u0316\u0316\u2063" * 4: "e\u0316\u0316",
    **dict.fromkeys(["", "   ", "\u200b\u200b", "\u3164", "\u2800\u2800", "\u200d", "\u0301", "\0"], "Pirate 0007"),
}
"""Spaces, a NUL, what turns or hides text, lengths, marks; and names of which nothing is seen."""


def test_f37_ordinary_and_odd_names_stay_and_what_would_spoil_a_table_is_taken_out() -> None:
    assert [clean(name, 123_450_007) for name in (*PLAIN, *CLEANED)] == [*PLAIN, *CLEANED.values()]


@given(NAMES)
def test_f37_every_cleaned_name_is_one_short_visible_line(name: str) -> None:
    text = clean(name, 7)
    assert 0 < len(text) <= LIMIT
    assert text == text.strip()
    assert text.splitlines() == [text]
    categories = [unicodedata.category(character) for character in text]
    assert {
        category for category in map(unicodedata.category, text.replace("\u200d", "")) if category[0] == "C"
    } == set()
    marks = "".join("m" if category in {"Mn", "Me"} else "-" for category in categories)
    assert "m" * (MOST_MARKS + 1) not in marks


@given(NAMES)
def test_a_name_in_a_sentence_keeps_its_characters_and_no_markdown_takes_effect(name: str) -> None:
    text = clean(name, 7)
    sentence = shown(text)
    plain = sentence.removeprefix(ISOLATE).removesuffix(POP)
    bare = ""
    characters = iter(plain)
    for character in characters:
        assert character not in "*_~|`>[]()#<@:", f"{character} takes effect"
        bare += next(characters) if character == "\\" else character
    assert bare == text


def test_a_name_written_from_right_to_left_stays_within_its_place() -> None:
    assert shown("דיטה") == f"{ISOLATE}דיטה{POP}"
    assert shown("Dita") == "Dita"


SENTENCES = {
    "@everyone": r"\@everyone",
    "<@123>": r"\<\@123\>",
    "**Anne**": r"\*\*Anne\*\*",
    "[x](https://x.y)": r"\[x\]\(https\://x\.y\)",
    "# Anne": r"\# Anne",
    "\\": r"\\",
}


def test_neither_mentions_nor_markdown_of_a_name_take_effect() -> None:
    assert {name: shown(clean(name, 7)) for name in SENTENCES} == SENTENCES
