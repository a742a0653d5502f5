"""Compiled, `elimination` and `paper`: all states by layers of used actions, backwards; no hash table, no bound.

`elimination`: the weight of a truth depends on the used actions only: w(t, U) = w(t) * product over a in U of
1 / (states of a that leave t). With W(S, U) the sum of w(t, U) over S and F(S, U) = W(S, U) times the value, F(S, U) is
0 where play ends, else the least over the other actions a of W(S, U) + sum over a's states of F(survivors, U + a):
nothing is normalised, and an outcome that leaves nobody adds 0. An action that touches nobody in S leaves all its
states to all of S, so there F(S, U) = F(S, U + a) * (states of a): one look-up.

`paper`: F is the value itself, and an action that touches nobody changes nothing. A set that ends play can only be
followed by sets that do, so that the others are found in any order of actions; the rest is not kept, and worth 0.

For each U the sets S that can be reached are a bitmap, F a row in the same order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxwright.blackboxes.reasoning.kumo.optimal.bits import first_bit, size_of
from boxwright.blackboxes.reasoning.kumo.optimal.tables import BIG, compiled

LOW = np.array([sum(1 << i for i in range(64) if not (i >> t) & 1) for t in range(6)], np.int64)
"""The sets without truth 0 ... 5, in a word of the bitmap."""


class Layers(NamedTuple):
    """One game, n truths, m actions, at most s states per action; k = 2^m sets of used actions, w words a bitmap."""

    paper: bool
    states: NDArray[np.int64]
    """(m,)"""
    out: NDArray[np.int64]
    """(m, s) truths that a state rules out."""
    times: NDArray[np.float64]
    """(m, s) how many states rule out just these."""
    total: NDArray[np.float64]
    """(m,) what an action's look-up is multiplied by where it touches nobody: its states; 1 under `paper`."""
    share: NDArray[np.float64]
    """(m, n) one over the states of the action that leave the truth."""
    root: NDArray[np.float64]
    """(n,) weight of a truth at the start."""
    touching: NDArray[np.int64]
    """(n,) actions with a state that rules the truth out."""
    low: NDArray[np.int64]
    """LOW."""
    relevant: NDArray[np.int64]
    """(2^n,) actions that touch somebody in the set."""
    reached: NDArray[np.int64]
    """(k, w) bit i of word j: whether the set 64 j + i can be what is left."""
    before: NDArray[np.int32]
    """(k, w) how many sets stand before the word."""
    size: NDArray[np.int64]
    """(k,) how many sets there are."""
    offset: NDArray[np.int64]
    """(k,) where the row of F begins in its layer."""


class Bench(NamedTuple):
    """What `sweep` writes while it works on one U, of whose sets there are r at most."""

    who: NDArray[np.int64]
    """(r,) the sets to which all other actions do something."""
    place: NDArray[np.int64]
    """(r,) their places in the layer."""
    weight: NDArray[np.float64]
    """(r,) W of them."""
    worth: NDArray[np.float64]
    """(r,) an action's sum."""
    best: NDArray[np.float64]
    """(r,) the least sum so far."""
    part: NDArray[np.float64]
    """(2, 2^h) W of the sets of the lower and of the upper truths, h of them each."""


@compiled
def reach(game: Layers) -> None:
    """Fill `relevant`, `reached`, `before` and `size`.

    The order of actions does not matter to what is left, so each U is the U without its least action, one step on.
    """
    game.relevant[0] = 0
    for s in range(1, game.relevant.shape[0]):
        game.relevant[s] = game.relevant[s & (s - 1)] | game.touching[first_bit(s)]
    words = game.reached.shape[1]
    last = game.relevant.shape[0] - 1
    game.reached[0, last >> 6] = 1 << (last & 63)
    for used in range(game.size.shape[0]):
        if used > 0:
            advance(game, used)
        if game.paper:
            prune(game, used)
        number = 0
        for w in range(words):
            game.before[used, w] = number
            number += size_of(game.reached[used, w])
        game.size[used] = number


@compiled
def advance(game: Layers, used: int) -> None:
    """Fill one bitmap from that without the least action, a word at a time."""
    a = first_bit(used)
    origin = used & (used - 1)
    for s in range(game.states[a]):
        high = game.out[a, s] >> 6
        for w in range(game.reached.shape[1]):
            word = game.reached[origin, w]
            if word != 0:
                rest = game.out[a, s] & 63
                while rest:
                    t = first_bit(rest)
                    rest &= rest - 1
                    # cut short: what a negative word draws in from above lies outside of `low`
                    word = (word | (word >> (1 << t))) & game.low[t]
                game.reached[used, w & ~high] |= word


