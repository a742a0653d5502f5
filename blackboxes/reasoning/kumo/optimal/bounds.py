"""Compiled, `paper`: lower bounds of the number of actions still needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.optimal.tables import Tables, allocating, at_most_one, compiled, count, lowest


@compiled
def bound_paper(game: Tables, alive: int, left: int) -> float:
    """Return 0 where play ends, else a lower bound of the value (docs/kumo.md, "The bound of `paper`").

    Play ends when a survivor has no action left that could rule it out, or when one truth is left. If every survivor
    has f such actions or more, only the second can happen in the first f actions: `relax` has that game's value.
    """
    if at_most_one(alive) or left == 0:
        return 0.0
    fewest = chances(game, alive, left)
    if fewest == 0:
        return 0.0
    if game.relaxed.shape[0] == 1:
        return 1.0
    if fewest > 1:
        return game.relaxed[alive, min(fewest, game.relaxed.shape[1] - 1)]
    return bound_last(game, alive, left)


@compiled
def bound_last(game: Tables, alive: int, left: int) -> float:
    """`bound_paper` where some survivors have one action left: it ends play if one of them survives it."""
    bound = game.relaxed[alive, min(2, game.relaxed.shape[1] - 1)]
    tried = 0
    for t in range(game.size[1]):
        last = game.touching[t] & left
        if (alive >> t) & 1 and at_most_one(last) and (tried & last) == 0:
            tried |= last
            lone = 0
            for u in range(game.size[1]):
                if (alive >> u) & 1 and (game.touching[u] & left) == last:
                    lone |= 1 << u
            a = lowest(last)
            total = 0.0
            later = 0.0
            for s in range(game.states[a]):
                after = alive & ~game.out[a, s]
                weight = game.times[a, s] * count(after)
                total += weight
                if (after & lone) == 0 and not at_most_one(after):
                    fewest = chances(game, after, left & ~last)
                    later += weight * game.relaxed[after, min(fewest, game.relaxed.shape[1] - 1)]
            bound = min(bound, 1.0 + later / total) if total > 0.0 else 1.0
    return bound


@compiled
def chances(game: Tables, alive: int, left: int) -> int:
    """Return the least number of actions that are left to rule out a survivor."""
    fewest = game.size[2]
    for t in range(game.size[1]):
        if (alive >> t) & 1:
            fewest = min(fewest, count(game.touching[t] & left))
    return fewest


@allocating
def relax(game: Tables, deepest: int) -> NDArray[np.float64]:
    """Return (2^n, deepest + 1): the least expected actions, cut off at k, if play ended only with one truth left.

    Every action may be taken again and again; so it is a lower bound whatever actions are left. Rows of survivors
    that cannot be reached stay 0.
    """
    full = (1 << game.size[1]) - 1
    reached = np.zeros(full + 1, np.uint8)
    reached[full] = 1
    value = np.zeros((full + 1, deepest + 1))
    for alive in range(full, 0, -1):
        if reached[alive] == 1:
            for a in range(game.size[2]):
                for s in range(game.states[a]):
                    reached[alive & ~game.out[a, s]] = 1
    for alive in range(1, full + 1):
        if reached[alive] == 0 or at_most_one(alive):
            continue
        for k in range(1, deepest + 1):
            best = float(k)
            for a in range(game.size[2]):
                total = 0.0
                later = 0.0
                for s in range(game.states[a]):
                    after = alive & ~game.out[a, s]
                    weight = game.times[a, s] * count(after)
                    total += weight
                    later += weight * value[after, k - 1]
                best = min(best, 1.0 + (later / total if total > 0.0 else 0.0))
            # an action that changes nothing refers to this very row one step shorter, which is done already
            value[alive, k] = best
    return value
