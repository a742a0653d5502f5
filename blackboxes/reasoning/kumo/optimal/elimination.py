"""Compiled, `elimination`: depth-first branch and bound with the bounds of `necessity.py`, and its table and stack.

Weights are not normalised: a truth's weight is the product of `share` over the actions taken, so an outcome's weight
is the sum of its survivors' new weights. Games in which an action always rules out some truth are left to `plain.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.optimal.compiling import compiled, first_bit, inlined, size_of
from boxwright.blackboxes.reasoning.kumo.optimal.necessity import Desk, empty_desk, lower_bound
from boxwright.blackboxes.reasoning.kumo.optimal.tables import (
    ALIVE,
    BEST,
    BIG,
    CERTAIN,
    FOUND,
    KID,
    LEFT,
    LOW,
    MADE,
    MUST,
    OVER,
    RAN,
    STOPPED,
    STORED,
    TABLE_FULL,
    TINY,
    TURN,
    WITHIN,
    WORTH,
    Rules,
    conclude,
    count_node,
    place_of,
)

STATE = np.dtype([("alive", np.int64), ("left", np.int64), ("value", np.float64), ("note", np.int64)])
"""One state: survivors (0: free slot), remaining actions, value or lower bound, certain actions and EXACT."""
EXACT = 1 << 62
"""In `note`: the value is exact. The lower bits are the actions that are certain to be played."""


class Stack(NamedTuple):
    """The table of states (c entries) and the open states, one per depth."""

    counters: NDArray[np.int64]
    """(6,) NODES ... CERTAIN."""
    entries: NDArray[Any]
    """(c,) records of STATE."""
    weight: NDArray[np.float64]
    """(m + 2, n) the belief at each depth, not normalised."""
    child: NDArray[np.int64]
    """(m + 2, m, s) survivors after each outcome."""
    rest: NDArray[np.int64]
    """(m + 2, m, s) the actions that still matter after it."""
    chance: NDArray[np.float64]
    """(m + 2, m, s) its probability."""
    bound: NDArray[np.float64]
    """(m + 2, m, s) its value, or a lower bound."""
    settled: NDArray[np.uint8]
    """(m + 2, m, s) 1 where `bound` is the value."""
    kids: NDArray[np.int64]
    """(m + 2, m) outcomes of an action that do not end play."""
    first: NDArray[np.float64]
    """(m + 2, m) an action's lower bound."""
    order: NDArray[np.int64]
    """(m + 2, m) actions, the most promising first."""
    mark: NDArray[np.int64]
    """(m + 2, 7) ALIVE ... MUST."""
    sum: NDArray[np.float64]
    """(m + 2, 4) WITHIN ... WORTH."""
    desk: Desk
    """Scratch space of the bound."""


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
        empty_desk(rules),
    )


@compiled
def alike(rules: Rules, alive: int, a: int, b: int) -> bool:
    """Say whether two actions do the same to the survivors, with proportional numbers of states."""
    total_a = 0.0
    total_b = 0.0
    for s in range(rules.states[a]):
        total_a += rules.times[a, s]
    for s in range(rules.states[b]):
        total_b += rules.times[b, s]
    for s in range(rules.states[a]):
        after = alive & ~rules.out[a, s]
        difference = 0.0
        for i in range(rules.states[a]):
            if (alive & ~rules.out[a, i]) == after:
                difference += rules.times[a, i] / total_a
        for i in range(rules.states[b]):
            if (alive & ~rules.out[b, i]) == after:
                difference -= rules.times[b, i] / total_b
        if abs(difference) > TINY:
            return False
    return True


@compiled
def classify(rules: Rules, alive: int) -> None:
    """Work out, for one set of survivors, which actions are equivalent."""
    for a in range(rules.states.shape[0]):
        rules.classes[alive, a] = a
        for b in range(a):
            if rules.classes[alive, b] == b and alike(rules, alive, a, b):
                rules.classes[alive, a] = b
                break


