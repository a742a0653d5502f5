"""What the searches for `elimination` and the plain searches read and write: one game, a table of states, a stack."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.optimal.tables import Tables

STATE = np.dtype([("alive", np.int64), ("left", np.int64), ("value", np.float64), ("note", np.int64)])
"""One state: survivors (0: a free place), remaining actions, value or lower bound, certain actions and EXACT."""
EXACT = 1 << 62
"""In `note`: the value is exact. The lower bits are the actions that are certain to be played."""
NODES, LIMIT, STOPPED, STORED, OVER, CERTAIN = 0, 1, 2, 3, 4, 5
"""Slots of `Stack.counters`: states expanded, how many may be, why it stopped, entries, game over, the root's certain
actions."""
ALIVE, LEFT, MUST, MADE, TURN, KID, FOUND = 0, 1, 2, 3, 4, 5, 6
WITHIN, BEST, LOW, WORTH = 0, 1, 2, 3
WATCHED = 6
"""How many survivors the bound watches at once (2^7 subsets)."""


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
    pairs: NDArray[np.int64]
    """(n, n) how many actions have a state that rules out one of the two."""
    pair: NDArray[np.int64]
    """(n, n, m) these, the likeliest to rule out the second first."""
    classes: NDArray[np.int8]
    """(2^n or 1, m) per set of survivors the first action that does the same; -1 where not worked out."""


class Desk(NamedTuple):
    """What `lower_bound` writes while it works; k subsets of the watched truths."""

    spare: NDArray[np.float64]
    """(m, k) the chance that an action's outcome rules out none of a subset."""
    before: NDArray[np.float64]
    """(m + 1, k) the product of the former over the actions before this one."""
    after: NDArray[np.float64]
    """(k,) the product over the actions behind it."""
    sign: NDArray[np.float64]
    """(k,) 1 for subsets of odd size, else -1."""
    who: NDArray[np.int64]
    """(64,) the watched truths."""
    likely: NDArray[np.float64]
    """(64,) their chances to outlive all actions."""
    needs: NDArray[np.float64]
    """(64,) per action the chance that it is played, or less."""
    waits: NDArray[np.float64]
    """(64,)"""
    certain: NDArray[np.int64]
    """(1,) the actions that are certain to be played."""


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
    desk: Desk


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
        tables.pair_count,
        tables.pair_action,
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
        _empty_desk(m, n),
    )


def _empty_desk(m: int, n: int) -> Desk:
    subsets = 1 << min(WATCHED, max(0, n - 1))
    return Desk(
        np.zeros((m, subsets)),
        np.zeros((m + 1, subsets)),
        np.zeros(subsets),
        np.array([1.0 if y.bit_count() % 2 else -1.0 for y in range(subsets)]),
        np.zeros(64, np.int64),
        np.zeros(64),
        np.zeros(64),
        np.zeros(64),
        np.zeros(1, np.int64),
    )
