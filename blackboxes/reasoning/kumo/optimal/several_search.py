"""Compiled, `paper` and `elimination` with k valid truths: search over (survivors, remaining actions).

The answer is a set of k truths, so the belief is over such sets; but an outcome leaves just the sets of what survives
it, so the state is the same as with one valid truth. The stack is explicit, as in `search.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.optimal.compiling import allocating, compiled, first_bit, size_of
from boxwright.blackboxes.reasoning.kumo.optimal.elimination import absorb, advance, that_matter
from boxwright.blackboxes.reasoning.kumo.optimal.tables import (
    ALIVE,
    BEST,
    BIG,
    ENTRY,
    FOUND,
    KID,
    LEFT,
    LOW,
    MADE,
    OVER,
    RAN,
    STOPPED,
    STORED,
    TABLE_FULL,
    TINY,
    TURN,
    WORTH,
    conclude,
    count_node,
    place_of,
)

SEVERAL, BY_BELIEF = 0, 1
"""`Sets.size`: how many truths are valid, and whether outcomes are weighed by belief (`elimination`)."""


class Sets(NamedTuple):
    """One game: n truths, m actions, at most s different states per action, h sets of k truths (`paper`: none)."""

    size: NDArray[np.int64]
    """(SEVERAL, BY_BELIEF)"""
    states: NDArray[np.int64]
    """(m,) different states per action."""
    out: NDArray[np.int64]
    """(m, s) truths that a state rules out."""
    times: NDArray[np.float64]
    """(m, s) how many states of the domain rule out exactly these."""
    touching: NDArray[np.int64]
    """(n,) actions with a state that rules the truth out."""
    ways: NDArray[np.float64]
    """(n + 1,) how many sets of k there are of so many truths."""
    member: NDArray[np.int64]
    """(h,) the sets."""
    law: NDArray[np.float64]
    """(m, s, h) probability of the states with this mask, given the set."""
    share: NDArray[np.float64]
    """(m, h) the factor on a set's weight when it survives the action."""


class Desk(NamedTuple):
    """The table of states (c entries) and the open states, one per depth."""

    counters: NDArray[np.int64]
    """(6,) NODES ... OVER."""
    entries: NDArray[Any]
    """(c,) records of ENTRY."""
    live: NDArray[np.int64]
    """(m + 2, h + 1) the sets that survive at each depth, after their number."""
    weight: NDArray[np.float64]
    """(m + 2, h) the belief at each depth, by set, not normalised."""
    child: NDArray[np.int64]
    """(m + 2, m, s) survivors after each outcome."""
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
    hope: NDArray[np.float64]
    """(m + 2, m) how many survivors too many it is expected to leave."""
    order: NDArray[np.int64]
    """(m + 2, m) actions, the most promising first."""
    mark: NDArray[np.int64]
    """(m + 2, 7) ALIVE ... FOUND."""
    sum: NDArray[np.float64]
    """(m + 2, 4) WITHIN ... WORTH."""
    scratch: NDArray[np.int64]
    """(m + 1,) for `least`."""


def empty_desk(sets: Sets, entries: int) -> Desk:
    """Return an empty table and stack; `entries` is a power of two."""
    m, s = sets.out.shape
    h, deep = len(sets.member), m + 2
    return Desk(
        np.zeros(6, np.int64),
        np.zeros(entries, ENTRY),
        np.zeros((deep, h + 1), np.int64),
        np.zeros((deep, h)),
        np.zeros((deep, m, s), np.int64),
        np.zeros((deep, m, s)),
        np.zeros((deep, m, s)),
        np.zeros((deep, m, s), np.uint8),
        np.zeros((deep, m), np.int64),
        np.zeros((deep, m)),
        np.zeros((deep, m)),
        np.zeros((deep, m), np.int64),
        np.zeros((deep, 7), np.int64),
        np.zeros((deep, 4)),
        np.zeros(m + 1, np.int64),
    )