@inlined
def that_matter(rules: Any, alive: int, left: int) -> int:
    """Return the remaining actions that can rule out a survivor; `rules` are those of any game that has `touching`."""
    kept = 0
    while alive:
        kept |= rules.touching[first_bit(alive)]
        alive &= alive - 1
    return kept & left


@inlined
def canonical_actions(rules: Rules, alive: int, left: int) -> int:
    """Return the remaining actions that matter, keeping the first ones of each equivalence class."""
    kept = that_matter(rules, alive, left)
    row = 0
    if rules.classes.shape[0] > 1:
        row = alive
        if rules.classes[row, 0] < 0:
            classify(rules, alive)
    rest = kept
    while rest:
        a = first_bit(rest)
        rest &= rest - 1
        first = rules.classes[row, a]
        if first != a:
            for b in range(first, a):
                if rules.classes[row, b] == first and not (kept >> b) & 1:
                    kept = (kept & ~(1 << a)) | (1 << b)
                    break
    return kept


@inlined
def first_of_equals(rules: Rules, alive: int, left: int) -> int:
    """Return one action of each equivalence class."""
    row = alive if rules.classes.shape[0] > 1 else 0
    kept = 0
    rest = left
    while rest:
        a = first_bit(rest)
        rest &= rest - 1
        first = rules.classes[row, a]
        twin = False
        for b in range(first, a):
            if rules.classes[row, b] == first and (left >> b) & 1:
                twin = True
        if not twin:
            kept |= 1 << a
    return kept


@inlined
def believe(rules: Rules, stack: Stack, after: int, a: int, depth: int) -> float:
    """Write the belief one level deeper, for the survivors of one state of an action; return its weight."""
    mass = 0.0
    while after:
        t = first_bit(after)
        after &= after - 1
        stack.weight[depth + 1, t] = stack.weight[depth, t] * rules.share[a, t]
        mass += stack.weight[depth + 1, t]
    return mass


@inlined
def outcomes(rules: Rules, stack: Stack, alive: int, left: int, a: int, depth: int) -> bool:
    """Write an action's outcomes that do not leave one truth; say whether there is no other outcome."""
    mass = 0.0
    rest = alive
    while rest:
        mass += stack.weight[depth, first_bit(rest)]
        rest &= rest - 1
    made = 0
    goes_on = True
    for s in range(rules.states[a]):
        after = alive & ~rules.out[a, s]
        if after == 0:
            continue
        if (after & (after - 1)) == 0:
            goes_on = False
            continue
        weight = rules.times[a, s] * believe(rules, stack, after, a, depth) / mass
        k = 0
        while k < made and stack.child[depth, a, k] != after:
            k += 1
        if k == made:
            made += 1
            stack.child[depth, a, k] = after
            stack.rest[depth, a, k] = canonical_actions(rules, after, left & ~(1 << a))
            stack.chance[depth, a, k] = 0.0
        stack.chance[depth, a, k] += weight
    stack.kids[depth, a] = made
    return goes_on


@inlined
def look_up(rules: Rules, stack: Stack, a: int, k: int, depth: int) -> int:
    """Write the bound of one outcome, looked up or computed; return the actions that are then certain."""
    after = stack.child[depth, a, k]
    left = stack.rest[depth, a, k]
    if left == 0:
        stack.bound[depth, a, k] = 0.0
        stack.settled[depth, a, k] = 1
        return 0
    slot = place_of(stack.entries, after, left)
    if stack.entries[slot].alive == 0:
        believe(rules, stack, after, a, depth)
        bound = lower_bound(after, left, stack.weight[depth + 1], rules, stack.desk)
        stack.entries[slot].alive = after
        stack.entries[slot].left = left
        stack.entries[slot].value = bound
        stack.entries[slot].note = stack.desk.certain[0] | (EXACT if bound >= size_of(left) else 0)
        stack.counters[STORED] += 1
        if 3 * stack.counters[STORED] > 2 * stack.entries.shape[0]:
            stack.counters[STOPPED] = TABLE_FULL
    stack.bound[depth, a, k] = stack.entries[slot].value
    stack.settled[depth, a, k] = 1 if stack.entries[slot].note & EXACT else 0
    return stack.entries[slot].note & ~EXACT


