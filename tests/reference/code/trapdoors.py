"""A token on a ring of fourteen squares, six of which have a trapdoor."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

Checkpoint = Callable[..., None]
ENDS_ON = [0, 1, 7, 3, 11, 5, 1, 7, 13, 9, 5, 11, 3, 13]
"""Where a token lies in the end that comes to a square."""


def run(checkpoint: Checkpoint, throws: str) -> None:
    """The squares are those of one long list, read again and again."""
    places = [0]
    for throw in map(int, throws):
        places.append((ENDS_ON * 2)[places[-1] + throw])
        checkpoint(1, place=places[-1])
    checkpoint(2, highest=max(places), falls=sum(a > b for a, b in pairwise(places)))
