"""Compiled, `elimination`: how likely each action is to be played, hence a lower bound and the certain actions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.optimal.compiling import compiled, first_bit, inlined, size_of
from boxwright.blackboxes.reasoning.kumo.optimal.tables import Rules

WATCHED = 6
"""How many survivors the bound watches at once (2^6 subsets)."""
NEARLY = 1e-9
"""A bound this close to the number of actions equals it."""
SAFE = 1.0 - 1e-12
"""Keeps rounding on the safe side of a bound."""


class Desk(NamedTuple):
    """Scratch space of `lower_bound`; k subsets of the watched truths."""

    spare: NDArray[np.float64]
    """(m, k) the chance that an action's outcome spares all of a subset."""
    before: NDArray[np.float64]
    """(m + 1, k) the product of `spare` over the actions before this one."""
    after: NDArray[np.float64]
    """(k,) the product over the actions after it."""
    sign: NDArray[np.float64]
    """(k,) 1 for subsets of odd size, else -1."""
    who: NDArray[np.int64]
    """(64,) the watched truths."""
    likely: NDArray[np.float64]
    """(64,) their chances to outlive all actions."""
    needs: NDArray[np.float64]
    """(64,) per action, a lower bound on the chance that it is played."""
    waits: NDArray[np.float64]
    """(64,) per truth, what `waiting_gain` can add for it."""
    certain: NDArray[np.int64]
    """(1,) the actions that are certain to be played."""


def empty_desk(rules: Rules) -> Desk:
    """Return scratch space for one game."""
    m, n = len(rules.states), len(rules.touching)
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


@inlined
def watch(t: int, others: int, left: int, rules: Rules, desk: Desk) -> int:
    """Choose at most WATCHED other survivors, those likeliest to outlive all actions left given `t`; return how many.

    They are written into `desk.who`. Watching fewer than all only weakens the bound.
    """
    made = 0
    if size_of(others) <= WATCHED:
        while others:
            desk.who[made] = first_bit(others)
            others &= others - 1
            made += 1
        return made
    while others:
        u = first_bit(others)
        others &= others - 1
        open_ = 1.0
        actions = rules.hope[t, u] & left
        while actions:
            open_ *= 1.0 - rules.chance[t, u, first_bit(actions)]
            actions &= actions - 1
        i = min(made, WATCHED)
        while i > 0 and desk.likely[i - 1] < open_:
            if i < WATCHED:
                desk.likely[i] = desk.likely[i - 1]
                desk.who[i] = desk.who[i - 1]
            i -= 1
        if i < WATCHED:
            desk.likely[i] = open_
            desk.who[i] = u
            made = min(made + 1, WATCHED)
    return made


@inlined
def among(mask: int, who: NDArray[np.int64], number: int) -> int:
    """Return which of the watched truths are in a set, as bits in the order of `who`."""
    found = 0
    for i in range(number):
        found |= ((mask >> who[i]) & 1) << i
    return found


@inlined
def spares(t: int, left: int, number: int, rules: Rules, desk: Desk) -> None:
    """Write, per action left and subset of the watched truths, the chance that its outcome spares the subset given `t`.

    Also write the products of these over the actions before each.
    """
    sets = 1 << number
    desk.before[0, :sets] = 1.0
    i = 0
    actions = left
    while actions:
        a = first_bit(actions)
        actions &= actions - 1
        desk.spare[i, :sets] = 0.0
        for s in range(rules.states[a]):
            likely = rules.law[a, s, t]
            hit = among(rules.out[a, s], desk.who, number)
            for y in range(sets):
                desk.spare[i, y] += likely if (hit & y) == 0 else 0.0
        for y in range(sets):
            desk.before[i + 1, y] = desk.before[i, y] * desk.spare[i, y]
        i += 1