@compiled
def open_state(rules: Rules, stack: Stack, alive: int, left: int, must: int, depth: int, limit: float) -> None:
    """Expand a state at this depth: the actions worth trying, their outcomes and bounds, most promising first.

    Playing an action that is certain to be played is optimal, and an action is not worth trying if another one is
    certain to be played after it whatever it shows. The root's certain actions are all best; only the first is tried.
    """
    count_node(stack.counters)
    wanted = first_of_equals(rules, alive, left)
    if must != 0:
        wanted = (must & -must) if depth > 0 else wanted & (~must | (must & -must))
    made = 0
    tried = wanted
    while tried and stack.counters[STOPPED] == RAN:
        a = first_bit(tried)
        tried &= tried - 1
        later = wanted & ~(1 << a)
        if not outcomes(rules, stack, alive, left, a, depth):
            later = 0
        bound = 1.0
        for k in range(stack.kids[depth, a]):
            if depth > 0 and bound >= limit - TINY:  # already beaten; it will not be searched
                stack.bound[depth, a, k] = 0.0
                stack.settled[depth, a, k] = 0
                later = 0
            else:
                later &= look_up(rules, stack, a, k, depth)
                bound += stack.chance[depth, a, k] * stack.bound[depth, a, k]
        if later != 0 and depth > 0:
            wanted &= ~(1 << a)
            continue
        stack.first[depth, a] = bound
        i = made
        while i > 0 and stack.first[depth, stack.order[depth, i - 1]] > bound:
            stack.order[depth, i] = stack.order[depth, i - 1]
            i -= 1
        stack.order[depth, i] = a
        made += 1
    stack.mark[depth, ALIVE] = alive
    stack.mark[depth, LEFT] = left
    stack.mark[depth, MUST] = must
    stack.mark[depth, MADE] = made
    stack.mark[depth, TURN] = 0
    stack.mark[depth, KID] = -1
    stack.mark[depth, FOUND] = 0
    stack.sum[depth, WITHIN] = limit
    stack.sum[depth, BEST] = limit
    stack.sum[depth, LOW] = BIG


@compiled
def close_state(stack: Stack, depth: int) -> float:
    """Store and return the value, or the lower bound, of a state all of whose actions have been searched."""
    slot = place_of(stack.entries, stack.mark[depth, ALIVE], stack.mark[depth, LEFT])
    if stack.mark[depth, FOUND] == 1:
        stack.entries[slot].value = stack.sum[depth, BEST]
        stack.entries[slot].note |= EXACT
    else:
        stack.entries[slot].value = max(stack.sum[depth, LOW], stack.entries[slot].value)
    return stack.entries[slot].value


@compiled
def absorb(stack: Any, a: int, depth: int, value: float) -> None:
    """Replace an outcome's bound by its value, or a better bound, in its action's sum; any search's stack will do."""
    k = stack.mark[depth, KID]
    stack.sum[depth, WORTH] += stack.chance[depth, a, k] * (value - stack.bound[depth, a, k])
    stack.bound[depth, a, k] = value


@compiled
def descend(rules: Rules, stack: Stack, a: int, depth: int, cut: float) -> bool:
    """Open the current outcome one level deeper (True), or take what the table knows about it by now (False)."""
    k = stack.mark[depth, KID]
    slot = place_of(stack.entries, stack.child[depth, a, k], stack.rest[depth, a, k])
    entry = stack.entries[slot]
    if entry.note & EXACT or entry.value > stack.bound[depth, a, k]:
        absorb(stack, a, depth, entry.value)
        stack.settled[depth, a, k] = 1 if entry.note & EXACT else 0
        return False
    room = stack.bound[depth, a, k] + (cut - stack.sum[depth, WORTH]) / stack.chance[depth, a, k]
    believe(rules, stack, stack.child[depth, a, k], a, depth)
    open_state(
        rules,
        stack,
        stack.child[depth, a, k],
        stack.rest[depth, a, k],
        entry.note & ~EXACT,
        depth + 1,
        min(room, size_of(stack.rest[depth, a, k]) + 0.5),
    )
    return True


