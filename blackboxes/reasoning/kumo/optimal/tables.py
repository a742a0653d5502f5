"""What the compiled core reads and writes: one game in arrays, the table of states, sets as bit masks in int64."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numba import njit
from numpy.typing import NDArray

from boxwright.blackboxes.seeds import digest

COMPILED = ("tables", "bounds", "transitions", "search", "bits", "necessity", "stack", "eliminate", "plain", "layers")
"""The modules of compiled code."""
UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""numba's option for code without reference counts."""
F = TypeVar("F", bound=Callable[..., Any])

PAPER, ELIMINATION, INFORMED = 0, 1, 2
"""The semantics, as the core knows them (`Tables.size[0]`)."""
BOUNDED, PLAIN, GREEDY = 0, 1, 2
"""The ways to search (`Tables.size[3]`): with bounds; every action of every state; only the most promising action."""
BIG = 1e18
TINY = 1e-12
"""Values closer than this are one value: sums of at most 2^6 terms below 2^6 are exact to about 1e-13."""
NODES, LIMIT, STOPPED, STORED, OVER, ROOM = 0, 1, 2, 3, 4, 5
"""Slots of `Memory.counters`: states expanded, how many may be, why the search stopped, table entries, game over, how
many entries there may be before the search stops for a look at the clock (states whose worlds are counted are many)."""
RAN, OUT_OF_NODES, TABLE_FULL = 0, 1, 2
"""Why the search stopped."""

ALIVE, LEFT, MADE, TURN, KID, FOUND = 0, 1, 2, 3, 4, 5
"""An open state: survivors, remaining actions, how many to try, the current one's place in the order,
 its current outcome (-1: not begun), whether a value below the limit was found."""
WITHIN, BEST, LOW, WORTH = 0, 1, 2, 3
"""An open state: its limit, the best value so far, the least over all actions, the current action's sum."""


ENTRY = np.dtype([("alive", np.int64), ("left", np.int64), ("value", np.float64), ("exact", np.int64)])
"""One state in the table: half a cache line."""


class Tables(NamedTuple):
    """One game for the core: n truths, m actions, at most s different states per action."""

    size: NDArray[np.int64]
    """(mode, n, m, way)"""
    states: NDArray[np.int64]
    """(m,) different states per action."""
    out: NDArray[np.int64]
    """(m, s) truths that a state rules out."""
    times: NDArray[np.float64]
    """(m, s) how many states of the domain rule out just these."""
    total: NDArray[np.float64]
    """(m,) states of the action, with multiplicity."""
    law: NDArray[np.float64]
    """(m, s, n) probability of the state when the truth is valid."""
    union: NDArray[np.int64]
    """(m,) truths that some state of the action rules out."""
    touching: NDArray[np.int64]
    """(n,) actions with a state that rules the truth out."""
    twin: NDArray[np.int64]
    """(m,) the first action with the same states (itself where there is none)."""
    classes: NDArray[np.int8]
    """(2^n or 1, m) per set of survivors, the first action that does the same to them; -1 where not worked out."""
    hope: NDArray[np.int64]
    """(n, n) the actions that can rule out the second while the first is valid."""
    pair_count: NDArray[np.int64]
    """(n, n) how many actions have a state that rules out one of the two truths."""
    pair_action: NDArray[np.int64]
    """(n, n, m) these actions, the likeliest to rule out the second (the first being valid) first."""
    pair_chance: NDArray[np.float64]
    """(n, n, m) that likelihood."""
    relaxed: NDArray[np.float64]
    """(2^n or 1, k + 1) `paper`: what `relax` returns."""
    prior: NDArray[np.float64]
    """(n,) weight of a truth's worlds; `informed`: one over how many there are."""


