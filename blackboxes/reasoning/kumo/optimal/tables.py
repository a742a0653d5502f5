"""A game as arrays, and the table of states that a search fills."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.optimal.compiling import compiled

PAPER, ELIMINATION, INFORMED = 0, 1, 2
"""The semantics, as compiled code knows them (`Tables.size[0]`)."""
MODES = {"paper": PAPER, "elimination": ELIMINATION, "informed": INFORMED}
BOUNDED, PLAIN, GREEDY = 0, 1, 2
"""The ways to search (`Tables.size[3]`): with bounds; every action of every state; only the most promising action."""
BIG = 1e18
TINY = 1e-12
"""Values closer than this are equal: sums of at most 2^6 terms below 2^6 are exact to about 1e-13."""
CLASSED_TRUTHS = 20
"""Up to this many truths, equivalent actions are tabulated per set of survivors (2^20 rows of 24: 25 MB)."""

NODES, LIMIT, STOPPED, STORED, OVER = 0, 1, 2, 3, 4
"""Counters of a search: states expanded, how many may be, why it stopped, table entries, whether play had ended."""
ROOM = 5
"""Counter of `search.py`: how many entries there may be before the search pauses to check the time (counting worlds
stores many states)."""
CERTAIN = 5
"""Counter of `elimination.py`: the root's certain actions."""
RAN, OUT_OF_NODES, TABLE_FULL = 0, 1, 2
"""Why the search stopped."""

ALIVE, LEFT, MADE, TURN, KID, FOUND, MUST = 0, 1, 2, 3, 4, 5, 6
"""An open state: survivors, remaining actions, how many to try, the current one's place in the order, its current
outcome (-1: not begun), whether a value below the limit was found; in `elimination.py` the actions certain to be
played."""
WITHIN, BEST, LOW, WORTH = 0, 1, 2, 3
"""An open state: its limit, the best value so far, the least over all actions, the current action's sum."""

ENTRY = np.dtype([("alive", np.int64), ("left", np.int64), ("value", np.float64), ("exact", np.int64)])
"""One state in the table: half a cache line."""


class Tables(NamedTuple):
    """One game for `paper` and `informed`: n truths, m actions, at most s different states per action."""

    size: NDArray[np.int64]
    """(mode, n, m, way)"""
    states: NDArray[np.int64]
    """(m,) different states per action."""
    out: NDArray[np.int64]
    """(m, s) truths that a state rules out."""
    times: NDArray[np.float64]
    """(m, s) how many states of the domain rule out exactly these."""
    total: NDArray[np.float64]
    """(m,) states of the action, with multiplicity."""
    union: NDArray[np.int64]
    """(m,) truths that some state of the action rules out."""
    touching: NDArray[np.int64]
    """(n,) actions with a state that rules the truth out."""
    classes: NDArray[np.int8]
    """(2^n or 1, m) per set of survivors, the first action that does the same to them; -1 where not worked out."""
    relaxed: NDArray[np.float64]
    """(2^n or 1, k + 1) `paper`: what `bounds.relax` returns."""
    prior: NDArray[np.float64]
    """(n,) weight of a truth's worlds; `informed`: one over their number."""


class Rules(NamedTuple):
    """One game for `elimination` and the plain search: n truths, m actions, at most s different states per action."""

    states: NDArray[np.int64]
    """(m,) different states per action."""
    out: NDArray[np.int64]
    """(m, s) truths that a state rules out."""
    times: NDArray[np.float64]
    """(m, s) how many states of the domain rule out exactly these."""
    law: NDArray[np.float64]
    """(m, s, n) probability of the states with this mask, given the truth."""
    share: NDArray[np.float64]
    """(m, n) the factor on a truth's weight when it survives the action."""
    union: NDArray[np.int64]
    """(m,) truths that some state of the action rules out."""
    touching: NDArray[np.int64]
    """(n,) actions with a state that rules the truth out."""
    hope: NDArray[np.int64]
    """(n, n) actions that can rule out the second truth while the first is valid."""
    chance: NDArray[np.float64]
    """(n, n, m) the probability that they do."""
    pairs: NDArray[np.int64]
    """(n, n) how many actions have a state that rules out one of the two."""
    pair: NDArray[np.int64]
    """(n, n, m) these actions, the likeliest to rule out the second first."""
    classes: NDArray[np.int8]
    """(2^n or 1, m) per set of survivors, the first action that does the same to them; -1 where not worked out."""