@compiled
def advance(stack: Any, a: int, depth: int, cut: float) -> bool:
    """Go to the next outcome of an action that must be searched; False when the action is finished."""
    if stack.mark[depth, KID] < 0:
        stack.sum[depth, WORTH] = stack.first[depth, a]
        stack.mark[depth, KID] = 0
    if stack.sum[depth, WORTH] >= cut - TINY:
        return False
    while stack.mark[depth, KID] < stack.kids[depth, a]:
        if stack.settled[depth, a, stack.mark[depth, KID]] == 0:
            return True
        stack.mark[depth, KID] += 1
    return False


@compiled
def eliminate(
    rules: Rules,
    stack: Stack,
    alive: int,
    left: int,
    slack: float,
    greedy: bool,
    values: NDArray[np.float64],
    exact: NDArray[np.uint8],
) -> None:
    """Write every remaining action's value (or lower bound) into `values`, and 1 into `exact` where it is exact.

    Every action within `slack` of the best is exact. `left` is canonical, the belief is in `stack.weight[0]`.
    `counters[OVER]`: play has ended; `counters[CERTAIN]`: actions that are all best. `greedy`: only the most promising
    action of each state is searched, so the values are those of that policy.
    """
    exact[:] = 0
    stack.counters[OVER] = 1 if (alive & (alive - 1)) == 0 or left == 0 else 0
    if stack.counters[OVER] == 1:
        return
    lower_bound(alive, left, stack.weight[0], rules, stack.desk)
    stack.counters[CERTAIN] = stack.desk.certain[0]
    open_state(rules, stack, alive, left, stack.desk.certain[0], 0, size_of(left) + 0.5)
    if stack.counters[STOPPED] != RAN:
        return
    for i in range(stack.mark[0, MADE]):
        values[stack.order[0, i]] = max(values[stack.order[0, i]], stack.first[0, stack.order[0, i]])
    depth = 0
    while stack.counters[STOPPED] == RAN:
        cut = stack.sum[depth, BEST] + (slack if depth == 0 else 0.0)
        made = stack.mark[depth, MADE]
        if stack.mark[depth, TURN] == (min(made, 1) if greedy else made):
            if depth == 0:
                return
            value = close_state(stack, depth)
            depth -= 1
            a = stack.order[depth, stack.mark[depth, TURN]]
            absorb(stack, a, depth, value)
            k = stack.mark[depth, KID]
            slot = place_of(stack.entries, stack.child[depth, a, k], stack.rest[depth, a, k])
            stack.settled[depth, a, k] = 1 if stack.entries[slot].note & EXACT else 0
            continue
        a = stack.order[depth, stack.mark[depth, TURN]]
        if advance(stack, a, depth, BIG if greedy else cut):
            if descend(rules, stack, a, depth, BIG if greedy else cut):
                depth += 1
                if greedy:
                    stack.sum[depth, BEST] = BIG
        else:
            if depth == 0:
                worth = stack.sum[0, WORTH]
                values[a] = max(values[a], worth)
                exact[a] = 1 if worth < cut - TINY else 0
            conclude(stack, depth)


@compiled
def refill(old: Stack, new: Stack) -> None:
    """Copy all entries into a larger, empty table."""
    for i in range(old.entries.shape[0]):
        if old.entries[i].alive != 0:
            slot = place_of(new.entries, old.entries[i].alive, old.entries[i].left)
            new.entries[slot].alive = old.entries[i].alive
            new.entries[slot].left = old.entries[i].left
            new.entries[slot].value = old.entries[i].value
            new.entries[slot].note = old.entries[i].note
            new.counters[STORED] += 1
