"""The figures of a report, by matplotlib: for print as SVG and PDF, and as SVG within the page.

In print they are black on white; within the page lines and letters have the page's own colour. The same runs give the
same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.records import OUTCOMES
from boxwright.harness.analysis.metrics import Score
from boxwright.harness.report.loaded import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8a900")
"""Okabe and Ito's palette, told apart without seeing red and green; used in turn."""
MARKERS = "osD^vPX*"
OUTCOME_COLOURS = {
    "right": "#009e73",
    "wrong": "#d55e00",
    "unparsable": "#e69f00",
    "cut": "#cc79a7",
    "failed": "#7f7f7f",
}
_INK = "#010203"
"""Stands for the colour of letters until the figure is in a page."""


def figures(runs: Sequence[Run]) -> dict[str, Figure]:
    """Draw every figure that these runs have data for."""
    drawn: dict[str, Callable[[Axes, Sequence[Run]], bool]] = {
        "leaderboard": _leaderboard,
        "heat_map": _heat_map,
        "outcomes": _outcomes,
        "calibration": _calibration,
        "accuracy_turns": _against("answered turns an episode", _turns),
        "accuracy_tokens": _against("tokens", lambda run, score: float(score.usage.total)),
        "accuracy_cost": _against("cost in US dollars", _dollars),
    }
    with _style():
        made = {name: _draw(draw, runs) for name, draw in drawn.items()}
    return {name: figure for name, figure in made.items() if figure is not None}


@contextmanager
def _style() -> Iterator[None]:
    import matplotlib

    lines = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    style: dict[Any, Any] = {**dict.fromkeys(lines, _INK), "font.size": 9}
    with matplotlib.rc_context(style):
        yield


def _draw(draw: Callable[[Axes, Sequence[Run]], bool], runs: Sequence[Run]) -> Figure | None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.4), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure if draw(axes, runs) else None


def columns(runs: Sequence[Run]) -> list[tuple[str, Run, Score]]:
    """Return every model of every run with its name in a figure, and its score over all boxes."""
    return [
        (score.model if len(runs) == 1 else f"{score.model} {run.label}", run, score)
        for run in runs
        for score in run.scores
        if score.scope == "*"
    ]


def _leaderboard(axes: Axes, runs: Sequence[Run]) -> bool:
    shown = [(name, s) for name, _, s in columns(runs) if s.accuracy is not None]
    shown.sort(key=lambda entry: (entry[1].accuracy or 0, entry[0]))
    if not shown:
        return False
    _tall(axes, len(shown))
    for place, (_, score) in enumerate(shown):
        mean, low, high = score.accuracy or 0.0, score.low, score.high
        axes.barh(place, 100 * mean, color=COLOURS[0], height=0.62)
        if low is not None and high is not None:
            around = [[100 * max(0.0, mean - low)], [100 * max(0.0, high - mean)]]
            axes.errorbar(100 * mean, place, xerr=around, color=_INK, capsize=3, linewidth=1.2)
    axes.set_yticks(range(len(shown)), [name for name, _ in shown])
    axes.set_xlim(0, 100)
    axes.set_xlabel("accuracy in %, mean over boxes, 95 % interval")
    return True


def _heat_map(axes: Axes, runs: Sequence[Run]) -> bool:
    import numpy

    shown = [(name, run.boxes(score.model)) for name, run, score in columns(runs)]
    boxes = sorted({box for _, means in shown for box in means})
    if not boxes:
        return False
    axes.figure.set_size_inches(1.8 + 0.55 * len(shown) + 2.2, 1.6 + 0.17 * len(boxes))  # type: ignore[union-attr]
    cells = numpy.array([[100 * means.get(box, numpy.nan) for _, means in shown] for box in boxes])
    picture = axes.imshow(cells, cmap="cividis", vmin=0, vmax=100, aspect="auto", interpolation="none")
    axes.set_yticks(range(len(boxes)), boxes, fontsize=7)
    axes.set_xticks(range(len(shown)), [name for name, _ in shown], rotation=40, ha="right", fontsize=8)
    axes.figure.colorbar(picture, label="accuracy in %", shrink=0.6)
    return True


def _outcomes(axes: Axes, runs: Sequence[Run]) -> bool:
    shown = [(name, s) for name, _, s in columns(runs) if sum(s.outcomes.values())]
    if not shown:
        return False
    shown.reverse()
    _tall(axes, len(shown))
    for place, (_, score) in enumerate(shown):
        left, total = 0.0, sum(score.outcomes.values())
        for outcome in OUTCOMES:
            share = 100 * score.outcomes[outcome] / total
            axes.barh(place, share, left=left, color=OUTCOME_COLOURS[outcome], height=0.62)
            left += share
    axes.set_yticks(range(len(shown)), [name for name, _ in shown])
    axes.set_xlim(0, 100)
    axes.set_xlabel("test samples in %")
    for outcome in OUTCOMES:
        axes.bar(0, 0, color=OUTCOME_COLOURS[outcome], label=outcome)
    axes.figure.legend(loc="outside upper center", ncols=5, frameon=False)
    return True


