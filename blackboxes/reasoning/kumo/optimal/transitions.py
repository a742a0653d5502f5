"""Compiled, `paper` and `informed`: which actions matter, when play ends, where each action leads and how likely."""

from __future__ import annotations

from boxwright.blackboxes.reasoning.kumo.optimal.bounds import bound_paper
from boxwright.blackboxes.reasoning.kumo.optimal.compiling import at_most_one, compiled, first_bit, size_of
from boxwright.blackboxes.reasoning.kumo.optimal.tables import (
    INFORMED,
    OUT_OF_NODES,
    PAPER,
    PLAIN,
    RAN,
    ROOM,
    STOPPED,
    STORED,
    TINY,
    Memory,
    Tables,
    claim,
    place_of,
)


@compiled
def weight_left(game: Tables, alive: int, a: int, after: int) -> float:
    """Return how many states of the action leave exactly these survivors."""
    weight = 0.0
    for s in range(game.states[a]):
        if (alive & ~game.out[a, s]) == after:
            weight += game.times[a, s]
    return weight


@compiled
def same(game: Tables, alive: int, a: int, b: int) -> bool:
    """Say whether two actions do the same to the survivors, with the same chances."""
    scale = game.total[a] / game.total[b]
    if game.size[0] == INFORMED and scale != 1.0:
        return False
    for s in range(game.states[a]):
        after = alive & ~game.out[a, s]
        if abs(weight_left(game, alive, a, after) - scale * weight_left(game, alive, b, after)) > TINY:
            return False
    return True


@compiled
def classify(game: Tables, alive: int) -> None:
    """Work out, for one set of survivors, which actions are equivalent."""
    for a in range(game.size[2]):
        game.classes[alive, a] = a
        for b in range(a):
            if game.classes[alive, b] == b and same(game, alive, a, b):
                game.classes[alive, a] = b
                break


@compiled
def canonical(game: Tables, alive: int, left: int) -> int:
    """Return the remaining actions that can rule out a survivor, keeping the first ones of each equivalence class."""
    kept = 0
    for a in range(game.size[2]):
        if (left >> a) & 1 and (game.union[a] & alive) != 0:
            kept |= 1 << a
    if game.size[3] == PLAIN:
        return kept
    row = 0
    if game.classes.shape[0] > 1:
        row = alive
        if game.classes[row, 0] < 0:
            classify(game, alive)
    for a in range(game.size[2]):
        first = game.classes[row, a]
        if first != a and (kept >> a) & 1:
            for b in range(first, a):
                if game.classes[row, b] == first and not (kept >> b) & 1:
                    kept = (kept & ~(1 << a)) | (1 << b)
                    break
    return kept


@compiled
def worlds(game: Tables, memory: Memory, alive: int, left: int) -> int:
    """Return the slot with, per truth, the number of ways in which the remaining actions rule out all other survivors.

    `left` must be canonical. Recurses over the lowest remaining action. Returns -1 when the search was stopped.
    """
    if memory.counters[STOPPED] != RAN:
        return -1
    slot = claim(memory, alive, left)
    if memory.worlds[slot, 0] >= 0.0:
        return slot
    if memory.counters[STORED] > memory.counters[ROOM] and memory.counters[STOPPED] == RAN:
        memory.counters[STOPPED] = OUT_OF_NODES
        return -1
    n = game.size[1]
    total = memory.weight[1 + size_of(left)]  # its own row at each depth of the recursion
    total[:] = 0.0
    if left == 0:
        if at_most_one(alive):
            total[first_bit(alive)] = 1.0
    else:
        a = first_bit(left)
        rest = left & ~(1 << a)
        for s in range(game.states[a]):
            after = alive & ~game.out[a, s]
            if after != 0:
                use = canonical(game, after, rest)
                below = worlds(game, memory, after, use)
                if below < 0:
                    return -1
                factor = game.times[a, s] * idle(game, rest, use)
                for t in range(n):
                    total[t] += factor * memory.worlds[below, t]
    for t in range(n):
        memory.worlds[slot, t] = total[t]
    return slot


