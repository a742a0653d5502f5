"""The same algorithm with other names of variables and two neighbouring checkpoints exchanged, on mirrored inputs.

Two of three or more: who steps through a box asks for one checkpoint after the other, and works each out from the one
before. With all numbers drawn anew the solver earned 25 % on siblings of `num_exchange` at 10@1, and 50 % on the
original; with two of two exchanged 15 % on those of `mountain_railway`, and 39 %.
"""

from __future__ import annotations

from random import Random
from typing import Any

from boxwright.blackboxes.box import Box

TELLING = ("boxwright_visit",)
DROPS = ()
UNSEEN = ("prefix",)


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw which checkpoint of three or more changes numbers with the next one, and a prefix of the names."""
    count = box.describe()["checkpoints"]
    forms = box.description.front.domain["inputs"]
    order = list(range(1, count + 1))
    if count > 2:
        first = rng.randrange(count - 1)
        order[first : first + 2] = reversed(order[first : first + 2])
    return {"checkpoints": order, "prefix": rng.choice("defghpqrstuvw") + "_", "forms": forms}
