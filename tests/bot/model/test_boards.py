"""Which boards there are, what their controls carry, and whom a result gives points to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.boards import Wanted, boards_of, choose, voyage_board, wanted
from bot.model.custom_ids import ControlId, decode
from bot.model.errors import MalformedId, Refusal, Refused
from rules.lands.model import Options
from tests.registry import GAMES
from tests.rules.builders import QUEEN_OF_SPADES, idols

NUMBERS = st.integers(0, 999_999_999)
PLACES = st.sampled_from([(game, board) for game in GAMES for board in boards_of(game)])


def test_every_game_has_boards_of_wins_and_rates_first() -> None:
    assert {tuple(boards_of(game))[:2] for game in GAMES} == {("wins", "rate")}


@given(PLACES, st.none() | NUMBERS, NUMBERS)
def test_a_page_is_read_as_it_was_written_and_fits_into_a_control(
    place: tuple[str, str], season: int | None, page: int
) -> None:
    asked = Wanted(*place, season=season, page=page)
    assert wanted(decode(str(ControlId("board-previous", argument=str(asked)))).argument) == asked


FORGED = ["", *(f"lands.wins.{rest}" for rest in ("0", "0.1.1", "-1.1", "0.01", "0.", "0.1234567890", "0.\u0663"))]


@pytest.mark.parametrize("text", [*FORGED, "chess.wins.0.1", "lands.stolen.0.1"])
def test_a_forged_page_is_malformed(text: str) -> None:
    with pytest.raises(MalformedId):
        wanted(text)


@pytest.mark.parametrize(
    "game, board, here, meant",
    [
        (None, None, None, ("lands", "wins")),
        (None, None, "blackspot", ("blackspot", "wins")),
        ("lands", None, "blackspot", ("lands", "wins")),
        (None, "rate", "blackspot", ("blackspot", "rate")),
        (None, "bank", "blackspot", ("lands", "bank")),
        (None, "stolen", "lands", ("blackspot", "stolen")),
        ("blackspot", "stolen", None, ("blackspot", "stolen")),
    ],
)
def test_what_is_not_said_is_taken_from_the_channel_or_from_the_board(
    game: str | None, board: str | None, here: str | None, meant: tuple[str, str]
) -> None:
    assert choose(game, board, here) == meant


def test_a_board_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        choose("blackspot", "bank", None)
    assert refused.value.reason is Refusal.OTHER_BOARD


def test_l16_voyages_under_other_house_rules_have_a_board_of_their_own() -> None:
    assert voyage_board("lands", Options(target=50)) == "voyage"
    buried = voyage_board("lands", Options(buried_treasure=True))
    cursed = voyage_board("lands", Options(idols=idols(QUEEN_OF_SPADES)))
    assert len({"voyage", buried, cursed}) == 3
    assert buried == voyage_board("lands", Options(buried_treasure=True, target=300))
