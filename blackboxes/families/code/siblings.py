"""The same algorithm with other numbers of checkpoints and names of variables, on mirrored inputs."""

from __future__ import annotations

from random import Random
from typing import Any

from boxwright.blackboxes.box import Box

TELLING = ("boxwright_visit",)
DROPS = ()


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw an order of the checkpoints and a prefix of the names."""
    count = box.describe()["checkpoints"]
    forms = box.description.front.domain["inputs"]
    order = [n + 1 for n in rng.sample(range(count), count)]
    return {"checkpoints": order, "prefix": rng.choice("defghpqrstuvw") + "_", "forms": forms}
