"""Compiled: sets as bit masks in int64, and the hash of a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from boxwright.blackboxes.reasoning.kumo.optimal.tables import compiled


def _first_bit(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


def _size_of(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


first_bit: Callable[[int], int] = cast(Callable[[int], int], intrinsic(_first_bit))
"""Return the least member of a set (64 for the empty set)."""
size_of: Callable[[int], int] = cast(Callable[[int], int], intrinsic(_size_of))
"""Return how many members a set has."""


@compiled
def place_of(entries: Any, alive: int, left: int) -> int:
    """Return the slot of a state in a table of records `alive`, `left`, ..., or the free slot where it belongs."""
    last = entries.shape[0] - 1
    h = (alive * -7046029254386353131) ^ (left * -4417276706812531889)
    h ^= h >> 29
    h *= -49064778989728563
    h ^= h >> 32
    slot = h & last
    while entries[slot].alive != 0 and (entries[slot].alive != alive or entries[slot].left != left):
        slot = (slot + 1) & last
    return slot
