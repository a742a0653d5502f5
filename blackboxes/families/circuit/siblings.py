"""Another wiring of the same size: inputs change places, and AND and OR may be exchanged."""

from __future__ import annotations

from random import Random
from typing import Any

from boxwright.blackboxes.box import Box

TELLING = ("blackbox",)
DROPS = ()
UNSEEN = ()


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw an order of the input wires, and whether AND and OR are exchanged."""
    count = box.rules.domain.inputs
    return {"wires": rng.sample(range(count), count), "dual": rng.randrange(2)}