@compiled
def idle(game: Tables, rest: int, use: int) -> float:
    """Return in how many ways the actions of `rest` that no longer matter can turn out (equivalent ones may swap)."""
    factor = 1.0
    for a in range(game.size[2]):
        if (rest >> a) & 1:
            factor *= game.total[a]
    for a in range(game.size[2]):
        if (use >> a) & 1:
            factor /= game.total[a]
    return factor


@compiled
def ends(game: Tables, memory: Memory, alive: int, left: int) -> bool:
    """Say whether play ends in a canonical state."""
    if at_most_one(alive) or left == 0:
        return True
    if game.size[0] == PAPER:
        return bound_paper(game, alive, left) == 0.0
    if game.size[0] == INFORMED:
        slot = worlds(game, memory, alive, left)
        possible = 0
        if slot >= 0:
            for t in range(game.size[1]):
                if memory.worlds[slot, t] > 0.0:
                    possible += 1
        return possible <= 1
    return False


@compiled
def below(game: Tables, memory: Memory, alive: int, left: int) -> float:
    """Return a lower bound on a canonical state's value without expanding it; 0 only where play ends."""
    if game.size[0] == PAPER:
        return bound_paper(game, alive, left)
    if ends(game, memory, alive, left):
        return 0.0
    return 1.0


@compiled
def chance_of(game: Tables, memory: Memory, alive: int, rest: int, a: int, s: int) -> float:
    """Return the weight of one state under the semantics (not normalised); -1 when the search was stopped."""
    after = alive & ~game.out[a, s]
    if game.size[0] == PAPER:
        return game.times[a, s] * size_of(after)
    weight = 0.0
    if after == 0:
        return 0.0
    use = canonical(game, after, rest)
    slot = worlds(game, memory, after, use)
    if slot < 0:
        return -1.0
    for t in range(game.size[1]):
        weight += game.prior[t] * memory.worlds[slot, t]
    return weight * game.times[a, s] * idle(game, rest, use)


@compiled
def outcomes(game: Tables, memory: Memory, alive: int, left: int, a: int, depth: int) -> bool:
    """Write an action's distinct survivor sets and their probabilities; False when the search was stopped."""
    rest = left & ~(1 << a)
    made = 0
    mass = 0.0
    for s in range(game.states[a]):
        weight = chance_of(game, memory, alive, rest, a, s)
        if weight < 0.0:
            return False
        if weight > 0.0:
            after = alive & ~game.out[a, s]
            mass += weight
            k = 0
            while k < made and memory.child[depth, a, k] != after:
                k += 1
            if k == made:
                made += 1
                memory.child[depth, a, k] = after
                memory.chance[depth, a, k] = 0.0
            memory.chance[depth, a, k] += weight
    for k in range(made):
        memory.chance[depth, a, k] /= mass
    memory.kids[depth, a] = made
    return True


@compiled
def expand(game: Tables, memory: Memory, alive: int, left: int, wanted: int, depth: int) -> None:
    """Write, at this depth, the outcomes of every wanted action, their bounds, and the action's own bound."""
    for a in range(game.size[2]):
        if not (wanted >> a) & 1:
            continue
        if not outcomes(game, memory, alive, left, a, depth):
            return
        first = 1.0
        for k in range(memory.kids[depth, a]):
            after = memory.child[depth, a, k]
            guess = 0.0
            settled = 1
            if not at_most_one(after):
                use = canonical(game, after, left & ~(1 << a))
                slot = place_of(memory.entry, after, use)
                known = memory.entry[slot].alive != 0
                if known and memory.entry[slot].exact == 1:
                    guess = memory.entry[slot].value
                else:
                    stored = memory.entry[slot].value if known else 0.0
                    guess = below(game, memory, after, use)
                    settled = 1 if guess == 0.0 else 0
                    guess = max(guess, stored)
            memory.bound[depth, a, k] = guess
            memory.settled[depth, a, k] = settled
            first += memory.chance[depth, a, k] * guess
        memory.first[depth, a] = first
