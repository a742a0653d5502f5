"""Another key: letters are relabelled before and after, digits after."""

from __future__ import annotations

from random import Random
from typing import Any

from boxwright.blackboxes.box import Box

TELLING = ("blackbox",)
DROPS = ()
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw two relabellings x -> a x + b modulo 26, which keep linear ciphers linear: Hill's stays one of Hill's."""
    drawn = {}
    for name in ("before", "after"):
        factor, shift = rng.choice([a for a in range(1, 26, 2) if a != 13]), rng.randrange(26)
        drawn[name] = "".join(_LETTERS[(factor * n + shift) % 26] for n in range(26))
    return {**drawn, "digits": "".join(rng.sample("0123456789", 10))}
