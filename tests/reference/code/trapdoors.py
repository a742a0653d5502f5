"""A token on a ring of fourteen squares, six of which have a trapdoor."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

Checkpoint = Callable[..., None]
DOOR_2 = 3
DOOR_4 = 5
DOOR_6 = 0
DOOR_8 = 6
DOOR_10 = 2
DOOR_12 = 1


def ends_on() -> list[int]:
    """Return where a token lies in the end that comes to a square: on square 0 or on an odd one."""
    ends = list(range(14))
    ends[2::2] = [2 * door + 1 for door in (DOOR_2, DOOR_4, DOOR_6, DOOR_8, DOOR_10, DOOR_12)]
    return ends


def run(checkpoint: Checkpoint, throws: str) -> None:
    """The squares are those of one long list, read again and again."""
    places = [0]
    for throw in map(int, throws):
        places.append((ends_on() * 2)[places[-1] + throw])
        checkpoint(1, place=places[-1])
    checkpoint(2, highest=max(places), falls=sum(a > b for a, b in pairwise(places)))
