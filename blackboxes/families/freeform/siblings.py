"""A sibling's sessions draw what they hide from another stream of seeds."""

from __future__ import annotations

from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.siblings import draw_seeds

TELLING = ("open",)
DROPS = ()


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw the stream."""
    return draw_seeds(rng)