class Memory(NamedTuple):
    """The table of states (c entries, a power of two) and scratch arrays per depth."""

    counters: NDArray[np.int64]
    entry: NDArray[Any]
    """(c,) records of ENTRY: survivors (0: a free place) and remaining actions, value or lower bound, whether exact."""
    worlds: NDArray[np.float64]
    """(c or 1, n) `informed`: worlds left per truth; -1 where not counted yet."""
    weight: NDArray[np.float64]
    """(m + 2, n) the belief at the root; below it `informed` counts worlds."""
    child: NDArray[np.int64]
    """(m + 2, m, s) survivors after each outcome."""
    chance: NDArray[np.float64]
    """(m + 2, m, s) its probability."""
    bound: NDArray[np.float64]
    """(m + 2, m, s) its value, or a lower bound of it."""
    settled: NDArray[np.uint8]
    """(m + 2, m, s) 1 where that is the value."""
    kids: NDArray[np.int64]
    """(m + 2, m) how many outcomes an action has."""
    first: NDArray[np.float64]
    """(m + 2, m) the action's lower bound."""
    order: NDArray[np.int64]
    """(m + 2, m) actions, the most promising first."""
    mark: NDArray[np.int64]
    """(m + 2, 6) the open state at each depth: ALIVE ... FOUND."""
    sum: NDArray[np.float64]
    """(m + 2, 4) the open state at each depth: WITHIN ... WORTH."""


def compiled(function: F) -> F:
    """Compile for this machine; what was compiled is kept on disk (where there is a writable home).

    Without reference counts: counting the arrays that are handed over took two thirds of the time. So what is compiled
    makes no arrays (`allocating` may).
    """
    return _kept(function, **UNCOUNTED)


def allocating(function: F) -> F:
    """Compile a function that makes arrays; as `compiled`."""
    return _kept(function)


def inlined(function: F) -> F:
    """Compile into every caller: a call that hands over many arrays costs more than what these functions do."""
    return cast(F, njit(inline="always", error_model="numpy", **UNCOUNTED)(function))


def _kept(function: F, **options: Any) -> F:
    settings: Any = numba.config
    before, settings.CACHE_DIR = settings.CACHE_DIR, _kept_in()
    try:
        return cast(F, njit(cache=True, nogil=True, error_model="numpy", **options)(function))
    except RuntimeError:  # numba found no folder that it may write to
        return cast(F, njit(nogil=True, error_model="numpy", **options)(function))
    finally:
        settings.CACHE_DIR = before


@cache
def _kept_in() -> str:
    """Return the folder for compiled code: one per content of these modules.

    numba looks only at a function's own file; a change in a module that it calls would go unnoticed.
    """
    here = Path(__file__).resolve().parent
    text = b"".join((here / f"{name}.py").read_bytes() for name in COMPILED)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return str(Path(home) / "boxwright" / f"kumo-{digest(text)[:16]}")


@compiled
def count(mask: int) -> int:
    """Return how many of the 63 lower bits are set."""
    mask -= (mask >> 1) & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (mask * 0x0101010101010101) >> 56


@compiled
def at_most_one(mask: int) -> bool:
    """Say whether the set has no or one member."""
    return (mask & (mask - 1)) == 0


@compiled
def lowest(mask: int) -> int:
    """Return the least member of a set that is not empty."""
    return count((mask & -mask) - 1)


@compiled
def find(memory: Memory, alive: int, left: int) -> int:
    """Return the slot of a state, or the free slot where it belongs."""
    last = memory.entry.shape[0] - 1
    h = (alive * -7046029254386353131) ^ (left * -4417276706812531889)
    h ^= h >> 29
    h *= -49064778989728563
    h ^= h >> 32
    slot = h & last
    while memory.entry[slot].alive != 0 and (memory.entry[slot].alive != alive or memory.entry[slot].left != left):
        slot = (slot + 1) & last
    return slot


@compiled
def claim(memory: Memory, alive: int, left: int) -> int:
    """Return the slot of a state, made if need be (lower bound 0); stop the search when the table is filled."""
    slot = find(memory, alive, left)
    if memory.entry[slot].alive == 0:
        memory.entry[slot].alive = alive
        memory.entry[slot].left = left
        if memory.worlds.shape[0] > 1:
            memory.worlds[slot, 0] = -1.0
        memory.counters[STORED] += 1
        if 3 * memory.counters[STORED] > 2 * memory.entry.shape[0]:
            memory.counters[STOPPED] = TABLE_FULL
    return slot


@compiled
def refill(old: Memory, new: Memory) -> None:
    """Copy all entries into a larger, empty table."""
    for i in range(old.entry.shape[0]):
        if old.entry[i].alive != 0:
            slot = claim(new, old.entry[i].alive, old.entry[i].left)
            new.entry[slot].value = old.entry[i].value
            new.entry[slot].exact = old.entry[i].exact
            if old.worlds.shape[0] > 1:
                for t in range(old.worlds.shape[1]):
                    new.worlds[slot, t] = old.worlds[i, t]