@inlined
def needed(t: int, others: int, left: int, certain: int, rules: Rules, desk: Desk) -> float:
    """Write, per action left, a lower bound on the chance that it is played given `t`; return their sum.

    An action stays unplayed only if every truth it could rule out is ruled out by the other actions. Outcomes are
    independent given `t`, so the chance that a whole set Y survives is the product over the actions of the chance that
    the outcome spares Y; inclusion-exclusion over Y gives the chance that all are ruled out.
    """
    number = watch(t, others, left, rules, desk)
    spares(t, left, number, rules, desk)
    sets = 1 << number
    desk.after[:sets] = 1.0
    i = size_of(left)
    total = 0.0
    for a in range(rules.states.shape[0] - 1, -1, -1):
        if not (left >> a) & 1:
            continue
        i -= 1
        if (certain >> a) & 1:
            desk.needs[a] = 1.0
        else:
            unseen = 0
            if not (rules.touching[t] >> a) & 1:
                unseen = ~among(rules.union[a], desk.who, number)
            need = 0.0
            for y in range(1, sets):
                need += desk.sign[y] * desk.before[i, y] * desk.after[y] if (y & unseen) == 0 else 0.0
            desk.needs[a] = max(0.0, min(need, SAFE))
        total += desk.needs[a]
        for y in range(sets):
            desk.after[y] *= desk.spare[i, y]
    return total


@inlined
def surely(t: int, others: int, left: int, rules: Rules) -> int:
    """Return the actions certain to be played given `t`: some truth they can rule out falls to no other action."""
    stay = 0
    found = 0
    rest = others
    while rest:
        u = first_bit(rest)
        rest &= rest - 1
        able = rules.hope[t, u] & left
        if able == 0:
            stay |= 1 << u
        elif (able & (able - 1)) == 0 and (((rules.touching[t] | rules.touching[u]) & able) != 0):
            found |= able
    if stay:
        actions = left & ~found
        while actions:
            a = first_bit(actions)
            actions &= actions - 1
            if (rules.touching[t] >> a) & 1 or rules.union[a] & stay:
                found |= 1 << a
    return found


@inlined
def wait(t: int, u: int, able: int, rules: Rules) -> float:
    """Return the fewest expected actions, of those that can rule `u` out given `t`, until it is ruled out.

    That is the likeliest first (exchange argument).
    """
    open_ = 1.0
    total = 0.0
    for i in range(rules.pairs[t, u]):
        a = rules.pair[t, u, i]
        if (able >> a) & 1:
            total += open_
            open_ *= 1.0 - rules.chance[t, u, a]
            if open_ <= 0.0:
                break
    return total


@compiled
def lower_bound(alive: int, left: int, weight: NDArray[np.float64], rules: Rules, desk: Desk) -> float:
    """Return a lower bound on the expected number of actions of a canonical state (docs/kumo/optimal-play.md).

    Write the actions that are certain to be played, whichever truth is valid, into `desk.certain[0]`. `weight` need
    not be normalised.
    """
    must = left
    mass = 0.0
    value = 0.0
    most = float(size_of(left))
    truths = alive
    while truths:
        t = first_bit(truths)
        truths &= truths - 1
        others = alive & ~(1 << t)
        here = surely(t, others, left, rules)
        must &= here
        total = most
        if here != left:
            total = needed(t, others, left, here, rules, desk)
            total += waiting_gain(t, others, left, rules, desk)
        mass += weight[t]
        value += weight[t] * total
    desk.certain[0] = must
    if must == left:
        return most
    value = max(1.0, value / mass * SAFE)
    return most if value > most - NEARLY else value


@inlined
def waiting_gain(t: int, others: int, left: int, rules: Rules, desk: Desk) -> float:
    """Return how much waiting times raise the bound over `desk.needs`, summed over disjoint sets of actions."""
    gains = desk.waits
    rest = others
    while rest:
        u = first_bit(rest)
        rest &= rest - 1
        actions = rules.hope[t, u] & left
        gains[u] = wait(t, u, actions, rules)
        while actions:
            gains[u] -= desk.needs[first_bit(actions)]
            actions &= actions - 1
    gained = 0.0
    used = 0
    while True:
        best = NEARLY
        pick = -1
        rest = others
        while rest:
            u = first_bit(rest)
            rest &= rest - 1
            if gains[u] > best and (rules.hope[t, u] & left & used) == 0:
                best = gains[u]
                pick = u
        if pick < 0:
            return gained
        gained += best
        used |= rules.hope[t, pick] & left
        gains[pick] = 0.0