@compiled
def least(sets: Sets, scratch: NDArray[np.int64], alive: int, left: int) -> int:
    """Return how many actions any game from here takes at least; 0 where play ends.

    It ends when k truths are left, or when each of those left has none of its actions left (`paper`: k of those left).
    However lucky, an action rules out no more than its largest outcome does.
    """
    excess = size_of(alive) - sets.size[SEVERAL]
    left = that_matter(sets, alive, left)
    if excess <= 0 or left == 0:
        return 0
    needed = min(luckiest(sets, scratch, alive, left, excess), size_of(left))
    if sets.size[BY_BELIEF] == 1:
        return min(needed, fewest_of(sets, alive, left))
    for actions in range(needed):
        free = 0
        rest = alive
        while rest:
            if size_of(sets.touching[first_bit(rest)] & left) <= actions:
                free += 1
            rest &= rest - 1
        if free >= sets.size[SEVERAL]:
            return actions
    return needed


@compiled
def luckiest(sets: Sets, scratch: NDArray[np.int64], alive: int, left: int, excess: int) -> int:
    """Return how many actions rule out so many survivors, or all that they can, if each shows its largest outcome."""
    wanted = 0
    rest = alive
    while rest:
        if sets.touching[first_bit(rest)] & left:
            wanted += 1
        rest &= rest - 1
    wanted = min(wanted, excess)
    made = 0
    rest = left
    while rest:
        a = first_bit(rest)
        rest &= rest - 1
        most = 0
        for s in range(sets.states[a]):
            most = max(most, size_of(sets.out[a, s] & alive))
        i = made
        while i > 0 and scratch[i - 1] < most:
            scratch[i] = scratch[i - 1]
            i -= 1
        scratch[i] = most
        made += 1
    needed = 0
    while needed < made and wanted > 0:
        wanted -= scratch[needed]
        needed += 1
    return needed


@compiled
def fewest_of(sets: Sets, alive: int, left: int) -> int:
    """Return the smallest number of remaining actions that a survivor has, of those that have any."""
    fewest = size_of(left)
    rest = alive
    while rest:
        own = size_of(sets.touching[first_bit(rest)] & left)
        if own > 0:
            fewest = min(fewest, own)
        rest &= rest - 1
    return fewest


@compiled
def weigh(sets: Sets, desk: Desk, a: int, s: int, after: int, depth: int) -> float:
    """Return the weight of an outcome, not normalised."""
    if sets.size[BY_BELIEF] == 0:
        return sets.times[a, s] * sets.ways[size_of(after)]
    total = 0.0
    for i in range(1, desk.live[depth, 0] + 1):
        h = desk.live[depth, i]
        total += desk.weight[depth, h] * sets.law[a, s, h]
    return total


@compiled
def outcomes(sets: Sets, desk: Desk, alive: int, left: int, a: int, depth: int) -> None:
    """Write an action's outcomes that do not end play, with their probabilities and bounds, and what it promises."""
    mass = 0.0
    hope = 0.0
    made = 0
    for s in range(sets.states[a]):
        after = alive & ~sets.out[a, s]
        weight = weigh(sets, desk, a, s, after, depth)
        mass += weight
        excess = size_of(after) - sets.size[SEVERAL]
        if weight <= 0.0 or excess <= 0:
            continue
        hope += weight * excess
        rest = that_matter(sets, after, left & ~(1 << a))
        slot = place_of(desk.entries, after, rest)
        bound = desk.entries[slot].value
        exact = desk.entries[slot].exact
        if desk.entries[slot].alive == 0:
            bound = float(least(sets, desk.scratch, after, rest))
            if bound == 0.0:
                continue
            exact = 1 if bound >= size_of(rest) else 0
            desk.entries[slot].alive = after
            desk.entries[slot].left = rest
            desk.entries[slot].value = bound
            desk.entries[slot].exact = exact
            desk.counters[STORED] += 1
            if 3 * desk.counters[STORED] > 2 * desk.entries.shape[0]:
                desk.counters[STOPPED] = TABLE_FULL
        k = 0
        while k < made and desk.child[depth, a, k] != after:
            k += 1
        if k == made:
            made += 1
            desk.child[depth, a, k] = after
            desk.chance[depth, a, k] = 0.0
            desk.bound[depth, a, k] = bound
            desk.settled[depth, a, k] = exact
        desk.chance[depth, a, k] += weight
    desk.kids[depth, a] = made
    desk.first[depth, a] = 1.0
    desk.hope[depth, a] = hope / mass if mass > 0.0 else 0.0
    for k in range(made):
        desk.chance[depth, a, k] /= mass
        desk.first[depth, a] += desk.chance[depth, a, k] * desk.bound[depth, a, k]


