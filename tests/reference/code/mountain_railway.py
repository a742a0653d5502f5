"""A journey between ten stations, each at a height of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise

Checkpoint = Callable[..., None]
HEIGHTS = (430, 1210, 655, 980, 310, 1575, 865, 1390, 540, 1105)


def run(checkpoint: Checkpoint, stops: str) -> None:
    """All climbs are worked out before the first leg."""
    heights = [HEIGHTS["abcdefghij".index(stop)] for stop in stops]
    climbs = [there - here for here, there in pairwise(heights)]
    for climb, ascent in zip(climbs, accumulate(max(climb, 0) for climb in climbs), strict=True):
        checkpoint(1, climb=climb, ascent=ascent)
    checkpoint(2, steepest=max(climbs), gain=heights[-1] - heights[0])
