"""Compiled, `paper` and `informed`: depth-first branch and bound over (survivors, remaining actions).

The stack is explicit because numba caches compiled code on disk, and crashes when it loads mutually recursive code.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.optimal.compiling import compiled
from boxwright.blackboxes.reasoning.kumo.optimal.tables import (
    ALIVE,
    BEST,
    BIG,
    BOUNDED,
    FOUND,
    GREEDY,
    KID,
    LEFT,
    LOW,
    MADE,
    OVER,
    RAN,
    STOPPED,
    TINY,
    TURN,
    WITHIN,
    WORTH,
    Memory,
    Tables,
    claim,
    conclude,
    count_node,
    place_of,
)
from boxwright.blackboxes.reasoning.kumo.optimal.transitions import canonical, ends, expand


@compiled
def arrange(game: Tables, memory: Memory, left: int, depth: int) -> int:
    """Sort the remaining actions by their bounds, most promising first; return how many there are."""
    made = 0
    for a in range(game.size[2]):
        if (left >> a) & 1:
            i = made
            while i > 0 and memory.first[depth, memory.order[depth, i - 1]] > memory.first[depth, a]:
                memory.order[depth, i] = memory.order[depth, i - 1]
                i -= 1
            memory.order[depth, i] = a
            made += 1
    return made


@compiled
def enter(game: Tables, memory: Memory, alive: int, left: int, depth: int, limit: float) -> float:
    """Return a canonical state's value, or a lower bound that reaches `limit`, where no search is needed.

    Otherwise return -1 and leave the state open at this depth.
    """
    if ends(game, memory, alive, left):
        return 0.0
    slot = place_of(memory.entry, alive, left)
    known = memory.entry[slot].alive != 0
    if depth > 0 and known and (memory.entry[slot].exact == 1 or memory.entry[slot].value >= limit - TINY):
        return memory.entry[slot].value
    count_node(memory.counters)
    expand(game, memory, alive, left, left, depth)
    if memory.counters[STOPPED] != RAN:
        return 0.0
    made = arrange(game, memory, left, depth)
    memory.mark[depth, ALIVE] = alive
    memory.mark[depth, LEFT] = left
    memory.mark[depth, MADE] = 1 if game.size[3] == GREEDY else made
    memory.mark[depth, TURN] = 0
    memory.mark[depth, KID] = -1
    memory.mark[depth, FOUND] = 0
    memory.sum[depth, WITHIN] = limit
    memory.sum[depth, BEST] = limit
    memory.sum[depth, LOW] = BIG
    return -1.0


@compiled
def leave(memory: Memory, depth: int) -> float:
    """Close a state all of whose actions have been searched: store and return its value or lower bound."""
    slot = claim(memory, memory.mark[depth, ALIVE], memory.mark[depth, LEFT])
    found = memory.mark[depth, FOUND] == 1
    memory.entry[slot].exact = 1 if found else 0
    value = memory.sum[depth, BEST] if found else max(memory.sum[depth, LOW], memory.entry[slot].value)
    memory.entry[slot].value = value
    return value


@compiled
def absorb(memory: Memory, depth: int, value: float) -> None:
    """Add the value of the outcome just searched to its action's sum, and go to the next outcome."""
    a = memory.order[depth, memory.mark[depth, TURN]]
    k = memory.mark[depth, KID]
    memory.sum[depth, WORTH] += memory.chance[depth, a, k] * (value - memory.bound[depth, a, k])
    memory.mark[depth, KID] = k + 1


@compiled
def advance(game: Tables, memory: Memory, depth: int, cut: float) -> bool:
    """Go to the next outcome of the current action that must be searched; False when the action is finished."""
    a = memory.order[depth, memory.mark[depth, TURN]]
    if memory.mark[depth, KID] < 0:
        memory.sum[depth, WORTH] = memory.first[depth, a]
        memory.mark[depth, KID] = 0
    if game.size[3] == BOUNDED and memory.sum[depth, WORTH] >= cut - TINY:
        return False
    while memory.mark[depth, KID] < memory.kids[depth, a]:
        if memory.settled[depth, a, memory.mark[depth, KID]] == 0:
            return True
        memory.mark[depth, KID] += 1
    return False


@compiled
def descend(game: Tables, memory: Memory, depth: int, cut: float) -> float:
    """Enter the current outcome of the current action, one level deeper."""
    a = memory.order[depth, memory.mark[depth, TURN]]
    k = memory.mark[depth, KID]
    after = memory.child[depth, a, k]
    room = BIG
    if game.size[3] == BOUNDED:
        room = memory.bound[depth, a, k] + (cut - memory.sum[depth, WORTH]) / memory.chance[depth, a, k]
    use = canonical(game, after, memory.mark[depth, LEFT] & ~(1 << a))
    return enter(game, memory, after, use, depth + 1, room)


@compiled
def solve(
    game: Tables,
    memory: Memory,
    alive: int,
    left: int,
    limit: float,
    slack: float,
    values: NDArray[np.float64],
    exact: NDArray[np.uint8],
) -> None:
    """Write every remaining action's value (or lower bound) into `values`, and 1 into `exact` where it is exact.

    Every action within `slack` of the best is exact, if that is below `limit`. `left` is canonical.
    `counters[OVER]` is set where play has ended; `counters[STOPPED]` says whether the search finished.
    """
    exact[:] = 0
    over = enter(game, memory, alive, left, 0, limit) >= 0.0
    memory.counters[OVER] = 1 if over else 0
    if over:
        return
    for a in range(game.size[2]):
        values[a] = max(values[a], memory.first[0, a])
    depth = 0
    while memory.counters[STOPPED] == RAN:
        cut = memory.sum[depth, BEST] + (slack if depth == 0 else 0.0)
        if memory.mark[depth, TURN] == memory.mark[depth, MADE]:
            if depth == 0:
                return
            value = leave(memory, depth)
            depth -= 1
            absorb(memory, depth, value)
            continue
        a = memory.order[depth, memory.mark[depth, TURN]]
        if advance(game, memory, depth, cut):
            value = descend(game, memory, depth, cut)
            if value < 0.0:
                depth += 1
            else:
                absorb(memory, depth, value)
        else:
            if depth == 0:
                worth = memory.sum[0, WORTH]
                values[a] = max(values[a], worth)
                exact[a] = 1 if worth < cut - TINY else 0
            conclude(memory, depth)
