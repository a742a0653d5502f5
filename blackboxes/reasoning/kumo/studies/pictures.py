"""Pictures of the studies as plain SVG: bars, and a graph with its communities. No plotting library is needed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#e08214", "#542788", "#1b7837")
WIDTH, HEIGHT, MARGIN = 720, 360, 50
LONGEST = 26
"""Letters of a name beside a node; more would leave the picture."""


def bars(title: str, values: Mapping[str, float], unit: str) -> str:
    """Return a bar chart: a bar per name, in order, each with its value."""
    most = max([*values.values(), 1e-12])
    step = (WIDTH - 2 * MARGIN) / max(1, len(values))
    high = HEIGHT - 2 * MARGIN
    parts = []
    for number, (name, value) in enumerate(values.items()):
        x, tall = MARGIN + number * step, high * value / most
        middle = f"{x + step / 2:.1f}"
        parts.append(
            f'<rect x="{x + step * 0.1:.1f}" y="{HEIGHT - MARGIN - tall:.1f}" width="{step * 0.8:.1f}" '
            f'height="{tall:.1f}" fill="{COLOURS[0]}"/>'
        )
        parts.append(_text(middle, f"{HEIGHT - MARGIN - tall - 5:.1f}", f"{value:.4g}", "middle"))
        parts.append(_text(middle, f"{HEIGHT - MARGIN + 16}", name, "middle"))
    parts.append(_text(f"{WIDTH / 2:.0f}", f"{HEIGHT - 8}", unit, "middle"))
    return _svg(title, HEIGHT, parts)


def network(title: str, names: Sequence[str], edges: Mapping[tuple[int, int], float], parts: Sequence[int]) -> str:
    """Return a graph on a circle, ordered and coloured by community; a thicker line is a larger weight."""
    size = WIDTH
    order = sorted(range(len(names)), key=lambda n: (parts[n], n))
    middle, radius = size / 2, size / 2 - 165
    angle = {node: 2 * math.pi * place / max(1, len(names)) for place, node in enumerate(order)}
    at = {n: (middle + radius * math.cos(a), middle + radius * math.sin(a)) for n, a in angle.items()}
    most = max([*edges.values(), 1e-12])
    drawn = []
    for (a, b), weight in sorted(edges.items()):
        same = parts[a] == parts[b]
        colour = COLOURS[parts[a] % len(COLOURS)] if same else "#cccccc"
        drawn.append(
            f'<line x1="{at[a][0]:.1f}" y1="{at[a][1]:.1f}" x2="{at[b][0]:.1f}" y2="{at[b][1]:.1f}" '
            f'stroke="{colour}" stroke-opacity="0.6" stroke-width="{0.4 + 2.6 * weight / most:.2f}"/>'
        )
    for node in order:
        x, y = at[node]
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[parts[node] % len(COLOURS)]}"/>')
        left = math.cos(angle[node]) < 0
        turned = math.degrees(angle[node]) + (180 if left else 0)
        out_x, out_y = middle + (radius + 9) * math.cos(angle[node]), middle + (radius + 9) * math.sin(angle[node])
        name = names[node] if len(names[node]) <= LONGEST else names[node][: LONGEST - 1] + "…"
        label = _text(f"{out_x:.1f}", f"{out_y:.1f}", name, "end" if left else "start", size=9)
        drawn.append(f'<g transform="rotate({turned:.1f} {out_x:.1f} {out_y:.1f})">{label}</g>')
    return _svg(title, size, drawn)


def scatter(title: str, points: Mapping[str, tuple[float, float]], across: str, up: str) -> str:
    """Return points with their names, over the ranges of their values."""
    xs, ys = [p[0] for p in points.values()], [p[1] for p in points.values()]

    def place(value: float, values: Sequence[float], low: float, high: float) -> float:
        width = max(values) - min(values)
        return low + (high - low) * ((value - min(values)) / width if width else 0.5)

    left, right, top, bottom = MARGIN, WIDTH - MARGIN, MARGIN, HEIGHT - MARGIN
    drawn = [f'<path d="M{left} {top} V{bottom} H{right}" fill="none" stroke="#888888"/>']
    for name, (x, y) in points.items():
        at_x = place(x, xs, 2 * MARGIN, WIDTH - 2 * MARGIN)
        at_y = place(y, ys, HEIGHT - 1.5 * MARGIN, 1.2 * MARGIN)
        drawn.append(f'<circle cx="{at_x:.1f}" cy="{at_y:.1f}" r="4" fill="{COLOURS[0]}"/>')
        drawn.append(_text(f"{at_x + 6:.1f}", f"{at_y - 6:.1f}", name, "start", size=9))
    drawn.append(_text(f"{WIDTH / 2:.0f}", f"{HEIGHT - 10}", f"{across}: {min(xs):.4g} to {max(xs):.4g}", "middle"))
    drawn.append(_text("8", f"{MARGIN - 8}", f"{up}: {min(ys):.4g} to {max(ys):.4g}", "start"))
    return _svg(title, HEIGHT, drawn)


def _text(x: str, y: str, words: str, anchor: str, size: int = 12) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    inside = "\n".join([_text(f"{WIDTH / 2:.0f}", "22", title, "middle", size=15), *parts])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{inside}\n</svg>\n'
    )
