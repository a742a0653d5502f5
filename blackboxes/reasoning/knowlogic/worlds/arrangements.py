"""All ways to put entities into slots, as sets of worlds: a set is one whole number, a bit for each world.

With sets as numbers, "and" is `&`, and whether clues imply a statement is one comparison. The numbers are built once
for each size and kept.
"""

from __future__ import annotations

import math
from itertools import compress, islice, permutations

MOST_WORLDS = 400_000
"""Arrangements of a scene that are listed; more are described to a SAT solver."""


def count_arrangements(entities: int, slots: int) -> int:
    """Return how many ways there are to put entities into different slots."""
    return math.perm(slots, entities)


class Arrangements:
    """All injective maps of entities to slots, in lexicographic order."""

    listed = True

    def __init__(self, entities: int, slots: int) -> None:
        """List them. Raises: ValueError if there are more than MOST_WORLDS."""
        self.entities, self.slots = entities, slots
        self.count = count_arrangements(entities, slots)
        if self.count > MOST_WORLDS:
            raise ValueError(f"{self.count:,} arrangements are too many to list")
        self.worlds = list(permutations(range(slots), entities))
        self.everything = (1 << self.count) - 1
        rows = [[bytearray(self.count // 8 + 1) for _ in range(slots)] for _ in range(entities)]
        for number, world in enumerate(self.worlds):
            byte, bit = number >> 3, 1 << (number & 7)
            for entity, slot in enumerate(world):
                rows[entity][slot][byte] |= bit
        self.at = [[int.from_bytes(row, "little") for row in of_entity] for of_entity in rows]
        """`at[entity][slot]`: the worlds in which the entity is in the slot."""

    def worlds_of(self, mask: int, limit: int) -> list[tuple[int, ...]]:
        """Return the first worlds of a set, at most `limit`."""
        members = map("1".__eq__, reversed(f"{mask:b}"))
        return list(islice(compress(self.worlds, members), limit))

    def first(self, mask: int) -> int:
        """Return the first world of a set that is not empty, as a set."""
        return mask & -mask

    def sample(self) -> list[tuple[int, ...]]:
        """Return all arrangements."""
        return self.worlds