def _calibration(axes: Axes, runs: Sequence[Run]) -> bool:
    """Draw each model's share of right answers against the probability that it stated, by tenths of the scale."""
    shown = [(run, c) for run in runs for c in run.calibration]
    if not shown:
        return False
    axes.plot([0, 100], [0, 100], color=_INK, linewidth=0.8, linestyle=":")
    for number, (run, found) in enumerate(shown):
        right = [100 * b.right for b in found.bins]
        around = [[100 * (b.right - b.low) for b in found.bins], [100 * (b.high - b.right) for b in found.bins]]
        axes.errorbar(
            [100 * b.stated for b in found.bins],
            right,
            yerr=around,
            color=COLOURS[number % len(COLOURS)],
            marker=MARKERS[number % len(MARKERS)],
            capsize=3,
            linewidth=1.1,
            label=found.model if len(runs) == 1 else f"{found.model} {run.label}",
        )
    axes.set_xlim(-3, 103)
    axes.set_ylim(-3, 103)
    axes.set_xlabel("stated probability in %")
    axes.set_ylabel("right answers in %")
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
    return True


def _tall(axes: Axes, rows: int) -> None:
    axes.figure.set_size_inches(6.4, 1.1 + 0.32 * rows)  # type: ignore[union-attr]


def _turns(run: Run, score: Score) -> float | None:
    counted = [s.turns for s in run.scores if s.model == score.model and not s.scope.endswith("*")]
    episodes = run.settings["runs"] * len(counted)
    return sum(counted) / episodes if episodes else None


def _dollars(run: Run, score: Score) -> float | None:
    cost = run.cost(score)
    return None if cost is None else float(cost)


def _against(label: str, value: Callable[[Run, Score], float | None]) -> Callable[[Axes, Sequence[Run]], bool]:
    """Return what draws accuracy against an effort; the same model in several runs is joined by a line."""

    def draw(axes: Axes, runs: Sequence[Run]) -> bool:
        points: dict[str, list[tuple[float, Score]]] = {}
        for _, run, score in columns(runs):
            effort = value(run, score)
            if effort is not None and score.accuracy is not None:
                points.setdefault(score.model, []).append((effort, score))
        if len({effort for found in points.values() for effort, _ in found}) < 2:
            return False
        for number, (model, found) in enumerate(points.items()):
            _series(axes, number, model, sorted(found, key=lambda point: point[0]))
        axes.set_ylim(-3, 103)
        axes.set_ylabel("accuracy in %")
        axes.set_xlabel(label)
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
        return True

    return draw


def _series(axes: Axes, number: int, model: str, found: Sequence[tuple[float, Score]]) -> None:
    means = [100 * (score.accuracy or 0.0) for _, score in found]
    lows = [mean - 100 * (score.low or 0.0) for mean, (_, score) in zip(means, found, strict=True)]
    highs = [100 * (1.0 if s.high is None else s.high) - mean for mean, (_, s) in zip(means, found, strict=True)]
    axes.errorbar(
        [effort for effort, _ in found],
        means,
        yerr=[[max(0.0, v) for v in lows], [max(0.0, v) for v in highs]],
        color=COLOURS[number % len(COLOURS)],
        marker=MARKERS[number % len(MARKERS)],
        capsize=3,
        linewidth=1.1,
        label=model,
    )


def write_figures(runs: Sequence[Run], folder: Path) -> list[Path]:
    """Write each figure as SVG and PDF; return the files. Raises: OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, figure in figures(runs).items():
        for kind in ("svg", "pdf"):
            path = folder / f"{name}.{kind}"
            write_atomically(path, _saved(figure, name, kind))
            written.append(path)
    return written


def in_page(runs: Sequence[Run]) -> Mapping[str, str]:
    """Return each figure as SVG for a page: its letters have the colour of the page's text."""
    found = {}
    for name, figure in figures(runs).items():
        svg = _saved(figure, name, "svg", transparent=True).decode().replace(_INK, "currentColor")
        head, rest = svg[svg.index("<svg") :].split(">", 1)
        found[name] = re.sub(r' (width|height)="[^"]*"', "", head) + ">" + rest
    return found


def _saved(figure: Figure, name: str, kind: str, **how: bool) -> bytes:
    import matplotlib

    undated: dict[str, str | None] = {"Date": None} if kind == "svg" else {"CreationDate": None}
    out = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none", "pdf.fonttype": 42}):
        figure.savefig(out, format=kind, metadata=undated, **how)
    return out.getvalue()
