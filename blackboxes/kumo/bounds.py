"""Compiled: lower bounds of the number of actions still needed, and actions that are certain to be played."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from blackboxes.kumo.tables import Tables, at_most_one, compiled, count, lowest


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


@compiled
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


@compiled
def bound_elimination(
    game: Tables, alive: int, left: int, belief: NDArray[np.float64], scratch: NDArray[np.float64]
) -> float:
    """Return a lower bound of the expected number of actions (docs/kumo.md, "The bound of `elimination`").

    Given the valid truth t, for each other survivor u actions that separate t and u are played until u is ruled out
    or they are used up. Per u this is a waiting time with independent chances; the actions are shared out among the
    u, so that the waiting times may be added. `belief` need not be normalised; `scratch` is (2, m).
    """
    mass = 0.0
    value = 0.0
    for t in range(game.size[1]):
        if (alive >> t) & 1:
            mass += belief[t]
            value += belief[t] * waiting(game, alive, left, t, scratch)
    if mass == 0.0:
        return 0.0
    return value / mass


@compiled
def waiting(game: Tables, alive: int, left: int, t: int, scratch: NDArray[np.float64]) -> float:
    """Return a lower bound of the expected number of actions when `t` is valid."""
    best = 0.0
    for a in range(game.size[2]):
        scratch[0, a] = 0.0
        scratch[1, a] = -1.0
    for u in range(game.size[1]):
        if u != t and (alive >> u) & 1:
            best = max(best, single_wait(game, left, t, u, scratch))
    shared = 0.0
    for u in range(game.size[1]):
        if u != t and (alive >> u) & 1:
            free = 1.0
            own = 0.0
            open_ = 1.0
            for i in range(game.pair_count[t, u]):
                a = game.pair_action[t, u, i]
                if (left >> a) & 1:
                    if scratch[1, a] == u:
                        own += open_
                        open_ *= 1.0 - game.pair_chance[t, u, i]
                    else:
                        free *= 1.0 - game.pair_chance[t, u, i]
            shared += free * own
    return max(best, shared)


@compiled
def single_wait(game: Tables, left: int, t: int, u: int, scratch: NDArray[np.float64]) -> float:
    """Return the least expected number of actions until `u` is ruled out or nothing can separate it from `t`.

    Also note in `scratch`, for each of these actions, the largest probability over u (and that u) with which the
    action is needed when all others are played before it.
    """
    open_ = 1.0
    alone = 1.0
    sure = 0
    wait = 0.0
    for i in range(game.pair_count[t, u]):
        if (left >> game.pair_action[t, u, i]) & 1:
            chance = game.pair_chance[t, u, i]
            wait += open_
            open_ *= 1.0 - chance
            if chance >= 1.0:
                sure += 1
            else:
                alone *= 1.0 - chance
    if wait == 0.0 or sure > 1:
        return wait
    for i in range(game.pair_count[t, u]):
        a = game.pair_action[t, u, i]
        if (left >> a) & 1:
            chance = game.pair_chance[t, u, i]
            needed = 0.0
            if chance >= 1.0:
                needed = alone
            elif sure == 0:
                needed = alone / (1.0 - chance)
            if needed > scratch[0, a]:
                scratch[0, a] = needed
                scratch[1, a] = u
    return wait


@compiled
def certain(game: Tables, alive: int, left: int) -> int:
    """`elimination`: return actions that are certain to be played before play ends, whatever is valid.

    When t is valid they rule out t or a truth that nothing left can rule out (play goes on until they are used up),
    or they are the only ones left that play with t and some other survivor waits for.
    """
    must = left
    for t in range(game.size[1]):
        if (alive >> t) & 1:
            here = 0
            for u in range(game.size[1]):
                if u != t and (alive >> u) & 1:
                    apart = game.apart[t, u] & left
                    if (game.hope[t, u] & left) == 0 or at_most_one(apart):
                        here |= apart
            must &= here
            if must == 0:
                return 0
    return must


@compiled
def undominated(game: Tables, alive: int, left: int) -> int:
    """`elimination`: return actions among which there is a best one.

    To play now what is certain to be played is optimal: whoever plays it later can play it now and look at its
    outcome later. So one action that is certain suffices; and an action b is not needed beside an action that is
    certain to be played after b, whatever b shows.
    """
    must = certain(game, alive, left)
    if must != 0:
        return 1 << lowest(must)
    wanted = left
    for b in range(game.size[2]):
        if (left >> b) & 1:
            later = wanted & ~(1 << b)
            possible = False
            for s in range(game.states[b]):
                after = alive & ~game.out[b, s]
                if after != 0:
                    possible = True
                    if later != 0:
                        later = 0 if at_most_one(after) else later & certain(game, after, left & ~(1 << b))
            if possible and later != 0:
                wanted &= ~(1 << b)
    return wanted
