"""A sibling draws what it hides from another stream of seeds."""

from __future__ import annotations

from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.siblings import draw_seeds

TELLING = ("new_hidden",)
DROPS = ()


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw the stream."""
    return draw_seeds(rng)
