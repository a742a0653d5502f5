"""Compiled: the plain memoised search of `paper` and `elimination`: every action of every state, no bound, no merging.

States are survivors and remaining actions, without those that can rule out no survivor (they change no value). It is
the reference for the bounds, and it solves `elimination` where an action always rules out some truth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.optimal.compiling import compiled, first_bit, size_of
from boxwright.blackboxes.reasoning.kumo.optimal.elimination import EXACT, Stack, believe, that_matter
from boxwright.blackboxes.reasoning.kumo.optimal.tables import (
    ALIVE,
    BEST,
    BIG,
    KID,
    LEFT,
    OVER,
    RAN,
    STOPPED,
    STORED,
    TABLE_FULL,
    TURN,
    WORTH,
    Rules,
    count_node,
    place_of,
)


@compiled
def over(rules: Rules, alive: int, left: int, paper: bool) -> bool:
    """Say whether play ends; `left` holds only actions that matter."""
    if (alive & (alive - 1)) == 0 or left == 0:
        return True
    if paper:
        rest = alive
        while rest:
            if (rules.touching[first_bit(rest)] & left) == 0:
                return True
            rest &= rest - 1
    return False


@compiled
def weigh(rules: Rules, stack: Stack, a: int, depth: int, paper: bool) -> None:
    """Write, into `stack.chance[depth, a]`, the probability of every state of an action."""
    alive = stack.mark[depth, ALIVE]
    mass = 0.0
    for s in range(rules.states[a]):
        weight = 0.0
        if paper:
            weight = rules.times[a, s] * size_of(alive & ~rules.out[a, s])
        else:
            rest = alive
            while rest:
                t = first_bit(rest)
                rest &= rest - 1
                weight += stack.weight[depth, t] * rules.law[a, s, t]
        stack.chance[depth, a, s] = weight
        mass += weight
    for s in range(rules.states[a]):
        stack.chance[depth, a, s] = stack.chance[depth, a, s] / mass if mass > 0.0 else 0.0


@compiled
def begin(stack: Stack, alive: int, left: int, depth: int) -> None:
    """Open a state at this depth."""
    count_node(stack.counters)
    stack.mark[depth, ALIVE] = alive
    stack.mark[depth, LEFT] = left
    stack.mark[depth, TURN] = -1
    stack.mark[depth, KID] = -1
    stack.sum[depth, BEST] = BIG


@compiled
def keep(stack: Stack, depth: int) -> None:
    """Store the value of a state all of whose actions have been searched."""
    slot = place_of(stack.entries, stack.mark[depth, ALIVE], stack.mark[depth, LEFT])
    stack.entries[slot].alive = stack.mark[depth, ALIVE]
    stack.entries[slot].left = stack.mark[depth, LEFT]
    stack.entries[slot].value = stack.sum[depth, BEST]
    stack.entries[slot].note = EXACT
    stack.counters[STORED] += 1
    if 3 * stack.counters[STORED] > 2 * stack.entries.shape[0]:
        stack.counters[STOPPED] = TABLE_FULL


@compiled
def step(rules: Rules, stack: Stack, depth: int, paper: bool) -> bool:
    """Continue with the current action until an outcome must be opened (True) or the action is done (False)."""
    alive = stack.mark[depth, ALIVE]
    a = stack.mark[depth, TURN]
    while stack.mark[depth, KID] < rules.states[a]:
        s = stack.mark[depth, KID]
        chance = stack.chance[depth, a, s]
        after = alive & ~rules.out[a, s]
        if chance > 0.0 and (after & (after - 1)) != 0:
            left = that_matter(rules, after, stack.mark[depth, LEFT] & ~(1 << a))
            if not over(rules, after, left, paper):
                slot = place_of(stack.entries, after, left)
                if stack.entries[slot].alive == 0:
                    believe(rules, stack, after, a, depth)
                    begin(stack, after, left, depth + 1)
                    return True
                stack.sum[depth, WORTH] += chance * stack.entries[slot].value
        stack.mark[depth, KID] += 1
    return False


@compiled
def plain_search(
    rules: Rules,
    stack: Stack,
    alive: int,
    left: int,
    paper: bool,
    values: NDArray[np.float64],
    exact: NDArray[np.uint8],
) -> None:
    """Write every remaining action's value into `values`, and 1 into `exact`; `left`: only actions that matter.

    The belief is in `stack.weight[0]`. `counters[OVER]`: play has ended; `counters[STOPPED]`: why it stopped.
    """
    exact[:] = 0
    stack.counters[OVER] = 1 if over(rules, alive, left, paper) else 0
    if stack.counters[OVER] == 1:
        return
    values[:] = 1.0
    depth = 0
    begin(stack, alive, left, 0)
    while stack.counters[STOPPED] == RAN:
        a = stack.mark[depth, TURN]
        if a >= 0 and step(rules, stack, depth, paper):
            depth += 1
            continue
        if a >= 0:
            worth = stack.sum[depth, WORTH]
            stack.sum[depth, BEST] = min(stack.sum[depth, BEST], worth)
            if depth == 0:
                values[a] = worth
                exact[a] = 1
        rest = stack.mark[depth, LEFT] & ~((1 << (a + 1)) - 1)
        if rest == 0:
            if depth == 0:
                return
            keep(stack, depth)
            depth -= 1
            continue
        a = first_bit(rest)
        stack.mark[depth, TURN] = a
        stack.mark[depth, KID] = 0
        stack.sum[depth, WORTH] = 1.0
        weigh(rules, stack, a, depth, paper)
