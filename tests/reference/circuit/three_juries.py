"""Eight judges, four juries of five neighbours that decide by majority, and whether all decide alike."""

from __future__ import annotations

from statistics import median


def blackbox(x: list[int]) -> list[int]:
    """The middle one of five sorted votes is the majority's."""
    juries = [int(median(x[first : first + 5])) for first in range(4)]
    return [*juries, int(juries in ([0] * 4, [1] * 4))]
