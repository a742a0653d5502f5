"""The studies' pictures, drawn with matplotlib: the same figures give the same bytes."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#e08214", "#542788", "#1b7837")
BETWEEN = "#cccccc"
"""Edges between communities."""
WIDTH, HEIGHT = 7.2, 3.6
"""Inches."""
LONGEST = 26
"""Letters of a name beside a node; a longer one is cut."""
LEVEL = 90
"""Letters that fit below a chart; longer rows of names are slanted."""


def bars(title: str, values: Mapping[str, float], unit: str) -> Figure:
    """Return a bar chart: a bar per name, in order, each with its value."""
    with _style():
        slant = 30 if sum(map(len, values)) > LEVEL else 0
        figure, axes = _axes(title, HEIGHT + (1.2 if slant else 0.0))
        drawn = axes.bar(range(len(values)), list(values.values()), color=COLOURS[0])
        axes.bar_label(drawn, [_figure(value) for value in values.values()], padding=2, fontsize=8)
        axes.set_xticks(range(len(values)), list(values), rotation=slant, ha="right" if slant else "center", fontsize=8)
        axes.set_xlabel(unit)
    return figure


def grouped_bars(title: str, series: Mapping[str, Mapping[str, float]], unit: str, up: str) -> Figure:
    """Return a chart with a group of bars per name, and a bar of its own colour in it for each series that has it."""
    with _style():
        names = sorted({name for values in series.values() for name in values})
        slant = 30 if sum(map(len, names)) > LEVEL else 0
        figure, axes = _axes(title, HEIGHT + (1.2 if slant else 0.0))
        width = 0.8 / max(1, len(series))
        for place, (label, values) in enumerate(series.items()):
            at = [names.index(name) + (place - (len(series) - 1) / 2) * width for name in values]
            axes.bar(at, list(values.values()), width, label=label, color=_colour(place))
        axes.set_xticks(range(len(names)), names, rotation=slant, ha="right" if slant else "center", fontsize=8)
        axes.set(xlabel=unit, ylabel=up, xlim=(-0.5, len(names) - 0.5))
        figure.legend(loc="outside lower center", ncols=3, fontsize=8)
    return figure


Cells = Sequence[tuple[str, str, float]]
"""Line, column and value of each field of a grid."""


def heat_map(title: str, cells: Cells, unit: str, falling: bool = True) -> Figure:
    """Return a grid of numbers, lines and columns sorted by their means, the largest first, or the least.

    A field without a value stays empty. A darker one has a larger number, which stands in it.
    """
    with _style():
        lines, columns = (_by_mean(cells, place, falling) for place in (0, 1))
        figure, axes = _axes(title, max(HEIGHT, 1.8 + 0.24 * len(lines)), max(WIDTH, 2.2 + 0.5 * len(columns)))
        values = [value for _, _, value in cells]
        low, high = min([*values, 0.0]), max([*values, 1e-12])
        grid = [[math.nan] * len(columns) for _ in lines]
        for line, column, value in cells:
            grid[lines.index(line)][columns.index(column)] = value
            at = (columns.index(column), lines.index(line))
            shade = "white" if value - low > 0.6 * (high - low) else "black"
            axes.text(*at, f"{value:.2f}", ha="center", va="center", fontsize=6, color=shade)
        axes.imshow(grid, cmap="Blues", vmin=low, vmax=high, aspect="auto")
        axes.set_xticks(range(len(columns)), columns, rotation=45, ha="right", fontsize=7)
        axes.set_yticks(range(len(lines)), lines, fontsize=7)
        axes.set_xlabel(unit)
    return figure


def _by_mean(cells: Cells, place: int, falling: bool) -> list[str]:
    """Return the names of lines (place 0) or columns (1), sorted by the mean of their values."""
    values: dict[str, list[float]] = {}
    for each in cells:
        values.setdefault(each[:2][place], []).append(each[2])
    means = {name: math.fsum(each) / len(each) for name, each in values.items()}
    return sorted(means, key=lambda name: (-means[name] if falling else means[name], name))


def network(title: str, names: Sequence[str], edges: Mapping[tuple[int, int], float], parts: Sequence[int]) -> Figure:
    """Return a graph on a circle, ordered and coloured by community; a thicker line is a larger weight."""
    with _style():
        from matplotlib.collections import LineCollection

        figure, axes = _axes(title, WIDTH)
        axes.set_axis_off()
        axes.set_aspect("equal")
        axes.set(xlim=(-1.75, 1.75), ylim=(-1.75, 1.75))
        order = sorted(range(len(names)), key=lambda node: (parts[node], node))
        angle = {node: 2 * math.pi * place / max(1, len(names)) for place, node in enumerate(order)}
        at = {node: (math.cos(a), math.sin(a)) for node, a in angle.items()}
        most = max([*edges.values(), 1e-12])
        lines = sorted(edges.items())
        axes.add_collection(
            LineCollection(
                [(at[a], at[b]) for (a, b), _ in lines],
                colors=[_colour(parts[a]) if parts[a] == parts[b] else BETWEEN for (a, b), _ in lines],
                linewidths=[0.3 + 2.0 * weight / most for _, weight in lines],
                alpha=0.6,
                zorder=1,
            )
        )
        colours = [_colour(parts[node]) for node in order]
        axes.scatter([at[n][0] for n in order], [at[n][1] for n in order], s=28, c=colours, zorder=2)
        for node in order:
            _radial(axes, angle[node], names[node])
    return figure


def scatter(title: str, points: Mapping[str, tuple[float, float]], across: str, up: str) -> Figure:
    """Return points with their names."""
    with _style():
        figure, axes = _axes(title, HEIGHT)
        axes.scatter([x for x, _ in points.values()], [y for _, y in points.values()], s=20, color=COLOURS[0])
        for name, point in points.items():
            axes.annotate(name, point, xytext=(4, 4), textcoords="offset points", fontsize=8)
        axes.margins(x=0.12, y=0.15)
        axes.set(xlabel=across, ylabel=up)
    return figure


def encoded(figure: Figure, form: str) -> bytes:
    """Return a picture as a file's content, without date or random ids; `form` is "svg" or "pdf"."""
    held = io.BytesIO()
    with _style():
        figure.savefig(held, format=form, metadata={"Date" if form == "svg" else "CreationDate": None})
    return held.getvalue()


@contextmanager
def _style() -> Iterator[None]:
    """Draw in our style, ignoring the user's matplotlib configuration."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "svg.fonttype": "none",  # text stays text, so it can be searched and read aloud
                "svg.hashsalt": "boxwright",
                "pdf.fonttype": 42,
                "text.parse_math": False,  # a $ in a name is a $
                "axes.spines.top": False,
                "axes.spines.right": False,
            }
        )
        yield


def _axes(title: str, height: float, width: float = WIDTH) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title)
    return figure, axes


def _figure(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _colour(part: int) -> str:
    return COLOURS[part % len(COLOURS)]


def _radial(axes: Axes, angle: float, name: str) -> None:
    """Write a name outside the circle, along the radius, never upside down."""
    left = math.cos(angle) < 0
    shown = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    axes.text(
        1.05 * math.cos(angle),
        1.05 * math.sin(angle),
        shown,
        rotation=math.degrees(angle) + (180 if left else 0),
        rotation_mode="anchor",
        ha="right" if left else "left",
        va="center",
        fontsize=7,
    )
