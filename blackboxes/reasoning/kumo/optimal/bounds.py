"""Compiled, `paper`: lower bounds on the number of actions still needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.optimal.compiling import allocating, at_most_one, compiled, first_bit, size_of
from boxwright.blackboxes.reasoning.kumo.optimal.tables import Tables


@compiled
def bound_paper(game: Tables, alive: int, left: int) -> float:
    """Return 0 where play ends, else a lower bound on the value (docs/kumo/optimal-play.md, "The bound of `paper`").

    Play ends when a survivor has no action left that could rule it out, or when one truth is left. If every survivor
    has at least f such actions, only the second can happen within the first f actions; `relax` tabulates that game.
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
    """`bound_paper` where some survivors have one action left, which ends play if one of them survives it."""
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
            a = first_bit(last)
            total = 0.0
            later = 0.0
            for s in range(game.states[a]):
                after = alive & ~game.out[a, s]
                weight = game.times[a, s] * size_of(after)
                total += weight
                if (after & lone) == 0 and not at_most_one(after):
                    fewest = chances(game, after, left & ~last)
                    later += weight * game.relaxed[after, min(fewest, game.relaxed.shape[1] - 1)]
            bound = min(bound, 1.0 + later / total) if total > 0.0 else 1.0
    return bound


@compiled
def chances(game: Tables, alive: int, left: int) -> int:
    """Return the smallest number of remaining actions that can rule out any one survivor."""
    fewest = game.size[2]
    for t in range(game.size[1]):
        if (alive >> t) & 1:
            fewest = min(fewest, size_of(game.touching[t] & left))
    return fewest


@allocating
def relax(game: Tables, deepest: int) -> NDArray[np.float64]:
    """Return (2^n, deepest + 1): the fewest expected actions, cut off at k, if play ended only with one truth left.

    Actions may be repeated, so this is a lower bound whatever actions are left. Rows of unreachable survivors stay 0.
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
                    weight = game.times[a, s] * size_of(after)
                    total += weight
                    later += weight * value[after, k - 1]
                best = min(best, 1.0 + (later / total if total > 0.0 else 0.0))
            # an action that changes nothing refers to this same row at k - 1, which is already filled
            value[alive, k] = best
    return value
