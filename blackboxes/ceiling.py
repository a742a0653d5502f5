"""Instances with several right answers of which one was drawn: what can a player get at most who has not seen it?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Ceiling(NamedTuple):
    """What a player who has not seen the answers can expect at most, and how lucky this one was."""

    share: float
    """The expected share of right answers, at most."""
    luck: float
    """The probability of at least so many right ones for such a player."""


def ceiling(outcomes: Sequence[tuple[int, bool]]) -> Ceiling | None:
    """Return the ceiling for instances, each with its number of right answers and whether the drawn one was given.

    None without any.
    """
    if not outcomes:
        return None
    chances = [1 / number for number, _ in outcomes]
    right = sum(given for _, given in outcomes)
    return Ceiling(math.fsum(chances) / len(chances), at_least(right, chances))


def at_least(right: int, chances: Sequence[float]) -> float:
    """Return the probability of at least so many successes in independent trials."""
    exactly = [1.0]
    for chance in chances:
        missed, hit = [p * (1 - chance) for p in exactly], [p * chance for p in exactly]
        exactly = [a + b for a, b in zip([*missed, 0.0], [0.0, *hit], strict=True)]
    return min(1.0, math.fsum(exactly[right:]))
