"""The same motion in other lengths, along other axes; at the same pace, so that nothing leaves the range of times."""

from __future__ import annotations

from random import Random
from typing import Any

from boxwright.blackboxes.box import Box

TELLING = ("blackbox",)
DROPS = ()
UNSEEN = ()


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw a length, and the order and direction of the axes."""
    return {
        "length": rng.choice([0.6, 0.8, 1.25, 1.5]),
        "axes": rng.sample(range(3), 3),
        "signs": [rng.choice([-1, 1]) for _ in range(3)],
    }
