"""Substitution tables: what a query told, in bits, of a box that gives each letter another one.

The hypotheses are all permutations of the domain's letters and digits, equally likely. A query tells where each new one
of its characters goes, and nothing else, so the count is exact: n! / (n - m)! possible replies to m new ones of n left.
What becomes of blanks is not counted. Whether a box is such a table is seen by asking it: every character alone, then
whether texts come back character by character.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes.records import TurnRecord
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Gain

if TYPE_CHECKING:
    from boxwright.blackboxes.box import Box

SEEN = 40
"""Texts on which it is seen whether a box is a table."""


def gains(box: Box[Any], turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
    """Return what each query told; None where the box is no such table. Raises: SandboxError."""
    letters = box.rules.domain.alphabet.replace(" ", "")
    if not _is_table(box, letters, turns):
        return None
    found, known = [], set[str]()
    for turn in turns:
        left, new = len(letters) - len(known), set(turn.query) - known - {" "}
        told = _bits(left, len(new))
        found.append(Gain(told, told, _bits(left, min(left, box.rules.domain.max_length))))
        known |= new
    return found


def _bits(left: int, new: int) -> float:
    """Return log2 of the number of ways in which so many new characters may go to so many that are left."""
    return sum(log2(n) for n in range(left - new + 1, left + 1))


def _is_table(box: Box[Any], letters: str, turns: Sequence[TurnRecord]) -> bool:
    if box.rules.domain.min_length > 1:
        return False
    rng = stream("tables", box.id)
    texts = [*letters, *(box.family.draw(box.rules, rng) for _ in range(SEEN))]  # type: ignore[attr-defined]
    outputs = [reply.unwrap() for reply in box.call_many("blackbox", [[text] for text in texts])]
    table = dict(zip(letters, outputs, strict=False))
    pairs = [*zip(texts, outputs, strict=True), *((turn.query, turn.value) for turn in turns)]
    return sorted(table.values()) == sorted(letters) and all(
        "".join(table[c] for c in text if c != " ") == output.replace(" ", "") for text, output in pairs
    )
