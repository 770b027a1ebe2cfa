"""Draws a chart as a PNG. Runs in the worker process (bot/workers/worker.py), which alone loads matplotlib.

Made for a phone, where Discord shows it some 320 pixels wide: large type, few words. The background is a dark grey that
suits light and dark mode. Shapes repeat what colours say; the colours are Okabe and Ito's, which can be told apart with
every kind of colour blindness.
"""

import io
from typing import Any

import msgspec
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter, MaxNLocator
from PIL import Image

from bot.model.charts import Chart, Panel

Style = dict[str, Any]

WIDTH, HEIGHT, PAD = 9.6, 6.0, 0.2
"""In inches; the height is that of one panel."""
DPI = 100
GROUND, INK, GRID = "#23272e", "#f2f3f5", "#4a505a"
SKY, ORANGE = "#56b4e9", "#e69f00"
COLOURS = 64
DENSE = 40
"""With more games than this the markers are smaller."""
LEAST_SPAN = 4
"""If scores differ by less, the axis is extended by this above and below, as it counts whole doubloons."""
PLAIN_NUMBERS = 100_000
"""Larger numbers are shortened on the axis."""

STYLE: dict[Any, Any] = {
    "font.size": 25,
    "font.family": "DejaVu Sans",
    "axes.edgecolor": GRID,
    "axes.facecolor": GROUND,
    "axes.labelcolor": INK,
    "figure.facecolor": GROUND,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}


def picture(given: bytes) -> bytes:
    """Draw a chart that came as JSON; return the PNG."""
    return draw(msgspec.json.decode(given, type=Chart))


def draw(chart: Chart) -> bytes:
    """Return a chart as a PNG, 960 pixels wide."""
    file = io.BytesIO()
    with rc_context(STYLE):
        layout = ConstrainedLayoutEngine(h_pad=PAD, w_pad=PAD)
        figure = Figure(figsize=(WIDTH, HEIGHT * len(chart.panels)), dpi=DPI, layout=layout)
        for axes, panel in zip(figure.subplots(len(chart.panels), squeeze=False).flat, chart.panels, strict=True):
            _draw(axes, panel)
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        drawn = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba()).convert("RGB")
    # With so few colours the file has a third of the bytes.
    drawn.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw(axes: Axes, panel: Panel) -> None:
    numbers = range(panel.first, panel.first + len(panel.scores))
    size = 9 if len(panel.scores) > DENSE else 14
    (_games if panel.won else _voyages)(axes, panel, numbers, size)
    axes.set_title(panel.title, loc="left", pad=74, fontsize=29, fontweight="bold")
    axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=2, frameon=False, borderaxespad=0.2)
    axes.set_xlabel(panel.axis)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:.0f}" if number >= 1 else ""))
    axes.yaxis.set_major_formatter(FuncFormatter(_short))
    axes.grid(axis="y", color=GRID, linewidth=1.5)
    axes.set_axisbelow(True)
    axes.margins(x=0.04, y=0.12)
    low, high = min(panel.scores), max((*panel.scores, *panel.best))
    if high - low < LEAST_SPAN:
        axes.set_ylim(low - LEAST_SPAN, high + LEAST_SPAN)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(length=0)


def _voyages(axes: Axes, panel: Panel, numbers: range, size: int) -> None:
    """A line through the totals, and in steps the best so far."""
    total, best = panel.legend
    line: Style = {"color": SKY, "linewidth": size / 4, "marker": "o", "markersize": size * 0.7, "label": total}
    axes.plot(numbers, panel.scores, **line)
    axes.plot(numbers, panel.best, color=ORANGE, linewidth=3.5, linestyle="--", drawstyle="steps-post", label=best)


def _games(axes: Axes, panel: Panel, numbers: range, size: int) -> None:
    """A thin line through the scores: wins are filled stars, the others rings."""
    won, other = panel.legend
    axes.plot(numbers, panel.scores, color=GRID, linewidth=2.5)
    shapes: dict[bool, Style] = {
        True: {"label": won, "marker": "*", "markersize": size * 1.7, "color": ORANGE},
        False: {"label": other, "marker": "o", "markersize": size * 0.8, "color": SKY, "markerfacecolor": GROUND},
    }
    for kind, shape in shapes.items():
        places = [place for place, is_won in enumerate(panel.won) if is_won is kind]
        scores = [panel.scores[place] for place in places]
        axes.plot([numbers[place] for place in places], scores, linestyle="none", markeredgewidth=3, **shape)


def _short(value: float, _: int) -> str:
    """Write a number for the axis: 98, 1.2e+09."""
    return f"{value:.0f}" if abs(value) < PLAIN_NUMBERS else f"{value:.2g}"
