"""Drawing: apart from the bot's process, in time or not at all; and what comes out."""

import asyncio
import io
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from matplotlib.figure import Figure
from PIL import Image

from bot.model.charts import Chart, Panel
from bot.workers import chart_image, pictures
from bot.workers.pictures import Pictures
from bot.workers.worker import Failed, Worker
from tests.test_house import ROOT

ROOM = 10 * 1024 * 1024


def voyages(*scores: int) -> Panel:
    best = tuple(max(scores[: place + 1]) for place in range(len(scores)))
    return Panel("Solo voyages", f"{len(scores)} voyages", 1, scores, (), best, ("total", "best so far"))


def games(*scores: int, won: tuple[bool, ...]) -> Panel:
    return Panel("With others", f"{len(scores)} games", 38, scores, won, (), ("won", "not won"))


def crowded() -> Chart:
    """As many games as there can be, as wild as they can be."""
    chance = Random(3)
    scores = tuple(chance.randrange(150) for _ in range(100))
    return Chart((games(*scores, won=tuple(score % 2 == 0 for score in scores)), voyages(*scores)))


# --- Worker ---


def test_the_bot_starts_without_the_libraries_that_draw() -> None:
    """Its memory does not grow by them, and a fault in them cannot keep it from starting."""
    told = "import sys, bot.__main__; print(sorted({'matplotlib', 'numpy', 'PIL'} & sys.modules.keys()))"
    assert subprocess.check_output([sys.executable, "-c", told], cwd=ROOT, text=True) == "[]\n"  # noqa: S603 - ours


async def test_a_picture_is_drawn_in_a_process_of_its_own_and_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 600.0)  # a busy computer is no verdict
    drawn = await Pictures(Worker()).draw(crowded(), ROOM)
    assert drawn is not None
    assert len(drawn) < 100_000
    with Image.open(io.BytesIO(drawn)) as image:
        assert (image.format, image.size) == ("PNG", (960, 1200))


class Stub(Worker):
    """Does not draw."""

    def __init__(self, outcome: Exception | bytes | None) -> None:
        super().__init__()
        self.outcome = outcome
        self.gone = False

    async def run(self, task: str, given: bytes, seconds: float) -> bytes:
        assert (task, bool(given), seconds) == ("picture", True, pictures.PATIENCE_SECONDS)
        if isinstance(self.outcome, bytes):
            return self.outcome
        if self.outcome is not None:
            raise self.outcome
        try:
            await asyncio.Event().wait()
        finally:
            self.gone = True
        raise AssertionError


TRACEBACK = "Traceback\n  File\nModuleNotFoundError: No module named 'matplotlib'\n"
OUTCOMES: dict[str, Exception | bytes] = {
    "a picture could not be drawn: ModuleNotFoundError: No module named 'matplotlib'": Failed(TRACEBACK),
    "a picture could not be drawn: Failed": Failed(""),
    "a picture could not be drawn: no process can be started": OSError("no process can be started"),
    "a picture was not drawn within 20 s": TimeoutError(),
    "a picture of 11 bytes is too large to be sent": b"12345678901",
}


@pytest.mark.parametrize("line", OUTCOMES)
async def test_without_a_picture_the_host_reads_one_line(line: str, caplog: pytest.LogCaptureFixture) -> None:
    assert await Pictures(Stub(OUTCOMES[line])).draw(crowded(), 10) is None
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [("WARNING", line)]


async def test_waiting_for_others_pictures_counts_as_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """However long the queue is, words come in time; nobody stays in it."""
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 0.0)
    stuck = Stub(None)
    assert await Pictures(stuck).draw(crowded(), ROOM) is None
    assert stuck.gone
    assert caplog.messages == ["a picture was not drawn within 0 s"]


# --- What is drawn ---


def axes_of(panel: Panel) -> Any:
    axes: Any = Figure().subplots()
    chart_image._draw(axes, panel)
    return axes


@pytest.mark.parametrize(
    "panel, shapes",
    [
        (
            games(52, 2, 33, won=(True, False, True)),
            {"won": ("*", "None", [52, 33]), "not won": ("o", "None", [2])},
        ),
        (voyages(62, 64, 63), {"total": ("o", "-", [62, 64, 63]), "best so far": ("None", "--", [62, 64, 64])}),
    ],
)
def test_what_colours_say_shapes_say_as_well(panel: Panel, shapes: dict[str, tuple[str, str, list[int]]]) -> None:
    """Marker, line style and heights of everything that is named in the legend."""
    lines = {line.get_label(): line for line in axes_of(panel).get_lines()}
    for name, (marker, style, heights) in shapes.items():
        assert (lines[name].get_marker(), lines[name].get_linestyle()) == (marker, style)
        assert list(lines[name].get_ydata()) == heights


@pytest.mark.parametrize("scores", [(0, 0), (7, 7, 7), (-5, -5), (3, 2**63 - 1), (-(2**63), 2**63 - 1)])
def test_odd_scores_are_drawn_too(scores: tuple[int, ...]) -> None:
    with Image.open(io.BytesIO(chart_image.draw(Chart((voyages(*scores),))))) as image:
        assert image.size == (960, 600)


def test_equal_scores_have_whole_numbers_beside_them() -> None:
    assert axes_of(voyages(7, 7)).get_ylim() == (3, 11)
    assert [chart_image._short(number, 0) for number in (7.0, 99_999.0, 1.5e6)] == ["7", "99999", "1.5e+06"]


def test_words_from_the_locale_are_drawn_as_they_are() -> None:
    """A dollar sign begins no formula."""
    panel = Panel("$x^$", "$_ \\$", 1, (1, 2), (), (1, 2), ("$a", "b$"))
    assert chart_image.draw(Chart((panel,)))
