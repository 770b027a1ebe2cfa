"""Which names look alike, which look like the bot's own words, and the marks that tell people apart (X5)."""

import pytest

from bot.model.lookalikes import looks, misleads
from bot.model.marks import callsign, callsigns
from bot.texts import content

ANNA = "Anna"
ALIKE = {
    "case": "aNNA",
    "Cyrillic": "\u0410nn\u0430",
    "Greek": "\u0391\u03b7\u03b7\u03b1",
    "Cherokee": "\u13aann\u0430",
    "small capitals": "\u1d00\u0274\u0274\u1d00",
    "full width": "\uff21\uff4e\uff4e\uff41",
    "mathematical": "\U0001d504\U0001d52b\U0001d52b\U0001d51e",
    "squares": "\U0001f170\U0001f17d\U0001f17d\U0001f170",
    "accents": "A\u0301nn\u00e5",
    "invisible": "An\u200b\u2060na",
    "filler": "An\u2800na\u3164",
    "variation": "Anna\ufe0f",
    "spaces": "A n\u2009na",
    "punctuation": "-_Anna.",
}


@pytest.mark.parametrize("name", ALIKE.values(), ids=ALIKE)
def test_names_that_are_hardly_told_apart_look_alike(name: str) -> None:
    assert looks(name) == looks(ANNA)


@pytest.mark.parametrize("one, other", [("IlI", "lI1"), ("mike", "rnike"), ("Ava", "A\u1d20a"), ("B0B", "BOB")])
def test_letters_that_look_like_others_are_those(one: str, other: str) -> None:
    assert looks(one) == looks(other)


def test_other_names_do_not_look_alike() -> None:
    names = [
        "Anna",
        "Anne",
        "Hanna",
        "\u30a2\u30f3\u30ca",
        "\u263a",
        "\u2620",
        "...",
        "!",
        "Jos\u00e9",
        "7",
        "8",
        "Bart",
    ]
    assert len({looks(name) for name in names}) == len(names)
    assert looks("\u2620") == looks("\u2620\ufe0f")


OURS = [
    "a departed pirate",
    "A DEPARTED PIR\u0410TE",
    "not a departed pirate",
    "Ein verschollener Pirat",
    "You",
    "du",
    "The Moderator Anne",
    "\U0001d410uartermaster",
]
MARKED = [
    "Anna (2)",
    "Anna #1234",
    "Anna\uff031234",
    "Anna \u266flO01",
    "Anna (you)",
    "Anna [du]",
    "Anna #\u0661\u0662",
]


@pytest.mark.parametrize("name", [*OURS, *MARKED])
def test_whoever_calls_themselves_like_the_bot_speaks_or_marks_carries_a_mark_even_alone(name: str) -> None:
    assert misleads(name)
    assert callsign(190_007, name, []).plain == f"{name} #0007"


@pytest.mark.parametrize(
    "name", ["Anna", "Youri", "max_2004", "C-3PO", "Anna (she/her)", "Crew 7", "Anna \u2620", "2Pac"]
)
def test_nobody_else_does(name: str) -> None:
    assert not misleads(name)
    assert callsign(190_007, name, []).plain == name


@pytest.mark.parametrize("key", ["board-unknown", "board-you"])
def test_the_words_of_every_language_are_known(key: str) -> None:
    assert {language.texts(key) for language in content.load().languages.values()} <= set(content.names().own_words)


def test_only_those_who_share_a_name_are_marked_with_as_many_digits_as_it_takes() -> None:
    called = callsigns({12_345: ANNA, 99_345: "ANNA", 77_345: "Bart", 55_512_345: "\u0410nna"})
    assert [one.plain for one in called.values()] == ["Anna #12345", "ANNA #9345", "Bart", "\u0410nna #512345"]


def test_a_mark_is_ones_own_whoever_is_named_beside_and_cannot_be_taken_on() -> None:
    forged = callsigns({11_234: ANNA, 15_678: "Anna #1234", 19_999: ANNA})
    assert [one.plain for one in forged.values()] == ["Anna #1234", "Anna #1234 #5678", "Anna #9999"]
    assert callsign(11_234, ANNA, [11_234, 15_678]) == callsign(11_234, ANNA, [19_999]) == forged[11_234]


def test_a_mark_in_a_sentence_stands_behind_the_escaped_name() -> None:
    assert str(callsign(11_234, "*An_na*", [5])) == r"\*An\_na\* #1234"
    assert str(callsign(11_234, "\u05d0\u05e0\u05d4", [5])) == "\u2068\u05d0\u05e0\u05d4\u2069 #1234"


def test_a_long_name_is_cut_where_there_is_little_room_but_never_its_mark() -> None:
    assert callsign(11_234, "B" * 32, [5]).short == "B" * 32 + " #1234"
    assert callsign(11_234, "\u2620" * 32, [5]).short == "\u2620" * 32 + " #1234"
    assert callsign(11_234, "\U0001f480" * 32, [5]).short == "\U0001f480" * 20 + "\u2026 #1234"