@compiled
def open_state(sets: Sets, desk: Desk, alive: int, left: int, depth: int, limit: float) -> None:
    """Expand a state, whose belief has been written, at this depth: its actions, the most promising first."""
    count_node(desk.counters)
    made = 0
    rest = left
    while rest and desk.counters[STOPPED] != TABLE_FULL:
        a = first_bit(rest)
        rest &= rest - 1
        outcomes(sets, desk, alive, left, a, depth)
        i = made
        while i > 0 and desk.hope[depth, desk.order[depth, i - 1]] > desk.hope[depth, a]:
            desk.order[depth, i] = desk.order[depth, i - 1]
            i -= 1
        desk.order[depth, i] = a
        made += 1
    desk.mark[depth, ALIVE] = alive
    desk.mark[depth, LEFT] = left
    desk.mark[depth, MADE] = made
    desk.mark[depth, TURN] = 0
    desk.mark[depth, KID] = -1
    desk.mark[depth, FOUND] = 0
    desk.sum[depth, BEST] = limit
    desk.sum[depth, LOW] = BIG


@compiled
def believe(sets: Sets, desk: Desk, after: int, a: int, depth: int) -> None:
    """Write the sets that survive, and the belief in them, one level deeper."""
    made = 0
    for i in range(1, desk.live[depth, 0] + 1):
        h = desk.live[depth, i]
        if (sets.member[h] & ~after) == 0:
            made += 1
            desk.live[depth + 1, made] = h
            desk.weight[depth + 1, h] = desk.weight[depth, h] * sets.share[a, h]
    desk.live[depth + 1, 0] = made


@compiled
def close_state(sets: Sets, desk: Desk, depth: int) -> float:
    """Store and return the value, or the lower bound, of a state all of whose actions have been searched."""
    slot = place_of(desk.entries, desk.mark[depth, ALIVE], desk.mark[depth, LEFT])
    if desk.mark[depth, FOUND] == 1:
        desk.entries[slot].value = desk.sum[depth, BEST]
        desk.entries[slot].exact = 1
    else:
        desk.entries[slot].value = max(desk.sum[depth, LOW], desk.entries[slot].value)
    return desk.entries[slot].value


@compiled
def descend(sets: Sets, desk: Desk, a: int, depth: int, cut: float) -> bool:
    """Open the current outcome one level deeper (True), or take what the table knows about it by now (False)."""
    k = desk.mark[depth, KID]
    after = desk.child[depth, a, k]
    rest = that_matter(sets, after, desk.mark[depth, LEFT] & ~(1 << a))
    entry = desk.entries[place_of(desk.entries, after, rest)]
    if entry.exact == 1 or entry.value > desk.bound[depth, a, k]:
        absorb(desk, a, depth, entry.value)
        desk.settled[depth, a, k] = entry.exact
        return False
    room = desk.bound[depth, a, k] + (cut - desk.sum[depth, WORTH]) / desk.chance[depth, a, k]
    believe(sets, desk, after, a, depth)
    open_state(sets, desk, after, rest, depth + 1, min(room, size_of(rest) + 0.5))
    return True


