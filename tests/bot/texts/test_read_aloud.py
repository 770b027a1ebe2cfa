"""What is read aloud or on a small screen: every control by words of its own, every text without columns (F43, F44)."""

import re

import pytest

from tests.bot import scenes
from tests.bot.clicks import Stage
from tests.bot.scenes import SCENES


def spoken(label: str) -> str:
    """Leave of a label what a screen reader says even where it knows no emoji."""
    return re.sub(r"[\W_]+", " ", label).strip().casefold()


@pytest.mark.parametrize("game, phase", SCENES)
async def test_f43_f44_every_control_has_words_of_its_own_and_every_text_stands_alone(
    stage: Stage, game: str, phase: str
) -> None:
    """No block of code, whose lines a phone cuts, and no message whose meaning is in its buttons alone."""
    await scenes.scene(stage, game, phase)
    assert stage.labels
    for labels in stage.labels:
        said = [spoken(label) for label in labels]
        assert "" not in said, labels
        assert len(set(said)) == len(said), labels
    assert "" not in stage.texts
    assert [text for text in stage.texts if "```" in text or "\t" in text] == []