@compiled
def prune(game: Layers, used: int) -> None:
    """Drop the sets that end play under `paper`: one truth, or one that no action left touches."""
    left = (game.size.shape[0] - 1) & ~used
    game.reached[used, 0] &= ~1
    for t in range(game.root.shape[0]):
        game.reached[used, (1 << t) >> 6] &= ~(1 << ((1 << t) & 63))
        if (game.touching[t] & left) == 0:
            for w in range(game.reached.shape[1]):
                if t < 6:
                    game.reached[used, w] &= game.low[t]
                elif (w >> (t - 6)) & 1:
                    game.reached[used, w] = 0


@compiled
def place_in(game: Layers, used: int, alive: int) -> int:
    """Return the place of a reached set in its layer."""
    w = alive >> 6
    below = game.reached[used, w] & ((1 << (alive & 63)) - 1)
    place: int = game.offset[used] + game.before[used, w] + size_of(below)
    return place


@compiled
def weigh(game: Layers, bench: Bench, used: int) -> int:
    """Write W of all sets of the lower, and of the upper, truths; return how many the lower are."""
    n = game.root.shape[0]
    half: int = (n + 1) // 2
    bench.part[0, 0] = 0.0
    bench.part[1, 0] = 0.0
    for t in range(n):
        weight = game.root[t]
        rest = used
        while rest:
            weight *= game.share[first_bit(rest), t]
            rest &= rest - 1
        side = 0 if t < half else 1
        bit = 1 << (t if t < half else t - half)
        for s in range(bit):
            bench.part[side, s + bit] = bench.part[side, s] + weight
    return half


@compiled
def gather(game: Layers, bench: Bench, used: int, above: NDArray[np.float64], row: NDArray[np.float64]) -> int:
    """Write F where play ends or an action does nothing; collect the other sets, and return how many they are."""
    half = weigh(game, bench, used)
    left = (game.size.shape[0] - 1) & ~used
    at = game.offset[used]
    number = 0
    for w in range(game.reached.shape[1]):
        rest = game.reached[used, w]
        while rest:
            alive = (w << 6) | first_bit(rest)
            rest &= rest - 1
            idle = left & ~game.relevant[alive]
            if (alive & (alive - 1)) == 0 or idle == left:
                row[at] = 0.0
            elif idle:
                a = first_bit(idle)
                row[at] = game.total[a] * above[place_in(game, used | (1 << a), alive)]
            else:
                bench.who[number] = alive
                bench.place[number] = at
                bench.weight[number] = bench.part[0, alive & ((1 << half) - 1)] + bench.part[1, alive >> half]
                bench.best[number] = BIG
                number += 1
            at += 1
    return number


@compiled
def sweep(
    game: Layers, bench: Bench, layer: NDArray[np.int64], above: NDArray[np.float64], row: NDArray[np.float64]
) -> int:
    """Write F of one layer, given F of the layer with one more used action; return how many sets tried all actions."""
    tried = 0
    for i in range(layer.shape[0]):
        used = layer[i]
        number = gather(game, bench, used, above, row)
        tried += number
        rest = (game.size.shape[0] - 1) & ~used if number else 0
        while rest:
            a = first_bit(rest)
            rest &= rest - 1
            attempt(game, bench, used | (1 << a), a, number, above)
            for k in range(number):
                bench.best[k] = min(bench.best[k], bench.worth[k])
        for k in range(number):
            row[bench.place[k]] = bench.best[k]
    return tried


@compiled
def attempt(game: Layers, bench: Bench, used: int, a: int, number: int, above: NDArray[np.float64]) -> None:
    """Write, for the collected sets, the sum of one action; `used` holds it already."""
    if game.paper:
        average(game, bench, used, a, number, above)
        return
    for k in range(number):
        bench.worth[k] = bench.weight[k]
    for s in range(game.states[a]):
        kept = ~game.out[a, s]
        times = game.times[a, s]
        for k in range(number):
            bench.worth[k] += times * above[place_in(game, used, bench.who[k] & kept)]


@compiled
def average(game: Layers, bench: Bench, used: int, a: int, number: int, above: NDArray[np.float64]) -> None:
    """Do so under `paper`: one, and the mean over the states, each weighted by how many truths it leaves."""
    for k in range(number):
        mass = 0.0
        total = 0.0
        for s in range(game.states[a]):
            after = bench.who[k] & ~game.out[a, s]
            weight = game.times[a, s] * size_of(after)
            mass += weight
            if (game.reached[used, after >> 6] >> (after & 63)) & 1:
                total += weight * above[place_in(game, used, after)]
        bench.worth[k] = 1.0 + (total / mass if mass > 0.0 else 0.0)