@compiled
def search_sets(
    sets: Sets,
    desk: Desk,
    alive: int,
    left: int,
    slack: float,
    greedy: bool,
    values: NDArray[np.float64],
    exact: NDArray[np.uint8],
) -> None:
    """Write every remaining action's value (or lower bound) into `values`, and 1 into `exact` where it is exact.

    As `elimination.eliminate`; `left`: only actions that touch a survivor; the belief is in `desk.weight[0]`.
    """
    exact[:] = 0
    desk.counters[OVER] = 1 if least(sets, desk.scratch, alive, left) == 0 else 0
    if desk.counters[OVER] == 1:
        return
    open_state(sets, desk, alive, left, 0, size_of(left) + 0.5)
    if desk.counters[STOPPED] != RAN:
        return
    for i in range(desk.mark[0, MADE]):
        values[desk.order[0, i]] = max(values[desk.order[0, i]], desk.first[0, desk.order[0, i]])
    depth = 0
    while desk.counters[STOPPED] == RAN:
        cut = desk.sum[depth, BEST] + (slack if depth == 0 else 0.0)
        made = desk.mark[depth, MADE]
        if desk.mark[depth, TURN] == (min(made, 1) if greedy else made):
            if depth == 0:
                return
            value = close_state(sets, desk, depth)
            depth -= 1
            a = desk.order[depth, desk.mark[depth, TURN]]
            absorb(desk, a, depth, value)
            k = desk.mark[depth, KID]
            rest = that_matter(sets, desk.child[depth, a, k], desk.mark[depth, LEFT] & ~(1 << a))
            slot = place_of(desk.entries, desk.child[depth, a, k], rest)
            desk.settled[depth, a, k] = desk.entries[slot].exact
            continue
        a = desk.order[depth, desk.mark[depth, TURN]]
        if advance(desk, a, depth, BIG if greedy else cut):
            if descend(sets, desk, a, depth, BIG if greedy else cut):
                depth += 1
                if greedy:
                    desk.sum[depth, BEST] = BIG
        else:
            if depth == 0:
                worth = desk.sum[0, WORTH]
                values[a] = max(values[a], worth)
                exact[a] = 1 if worth < cut - TINY else 0
            conclude(desk, depth)


@allocating
def games_of(sets: Sets, desk: Desk, alive: int, left: int, chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return what games of the most promising actions took: one per row of `chances`, uniform numbers in [0, 1).

    The belief is in `desk.weight[0]`, `left` as in `search_sets`; -1 where the table was full.
    """
    taken = np.zeros(chances.shape[0], np.int64)
    for game in range(chances.shape[0]):
        now, rest, depth = alive, left, 0
        while least(sets, desk.scratch, now, rest) > 0:
            open_state(sets, desk, now, rest, depth, BIG)
            if desk.counters[STOPPED] == TABLE_FULL:
                taken[game] = -1
                return taken
            a = desk.order[depth, 0]
            taken[game] += 1
            aim = chances[game, depth]
            after = 0
            for k in range(desk.kids[depth, a]):
                aim -= desk.chance[depth, a, k]
                if aim < 0.0:
                    after = desk.child[depth, a, k]
                    break
            if after == 0:
                break
            believe(sets, desk, after, a, depth)
            rest = that_matter(sets, after, rest & ~(1 << a))
            now = after
            depth += 1
    return taken


@compiled
def refill(old: Desk, new: Desk) -> None:
    """Copy all entries into a larger, empty table."""
    for i in range(old.entries.shape[0]):
        if old.entries[i].alive != 0:
            slot = place_of(new.entries, old.entries[i].alive, old.entries[i].left)
            new.entries[slot].alive = old.entries[i].alive
            new.entries[slot].left = old.entries[i].left
            new.entries[slot].value = old.entries[i].value
            new.entries[slot].exact = old.entries[i].exact
            new.counters[STORED] += 1
