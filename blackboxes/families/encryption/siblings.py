"""Another key for a rule of the same class: its kind is seen on sampled texts, so that nothing is put on top of it."""

from __future__ import annotations

import string
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box

TELLING = ("blackbox",)
DROPS = ()
SEEN = 40
"""Texts on which the kind of rule is seen."""
_LETTERS = string.ascii_lowercase


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw another key: a direction of reading, a shift, or a renaming x -> a x + b (mod 26) of the letters."""
    kind = _kind(box)
    if kind == "mirror":
        return {"kind": kind, "before": rng.random() < 0.5}
    if kind == "ring":
        return {"kind": kind, "shift": rng.randrange(1, 52)}
    factor = rng.choice([a for a in range(3, 26, 2) if a != 13]) if kind == "square" else 1
    shift = rng.randrange(1, 26)
    return {"kind": kind, "letters": "".join(_LETTERS[(factor * n + shift) % 26] for n in range(26))}


def _kind(box: Box[Any]) -> str:
    """Return the class of a rule: where letters only move, where case changes, where they become something else."""
    rules, rng = box.rules, Random(0)
    texts = [box.family.draw(rules, rng) for _ in range(SEEN)]  # type: ignore[attr-defined]
    outputs = [reply.unwrap() for reply in box.call_many("blackbox", [[text] for text in texts])]
    pairs = [("".join(text.split()), "".join(output.split())) for text, output in zip(texts, outputs, strict=True)]
    if all(sorted(text) == sorted(output) for text, output in pairs):
        return "mirror"
    if not any(output.isalpha() for _, output in pairs if output):
        return "letters"
    cased = [(t, o) for t, o in pairs if len(t) == len(o)]
    both = rules.domain.letters == "any" and not all(o == o.lower() for _, o in pairs)
    if both and any(a.islower() != b.islower() for t, o in cased for a, b in zip(t, o, strict=True)):
        return "ring"
    return "square"
