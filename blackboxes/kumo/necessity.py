"""Compiled, `elimination`: how surely each action will be played, hence a lower bound and the certain actions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from blackboxes.kumo.bits import first_bit, size_of
from blackboxes.kumo.tables import compiled

NEARLY = 1e-9
"""A bound that comes this close to the number of actions is that number."""
SAFE = 1.0 - 1e-12
"""Keeps rounding on the safe side of a bound."""


@compiled
def exclusions(
    t: int,
    others: int,
    left: int,
    hope: NDArray[np.int64],
    chance: NDArray[np.float64],
    survival: NDArray[np.float64],
    sure: NDArray[np.int64],
) -> None:
    """Write, per other survivor u, the chance to survive all actions left given `t`, without the sure ones.

    `sure` counts the actions that rule u out with certainty.
    """
    rest = others
    while rest:
        u = first_bit(rest)
        rest &= rest - 1
        open_ = 1.0
        certain = 0
        actions = hope[t, u] & left
        while actions:
            a = first_bit(actions)
            actions &= actions - 1
            if chance[t, u, a] >= 1.0:
                certain += 1
            else:
                open_ *= 1.0 - chance[t, u, a]
        survival[u] = open_
        sure[u] = certain


@compiled
def without(survival: float, sure: int, likely: float) -> float:
    """Return the chance to survive all actions but one, which rules out with the chance `likely`."""
    if likely >= 1.0:
        return survival if sure == 1 else 0.0
    return survival / (1.0 - likely) if sure == 0 else 0.0


@compiled
def needed(
    t: int,
    a: int,
    watched: int,
    left: int,
    hope: NDArray[np.int64],
    chance: NDArray[np.float64],
    survival: NDArray[np.float64],
    sure: NDArray[np.int64],
    likely: NDArray[np.float64],
    who: NDArray[np.int64],
) -> float:
    """Return a lower bound of the probability that the action is played, given `t`; 1 only where it is certain.

    It stays unplayed only if every truth in `watched` is ruled out by the other actions. Survivors with no action in
    common are ruled out independently; so their chances multiply.
    """
    made = 0
    rest = watched
    while rest:
        u = first_bit(rest)
        rest &= rest - 1
        if (hope[t, u] & left & ~(1 << a)) == 0:
            return 1.0
        p = without(survival[u], sure[u], chance[t, u, a])
        if p > 0.0:
            i = made
            while i > 0 and likely[i - 1] < p:
                likely[i] = likely[i - 1]
                who[i] = who[i - 1]
                i -= 1
            likely[i] = p
            who[i] = u
            made += 1
    spared = 1.0
    taken = 0
    for i in range(made):
        actions = hope[t, who[i]] & left & ~(1 << a)
        if (actions & taken) == 0:
            taken |= actions
            spared *= 1.0 - likely[i]
    return min(1.0 - spared, SAFE)


@compiled
def wait(t: int, u: int, left: int, hope: NDArray[np.int64], chance: NDArray[np.float64]) -> float:
    """Return the least expected number of actions, of those that can rule `u` out given `t`, until it is ruled out.

    The likeliest first (exchange argument): each step takes the likeliest that is left.
    """
    actions = hope[t, u] & left
    open_ = 1.0
    total = 0.0
    while actions:
        best = -1.0
        pick = 0
        rest = actions
        while rest:
            a = first_bit(rest)
            rest &= rest - 1
            if chance[t, u, a] > best:
                best = chance[t, u, a]
                pick = a
        total += open_
        open_ *= 1.0 - best
        actions &= ~(1 << pick)
        if open_ <= 0.0:
            return total
    return total


@compiled
def lower_bound(
    alive: int,
    left: int,
    weight: NDArray[np.float64],
    hope: NDArray[np.int64],
    chance: NDArray[np.float64],
    touching: NDArray[np.int64],
    union: NDArray[np.int64],
    scratch: NDArray[np.float64],
    counts: NDArray[np.int64],
    certain: NDArray[np.int64],
) -> float:
    """Return a lower bound of the expected number of actions of a canonical state (docs/kumo.md).

    Write the actions that are certain to be played, whatever is valid, into `certain[0]`. `scratch` (4, 64) and
    `counts` (2, 64) are overwritten; `weight` need not be normalised.
    """
    survival, needs, likely, waits = scratch[0], scratch[1], scratch[2], scratch[3]
    sure, who = counts[0], counts[1]
    must = left
    mass = 0.0
    value = 0.0
    truths = alive
    while truths:
        t = first_bit(truths)
        truths &= truths - 1
        others = alive & ~(1 << t)
        exclusions(t, others, left, hope, chance, survival, sure)
        total = 0.0
        here = 0
        actions = left
        while actions:
            a = first_bit(actions)
            actions &= actions - 1
            watched = others if (touching[t] >> a) & 1 else union[a] & others
            needs[a] = needed(t, a, watched, left, hope, chance, survival, sure, likely, who)
            total += needs[a]
            if needs[a] == 1.0:
                here |= 1 << a
        must &= here
        if here != left:
            total += waiting_gain(t, others, left, hope, chance, needs, waits)
        mass += weight[t]
        value += weight[t] * total
    certain[0] = must
    most = float(size_of(left))
    if must == left:
        return most
    value = max(1.0, value / mass * SAFE)
    return most if value > most - NEARLY else value


@compiled
def waiting_gain(
    t: int,
    others: int,
    left: int,
    hope: NDArray[np.int64],
    chance: NDArray[np.float64],
    needs: NDArray[np.float64],
    waits: NDArray[np.float64],
) -> float:
    """Return what waiting times add to the needs of the same actions, over disjoint sets of actions."""
    rest = others
    while rest:
        u = first_bit(rest)
        rest &= rest - 1
        waits[u] = wait(t, u, left, hope, chance)
        actions = hope[t, u] & left
        while actions:
            waits[u] -= needs[first_bit(actions)]
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
            if waits[u] > best and (hope[t, u] & left & used) == 0:
                best = waits[u]
                pick = u
        if pick < 0:
            return gained
        gained += best
        used |= hope[t, pick] & left
        waits[pick] = 0.0
