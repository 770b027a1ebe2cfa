"""A close of the gateway that Discord means for good: a farewell, one sentence for the host, and code 2, at once."""

import pytest

from rules.lands import Move
from tests.wire.voyage import Voyage

FAREWELL = "Quartermaster is going below deck for a moment."


@pytest.mark.parametrize(
    "code, words",
    [
        (4004, "Discord refused this token"),
        (4010, "does not know this shard"),
        (4011, "must use more shards"),
        (4012, "no longer there"),
        (4013, "does not know an intent"),
        (4014, "does not let the bot have an intent"),
    ],
)
async def test_a_close_for_good_ends_with_a_farewell_one_sentence_and_code_2(
    voyage: Voyage, code: int, words: str
) -> None:
    await voyage.world.server.gateway.drop(code)
    assert await voyage.bot.ended() == 2
    assert words in voyage.bot.output.splitlines()[-1]
    assert voyage.bot.output.count(words) == 1
    assert FAREWELL in voyage.table.text
    voyage.bot.assert_clean()


async def test_a_close_right_behind_a_start_ends_it_too(voyage: Voyage) -> None:
    """The clock of a game that has just begun is being woken while the stop cancels it."""
    before = await voyage.saved()
    press = voyage.press(before, Move.DRAW)
    await voyage.world.send(press)
    await voyage.world.server.gateway.drop(4014)
    assert await voyage.bot.ended() == 2