class Memory(NamedTuple):
    """The table of states (c entries, a power of two) and scratch arrays per depth, for `paper` and `informed`."""

    counters: NDArray[np.int64]
    """(6,) NODES ... ROOM."""
    entry: NDArray[Any]
    """(c,) records of ENTRY: survivors (0: free slot), remaining actions, value or lower bound, whether exact."""
    worlds: NDArray[np.float64]
    """(c or 1, n) `informed`: worlds left per truth; -1 where not counted yet."""
    weight: NDArray[np.float64]
    """(m + 2, n) the belief at the root; below it `informed` counts worlds."""
    child: NDArray[np.int64]
    """(m + 2, m, s) survivors after each outcome."""
    chance: NDArray[np.float64]
    """(m + 2, m, s) its probability."""
    bound: NDArray[np.float64]
    """(m + 2, m, s) its value, or a lower bound."""
    settled: NDArray[np.uint8]
    """(m + 2, m, s) 1 where `bound` is the value."""
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


def tables_of(game: Game, semantics: str, way: int) -> Tables:
    """Return the arrays of one game under one semantics, to be searched in one way; `relaxed` is left empty."""
    n, m = len(game.truths), len(game.actions)
    states, out, times = states_of(game)
    return Tables(
        np.array([MODES[semantics], n, m, way], np.int64),
        states,
        out,
        times,
        np.array([float(len(states)) for states in game.states]),
        _union(game),
        touching_of(game),
        _classes(game),
        np.zeros((1, 1)),
        np.ones(n),
    )


def rules_of(game: Game) -> Rules:
    """Return the arrays of one game for `elimination` and the plain search."""
    n = len(game.truths)
    states, out, times = states_of(game)
    law = np.zeros((*out.shape, n))
    for a, own in enumerate(game.states):
        for i in range(states[a]):
            law[a, i] = [_law(own, int(out[a, i]), t) * times[a, i] for t in range(n)]
    share = [[1.0 / max(1, sum(not (mask >> t) & 1 for mask in own)) for t in range(n)] for own in game.states]
    return Rules(
        states,
        out,
        times,
        law,
        np.array(share).reshape(len(game.actions), n),
        _union(game),
        touching_of(game),
        *_pairs(game),
        _classes(game),
    )


