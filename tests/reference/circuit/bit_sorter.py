"""Odd-even merging on eight bits; the comparators are generated, not listed."""

from __future__ import annotations

from collections.abc import Iterator


def blackbox(x: list[int]) -> list[int]:
    """Run the comparators, stage by stage."""
    lines, gates = list(x), list[int]()
    for i, j in comparators():
        lines[i], lines[j] = max(lines[i], lines[j]), min(lines[i], lines[j])
        gates += [lines[i], lines[j]]
    return gates


def comparators() -> Iterator[tuple[int, int]]:
    """Batcher's network in its iterative form."""
    size = 1
    while size < 8:
        step = size
        while step >= 1:
            for start in range(step % size, 8 - step, 2 * step):
                for i in range(start, start + step):
                    if i // (2 * size) == (i + step) // (2 * size) and i + step < 8:
                        yield i, i + step
            step //= 2
        size *= 2
