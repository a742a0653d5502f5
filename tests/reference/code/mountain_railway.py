"""A journey between ten stations, each at a height of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise

Checkpoint = Callable[..., None]
HEIGHT_A = 430
HEIGHT_B = 1210
HEIGHT_C = 655
HEIGHT_D = 980
HEIGHT_E = 310
HEIGHT_F = 1575
HEIGHT_G = 865
HEIGHT_H = 1390
HEIGHT_I = 540
HEIGHT_J = 1105


def run(checkpoint: Checkpoint, stops: str) -> None:
    """All climbs are worked out before the first leg."""
    west = (HEIGHT_A, HEIGHT_B, HEIGHT_C, HEIGHT_D, HEIGHT_E)
    east = (HEIGHT_F, HEIGHT_G, HEIGHT_H, HEIGHT_I, HEIGHT_J)
    heights = [(*west, *east)["abcdefghij".index(stop)] for stop in stops]
    climbs = [there - here for here, there in pairwise(heights)]
    for climb, ascent in zip(climbs, accumulate(max(climb, 0) for climb in climbs), strict=True):
        checkpoint(1, climb=climb, ascent=ascent)
    checkpoint(2, steepest=max(climbs), gain=heights[-1] - heights[0])
