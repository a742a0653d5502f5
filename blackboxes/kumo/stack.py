"""What the searches for `elimination` and the plain searches read and write: one game, a table of states, a stack."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from blackboxes.kumo.tables import Tables

STATE = np.dtype([("alive", np.int64), ("left", np.int64), ("value", np.float64), ("note", np.int64)])
"""One state: survivors (0: a free place), remaining actions, value or lower bound, certain actions and EXACT."""
EXACT = 1 << 62
"""In `note`: the value is exact. The lower bits are the actions that are certain to be played."""
NODES, LIMIT, STOPPED, STORED, OVER, CERTAIN = 0, 1, 2, 3, 4, 5
"""Slots of `Stack.counters`: states expanded, how many may be, why it stopped, entries, game over, the root's certain
actions."""
ALIVE, LEFT, MUST, MADE, TURN, KID, FOUND = 0, 1, 2, 3, 4, 5, 6
WITHIN, BEST, LOW, WORTH = 0, 1, 2, 3


class Rules(NamedTuple):
    """One game, n truths, m actions, at most s states per action."""

    states: NDArray[np.int64]
    """(m,)"""
    out: NDArray[np.int64]
    """(m, s) truths that a state rules out."""
    times: NDArray[np.float64]
    """(m, s) how many states of the domain rule out just these."""
    law: NDArray[np.float64]
    """(m, s, n) probability of the states with this mask, given the truth."""
    share: NDArray[np.float64]
    """(m, n) by what a truth's weight is multiplied when it survives the action."""
    union: NDArray[np.int64]
    """(m,) truths that some state rules out."""
    touching: NDArray[np.int64]
    """(n,) actions with a state that rules the truth out."""
    hope: NDArray[np.int64]
    """(n, n) actions that can rule out the second while the first is valid."""
    chance: NDArray[np.float64]
    """(n, n, m) how likely they do."""
    classes: NDArray[np.int8]
    """(2^n or 1, m) per set of survivors the first action that does the same; -1 where not worked out."""


class Stack(NamedTuple):
    """The table of states and the open states, one per depth."""

    counters: NDArray[np.int64]
    entries: NDArray[Any]
    """(c,) records of STATE."""
    weight: NDArray[np.float64]
    """(m + 2, n) the belief at each depth, not normalised."""
    child: NDArray[np.int64]
    """(m + 2, m, s) survivors after each outcome."""
    rest: NDArray[np.int64]
    """(m + 2, m, s) the actions that then matter."""
    chance: NDArray[np.float64]
    """(m + 2, m, s) its probability."""
    bound: NDArray[np.float64]
    """(m + 2, m, s) its value, or a lower bound of it."""
    settled: NDArray[np.uint8]
    """(m + 2, m, s) 1 where that is the value."""
    kids: NDArray[np.int64]
    """(m + 2, m) outcomes of an action that do not end play."""
    first: NDArray[np.float64]
    """(m + 2, m) an action's lower bound."""
    order: NDArray[np.int64]
    """(m + 2, m) actions, the most promising first."""
    mark: NDArray[np.int64]
    """(m + 2, 7) ALIVE ... FOUND."""
    sum: NDArray[np.float64]
    """(m + 2, 4) WITHIN ... WORTH."""
    scratch: NDArray[np.float64]
    """(4, 64)"""
    counts: NDArray[np.int64]
    """(2, 64)"""
    certain: NDArray[np.int64]
    """(1,) what `lower_bound` writes."""


def rules_of(tables: Tables) -> Rules:
    """Return the arrays that these searches read."""
    n, m = int(tables.size[1]), int(tables.size[2])
    chance = np.zeros((n, n, m))
    for t in range(n):
        for u in range(n):
            for i in range(tables.pair_count[t, u]):
                chance[t, u, tables.pair_action[t, u, i]] = tables.pair_chance[t, u, i]
    share = np.zeros((m, n))
    for a in range(m):
        for t in range(n):
            fitting = sum(tables.times[a, s] for s in range(tables.states[a]) if not (int(tables.out[a, s]) >> t) & 1)
            share[a, t] = 1.0 / max(1.0, fitting)
    return Rules(
        tables.states,
        tables.out,
        tables.times,
        tables.law,
        share,
        tables.union,
        tables.touching,
        tables.hope,
        chance,
        tables.classes,
    )


def empty_stack(rules: Rules, entries: int) -> Stack:
    """Return an empty table and stack; `entries` is a power of two."""
    m, s = rules.out.shape
    n = len(rules.touching)
    deep = m + 2
    return Stack(
        np.zeros(6, np.int64),
        np.zeros(entries, STATE),
        np.zeros((deep, n)),
        np.zeros((deep, m, s), np.int64),
        np.zeros((deep, m, s), np.int64),
        np.zeros((deep, m, s)),
        np.zeros((deep, m, s)),
        np.zeros((deep, m, s), np.uint8),
        np.zeros((deep, m), np.int64),
        np.zeros((deep, m)),
        np.zeros((deep, m), np.int64),
        np.zeros((deep, 7), np.int64),
        np.zeros((deep, 4)),
        np.zeros((4, 64)),
        np.zeros((2, 64), np.int64),
        np.zeros(1, np.int64),
    )