def states_of(game: Game) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return, per action, how many different states it has, their masks and how often each occurs."""
    merged = [sorted(Counter(states).items()) for states in game.states]
    m, s = len(merged), max((len(states) for states in merged), default=1)
    out, times = np.zeros((m, s), np.int64), np.zeros((m, s))
    for a, states in enumerate(merged):
        for i, (mask, often) in enumerate(states):
            out[a, i], times[a, i] = mask, often
    return np.array([len(states) for states in merged], np.int64), out, times


def _union(game: Game) -> NDArray[np.int64]:
    return np.array([int(np.bitwise_or.reduce(np.array(states))) for states in game.states], np.int64)


def touching_of(game: Game) -> NDArray[np.int64]:
    """Return, per truth, the actions with a state that rules it out."""
    return np.array(
        [
            sum(1 << a for a, states in enumerate(game.states) if any((mask >> t) & 1 for mask in states))
            for t in range(len(game.truths))
        ],
        np.int64,
    )


def _classes(game: Game) -> NDArray[np.int8]:
    """Return the empty table of equivalent actions; in a large game one row: the first action with the same states."""
    n, m = len(game.truths), len(game.actions)
    if n <= CLASSED_TRUTHS:
        return np.full((1 << n, m), -1, np.int8)
    first: dict[tuple[int, ...], int] = {}
    return np.array([[first.setdefault(tuple(sorted(states)), a) for a, states in enumerate(game.states)]], np.int8)


def _law(states: tuple[int, ...], mask: int, t: int) -> float:
    """Return the probability of one state with this mask given that `t` is valid.

    Uniform among the states that leave `t`; among all of them where none leaves it, as the published generator draws.
    """
    fitting = [state for state in states if not (state >> t) & 1]
    if not fitting:
        return 1.0 / len(states)
    return 0.0 if (mask >> t) & 1 else 1.0 / len(fitting)


def _pairs(game: Game) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Return `hope`, `chance`, `pairs` and `pair` of `Rules`; all 0 where some action always rules out a truth."""
    n, m = len(game.truths), len(game.actions)
    touched, chance = np.zeros((n, n, m), np.bool_), np.zeros((n, n, m))
    for a, states in enumerate(game.states):
        out = (np.array(states)[:, None] >> np.arange(n)) & 1
        fitting = (1 - out).sum(axis=0)
        if not fitting.all():
            none = np.zeros((n, n), np.int64)
            return none, np.zeros((n, n, m)), none.copy(), np.zeros((n, n, m), np.int64)
        some = out.max(axis=0) > 0
        touched[:, :, a] = some[:, None] | some
        chance[:, :, a] = ((1 - out).T @ out) / fitting[:, None]
    number = touched.sum(axis=2)
    numbers = np.broadcast_to(-np.arange(m), (n, n, m))
    likeliest = np.lexsort((numbers, np.where(touched, -chance, 1.0)), axis=2)
    action = np.where(np.arange(m) < number[:, :, None], likeliest, 0).astype(np.int64)
    hope = ((chance > 0.0) * (1 << np.arange(m, dtype=np.int64))).sum(axis=2)
    return hope, chance, number, action


def empty_memory(tables: Tables, entries: int) -> Memory:
    """Return empty memory for a game; `entries` is a power of two."""
    n, m, s = int(tables.size[1]), int(tables.size[2]), tables.out.shape[1]
    deep = m + 2
    return Memory(
        np.zeros(6, np.int64),
        np.zeros(entries, ENTRY),
        np.zeros((entries if tables.size[0] == INFORMED else 1, n)),
        np.zeros((deep, n)),
        np.zeros((deep, m, s), np.int64),
        np.zeros((deep, m, s)),
        np.zeros((deep, m, s)),
        np.zeros((deep, m, s), np.uint8),
        np.zeros((deep, m), np.int64),
        np.zeros((deep, m)),
        np.zeros((deep, m), np.int64),
        np.zeros((deep, 6), np.int64),
        np.zeros((deep, 4)),
    )


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


@compiled
def count_node(counters: NDArray[np.int64]) -> None:
    """Count a state that is opened; stop the search where there were too many."""
    counters[NODES] += 1
    if counters[NODES] > counters[LIMIT] and counters[STOPPED] == RAN:
        counters[STOPPED] = OUT_OF_NODES


@compiled
def conclude(states: Any, depth: int) -> None:
    """Record an action's value or lower bound, and go to the next one; `states` is a Memory or a Stack."""
    worth = states.sum[depth, WORTH]
    if worth < states.sum[depth, BEST] - TINY:
        states.sum[depth, BEST] = worth
        states.mark[depth, FOUND] = 1
    states.sum[depth, LOW] = min(states.sum[depth, LOW], worth)
    states.mark[depth, TURN] += 1
    states.mark[depth, KID] = -1


@compiled
def claim(memory: Memory, alive: int, left: int) -> int:
    """Return the slot of a state, creating it if needed (lower bound 0); stop the search when the table is full."""
    slot = place_of(memory.entry, alive, left)
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
